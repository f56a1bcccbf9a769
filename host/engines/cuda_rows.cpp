// The rows of the CUDA engines. A build without CUDA has them too, with a reason instead of a maker.
#include "glccl/cuda/labeler.hpp"
#include "host/engines/rows.hpp"

#if GLCCL_WITH_CUDA
#include <cuda_runtime_api.h>

#include <sstream>

#include "glccl/cuda/devices.hpp"
#include "host/engines/cuda_runner.hpp"
#endif

namespace glccl::engines {
namespace {

constexpr CudaRow all_rows[] = {
    {cuda::Method::stava, "CUDA: tiles in shared memory, merged level by level",
     "O. Stava and B. Benes, Connected Component Labeling in CUDA, GPU Computing Gems, chapter 35"},
    {cuda::Method::links, "CUDA: labels travel along links through overlapping regions of 32x32, without atomics",
     "Connected Components Revisited on Kepler, GPU Technology Conference 2013, session 3193"},
    {cuda::Method::fast, "CUDA: union-find over runs of bits, tiles in shared memory",
     "our own, as compute; tiles after Stava and Benes, union by compare-and-swap after Komura, Playne and Hawick"},
};

}  // namespace

EngineInfo cuda_row(const CudaRow& row) {
  EngineInfo info{.name = cuda::name_of(row.method),
                  .summary = row.summary,
                  .source = row.source,
                  .backend = Backend::cuda,
                  .capabilities = cuda::capabilities_of(row.method),
                  .has_table = true,
                  .has_batch = row.method == cuda::Method::fast,
                  .place = "texture",
                  .find_reason = why_no_cuda};
#if GLCCL_WITH_CUDA
  info.make = [method = row.method](const DeviceChoice& device) { return make_cuda_runner(method, device); };
  info.make_in_place = [method = row.method](const DeviceChoice& device) {
    return make_cuda_texture_runner(method, device);
  };
#endif
  return info;
}

std::vector<EngineInfo> cuda_rows() {
  std::vector<EngineInfo> rows;
  for (const CudaRow& row : all_rows) rows.push_back(cuda_row(row));
  return rows;
}

#if GLCCL_WITH_CUDA

namespace {

std::string describe(const cuda::CudaDevice& device) {
  std::ostringstream text;
  text << device.index << "  " << device.name << ", compute capability " << device.major << "." << device.minor << ", "
       << (device.memory >> 30) << " GiB, " << device.pci_address;
  if (!device.problem.empty()) text << ", not usable: " << device.problem;
  return text.str();
}

}  // namespace

std::string why_no_cuda() { return cuda::why_no_device(); }

std::string describe_cuda_versions() { return cuda::describe_versions(); }

std::string describe_cuda_code() { return cuda::describe_code(); }

std::optional<std::int64_t> used_cuda_memory() {
  std::size_t free = 0;
  std::size_t total = 0;
  if (cudaMemGetInfo(&free, &total) != cudaSuccess) return std::nullopt;
  return static_cast<std::int64_t>(total - free);
}

std::vector<std::string> describe_cuda_devices() {
  std::vector<std::string> lines;
  for (const cuda::CudaDevice& device : cuda::list_devices()) lines.push_back(describe(device));
  return lines;
}

#else

std::string why_no_cuda() {
  return "built without CUDA; install the CUDA toolkit (12 or newer) and configure with GLCCL_CUDA=ON";
}

std::string describe_cuda_versions() { return {}; }

std::string describe_cuda_code() { return {}; }

std::optional<std::int64_t> used_cuda_memory() { return std::nullopt; }

std::vector<std::string> describe_cuda_devices() { return {}; }

#endif

}  // namespace glccl::engines
