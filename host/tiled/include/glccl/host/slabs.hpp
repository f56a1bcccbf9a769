// Labeling of images and volumes that are larger than memory: slab by slab. The result is bit for bit that of one
// labeling of the whole: labels, numbers in raster order, count and component table. docs/use/scale.md explains the
// method.
//
// A plane is what the slowest axis counts: a row of an image, a slice of a volume. A slab is an interval of planes, and
// so an interval of raster order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// Number of planes of an image or volume: its height, of a volume its depth.
inline int planes_of(const Extent& extent) { return extent.is_volume() ? extent.depth : extent.height; }

/// The extent of `planes` planes of an image or volume of `extent`.
inline Extent slab_of(const Extent& extent, int planes) {
  return extent.is_volume() ? Extent{extent.width, extent.height, planes} : Extent{extent.width, planes, 1};
}

/// The rule of the elements of `hash-noise` (generate_slabs()): each follows from its place and the seed alone, so that
/// an engine can make the elements where it labels them. hash_noise_at() of engine/vocabulary computes it.
struct HashNoise {
  std::uint64_t limit = 0;  ///< Elements whose hash of 32 bits is below it are foreground, 255; others are 0.
  std::uint32_t seed = 0;   ///< The seed.
};

/// An image or volume of which planes can be read.
struct SlabSource {
  Extent extent;                         ///< Of the whole image or volume.
  PixelFormat format = PixelFormat::u8;  ///< How an element is stored.
  /// Reads `planes` planes from plane `first` on to `elements`, in raster order without gaps. Planes are read in
  /// ascending order, once in each pass over the image. After an error nothing more is read.
  std::function<Result<void>(int first, int planes, void* elements)> read;
  /// All elements in raster order without gaps, where they lie in memory. An engine may take them from there instead of
  /// calling read(). Null: they do not.
  const void* memory = nullptr;
  std::optional<HashNoise> noise = {};  ///< The rule of the elements, if they follow one. Of format u8.
  bool opaque = false;                  ///< Of colours: there is no alpha, so that black is background.
};

/// The planes of an image in memory, which has to stay as it is.
SlabSource source_of(const ImageView& image);

/// The result of labeling one slab by itself.
struct SlabSolution {
  LabelImage labels;                  ///< 1..M in raster order (Numbering::raster).
  std::vector<Component> components;  ///< One row per label, in the slab's coordinates, if they were asked for.
  std::vector<Moments> moments = {};  ///< The moments of each row, in the same coordinates, if they were asked for.
};

/// Labels one slab, or the two planes beside a seam: any engine. `measured` asks for the component table, and together
/// with table_column_moments in LabelingSpec::columns for moments. `solution` has the result of an earlier call, whose
/// memory can be used again.
using SolveSlab =
    std::function<Result<void>(const ImageView& slab, const LabelingSpec& spec, bool measured, SlabSolution& solution)>;

/// Solves slabs by `cpu-fast` with so many threads, 0: all. It may be called by one thread at a time.
SolveSlab solve_by_cpu_fast(int threads = 0);

/// A slab of the final result.
struct FinishedSlab {
  int first = 0;                          ///< First plane.
  int planes = 0;                         ///< Number of planes.
  std::span<const std::uint32_t> labels;  ///< The final labels of its elements, if labels of 32 bits were asked for.
  /// The rows of the components whose first element lies in the slab, in the order of their labels and complete: with
  /// all of their elements, in the coordinates of the whole. Empty unless they were asked for.
  std::span<const Component> components;
  std::span<const std::uint64_t> wide_labels = {};  ///< The final labels, if labels of 64 bits were asked for.
  /// The moments of each of `components`, complete and in the coordinates of the whole. Empty unless
  /// LabelingSpec::columns has table_column_moments.
  std::span<const Moments> moments = {};
};

/// Takes finished slabs in ascending order. The spans are valid during the call. An error ends the labeling.
using SlabSink = std::function<Result<void>(const FinishedSlab& slab)>;

