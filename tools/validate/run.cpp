#include "tools/validate/run.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "engine/vocabulary/spec_fields.hpp"
#include "glccl/host/cpu.hpp"
#include "glccl/host/image_files.hpp"
#include "glccl/spec.hpp"
#include "tools/glccl/options/spec_options.hpp"
#include "tools/validate/clock.hpp"

namespace glccl::tools {
namespace {

namespace fs = std::filesystem;

/// A wrong labeling.
struct EngineFailure {
  const TestedEngine& engine;
  const ValidateInput& input;
  const Question& question;
  const Answer& answer;
  const Answer& expected;
  Finding finding;
};

/// Those that are for an image or volume. Of one slice, connectivities of volumes are those of images.
std::vector<Connectivity> those_for(const Extent& extent, const std::vector<Connectivity>& all) {
  std::vector<Connectivity> found;
  for (const Connectivity one : all) {
    const Connectivity connectivity = connectivity_in(extent, one);
    const bool is_new = std::find(found.begin(), found.end(), connectivity) == found.end();
    if (is_in_space(connectivity) == extent.is_volume() && is_new) found.push_back(connectivity);
  }
  return found;
}

/// Whether a connectivity is for an input. Errors: those of connectivity_for().
Result<void> check_some_for(const std::vector<Connectivity>& connectivities, const ValidateInput& input) {
  const Extent& extent = input.image.extent;
  if (!those_for(extent, connectivities).empty()) return {};
  return connectivity_for(connectivities.front(), extent, input.name).error();
}

/// The members of `plan` that ask for something, and those of `input` for which it does not.
LabelingSpec joined(const LabelingSpec& plan, LabelingSpec input) {
  const LabelingSpec defaults;
  visit_fields(
      [](const Field&, auto& member, const auto& of_plan, const auto& otherwise) {
        if (of_plan != otherwise) member = of_plan;
      },
      input, plan, defaults);
  return input;
}

/// The specification without the members of other needs.
LabelingSpec with(Needs needs, LabelingSpec spec) {
  const LabelingSpec defaults;
  visit_fields(
      [&](const Field& field, auto& member, const auto& otherwise) {
        if (field.need && !needs.has(*field.need)) member = otherwise;
      },
      spec, defaults);
  return spec;
}

/// What is asked for together. Each input is labeled with those of its needs that are in a row.
constexpr Needs together[] = {
    {},
    {Need::measurements},
    {Need::measurements, Need::filter, Need::periodic, Need::mask},
    {Need::filter},
    {Need::filter, Need::periodic},
    {Need::filter, Need::mask},
    {Need::filter, Need::holes},
    {Need::filter, Need::holes, Need::periodic},
};

class ValidateSession {
 public:
  ValidateSession(const ValidatePlan& plan, const TestedEngines& tested, const ValidateObserver& observer)
      : plan_(plan), tested_(tested), observer_(observer) {
    for (const TestedEngine& engine : tested.engines) {
      report_.engines.push_back({.name = engine.name, .exact = engine.exact});
    }
  }

  Result<void> validate(const ValidateInput& input) {
    const Extent& extent = input.image.extent;
    const std::vector<Connectivity> connectivities = those_for(extent, plan_.connectivities);
    report_.count(extent, connectivities);
    if (extent.is_volume()) {
      bool any = false;
      for (std::size_t i = 0; i < tested_.engines.size(); ++i) {
        any = any || tested_.engines[i].volumes;
        if (!tested_.engines[i].volumes) report_.engines[i].volumes += connectivities.size();
      }
      if (!any) return {};
    }
    if (const Result<void> status = check_periodic(plan_.spec.periodic, extent, input.name); !status) return status;
    LabelingSpec asked = joined(plan_.spec, input.spec);
    asked.criterion = input.criterion;
    if (kind_of(asked.criterion) != CriterionKind::foreground) asked.fill_holes = 0;
    for (const Connectivity connectivity : connectivities) {
      asked.connectivity = connectivity;
      std::vector<Needs> done;
      for (const Needs needs : together) {
        const LabelingSpec spec = with(needs, asked);
        const bool masked = needs.has(Need::mask) && input.mask;
        if (std::find(done.begin(), done.end(), needs_of(spec, masked)) != done.end()) continue;
        done.push_back(needs_of(spec, masked));
        if (const Result<void> status = validate(input, spec, masked); !status) return status;
      }
    }
    return {};
  }

