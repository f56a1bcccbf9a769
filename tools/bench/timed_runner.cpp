#include "tools/bench/timed_runner.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

#include "glccl/host/texture.hpp"
#include "glccl/table.hpp"
#include "host/engines/stopwatch.hpp"
#include "tools/bench/peers/peers.hpp"
#include "tools/glccl/registry.hpp"

namespace glccl::tools {
namespace {

using engines::Backend;
using engines::Stopwatch;
using engines::Submission;

double sum_of(const std::vector<StageTime>& stages) {
  double sum = 0.0;
  for (const StageTime& stage : stages) sum += stage.milliseconds;
  return sum;
}

/// The elements of the largest ellipse, or ellipsoid.
host::Image mask_of(const Extent& extent) {
  host::Image mask{extent, PixelFormat::u8, {}};
  mask.bytes.reserve(static_cast<std::size_t>(extent.elements()));
  const auto off_centre = [](int at, int side) { return (2.0 * at + 1.0) / side - 1.0; };
  for (int z = 0; z < extent.depth; ++z) {
    for (int y = 0; y < extent.height; ++y) {
      const double rest = 1.0 - std::pow(off_centre(y, extent.height), 2) -
                          (extent.is_volume() ? std::pow(off_centre(z, extent.depth), 2) : 0.0);
      for (int x = 0; x < extent.width; ++x) {
        mask.bytes.push_back(std::pow(off_centre(x, extent.width), 2) <= rest ? 1 : 0);
      }
    }
  }
  return mask;
}

/// Random floats from 0 on below 1, the same each time.
host::Image intensity_of(const Extent& extent) {
  std::mt19937 random(1);
  std::vector<float> values(static_cast<std::size_t>(extent.elements()));
  for (float& value : values) value = static_cast<float>(random() >> 8) / static_cast<float>(1 << 24);
  host::Image image{extent, PixelFormat::f32, std::vector<std::uint8_t>(values.size() * sizeof(float))};
  std::memcpy(image.bytes.data(), values.data(), image.bytes.size());
  return image;
}

class TimedRunner : public Measured {
 public:
  TimedRunner(const BenchEngine& engine, std::unique_ptr<engines::Runner> runner, bool depths)
      : backend_(engine.info->backend),
        keeps_memory_(engine.info->keeps_memory),
        masked_(engine.masked),
        measures_intensity_((engine.columns & table_column_intensity) != 0),
        tracked_(engine.tracked),
        contacts_(engine.contacts),
        runner_(std::move(runner)),
        depths_(depths) {}

  bool is_on_gpu() const override { return runner_->is_on_gpu(); }

  Result<void> prepare(std::span<const host::Image> images) override {
    is_room_known_ = false;
    if (depths_) return prepare_depths(images.front());
    std::vector<ImageView> views;
    for (const host::Image& image : images) views.push_back(image.view());
    if (Result<void> status = runner_->upload(views); !status) return status;
    return upload_second_images(images.front().extent);
  }

  Result<void> make_ready(const BenchOptions& options) override { return runner_->prepare(options.spec, options.run); }

  Result<BenchTimes> label(const BenchOptions& options) override {
    if (options.run.submission != Submission::single) return label_several(options);
    BenchOptions first = options;
    const bool twice = backend_ == Backend::cuda && options.run.timing != TimingDetail::none;
    if (twice) first.run.timing = TimingDetail::whole;
    const Stopwatch stopwatch;
    if (Result<void> status = runner_->label(first.spec, first.run); !status) return status.error();
    const double call = stopwatch.milliseconds();
    if (Result<void> status = check_room(); !status) return status.error();
    if (!is_of_gpus() && !keeps_memory_) {
      static_cast<void>(runner_->take_labels());  // Frees their memory outside of the measured time.
    }
    Result<std::vector<StageTime>> times = runner_->times();
    if (!times) return times.error();
    const double whole = sum_of(*times);
    if (!twice) return BenchTimes{whole, *std::move(times), call};
    if (Result<void> status = runner_->label(options.spec, options.run); !status) return status.error();
    Result<std::vector<StageTime>> stages = runner_->times();
    if (!stages) return stages.error();
    return BenchTimes{whole, *std::move(stages), call};
  }

