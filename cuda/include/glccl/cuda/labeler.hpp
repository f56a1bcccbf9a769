// The face of the CUDA engines: device memory or CUDA arrays in, labels and component tables in device memory out.
// Plain C++: streams, device pointers and arrays pass as void pointers, so that a program needs CUDA's headers only
// where it makes such things itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl::cuda {

/// The published methods and our own, each in a file of its own name. All have connectivity 4 and 8 and the criteria
/// Foreground and Equal, whatever of these was published. Where a method repeats its kernels until nothing changes,
/// label() waits for the GPU between the rounds, and there are as many as the image takes.
enum class Method {
  /// O. Stava and B. Benes, Connected Component Labeling in CUDA, GPU Computing Gems, chapter 35: tiles of 16x16 are
  /// solved in shared memory and merged four by four, level by level. The number of kernels follows from the size
  /// alone.
  stava,
  /// Connected Components Revisited on Kepler, GPU Technology Conference 2013, session 3193: labels travel inside
  /// regions of 32x32 pixels that overlap by one, along links to the farthest connected pixel, until nothing changes.
  /// Also criterion Difference. LinksOptions has the variants of the talk.
  links,
  /// I.-Y. Jung and C.-S. Jeong, Parallel connected-component labeling algorithm for GPGPU applications, as C. Bester
  /// and
  /// L. Pulles, Connected-Components Labeling, section 3.3, give it: labels are tree pointers in global memory, roots
  /// take the smallest neighbouring label by atomicMin, until nothing changes.
  jung,
  /// The same on a surface, as Bester and Pulles compare it: surfaces have no atomicMin, so more rounds may be needed.
  jung_surface,
  /// F. Qin and B. Fang, GPU accelerated parallel labeling algorithm of connected-domains in binary images, 2010: every
  /// pixel takes the smallest label around it, and with it where its component's top pixel lies; that one's record
  /// gathers the extents. Until nothing changes, which is as many rounds as the longest way inside a component.
  qin,
  /// K. A. Hawick, A. Leist and D. P. Playne, Parallel graph component labelling with GPUs and CUDA, 2010, kernel D:
  /// label equivalence, which scans, analyses and labels until nothing changes.
  hawick,
  /// Our own, that of the OpenGL engine `compute`: union-find over runs of pixels that are packed to bits. Tiles are
  /// solved in shared memory and merged along their borders, after Stava and Benes; roots are united at once, after
  /// Y. Komura, GPU-based cluster-labeling algorithm without the use of conventional iteration, 2015, and D. P. Playne
  /// and K. Hawick, A new algorithm for parallel connected-component labelling on GPUs, 2018. Two or three kernels,
  /// three or four more for numbers and table, and no waiting. Also criterion Difference, and batches.
  fast,
};

/// The method's name on the command line and in messages: `cuda-stava`.
std::string_view name_of(Method method);

/// What the method can label: its name, connectivities, criteria, formats and largest images. The device and its memory
/// may allow less.
const Capabilities& capabilities_of(Method method);

/// How far Method::links gathers labels from, each with what those before it have.
enum class LinksGather {
  one,  ///< "1-gather": from the connected neighbours
  max,  ///< and "max-gather": from the farthest pixel connected in a straight line
  root  ///< and "LabelRoot": from the pixel that the own label comes from, anywhere in the image
};

/// The variants of Method::links that the talk's table of execution times has.
struct LinksOptions {
  LinksGather gather = LinksGather::root;  ///< How far labels are gathered from.
  bool shuffle = true;  ///< labels of a row pass from thread to thread by warp shuffle, else through shared memory
};

/// An image in device memory. Element (x, y) begins at byte y * row_bytes + x * bytes_per_pixel(format) of `view.data`.
/// The memory is reached by the device: cudaMalloc, managed, or pinned host memory. Address and row_bytes are multiples
/// of the bytes of a pixel. Sides are below 2^31, and the image has fewer than 2^32 - 1 elements.
struct DeviceImage {
  ImageView view;  ///< The image; its data is a device address.
};

/// An image in a 2-D CUDA array (a cudaArray_t), whose size counts and whose channels have to be those of `format`.
struct ArrayImage {
  const void* array = nullptr;           ///< The cudaArray_t.
  PixelFormat format = PixelFormat::u8;  ///< How its elements are read.
};

/// What is labeled.
using SourceImage = std::variant<DeviceImage, ArrayImage>;

/// Labels as 32-bit integers in device memory, label (x, y) at byte y * row_bytes + 4 * x. Must not overlap the image.
/// Labels whose rows have no gaps (row_bytes = 4 * width) need no scratch memory of 4 bytes per pixel.
struct DeviceLabels {
  void* values = nullptr;     ///< Device address of label (0, 0).
  std::size_t row_bytes = 0;  ///< Bytes from a row to the next, a multiple of 4.
};

/// Labels in a 2-D CUDA array (a cudaArray_t) of one unsigned 32-bit channel, of the image's extent, made with
/// cudaArraySurfaceLoadStore.
struct ArrayLabels {
  void* array = nullptr;  ///< The cudaArray_t.
};

/// Where the labels go.
using Target = std::variant<DeviceLabels, ArrayLabels>;

/// A component table in device memory, laid out as glccl/table.hpp says, aligned to 16 bytes. Rows past the number of
/// components keep what they held.
struct DeviceTable {
  void* data = nullptr;    ///< Null: no table.
  std::uint32_t rows = 0;  ///< Capacity in rows.
};

