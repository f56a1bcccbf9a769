// Labeling on CUDA: device memory or CUDA arrays in, labels and component tables in device memory out. Plain C++:
// streams, device pointers and arrays pass as void pointers, so that a program needs CUDA's headers only where it
// creates them.
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
/// Foreground and Equal, even where the publication has less. Methods that repeat their kernels until nothing changes
/// read back a flag every few rounds, so label() waits for the GPU. There is no limit on the number of rounds.
enum class Method {
  /// O. Stava and B. Benes, Connected Component Labeling in CUDA, GPU Computing Gems, chapter 35: tiles of 16x16 are
  /// solved in shared memory and merged four by four, level by level. The number of kernels follows from the size
  /// alone.
  stava,
  /// Connected Components Revisited on Kepler, GPU Technology Conference 2013, session 3193: labels travel inside
  /// regions of 32x32 pixels that overlap by one, along links to the farthest connected pixel, until nothing changes.
  /// Also criterion Difference. LinksOptions has the variants of the talk.
  links,
  /// I.-Y. Jung and C.-S. Jeong, Parallel connected-component labeling algorithm for GPGPU applications, as given by
  /// C. Bester and L. Pulles, Connected-Components Labeling, section 3.3: labels are tree pointers in global memory.
  /// Roots take the smallest neighbouring label by atomicMin until nothing changes.
  jung,
  /// The same on a surface, as Bester and Pulles compare it: surfaces have no atomicMin, so more rounds may be needed.
  jung_surface,
  /// F. Qin and B. Fang, GPU accelerated parallel labeling algorithm of connected-domains in binary images, 2010: every
  /// pixel takes the smallest label around it, and with it the place of its component's top pixel, whose record gathers
  /// the extents. The number of rounds is the length of the longest path inside a component.
  qin,
  /// K. A. Hawick, A. Leist and D. P. Playne, Parallel graph component labelling with GPUs and CUDA, 2010, kernel D:
  /// label equivalence. Scanning, analysis and labeling repeat until nothing changes.
  hawick,
  /// Our own method, also that of the OpenGL engine `compute`: union-find over runs of pixels that are packed into
  /// bits.
  /// Tiles are solved in shared memory and merged along their borders, after Stava and Benes. Roots are united without
  /// rounds, after Y. Komura, GPU-based cluster-labeling algorithm without the use of conventional iteration, 2015, and
  /// D. P. Playne and K. Hawick, A new algorithm for parallel connected-component labelling on GPUs, 2018. Two or three
  /// kernels, three or four more for numbers and table; never waits. Also criterion Difference, and batches.
  fast,
};

/// The method's name on the command line and in messages: `cuda-stava`.
std::string_view name_of(Method method);

/// What the method can label: its name, connectivities, criteria, formats and largest images. The device and its memory
/// may allow less.
const Capabilities& capabilities_of(Method method);

/// How far Method::links gathers labels from. Each value includes the ones before it.
enum class LinksGather {
  one,  ///< "1-gather": from the connected neighbours.
  max,  ///< "max-gather": also from the farthest pixel connected in a straight line.
  root  ///< "LabelRoot": also from the pixel that the label comes from, anywhere in the image.
};

/// The variants of Method::links in the talk's table of execution times.
struct LinksOptions {
  LinksGather gather = LinksGather::root;  ///< How far labels are gathered from.
  bool shuffle = true;  ///< Labels of a row pass between threads by warp shuffle; false: through shared memory.
};

/// An image in device memory. Element (x, y) begins at byte y * row_bytes + x * bytes_per_pixel(format) of `view.data`.
/// The memory is reached by the device: cudaMalloc, managed, or pinned host memory. Address and row_bytes are multiples
/// of the bytes of a pixel. Sides are below 2^31, and the image has fewer than 2^32 - 1 elements.
struct DeviceImage {
  ImageView view;  ///< The image; its data is a device address.
};

/// An image in a 2-D CUDA array. The array gives the extent; its channels must be those of `format`.
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

