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

#include "glccl/result.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl::cuda {

/// The published methods and our own, each in a file of its own name. All have connectivity 4 and 8 and the criteria
/// Foreground and Equal, whatever of these was published. Where a method repeats its kernels until nothing changes,
/// label() waits for the GPU between the rounds, and there are as many as the image takes.
enum class Algorithm {
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

/// The engine's name on the command line and in messages: `cuda-stava`.
std::string_view name_of(Algorithm algorithm);

/// How far Algorithm::links gathers labels from, each with what those before it have.
enum class LinksGather {
  one,  ///< "1-gather": from the connected neighbours
  max,  ///< and "max-gather": from the farthest pixel connected in a straight line
  root  ///< and "LabelRoot": from the pixel that the own label comes from, anywhere in the image
};

/// The variants of Algorithm::links that the talk's table of execution times has.
struct LinksOptions {
  LinksGather gather = LinksGather::root;
  bool shuffle = true;  ///< labels of a row pass from thread to thread by warp shuffle, else through shared memory
};

/// How a pixel is stored, and so in which units its criterion is given.
enum class PixelFormat {
  u8,       ///< one 8-bit integer (GL_R8UI); thresholds in integers
  u16,      ///< one 16-bit integer (GL_R16UI)
  u32,      ///< one 32-bit integer (GL_R32UI)
  unorm8,   ///< one byte that stands for 0..1 (GL_R8); thresholds in 0..1
  f32,      ///< one float (GL_R32F)
  rgba8,    ///< four bytes red, green, blue, alpha that each stand for 0..1 (GL_RGBA8)
  rgba16f,  ///< four half floats (GL_RGBA16F)
};

/// Bytes of a pixel: 1, 2, 4 or 8.
std::size_t bytes_per_pixel(PixelFormat format);

/// An image in device memory, pixel (x, y) at byte y * pitch + x * bytes_per_pixel(format). Memory that the device
/// reaches: cudaMalloc, managed, or pinned host memory. `pixels` and `pitch` are multiples of the bytes of a pixel.
struct DeviceImage {
  const void* pixels = nullptr;
  std::size_t pitch = 0;  ///< bytes from a row to the next
  Size size;              ///< 1x1 to 32768x32768
  PixelFormat format = PixelFormat::u8;
};

/// An image in a 2-D CUDA array (a cudaArray_t), whose size counts and whose channels have to be those of `format`.
struct ArrayImage {
  const void* array = nullptr;
  PixelFormat format = PixelFormat::u8;
};

/// What is labeled.
using Image = std::variant<DeviceImage, ArrayImage>;

/// Labels as 32-bit integers in device memory, label (x, y) at byte y * pitch + 4 * x. Must not overlap the image.
/// Labels whose rows lie without gaps (pitch = 4 * width) need no scratch memory of 4 bytes a pixel.
struct DeviceLabels {
  void* values = nullptr;
  std::size_t pitch = 0;  ///< bytes, a multiple of 4
};

/// Labels in a 2-D CUDA array (a cudaArray_t) of one unsigned 32-bit channel, of the image's size, made with
/// cudaArraySurfaceLoadStore.
struct ArrayLabels {
  void* array = nullptr;
};

/// Where the labels go.
using Target = std::variant<DeviceLabels, ArrayLabels>;

/// A component table in device memory, laid out as glccl/table.hpp says: 64 bytes of header and 64 for each of `rows`,
/// aligned to 16 bytes. Rows past the number of components keep what they held.
struct DeviceTable {
  void* data = nullptr;    ///< null: no table
  std::uint32_t rows = 0;  ///< that it has room for
};

/// What CUDA events take the times of.
enum class Timings {
  none,
  whole,    ///< the whole labeling: an event before all that is launched and one behind it
  kernels,  ///< every kernel: an event before each, which takes 1 to 2 us a kernel and keeps the kernels apart
};

/// What to label for. The defaults label every non-zero pixel, 8-connected, numbered in raster order.
struct Options {
  Connectivity connectivity = Connectivity::eight;
  /// Foreground on every format; a format of one channel has that one, whatever Foreground::channel says. Equal on u8,
  /// u16, u32 and rgba8. Difference only with Algorithm::links and fast, on every format.
  Criterion criterion = Foreground{};
  /// With `root` a label is 1 + y * width + x of the component's first pixel (x, y) in raster order.
  Numbering numbering = Numbering::raster;
  DeviceTable table = {};           ///< needs Numbering::raster
  Timings timings = Timings::none;  ///< read them with Labeler::timings()
  LinksOptions links = {};          ///< of Algorithm::links
  /// Of Algorithm::jung and jung_surface: 4, 8, 16 or 32 threads a side of a block. 8 is Bester and Pulles' choice.
  int block_side = 8;
};

/// What label() has set under way on its stream.
struct Labels {
  Size size;
  /// Device address of a 32-bit integer, the number of components, which belongs to the Labeler until its next label();
  /// null with Numbering::root.
  const void* count = nullptr;
  /// With Algorithm::qin the device address of its records, four signed 32-bit integers (code, width, height, flag) a
  /// pixel in raster order, without gaps; they belong to the Labeler until its next label(). Else null.
  ///
  /// Code is y * width + x of the component's top pixel (x, y), its first in raster order; -1 for background, whose
  /// other fields are 0. The top pixel's own record has the extents of the component's box as the table has it: width
  /// x1 - x0, height y1 - y0, and as flag x0 - x, which is 0 or less. Every other pixel of the component has flag 1 and
  /// points to the top pixel: width is x and height is y.
  const void* records = nullptr;
};

/// An image of a batch.
struct BatchItem {
  Image image;
  Target target;
  DeviceTable table = {};  ///< as Options::table; all images of a batch have one, or none has
};

/// What label_batch() has set under way on its stream.
struct BatchLabels {
  Size size;  ///< of each image
  /// Device address of a 32-bit integer for each image, in their order: its number of components. Belongs to the
  /// Labeler until its next labeling; null with Numbering::root.
  const void* counts = nullptr;
};

/// GPU time of one kernel, in the order of the launches; each algorithm's file lists its kernels. Where a method takes
/// thousands of rounds, all kernels from the 4096th launch on have one time, named further_kernels. With Timings::whole
/// there is one time, named labeling.
struct KernelTime {
  std::string kernel;
  double milliseconds = 0.0;
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
  static Result<Labeler> create(Algorithm algorithm = Algorithm::stava, int device = -1);

