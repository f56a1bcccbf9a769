#include "cuda/runtime/error.hpp"

namespace glccl::cuda {
namespace {

/// Advice on errors that mean the same in every call.
std::string advice_for(cudaError_t status) {
  switch (status) {
    case cudaErrorMemoryAllocation:
      return "free device memory, or label the image in parts";
    case cudaErrorInsufficientDriver:
      return "install an NVIDIA driver that is as new as this build's CUDA runtime";
    case cudaErrorNoDevice:
      return "check that nvidia-smi lists a GPU and that CUDA_VISIBLE_DEVICES does not hide it";
    case cudaErrorInvalidDevice:
      return "pass the index of a device that list_devices() has";
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorUnsupportedPtxVersion:
      return "build glccl with this GPU's compute capability in CMAKE_CUDA_ARCHITECTURES";
    case cudaErrorInvalidResourceHandle:
      return "pass streams, arrays and GL objects that belong to the Labeler's device and still exist";
    case cudaErrorDevicesUnavailable:
      return "wait for the process that has the GPU to itself, or let others in with nvidia-smi -c DEFAULT";
    case cudaErrorIllegalAddress:
    case cudaErrorMisalignedAddress:
    case cudaErrorLaunchFailure:
    case cudaErrorAssert:
      return "a kernel of this process has failed and CUDA works again only in a new process; compute-sanitizer says "
             "which kernel";
    default:
      return {};
  }
}

bool is_about_devices(cudaError_t status) {
  switch (status) {
    case cudaErrorInsufficientDriver:
    case cudaErrorNoDevice:
    case cudaErrorInvalidDevice:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorUnsupportedPtxVersion:
    case cudaErrorDevicesUnavailable:
    case cudaErrorSystemDriverMismatch:
    case cudaErrorSystemNotReady:
    case cudaErrorStubLibrary:
    case cudaErrorCompatNotSupportedOnDevice:
      return true;
    default:
      return false;
  }
}

}  // namespace

Error cuda_error(cudaError_t status, const std::string& call, const std::string& advice) {
  // This clears the record. Errors that CUDA makes last stay on it nevertheless.
  static_cast<void>(cudaGetLastError());
  std::string help = advice_for(status);
  if (help.empty()) help = advice.empty() ? "the CUDA runtime's manual has this error under the call's name" : advice;
  return Error{is_about_devices(status) ? ErrorCode::no_device : ErrorCode::gpu,
               call + " failed with " + cudaGetErrorName(status) + " (" + cudaGetErrorString(status) + "): " + help};
}

}  // namespace glccl::cuda