  /// A file that cannot be read is counted once, also if it is asked for by several criteria.
  void skip(const std::string& reason) {
    if (report_.unreadable.empty() || report_.unreadable.back() != reason) report_.unreadable.push_back(reason);
  }

  ValidateReport take() { return std::move(report_); }

 private:
  /// Labels an input, perhaps with its mask, with every engine that has what it takes.
  Result<void> validate(const ValidateInput& input, const LabelingSpec& spec, bool masked) {
    Question question{.image = &input.image, .spec = spec, .mask = masked ? &*input.mask : nullptr};
    if ((spec.columns & table_column_intensity) != 0) question.intensity = &*input.intensity;
    if (input.contacts && needs_of(spec, masked).empty()) question.contacts = 1;
    const Result<Answer> expected = ask_reference(question);
    if (!expected) return Error{expected.error().code, input.name + ": " + expected.error().message};
    give_room(*expected, question);
    textures_.clear();
    for (std::size_t i = 0; i < tested_.engines.size(); ++i) {
      const TestedEngine& engine = tested_.engines[i];
      if (input.image.extent.is_volume() && !engine.volumes) continue;
      if (!needs_of(spec, masked).without(engine.needs).empty()) continue;
      const Result<void> status = validate(engine, report_.engines[i], input, question, *expected);
      if (!status) return Error{status.error().code, input.name + ": " + status.error().message};
    }
    return {};
  }

  Result<void> validate(const TestedEngine& engine, EngineTally& tally, const ValidateInput& input,
                        const Question& question, const Answer& expected) {
    const Clock::time_point start = Clock::now();
    const Result<Answer> answer = ask(engine, question);
    tally.seconds += seconds_since(start);
    if (!answer) {
      const ErrorCode code = answer.error().code;
      if (code == ErrorCode::too_large || code == ErrorCode::unsupported) {
        if (tally.skipped++ == 0) tally.first_skipped = answer.error();
        return {};
      }
      return Error{code, "engine " + engine.name + ": " + answer.error().message};
    }
    Finding finding = compare(*answer, expected);
    if (const Result<void> status = compare_on_gpu(*answer, tally, finding); !status) return status;
    count(*answer, finding, tally);
    const bool fails = engine.exact ? static_cast<bool>(finding) : !finding.other.empty();
    if (!fails) return {};
    if (++tally.failures > static_cast<std::uint64_t>(plan_.most_described)) return {};
    return describe({engine, input, question, *answer, expected, std::move(finding)}, tally.failures);
  }

  static void count(const Answer& answer, const Finding& finding, EngineTally& tally) {
    ++tally.labelings;
    if (answer.components) ++tally.tables;
    if (!finding) return;
    ++tally.differing;
    if (!finding.labels) return;
    tally.split += finding.labels->split;
    tally.joined += finding.labels->joined;
  }

  /// If an earlier engine has left right labels in a texture, the GPU must count as many differing pixels between the
  /// two textures as the CPU does between this engine and the reference.
  Result<void> compare_on_gpu(const Answer& answer, EngineTally& tally, Finding& finding) {
    if (answer.texture == 0 || !tested_.compare_textures) return {};
    const std::uint64_t differing = finding.labels ? finding.labels->pixels : 0;
    if (textures_.empty()) {  // later textures are compared with a right one
      if (differing == 0) textures_.push_back(answer.texture);
      return {};
    }
    const Result<std::uint64_t> counted =
        tested_.compare_textures(textures_.front(), answer.texture, answer.labels.extent);
    if (!counted) return counted.error();
    ++tally.textures;
    if (*counted == differing) return {};
    finding.other += (finding.other.empty() ? "" : "; ") + std::string("on the GPU ") + std::to_string(*counted) +
                     " texels of its label texture differ, on the CPU " + std::to_string(differing);
    return {};
  }

