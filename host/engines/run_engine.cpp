#include "host/engines/run_engine.hpp"

#include <algorithm>
#include <utility>

#include "glccl/host/context.hpp"
#include "host/engines/cuda_engine.hpp"
#include "host/engines/stopwatch.hpp"

namespace glccl::tools {
namespace {

const EngineInfo& engine_named(std::string_view name) { return **find_engine(name); }

Result<Run> run_cpu(const EngineInfo& engine, const host::Image& image, const Options& options,
                    const EngineVariant& variant) {
  const Stopwatch stopwatch;
  Result<CpuLabeling> labeled = engine.cpu(image, options, variant);
  if (!labeled) return labeled.error();
  Run run{std::string(engine.name), "none, on the CPU", std::move(labeled->labels), {}, stopwatch.milliseconds()};
  if (options.timings == Timings::none) return run;
  run.stages = std::move(labeled->stages);
  if (run.stages.empty()) run.stages.push_back({"label", {}, run.milliseconds});
  return run;
}

Result<Run> run_cuda(const EngineInfo& engine, const host::Image& image, const Options& options, int device,
                     const EngineVariant& variant) {
  Result<CudaEngine> cuda = CudaEngine::create(device);
  if (!cuda) return cuda.error();
  const Stopwatch stopwatch;
  if (const Status status = cuda->upload(image); !status) return status.error();
  if (const Status status = cuda->label(*engine.cuda, options, variant); !status) return status.error();
  Result<LabelImage> labels = cuda->readback();
  if (!labels) return labels.error();
  const double milliseconds = stopwatch.milliseconds();
  Result<std::vector<StageTime>> stages = cuda->timings();
  if (!stages) return stages.error();
  return Run{std::string(engine.name), cuda->device(), *std::move(labels), *std::move(stages), milliseconds};
}

/// The same failure with a way around it, where it does not name that one already.
Error with_hint(const Error& error) {
  const bool avoidable = error.code == ErrorCode::no_device || error.code == ErrorCode::too_large;
  if (!avoidable || error.message.find("cpu-serial") != std::string::npos) return error;
  return {error.code, error.message + "; --engine cpu-serial needs no GPU"};
}

Result<Run> run_gl(Engine engine, const host::Image& image, const Options& options) {
  const Result<host::Texture> texture = host::upload(image);
  if (!texture) return texture.error();
  return run_on_texture(engine, *texture, options);
}

Result<Run> run_auto(const host::Image& image, const Options& options, int device) {
  const auto run_serial = [&] { return run_cpu(engine_named("cpu-serial"), image, options, {}); };
  if (!check_support(engine_named("compute"), options)) return run_serial();
  const Result<host::HeadlessContext> context = host::HeadlessContext::create({.device = device});
  if (!context && device >= 0) return with_hint(context.error());  // it was asked for by number
  if (!context) return run_serial();
  const host::ContextInfo info = host::describe_current_context();
  const bool fits = std::max(image.size.width, image.size.height) <= largest_side(info.max_texture_size);
  if (info.software || !fits) return run_serial();
  return run_gl(Engine::compute, image, options);
}

}  // namespace

Result<Run> run_engine(const EngineInfo& engine, const host::Image& image, const Options& options, int device,
                       const EngineVariant& variant) {
  if (const Status status = check_support(engine, options); !status) return status.error();
  if (engine.cpu != nullptr) return run_cpu(engine, image, options, variant);
  if (engine.cuda) {
    Result<Run> run = run_cuda(engine, image, options, device, variant);
    if (!run) return with_hint(run.error());
    return run;
  }
  if (!engine.gl) return run_auto(image, options, device);
  const Result<host::HeadlessContext> context = host::HeadlessContext::create({.device = device});
  if (!context) return with_hint(context.error());
  Result<Run> run = run_gl(*engine.gl, image, options);
  if (!run) return with_hint(run.error());
  return run;
}

Result<Run> run_on_texture(Engine engine, const host::Texture& texture, const Options& options) {
  Result<Labeler> labeler = Labeler::create(engine);
  if (!labeler) return labeler.error();
  const Stopwatch stopwatch;
  if (const Result<Labels> labels = labeler->label({texture.name()}, options); !labels) return labels.error();
  Result<LabelImage> labels = labeler->readback();
  if (!labels) return labels.error();
  const double milliseconds = stopwatch.milliseconds();
  const auto all = engines();
  const auto info = std::find_if(all.begin(), all.end(), [&](const EngineInfo& one) { return one.gl == engine; });
  return Run{std::string(info->name), host::describe_current_context().renderer, *std::move(labels), labeler->timings(),
             milliseconds};
}

}  // namespace glccl::tools
