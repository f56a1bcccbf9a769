#include "bench_runner.hpp"

#include <utility>

#include "cuda_engine.hpp"
#include "glccl/host/texture.hpp"
#include "peers.hpp"
#include "stopwatch.hpp"

namespace glccl::tools {
namespace {

class GlRunner : public BenchRunner {
 public:
  explicit GlRunner(Labeler labeler) : labeler_(std::move(labeler)) {}

  Status prepare(const host::Image& image) override {
    texture_ = {};
    Result<host::Texture> texture = host::upload(image);
    if (!texture) return texture.error();
    texture_ = *std::move(texture);
    return {};
  }

  Result<BenchTimes> label(const Options& options) override {
    const Stopwatch stopwatch;
    const Result<Labels> labels = labeler_.label({texture_.name()}, options);
    const double call = stopwatch.milliseconds();
    if (!labels) return labels.error();
    return BenchTimes{labeler_.timings(), call};
  }

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

  Status prepare(const host::Image& image) override { return engine_.upload(image); }

  Result<BenchTimes> label(const Options& options) override {
    const Stopwatch stopwatch;
    if (const Status status = engine_.label(algorithm_, options, variant_); !status) return status.error();
    const double call = stopwatch.milliseconds();
    Result<std::vector<StageTime>> stages = engine_.timings();
    if (!stages) return stages.error();
    return BenchTimes{*std::move(stages), call};
  }

 private:
  Status fetch() override {
    const Result<LabelImage> labels = engine_.readback();
    return labels ? Status() : labels.error();
  }

  CudaEngine engine_;
  cuda::Algorithm algorithm_;
  EngineVariant variant_;
};

class CpuRunner : public BenchRunner {
 public:
  explicit CpuRunner(const BenchEngine& bench) : label_(bench.info->cpu), variant_(bench.variant) {}

  Status prepare(const host::Image& image) override {
    image_ = &image;
    return {};
  }

  Result<BenchTimes> label(const Options& options) override {
    const Stopwatch stopwatch;
    Result<CpuLabeling> labeled = label_(*image_, options, variant_);
    const double call = stopwatch.milliseconds();
    if (!labeled) return labeled.error();
    if (labeled->stages.empty()) labeled->stages.push_back({"label", {}, call});
    return BenchTimes{std::move(labeled->stages), call};
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

  Status prepare(const host::Image& image) override { return peer_.upload(image); }

  Result<BenchTimes> label(const Options& options) override {
    const Stopwatch stopwatch;
    const Result<PeerTimes> times = peer_.label(options.connectivity);
    if (!times) return times.error();
    return BenchTimes{{{"label", {}, times->kernels_ms}}, stopwatch.milliseconds()};
  }

  Result<BenchTimes> transfer(const host::Image&, const Options& options) override {
    const Result<PeerTimes> times = peer_.label(options.connectivity);
    if (!times) return times.error();
    return BenchTimes{{{"transfer", {}, times->end_to_end_ms}}, times->end_to_end_ms};
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
    return Made(std::make_unique<CudaRunner>(*std::move(cuda), engine));
  }
  return Made(std::make_unique<CpuRunner>(engine));
}

Result<BenchTimes> BenchRunner::transfer(const host::Image& image, const Options& options) {
  const Stopwatch stopwatch;
  if (const Status status = prepare(image); !status) return status.error();
  const Result<BenchTimes> times = label(options);
  if (!times) return times.error();
  if (const Status status = fetch(); !status) return status.error();
  const double all = stopwatch.milliseconds();
  return BenchTimes{{{"transfer", {}, all}}, all};
}

}  // namespace glccl::tools
