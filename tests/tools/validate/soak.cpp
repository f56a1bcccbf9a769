// glccl validate --soak: it finds planted faults and leaks, its steps can be repeated, and it ends on Ctrl-C.
#include "tools/validate/soak.hpp"

#include <GL/glew.h>

#include <csignal>
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "glccl/engines/registry.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tools/glccl/registry.hpp"
#include "tools/validate/soak_report.hpp"
#include "tools/validate/soak_step.hpp"

namespace glccl::tests {
namespace {

using namespace glccl::tools;

/// Changes the labels of a labeling, or leaves something behind.
using Habit = std::function<void(const LabelingSpec& spec, const engines::RunOptions& options, LabelImage& labels)>;

/// cpu-serial with a bad habit.
class HabitRunner : public engines::Runner {
 public:
  explicit HabitRunner(Habit habit) : exact_(*registry().make("cpu-serial")), habit_(std::move(habit)) {}

  std::string engine() const override { return "habit"; }
  std::string device() const override { return "CPU"; }
  bool is_on_gpu() const override { return false; }
  Result<void> upload(std::span<const ImageView> images) override { return exact_->upload(images); }
  Result<void> label(const LabelingSpec& spec, const engines::RunOptions& options) override {
    spec_ = spec;
    options_ = options;
    return exact_->label(spec, options);
  }
  Result<void> wait() override { return exact_->wait(); }
  Result<void> read_labels(LabelImage& labels) override {
    const Result<void> status = exact_->read_labels(labels);
    if (status && habit_) habit_(spec_, options_, labels);
    return status;
  }
  Result<std::vector<Component>> components() override { return exact_->components(); }
  Result<std::vector<StageTime>> times() override { return exact_->times(); }