  Result<BenchTimes> transfer(const host::Image& image, const BenchOptions& options) override {
    BenchOptions untimed = options;
    untimed.run.timing = TimingDetail::none;
    const Stopwatch stopwatch;
    if (Result<void> status = prepare({&image, 1}); !status) return status.error();
    if (const Result<BenchTimes> times = label(untimed); !times) return times.error();
    if (is_of_gpus()) {
      if (Result<void> status = runner_->read_labels(labels_); !status) return status.error();
    }
    const double all = stopwatch.milliseconds();
    return BenchTimes{all, {{"transfer", {}, all}}, all};
  }

  std::optional<std::int64_t> scratch_bytes() const override { return runner_->scratch_bytes(); }

 private:
  /// Whether tracks and contacts of the first labeling after prepare() had room: else they would cost little.
  Result<void> check_room() {
    if (std::exchange(is_room_known_, true)) return {};
    if (tracked_) {
      if (const Result<TrackedFrame> frame = runner_->tracked(); !frame) return frame.error();
    }
    if (!contacts_) return {};
    const Result<std::vector<Contact>> contacts = runner_->contacts();
    return contacts ? Result<void>() : contacts.error();
  }

  Result<void> upload_second_images(const Extent& extent) {
    if (!masked_ && !measures_intensity_) return {};
    engines::SecondImages second;
    if (masked_) second.mask = (mask_ = mask_of(extent)).view();
    if (measures_intensity_) second.intensity = (intensity_ = intensity_of(extent)).view();
    return runner_->upload_second_images(second);
  }

  /// Only OpenGL engines read depths, and they take one image.
  Result<void> prepare_depths(const host::Image& image) {
    Result<host::OwnedTexture> texture = host::upload_depth(image.view());
    if (!texture) return texture.error();
    depth_texture_ = *std::move(texture);
    return runner_->use_texture(depth_texture_.name());
  }

  /// Whether the labels are in GPU memory, or in what a software OpenGL takes for it.
  bool is_of_gpus() const {
    return backend_ == Backend::opengl || backend_ == Backend::vulkan || backend_ == Backend::cuda;
  }

  /// The whole time spans from an event before the first call to an event after the last one. It includes the work of
  /// the CPU that the GPU waits for.
  Result<BenchTimes> label_several(const BenchOptions& options) {
    engines::RunOptions untimed = options.run;
    untimed.timing = TimingDetail::none;
    BenchTimes times;
    const Result<double> whole = runner_->time([&] {
      const Stopwatch stopwatch;
      Result<void> status = runner_->label(options.spec, untimed);
      times.call = stopwatch.milliseconds();
      return status;
    });
    if (!whole) return whole.error();
    times.whole = *whole;
    if (options.run.timing == TimingDetail::none) return times;
    if (Result<void> status = runner_->label(options.spec, options.run); !status) return status.error();
    Result<std::vector<StageTime>> stages = runner_->times();
    if (!stages) return stages.error();
    times.stages = *std::move(stages);
    return times;
  }

  Backend backend_;
  bool keeps_memory_;
  bool masked_;
  bool measures_intensity_;
  bool tracked_;
  bool contacts_;
  bool is_room_known_ = false;  ///< Whether check_room() was called since prepare().
  host::Image mask_;            ///< Kept: engines on the CPU read it where it is.
  host::Image intensity_;       ///< The same.
  std::unique_ptr<engines::Runner> runner_;
  bool depths_;
  host::OwnedTexture depth_texture_;
  LabelImage labels_;  ///< Kept, as peers keep theirs: touching new pages would cost more than the copy.
};

}  // namespace

Result<std::unique_ptr<Measured>> make_measured(const BenchEngine& engine, PixelFormat format) {
  if (std::string reason = why_not_here(engine); !reason.empty()) {
    return Error{ErrorCode::no_device, std::move(reason)};
  }
  if (engine.peer != nullptr) {
    Result<std::unique_ptr<Peer>> peer = engine.peer->make();
    if (!peer) return peer.error();
    return std::unique_ptr<Measured>(*std::move(peer));
  }
  Result<std::unique_ptr<engines::Runner>> runner =
      registry().make(std::string(engine.info->name) + (engine.buffers ? "+buffer" : ""),
                      {.current_context = true, .graphics_queue = engine.graphics_queue});
  if (!runner) return runner.error();
  return std::unique_ptr<Measured>(
      std::make_unique<TimedRunner>(engine, *std::move(runner), format == PixelFormat::depth32f));
}

}  // namespace glccl::tools
