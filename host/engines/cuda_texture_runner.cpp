#include <algorithm>
#include <optional>
#include <utility>

#include "glccl/cuda/interop.hpp"
#include "glccl/host/texture.hpp"
#include "host/engines/cuda_runner.hpp"
#include "host/engines/runner_context.hpp"
#include "host/engines/runner_errors.hpp"

namespace glccl::engines {
namespace {

class CudaTextureRunner : public Runner {
 public:
  CudaTextureRunner(RunnerContext context, cuda::Labeler labeler)
      : device_name_(cuda_device_name(labeler.device())), context_(std::move(context)), labeler_(std::move(labeler)) {}
  CudaTextureRunner(const CudaTextureRunner&) = delete;
  CudaTextureRunner& operator=(const CudaTextureRunner&) = delete;
  ~CudaTextureRunner() override { static_cast<void>(context_.enter()); }  // Members release OpenGL objects.

  std::string engine() const override { return std::string(name_of(labeler_.method())) + "+texture"; }
  std::string device() const override { return device_name_; }
  bool is_on_gpu() const override { return true; }

  Result<void> upload(std::span<const ImageView> images) override {
    if (Result<void> status = check_one_image(engine(), images); !status) return status;
    if (Result<void> status = context_.enter(); !status) return status;
    labeled_ = false;
    source_ = {};
    Result<host::OwnedTexture> source = host::upload(images.front());
    if (!source) return source.error();
    if (labels_.name() == 0 || labels_.extent() != source->extent()) {
      labels_ = {};
      Result<host::OwnedTexture> labels = host::make_label_texture(source->extent());
      if (!labels) return labels.error();
      labels_ = *std::move(labels);
    }
    source_ = *std::move(source);
    return {};
  }

  Result<void> label(const LabelingSpec& spec, const RunOptions& options) override {
    if (source_.name() == 0) return no_image();
    if (Result<void> status = check_single(engine(), options.submission); !status) return status;
    if (Result<void> status = check_no_frame_tools(engine(), options); !status) return status;
    if (options.table_rows > 0) {
      return Error{ErrorCode::unsupported, engine() + " has no table: use " + std::string(name_of(labeler_.method()))};
    }
    if (options.rectangle) {
      return Error{ErrorCode::unsupported,
                   engine() + " labels whole textures: use " + std::string(name_of(labeler_.method()))};
    }
    if (Result<void> status = context_.enter(); !status) return status;
    labeled_ = false;
    Result<cuda::GlResource> from = cuda::GlResource::source_texture(labeler_, source_.name());
    if (!from) return from.error();
    Result<cuda::GlResource> to = cuda::GlResource::label_texture(labeler_, labels_.name());
    if (!to) return to.error();
    const auto launched = cuda::label(labeler_, {.source = &*from, .labels = &*to}, spec, cuda_outputs(options));
    if (!launched) return launched.error();
    if (Result<void> status = labeler_.wait(); !status) return status;
    labeled_ = true;
    return {};
  }

  Result<void> wait() override { return labeler_.wait(); }

  Result<void> read_labels(LabelImage& labels) override {
    if (!labeled_) return no_labels();
    if (Result<void> status = context_.enter(); !status) return status;
    labels = host::download_labels(labels_);
    return {};
  }

  Result<std::vector<Component>> components() override { return no_table(); }

  Result<std::vector<StageTime>> times() override {
    const Result<std::vector<StageTime>> kernels = labeler_.times();
    if (!kernels) return kernels.error();
    return add_up(*kernels);
  }

  std::optional<std::int64_t> scratch_bytes() const override { return labeler_.scratch_bytes(); }
  std::uint32_t label_texture() const override { return labeled_ ? labels_.name() : 0; }

 private:
  std::string device_name_;
  RunnerContext context_;  // Before the OpenGL objects, so that it ends after them.
  host::OwnedTexture source_;
  host::OwnedTexture labels_;
  cuda::Labeler labeler_;
  bool labeled_ = false;
};

/// The EGL device on the same GPU as a CUDA device; -1, which stands for that of CUDA device 0, if it is not known.
int egl_device_of(int cuda_device) {
  if (cuda_device <= 0) return -1;
  for (const host::EglDevice& device : host::list_devices()) {
    if (device.cuda_device == cuda_device) return device.index;
  }
  return -1;
}

}  // namespace

Result<std::unique_ptr<Runner>> make_cuda_texture_runner(cuda::Method method, const DeviceChoice& device) {
  Result<cuda::Labeler> labeler = cuda::Labeler::create(method, std::max(0, device.index));
  if (!labeler) return labeler.error();
  Result<RunnerContext> context =
      RunnerContext::create(device.current_context ? device : DeviceChoice{.index = egl_device_of(device.index)});
  if (!context) return context.error();
  auto runner = std::make_unique<CudaTextureRunner>(*std::move(context), *std::move(labeler));
  // Only registering a texture shows whether the context is on the same GPU.
  const std::uint8_t pixel = 1;
  Result<void> status = runner->Runner::upload(ImageView{&pixel, PixelFormat::u8, {1, 1}});
  if (status) status = runner->label({}, {});
  if (!status) return status.error();
  return std::unique_ptr<Runner>(std::move(runner));
}

}  // namespace glccl::engines
