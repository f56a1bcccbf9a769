#include "cuda/runtime/devices/peers.hpp"

#include <cuda_runtime_api.h>

#include "cuda/runtime/objects.hpp"

namespace glccl::cuda {

void open_peers(std::span<const int> devices) {
  for (const int device : devices) {
    const DeviceGuard guard(device);
    for (const int peer : devices) {
      int reached = 0;
      if (peer == device || cudaDeviceCanAccessPeer(&reached, device, peer) != cudaSuccess || reached == 0) continue;
      static_cast<void>(cudaDeviceEnablePeerAccess(peer, 0));  // fails where it is open already
    }
    static_cast<void>(cudaGetLastError());
  }
}

}  // namespace glccl::cuda
