#include "tools/bench/runner.hpp"

#include <utility>

#include "glccl/host/context.hpp"
#include "glccl/host/texture.hpp"
#include "host/engines/cuda_engine.hpp"
#include "host/engines/stopwatch.hpp"
#include "tools/bench/peers/peers.hpp"

namespace glccl::tools {
namespace {

double sum_of(const std::vector<StageTime>& stages) {
  double sum = 0.0;
  for (const StageTime& stage : stages) sum += stage.milliseconds;
  return sum;
}

class GlRunner : public BenchRunner {
 public:
  explicit GlRunner(Labeler labeler) : labeler_(std::move(labeler)) {}

  bool is_on_gpu() const override { return !host::describe_current_context().software; }

  Status prepare(std::span<const host::Image> images) override {
    texture_ = {};
    Result<host::Texture> texture = host::upload(images.front());
    if (!texture) return texture.error();
    texture_ = *std::move(texture);
    return {};
  }

  Result<BenchTimes> label(const Options& options) override {
    const Stopwatch stopwatch;
    const Result<Labels> labels = labeler_.label({texture_.name()}, options);
    const double call = stopwatch.milliseconds();
    if (!labels) return labels.error();
    std::vector<StageTime> stages = labeler_.timings();
    const double whole = sum_of(stages);
    return BenchTimes{whole, std::move(stages), call};
  }

  std::optional<std::int64_t> scratch_bytes() const override { return labeler_.scratch_bytes(); }

 private:
  Status fetch() override {
    const Result<LabelImage> labels = labeler_.readback();
    return labels ? Status() : labels.error();
  }

  Labeler labeler_;
  host::Texture texture_;
};

class CudaRunner : public BenchRunner {
 public:
  CudaRunner(CudaEngine engine, const BenchEngine& bench)
      : engine_(std::move(engine)), algorithm_(*bench.info->cuda), variant_(bench.variant) {}

  bool is_on_gpu() const override { return true; }

  Status prepare(std::span<const host::Image> images) override { return engine_.upload(images); }

  Result<BenchTimes> label(const Options& options) override {
    EngineVariant of_whole = variant_;
    of_whole.whole_time = true;
    const Stopwatch stopwatch;
    if (const Status status = engine_.label(algorithm_, options, of_whole); !status) return status.error();
    const double call = stopwatch.milliseconds();
    const Result<std::vector<StageTime>> whole = engine_.timings();
    if (!whole) return whole.error();
    if (options.timings == TimingDetail::none) return BenchTimes{sum_of(*whole), {}, call};
    if (const Status status = engine_.label(algorithm_, options, variant_); !status) return status.error();
    Result<std::vector<StageTime>> stages = engine_.timings();
    if (!stages) return stages.error();
    return BenchTimes{sum_of(*whole), *std::move(stages), call};
  }

  std::optional<std::int64_t> scratch_bytes() const override { return engine_.scratch_bytes(); }

 private:
  Status fetch() override { return engine_.readback_into(labels_); }

  CudaEngine engine_;
  cuda::Algorithm algorithm_;
  EngineVariant variant_;
  LabelImage labels_;  ///< kept: the pages of new memory would cost more than the copy, and peers keep theirs
};

/// Several images, by one call or by a call each. Their time is from an event before the first call to one behind the
/// last, so what the CPU does while the GPU waits counts.
class CudaImagesRunner : public BenchRunner {
 public:
  CudaImagesRunner(CudaEngine engine, const BenchEngine& bench) : engine_(std::move(engine)), bench_(bench) {}

  Status prepare(std::span<const host::Image> images) override { return engine_.upload(images); }

  Result<BenchTimes> label(const Options& options) override {
    Options untimed = options;
    untimed.timings = TimingDetail::none;
    BenchTimes times;
    const Result<double> whole = engine_.time([&] {
      const Stopwatch stopwatch;
      Status status = label_all(untimed, nullptr);
      times.call = stopwatch.milliseconds();
      return status;
    });
    if (!whole) return whole.error();
    times.whole = *whole;
    if (options.timings == TimingDetail::none) return times;
    if (const Status status = label_all(options, &times.stages); !status) return status.error();
    return times;
  }

  std::optional<std::int64_t> scratch_bytes() const override { return engine_.scratch_bytes(); }