/// What is asked of a CUDA method besides the specification.
struct Options {
  DeviceTable table = {};                    ///< Needs Numbering::raster.
  TimingDetail timing = TimingDetail::none;  ///< Read the times with Labeler::times().
  LinksOptions links = {};                   ///< Tuning of Method::links.
  /// Tuning of Method::jung and jung_surface: 4, 8, 16 or 32 threads per side of a block. 8 is Bester and Pulles'
  /// choice.
  int block_side = 8;
};

/// A labeling that was launched on its stream.
struct Launched {
  Extent extent;  ///< Extent of the labels.
  /// Device address of a 32-bit integer, the number of components (labels have 32 bits, so a count has). It belongs to
  /// the Labeler until its next label(); null with Numbering::root.
  const void* count = nullptr;
  /// With Method::qin the device address of its records, four signed 32-bit integers (code, width, height, flag) per
  /// pixel in raster order, without gaps. They belong to the Labeler until its next label(). Null for other methods.
  ///
  /// Code is y * width + x of the component's top pixel (x, y), its first in raster order; -1 for background, whose
  /// other fields are 0. The top pixel's own record has the extents of the component's box as the table has it: width
  /// x1 - x0, height y1 - y0, and as flag x0 - x, which is 0 or less. Every other pixel of the component has flag 1 and
  /// points to the top pixel: width is x and height is y.
  const void* records = nullptr;
};

/// An image of a batch.
struct BatchItem {
  SourceImage image;       ///< What is labeled.
  Target target;           ///< Where its labels go.
  DeviceTable table = {};  ///< As Options::table. Either all images of a batch have one, or none has.
};

/// A batch that was launched on its stream.
struct LaunchedBatch {
  Extent extent;  ///< Extent of each image.
  /// Device address of a 32-bit integer per image, in their order: its number of components. It belongs to the Labeler
  /// until its next labeling; null with Numbering::root.
  const void* counts = nullptr;
};

/// Labels images on one CUDA device. Not for several threads at once; several Labelers may work side by side. Whatever
/// device was current on the calling thread is so again when a member returns. Nothing is printed, no member but the
/// ones that say so waits for the GPU, and a CUDA error that a member meets is part of the Error that it returns, never
/// left behind for cudaGetLastError (errors that corrupt the process's CUDA context, such as cudaErrorIllegalAddress,
/// come back from every later call; that is CUDA's rule).
class Labeler {
 public:
  /// On CUDA device `device` (list_devices() counts them), or with -1 on the one that is current on this thread.
  /// Errors: `no_device` (no driver, no device, no such device, none that this build has code for: the message says
  /// which and what would work), `gpu`.
  static Result<Labeler> create(Method method = Method::fast, int device = -1);

  /// Moves. The other object may only be destroyed or assigned to afterwards.
  Labeler(Labeler&&) noexcept;
  /// Moves.
  Labeler& operator=(Labeler&&) noexcept;
  /// Waits for the last labeling.
  ~Labeler();

  /// Labels an image in the order of `stream` (a cudaStream_t; null is CUDA's default stream). Returns once the kernels
  /// are launched. Labelings of one Labeler run one after another, also on different streams. Scratch memory is kept
  /// for the next labeling; the first one of a larger size allocates, which may wait for the GPU.
  ///
  /// Errors leave labels and table untouched, except for `gpu` errors of launches: `invalid_argument` (sizes of zero,
  /// null or host pointers, a pitch too small or unaligned, memory that overlaps, arrays of another format or size, a
  /// table with Numbering::root), `unsupported` (criterion or format), `too_large` (more than 2^32 - 2 elements),
  /// `gpu` (out of memory; any CUDA error, with the call and the error's name).
  Result<Launched> label(const SourceImage& image, const Target& target, const LabelingSpec& spec = {},
                         const Options& options = {}, void* stream = nullptr);

  /// Labels images of one size and format, as label() does each of them, but by the kernels of one: for many small
  /// images, whose kernels alone would not fill the GPU. Only with Method::fast. Each image has labels and numbers
  /// of its own; images may share memory with images, targets and tables with nothing in the batch, and what lies
  /// between the rows of a target counts to it. `options.table` has to be empty: tables are in the items. Errors: those
  /// of label(), with the index of the image; `invalid_argument` also for no images, images that differ in size or
  /// format, tables for some, and shared memory; `unsupported` for another algorithm.
  Result<LaunchedBatch> label_batch(std::span<const BatchItem> items, const LabelingSpec& spec = {},
                                    const Options& options = {}, void* stream = nullptr);

  /// GPU times of the last label() or label_batch() as Options::timing asked for them; waits for the GPU. With `stages`
  /// or `passes`, StageTime::stage is a kernel's name, one entry per launch, in their order; each method's file lists
  /// its kernels. From the 4096th launch on, all kernels share one time named further_kernels. Events between kernels
  /// cost 1 to 2 us each and keep the kernels apart, so `whole` is the time to compare. Error `gpu`: a kernel failed.
  Result<std::vector<StageTime>> times();

  /// Waits for the last labeling. Error `gpu`: a kernel failed.
  Status wait();

  /// Bytes of device memory that are kept for the next labeling, besides images, labels and tables: what the largest
  /// ones so far needed. It grows with the pixels, and for most algorithms with Numbering::raster, batches, and targets
  /// that are arrays or have gaps between their rows. 0 before the first labeling.
  std::int64_t scratch_bytes() const;

  /// The index of the CUDA device.
  int device() const;

  /// The method that it was created with.
  Method method() const;

 private:
  struct State;
  explicit Labeler(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glccl::cuda
