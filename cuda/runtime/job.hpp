// The arguments of a labeling, checked and in the form that kernels take. Plain C++.
#pragma once

#include <cuda_runtime_api.h>
#include <vector_types.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "cuda/runtime/label_numbers.hpp"
#include "glccl/cuda/memory.hpp"
#include "glccl/cuda/methods.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl::cuda {

class Timer;

/// The bytes above a number, four bytes of a word at once without carries between them.
struct ByteThreshold {
  std::uint32_t add = 0;     ///< In every byte the distance that carries into the eighth bit.
  std::uint32_t either = 0;  ///< All bits where the eighth bit of a byte is enough.

  /// `number` is in -1..255.
  static constexpr __host__ __device__ ByteThreshold above(int number) {
    const bool upper_half = number > 127;
    return {0x01010101U * static_cast<std::uint32_t>((upper_half ? 255 : 127) - number), upper_half ? 0U : ~0U};
  }

  /// The eighth bits of the bytes that are above. The other bits are undefined.
  constexpr __host__ __device__ std::uint32_t find(std::uint32_t bytes) const {
    // Seven bits plus the distance to 128 carry into the eighth bit if they are above, and no further.
    const std::uint32_t sums = (bytes & 0x7F7F7F7FU) + add;
    return (sums & bytes) | (either & (sums | bytes));  // one instruction, LOP3
  }
};

/// The pixels of an image and its criterion. criterion.cuh reads the pixels and compares them.
struct PixelSource {
  const unsigned char* pixels = nullptr;  ///< Null: read `texture`.
  std::size_t pitch = 0;                  ///< Bytes from a row to the next.
  cudaTextureObject_t texture = 0;
  int slice = -1;  ///< Slice of a texture in space; -1: the texture is plane.
  /// Signed formats are replaced by the unsigned format of the same width; `sign_bit` says so.
  PixelFormat format = PixelFormat::u8;
  std::uint32_t sign_bit = 0;  ///< Of a stored integer. Flipped, it gives unsigned integers of the same order.
  bool floats = false;         ///< FormatTraits::has_floats().
  bool equal = false;          ///< The criterion is Equal.
  bool difference = false;     ///< The criterion is Difference; if neither is set, Foreground.
  bool inverted = false;       ///< IntegerRange::inverted; for formats that store floats Foreground::inverted.
  int channel = 0;             ///< 0 to 3; 4: any of four, 5: any of two. 0 for formats of one channel.
  /// For formats that store integers: a value, with its sign bit flipped, lies in the range of Foreground, or a
  /// difference connects, if value - first <= span.
  std::uint32_t first = 0;
  std::uint32_t span = 0;
  ByteThreshold below_bytes;  ///< The same for unsigned bytes: a byte of the range is above this one ...
  ByteThreshold above_bytes;  ///< ... and not above this one, as a difference of bytes that connects.
  /// For formats that store floats: a value lies in the range of Foreground if it is above `low` and not above `high`.
  /// A difference connects if it is not above `high`.
  float low = 0.0F;
  float high = 0.0F;
  /// The background of Equal and Difference: for formats that store integers the word of integer_at(), zero where there
  /// is none, and of rg32u the second word; else channels.
  bool has_background = true;  ///< With Foreground true.
  std::uint32_t background = 0;
  std::uint32_t second_background = 0;
  Measure measure = Measure::sum;  ///< Of Difference. The span of Measure::luminance is for 256 times the luminance.
  float4 background_color = {};
  /// Pixel (w, y) has the 32 pixels of the image from (32 * w, y) on as bits, in PixelFormat::u32. Set bits are
  /// foreground, and those behind the image are 0. For cuda-fast.
  bool words = false;
};

/// Where the labels of an image go: linear memory, or a surface if `values` is null.
struct PixelTarget {
  std::uint32_t* values = nullptr;
  std::size_t pitch = 0;  ///< Bytes from a row to the next.
  cudaSurfaceObject_t surface = 0;
  int slice = -1;  ///< Slice of a surface in space; -1: the surface is plane.
};

/// A flag that kernels set and the CPU reads: repeat_until_stable() in rounds.hpp.
struct ChangeFlag {
  std::uint32_t* on_device = nullptr;
  std::uint32_t* on_host = nullptr;  ///< Pinned memory.
};

/// Properties of the device that launches depend on.
struct DeviceTraits {
  int multiprocessors = 1;
  bool overlaps_kernels = false;    ///< Compute capability 9.0 and newer: Overlap in launch.cuh.
  bool overlaps_in_graphs = false;  ///< The same in a stream capture, which drivers record since CUDA 12.3.
  int small_tiles = 0;              ///< fast_small_tiles() of cuda/fast/fast.hpp, for its Labeler alone.
};

/// A component table as kernels take it.
struct JobTable {
  void* data = nullptr;         ///< Null: no table.
  std::uint32_t rows = 0;       ///< Capacity in rows.
  std::uint32_t columns = 0;    ///< A set of TableColumn.
  std::uint32_t row_bytes = 0;  ///< Bytes from a row to the next.
};

/// The table of labels of this extent, with what LabelingSpec::columns asks for.
inline JobTable job_table(const DeviceTable& memory, const Extent& extent, std::uint32_t measured) {
  const std::uint32_t columns = table_columns_of(extent, measured);
  return {memory.data, memory.rows, columns, static_cast<std::uint32_t>(row_bytes_of(columns))};
}

