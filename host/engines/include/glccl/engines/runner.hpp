// One interface for every engine: an image goes in by upload(), labels, table and times come out on the CPU.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "glccl/contacts.hpp"
#include "glccl/cuda/labeler.hpp"
#include "glccl/image.hpp"
#include "glccl/labeler.hpp"
#include "glccl/result.hpp"
#include "glccl/table.hpp"
#include "glccl/tracks.hpp"
#include "glccl/types.hpp"

namespace glccl::engines {

/// Where an engine runs.
struct DeviceChoice {
  int index = -1;  ///< The N of `--device N`: an OpenGL or CUDA device by the engine's own count; -1: the best one.
  /// Engines that use OpenGL take the context that is current instead of making a headless one. It must outlive the
  /// Runner and be current in each of its calls.
  bool current_context = false;
  /// Vulkan: the first queue family that has compute, where a renderer records, instead of one without graphics.
  bool graphics_queue = false;
};

/// How the images of an upload are labeled.
enum class Submission {
  single,  ///< There is one image.
  batch,   ///< All images by one call. Engines with EngineInfo::has_batch.
  calls,   ///< One call per image, one after another on one stream. CUDA engines.
};

/// Arguments of a run besides the specification. Each engine reads its own fields.
struct RunOptions {
  std::uint32_t table_rows = 0;              ///< Capacity of the component table; 0: no table. Needs Numbering::raster.
  TimingDetail timing = TimingDetail::none;  ///< Read the times with Runner::times().
  /// The part of each image to label, in its elements; ends are exclusive. Labels and table count from its corner. Of a
  /// volume that is a box, and where it has one slice an image. Default: the whole image.
  /// NAME+texture refuses one.
  std::optional<Rectangle> rectangle = std::nullopt;
  std::uint32_t target = 0;                          ///< OpenGL engines: Outputs::target.
  StatePolicy state_policy = StatePolicy::preserve;  ///< OpenGL engines.
  RasterOptions raster = {};                         ///< raster, raster-paper; others refuse all but the defaults.
  cuda::LinksOptions links = {};                     ///< cuda-links.
  int tuning = 0;                                    ///< CUDA engines: Options::tuning.
  int threads = 0;                                   ///< cpu-fast: FastOptions::threads.
  int ranks = 0;                                     ///< MPI engines: ranks of the job that take part; 0: all.
  Submission submission = Submission::single;        ///< How several images are labeled.
  /// OpenGL and CUDA engines: a Tracker follows the components of each label() from those of the last one, after the
  /// labeling and in times(). It has room for `table_rows` components. Needs a table and Submission::single.
  bool track = false;
  /// OpenGL and CUDA engines: Regions find the contacts of the labels, by the connectivity of the labeling, after
  /// it and in times(). So many contacts at most, up to most_contacts; 0: none are looked for. Needs
  /// Submission::single.
  std::uint32_t max_contacts = 0;
};

/// Images beside the labeled ones, of their extent.
struct SecondImages {
  std::optional<ImageView> mask = std::nullopt;       ///< A mask for all images (check_mask()).
  std::optional<ImageView> intensity = std::nullopt;  ///< What table_column_intensity measures, one for all images.
};

/// One engine on one device, ready to label. Compiled shaders, contexts and device memory are kept as long as it lives.
/// Calls come in this order: upload() or use_texture(), then label() any number of times, then the members that read
/// its results. One thread at a time.
class Runner {
 public:
  virtual ~Runner() = default;

  /// The name of the engine; of `auto` the engine that ran the last label().
  virtual std::string engine() const = 0;

  /// The name of the device: GL_RENDERER, the CUDA device, or "CPU".
  virtual std::string device() const = 0;

  /// Whether it runs on hardware that is a GPU.
  virtual bool is_on_gpu() const = 0;

  /// Copies images of one extent and format to where label() reads them: textures or device memory. CPU engines read
  /// them in place, so they must stay valid until the next upload. Errors: `invalid_argument` (no image, images of
  /// different extents or formats, several images for an engine that takes one), `unsupported` (a volume for an engine
  /// whose memory holds none), `too_large`, `gpu`.
  virtual Result<void> upload(std::span<const ImageView> images) = 0;

  /// The same with one image.
  Result<void> upload(const ImageView& image) { return upload({&image, 1}); }