  /// The beginning of names of files that replace no input: an image of an earlier run may be one.
  std::string unused_prefix(const std::string& prefix, const std::string& ending) const {
    for (int i = 1;; ++i) {
      const std::string tried = i == 1 ? prefix : prefix + "-" + std::to_string(i);
      const Result<void> free = check_files(
          {{"", tried + "-shrunk" + ending}, {"", tried + "-original" + ending}, {"", tried + "-difference.png"}},
          plan_.inputs);
      if (free) return tried;
    }
  }

  /// Shrinks the image, writes the files and tells the observer.
  Result<void> describe(const EngineFailure& failure, std::uint64_t number) {
    const auto& [engine, input, question, answer, expected, finding] = failure;
    const ShrunkImage shrunk = shrink_failure(engine, question, finding, std::chrono::seconds(plan_.shrink_seconds));
    std::string stem = engine.name + "-" + std::to_string(number);
    std::replace(stem.begin(), stem.end(), '+', '-');
    const bool as_picture = host::is_picture(input.image.format) && !input.image.extent.is_volume();
    const std::string ending = as_picture ? ".png" : ".npy";
    const std::string prefix = unused_prefix((fs::path(plan_.output_folder) / stem).string(), ending);
    Mismatch mismatch{.engine = engine.name,
                      .input = input.name,
                      .seed = input.seed,
                      .size = input.image.extent,
                      .connectivity = question.spec.connectivity,
                      .finding = finding,
                      .components = {},
                      .shrunk_size = shrunk.image.extent,
                      .shrunk_finding = shrunk.finding,
                      .repeatable = shrunk.repeatable,
                      .shrunk_file = prefix + "-shrunk" + ending,
                      .original_file = prefix + "-original" + ending};
    if (const Result<void> status = write_saved(mismatch.shrunk_file, shrunk.image); !status) return status;
    if (const Result<void> status = write_saved(mismatch.original_file, input.image); !status) return status;
    if (finding.labels && finding.labels->fault != host::LabelFault::extent) {
      mismatch.difference_file = prefix + "-difference.png";
      mismatch.components = host::list_faults(answer.labels, expected.labels);
      const host::Image picture = host::draw_difference(answer.labels, expected.labels);
      if (const Result<void> status = write_saved(mismatch.difference_file, picture); !status) return status;
    }
    mismatch.commands = commands_for(mismatch, input, question);
    report_.mismatches.push_back(mismatch);
    if (observer_.mismatch) observer_.mismatch(mismatch);
    return {};
  }

  std::vector<std::string> commands_for(const Mismatch& mismatch, const ValidateInput& input,
                                        const Question& question) const {
    const LabelingSpec& spec = question.spec;
    const std::string connectivity = " --connectivity " + std::to_string(static_cast<int>(mismatch.connectivity));
    const std::string criterion = to_arguments(input.criterion);
    std::string more = to_arguments(spec);
    if (!more.empty()) more = " " + more;
    const std::string on_file =
        connectivity + (criterion.empty() ? "" : " ") + criterion + more + plan_.device_arguments;
    const std::string validate = "glccl validate ";
    const std::string engines = " --engines " + mismatch.engine;
    // The command line takes the luminance of colours, and no channel.
    const bool luminance =
        input.image.format == PixelFormat::rgba8 && kind_of(input.criterion) == CriterionKind::foreground;
    const bool in_files = host::is_picture(input.image.format) && !luminance && question.mask == nullptr &&
                          spec.columns == 0 && question.contacts == 0;
    std::vector<std::string> commands;
    if (in_files) commands.push_back(validate + quoted(mismatch.shrunk_file) + engines + on_file);
    if (in_files && mismatch.engine.find('+') == std::string::npos) {  // glccl label has no additions to engines
      commands.push_back("glccl label " + quoted(mismatch.shrunk_file) + " --engine " + mismatch.engine + on_file +
                         " --labels labels.npy");
    }
    // With the input.
    const bool drawn = first_need(input.spec).has_value();
    commands.push_back(validate + input.arguments + engines + connectivity + (drawn ? "" : more) +
                       plan_.device_arguments);
    return commands;
  }

