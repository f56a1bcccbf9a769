#include "cuda/faces/scratch_sizes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cuda/methods/common/number.hpp"
#include "glccl/table.hpp"

namespace glccl::cuda {

ScratchSizes sizes_for(const MethodTraits& traits, const Job& job, bool forest_in_target) {
  constexpr std::size_t integer = sizeof(std::uint32_t);
  ScratchSizes sizes;
  if (!traits.complete && !forest_in_target) sizes.forest = integer * static_cast<std::size_t>(job.extent.elements());
  sizes.counts = integer * (traits.complete ? job.batch.size() : count_entries(job.extent));
  if (traits.work_bytes != nullptr) sizes.work = traits.work_bytes(job);
  if (traits.iterates) sizes.flag = integer;
  if (job.measures_boxes) sizes.large_boxes = integer * static_cast<std::size_t>((job.extent.elements() + 31) / 32);
  for (const JobImage& image : job.batch) {
    if ((image.table.columns & table_column_intensity) == 0) continue;
    sizes.fractions = std::max(sizes.fractions, sizeof(std::int16_t) * image.table.rows);
  }
  return sizes;
}

}  // namespace glccl::cuda
