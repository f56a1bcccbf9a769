// Device memory as a CUDA labeling takes it: images and CUDA arrays that it reads, labels and tables that it writes,
// and where its scratch memory comes from. Plain C++: streams, device pointers and arrays are void pointers, so a
// program needs CUDA's headers only where it makes such objects itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <variant>

#include "glccl/image.hpp"
#include "glccl/types.hpp"

namespace glccl::cuda {

/// An image or volume in device memory, whose data is a device address. The device must reach the memory: cudaMalloc,
/// managed, or pinned host memory. Address, row_bytes and slice_bytes are multiples of the bytes of an element. Rows of
/// a slice, and slices, follow each other without overlap.
using DeviceImage = ImageView;

/// An image in a 2-D CUDA array, or a volume in a 3-D CUDA array. Its extent is that of the array. Layered arrays are
/// refused.
struct ArrayImage {
  const void* array = nullptr;           ///< A cudaArray_t with the channels of `format`.
  PixelFormat format = PixelFormat::u8;  ///< The format of the pixels.
};

/// The image or volume that is labeled.
using SourceImage = std::variant<DeviceImage, ArrayImage>;

/// Labels as 32-bit integers in device memory, label (x, y, z) at byte z * slice_bytes + y * row_bytes + 4 * x. Must
/// not overlap the image. Any multiples of 4 will do; labels are written fastest where the address and all pitches are
/// multiples of 16. Gaps between the rows cost published methods 4 bytes of scratch memory per pixel.
struct DeviceLabels {
  void* values = nullptr;       ///< The first label.
  std::size_t row_bytes = 0;    ///< Bytes from a row to the next, a multiple of 4; 0: rows have no gaps.
  std::size_t slice_bytes = 0;  ///< Bytes from a slice to the next, a multiple of 4; 0: slices have no gaps.
};

/// Labels in a CUDA array of one unsigned 32-bit channel, of the image's extent, made with cudaArraySurfaceLoadStore:
/// 2-D for images, 3-D for volumes. An array of depth 1 will do for an image.
struct ArrayLabels {
  void* array = nullptr;  ///< A cudaArray_t.
};

/// The memory or array that labels are written to.
using Target = std::variant<DeviceLabels, ArrayLabels>;

/// A component table in device memory, laid out as glccl/table.hpp says, aligned to 16 bytes: table_bytes() with
/// table_columns_of() the extent and LabelingSpec::columns is its size. Rows past the number of components keep what
/// they held.
struct DeviceTable {
  void* data = nullptr;    ///< Null: no table.
  std::uint32_t rows = 0;  ///< Capacity in rows.
};

/// The images that a labeling reads.
struct Inputs {
  SourceImage image;  ///< The image or volume that is labeled.
  /// The mask, of PixelFormat::u8 or unorm8 and the extent of the image. Only the elements at which it is not 0 are
  /// labeled (check_mask()). Null data: no mask, at no cost.
  DeviceImage mask = {};
  /// The image that table_column_intensity measures, of one channel and the extent of the image. It must not overlap
  /// the labels. Null data: none.
  DeviceImage intensity = {};
};

/// An image of a batch.
struct BatchItem {
  Inputs inputs;           ///< The images that are read. Either all images of a batch have a mask, or none has.
  Target target;           ///< The place of its labels.
  DeviceTable table = {};  ///< As Outputs::table. Either all images of a batch have a table, or none has.
};

/// The number at Labels::count of a volume with more than 2^32 - 2 components. Labels have 32 bits, so several of its
/// components have one label, and its table is not valid. Labeler::wait() returns an Error.
inline constexpr std::uint32_t too_many_components = 0xFFFFFFFF;

/// Labels of a labeling, for commands that come later on its stream or wait for it. Tracker and Regions take them, and
/// labels that something else has made.
struct Labels {
  Target target = {};  ///< Where they are.
  Extent extent;       ///< Their extent.
  /// Device address of a 32-bit integer, the number of components or too_many_components. With Numbering::root null,
  /// unless a volume has more than 2^32 - 2 voxels. It belongs to the Labeler until its next label(). If the labeling
  /// was captured, it belongs to the graph, and the next captured labeling of the same graph writes to it too.
  const void* count = nullptr;
  /// Device address of what a method of another library gives besides labels; null for the methods of this one. It
  /// belongs to the Labeler until its next label().
  const void* records = nullptr;
};

/// Labels of a batch, likewise; where they are, its items say.
struct BatchLabels {
  Extent extent;  ///< The extent of each image.
  /// Device address of a 32-bit integer per image, in the order of the images: its number of components; null with
  /// Numbering::root. They belong to the Labeler or to a graph, as Labels::count does.
  const void* counts = nullptr;
};

/// The caller's allocator for the scratch memory of a Labeler and for all memory of Regions and a Tracker, in place of
/// cudaMalloc and cudaFree.
/// A method may have a surface besides, and methods that wait for the GPU between rounds have four bytes of pinned
/// memory; these come from CUDA. Copies of the functions live until they have freed all memory, so they have to own
/// what they use. An exception in them becomes an Error.
struct Allocator {
  /// Returns device memory for work on `stream` (a cudaStream_t) from now on, at a multiple of 256 bytes; null if there
  /// is none. The device is current. Called by Labeler::prepare(), by a Labeler::label() that needs more
  /// memory, and by create() of Regions and Tracker, with CUDA's default stream.
  std::function<void*(std::size_t bytes, void* stream)> allocate = {};
  /// Frees memory of allocate(). The GPU has finished with it, so an allocator whose functions are in the order of
  /// streams may free it on any stream. Called by prepare() and the destructor of any Labeler, by a label() that
  /// needs more memory, and by the destructors of Regions and Tracker.
  std::function<void(void* memory, std::size_t bytes)> free = {};
};

}  // namespace glccl::cuda