 private:
  std::unique_ptr<engines::Runner> exact_;
  Habit habit_;
  LabelingSpec spec_;
  engines::RunOptions options_;
};

TestedEngines with_habit(Habit habit) {
  TestedEngines tested;
  tested.engines.push_back(
      {.name = "habit", .has_table = true, .runner = std::make_shared<HabitRunner>(std::move(habit))});
  return tested;
}

SoakPlan steps(std::uint64_t count) { return {.steps = count, .max_size = {60, 50}}; }

SoakReport soak(const SoakPlan& plan, const TestedEngines& tested, const SoakObserver& observer = {}) {
  Result<SoakReport> report = run_soak(plan, tested, observer);
  INFO((report ? "" : report.error().message));
  REQUIRE(report);
  return *std::move(report);
}

}  // namespace

TEST_CASE("a soak checks labels, tables and root labels, and finds nothing in a right engine", "[tools][soak]") {
  int roots = 0;
  int rectangles = 0;
  int timed = 0;
  const TestedEngines tested = with_habit([&](const auto& spec, const auto& options, LabelImage& labels) {
    rectangles += options.rectangle ? 1 : 0;
    timed += options.timing != TimingDetail::none ? 1 : 0;
    if (spec.numbering != Numbering::root) return;
    ++roots;
    for (std::uint32_t& label : labels.values) label = label == 0 ? 0 : 0xFFFFFFFF - 3 * label;
  });
  const SoakReport report = soak(steps(300), tested);
  CHECK_FALSE(report.fails());
  CHECK(report.steps == 300);
  CHECK(report.labelings > 400);
  CHECK(report.engines.at(0).labelings == report.labelings);
  CHECK(report.engines.at(0).tables > 100);
  CHECK(roots > 50);
  CHECK(rectangles > 50);
  CHECK(timed > 10);
  std::ostringstream text;
  print_soak(text, steps(300), tested, report);
  CHECK_THAT(text.str(), contains("300 steps from 0 on") && contains("host memory") && contains("no mismatches") &&
                             contains("no growth"));
}

TEST_CASE("a soak finds a labeling that is wrong, and says how to repeat it", "[tools][soak]") {
  int calls = 0;
  std::vector<std::string> texts;
  const SoakObserver observer{.mismatch = [&](const std::string& text) { texts.push_back(text); }};
  const Habit once = [&](const auto&, const auto&, LabelImage& labels) {
    if (++calls == 100) labels.values.back() = labels.values.back() == 0 ? 9 : 0;
  };
  const SoakReport report = soak(steps(200), with_habit(once), observer);
  CHECK(report.fails());
  CHECK(report.mismatches == 1);
  CHECK(report.engines.at(0).differing == 1);
  REQUIRE(texts.size() == 1);
  CHECK_THAT(texts[0], contains("MISMATCH habit, step ") && contains("glccl validate --soak 1 --seed 1 --from ") &&
                           contains("--steps 1 --max-size 60x50 --engines habit"));
}

TEST_CASE("a soak finds root labels that are split, joined or zero", "[tools][soak]") {
  const std::vector<std::uint32_t (*)(std::uint32_t label, std::size_t place)> damages = {
      [](std::uint32_t label, std::size_t place) { return label == 0 ? 0 : label + (place == 3 ? 100000U : 0U); },
      [](std::uint32_t label, std::size_t) { return label == 0 ? 0U : 1U; },
      [](std::uint32_t label, std::size_t) { return label == 1 ? 0 : label; },
      [](std::uint32_t label, std::size_t) { return label + 1; },
  };
  for (std::size_t i = 0; i < damages.size(); ++i) {
    CAPTURE(i);
    const SoakReport report =
        soak(steps(100), with_habit([&](const LabelingSpec& spec, const auto&, LabelImage& labels) {
               if (spec.numbering != Numbering::root) return;
               for (std::size_t place = 0; place < labels.values.size(); ++place) {
                 labels.values[place] = damages[i](labels.values[place], place);
               }
             }));
    CHECK(report.mismatches > 5);
  }
}

TEST_CASE("a soak finds a table that is wrong", "[tools][soak]") {
  TestedEngines tested;
  class ForgetfulRunner : public HabitRunner {
   public:
    ForgetfulRunner() : HabitRunner({}) {}
    Result<std::vector<Component>> components() override {
      Result<std::vector<Component>> rows = HabitRunner::components();
      if (rows && !rows->empty()) rows->pop_back();
      return rows;
    }
  };
  tested.engines.push_back({.name = "forgetful", .has_table = true, .runner = std::make_shared<ForgetfulRunner>()});
  CHECK(soak(steps(60), tested).mismatches > 5);
}

TEST_CASE("a soak finds memory that is left behind", "[tools][soak]") {
  std::vector<std::vector<char>> left_behind;
  const SoakReport report = soak(steps(100), with_habit([&](const auto&, const auto&, LabelImage&) {
                                   left_behind.emplace_back(std::size_t{1} << 20, 'x');
                                 }));
  CHECK(report.fails());
  CHECK(report.mismatches == 0);
  REQUIRE(report.growth.size() == 1);
  CHECK_THAT(report.growth[0], contains("host memory: ") && contains("MiB more, 64 are allowed"));
  CHECK(report.held.back().host_bytes - report.held.front().host_bytes > 64 << 20);
}

TEST_CASE_METHOD(GlFixture, "a soak finds OpenGL objects that are left behind", "[tools][soak]") {
  std::vector<GLuint> left_behind;
  TestedEngines tested = with_habit([&](const auto&, const auto&, LabelImage&) {
    GLuint name = 0;
    glCreateBuffers(1, &name);
    left_behind.push_back(name);
  });
  tested.renderer = "the tests' context";
  const SoakReport report = soak(steps(40), tested);
  glDeleteBuffers(static_cast<GLsizei>(left_behind.size()), left_behind.data());
  REQUIRE(report.growth.size() == 1);
  CHECK_THAT(report.growth[0], contains("buffers: ") && contains(" more, 8 are allowed"));
}

TEST_CASE("steps of a soak are the same for a seed", "[tools][soak]") {
  std::set<std::uint32_t> seeds;
  for (std::uint64_t number = 0; number < 200; ++number) {
    const Result<SoakStep> step = draw_step(7, number, {40, 30});
    REQUIRE(step);
    seeds.insert(step->seed);
    if (number % 20 != 0) continue;
    const Result<SoakStep> again = draw_step(7, number, {40, 30});
    REQUIRE(again);
    CHECK(again->input.image == step->input.image);
    CHECK(again->rectangle == step->rectangle);
    CHECK(again->labelings == step->labelings);
    CHECK(again->expected.labels == step->expected.labels);
  }
  CHECK(seeds.size() == 200);
  CHECK(draw_step(8, 0, {40, 30})->seed != draw_step(7, 0, {40, 30})->seed);

  std::vector<std::uint64_t> labelings;
  for (const std::uint64_t from : {0U, 30U}) {
    SoakPlan plan = steps(from == 0 ? 30 : 70);
    plan.first_step = from;
    labelings.push_back(soak(plan, with_habit({})).labelings);
  }
  CHECK(soak(steps(100), with_habit({})).labelings == labelings[0] + labelings[1]);
}

TEST_CASE("a soak ends on Ctrl-C with what it has found so far", "[tools][soak]") {
  const SoakObserver observer{.progress = [](double, const SoakReport& report) {
    if (report.steps > 50) std::raise(SIGINT);
  }};
  const SoakReport report = soak({.minutes = 1000.0, .max_size = {20, 20}}, with_habit({}), observer);
  CHECK(report.interrupted);
  CHECK(report.steps > 50);
  CHECK_FALSE(report.fails());
}

TEST_CASE("errors of engines end a soak and name the step", "[tools][soak]") {
  class TiredRunner : public HabitRunner {
   public:
    TiredRunner() : HabitRunner({}) {}
    Result<void> label(const LabelingSpec&, const engines::RunOptions&) override {
      return Error{ErrorCode::gpu, "no more"};
    }
  };
  TestedEngines tested;
  tested.engines.push_back({.name = "tired", .runner = std::make_shared<TiredRunner>()});
  const Result<SoakReport> report = run_soak(steps(20), tested);
  REQUIRE_FALSE(report);
  CHECK(report.error().code == ErrorCode::gpu);
  CHECK_THAT(report.error().message, contains("step 0, engine tired: no more; glccl validate --soak 1 --seed 1"));
}

TEST_CASE("glccl validate --soak finds nothing in the engines", "[tools][slow][soak]") {
  const std::filesystem::path folder = scratch_directory();
  const ProgramResult result = run_glccl({"validate", "--soak", "1", "--steps", "10", "--max-size", "90x70",
                                          "--engines", "raster,compute,cpu-fast", "--report", "report.json"},
                                         folder);
  INFO(result.out << result.err);
  CHECK(result.status == 0);
  CHECK(result.err.empty());
  CHECK_THAT(result.out, contains("no mismatches, no growth") && contains("textures") && contains("compute"));
  const nlohmann::json report = nlohmann::json::parse(read_file(folder / "report.json"));
  CHECK(report.at("fails") == false);
  CHECK(report.at("steps") == 10);
  CHECK(report.at("engines").size() == 3);
  const nlohmann::json& held = report.at("held");
  REQUIRE(held.size() == 10);
  for (std::size_t i = 0; i < held.size(); ++i) CHECK(held.at(i).at("steps") == i + 1);
  CHECK(held.back().at("objects").at("programs") > 10);
}

}  // namespace glccl::tests
