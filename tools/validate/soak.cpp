#include "tools/validate/soak.hpp"

#include <algorithm>
#include <csignal>
#include <utility>

#include "glccl/engines/registry.hpp"
#include "glccl/host/texture.hpp"
#include "tools/validate/check.hpp"
#include "tools/validate/clock.hpp"
#include "tools/validate/dice.hpp"
#include "tools/validate/soak_step.hpp"

namespace glccl::tools {
namespace {

volatile std::sig_atomic_t stop_asked = 0;

void ask_to_stop(int) { stop_asked = 1; }

constexpr std::string_view pipelines_kind = "Vulkan pipelines";

/// Takes SIGINT and SIGTERM as the wish to end with a summary. The second signal ends the program as usual.
class StopSignals {
 public:
  StopSignals() {
    stop_asked = 0;
    struct sigaction action {};
    action.sa_handler = ask_to_stop;
    action.sa_flags = SA_RESETHAND;
    for (std::size_t i = 0; i < std::size(signals); ++i) ::sigaction(signals[i], &action, &before_[i]);
  }
  ~StopSignals() {
    for (std::size_t i = 0; i < std::size(signals); ++i) ::sigaction(signals[i], &before_[i], nullptr);
  }
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

 private:
  static constexpr int signals[] = {SIGINT, SIGTERM};
  struct sigaction before_[std::size(signals)];
};

/// Whether labels are equal to 1..N up to renaming.
bool are_renamed(const LabelImage& actual, const LabelImage& expected, std::size_t components) {
  if (actual.extent != expected.extent) return false;
  std::vector<std::uint32_t> names(components + 1, 0);
  for (std::size_t i = 0; i < expected.values.size(); ++i) {
    const std::uint32_t a = actual.values[i];
    std::uint32_t& name = names[expected.values[i]];
    if (name == 0 && expected.values[i] != 0) name = a;
    if (a != name || (a == 0) != (expected.values[i] == 0)) return false;
  }
  std::sort(names.begin(), names.end());
  return std::adjacent_find(names.begin(), names.end()) == names.end();
}

/// The difference of root labels from the reference, in the reference's numbers.
std::optional<host::LabelDifference> compare_roots(const LabelImage& actual, const LabelImage& expected,
                                                   std::size_t components) {
  if (are_renamed(actual, expected, components)) return std::nullopt;
  if (actual.extent != expected.extent) return host::compare_labels(actual, expected);
  const std::vector<std::int64_t> values(actual.values.begin(), actual.values.end());
  host::RenamedLabels renamed = host::rename_labels(values, expected, true);
  const bool zero_is_background = renamed.names[0] == 0;
  return host::compare_labels(zero_is_background ? renamed.labels : actual, expected);
}

class Soak {
 public:
  Soak(const SoakPlan& plan, const TestedEngines& tested, const SoakObserver& observer)
      : plan_(plan), tested_(tested), observer_(observer), targets_(tested.engines.size()) {
    for (const TestedEngine& engine : tested.engines) {
      report_.engines.push_back({.name = engine.name, .exact = engine.exact});
    }
  }

  Result<SoakReport> run() {
    const StopSignals signals;
    const Clock::time_point start = Clock::now();
    for (std::uint64_t i = 0; stop_asked == 0; ++i) {
      const double tenths = plan_.steps > 0 ? 10.0 * static_cast<double>(i) / static_cast<double>(plan_.steps)
                                            : 10.0 * seconds_since(start) / (60.0 * plan_.minutes);
      if (tenths >= 10.0) break;
      if (tenths >= static_cast<double>(report_.held.size() + 1)) {
        if (Result<void> status = measure(i); !status) return status.error();
      }
      if (Result<void> status = take_step(plan_.first_step + i); !status) return status.error();
      if (observer_.progress && i % 32 == 0) observer_.progress(seconds_since(start), report_);
    }
    report_.interrupted = stop_asked != 0;
    report_.seconds = seconds_since(start);
    if (Result<void> status = measure(report_.steps); !status) return status.error();
    judge_growth();
    return std::move(report_);
  }

