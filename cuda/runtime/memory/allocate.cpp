#include "cuda/runtime/memory/allocate.hpp"

#include <cstdint>
#include <exception>
#include <string>

#include "cuda/runtime/memory/check_reach.hpp"

namespace glccl::cuda {
namespace {

/// The alignment of cudaMalloc, which the methods rely on.
constexpr std::size_t alignment = 256;

std::string text_of(std::size_t bytes) {
  return "the caller's allocator, asked for " + std::to_string(bytes) + " bytes,";
}

/// The address that the caller's allocator returns. Its exceptions do not leave glccl.
Result<void*> call(const Allocator& allocator, std::size_t bytes, cudaStream_t stream) {
  std::string problem = "returned no memory";
  try {
    if (void* memory = allocator.allocate(bytes, stream); memory != nullptr) return memory;
  } catch (const std::exception& thrown) {
    problem = std::string("threw: ") + thrown.what();
  } catch (...) {
    problem = "threw an exception";
  }
  return Error{ErrorCode::gpu, text_of(bytes) + " " + problem + ": free device memory, or label the image in parts"};
}

}  // namespace

Result<void> check_allocator(const Allocator& allocator) {
  if (static_cast<bool>(allocator.allocate) == static_cast<bool>(allocator.free)) return {};
  return invalid("an allocator with only one of its functions: set allocate and free, or none");
}

Result<OwnedMemory> allocate(const Allocator& allocator, std::size_t bytes, cudaStream_t stream, int device) {
  if (!allocator.allocate) return allocate_device_memory(bytes);
  const Result<void*> memory = call(allocator, bytes, stream);
  if (!memory) return memory.error();
  OwnedMemory owned(*memory, [free = allocator.free, bytes](void* freed) {
    try {
      free(freed, bytes);
    } catch (...) {  // A destructor cannot report it.
    }
  });
  if (reinterpret_cast<std::uintptr_t>(*memory) % alignment != 0) {
    return invalid(text_of(bytes) + " returned an address that is no multiple of " + std::to_string(alignment));
  }
  const Result<void> reached = check_reach(*memory, text_of(bytes) + " returned bytes that", device);
  if (!reached) return reached.error();
  return owned;
}

}  // namespace glccl::cuda