  /// Copies images beside the uploaded ones, until the next upload() or use_texture(), to where label() reads them. CPU
  /// engines read them in place, as the images. RunOptions::rectangle takes the same part of them. Errors:
  /// `unsupported` (an engine without masks and measurements), `gpu`.
  virtual Result<void> upload_second_images(const SecondImages& images);

  /// Takes level 0 of a texture of the current context instead of an upload; the texture must stay as it is until the
  /// next upload() or use_texture(). Needs DeviceChoice::current_context. Error `unsupported`: an engine without
  /// textures.
  virtual Result<void> use_texture(std::uint32_t texture);

  /// Makes what a label() of the uploaded images with these arguments needs, so that it compiles and allocates nothing,
  /// and gives the last result up. Engines without OpenGL do nothing. Errors: those of label().
  virtual Result<void> prepare(const LabelingSpec&, const RunOptions& = {}) { return {}; }

  /// Labels the uploaded images or the texture. Engines on a GPU return once the commands are issued. Errors: those of
  /// check() and check_table(), those of the engine, and `invalid_argument` before upload() and for a submission that
  /// does not fit the images.
  virtual Result<void> label(const LabelingSpec& spec, const RunOptions& options = {}) = 0;

  /// Waits for the last label().
  virtual Result<void> wait() = 0;

  /// Copies the labels of the last label() to the CPU, reusing the memory of `labels`: of a batch those of image 0, of
  /// several calls those of the last image. Error `invalid_argument` before label().
  virtual Result<void> read_labels(LabelImage& labels) = 0;

  /// The labels of the last label(), as read_labels() copies them.
  Result<LabelImage> labels();

  /// As labels(), which must not be called again before the next label(): CPU engines hand over the memory of their
  /// labels instead of a copy.
  virtual Result<LabelImage> take_labels() { return labels(); }

  /// Copies the component table (of the image that read_labels() copies) to the CPU. Errors: `invalid_argument` without
  /// a table, `too_large` where there are more components than rows (the message has both numbers).
  virtual Result<std::vector<Component>> components() = 0;

  /// Copies what LabelingSpec::columns asked for to the CPU, in the order of components(). Errors: those of
  /// components(), and `invalid_argument` if nothing was asked for.
  virtual Result<std::vector<Measurements>> measurements();

  /// The number of components before the filter (in the image that read_labels() copies). Of a labeling without a
  /// filter it is the number of its components. Errors: those of components(); engines with a filter count also where
  /// the table has too few rows.
  virtual Result<std::uint64_t> found();

  /// Copies the tracks of the last label() to the CPU. Errors: `invalid_argument` without RunOptions::track,
  /// `too_large` where the Tracker had too little room for them.
  virtual Result<TrackedFrame> tracked();

  /// Copies the contacts of the last label() to the CPU. Errors: `invalid_argument` without RunOptions::max_contacts,
  /// `too_large` where there are more of them (the message has both numbers).
  virtual Result<std::vector<Contact>> contacts();

  /// Times of the last label() as RunOptions::timing asked for them; waits for the GPU. CPU engines give wall times.
  /// CUDA engines add up the launches of one kernel, also over several calls; with timing they wait after each call.
  virtual Result<std::vector<StageTime>> times() = 0;

  /// GPU time in milliseconds between an event before `work` and an event behind everything that `work` launches; waits
  /// for the GPU. Times several labelings together, with the gaps in which the GPU waits for the CPU. Errors: those of
  /// `work`, `unsupported` (engines without CUDA), `gpu`.
  virtual Result<double> time(const std::function<Result<void>()>& work);

  /// Releases the memory of images, labels and tables that CUDA engines keep for the next labeling. upload() has to
  /// come next. Other engines keep their memory.
  virtual void release() {}

  /// Bytes of GPU memory that the engine keeps besides images, labels and tables; nothing for CPU engines.
  virtual std::optional<std::int64_t> scratch_bytes() const { return std::nullopt; }

  /// The number of pipelines that the engine `vulkan` keeps for later labelings; 0 for other engines.
  virtual std::int64_t pipelines() const { return 0; }

  /// The R32UI texture of the last labels until the next label(); 0 for engines without textures.
  virtual std::uint32_t label_texture() const { return 0; }
};

}  // namespace glccl::engines
