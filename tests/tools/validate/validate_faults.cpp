// glccl validate notices a fault in each number that components are measured by, and in each part of a specification.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "glccl/table.hpp"
#include "tests/support/catch.hpp"
#include "tests/tools/validate/broken_engines.hpp"
#include "tools/validate/run.hpp"

namespace glccl::tests {
namespace {

using namespace glccl::tools;

/// Makes a number a smaller one, and what is no finite number 0.
void lower(double& value) { value = std::isfinite(value) ? std::nextafter(value, -HUGE_VAL) : 0.0; }

/// A report on `count` random images and as many volumes with everything that validate draws. No failure is written
/// down.
ValidateReport validate_random(int count, const Damage& damage) {
  std::vector<InputRequest> inputs;
  for (const Extent& largest : {Extent{26, 22}, Extent{12, 9, 7}}) {
    InputPlan plan;
    plan.fuzz = count;
    plan.max_size = largest;
    const Result<std::vector<InputRequest>> listed = list_inputs(plan);
    REQUIRE(listed);
    inputs.insert(inputs.end(), listed->begin(), listed->end());
  }
  TestedEngine engine = broken("broken", damage);
  engine.needs = {Need::filter, Need::measurements, Need::mask, Need::holes, Need::periodic};
  TestedEngines tested;
  tested.engines.push_back(engine);
  Result<ValidateReport> report = run_validation({.most_described = 0}, tested, inputs);
  INFO((report ? "" : report.error().message));
  REQUIRE(report);
  return *std::move(report);
}

/// One number of a row, a little wrong.
struct WrongNumber {
  const char* column;  ///< As the report names it.
  const char* name;
  std::function<void(Measurements& row)> change;
};

const WrongNumber wrong_numbers[] = {
    {"moments", "xx", [](Measurements& row) { ++row.moments.xx; }},
    {"moments", "xy", [](Measurements& row) { ++row.moments.xy; }},
    {"moments", "yy", [](Measurements& row) { ++row.moments.yy; }},
    {"moments", "xz", [](Measurements& row) { ++row.moments.xz; }},
    {"moments", "yz", [](Measurements& row) { ++row.moments.yz; }},
    {"moments", "zz", [](Measurements& row) { ++row.moments.zz; }},
    {"quads", "one", [](Measurements& row) { ++row.quads.one; }},
    {"quads", "two", [](Measurements& row) { ++row.quads.two; }},
    {"quads", "three", [](Measurements& row) { ++row.quads.three; }},
    {"quads", "diagonal", [](Measurements& row) { ++row.quads.diagonal; }},
    {"cubes", "faces_x", [](Measurements& row) { ++row.cubes.faces_x; }},
    {"cubes", "faces_y", [](Measurements& row) { ++row.cubes.faces_y; }},
    {"cubes", "faces_z", [](Measurements& row) { ++row.cubes.faces_z; }},
    {"cubes", "euler_6", [](Measurements& row) { --row.cubes.euler_6; }},
    {"cubes", "euler_18", [](Measurements& row) { --row.cubes.euler_18; }},
    {"cubes", "euler_26", [](Measurements& row) { --row.cubes.euler_26; }},
    {"seams", "lower of x", [](Measurements& row) { ++row.seams.x.lower; }},
    {"seams", "upper of y", [](Measurements& row) { ++row.seams.y.upper; }},
    {"seams", "lower_area of z", [](Measurements& row) { ++row.seams.z.lower_area; }},
    {"intensity", "sum", [](Measurements& row) { ++row.intensity.sum.low; }},
    {"intensity", "the upper half of sum", [](Measurements& row) { ++row.intensity.sum.high; }},
    {"intensity", "squares", [](Measurements& row) { ++row.intensity.squares.low; }},
    {"intensity", "the upper half of squares", [](Measurements& row) { ++row.intensity.squares.high; }},
    {"intensity", "sum_x", [](Measurements& row) { ++row.intensity.sum_x.low; }},
    {"intensity", "sum_y", [](Measurements& row) { ++row.intensity.sum_y.low; }},
    {"intensity", "sum_z", [](Measurements& row) { ++row.intensity.sum_z.low; }},
    {"intensity", "minimum", [](Measurements& row) { lower(row.intensity.minimum); }},
    {"intensity", "maximum", [](Measurements& row) { lower(row.intensity.maximum); }},
    {"intensity", "fraction_bits", [](Measurements& row) { ++row.intensity.fraction_bits; }},
};

/// Whether a labeling has the column.
bool is_measured(std::uint32_t columns, const std::string& column) {
  if (column == "moments") return (columns & table_column_moments) != 0;
  if (column == "quads") return (columns & table_column_quads) != 0;
  if (column == "cubes") return (columns & table_column_cubes) != 0;
  if (column == "seams") return (columns & table_column_seams) != 0;
  return (columns & table_column_intensity) != 0;
}

/// A part of a question that an engine leaves out.
struct IgnoredPart {
  const char* name;
  void (*leave_out)(Question& question);
};

const IgnoredPart ignored_parts[] = {
    {"min_area", [](Question& question) { question.spec.filter.min_area = 0; }},
    {"max_area", [](Question& question) { question.spec.filter.max_area = Filter::unlimited; }},
    {"largest", [](Question& question) { question.spec.filter.largest = Filter::unlimited; }},
    {"clear_border", [](Question& question) { question.spec.filter.clear_border = false; }},
    {"border_width", [](Question& question) { question.spec.filter.border_width = 0; }},
    {"fill_holes", [](Question& question) { question.spec.fill_holes = 0; }},
    {"the x axis", [](Question& question) { question.spec.periodic.x = false; }},
    {"the y axis", [](Question& question) { question.spec.periodic.y = false; }},
    {"the z axis", [](Question& question) { question.spec.periodic.z = false; }},
    {"the mask", [](Question& question) { question.mask = nullptr; }},
    {"fraction_bits", [](Question& question) { question.spec.fraction_bits = 16; }},
};

}  // namespace

TEST_CASE("validate finds no fault in an engine that answers all questions", "[tools][validate]") {
  const ValidateReport report = validate_random(150, [](const Question&, Answer&) {});
  CHECK_FALSE(report.differs());
  CHECK(report.engines[0].skipped == 0);
}

TEST_CASE("validate notices a wrong number in each column", "[tools][validate]") {
  constexpr std::size_t count = std::size(wrong_numbers);
  std::uint64_t damaged[count] = {};
  // In each answer, the number is wrong that was wrong least often, of those that the answer has.
  const ValidateReport report = validate_random(300, [&](const Question& question, Answer& answer) {
    if (question.spec.columns == 0 || answer.measurements->empty()) return;
    std::size_t chosen = count;
    for (std::size_t i = 0; i < count; ++i) {
      if (!is_measured(question.spec.columns, wrong_numbers[i].column)) continue;
      if (chosen == count || damaged[i] < damaged[chosen]) chosen = i;
    }
    if (chosen == count) return;
    const WrongNumber& one = wrong_numbers[chosen];
    CAPTURE(one.column, one.name);
    const Answer right = answer;
    one.change(answer.measurements->back());
    CHECK_THAT(describe(compare(answer, right)), contains("the " + std::string(one.column) + " of component "));
    ++damaged[chosen];
  });
  CHECK(report.engines[0].failures == std::accumulate(std::begin(damaged), std::end(damaged), std::uint64_t{0}));
  for (std::size_t i = 0; i < count; ++i) {
    CAPTURE(wrong_numbers[i].column, wrong_numbers[i].name);
    CHECK(damaged[i] > 5);
  }
}

TEST_CASE("validate notices each part of a specification that an engine ignores", "[tools][validate]") {
  constexpr std::size_t count = std::size(ignored_parts);
  std::uint64_t changed[count] = {};
  // Each answer is that to a question without a part: of the parts that change it, the one that changed the fewest.
  const ValidateReport report = validate_random(150, [&](const Question& question, Answer& answer) {
    std::vector<std::size_t> parts(count);
    std::iota(parts.begin(), parts.end(), std::size_t{0});
    std::stable_sort(parts.begin(), parts.end(), [&](std::size_t a, std::size_t b) { return changed[a] < changed[b]; });
    for (const std::size_t part : parts) {
      CAPTURE(ignored_parts[part].name);
      Question other = question;
      ignored_parts[part].leave_out(other);
      const Result<Answer> damaged = ask_reference(other);
      REQUIRE(damaged);
      if (!compare(*damaged, answer)) continue;
      ++changed[part];
      answer = *damaged;
      return;
    }
  });
  CHECK(report.engines[0].failures == std::accumulate(std::begin(changed), std::end(changed), std::uint64_t{0}));
  for (std::size_t i = 0; i < count; ++i) {
    CAPTURE(ignored_parts[i].name);
    CHECK(changed[i] > 5);
  }
}

}  // namespace glccl::tests
