#include "host/engines/opengl_runner.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "engine/gl/objects.hpp"
#include "glccl/host/program_folder.hpp"
#include "glccl/host/texture.hpp"
#include "glccl/regions.hpp"
#include "glccl/tracker.hpp"
#include "host/engines/frame_tools.hpp"
#include "host/engines/rows.hpp"
#include "host/engines/runner_errors.hpp"
#include "host/gl/buffer.hpp"

namespace glccl::engines {
namespace {

/// An image or volume in a texture or in a buffer.
struct UploadedImage {
  host::OwnedTexture texture = {};
  gl::Buffer buffer = {};
  Extent extent = {};
  PixelFormat format = PixelFormat::u8;

  static Result<UploadedImage> of(const ImageView& image, bool in_buffer) {
    UploadedImage made{.extent = image.extent, .format = image.format};
    if (in_buffer) {
      Result<gl::Buffer> buffer = host::upload_to_buffer(image);
      if (!buffer) return buffer.error();
      made.buffer = *std::move(buffer);
    } else {
      Result<host::OwnedTexture> texture = host::upload(image);
      if (!texture) return texture.error();
      made.texture = *std::move(texture);
    }
    return made;
  }

  Source part(const std::optional<Rectangle>& rectangle) const {
    if (buffer.name() == 0) return {.texture = texture.name(), .rectangle = rectangle};
    return {.rectangle = rectangle, .buffer = {.name = buffer.name(), .format = format, .extent = extent}};
  }
};

class OpenGlRunner : public Runner {
 public:
  OpenGlRunner(RunnerContext context, Labeler labeler, bool in_buffers)
      : context_(std::move(context)), labeler_(std::move(labeler)), in_buffers_(in_buffers) {}
  OpenGlRunner(const OpenGlRunner&) = delete;
  OpenGlRunner& operator=(const OpenGlRunner&) = delete;
  ~OpenGlRunner() override { static_cast<void>(context_.enter()); }  // Members release OpenGL objects.

  std::string engine() const override {
    return std::string(name_of(labeler_.engine())) + (in_buffers_ ? "+buffer" : "");
  }
  std::string device() const override { return context_.info().renderer; }
  bool is_on_gpu() const override { return !context_.info().software; }

  Result<void> upload(std::span<const ImageView> images) override {
    if (Result<void> status = check_one_image(engine(), images); !status) return status;
    const ImageView& image = images.front();
    if (image.extent.is_volume()) {  // Most engines have none; other extents are checked where they are labeled.
      if (Result<void> status = check_extent(image.extent, capabilities_of(labeler_.engine())); !status) return status;
    }
    if (Result<void> status = context_.enter(); !status) return status;
    forget_images();
    return replace(image_, image);
  }

  Result<void> use_texture(std::uint32_t texture) override {
    if (in_buffers_) {
      return Error{ErrorCode::unsupported, "engine " + engine() + " labels images in buffers: leave +buffer out"};
    }
    forget_images();
    texture_ = texture;
    return {};
  }

  Result<void> upload_second_images(const SecondImages& images) override {
    if (Result<void> status = context_.enter(); !status) return status;
    if (Result<void> status = replace(mask_, images.mask); !status) return status;
    return replace(intensity_, images.intensity);
  }

  Result<void> prepare(const LabelingSpec& spec, const RunOptions& options) override {
    if (!image_ || in_buffers_) return label(spec, options);
    if (Result<void> status = begin(options); !status) return status;
    labels_ = {};
    const Result<Extent> part = part_of(options);
    if (!part) return part.error();
    if (Result<void> status = reserve_frame_tools(options); !status) return status;
    const Result<Outputs> outputs = outputs_of(options);
    if (!outputs) return outputs.error();
    return labeler_.prepare({image_->format, format_of(mask_), format_of(intensity_)}, *part, spec, *outputs);
  }

  Result<void> label(const LabelingSpec& spec, const RunOptions& options) override {
    if (Result<void> status = begin(options); !status) return status;
    if (Result<void> status = reserve_frame_tools(options); !status) return status;
    const auto source_of = [&](const std::optional<UploadedImage>& image) {
      return image ? image->part(options.rectangle) : Source{};
    };
    Inputs inputs{source_of(image_), source_of(mask_), source_of(intensity_)};
    if (!image_) inputs.image = Source{.texture = texture_, .rectangle = options.rectangle};
    const Result<Outputs> outputs = outputs_of(options);
    if (!outputs) return outputs.error();
    const Result<Labels> labels = labeler_.label(inputs, spec, *outputs);
    if (!labels) return labels.error();
    labels_ = *labels;
    return follow(spec.connectivity, options);
  }