  Labeler(Labeler&&) noexcept;
  Labeler& operator=(Labeler&&) noexcept;
  /// Waits for the last labeling.
  ~Labeler();

  /// Labels an image in the order of `stream` (a cudaStream_t; null is CUDA's default stream). Returns once the kernels
  /// are launched. Labelings of one Labeler run one after another, also on different streams. Scratch memory is kept
  /// for the next labeling; the first one of a larger size allocates, which may wait for the GPU.
  ///
  /// Errors leave labels and table untouched, except for `gpu` errors of launches: `invalid_argument` (sizes of zero,
  /// null or host pointers, a pitch too small or unaligned, memory that overlaps, arrays of another format or size, a
  /// table with Numbering::root), `unsupported` (criterion or format), `too_large` (beyond 32768 in a direction),
  /// `gpu` (out of memory; any CUDA error, with the call and the error's name).
  Result<Labels> label(const Image& image, const Target& target, const Options& options = {}, void* stream = nullptr);

  /// Labels images of one size and format, as label() does each of them, but by the kernels of one: for many small
  /// images, whose kernels alone would not fill the GPU. Only with Algorithm::fast. Each image has labels and numbers
  /// of its own; images may share memory with images, targets and tables with nothing in the batch, and what lies
  /// between the rows of a target counts to it. `options.table` has to be empty: tables are in the items. Errors: those
  /// of label(), with the index of the image; `invalid_argument` also for no images, images that differ in size or
  /// format, tables for some, and shared memory; `unsupported` for another algorithm.
  Result<BatchLabels> label_batch(std::span<const BatchItem> items, const Options& options = {},
                                  void* stream = nullptr);

  /// GPU times of the last label() or label_batch() as Options::timings asked for them, empty with Timings::none; waits
  /// for the GPU. Error `gpu`: a kernel failed.
  Result<std::vector<KernelTime>> timings();

  /// Waits for the last labeling. Error `gpu`: a kernel failed.
  Status wait();

  /// Bytes of device memory that are kept for the next labeling, besides images, labels and tables: what the largest
  /// ones so far needed. It grows with the pixels, and for most algorithms with Numbering::raster, batches, and targets
  /// that are arrays or have gaps between their rows. 0 before the first labeling.
  std::int64_t scratch_bytes() const;

  /// The CUDA device.
  int device() const;
  Algorithm algorithm() const;

 private:
  struct State;
  explicit Labeler(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glccl::cuda
