// The checker is checked: engines with planted faults have to be caught, named and shrunk.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "glccl/host/cpu.hpp"
#include "glccl/host/image.hpp"
#include "glccl/host/image_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/run_program.hpp"
#include "tools/validate/fuzz.hpp"
#include "tools/validate/report.hpp"
#include "tools/validate/run.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using namespace glccl::tools;

using Damage = std::function<void(const Question& question, Answer& answer)>;

/// The reference with a fault. Its table is that of the damaged labels where those are numbered without gaps.
class BrokenRunner : public engines::Runner {
 public:
  BrokenRunner(std::string name, Damage damage) : name_(std::move(name)), damage_(std::move(damage)) {}

  std::string engine() const override { return name_; }
  std::string device() const override { return "CPU"; }
  bool is_on_gpu() const override { return false; }
  Status upload(std::span<const ImageView> images) override {
    const ImageView& view = images.front();
    const auto* bytes = static_cast<const std::uint8_t*>(view.data);
    image_ = {view.extent, view.format, {bytes, bytes + view.slice_pitch()}};
    return {};
  }
  Status label(const LabelingSpec& spec, const engines::RunOptions&) override {
    const Question question{&image_, spec, 0};
    Result<Answer> answer = ask_reference(question);
    if (!answer) return answer.error();
    answer_ = *std::move(answer);
    damage_(question, answer_);
    return {};
  }
  Status wait() override { return {}; }
  Status read_labels(LabelImage& labels) override {
    labels = answer_.labels;
    return {};
  }
  Result<std::vector<Component>> components() override {
    if (answer_.components) return *answer_.components;
    return Error{ErrorCode::too_large, answer_.table_problem};
  }
  Result<std::vector<StageTime>> times() override { return std::vector<StageTime>(); }
  std::uint32_t label_texture() const override { return answer_.texture; }

 private:
  std::string name_;
  Damage damage_;
  host::Image image_;
  Answer answer_;
};

/// An engine that fails to label.
class FailingRunner : public BrokenRunner {
 public:
  explicit FailingRunner(ErrorCode code) : BrokenRunner("tired", {}), code_(code) {}
  Status label(const LabelingSpec&, const engines::RunOptions&) override { return Error{code_, "no more"}; }

 private:
  ErrorCode code_;
};

TestedEngine broken(const std::string& name, const Damage& damage) {
  return {.name = name, .has_table = true, .runner = std::make_shared<BrokenRunner>(name, damage)};
}

void measure_again(const Question& question, Answer& answer) {
  Result<std::vector<Component>> measured = host::measure_components(answer.labels);
  if (!measured) return answer.components.reset();
  if (std::holds_alternative<Equal>(question.spec.criterion)) host::read_values(question.image->view(), *measured);
  answer.components = *std::move(measured);
}

/// The first pixel of component 2 has label 1.
void flip_one_label(const Question& question, Answer& answer) {
  if (answer.components->size() < 2) return;
  const Component& second = (*answer.components)[1];
  answer.labels.values[second.first] = 1;
  measure_again(question, answer);
}

/// Nothing is united across the border between columns 7 and 8.
void drop_unions(const Question& question, Answer& answer) {
  constexpr int border = 8;
  const host::Image& image = *question.image;
  if (image.extent.width <= border) return;
  const auto part = [&](int from, int to) {
    host::Image result{{to - from, image.extent.height}, image.format, {}};
    const auto pixel = static_cast<std::ptrdiff_t>(bytes_per_pixel(image.format));
    for (std::ptrdiff_t y = 0; y < image.extent.height; ++y) {
      const auto row = image.bytes.begin() + y * image.extent.width * pixel;
      result.bytes.insert(result.bytes.end(), row + from * pixel, row + to * pixel);
    }
    return reference_labels(result, question.spec.connectivity, question.spec.criterion);
  };
  const LabelImage left = part(0, border);
  const LabelImage right = part(border, image.extent.width);
  const auto above = static_cast<std::uint32_t>(image.extent.elements());
  for (int y = 0; y < image.extent.height; ++y) {
    for (int x = 0; x < image.extent.width; ++x) {
      const LabelImage& from = x < border ? left : right;
      const int column = x < border ? x : x - border;
      const std::uint32_t label = from.values[static_cast<std::size_t>(y * from.extent.width + column)];
      answer.labels.values[static_cast<std::size_t>(y * image.extent.width + x)] =
          label == 0 || x < border ? label : label + above;
    }
  }
  answer.labels = renumber_in_raster_order(answer.labels);
  measure_again(question, answer);
}

