#include "tools/validate/check.hpp"

#include <utility>

#include "glccl/host/shrink.hpp"

namespace glccl::tools {
std::string kind_of(const Finding& finding) {
  if (finding.labels) return std::string(host::name_of(finding.labels->fault));
  return finding.table ? "table" : "other";
}

std::string describe(const Finding& finding) {
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  if (finding.labels) add(host::describe(*finding.labels));
  if (finding.table) add(host::describe(*finding.table));
  if (!finding.other.empty()) add(finding.other);
  return text;
}

Finding compare(const Answer& answer, const Answer& expected) {
  Finding finding{.labels = host::compare_labels(answer.labels, expected.labels), .other = answer.table_problem};
  if (answer.components) finding.table = host::compare_tables(*answer.components, *expected.components);
  return finding;
}

Result<Finding> check_engine(const TestedEngine& engine, const Question& question) {
  const Result<Answer> expected = ask_reference(question);
  if (!expected) return expected.error();
  Question counted = question;
  counted.components = static_cast<std::uint32_t>(expected->components->size());
  const Result<Answer> answer = ask(engine, counted);
  if (!answer) return answer.error();
  return compare(*answer, *expected);
}

ShrunkImage shrink_failure(const TestedEngine& engine, const Question& question, const Finding& finding,
                           std::chrono::seconds time) {
  ShrunkImage result{*question.image, finding, false};
  const auto check = [&](const host::Image& image) {
    Question smaller = question;
    smaller.image = &image;
    return check_engine(engine, smaller);
  };
  const Result<Finding> again = check(result.image);
  if (!again || !*again) return result;
  result.repeatable = true;
  if (question.mask != nullptr) return result;  // it would have to shrink with the image
  const auto end = std::chrono::steady_clock::now() + time;
  result.image = host::shrink(std::move(result.image), [&](const host::Image& image) {
    if (std::chrono::steady_clock::now() > end) return false;
    // A volume of one slice would be an image in a file, which is not labeled with connectivities of volumes.
    if (image.extent.is_volume() != question.image->extent.is_volume()) return false;
    const Result<Finding> found = check(image);
    return found && *found;
  });
  Result<Finding> smallest = check(result.image);
  if (smallest && *smallest) result.finding = *std::move(smallest);
  return result;
}

}  // namespace glccl::tools