 private:
  /// Labels all images. With `stages` it waits for the times of each call and adds them up.
  Status label_all(const Options& options, std::vector<StageTime>* stages) {
    const cuda::Algorithm algorithm = *bench_.info->cuda;
    if (bench_.submission == Submission::batch) {
      if (Status labeled = engine_.label_batch(algorithm, options, bench_.variant); !labeled) return labeled;
      return stages == nullptr ? Status{} : add_stages(*stages);
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(bench_.images); ++i) {
      if (Status labeled = engine_.label(algorithm, options, bench_.variant, i); !labeled) return labeled;
      if (stages == nullptr) continue;
      if (Status added = add_stages(*stages); !added) return added;
    }
    return {};
  }

  Status add_stages(std::vector<StageTime>& stages) {
    const Result<std::vector<StageTime>> times = engine_.timings();
    if (!times) return times.error();
    stages.insert(stages.end(), times->begin(), times->end());
    return {};
  }

  Status fetch() override { return {}; }  // +transfer is of one image

  CudaEngine engine_;
  BenchEngine bench_;
};

class CpuRunner : public BenchRunner {
 public:
  explicit CpuRunner(const BenchEngine& bench) : label_(bench.info->cpu), variant_(bench.variant) {}

  Status prepare(std::span<const host::Image> images) override {
    image_ = &images.front();
    return {};
  }

  Result<BenchTimes> label(const Options& options) override {
    const Stopwatch stopwatch;
    Result<CpuLabeling> labeled = label_(*image_, options, variant_);
    const double call = stopwatch.milliseconds();
    if (!labeled) return labeled.error();
    if (labeled->stages.empty()) labeled->stages.push_back({"label", {}, call});
    const double whole = sum_of(labeled->stages);
    return BenchTimes{whole, std::move(labeled->stages), call};
  }

 private:
  Status fetch() override { return {}; }  // they are there

  LabelOnCpu label_;
  EngineVariant variant_;
  const host::Image* image_ = nullptr;
};

class PeerRunner : public BenchRunner {
 public:
  explicit PeerRunner(Peer peer) : peer_(std::move(peer)) {}

  Status prepare(std::span<const host::Image> images) override { return peer_.upload(images.front()); }

  Result<BenchTimes> label(const Options& options) override {
    const Stopwatch stopwatch;
    const Result<PeerTimes> times = peer_.label(options.connectivity);
    if (!times) return times.error();
    return BenchTimes{times->kernels_ms, {{"label", {}, times->kernels_ms}}, stopwatch.milliseconds()};
  }

  Result<BenchTimes> transfer(const host::Image&, const Options& options) override {
    const Result<PeerTimes> times = peer_.label(options.connectivity);
    if (!times) return times.error();
    return BenchTimes{times->end_to_end_ms, {{"transfer", {}, times->end_to_end_ms}}, times->end_to_end_ms};
  }

 private:
  Status fetch() override { return {}; }  // label() has

  Peer peer_;
};

}  // namespace

Result<std::unique_ptr<BenchRunner>> BenchRunner::create(const BenchEngine& engine) {
  using Made = std::unique_ptr<BenchRunner>;
  if (std::string reason = why_not_here(engine); !reason.empty()) {
    return Error{ErrorCode::no_device, std::move(reason)};
  }
  if (engine.peer != nullptr) {
    Result<Peer> peer = Peer::create(engine.peer->name);
    if (!peer) return peer.error();
    return Made(std::make_unique<PeerRunner>(*std::move(peer)));
  }
  if (engine.info->gl) {
    Result<Labeler> labeler = Labeler::create(*engine.info->gl);
    if (!labeler) return labeler.error();
    return Made(std::make_unique<GlRunner>(*std::move(labeler)));
  }
  if (engine.info->cuda) {
    Result<CudaEngine> cuda = CudaEngine::create();
    if (!cuda) return cuda.error();
    if (engine.submission != Submission::single) {
      return Made(std::make_unique<CudaImagesRunner>(*std::move(cuda), engine));
    }
    return Made(std::make_unique<CudaRunner>(*std::move(cuda), engine));
  }
  return Made(std::make_unique<CpuRunner>(engine));
}

Result<BenchTimes> BenchRunner::transfer(const host::Image& image, const Options& options) {
  const Stopwatch stopwatch;
  if (const Status status = prepare({&image, 1}); !status) return status.error();
  Options untimed = options;
  untimed.timings = TimingDetail::none;
  if (const Result<BenchTimes> times = label(untimed); !times) return times.error();
  if (const Status status = fetch(); !status) return status.error();
  const double all = stopwatch.milliseconds();
  return BenchTimes{all, {{"transfer", {}, all}}, all};
}

}  // namespace glccl::tools
