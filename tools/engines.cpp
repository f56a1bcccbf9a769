#include "engines.hpp"

#include <algorithm>
#include <chrono>

#include "arguments.hpp"
#include "cuda_engine.hpp"
#include "glccl/host/context.hpp"
#include "glccl/host/labeling.hpp"

namespace glccl::tools {
namespace {

constexpr std::string_view automatic = "auto";

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

std::vector<EngineInfo> make_engines() {
  const std::vector<Connectivity> both = {Connectivity::four, Connectivity::eight};
  const std::vector<std::string_view> all = {"foreground", "equal", "difference"};
  return {
      {automatic, "raster where OpenGL is hardware and has what is asked, else cpu-serial", "the two below", both, all,
       std::nullopt},
      {"raster", "OpenGL render passes, exact for every image",
       "S. M. O'Connell, A GPU Implementation of Connected Component Labeling, chapters 3-9, made exact by "
       "merge_rounds",
       both, all, Engine::raster},
      {"raster-paper",
       "OpenGL render passes as published: splits some components (figure 5.8)",
       "S. M. O'Connell, A GPU Implementation of Connected Component Labeling, chapters 3-6 and 9",
       both,
       {"foreground", "equal"},
       Engine::raster_paper},
      {"cpu-serial", "union-find in two scans on one CPU core, the reference for the others",
       "Bester and Pulles, algorithm 1", both, all, std::nullopt},
      {"cuda-stava",
       "CUDA kernels: tiles in shared memory, merged level by level; exact for every image",
       "O. Stava and B. Benes, Connected Component Labeling in CUDA, GPU Computing Gems, chapter 35",
       both,
       {"foreground", "equal"},
       std::nullopt,
       true},
  };
}

const EngineInfo& engine_named(std::string_view name) {
  const auto all = engines();
  return *std::find_if(all.begin(), all.end(), [&](const EngineInfo& engine) { return engine.name == name; });
}

template <class Values, class Value>
bool has(const Values& values, const Value& value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

/// "a, b and c"
std::string list(const std::vector<std::string>& words, const std::string& last = " and ") {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == words.size() ? last : ", ") + words[i];
  }
  return text;
}

/// The engines that have both, as options to type.
std::string engines_with(Connectivity connectivity, std::string_view criterion) {
  std::vector<std::string> names;
  for (const EngineInfo& engine : engines()) {
    if (engine.name == automatic || !has(engine.connectivities, connectivity) || !has(engine.criteria, criterion)) {
      continue;
    }
    names.push_back("--engine " + std::string(engine.name));
  }
  return list(names, " or ");
}

Result<Run> run_serial(const host::Image& image, const Options& options) {
  const Clock::time_point start = Clock::now();
  Run run{
      "cpu-serial", "none, on the CPU", host::label_serial(image, options.connectivity, options.criterion), {}, 0.0};
  run.milliseconds = milliseconds_since(start);
  if (options.timings != Timings::none) run.stages.push_back({"label_serial", {}, run.milliseconds});
  return run;
}

Result<Run> run_cuda(const EngineInfo& engine, const host::Image& image, const Options& options, int device) {
  Result<CudaEngine> cuda = CudaEngine::create(device);
  if (!cuda) return cuda.error();
  const Clock::time_point start = Clock::now();
  if (const Status status = cuda->upload(image); !status) return status.error();
  if (const Status status = cuda->label(options); !status) return status.error();
  Result<LabelImage> labels = cuda->readback();
  if (!labels) return labels.error();
  const double milliseconds = milliseconds_since(start);
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
  if (!check_support(engine_named("raster"), options)) return run_serial(image, options);
  const Result<host::HeadlessContext> context = host::HeadlessContext::create({.device = device});
  if (!context && device >= 0) return with_hint(context.error());  // it was asked for by number
  if (!context) return run_serial(image, options);
  const host::ContextInfo info = host::describe_current_context();
  const bool fits = std::max(image.size.width, image.size.height) <= largest_side(info.max_texture_size);
  if (info.software || !fits) return run_serial(image, options);
  return run_gl(Engine::raster, image, options);
}

}  // namespace

std::string_view criterion_name(const Criterion& criterion) {
  if (std::holds_alternative<Foreground>(criterion)) return "foreground";
  if (std::holds_alternative<Equal>(criterion)) return "equal";
  return "difference";
}

std::span<const EngineInfo> engines() {
  static const std::vector<EngineInfo> table = make_engines();
  return table;
}

std::string why_not_here(const EngineInfo& engine) { return engine.cuda ? why_no_cuda() : std::string(); }

int largest_side(int max_texture_size) { return std::min(max_texture_size, 32768); }

Result<const EngineInfo*> find_engine(std::string_view name) {
  std::vector<std::string> names;
  for (const EngineInfo& engine : engines()) {
    if (engine.name == name) return &engine;
    names.emplace_back(engine.name);
  }
  return Error{ErrorCode::invalid_argument,
               "there is no engine \"" + std::string(name) + "\": the engines are " + list(names)};
}

Status check_support(const EngineInfo& engine, const Options& options) {
  const std::string_view criterion = criterion_name(options.criterion);
  const bool connectivity = has(engine.connectivities, options.connectivity);
  if (connectivity && has(engine.criteria, criterion)) return {};
  const std::string wanted = connectivity ? "the criterion \"" + std::string(criterion) + "\""
                                          : std::to_string(static_cast<int>(options.connectivity)) + "-connectivity";
  return Error{ErrorCode::unsupported, "engine " + std::string(engine.name) + " does not have " + wanted + ": it has " +
                                           list({engine.criteria.begin(), engine.criteria.end()}) + "; use " +
                                           engines_with(options.connectivity, criterion)};
}

Result<Run> run_engine(const EngineInfo& engine, const host::Image& image, const Options& options, int device) {
  if (const Status status = check_support(engine, options); !status) return status.error();
  if (engine.name == automatic) return run_auto(image, options, device);
  if (engine.cuda) {
    Result<Run> run = run_cuda(engine, image, options, device);
    if (!run) return with_hint(run.error());
    return run;
  }
  if (!engine.gl) return run_serial(image, options);
  const Result<host::HeadlessContext> context = host::HeadlessContext::create({.device = device});
  if (!context) return with_hint(context.error());
  Result<Run> run = run_gl(*engine.gl, image, options);
  if (!run) return with_hint(run.error());
  return run;
}

Result<Run> run_on_texture(Engine engine, const host::Texture& texture, const Options& options) {
  Result<Labeler> labeler = Labeler::create(engine);
  if (!labeler) return labeler.error();
  const Clock::time_point start = Clock::now();
  if (const Result<Labels> labels = labeler->label({texture.name()}, options); !labels) return labels.error();
  Result<LabelImage> labels = labeler->readback();
  if (!labels) return labels.error();
  const double milliseconds = milliseconds_since(start);
  const auto all = engines();
  const auto info = std::find_if(all.begin(), all.end(), [&](const EngineInfo& one) { return one.gl == engine; });
  return Run{std::string(info->name), host::describe_current_context().renderer, *std::move(labels), labeler->timings(),
             milliseconds};
}

}  // namespace glccl::tools
