#include "tools/validate/against.hpp"

#include <filesystem>
#include <utility>
#include <variant>

#include "glccl/spec.hpp"
#include "tools/glccl/options/spec_options.hpp"
#include "tools/validate/check.hpp"
#include "tools/validate/engines.hpp"

namespace glccl::tools {
namespace {

namespace fs = std::filesystem;

/// The labels with the numbers of the reference, and how they differ from it in their own values.
struct JudgedLabels {
  LabelImage renamed;
  std::optional<host::LabelDifference> difference;
  std::vector<host::FaultyComponent> faults;
};

JudgedLabels judge(const host::LabelFile& file, const LabelImage& expected, const Criterion& criterion) {
  const bool has_background = std::holds_alternative<Foreground>(criterion) || background_of(criterion) != nullptr;
  host::RenamedLabels renamed = host::rename_labels(file.values, expected, has_background);
  JudgedLabels judged{std::move(renamed.labels), {}, {}};
  judged.difference = host::compare_labels(judged.renamed, expected);
  if (!judged.difference) return judged;
  const auto name_of = [&](std::int64_t label) { return renamed.names[static_cast<std::size_t>(label)]; };
  judged.difference->first.actual = name_of(judged.difference->first.actual);
  judged.faults = host::list_faults(judged.renamed, expected);
  for (host::FaultyComponent& fault : judged.faults) {
    for (std::int64_t& label : fault.labels) label = name_of(label);
  }
  return judged;
}

}  // namespace

Result<ValidateReport> validate_labels(const ValidatePlan& plan, const ForeignLabels& labels,
                                       const ValidateInput& input, const ValidateObserver& observer) {
  const Extent& extent = input.image.extent;
  if (labels.file.extent != extent) {
    return Error{ErrorCode::file, labels.path + " has " + to_string(labels.file.extent) + " labels and " + input.name +
                                      " has " + to_string(extent) +
                                      " pixels; name the image that these labels were made from"};
  }
  ValidateReport report;
  report.count(extent, plan.connectivities);
  EngineTally& tally = report.engines.emplace_back(EngineTally{.name = labels.path});
  for (const Connectivity connectivity : plan.connectivities) {
    LabelingSpec spec = plan.spec;
    spec.connectivity = connectivity;
    spec.criterion = input.criterion;
    const Result<Answer> expected = ask_reference({&input.image, spec});
    if (!expected) return Error{expected.error().code, input.name + ": " + expected.error().message};
    JudgedLabels judged = judge(labels.file, expected->labels, input.criterion);
    ++tally.labelings;
    if (!judged.difference) continue;
    ++tally.differing;
    ++tally.failures;
    tally.split += judged.difference->split;
    tally.joined += judged.difference->joined;
    std::string words = " --connectivity " + std::to_string(static_cast<int>(connectivity));
    if (const std::string more = to_arguments(plan.spec); !more.empty()) words += " " + more;
    const fs::path picture = fs::path(plan.output_folder) / (fs::path(labels.path).stem().string() + "-difference-" +
                                                             std::to_string(static_cast<int>(connectivity)) + ".png");
    if (const Result<void> status = check_files({{"the picture", picture.string()}}, plan.inputs); !status) {
      return status.error();
    }
    if (const Result<void> status = write_saved(picture, host::draw_difference(judged.renamed, expected->labels));
        !status) {
      return status.error();
    }
    report.mismatches.push_back(
        {.engine = labels.path,
         .input = input.name,
         .size = extent,
         .connectivity = connectivity,
         .finding = {.labels = std::move(judged.difference)},
         .components = std::move(judged.faults),
         .difference_file = picture.string(),
         .commands = {"glccl validate " + input.arguments + " --against " + quoted(labels.path) + words}});
    if (observer.mismatch) observer.mismatch(report.mismatches.back());
  }
  return report;
}

}  // namespace glccl::tools
