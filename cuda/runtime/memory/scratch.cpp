#include "cuda/runtime/memory/scratch.hpp"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <string>
#include <utility>

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

/// Memory of the caller's allocator.
Result<OwnedMemory> allocate_by(const Allocator& allocator, std::size_t bytes, cudaStream_t stream, int device) {
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

}  // namespace

ScratchSizes largest_of(const ScratchSizes& a, const ScratchSizes& b) {
  return {std::max(a.forest, b.forest), std::max(a.counts, b.counts),           std::max(a.work, b.work),
          std::max(a.flag, b.flag),     std::max(a.large_boxes, b.large_boxes), std::max(a.fractions, b.fractions)};
}

bool ScratchMemory::has(const ScratchSizes& sizes) const {
  return forest_.bytes() >= sizes.forest && counts_.bytes() >= sizes.counts && work_.bytes() >= sizes.work &&
         flag_.bytes() >= sizes.flag && large_boxes_.bytes() >= sizes.large_boxes &&
         fractions_.bytes() >= sizes.fractions;
}

Result<void> ScratchMemory::grow(const ScratchSizes& sizes, cudaStream_t stream) {
  const auto allocate = [&](std::size_t bytes) {
    return allocator_.allocate ? allocate_by(allocator_, bytes, stream, device_) : allocate_device_memory(bytes);
  };
  if (Result<void> grown = forest_.reserve(sizes.forest, allocate); !grown) return grown;
  if (Result<void> grown = counts_.reserve(sizes.counts, allocate); !grown) return grown;
  if (Result<void> grown = work_.reserve(sizes.work, allocate); !grown) return grown;
  if (Result<void> grown = flag_.reserve(sizes.flag, allocate); !grown) return grown;
  if (Result<void> grown = large_boxes_.reserve(sizes.large_boxes, allocate); !grown) return grown;
  return fractions_.reserve(sizes.fractions, allocate);
}

void ScratchMemory::lend(Job& job, bool forest_in_target) const {
  job.forest = forest_in_target ? job.target.values : forest_.as<std::uint32_t>();
  job.counts = counts_.as<std::uint32_t>();
  job.work = work_.as<void>();
  job.changed.on_device = flag_.as<std::uint32_t>();
  job.large_boxes = large_boxes_.as<std::uint32_t>();
  job.fraction_bits = fractions_.as<std::int16_t>();
}

std::size_t ScratchMemory::bytes() const {
  return forest_.bytes() + counts_.bytes() + work_.bytes() + flag_.bytes() + large_boxes_.bytes() + fractions_.bytes();
}

}  // namespace glccl::cuda
