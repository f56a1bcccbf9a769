#include "host/engines/auto_runner.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "glccl/engines/registry.hpp"
#include "glccl/spec.hpp"
#include "host/engines/opengl_runner.hpp"
#include "host/engines/rows.hpp"
#include "host/engines/runner_context.hpp"
#include "host/engines/uploads.hpp"

namespace glccl::engines {
namespace {

/// The CPU engine reads images where they are, so that it is ready at any time. The OpenGL engine is made when the
/// first image fits it.
class AutoRunner : public Runner {
 public:
  AutoRunner(std::unique_ptr<Runner> serial, std::optional<RunnerContext> context)
      : serial_(std::move(serial)), context_(std::move(context)) {
    if (context_) largest_side_ = largest_side(context_->info().max_texture_size);
  }

  std::string engine() const override { return chosen_->engine(); }
  std::string device() const override { return chosen_->device(); }
  bool is_on_gpu() const override { return chosen_->is_on_gpu(); }

  Status upload(std::span<const ImageView> images) override {
    image_.reset();
    chosen_ = serial_.get();
    if (Status status = serial_->upload(images); !status) return status;
    if (has_compute() && fits(images.front().extent)) {
      if (Status status = make_compute(); !status) return status;
      if (Status status = compute_->upload(images); !status) return status;
      chosen_ = compute_.get();
    }
    image_ = images.front();
    return {};
  }

  Status label(const LabelingSpec& spec, const RunOptions& options) override {
    if (!image_) return no_image();
    const bool on_compute = has_compute() && fits(image_->extent) &&
                            check(spec, image_->format, image_->extent, capabilities_of(Engine::compute));
    chosen_ = on_compute ? compute_.get() : serial_.get();
    return chosen_->label(spec, options);
  }

  Status wait() override { return chosen_->wait(); }
  Status read_labels(LabelImage& labels) override { return chosen_->read_labels(labels); }
  Result<LabelImage> take_labels() override { return chosen_->take_labels(); }
  Result<std::vector<Component>> components() override { return chosen_->components(); }
  Result<std::vector<StageTime>> times() override { return chosen_->times(); }
  std::optional<std::int64_t> scratch_bytes() const override { return chosen_->scratch_bytes(); }
  std::uint32_t label_texture() const override { return chosen_->label_texture(); }

 private:
  /// Whether there is OpenGL hardware.
  bool has_compute() const { return compute_ != nullptr || (context_ && !context_->info().software); }

  bool fits(const Extent& extent) const { return std::max(extent.width, extent.height) <= largest_side_; }

  Status make_compute() {
    if (compute_ != nullptr) return {};
    Result<std::unique_ptr<Runner>> made = make_opengl_runner(Engine::compute, *std::move(context_));
    context_.reset();
    if (!made) return made.error();
    compute_ = *std::move(made);
    return {};
  }

  std::unique_ptr<Runner> serial_;
  std::optional<RunnerContext> context_;  ///< Until the OpenGL engine has it; none where there is no OpenGL.
  std::unique_ptr<Runner> compute_;
  int largest_side_ = 0;
  std::optional<ImageView> image_;
  Runner* chosen_ = serial_.get();
};

}  // namespace

Result<std::unique_ptr<Runner>> make_auto_runner(const Device& device) {
  Result<RunnerContext> context = RunnerContext::create(device);
  if (!context && device.index >= 0) return context.error();  // it was asked for by number
  Result<std::unique_ptr<Runner>> serial = cpu_rows().front().make({});
  if (!serial) return serial.error();
  std::optional<RunnerContext> found;
  if (context) found = *std::move(context);
  return std::unique_ptr<Runner>(std::make_unique<AutoRunner>(*std::move(serial), std::move(found)));
}

}  // namespace glccl::engines
