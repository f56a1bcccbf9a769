#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "glccl/engines/cpu_runner.hpp"
#include "glccl/engines/registry.hpp"
#include "glccl/host/labeler.hpp"
#include "glccl/spec.hpp"
#include "host/engines/opengl_runner.hpp"
#include "host/engines/rows.hpp"
#include "host/engines/runner_context.hpp"

namespace glccl::engines {
namespace {

/// Labels images with OpenGL where it is hardware, else with a CPU engine; textures always with OpenGL. The CPU engine
/// reads images in place, so it is always ready. The OpenGL engine is made when it is first needed.
class AutoRunner : public Runner {
 public:
  AutoRunner(std::unique_ptr<Runner> cpu, std::optional<RunnerContext> context)
      : cpu_(std::move(cpu)), context_(std::move(context)) {
    if (!context_ || context_->info().software) return;
    largest_side_ = largest_side(context_->info().max_texture_size);
    largest_side_of_volumes_ = largest_side(context_->info().max_3d_texture_size);
  }

  std::string engine() const override { return chosen_->engine(); }
  std::string device() const override { return chosen_->device(); }
  bool is_on_gpu() const override { return chosen_->is_on_gpu(); }

  Result<void> upload(std::span<const ImageView> images) override {
    image_.reset();
    chosen_ = cpu_.get();
    if (Result<void> status = cpu_->upload(images); !status) return status;
    if (fits(images.front().extent)) {
      if (Result<void> status = make_opengl(); !status) return status;
      if (Result<void> status = opengl_->upload(images); !status) return status;
      chosen_ = opengl_.get();
    }
    image_ = images.front();
    return {};
  }

  Result<void> use_texture(std::uint32_t texture) override {
    image_.reset();
    if (Result<void> status = make_opengl(); !status) return status;
    chosen_ = opengl_.get();
    return chosen_->use_texture(texture);
  }

  Result<void> upload_second_images(const SecondImages& images) override {
    if (image_) {
      if (Result<void> status = cpu_->upload_second_images(images); !status) return status;
      if (!fits(image_->extent)) return {};
    }
    return opengl_->upload_second_images(images);
  }

  Result<void> prepare(const LabelingSpec& spec, const RunOptions& options) override {
    return choose(spec)->prepare(spec, options);
  }

  Result<void> label(const LabelingSpec& spec, const RunOptions& options) override {
    Runner* const choice = choose(spec);
    const Result<void> status = choice->label(spec, options);
    if (status) chosen_ = choice;  // A refusal leaves the last labels, which the other engine may have made.
    return status;
  }

  Result<void> wait() override { return chosen_->wait(); }
  Result<void> read_labels(LabelImage& labels) override { return chosen_->read_labels(labels); }
  Result<LabelImage> take_labels() override { return chosen_->take_labels(); }
  Result<std::vector<Component>> components() override { return chosen_->components(); }
  Result<std::vector<Measurements>> measurements() override { return chosen_->measurements(); }
  Result<std::uint64_t> found() override { return chosen_->found(); }
  Result<TrackedFrame> tracked() override { return chosen_->tracked(); }
  Result<std::vector<Contact>> contacts() override { return chosen_->contacts(); }
  Result<std::vector<StageTime>> times() override { return chosen_->times(); }
  std::optional<std::int64_t> scratch_bytes() const override { return chosen_->scratch_bytes(); }
  std::uint32_t label_texture() const override { return chosen_->label_texture(); }

 private:
  /// The engine for the image, or for the texture.
  Runner* choose(const LabelingSpec& spec) const {
    if (!image_) return chosen_;
    const bool possible =
        fits(image_->extent) && check(spec, image_->format, image_->extent, capabilities_of(Engine::compute));
    return possible ? opengl_.get() : cpu_.get();
  }

  /// Whether OpenGL is hardware and has images of this extent.
  bool fits(const Extent& extent) const {
    return std::max({extent.width, extent.height, extent.depth}) <=
               (extent.is_volume() ? largest_side_of_volumes_ : largest_side_) &&
           check_extent(extent, capabilities_of(Engine::compute));
  }

  Result<void> make_opengl() {
    if (opengl_ != nullptr) return {};
    if (!context_) return Error{ErrorCode::no_device, "no OpenGL context to label textures in: upload an image"};
    Result<std::unique_ptr<Runner>> made = make_opengl_runner(Engine::automatic, *std::move(context_));
    context_.reset();
    if (!made) return made.error();
    opengl_ = *std::move(made);
    return {};
  }

  std::unique_ptr<Runner> cpu_;
  std::optional<RunnerContext> context_;  ///< Until the OpenGL engine takes it over; none without OpenGL.
  std::unique_ptr<Runner> opengl_;        ///< Engine::automatic, which is `compute` for all images that it gets here.
  int largest_side_ = 0;                  ///< Of images that OpenGL labels; 0 where it is not hardware.
  int largest_side_of_volumes_ = 0;       ///< Of volumes, likewise.
  std::optional<ImageView> image_;        ///< None for a texture.
  Runner* chosen_ = cpu_.get();
};

Result<std::unique_ptr<Runner>> make_runner(const DeviceChoice& device) {
  Result<RunnerContext> context = RunnerContext::create(device);
  if (!context && device.index >= 0) return context.error();  // The caller asked for this device.
  std::optional<RunnerContext> found;
  if (context) found = *std::move(context);
  return std::unique_ptr<Runner>(
      std::make_unique<AutoRunner>(make_cpu_runner(host::CpuMethod::fast), std::move(found)));
}

}  // namespace

EngineInfo auto_row() {
  Capabilities capabilities = host::capabilities_of(host::CpuMethod::fast);
  capabilities.engine = "auto";
  return {.name = "auto",
          .summary = "compute where OpenGL is hardware and has what is asked, else cpu-fast",
          .source = "the engines of these names",
          .backend = Backend::automatic,
          .capabilities = std::move(capabilities),
          .make = make_runner};
}

}  // namespace glccl::engines
