// What labeling by slabs needs of an engine: solve a slab, tell what lies at its borders, finish it. Labels stay where
// the engine keeps them, so they can stay on a device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "glccl/host/slabs.hpp"
#include "glccl/table.hpp"
#include "host/tiled/finish_rows.hpp"
#include "host/tiled/finish_slab.hpp"
#include "host/tiled/measured_rows.hpp"
#include "host/tiled/slab_border.hpp"

namespace glccl::host::tiled {

/// The planes of one slab.
struct SlabPlace {
  int first = 0;   ///< First plane.
  int planes = 0;  ///< Number of planes.
};

/// What the union of all slabs has to know of one that is solved.
struct SolvedSlab {
  std::uint32_t count = 0;            ///< Labels of the slab by itself, 1..count in raster order.
  std::vector<std::uint32_t> border;  ///< The labels of the components in its first or last plane, ascending.
  std::vector<std::uint8_t> in_last;  ///< Of each of `border` 1 if it lies in the last plane, else 0.
  MeasuredRows rows;                  ///< Of `border`, in the slab's coordinates. Empty unless measured.
  std::uint64_t elements = 0;         ///< Elements that have labels; 0 without sums.
  std::uint64_t largest = 0;          ///< Elements of the slab's largest component; 0 without sums.
  /// The components that touch across the seam before it, by their places in `border` of the slab before, and of this
  /// one. A pair may be there several times. Empty for the first slab.
  std::vector<BorderPair> pairs;
};

/// The final labels of a slab: of 32 bits, or of 64 in `wide`. Both are empty where none were asked for.
struct FinalLabels {
  std::span<const std::uint32_t> narrow = {};
  std::span<const std::uint64_t> wide = {};
};

/// What an engine is asked for. It outlives the engine's work.
struct SlabTask {
  const SlabSource& source;
  const LabelingSpec& spec;
  /// In raster order. The first one is the thickest, unless the caller of label_by_engine() has cut the image.
  std::vector<SlabPlace> slabs;
  bool has_sink = false;        ///< The slabs are finished after they are solved: there is a second pass.
  bool labels = false;          ///< deliver() takes labels.
  bool wide_labels = false;     ///< These have 64 bits.
  bool rows = false;            ///< deliver() takes rows.
  bool sums = false;            ///< SolvedSlab has sums.
  std::int64_t kept_bytes = 0;  ///< SlabOptions::kept_bytes.
  bool as_stored = false;       ///< SlabOptions::solves_as_stored.

  /// Whether the components of a slab are measured in the first pass: SolvedSlab::rows are filled.
  bool measured() const { return rows || sums; }
  /// Whether rows have moments.
  bool moments() const { return rows && has_moments(spec); }

  /// Hands a finished slab over: its final labels, and the rows of the components that begin there. It changes rows of
  /// components in several slabs. Slabs come in ascending order, from one thread, which need not be the caller's. The
  /// engine returns its error from finish() or end().
  std::function<Result<void>(std::size_t slab, const FinalLabels& labels, const FinalRows& rows)> deliver = {};
};

/// An engine at work on slabs. Each function takes the slabs in ascending order. Errors name the planes of the slab
/// that they belong to, by at_slab(); after an error nothing but the destructor is called. The destructor ends the
/// work: no thread is left, and nothing more is read or delivered.
class SlabEngine {
 public:
  virtual ~SlabEngine() = default;

  /// Takes a task, before all other functions. Errors: `too_large` (no memory), those of the engine.
  virtual Result<void> begin(const SlabTask& task) = 0;

  /// First pass: reads a slab and solves it by itself. An engine may be ahead with slabs behind it. `solved` has what
  /// an earlier call told, whose memory is used again. Errors: those of SlabSource::read() and of the engine.
  virtual Result<void> solve(std::size_t slab, SolvedSlab& solved) = 0;

  /// Second pass: gives the labels of a slab their final numbers and delivers it, now or later. `numbers` stays as it
  /// is until the slab is delivered. Errors: as solve(), and those of SlabTask::deliver(), also for slabs before this
  /// one.
  virtual Result<void> finish(std::size_t slab, const Renumbering& numbers) = 0;

  /// Waits until all slabs are delivered. Errors: as finish().
  virtual Result<void> end() = 0;

  /// Writes what the engine did and held to the members of a report that tell this.
  virtual void describe(SlabReport& report) const = 0;
};

/// An error of a slab of an image or volume of `extent`: "rows 0 to 9: MESSAGE".
inline Error at_slab(const Extent& extent, const SlabPlace& slab, const Error& error) {
  const std::string planes = extent.is_volume() ? "slices " : "rows ";
  return {error.code, planes + std::to_string(slab.first) + " to " + std::to_string(slab.first + slab.planes - 1) +
                          ": " + error.message};
}

/// host::label_slabs() by an engine. `slabs` are its slabs, in raster order and without gaps; empty:
/// SlabOptions::planes says how thick they are.
Result<SlabReport> label_by_engine(std::unique_ptr<SlabEngine> engine, const SlabSource& source,
                                   const LabelingSpec& spec, const SlabOptions& options, const SlabSink& sink,
                                   std::vector<SlabPlace> slabs = {});

}  // namespace glccl::host::tiled
