// What stays in host memory of slabs between the two passes, so that nothing is read twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "host/tiled/slab_engine.hpp"

namespace glccl::host::tiled {

/// Results of slabs, and elements of slabs that are solved again, within SlabTask::kept_bytes. A result is kept if
/// there is room for it beside the elements of all later slabs, or if it takes less than the elements of its slab; else
/// the elements are kept if there is room for them. So the first slabs are kept, and all of them before any result.
///
/// The elements of a slab that is labeled by Foreground are kept as a bit each, which the labels tell: no second
/// implementation of the criterion can disagree with the engine's. The result of solving these bits as elements 0 and 1
/// is the same, because the criterion says nothing else of an element. Elements that lie in memory
/// (SlabSource::memory) are not kept.
class KeptSlabs {
 public:
  /// `task` outlives it.
  explicit KeptSlabs(const SlabTask& task);

  /// Keeps what there is room for of a slab: takes labels and rows from its solution, or copies its elements.
  void keep(std::size_t slab, SlabSolution& solution, const std::uint8_t* elements);

  /// The result of a slab, 1..M; null if it is not kept.
  SlabSolution* result(std::size_t slab) { return slabs_[slab].what == What::result ? &slabs_[slab].result : nullptr; }

  /// Whether the elements of a slab are kept.
  bool has_elements(std::size_t slab) const { return slabs_[slab].what == What::elements; }

  /// Writes the elements of a slab whose elements are kept. They have format() and are labeled by spec().
  void restore(std::size_t slab, std::uint8_t* elements) const;
  PixelFormat format() const { return as_bits_ ? PixelFormat::u8 : task_.source.format; }
  const LabelingSpec& spec() const { return spec_; }

  /// Gives the memory of a slab back.
  void drop(std::size_t slab) { slabs_[slab] = {}; }

  /// Most bytes that were kept at once.
  std::int64_t bytes() const { return bytes_; }

 private:
  enum class What { nothing, result, elements };

  struct Slab {
    What what = What::nothing;
    SlabSolution result = {};
    std::vector<std::uint8_t> elements = {};  ///< As stored, or 8 in a byte, the first one in the lowest bit.
  };

  std::size_t elements_in(std::size_t slab) const;
  std::int64_t element_bytes(std::size_t slab) const;
  void keep_elements(Slab& slab, std::size_t count, const SlabSolution& solution, const std::uint8_t* elements) const;

  const SlabTask& task_;
  bool as_bits_;
  LabelingSpec spec_;
  std::vector<Slab> slabs_;
  std::int64_t bytes_ = 0;
  std::int64_t later_bytes_ = 0;  ///< Bytes of the elements of the slabs that keep() has not seen.
};

}  // namespace glccl::host::tiled