/// The arguments that differ between the images of a batch.
struct JobImage {
  const unsigned char* pixels = nullptr;  ///< As in PixelSource.
  std::size_t pitch = 0;
  cudaTextureObject_t texture = 0;
  int slice = -1;
  PixelTarget target;
  JobTable table;
};

/// A mask of bytes in linear memory.
struct JobMask {
  const unsigned char* pixels = nullptr;  ///< Null: no mask.
  std::size_t pitch = 0;                  ///< Bytes from a row to the next.
  std::size_t slice_pitch = 0;            ///< Bytes from a slice to the next.
};

/// An image of one channel in linear memory, which table_column_intensity measures.
struct JobIntensity {
  const unsigned char* pixels = nullptr;  ///< Null: no image.
  std::size_t pitch = 0;                  ///< Bytes from a row to the next.
  std::size_t slice_pitch = 0;            ///< Bytes from a slice to the next.
  PixelFormat format = PixelFormat::u8;
  int fraction_bits = 0;       ///< LabelingSpec::fraction_bits.
  bool own_fractions = false;  ///< Floats: each component has its own bits instead.
};

/// The second images of an image of a batch.
struct JobSecondImages {
  JobMask mask;
  JobIntensity intensity;
};

/// Bytes from a slice to the next in linear memory.
struct SlicePitches {
  std::size_t pixels = 0;
  std::size_t labels = 0;
};

/// Elements of the largest image or volume all of whose places fit labels, which are 1 + a place.
constexpr std::int64_t labeled_places = 0xFFFFFFFE;

/// Images of a batch that one submission labels together. Larger batches take several submissions.
constexpr int most_images = 32;

/// What a job does of a labeling. A method that is MethodTraits::complete can stop before it writes labels. It
/// goes on when their final numbers are known, on the same scratch memory.
enum class JobPhase {
  all,     ///< The whole labeling.
  solve,   ///< The components and their count. Labels are written in the first and the last plane at least.
  finish,  ///< The table, and all labels with the final numbers of Job::numbers.
};

/// One labeling on its way to the GPU.
///
/// `forest` is the equivalence array of all published methods: width * height entries without gaps. Entry i is 0 for
/// background, else 1 + the index of the pixel's parent; a root is its own parent. Parents come before their children
/// in raster order, so that in the end a root is its component's first pixel. An image has fewer than 2^31 pixels,
/// which leaves the upper bit of an entry free (`numbered` in forest.cuh).
struct Job {
  PixelSource source;
  Extent extent;
  Connectivity connectivity = Connectivity::eight;  ///< connectivity_in() of the extent.
  std::uint32_t* forest = nullptr;
  PixelTarget target;
  SlicePitches slices;  ///< Of a volume; `source` and `target` are its first slice.
  JobTable table;
  std::span<const JobImage> batch;  ///< For a method that is MethodTraits::complete: all images, also a single one.
  std::span<const JobSecondImages> second_images;  ///< One for each image of `batch`.
  bool masked = false;                             ///< Its images have masks.
  Numbering numbering = Numbering::root;
  Filter filter;                 ///< Of a method that has one.
  bool inverted_filter = false;  ///< The filter keeps the components that do not pass it, and drops the others.
  /// Pixels without a label are written to the target as PixelSource::words, instead of labels: fills_in_words().
  bool writes_words = false;
  PeriodicAxes periodic;                               ///< periodic_in() of the extent, of a method that has them.
  std::int64_t labeled_places = cuda::labeled_places;  ///< Tests lower it.
  /// Device memory for the number of components: an entry per image for methods that are complete, count_entries() of
  /// number.hpp for others.
  std::uint32_t* counts = nullptr;
  JobPhase phase = JobPhase::all;
  LabelNumbers numbers;  ///< Of JobPhase::finish.
  DeviceTraits device;
  cudaStream_t stream = nullptr;
  Timer* timer = nullptr;  ///< Null: no times are taken.
  LinksOptions links;
  int tuning = 0;               ///< Options::tuning.
  bool measures_boxes = false;  ///< Some measured columns are measured in small boxes, so `large_boxes` is there.
  std::uint32_t* large_boxes = nullptr;   ///< MeasuredTable::large_boxes, a bit for each element.
  std::int16_t* fraction_bits = nullptr;  ///< MeasuredTable::fraction_bits, one for each row of a table that needs it.
  void* work = nullptr;                   ///< Device memory of the method, MethodTraits::work_bytes.
  ChangeFlag changed;                     ///< For methods with MethodTraits::iterates.
  cudaSurfaceObject_t plane = 0;  ///< For methods with MethodTraits::needs_plane: 32-bit labels of the image's extent.
};

/// Whether a place of the job's volume does not fit a label. Numbering::root then gives numbers in raster order.
inline bool is_large(const Job& job) { return job.extent.elements() > job.labeled_places; }

/// Whether components are counted, and `counts` is written.
inline bool counts_components(const Job& job) { return job.numbering == Numbering::raster || is_large(job); }

/// Sets the members of `source` that follow from the criterion and from `source.format`, that of the image, and turns
/// the format of signed integers into that of unsigned ones.
void set_criterion(PixelSource& source, const Criterion& criterion);

}  // namespace glccl::cuda