  const ValidatePlan& plan_;
  const TestedEngines& tested_;
  const ValidateObserver& observer_;
  std::vector<std::uint32_t> textures_;  ///< Of this question: the first that is right.
  ValidateReport report_;
};

/// Whether a usual selection does not apply to an image: select() or the reference refuses it for the format.
bool does_not_apply(const FileInput& file, const Result<ValidateInput>& input) {
  if (!file.is_usual) return false;
  if (!input) return input.error().code == ErrorCode::invalid_argument;
  const host::Image& image = input->image;
  return !check({.criterion = input->criterion}, image.format, image.extent, host::serial_capabilities());
}

}  // namespace

Result<void> write_saved(const fs::path& path, host::Image image) {
  if (image.format == PixelFormat::unorm8) image.format = PixelFormat::u8;
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) {
    return Error{ErrorCode::file, "cannot make the folder " + path.parent_path().string() + ": " + error.message()};
  }
  return host::write_image(path, image);
}

void ValidateReport::count(const Extent& extent, const std::vector<Connectivity>& used) {
  ++inputs;
  (extent.is_volume() ? voxels : pixels) += static_cast<std::uint64_t>(extent.elements());
  for (const Connectivity one : used) {
    const bool known = std::find(connectivities.begin(), connectivities.end(), one) != connectivities.end();
    if (!known) connectivities.push_back(one);
  }
}

std::string ValidateReport::without_volumes() const {
  std::string names;
  for (const EngineTally& tally : engines) {
    if (tally.volumes > 0) names += (names.empty() ? "" : ", ") + tally.name;
  }
  return names;
}

bool ValidateReport::differs() const {
  return std::any_of(engines.begin(), engines.end(), [](const EngineTally& tally) { return tally.failures > 0; });
}

Result<void> ValidateReport::check_compared() const {
  const auto is_idle = [](const EngineTally& tally) { return tally.labelings == 0; };
  if (inputs == 0 || engines.empty() || !std::all_of(engines.begin(), engines.end(), is_idle)) return {};
  const auto was_skipped = [](const EngineTally& tally) { return tally.skipped > 0; };
  const auto found = std::find_if(engines.begin(), engines.end(), was_skipped);
  if (found == engines.end()) {
    return Error{
        ErrorCode::unsupported,
        "no engine has labeled anything: the inputs are volumes, and these engines label images: " + without_volumes()};
  }
  const EngineTally& first = *found;
  return Error{first.first_skipped.code,
               "no engine has labeled anything; " + first.name + ": " + first.first_skipped.message};
}

Result<ValidateReport> run_validation(const ValidatePlan& plan, const TestedEngines& tested,
                                      const std::vector<InputRequest>& inputs, const ValidateObserver& observer) {
  const Clock::time_point start = Clock::now();
  ValidateSession session(plan, tested, observer);
  InputMaker maker;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Result<ValidateInput> input = maker.make(inputs[i]);
    const auto* file = std::get_if<FileInput>(&inputs[i]);
    if (file != nullptr && does_not_apply(*file, input)) continue;
    const Result<void> usable = input ? check_some_for(plan.connectivities, *input) : input.error();
    if (!usable) {
      if (file == nullptr || !file->from_folder) return usable.error();
      session.skip(usable.error().message);
      continue;
    }
    if (observer.progress) observer.progress(i, inputs.size(), input->name);
    if (const Result<void> status = session.validate(*input); !status) return status.error();
  }
  ValidateReport report = session.take();
  report.seconds = seconds_since(start);
  return report;
}

}  // namespace glccl::tools
