#include "host/engines/auto_runner.hpp"

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
#if GLCCL_WITH_VULKAN
#include "host/engines/vulkan_runner.hpp"
#endif

namespace glccl::engines {
namespace {

/// Labels images with OpenGL where it is hardware, else with Vulkan if there is a GPU, else with a CPU engine; textures
/// always with OpenGL. The CPU engine reads images in place, so it is always ready, and labels what Vulkan refuses. The
/// OpenGL engine is made when it is first needed.
class AutoRunner : public Runner {
 public:
  AutoRunner(std::unique_ptr<Runner> cpu, std::optional<RunnerContext> context, std::unique_ptr<Runner> vulkan)
      : cpu_(std::move(cpu)), context_(std::move(context)), vulkan_(std::move(vulkan)) {
    if (!context_ || context_->info().software) return;
    largest_side_ = largest_side(context_->info().max_texture_size);
    largest_side_of_volumes_ = largest_side(context_->info().max_3d_texture_size);
  }

  std::string engine() const override { return chosen_->engine(); }
  std::string device() const override { return chosen_->device(); }
  bool is_on_gpu() const override { return chosen_->is_on_gpu(); }

  Result<void> upload(std::span<const ImageView> images) override {
    image_.reset();
    gpu_ = nullptr;
    chosen_ = cpu_.get();
    if (Result<void> status = cpu_->upload(images); !status) return status;
    if (fits(images.front().extent)) {
      if (Result<void> status = make_opengl(); !status) return status;
      if (Result<void> status = opengl_->upload(images); !status) return status;
      gpu_ = opengl_.get();
    } else if (vulkan_ != nullptr && vulkan_->upload(images)) {
      gpu_ = vulkan_.get();
    }
    if (gpu_ != nullptr) chosen_ = gpu_;
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
    if (!image_) return opengl_->upload_second_images(images);
    if (Result<void> status = cpu_->upload_second_images(images); !status) return status;
    if (gpu_ == nullptr) return {};
    Result<void> status = gpu_->upload_second_images(images);
    if (status || gpu_ != vulkan_.get()) return status;
    gpu_ = nullptr;
    chosen_ = cpu_.get();
    return {};
  }

  Result<void> prepare(const LabelingSpec& spec, const RunOptions& options) override {
    return try_engines(spec, [&](Runner& runner) { return runner.prepare(spec, options); }).status;
  }

  Result<void> label(const LabelingSpec& spec, const RunOptions& options) override {
    const auto [status, engine] = try_engines(spec, [&](Runner& runner) { return runner.label(spec, options); });
    if (status) chosen_ = engine;  // A refusal leaves the last labels, which the other engine may have made.
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
        gpu_ != nullptr && check(spec, image_->format, image_->extent, capabilities_of(Engine::compute));
    return possible ? gpu_ : cpu_.get();
  }

  /// What came of a call, and whose it was.
  struct Tried {
    Result<void> status;
    Runner* engine;
  };

  /// Calls work(engine), and once more with the CPU engine where an image is too large for Vulkan.
  template <class Work>
  Tried try_engines(const LabelingSpec& spec, const Work& work) const {
    Runner* const choice = choose(spec);
    Result<void> status = work(*choice);
    const bool is_beyond = !status && choice == vulkan_.get() && status.error().code == ErrorCode::too_large;
    return is_beyond ? Tried{work(*cpu_), cpu_.get()} : Tried{std::move(status), choice};
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
  std::unique_ptr<Runner> vulkan_;        ///< Of a GPU; null where OpenGL is hardware, or there is no GPU.
  int largest_side_ = 0;                  ///< Of images that OpenGL labels; 0 where it is not hardware.
  int largest_side_of_volumes_ = 0;       ///< Of volumes, likewise.
  std::optional<ImageView> image_;        ///< None for a texture.
  Runner* gpu_ = nullptr;                 ///< Has the image too, or null. Not for textures.
  Runner* chosen_ = cpu_.get();
};

std::unique_ptr<Runner> make_vulkan() {
#if GLCCL_WITH_VULKAN
  Result<std::unique_ptr<Runner>> made = make_vulkan_runner({}, false);
  if (made && (*made)->is_on_gpu()) return *std::move(made);
#endif
  return nullptr;
}

Result<std::unique_ptr<Runner>> make_runner(const DeviceChoice& device) {
  Result<RunnerContext> context = RunnerContext::create(device);
  if (!context && device.index >= 0) return context.error();  // The caller asked for this device.
  std::optional<RunnerContext> found;
  if (context) found = *std::move(context);
  const bool takes_vulkan = !device.current_context && (!found || found->info().software);
  return make_auto_runner(std::move(found), takes_vulkan ? make_vulkan() : nullptr);
}

}  // namespace

std::unique_ptr<Runner> make_auto_runner(std::optional<RunnerContext> context, std::unique_ptr<Runner> vulkan) {
  return std::make_unique<AutoRunner>(make_cpu_runner(host::CpuMethod::fast), std::move(context), std::move(vulkan));
}

EngineInfo auto_row() {
  Capabilities capabilities = host::capabilities_of(host::CpuMethod::fast);
  capabilities.engine = "auto";
  return {.name = "auto",
          .summary = "compute where OpenGL is hardware and has what is asked, else vulkan on a GPU, else cpu-fast",
          .source = "the engines of these names",
          .backend = Backend::automatic,
          .capabilities = std::move(capabilities),
          .make = make_runner};
}

}  // namespace glccl::engines
