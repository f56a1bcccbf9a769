// Labeling of an image or volume that lies in the memories of several CUDA devices: each device labels its part, and
// borders alone travel. Library glccl::tiled_cuda. docs/use/scale.md explains the method.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "glccl/cuda/labeler.hpp"
#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// Successive planes of an image or volume in the memory of a CUDA device, and where their labels go. A plane is what
/// the slowest axis counts: a row of an image, a slice of a volume.
struct DevicePart {
  int device = -1;  ///< Index of the CUDA device; -1: the one that is current on this thread.
  int planes = 0;   ///< Number of planes, from 1.
  /// Device address of the elements of its planes, in raster order without gaps.
  const void* elements = nullptr;
  /// Device address of the labels of its elements, in raster order without gaps. Must not overlap the elements.
  std::uint32_t* labels = nullptr;
  /// Gets the rows of the components whose first element lies in the part, in the order of their labels and complete:
  /// with all of their elements, in the coordinates of the whole. Row i has the label PartNumbers::before + i + 1. The
  /// header counts the components that begin in the part, and has the extent of the whole. Its columns are those that
  /// table_columns_of() has for that extent. Must not overlap elements and labels. All parts have a table, or none.
  cuda::DeviceTable table = {};
  /// A cudaStream_t of the device; null is CUDA's default stream. Work on the part begins after what is on the stream
  /// when it is labeled.
  void* stream = nullptr;
};

/// An image or volume in parts, which follow each other in raster order. A device can have several of them.
struct DeviceParts {
  Extent extent;                         ///< Of the whole image or volume.
  PixelFormat format = PixelFormat::u8;  ///< How an element is stored.
  std::vector<DevicePart> parts;         ///< Their planes add up to those of the whole.
};

/// The components whose first element lies in a part: they have the labels `before` + 1 to `before` + `count`.
struct PartNumbers {
  std::uint64_t before = 0;  ///< Components that begin in earlier parts.
  std::uint32_t count = 0;   ///< Components that begin in the part.
};

/// What a labeling in parts found.
struct PartsReport {
  std::uint64_t components = 0;         ///< Components of the whole image or volume.
  std::uint64_t border_components = 0;  ///< Sum over the slabs of the components in their first and last planes.
  std::uint64_t pairs = 0;              ///< Pairs of components that touch across a seam, redundant ones left out.
  std::int64_t slabs = 0;               ///< Slabs: a part is one, or several where it has more elements than one takes.
  std::vector<PartNumbers> parts;       ///< Of each part.
};

/// Labels images and volumes that lie in parts on CUDA devices by a method of check_slab_method(). The labels are bit
/// for bit those of one labeling of the whole: 1..N in raster order (Numbering::raster), for either value of
/// LabelingSpec::numbering.
///
/// All devices label their parts at the same time. The last plane of a part is copied to the device of the next one,
/// which labels it with its first plane and finds the pairs of components that touch there. The host unites these
/// pairs, and each device writes its labels with their final numbers, once with Method::fast. Elements and labels of a
/// part never leave its device. Call it many times: scratch memory and streams are kept for the next labeling.
class PartsLabeler {
 public:
  /// Has no memory at first.
  explicit PartsLabeler(cuda::Method method = cuda::Method::fast);
  /// Moves. The other object may only be destroyed or assigned to afterwards.
  PartsLabeler(PartsLabeler&&) noexcept;
  /// Moves.
  PartsLabeler& operator=(PartsLabeler&&) noexcept;
  /// Frees the memory.
  ~PartsLabeler();

  /// Labels an image or volume. Labels and tables are complete when it returns. `most_planes` limits the planes that a
  /// device labels at once, 0: as many as the method takes. Fewer take less scratch memory for borders, and with
  /// Method::stava for labeling.
  ///
  /// Errors: `invalid_argument` (no part, a part without planes, elements or labels, planes that do not add up to those
  /// of the whole, tables of some parts alone, without rows or unaligned, a negative `most_planes`); those of check()
  /// with slab_capabilities(), of check_slab_method(), of cuda::Labeler::create() and of cuda::Labeler::label(), with
  /// the planes before the message; `unsupported` (LabelingSpec::columns, also moments); `too_large` (more components
  /// than 32 bits count, sums of coordinates that 64 bits do not hold, no memory on the host), `gpu`. Labels and tables
  /// are undefined after an error.
  Result<PartsReport> label(const DeviceParts& image, const LabelingSpec& spec = {}, int most_planes = 0);

  /// Bytes of device memory that are kept for the next labeling, on all devices together.
  std::int64_t device_bytes() const;

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace glccl::host