/// Labels in a 2-D CUDA array of one unsigned 32-bit channel and of the image's extent. Made with
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
  /// Device address of a 32-bit integer, the number of components. Valid until the Labeler's next label(). Null with
  /// Numbering::root.
  const void* count = nullptr;
  /// With Method::qin the device address of its records: four signed 32-bit integers (code, width, height, flag) per
  /// pixel in raster order, without gaps. Valid until the Labeler's next label(). Null for other methods.
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
  /// Device address of one 32-bit integer per image, in their order: its number of components. Valid until the
  /// Labeler's next labeling. Null with Numbering::root.
  const void* counts = nullptr;
};

/// Labels images on one CUDA device. One thread at a time; several Labelers may work side by side. Each member restores
/// the thread's current device. Only members that say so wait for the GPU. A CUDA error becomes part of the returned
/// Error and is never left behind for cudaGetLastError. Errors that corrupt the process's CUDA context, such as
/// cudaErrorIllegalAddress, come back from every later call; that is a rule of CUDA.
class Labeler {
 public:
  /// Creates a Labeler on CUDA device `device`, an index of list_devices(); -1: the device that is current on this
  /// thread. Errors: `no_device` (no driver, no device, no such device, or none that this build has code for: the
  /// message says which, and what would work), `gpu`.
  static Result<Labeler> create(Method method = Method::fast, int device = -1);

  /// Moves. The other object may only be destroyed or assigned to afterwards.
  Labeler(Labeler&&) noexcept;
  /// Moves.
  Labeler& operator=(Labeler&&) noexcept;
  /// Waits for the last labeling.
  ~Labeler();

  /// Labels an image in the order of `stream` (a cudaStream_t; null is CUDA's default stream). Returns once the kernels
  /// are launched. Labelings of one Labeler run one after another, also on different streams. Scratch memory is kept
  /// for the next labeling; the first labeling of a larger extent allocates, which may wait for the GPU.
  ///
  /// Errors leave labels and table untouched, except for `gpu` errors of launches. They are those of check() and
  /// check_table() in spec.hpp; `invalid_argument` (null or host pointers, row_bytes that are too small or unaligned,
  /// memory that overlaps, arrays of another format or extent); `gpu` (out of memory, or any CUDA error: the message
  /// has the call and the error's name).
  Result<Launched> label(const SourceImage& image, const Target& target, const LabelingSpec& spec = {},
                         const Options& options = {}, void* stream = nullptr);

  /// Labels many images of one extent and format with the kernel launches of one, for images that are too small to fill
  /// the GPU. Only with Method::fast. Results are those of label() for each image by itself. Images may overlap one
  /// another; targets, with the gaps between their rows, and tables must not overlap anything in the batch.
  /// `options.table` must be empty, because tables are in the items.
  ///
  /// Errors: those of label(), with the index of the image; `invalid_argument` (no images; images of different extents
  /// or formats; tables for some images only; overlapping memory); `unsupported` (another method).
  Result<LaunchedBatch> label_batch(std::span<const BatchItem> items, const LabelingSpec& spec = {},
                                    const Options& options = {}, void* stream = nullptr);

  /// GPU times of the last label() or label_batch() as Options::timing asked for them; waits for the GPU. With `stages`
  /// or `passes` there is one entry per launch, in order, whose StageTime::stage is the kernel's name; each method's
  /// file lists its kernels. From the 4096th launch on, all kernels share one entry, further_kernels. Events between
  /// kernels cost 1 to 2 us each and keep the kernels apart, so compare methods by `whole`. Error `gpu`: a kernel
  /// failed.
  Result<std::vector<StageTime>> times();

  /// Waits for the last labeling. Error `gpu`: a kernel failed.
  Status wait();

  /// Bytes of device memory that the Labeler keeps for the next labeling, besides images, labels and tables: the most
  /// that any labeling has needed so far. Most methods need more for Numbering::raster, for batches, and for targets
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