 private:
  Result<void> take_step(std::uint64_t number) {
    Result<SoakStep> step = draw_step(plan_.seed, number, plan_.max_size);
    if (!step) return Error{step.error().code, "step " + std::to_string(number) + ": " + step.error().message};
    for (std::size_t i = 0; i < tested_.engines.size(); ++i) {
      const Result<void> status = label(*step, i);
      if (!status) {
        return Error{status.error().code, "step " + std::to_string(number) + ", engine " + tested_.engines[i].name +
                                              ": " + status.error().message + "; " + command(*step, i)};
      }
    }
    ++report_.steps;
    return {};
  }

  /// All labelings of a step by one engine.
  Result<void> label(const SoakStep& step, std::size_t index) {
    const TestedEngine& engine = tested_.engines[index];
    SoakTally& tally = report_.engines[index];
    const Clock::time_point start = Clock::now();
    const Result<void> uploaded = engine.runner->upload(step.input.image.view());
    tally.seconds += seconds_since(start);
    if (!uploaded) return skip_or_fail(uploaded, tally);
    for (int i = 0; i < step.labelings; ++i) {
      const SoakRequest request = draw_request(step, i, engine);
      if (Result<void> status = label(step, request, index); !status) return status;
    }
    return {};
  }

  static Result<void> skip_or_fail(const Result<void>& status, SoakTally& tally) {
    const ErrorCode code = status.error().code;
    if (code != ErrorCode::unsupported && code != ErrorCode::too_large) return status;
    ++tally.skipped;
    return {};
  }

  Result<void> label(const SoakStep& step, SoakRequest request, std::size_t index) {
    const TestedEngine& engine = tested_.engines[index];
    SoakTally& tally = report_.engines[index];
    const Clock::time_point start = Clock::now();
    if (request.has_target) {
      if (Result<void> status = make_target(step.expected.labels.extent, index); !status) return status;
      request.options.target = targets_[index].name();
    }
    const Result<void> labeled = engine.runner->label(request.spec, request.options);
    if (!labeled) return skip_or_fail(labeled, tally);
    if (request.options.timing != TimingDetail::none) {
      if (const auto times = engine.runner->times(); !times) return times.error();
    }
    Finding finding;
    if (Result<void> status = compare_table(step, request, engine, finding); !status) return status;
    const Result<LabelImage> labels = engine.runner->take_labels();
    if (!labels) return labels.error();
    tally.seconds += seconds_since(start);
    finding.labels = request.spec.numbering == Numbering::root
                         ? compare_roots(*labels, step.expected.labels, step.expected.components->size())
                         : host::compare_labels(*labels, step.expected.labels);
    ++report_.labelings;
    ++tally.labelings;
    tally.tables += request.options.table_rows > 0 ? 1 : 0;
    if (finding) report_mismatch(step, request, index, finding);
    return {};
  }

  Result<void> make_target(const Extent& extent, std::size_t index) {
    host::OwnedTexture& target = targets_[index];
    if (target.name() != 0 && target.extent() == extent) return {};
    Result<host::OwnedTexture> made = host::make_label_texture(extent);
    if (!made) return made.error();
    target = *std::move(made);
    return {};
  }

  /// Compares the table. One with too few rows has to be refused.
  static Result<void> compare_table(const SoakStep& step, const SoakRequest& request, const TestedEngine& engine,
                                    Finding& finding) {
    if (request.options.table_rows == 0) return {};
    const std::vector<Component>& expected = *step.expected.components;
    const Result<std::vector<Component>> table = engine.runner->components();
    const bool fits = expected.size() <= request.options.table_rows;
    if (table && fits) {
      finding.table = host::compare_tables(*table, expected);
    } else if (table) {
      finding.other = "a table of " + std::to_string(request.options.table_rows) + " rows holds " +
                      std::to_string(expected.size()) + " components";
    } else if (table.error().code != ErrorCode::too_large) {
      return table.error();
    } else if (fits) {
      finding.other = table.error().message;
    }
    return {};
  }

  std::string command(const SoakStep& step, std::size_t index) const {
    return "glccl validate --soak 1 --seed " + std::to_string(plan_.seed) + " --from " + std::to_string(step.number) +
           " --steps 1 --max-size " + to_string(plan_.max_size) + " --engines " + tested_.engines[index].name +
           plan_.device_arguments;
  }

