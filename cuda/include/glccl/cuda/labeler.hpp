// The face of the CUDA engines: device memory or CUDA arrays in, labels and component tables in device memory out.
// Plain C++: streams, device pointers and arrays are void pointers, so a program needs CUDA's headers only where it
// makes such objects itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "glccl/api.h"
#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl::cuda {

/// The published methods and our own, each in a file of its own name. All of them label images with connectivity 4 and
/// 8 and the criteria Foreground and Equal, even if less was published; capabilities_of() says what else. If a method
/// repeats its kernels until nothing changes, label() waits for the GPU between rounds. The number of rounds has no
/// limit.
enum class Method {
  /// O. Stava and B. Benes, Connected Component Labeling in CUDA, GPU Computing Gems, chapter 35: tiles of 16x16 are
  /// solved in shared memory and merged four by four, level by level. The number of kernels follows from the extent
  /// alone. Also labels volumes, with connectivity 6, 18 and 26: tiles of 8x8x4 are merged 4x4x4.
  stava,
  /// Connected Components Revisited on Kepler, GPU Technology Conference 2013, session 3193: labels travel inside
  /// regions of 32x32 pixels that overlap by one pixel, along links to the farthest connected pixel, until nothing
  /// changes. Also has the criterion Difference, and labels volumes with connectivity 6, 18 and 26, in regions of 8x8x8
  /// voxels. LinksOptions has the variants of the talk.
  links,
  /// I.-Y. Jung and C.-S. Jeong, Parallel connected-component labeling algorithm for GPGPU applications, 2010, as
  /// C. Bester and L. Pulles, Connected-Components Labeling, section 3.3, give it: labels are tree pointers in global
  /// memory, and roots take the smallest neighbouring label by atomicMin until nothing changes.
  jung,
  /// The same on a surface, which Bester and Pulles compare with it. Surfaces have no atomicMin, so more rounds may be
  /// needed.
  jung_surface,
  /// F. Qin and B. Fang, GPU accelerated parallel labeling algorithm of connected-domains in binary images, 2010: every
  /// pixel takes the smallest label around it and the place of its component's top pixel, whose record gathers the
  /// component's extents. Takes as many rounds as the longest path inside a component has pixels.
  qin,
  /// K. A. Hawick, A. Leist and D. P. Playne, Parallel graph component labelling with GPUs and CUDA, 2010, kernel D:
  /// label equivalence, which scans, analyses and relabels until nothing changes.
  hawick,
  /// Our own method, which the OpenGL engine `compute` has too: union-find over runs of pixels that are packed to bits.
  /// Tiles are solved in shared memory and merged along their borders, after Stava and Benes. Roots are united without
  /// rounds, after Y. Komura, GPU-based cluster-labeling algorithm without the use of conventional iteration, 2015, and
  /// D. P. Playne and K. Hawick, A new algorithm for parallel connected-component labelling on GPUs, 2018. Launches two
  /// or three kernels, three or four more for numbers and table, five for a filter, and never waits for the GPU. Also
  /// has the criterion Difference, batches, volumes with connectivity 6, 18 and 26, and filters. Fills holes, by a
  /// labeling of the background with a filter before that of the foreground, in the same memory.
  fast,
};

/// The method's name on the command line and in messages: `cuda-stava`.
GLCCL_API std::string_view name_of(Method method);

/// Capabilities of the method: connectivities, criteria, formats and the largest image. The device and its memory may
/// allow less.
GLCCL_API const Capabilities& capabilities_of(Method method);

/// Where Method::links gathers labels from. Each variant also has the sources of those before it.
enum class LinksGather {
  one,  ///< "1-gather": the connected neighbours.
  max,  ///< "max-gather": the farthest pixel that is connected in a straight line.
  root  ///< "LabelRoot": the pixel that the thread's own label comes from, anywhere in the image.
};

/// The variants of Method::links in the talk's table of execution times.
struct LinksOptions {
  LinksGather gather = LinksGather::root;  ///< Where labels are gathered from.
  /// Labels of a row pass by warp shuffle; false: through shared memory, as they always do in volumes.
  bool shuffle = true;
};

/// An image or volume in device memory. ImageView says where its elements lie. The device must reach the memory:
/// cudaMalloc, managed, or pinned host memory. Address, row_bytes and slice_bytes are multiples of the bytes of an
/// element. Rows of a slice, and slices, follow each other without overlap.
struct DeviceImage {
  ImageView view;  ///< The image or volume; its data is a device address.
};

/// An image in a 2-D CUDA array, or a volume in a 3-D CUDA array. Its extent is that of the array. Layered arrays are
/// refused.
struct ArrayImage {
  const void* array = nullptr;           ///< A cudaArray_t with the channels of `format`.
  PixelFormat format = PixelFormat::u8;  ///< The format of the pixels.
};

/// The input of a labeling.
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