  Result<void> wait() override {
    if (Result<void> status = context_.enter(); !status) return status;
    return labeler_.wait();
  }

  Result<void> read_labels(LabelImage& labels) override {
    if (Result<void> status = context_.enter(); !status) return status;
    Result<LabelImage> read = labeler_.readback();
    if (!read) return read.error();
    labels = *std::move(read);
    return {};
  }

  Result<std::vector<Component>> components() override {
    if (Result<void> status = context_.enter(); !status) return status.error();
    return labeler_.readback_components();
  }

  Result<std::vector<Measurements>> measurements() override {
    if (Result<void> status = context_.enter(); !status) return status.error();
    return labeler_.readback_measurements();
  }

  Result<std::uint64_t> found() override {
    if (Result<void> status = context_.enter(); !status) return status.error();
    const Result<ComponentTableHeader> header = labeler_.readback_header();
    if (!header) return header.error();
    return join_words(header->found);
  }

  Result<std::vector<StageTime>> times() override {
    if (Result<void> status = context_.enter(); !status) return status.error();
    Result<std::vector<StageTime>> times = labeler_.times();
    if (!times) return times;
    const Result<void> status = frame_tools_.append_times(*times);
    if (!status) return status.error();
    return times;
  }

  Result<TrackedFrame> tracked() override {
    if (Result<void> status = context_.enter(); !status) return status.error();
    return frame_tools_.tracked();
  }

  Result<std::vector<Contact>> contacts() override {
    if (Result<void> status = context_.enter(); !status) return status.error();
    return frame_tools_.contacts();
  }

  std::optional<std::int64_t> scratch_bytes() const override {
    static_cast<void>(context_.enter());
    return labeler_.scratch_bytes();
  }
  std::uint32_t label_texture() const override { return labels_.texture; }

 private:
  /// The extent of the labels of the uploaded image.
  Result<Extent> part_of(const RunOptions& options) const {
    const Rectangle part = options.rectangle.value_or(rectangle_of(image_->extent));
    if (Result<void> status = check_rectangle(part, image_->extent, "the image"); !status) return status.error();
    return extent_of(part);
  }

  Result<Outputs> outputs_of(const RunOptions& options) {
    Tracker* const tracker = frame_tools_.tracker();
    Outputs outputs{.target = options.target == 0 && tracker != nullptr ? tracker->target() : options.target,
                    .table_rows = options.table_rows,
                    .state_policy = options.state_policy,
                    .timing = options.timing,
                    .raster = options.raster};
    if (!in_buffers_) return outputs;
    const Result<Extent> part = part_of(options);
    if (!part) return part.error();
    if (Result<void> status = reserve_labels(*part); !status) return status.error();
    outputs.target_buffer.name = label_buffer_.name();
    return outputs;
  }

  /// Makes the buffer for labels of this extent.
  Result<void> reserve_labels(const Extent& extent) {
    if (label_buffer_.name() != 0 && label_buffer_extent_ == extent) return {};
    label_buffer_ = {};
    Result<gl::Buffer> made = host::make_buffer(static_cast<std::size_t>(extent.elements()) * sizeof(std::uint32_t));
    if (!made) return made.error();
    label_buffer_ = *std::move(made);
    label_buffer_extent_ = extent;
    return {};
  }

  /// Makes the Tracker and the Regions for labels of the image, or of a texture of the caller's unless its extent is
  /// unknown.
  Result<void> reserve_frame_tools(const RunOptions& options) {
    if (!image_ || (!options.track && options.max_contacts == 0)) return reserve_frame_tools({}, {});
    const Result<Extent> part = part_of(options);
    if (!part) return part.error();
    return reserve_frame_tools(*part, options);
  }
  Result<void> reserve_frame_tools(const Extent& extent, const RunOptions& options) {
    return frame_tools_.reserve(extent, options,
                                {.state_policy = options.state_policy,
                                 .timing = options.timing,
                                 .program_binaries = host::keep_programs_of_user()});
  }