/// Corners link although they should not.
void join_corners(const Question& question, Answer& answer) {
  Question other = question;
  other.spec.connectivity = Connectivity::eight;
  answer = *ask_reference(other);
}

/// The middle row is moved to the right by one pixel, where there are three rows.
void shift_one_row(const Question& question, Answer& answer) {
  const int width = answer.labels.extent.width;
  const int height = answer.labels.extent.height;
  if (height < 3) return;
  const auto row = answer.labels.values.begin() + std::ptrdiff_t{height / 2} * width;
  std::rotate(row, row + width - 1, row + width);
  measure_again(question, answer);
}

void wrong_area(const Question&, Answer& answer) {
  if (answer.components->size() >= 3) ++(*answer.components)[2].area;
}

void count_backwards(const Question& question, Answer& answer) {
  const auto count = static_cast<std::uint32_t>(answer.components->size());
  for (std::uint32_t& label : answer.labels.values) label = label == 0 ? 0 : count + 1 - label;
  measure_again(question, answer);
}

void lose_table(const Question&, Answer& answer) {
  if (answer.components->size() < 2) return;
  answer.components.reset();
  answer.table_problem = "the table is full";
}

std::vector<InputRequest> fuzz(std::uint32_t count, Extent max_size = {60, 50}) {
  InputPlan plan;
  plan.fuzz = count;
  plan.max_size = max_size;
  return *list_inputs(plan);
}

ValidateReport validate(const ValidatePlan& plan, const TestedEngine& engine, const std::vector<InputRequest>& inputs) {
  TestedEngines tested;
  tested.engines.push_back(engine);
  Result<ValidateReport> report = run_validation(plan, tested, inputs);
  INFO((report ? "" : report.error().message));
  REQUIRE(report);
  return *std::move(report);
}