  void report_mismatch(const SoakStep& step, const SoakRequest& request, std::size_t index, const Finding& finding) {
    constexpr std::uint64_t most_described = 10;
    SoakTally& tally = report_.engines[index];
    ++tally.differing;
    if (!tally.exact) return;
    if (++report_.mismatches > most_described || !observer_.mismatch) return;
    observer_.mismatch("MISMATCH " + tally.name + ", step " + std::to_string(step.number) + ", connectivity " +
                       std::to_string(static_cast<int>(step.spec.connectivity)) + ", " + step.input.name + ", " +
                       describe(request) + "\n  " + tools::describe(finding) + "\n    " + command(step, index) + "\n");
  }

  /// Has every engine label the same large image, then a small one, and counts what is held then.
  Result<void> measure(std::uint64_t steps) {
    HeldResources& held = report_.held.emplace_back();
    held.steps = steps;
    for (host::OwnedTexture& target : targets_) target = {};
    for (const Extent& extent : {plan_.max_size, Extent{9, 7}}) {
      host::Image image{extent, PixelFormat::u32,
                        std::vector<std::uint8_t>(static_cast<std::size_t>(extent.elements()) * 4)};
      Dice dice(1);
      for (std::uint8_t& byte : image.bytes) byte = static_cast<std::uint8_t>(dice.bits());
      for (std::size_t i = 0; i < tested_.engines.size(); ++i) {
        const TestedEngine& engine = tested_.engines[i];
        Result<void> status = engine.runner->upload(image.view());
        const auto rows = static_cast<std::uint32_t>(engine.has_table ? extent.elements() : 0);
        if (status) status = engine.runner->label({.criterion = Equal{}}, {.table_rows = rows});
        if (!status) {
          SoakTally ignored;
          if (status = skip_or_fail(status, ignored); !status) return status;
          continue;
        }
        if (const Result<LabelImage> labels = engine.runner->take_labels(); !labels) return labels.error();
      }
    }
    if (!tested_.renderer.empty()) {
      held.objects = host::count_gl_objects();
      held.gpu_bytes = host::used_gl_memory();
    }
    std::int64_t pipelines = 0;
    for (const TestedEngine& engine : tested_.engines) pipelines += engine.runner->pipelines();
    held.objects.push_back({pipelines_kind, pipelines});
    if (!tested_.cuda_device.empty()) held.gpu_bytes = engines::used_cuda_memory();
    held.host_bytes = host::resident_bytes();
    return {};
  }

  void judge_growth() {
    std::int64_t allowed = 64;  // MiB
    const HeldResources& before = report_.held.front();
    const HeldResources& after = report_.held.back();
    for (std::size_t i = 0; i < after.objects.size(); ++i) {
      const std::string kind(after.objects[i].kind);
      const bool programs = kind == "programs" || kind == pipelines_kind;
      const std::int64_t more = after.objects[i].count - before.objects[i].count;
      // Drivers keep what they have compiled: lavapipe 4.4 MiB for each pipeline.
      if (programs) allowed += std::max<std::int64_t>(0, more) * (kind == pipelines_kind ? 6 : 1);
      // Engines keep a query for each pass of the longest plan so far.
      judge(kind, more, programs ? 512 : kind == "queries" ? 64 : 8, "");
    }
    const auto mebibytes = [](std::int64_t bytes) { return bytes >> 20; };
    judge("host memory", mebibytes(after.host_bytes - before.host_bytes), allowed, " MiB");
    if (before.gpu_bytes && after.gpu_bytes) {
      judge("GPU memory", mebibytes(*after.gpu_bytes - *before.gpu_bytes), allowed, " MiB");
    }
  }

  void judge(const std::string& what, std::int64_t more, std::int64_t allowed, const std::string& unit) {
    if (more <= allowed) return;
    report_.growth.push_back(what + ": " + std::to_string(more) + unit + " more, " + std::to_string(allowed) +
                             " are allowed");
  }

  const SoakPlan& plan_;
  const TestedEngines& tested_;
  const SoakObserver& observer_;
  std::vector<host::OwnedTexture> targets_;  ///< The caller's target of each engine's last labeling.
  SoakReport report_;
};

}  // namespace

Result<SoakReport> run_soak(const SoakPlan& plan, const TestedEngines& tested, const SoakObserver& observer) {
  return Soak(plan, tested, observer).run();
}

}  // namespace glccl::tools
