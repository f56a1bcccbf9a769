#include "host/tiled/kept_slabs.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "glccl/image.hpp"
#include "host/threads/on_threads.hpp"

namespace glccl::host::tiled {
namespace {

constexpr std::size_t bytes_per_thread = 1 << 14;  ///< Of bits: longer work than a thread takes to start.

/// The bits of the elements that have labels.
void pack(std::span<const std::uint32_t> labels, std::span<std::uint8_t> bits) {
  share_among_threads(bits.size(), bytes_per_thread, [&](std::size_t first, std::size_t last) {
    for (std::size_t byte = first; byte < last; ++byte) {
      const std::span<const std::uint32_t> part =
          labels.subspan(8 * byte, std::min<std::size_t>(labels.size() - 8 * byte, 8));
      unsigned packed = 0;
      for (std::size_t i = 0; i < part.size(); ++i) packed |= (part[i] != 0 ? 1U : 0U) << i;
      bits[byte] = static_cast<std::uint8_t>(packed);
    }
  });
}

/// Elements 0 and 1.
void unpack(std::span<const std::uint8_t> bits, std::span<std::uint8_t> elements) {
  share_among_threads(bits.size(), bytes_per_thread, [&](std::size_t first, std::size_t last) {
    for (std::size_t byte = first; byte < last; ++byte) {
      const std::span<std::uint8_t> part =
          elements.subspan(8 * byte, std::min<std::size_t>(elements.size() - 8 * byte, 8));
      for (std::size_t i = 0; i < part.size(); ++i) part[i] = bits[byte] >> i & 1;
    }
  });
}

}  // namespace

KeptSlabs::KeptSlabs(const SlabTask& task)
    : task_(task),
      as_bits_(kind_of(task.spec.criterion) == CriterionKind::foreground && !task.as_stored),
      spec_(task.spec),
      slabs_(task.slabs.size()) {
  if (as_bits_) spec_.criterion = Foreground{};
  for (std::size_t slab = 0; slab < slabs_.size(); ++slab) later_bytes_ += element_bytes(slab);
}

std::size_t KeptSlabs::elements_in(std::size_t slab) const {
  return static_cast<std::size_t>(slab_of(task_.source.extent, task_.slabs[slab].planes).elements());
}

/// Bytes that the elements of a slab take; 0 where they need not be kept.
std::int64_t KeptSlabs::element_bytes(std::size_t slab) const {
  if (task_.source.memory != nullptr) return 0;
  const std::size_t count = elements_in(slab);
  return static_cast<std::int64_t>(as_bits_ ? (count + 7) / 8 : count * bytes_per_pixel(task_.source.format));
}

void KeptSlabs::keep(std::size_t slab, SlabSolution& solution, const std::uint8_t* elements) {
  const std::int64_t left = task_.kept_bytes - bytes_;
  const std::int64_t element_bytes = this->element_bytes(slab);
  later_bytes_ -= element_bytes;
  std::int64_t result = 0;
  if (task_.labels) result += static_cast<std::int64_t>(solution.labels.values.size() * sizeof(std::uint32_t));
  if (task_.rows) result += static_cast<std::int64_t>(solution.components.size() * sizeof(Component));
  if (task_.moments()) result += static_cast<std::int64_t>(solution.moments.size() * sizeof(Moments));
  Slab& kept = slabs_[slab];
  if (result <= left - later_bytes_ || (result <= element_bytes && result <= left)) {
    kept.what = What::result;
    if (task_.labels) kept.result.labels = std::exchange(solution.labels, {});
    if (task_.rows) kept.result.components = std::exchange(solution.components, {});
    if (task_.moments()) kept.result.moments = std::exchange(solution.moments, {});
    bytes_ += result;
  } else if (element_bytes > 0 && element_bytes <= left) {
    keep_elements(kept, elements_in(slab), solution, elements);
    bytes_ += element_bytes;
  }
}

void KeptSlabs::keep_elements(Slab& slab, std::size_t count, const SlabSolution& solution,
                              const std::uint8_t* elements) const {
  slab.what = What::elements;
  if (as_bits_) {
    slab.elements.resize((count + 7) / 8);
    pack(solution.labels.values, slab.elements);
  } else {
    slab.elements.assign(elements, elements + count * bytes_per_pixel(task_.source.format));
  }
}

void KeptSlabs::restore(std::size_t slab, std::uint8_t* elements) const {
  const std::vector<std::uint8_t>& kept = slabs_[slab].elements;
  if (as_bits_) {
    unpack(kept, {elements, elements_in(slab)});
  } else {
    std::memcpy(elements, kept.data(), kept.size());
  }
}

}  // namespace glccl::host::tiled