std::int64_t count_set(const host::Image& image) {
  const auto pixel = bytes_per_pixel(image.format);
  std::int64_t count = 0;
  for (std::size_t i = 0; i < image.bytes.size(); i += pixel) {
    const std::uint8_t* bytes = &image.bytes[i];
    if (std::any_of(bytes, bytes + pixel, [](std::uint8_t byte) { return byte != 0; })) ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("validate catches, names and shrinks a planted fault", "[tools][validate]") {
  struct Case {
    std::string name;
    Damage damage;
    std::set<std::string> kinds;  ///< one of these, of the image it was found in
    std::int64_t pixels;          ///< the shrunk image has at most so many
  };
  const std::vector<Case> cases = {
      {"flips one label", flip_one_label, {"split and joined", "joined", "renumbered"}, 5},
      {"drops unions", drop_unions, {"split"}, 9},
      {"joins corners", join_corners, {"joined"}, 4},
      {"shifts one row", shift_one_row, {"shifted"}, 6},
      {"wrong area", wrong_area, {"table"}, 9},
      {"counts backwards", count_backwards, {"renumbered"}, 5},
      {"loses the table", lose_table, {"other"}, 5},
  };
  const fs::path folder = scratch_directory();
  for (const Case& one : cases) {
    INFO(one.name);
    ValidatePlan plan;
    plan.output_folder = (folder / one.name).string();
    const ValidateReport report = validate(plan, broken("broken", one.damage), fuzz(40));
    CHECK(report.differs());
    REQUIRE(report.engines.size() == 1);
    CHECK(report.engines[0].failures > 2);
    REQUIRE(report.mismatches.size() == 3);
    std::set<std::string> kinds;
    for (const Mismatch& mismatch : report.mismatches) {
      INFO(mismatch.input << ": " << describe(mismatch.finding) << "; shrunk: " << describe(mismatch.shrunk_finding));
      kinds.insert(kind_of(mismatch.finding));
      CHECK(mismatch.engine == "broken");
      CHECK(mismatch.repeatable);
      CHECK(mismatch.seed.has_value());
      const Result<host::Image> shrunk = host::read_image(mismatch.shrunk_file);
      REQUIRE(shrunk);
      CHECK(shrunk->extent == mismatch.shrunk_size);
      CHECK(shrunk->extent.elements() <= one.pixels);
      CHECK(mismatch.shrunk_finding);
      const Result<host::Image> original = host::read_image(mismatch.original_file);
      REQUIRE(original);
      CHECK(original->extent == mismatch.size);
      CHECK(mismatch.difference_file.empty() != mismatch.finding.labels.has_value());
      CHECK((mismatch.difference_file.empty() || host::read_image(mismatch.difference_file)));
    }
    for (const std::string& kind : kinds) {
      INFO(kind);
      CHECK(one.kinds.count(kind) == 1);
    }
  }
}

TEST_CASE("shrink_failure() keeps the pixels that show the fault", "[tools][validate]") {
  struct Case {
    std::string name;
    Damage damage;
    Connectivity connectivity;
    Extent smallest;
    std::int64_t set;
  };
  const std::vector<Case> cases = {
      {"drops unions", drop_unions, Connectivity::eight, {9, 1}, 2},
      {"joins corners", join_corners, Connectivity::four, {2, 2}, 2},
      {"shifts one row", shift_one_row, Connectivity::eight, {2, 3}, 1},
  };
  const host::Image image = random_image(4);
  for (const Case& one : cases) {
    INFO(one.name);
    const TestedEngine engine = broken("broken", one.damage);
    const Question question{&image, {.connectivity = one.connectivity}, 0};
    const Result<Finding> finding = check_engine(engine, question);
    REQUIRE(finding);
    REQUIRE(static_cast<bool>(*finding));
    const ShrunkImage shrunk = shrink_failure(engine, question, *finding, std::chrono::seconds(60));
    CHECK(shrunk.repeatable);
    CHECK(to_string(shrunk.image.extent) == to_string(one.smallest));
    CHECK(count_set(shrunk.image) == one.set);
    CHECK(static_cast<bool>(shrunk.finding));
  }
}

TEST_CASE("validate says when a fault does not come back", "[tools][validate]") {
  int calls = 0;
  const auto once = [&calls](const Question& question, Answer& answer) {
    if (++calls == 5) count_backwards(question, answer);
    if (calls == 5) answer.labels.values[0] += 17;
  };
  ValidatePlan plan;
  plan.output_folder = scratch_directory().string();
  const ValidateReport report = validate(plan, broken("moody", once), fuzz(10));
  CHECK(report.differs());
  REQUIRE(report.mismatches.size() == 1);
  const Mismatch& mismatch = report.mismatches[0];
  CHECK_FALSE(mismatch.repeatable);
  CHECK(mismatch.shrunk_size == mismatch.size);
  std::ostringstream text;
  print_mismatch(text, mismatch);
  CHECK_THAT(text.str(), contains("not shrunk") && contains("moody"));
}

TEST_CASE("print_mismatch() names engine, input, seed, pixel, labels and commands", "[tools][validate]") {
  ValidatePlan plan;
  plan.output_folder = scratch_directory().string();
  plan.connectivities = {Connectivity::four};
  const ValidateReport report = validate(plan, broken("raster", join_corners), fuzz(30));
  REQUIRE_FALSE(report.mismatches.empty());
  const Mismatch& mismatch = report.mismatches[0];
  std::ostringstream text;
  print_mismatch(text, mismatch);
  CHECK_THAT(text.str(), contains("MISMATCH raster, connectivity 4, fuzz ") && contains("joined: first at (") &&
                             contains(" instead of ") && contains("seed " + std::to_string(*mismatch.seed)) &&
                             contains("shrunk to 2x2: joined"));
  // The engine of that name is right, so that the commands find nothing.
  REQUIRE(mismatch.commands.size() == 3);
  const fs::path folder = scratch_directory();
  for (const std::string& command : mismatch.commands) {
    INFO(command);
    std::istringstream stream(command);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    REQUIRE(words.front() == "glccl");
    words.erase(words.begin());
    const ProgramResult result = run_glccl(words, folder);
    CHECK(result.status == 0);
    CHECK(result.err.empty());
  }
}

TEST_CASE("an inexact engine that splits components does not fail a run", "[tools][validate]") {
  TestedEngine engine = broken("raster-paper", drop_unions);
  engine.exact = false;
  ValidatePlan plan;
  plan.output_folder = scratch_file("never").string();
  const ValidateReport report = validate(plan, engine, fuzz(30));
  CHECK_FALSE(report.differs());
  CHECK(report.engines[0].differing > 0);
  CHECK(report.engines[0].split > 0);
  CHECK(report.mismatches.empty());
  CHECK_FALSE(fs::exists(plan.output_folder));
  std::ostringstream text;
  print_validation(text, {}, report);
  CHECK_THAT(text.str(), contains("components split") && contains("as published") && contains("no mismatches"));
}

TEST_CASE("validate finds textures that differ from the labels that were read back", "[tools][validate]") {
  TestedEngines tested;
  for (const std::uint32_t texture : {1U, 2U}) {
    tested.engines.push_back(broken("texture " + std::to_string(texture),
                                    [texture](const Question&, Answer& answer) { answer.texture = texture; }));
  }
  std::uint64_t differing = 0;
  tested.compare_textures = [&differing](std::uint32_t one, std::uint32_t other,
                                         const Extent&) -> Result<std::uint64_t> {
    CHECK(one == 1);
    CHECK(other == 2);
    return differing;
  };
  ValidatePlan plan;
  plan.output_folder = scratch_directory().string();
  const Result<ValidateReport> clean = run_validation(plan, tested, fuzz(5));
  REQUIRE(clean);
  CHECK_FALSE(clean->differs());
  CHECK(clean->engines[1].textures == 10);
  differing = 4;
  const Result<ValidateReport> report = run_validation(plan, tested, fuzz(1));
  REQUIRE(report);
  CHECK(report->differs());
  REQUIRE_FALSE(report->mismatches.empty());
  CHECK(report->mismatches[0].engine == "texture 2");
  CHECK_THAT(describe(report->mismatches[0].finding), contains("on the GPU 4 texels"));
}

TEST_CASE("errors of engines end a run, limits of engines do not", "[tools][validate]") {
  const auto failing = [](ErrorCode code) {
    return TestedEngine{.name = "tired", .runner = std::make_shared<FailingRunner>(code)};
  };
  const ValidateReport report = validate({}, failing(ErrorCode::too_large), fuzz(3));
  CHECK(report.engines[0].skipped == 6);
  CHECK_FALSE(report.differs());
  TestedEngines tested;
  tested.engines.push_back(failing(ErrorCode::gpu));
  const Result<ValidateReport> ended = run_validation({}, tested, fuzz(3));
  REQUIRE_FALSE(ended);
  CHECK(ended.error().code == ErrorCode::gpu);
  CHECK_THAT(ended.error().message, contains("fuzz 1") && contains("tired") && contains("no more"));
}

TEST_CASE("validate fails where it cannot write a mismatch", "[tools][validate]") {
  TestedEngines tested;
  tested.engines.push_back(broken("broken", count_backwards));
  ValidatePlan plan;
  plan.output_folder = (test_data("coins.png") / "folder").string();
  const Result<ValidateReport> report = run_validation(plan, tested, fuzz(20));
  REQUIRE_FALSE(report);
  CHECK(report.error().code == ErrorCode::file);
}

TEST_CASE("make_fuzz_input() makes images of all kinds, the same for a seed", "[tools][validate]") {
  const Extent most{200, 90};
  std::set<PixelFormat> formats;
  std::set<std::size_t> criteria;
  std::set<bool> inverted;
  int rows = 0;
  int columns = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    const Result<ValidateInput> input = make_fuzz_input(seed, most);
    REQUIRE(input);
    const Extent extent = input->image.extent;
    CHECK(extent.width <= most.width);
    CHECK(extent.height <= most.height);
    CHECK(input->seed == seed);
    if (seed % 50 == 0) CHECK(make_fuzz_input(seed, most)->image == input->image);
    formats.insert(input->image.format);
    criteria.insert(input->criterion.index());
    if (const auto* foreground = std::get_if<Foreground>(&input->criterion)) inverted.insert(foreground->inverted);
    rows += extent.height == 1 ? 1 : 0;
    columns += extent.width == 1 ? 1 : 0;
  }
  CHECK(formats.size() == 3);
  CHECK(criteria.size() == 3);
  CHECK(inverted.size() == 2);
  CHECK(rows > 10);
  CHECK(columns > 10);
  REQUIRE(make_fuzz_input(7, {1, 1}));
}

TEST_CASE("to_arguments() gives the options of a criterion", "[tools][validate]") {
  CHECK(to_arguments(Foreground{}).empty());
  CHECK(to_arguments(Foreground{.threshold = 40000, .inverted = true}) == "--threshold 40000 --invert");
  CHECK(to_arguments(Foreground{.inverted = true}) == "--invert");
  CHECK(to_arguments(Equal{}) == "--equal");
  CHECK(to_arguments(Difference{12}) == "--max-difference 12");
  CHECK(quoted("a/b-1.png") == "a/b-1.png");
  CHECK(quoted("two coins' sides.png") == "'two coins'\\'' sides.png'");
}

}  // namespace glccl::tests
