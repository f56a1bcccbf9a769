// Lists the CUDA devices, or says why there are none.
#include <glccl/cuda/devices.hpp>
#include <iostream>

int main() {
  for (const glccl::cuda::CudaDevice& device : glccl::cuda::list_devices()) {
    std::cout << device.pci_address << " " << device.problem << "\n";
  }
  std::cout << glccl::cuda::why_no_device() << "\n";
  return 0;
}