/// The second images of a labeling, in device memory, of the labeled image's extent. Data that are null: there is none.
struct DeviceSecondImages {
  DeviceImage mask = {};       ///< The mask of LabelingSpec::masked.
  DeviceImage intensity = {};  ///< The image that table_column_intensity measures. It must not overlap the labels.
};

/// Arguments of a CUDA labeling besides the specification.
struct Options {
  DeviceTable table = {};                    ///< Needs Numbering::raster.
  TimingDetail timing = TimingDetail::none;  ///< Read the times with Labeler::times().
  LinksOptions links = {};                   ///< Tuning of Method::links.
  DeviceSecondImages beside = {};            ///< The mask and the intensities.
  /// Tuning of Method::jung and Method::jung_surface: 4, 8, 16 or 32 threads per side of a block. 8 is Bester and
  /// Pulles' choice.
  int block_side = 8;
};

/// The caller's allocator for the scratch memory of a Labeler, in place of cudaMalloc and cudaFree.
/// Method::jung_surface also has a surface, and methods that wait for the GPU between rounds have four bytes of pinned
/// memory; these come from CUDA. Copies of the functions live until they have freed all memory, so they have to own
/// what they use. An exception in them becomes an Error.
struct Allocator {
  /// Returns device memory for work on `stream` (a cudaStream_t) from now on, at a multiple of 256 bytes; null if there
  /// is none. The Labeler's device is current. Called by Labeler::reserve(), and by a Labeler::label() that needs more
  /// memory.
  std::function<void*(std::size_t bytes, void* stream)> allocate = {};
  /// Frees memory of allocate(). The GPU has finished with it, so an allocator whose functions are in the order of
  /// streams may free it on any stream. Called by reserve() and the destructor of any Labeler, and by a label() that
  /// needs more memory.
  std::function<void(void* memory, std::size_t bytes)> free = {};
};

/// The number at Launched::count of a volume with more than 2^32 - 2 components. Labels have 32 bits, so several of its
/// components have one label, and its table is not valid. Labeler::wait() returns an Error.
inline constexpr std::uint32_t too_many_components = 0xFFFFFFFF;

/// A labeling that was launched on its stream.
struct Launched {
  Extent extent;  ///< The extent of the labels.
  /// Device address of a 32-bit integer, the number of components or too_many_components. With Numbering::root null,
  /// unless a volume has more than 2^32 - 2 voxels. It belongs to the Labeler until its next label(). If the labeling
  /// was captured, it belongs to the graph, and the next captured labeling of the same graph writes to it too.
  const void* count = nullptr;
  /// Device address of the records of Method::qin; null for other methods. The records belong to the Labeler until its
  /// next label(). There is one per pixel in raster order, without gaps: four signed 32-bit integers. Below, (x, y) is
  /// the component's first pixel in raster order, and x0, x1, y0, y1 are its box.
  ///
  ///     the record of       code                     width    height   flag
  ///     the first pixel     y * extent.width + x     x1 - x0  y1 - y0  x0 - x, which is 0 or less
  ///     its other pixels    y * extent.width + x     x        y        1
  ///     background          -1                       0        0        0
  const void* records = nullptr;
};

/// An image of a batch.
struct BatchItem {
  SourceImage image;               ///< The input.
  Target target;                   ///< The place of its labels.
  DeviceTable table = {};          ///< As Options::table. Either all images of a batch have a table, or none has.
  DeviceSecondImages beside = {};  ///< As Options::beside.
};

/// A batch that was launched on its stream.
struct LaunchedBatch {
  Extent extent;  ///< The extent of each image.
  /// Device address of a 32-bit integer per image, in the order of the images: its number of components; null with
  /// Numbering::root. They belong to the Labeler or to a graph, as Launched::count does.
  const void* counts = nullptr;
};

/// Labels images on one CUDA device. One thread at a time may use a Labeler; several Labelers may work side by side.
/// Every member leaves the current device of the calling thread as it was, and prints nothing. Only members that say so
/// wait for the GPU. A CUDA error is part of the Error that a member returns, and is not left behind for
/// cudaGetLastError. (Errors that corrupt the process's CUDA context, such as cudaErrorIllegalAddress, come back from
/// every later call. That is CUDA's rule.)
class GLCCL_API Labeler {
 public:
  /// Makes a Labeler on CUDA device `device`, an index of list_devices(), or with -1 on the device that is current on
  /// this thread. Scratch memory comes from `allocator`, or without its functions from cudaMalloc. Errors: `no_device`
  /// (no driver, no device, no such device, or a device that this build has no code for; the message says which and
  /// what would work), `invalid_argument` (an allocator with one function), `gpu`.
  static Result<Labeler> create(Method method = Method::fast, int device = -1, Allocator allocator = {});

  /// Moves. The other object may only be destroyed or assigned to afterwards.
  Labeler(Labeler&&) noexcept;
  /// Moves.
  Labeler& operator=(Labeler&&) noexcept;
  /// Waits for the last labeling. Graphs into which labelings were captured stay valid.
  ~Labeler();