  /// Follows the last labels.
  Result<void> follow(Connectivity connectivity, const RunOptions& options) {
    if (Result<void> status = reserve_frame_tools(labels_.extent, options); !status) return status;
    if (Tracker* const tracker = frame_tools_.tracker(); tracker != nullptr) {
      if (const Result<Tracks> tracks = tracker->track(labels_); !tracks) return tracks.error();
    }
    Regions* const regions = frame_tools_.regions();
    if (regions == nullptr) return {};
    const Result<std::uint32_t> contacts = regions->contacts(labels_, connectivity);
    return contacts ? Result<void>() : contacts.error();
  }

  /// Uploads an image, or gives the last one up.
  Result<void> replace(std::optional<UploadedImage>& uploaded, const std::optional<ImageView>& image) const {
    uploaded.reset();
    if (!image) return {};
    Result<UploadedImage> made = UploadedImage::of(*image, in_buffers_);
    if (!made) return made.error();
    uploaded = *std::move(made);
    return {};
  }

  static std::optional<PixelFormat> format_of(const std::optional<UploadedImage>& image) {
    if (!image) return {};
    return image->format;
  }

  void forget_images() {
    image_.reset();
    mask_.reset();
    intensity_.reset();
    texture_ = 0;
  }

  /// The checks before a labeling.
  Result<void> begin(const RunOptions& options) {
    if (!image_ && texture_ == 0) return no_image();
    if (Result<void> status = check_single(engine(), options.submission); !status) return status;
    if (in_buffers_) {
      if (Result<void> status = check_no_frame_tools(engine(), options); !status) return status;
    }
    return context_.enter();
  }

  mutable RunnerContext context_;  // Before the OpenGL objects, so that it ends after them.
  Labeler labeler_;
  bool in_buffers_;                         ///< Images and labels are in buffers.
  std::optional<UploadedImage> image_;      ///< Of upload().
  std::optional<UploadedImage> mask_;       ///< Of upload_second_images().
  std::optional<UploadedImage> intensity_;  ///< Likewise.
  std::uint32_t texture_ = 0;               ///< Of use_texture(), in place of `image_`.
  gl::Buffer label_buffer_;
  Extent label_buffer_extent_;
  Labels labels_;
  FrameTools<Tracker, Regions, ContextUse> frame_tools_;
};

MakeRunner maker_of(Engine engine, bool in_buffers) {
  return [engine, in_buffers](const DeviceChoice& device) -> Result<std::unique_ptr<Runner>> {
    Result<RunnerContext> context = RunnerContext::create(device);
    if (!context) return context.error();
    return make_opengl_runner(engine, *std::move(context), in_buffers);
  };
}

EngineInfo opengl_row(Engine engine, std::string_view summary, std::string_view source) {
  return {.name = name_of(engine),
          .summary = summary,
          .source = source,
          .backend = Backend::opengl,
          .capabilities = capabilities_of(engine),
          .has_table = true,
          .make = maker_of(engine, false),
          .plan = [engine](const Extent& extent, const LabelingSpec& spec) {
            return Labeler::describe_plan(engine, extent, spec);
          }};
}

}  // namespace

Result<std::unique_ptr<Runner>> make_opengl_runner(Engine engine, RunnerContext context, bool in_buffers) {
  if (Result<void> status = context.enter(); !status) return status.error();
  Result<Labeler> labeler = Labeler::create({.engine = engine, .program_binaries = host::keep_programs_of_user()});
  if (!labeler) return labeler.error();
  return std::unique_ptr<Runner>(std::make_unique<OpenGlRunner>(std::move(context), *std::move(labeler), in_buffers));
}

std::vector<EngineInfo> opengl_rows() {
  std::vector<EngineInfo> rows = {
      opengl_row(Engine::raster, "OpenGL render passes, exact for every image",
                 "S. M. O'Connell, A GPU Implementation of Connected Component Labeling, chapters 3-9, made exact by "
                 "merge_rounds"),
      opengl_row(Engine::raster_paper, "OpenGL render passes as published: splits some components (figure 5.8)",
                 "S. M. O'Connell, A GPU Implementation of Connected Component Labeling, chapters 3-6 and 9"),
      opengl_row(Engine::compute,
                 "OpenGL compute shaders: union-find over runs of bits, tile by tile; exact for every image",
                 "our own; tiles after Stava and Benes, union by compare-and-swap after Komura, Playne and Hawick"),
  };
  rows[1].exact = false;
  rows[2].place = "buffer";
  rows[2].make_in_place = maker_of(Engine::compute, true);
  return rows;
}

}  // namespace glccl::engines
