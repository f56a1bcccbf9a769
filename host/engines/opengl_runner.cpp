#include "host/engines/opengl_runner.hpp"

#include <string>
#include <utility>

#include "glccl/host/program_folder.hpp"
#include "glccl/host/texture.hpp"
#include "glccl/regions.hpp"
#include "glccl/tracker.hpp"
#include "host/engines/frame_tools.hpp"
#include "host/engines/rows.hpp"
#include "host/engines/runner_errors.hpp"

namespace glccl::engines {
namespace {

class OpenGlRunner : public Runner {
 public:
  OpenGlRunner(RunnerContext context, Labeler labeler) : context_(std::move(context)), labeler_(std::move(labeler)) {}
  OpenGlRunner(const OpenGlRunner&) = delete;
  OpenGlRunner& operator=(const OpenGlRunner&) = delete;
  ~OpenGlRunner() override { static_cast<void>(context_.enter()); }  // Members release OpenGL objects.

  std::string engine() const override { return std::string(name_of(labeler_.engine())); }
  std::string device() const override { return context_.info().renderer; }
  bool is_on_gpu() const override { return !context_.info().software; }

  Result<void> upload(std::span<const ImageView> images) override {
    if (Result<void> status = check_one_image(engine(), images); !status) return status;
    const ImageView& image = images.front();
    if (image.extent.is_volume()) {  // Most engines have none; other extents are checked where they are labeled.
      if (Result<void> status = check_extent(image.extent, capabilities_of(labeler_.engine())); !status) return status;
    }
    if (Result<void> status = context_.enter(); !status) return status;
    source_ = 0;
    texture_ = {};
    forget_second_images();
    Result<host::OwnedTexture> texture = host::upload(image);
    if (!texture) return texture.error();
    texture_ = *std::move(texture);
    source_ = texture_.name();
    formats_.image = image.format;
    return {};
  }

  Result<void> use_texture(std::uint32_t texture) override {
    source_ = texture;
    texture_ = {};
    forget_second_images();
    return {};
  }

  Result<void> upload_second_images(const SecondImages& images) override {
    if (Result<void> status = context_.enter(); !status) return status;
    if (Result<void> status = replace(mask_, formats_.mask, images.mask); !status) return status;
    return replace(intensity_, formats_.intensity, images.intensity);
  }

  Result<void> prepare(const LabelingSpec& spec, const RunOptions& options) override {
    if (texture_.name() == 0) return label(spec, options);  // of a texture of the caller's
    if (Result<void> status = begin(options); !status) return status;
    labels_ = {};
    const Extent& image = texture_.extent();
    const Rectangle part = options.rectangle.value_or(rectangle_of(image));
    if (Result<void> status = check_rectangle(part, image, "the image"); !status) return status;
    if (Result<void> status = reserve_frame_tools(options); !status) return status;
    return labeler_.prepare(formats_, extent_of(part), spec, outputs_of(options));
  }

  Result<void> label(const LabelingSpec& spec, const RunOptions& options) override {
    if (Result<void> status = begin(options); !status) return status;
    if (Result<void> status = reserve_frame_tools(options); !status) return status;
    const auto part_of = [&](std::uint32_t texture) {
      return Source{.texture = texture, .rectangle = options.rectangle};
    };
    const Inputs inputs{part_of(source_), part_of(mask_.name()), part_of(intensity_.name())};
    const Result<Labels> labels = labeler_.label(inputs, spec, outputs_of(options));
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
  Outputs outputs_of(const RunOptions& options) {
    Tracker* const tracker = frame_tools_.tracker();
    return {.target = options.target == 0 && tracker != nullptr ? tracker->target() : options.target,
            .table_rows = options.table_rows,
            .state_policy = options.state_policy,
            .timing = options.timing,
            .raster = options.raster};
  }

  /// Makes the Tracker and the Regions for labels of the image, or of a texture of the caller's unless its extent is
  /// unknown.
  Result<void> reserve_frame_tools(const RunOptions& options) {
    const bool is_known = texture_.name() != 0;
    if (!is_known || (!options.track && options.max_contacts == 0)) return reserve_frame_tools({}, {});
    const Extent& image = texture_.extent();
    const Rectangle part = options.rectangle.value_or(rectangle_of(image));
    if (Result<void> status = check_rectangle(part, image, "the image"); !status) return status;
    return reserve_frame_tools(extent_of(part), options);
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

  /// Makes a texture that of an image, or none.
  static Result<void> replace(host::OwnedTexture& texture, std::optional<PixelFormat>& format,
                              const std::optional<ImageView>& image) {
    texture = {};
    format.reset();
    if (!image) return {};
    Result<host::OwnedTexture> uploaded = host::upload(*image);
    if (!uploaded) return uploaded.error();
    texture = *std::move(uploaded);
    format = image->format;
    return {};
  }

  void forget_second_images() {
    mask_ = {};
    intensity_ = {};
    formats_ = {};
  }

  /// The checks before a labeling.
  Result<void> begin(const RunOptions& options) {
    if (source_ == 0) return no_image();
    if (Result<void> status = check_single(engine(), options.submission); !status) return status;
    return context_.enter();
  }

  mutable RunnerContext context_;  // Before the OpenGL objects, so that it ends after them.
  Labeler labeler_;
  host::OwnedTexture texture_;    ///< Of upload().
  host::OwnedTexture mask_;       ///< Of upload_second_images().
  host::OwnedTexture intensity_;  ///< Likewise.
  InputFormats formats_;          ///< Of the uploaded images.
  std::uint32_t source_ = 0;      ///< That texture, or the one of use_texture(); 0: none.
  Labels labels_;
  FrameTools<Tracker, Regions, ContextUse> frame_tools_;
};

EngineInfo opengl_row(Engine engine, std::string_view summary, std::string_view source) {
  return {.name = name_of(engine),
          .summary = summary,
          .source = source,
          .backend = Backend::opengl,
          .capabilities = capabilities_of(engine),
          .has_table = true,
          .make = [engine](const Device& device) -> Result<std::unique_ptr<Runner>> {
            Result<RunnerContext> context = RunnerContext::create(device);
            if (!context) return context.error();
            return make_opengl_runner(engine, *std::move(context));
          },
          .plan = [engine](const Extent& extent,
                           const LabelingSpec& spec) { return Labeler::describe_plan(engine, extent, spec); }};
}

}  // namespace

Result<std::unique_ptr<Runner>> make_opengl_runner(Engine engine, RunnerContext context) {
  if (Result<void> status = context.enter(); !status) return status.error();
  Result<Labeler> labeler = Labeler::create({.engine = engine, .program_binaries = host::keep_programs_of_user()});
  if (!labeler) return labeler.error();
  return std::unique_ptr<Runner>(std::make_unique<OpenGlRunner>(std::move(context), *std::move(labeler)));
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
  return rows;
}

}  // namespace glccl::engines
