#include "cuda/runtime/memory/scratch.hpp"

#include <algorithm>
#include <cstdint>

#include "cuda/runtime/memory/allocate.hpp"

namespace glccl::cuda {
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
  const auto made = [&](std::size_t bytes) { return allocate(allocator_, bytes, stream, device_); };
  if (Result<void> grown = forest_.reserve(sizes.forest, made); !grown) return grown;
  if (Result<void> grown = counts_.reserve(sizes.counts, made); !grown) return grown;
  if (Result<void> grown = work_.reserve(sizes.work, made); !grown) return grown;
  if (Result<void> grown = flag_.reserve(sizes.flag, made); !grown) return grown;
  if (Result<void> grown = large_boxes_.reserve(sizes.large_boxes, made); !grown) return grown;
  return fractions_.reserve(sizes.fractions, made);
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
