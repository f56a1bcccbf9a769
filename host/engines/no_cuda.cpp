// cuda_engine.hpp in a build without CUDA.
#include "host/engines/cuda_engine.hpp"

namespace glccl::tools {
namespace {

Error without_cuda() { return {ErrorCode::no_device, "the CUDA engines cannot run here: " + why_no_cuda()}; }

}  // namespace

std::string why_no_cuda() {
  return "built without CUDA; install the CUDA toolkit (12 or newer) and configure with GLCCL_CUDA=ON";
}

std::string describe_cuda_versions() { return {}; }

std::vector<std::string> describe_cuda_devices() { return {}; }

struct CudaEngine::State {
  std::string device;
};

CudaEngine::CudaEngine(std::unique_ptr<State> state) : state_(std::move(state)) {}
CudaEngine::CudaEngine(CudaEngine&&) noexcept = default;
CudaEngine& CudaEngine::operator=(CudaEngine&&) noexcept = default;
CudaEngine::~CudaEngine() = default;

Result<CudaEngine> CudaEngine::create(int) { return without_cuda(); }
const std::string& CudaEngine::device() const { return state_->device; }
Status CudaEngine::upload(std::span<const host::Image>) { return without_cuda(); }
Status CudaEngine::label(cuda::Algorithm, const Options&, const EngineVariant&, std::size_t) { return without_cuda(); }
Status CudaEngine::label_batch(cuda::Algorithm, const Options&, const EngineVariant&) { return without_cuda(); }
Result<std::vector<StageTime>> CudaEngine::timings() { return without_cuda(); }
Result<double> CudaEngine::time(const std::function<Status()>&) { return without_cuda(); }
std::int64_t CudaEngine::scratch_bytes() const { return 0; }
Result<LabelImage> CudaEngine::readback() { return without_cuda(); }
Status CudaEngine::readback_into(LabelImage&) { return without_cuda(); }
Result<std::vector<Component>> CudaEngine::readback_components() { return without_cuda(); }
Result<std::vector<QinRecord>> CudaEngine::readback_records() { return without_cuda(); }
Status CudaEngine::label_texture(cuda::Algorithm, std::uint32_t, std::uint32_t, const Options&) {
  return without_cuda();
}

}  // namespace glccl::tools