/// What label_slabs() gives, and how much memory it may take for it.
struct SlabOptions {
  int planes = 1;      ///< Planes of a slab, from 1; the last slab may have fewer.
  bool labels = true;  ///< The sink takes labels.
  /// Labels have 64 bits (FinishedSlab::wide_labels): for more than 4294967295 components. Takes 8 bytes more for an
  /// element of a slab.
  bool wide_labels = false;
  bool components = false;  ///< The sink takes rows of the component table.
  bool sums = false;        ///< The report has SlabReport::foreground and largest, also without a sink.
  /// Bytes for what is kept from the first pass: the result of a slab, or else its elements, from which it is solved
  /// again in the second pass. A slab of which neither fits is read and solved again. Foreground takes a bit for an
  /// element, other criteria the format's bytes; elements in memory (SlabSource::memory) take none. The elements of all
  /// slabs come before results, so that as few planes as possible are read twice.
  std::int64_t kept_bytes = 0;
  /// A slab that is solved again has its elements as the source stores them. Else a slab that is labeled by Foreground
  /// may then have elements 0 and 1 of format u8, and the criterion Foreground{}: what an element is besides foreground
  /// or background is lost. For a SolveSlab that reads more of the elements.
  bool solves_as_stored = false;
  /// Called after each slab of each pass with the number of slabs done, of both passes, by one thread at a time. Empty:
  /// nobody is told.
  std::function<void(std::int64_t done, std::int64_t all)> progress = {};
};

/// What a labeling by slabs found and held.
struct SlabReport {
  std::uint64_t components = 0;         ///< Components of the whole image or volume.
  std::uint64_t foreground = 0;         ///< Elements that have labels; 0 without SlabOptions::sums.
  std::uint64_t largest = 0;            ///< Elements of the largest component; 0 without SlabOptions::sums.
  std::int64_t slabs = 0;               ///< Slabs.
  std::int64_t solved_again = 0;        ///< Slabs that were read and solved twice.
  std::int64_t solved_from_kept = 0;    ///< Slabs that were read once and solved twice: their elements were kept.
  std::int64_t planes_read = 0;         ///< Planes that SlabSource::read() has read, in both passes.
  std::int64_t planes_read_again = 0;   ///< Of these, the planes of the second pass: all were read before.
  std::int64_t elements_held = 0;       ///< Most elements of the image in memory at once, besides kept ones.
  std::int64_t kept_bytes = 0;          ///< Most bytes of results and elements that were kept between the passes.
  std::uint64_t border_components = 0;  ///< Sum over the slabs of the components in their first and last planes.
  /// Pairs of components that touch across a seam, redundant ones left out: the slabs, each by itself, have so many
  /// components more than the whole.
  std::uint64_t pairs = 0;
  std::uint64_t nodes_held = 0;   ///< Most components at borders that the union-find held at once.
  std::uint64_t rows_held = 0;    ///< Most table rows of components in several slabs that were held at once.
  std::int64_t device_bytes = 0;  ///< Device memory that was allocated, kept_bytes included; 0 without a device.
  std::int64_t pinned_bytes = 0;  ///< Pinned host memory that was allocated for copies to and from a device.
};

/// What can be labeled by slabs: all criteria and connectivities on images and volumes of all formats that have bytes
/// in memory. No filter, because a component's area is known after its last slab. Of the columns of the component table
/// moments, which merge() adds up; quads and cubes have windows across seams, and there is no second image to take
/// intensities from. The solver has limits of its own, for a slab.
Capabilities slab_capabilities();

/// Labels an image or volume slab by slab, in one pass or two.
///
/// First pass: each slab is read and solved. The two planes beside a seam are solved as an image of two planes, by the
/// same solver: elements that it connects are connected in the whole. Union-find unites the components of the slabs
/// that meet there. Second pass, if there is a sink: components are numbered in raster order, and the labels and rows
/// of each slab are rewritten and handed over. A slab whose result was not kept is solved again, from elements that
/// were kept, or else read again. Without a sink only the components that reach the last plane read are
/// held; with one also, for every slab, 8 bytes for each component in its first or last plane, and with
/// SlabOptions::components the merged row of each component in several slabs.
///
/// Labels have Numbering::raster for either value of `spec.numbering`.
///
/// With table_column_moments in `spec.columns` finished slabs have moments. They need a sink and
/// SlabOptions::components.
///
/// Errors: those of check() with slab_capabilities(), `unsupported` (other columns, which the message names; moments,
/// and a solver without them), `invalid_argument` (fewer than 1 plane; columns without rows), `too_large` (a sink, and
/// more components than 32 bits count, which the message tells, unless it takes labels of 64 bits and no rows; no
/// memory), and those of `source`, `solve` and `sink`, with the planes of the slab before the message.
Result<SlabReport> label_slabs(const SlabSource& source, const SolveSlab& solve, const LabelingSpec& spec,
                               const SlabOptions& options, const SlabSink& sink = {});

}  // namespace glccl::host
