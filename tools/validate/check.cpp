#include "tools/validate/check.hpp"

#include <algorithm>
#include <utility>

#include "glccl/host/shrink.hpp"
#include "glccl/table.hpp"

namespace glccl::tools {
namespace {

/// The first column in which two rows differ, or "".
std::string first_difference(const Measurements& actual, const Measurements& expected) {
  if (actual.moments != expected.moments) return "moments";
  if (actual.quads != expected.quads) return "quads";
  if (actual.cubes != expected.cubes) return "cubes";
  if (actual.seams != expected.seams) return "seams";
  return actual.intensity != expected.intensity ? "intensity" : "";
}

std::string first_difference(const std::vector<Measurements>& actual, const std::vector<Measurements>& expected) {
  if (actual.size() != expected.size()) {
    return std::to_string(actual.size()) + " rows of measurements instead of " + std::to_string(expected.size());
  }
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const std::string column = first_difference(actual[i], expected[i]);
    if (!column.empty()) return "the " + column + " of component " + std::to_string(i + 1) + " differ";
  }
  return {};
}

std::string first_difference(const std::vector<Contact>& actual, const std::vector<Contact>& expected) {
  if (actual.size() != expected.size()) {
    return std::to_string(actual.size()) + " contacts instead of " + std::to_string(expected.size());
  }
  const auto text = [](const Contact& one) {
    return std::to_string(one.first) + " and " + std::to_string(one.second) + " of length " +
           std::to_string(one.length);
  };
  for (std::size_t i = 0; i < actual.size(); ++i) {
    if (actual[i] != expected[i]) return "the contact of " + text(actual[i]) + " instead of " + text(expected[i]);
  }
  return {};
}

}  // namespace

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
  if (!finding.other.empty()) return finding;
  if (answer.measurements) finding.other = first_difference(*answer.measurements, *expected.measurements);
  if (answer.contacts && finding.other.empty()) {
    finding.other = first_difference(*answer.contacts, *expected.contacts);
  }
  return finding;
}

void give_room(const Answer& expected, Question& question) {
  question.components = static_cast<std::uint32_t>(expected.components->size());
  if (expected.contacts) question.contacts = std::max(1U, static_cast<std::uint32_t>(expected.contacts->size()));
}

Result<Finding> check_engine(const TestedEngine& engine, const Question& question) {
  const Result<Answer> expected = ask_reference(question);
  if (!expected) return expected.error();
  Question counted = question;
  give_room(*expected, counted);
  const Result<Answer> answer = ask(engine, counted);
  if (!answer) return answer.error();
  return compare(*answer, *expected);
}

ShrunkImage shrink_failure(const TestedEngine& engine, const Question& question, const Finding& finding,
                           std::chrono::seconds time) {
  ShrunkImage result{*question.image, finding, false};
  Question asked = question;
  const auto check = [&](const host::Image& image) {
    Question smaller = asked;
    smaller.image = &image;
    return check_engine(engine, smaller);
  };
  const Result<Finding> again = check(result.image);
  if (!again || !*again) return result;
  result.repeatable = true;
  if (question.mask != nullptr) return result;  // it would have to shrink with the image
  if (question.intensity != nullptr) {          // so would this, but most faults show without it
    asked.intensity = nullptr;
    asked.spec.columns &= ~table_column_intensity;
    const Result<Finding> without = check(result.image);
    if (!without || !*without) return result;
  }
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