  /// Allocates the scratch memory for labelings of `images` images by label() or label_batch(), or of a volume by
  /// label(), with this specification, format and extent, into any target. Waits for the last labeling. Calls for
  /// several labelings add up to memory for the largest. The next label() of this kind allocates nothing.
  ///
  /// A stream capture needs this call before it begins, because memory cannot be allocated in a capture. label() inside
  /// the capture takes all scratch memory out of the Labeler and gives it to the graph. So each capture needs calls of
  /// its own, and scratch_bytes() is 0 after it. After a label() outside of captures, a capture needs the call again.
  ///
  /// `stream` is for Allocator::allocate. Errors: those of check() with capabilities_of(); `invalid_argument` (no
  /// images, a stream that is being captured), `unsupported` (several images with another method than Method::fast,
  /// several volumes), `too_large` (as label()), `gpu` (out of memory). Do not call it while any stream of the device
  /// is being captured: it may free memory, for which CUDA waits.
  Status reserve(const LabelingSpec& spec, PixelFormat format, Extent extent, int images = 1, void* stream = nullptr);

  /// Labels an image or volume in the order of `stream` (a cudaStream_t; null is CUDA's default stream). Returns once
  /// the kernels are launched. Labelings of one Labeler run one after another, also on different streams. Scratch
  /// memory is kept for the next labeling; the first labeling of a larger extent allocates, which waits for the last
  /// labeling.
  ///
  /// If the stream is being captured, the labeling becomes part of the CUDA graph, whose launches repeat it on the same
  /// memory. The graph owns its scratch memory and texture objects, which live until the graph, its instances and their
  /// launches are gone; reserve() and the destructor of any Labeler then free them. Launches of the graph need no
  /// order with labelings outside of it; those of two instances of one graph must not overlap. Labelings that are
  /// captured into one graph run one after another, also on forked streams. Errors of captures are found before
  /// anything is recorded, so the capture stays valid: `unsupported` (a method that waits for the GPU between rounds;
  /// Method::fast and Method::stava do not), `invalid_argument` (no reserve(), Options::timing, a capture that is
  /// invalid already).
  ///
  /// Errors leave labels and table untouched, except for `gpu` errors of launches: those of check() with
  /// capabilities_of() and of check_table(); `invalid_argument` (null or host pointers, a pitch that is too small or
  /// unaligned, memory that overlaps, arrays of another format or extent, block_side), `too_large` (an image beyond the
  /// device's largest surface, with Method::jung_surface; with Method::fast an image or volume that is so thin that
  /// numbers of 32 bits do not count its tiles' components), `gpu` (out of memory; any CUDA error, with the call and
  /// the error's name).
  Result<Launched> label(const SourceImage& image, const Target& target, const LabelingSpec& spec = {},
                         const Options& options = {}, void* stream = nullptr);

  /// Labels images of one extent and format as label() does, but up to 32 of them by each kernel. It is for many small
  /// images, each of which alone would not fill the GPU. Only with Method::fast. Each image has labels and numbers of
  /// its own. Images may share memory with other images. Targets and tables must not share memory with anything in the
  /// batch; the bytes between the rows of a target belong to it. `options.table` must be empty: the items have tables.
  ///
  /// Errors: those of label(), with the index of the image; `invalid_argument` also for no images, images that differ
  /// in extent or format, tables for some images only, and shared memory; `unsupported` for another method and for
  /// volumes.
  Result<LaunchedBatch> label_batch(std::span<const BatchItem> items, const LabelingSpec& spec = {},
                                    const Options& options = {}, void* stream = nullptr);

  /// Returns the GPU times of the last label() or label_batch() outside of captures, in the detail of Options::timing.
  /// Waits for the GPU. With TimingDetail::stages or passes there is one entry per launch, in the order of launches,
  /// and StageTime::stage is the kernel's name; each method's file lists its kernels. From the 4096th launch on, all
  /// kernels share one entry named further_kernels. Events between kernels cost 1 to 2 us each and keep the kernels
  /// apart, so compare methods by `whole`. Error `gpu`: a kernel failed.
  Result<std::vector<StageTime>> times();

  /// Waits for the last labeling outside of captures. Errors: `gpu` (a kernel failed), `too_large` (a volume with more
  /// than 2^32 - 2 components).
  Status wait();

  /// Bytes of device memory that are kept for the next labeling, besides images, labels and tables: the largest amount
  /// that any labeling needed so far. It grows with the number of pixels or voxels. Most methods need more with
  /// Numbering::raster, for batches, and for targets that are arrays or have gaps between their rows. 0 before the
  /// first labeling.
  std::int64_t scratch_bytes() const;

  /// The index of the CUDA device.
  int device() const;

  /// The method.
  Method method() const;

 private:
  struct State;
  friend struct SlabAccess;  // cuda/faces/split.hpp
  explicit Labeler(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glccl::cuda
