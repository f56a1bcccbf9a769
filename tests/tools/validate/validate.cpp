// The checker is checked: it has to catch, name and shrink the faults that are planted in engines.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <regex>
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
#include "glccl/spec.hpp"
#include "glccl/table.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/support/references/reference.hpp"
#include "tests/tools/validate/broken_engines.hpp"
#include "tools/validate/fuzz.hpp"
#include "tools/validate/report.hpp"
#include "tools/validate/run.hpp"
#include "tools/validate/selftest.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using namespace glccl::tools;

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

/// How many of the first random images are measured too.
std::uint64_t count_measured(std::uint32_t count, Extent max_size) {
  std::uint64_t measured = 0;
  for (std::uint32_t seed = 1; seed <= count; ++seed)
    measured += make_fuzz_input(seed, max_size)->spec.columns != 0 ? 1 : 0;
  return measured;
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

/// The extent of a saved image. Several channels of floats are an array of NumPy of rows, columns and channels.
Extent extent_of_file(const std::string& path, bool channels) {
  INFO(path);
  if (!channels) {
    const Result<host::Image> image = host::read_image(path);
    REQUIRE(image);
    return image->extent;
  }
  const std::string bytes = read_file(path);
  std::smatch shape;
  REQUIRE(std::regex_search(bytes, shape, std::regex("'shape': \\((\\d+), (\\d+), [24]\\)")));
  return {std::stoi(shape[2]), std::stoi(shape[1])};
}

}  // namespace

TEST_CASE("validate writes mismatches beside the images that it labels, not over them", "[tools][validate]") {
  const fs::path folder = scratch_directory();
  const host::Image image = make_image("full", {5, 4});
  std::vector<std::string> before;
  const std::vector<fs::path> earlier = {folder / "broken-1-original.png", folder / "broken-1-original.npy"};
  for (const fs::path& path : earlier) {
    REQUIRE(host::write_image(path, image));
    before.push_back(read_file(path));
  }
  ValidatePlan plan;
  plan.output_folder = folder.string();
  plan.inputs = {{"", folder.string()}};
  const ValidateReport report = validate(plan, broken("broken", flip_one_label), fuzz(3));
  REQUIRE_FALSE(report.mismatches.empty());
  CHECK_THAT(report.mismatches.front().original_file, contains("broken-1-2-original"));
  for (std::size_t i = 0; i < earlier.size(); ++i) CHECK(read_file(earlier[i]) == before[i]);
}

TEST_CASE("a selftest names engines, devices and times, and the engine that is wrong", "[tools][validate]") {
  TestedEngines tested;
  tested.engines = {broken("right", [](const Question&, Answer&) {}), broken("wrong", flip_one_label)};
  const Result<ValidateReport> report = run_validation({.most_described = 0}, tested, fuzz(20));
  const Result<std::vector<EngineTime>> times = time_engines(tested);
  REQUIRE(report);
  REQUIRE(times);
  std::ostringstream text;
  print_selftest(text, {.left_out = {"raster: no context"}, .inputs = {}}, *report, *times);
  CHECK(std::regex_search(text.str(), std::regex("\\| `right` \\| CPU \\| \\d+ \\| all equal \\| \\d+\\.\\d+ \\|\n")));
  CHECK(std::regex_search(text.str(), std::regex("\\| `wrong` \\| CPU \\| \\d+ \\| \\*\\*\\d+ WRONG\\*\\* \\|")));
  CHECK_THAT(text.str(), contains("| cannot run | raster: no context |") && contains("RESULTS DIFFER"));
  CHECK(selftest_inputs().size() == 200);
}

TEST_CASE("validate catches, names and shrinks a planted fault", "[tools][validate]") {
  struct PlantedFault {
    std::string name;
    Damage damage;
    std::set<std::string> kinds;  ///< Of mismatch that the fault may show as.
    std::int64_t pixels;          ///< The most that the shrunk image has.
  };
  const std::vector<PlantedFault> faults = {
      {"flips one label", flip_one_label, {"split and joined", "joined", "renumbered"}, 5},
      {"drops unions", drop_unions, {"split"}, 9},
      {"joins corners", join_corners, {"joined"}, 4},
      {"shifts one row", shift_one_row, {"shifted"}, 6},
      {"wrong area", wrong_area, {"table"}, 9},
      {"counts backwards", count_backwards, {"renumbered"}, 5},
      {"loses the table", lose_table, {"other"}, 5},
      {"wrong moments", wrong_moments, {"other"}, 3000},
      {"loses a contact", lose_contact, {"other"}, 4},
  };
  const fs::path folder = scratch_directory();
  for (const PlantedFault& one : faults) {
    INFO(one.name);
    ValidatePlan plan;
    plan.output_folder = (folder / one.name).string();
    const ValidateReport report = validate(plan, broken("broken", one.damage), fuzz(100));
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
      const bool channels =
          mismatch.input.find(" rg") != std::string::npos && mismatch.input.find(" rgba8") == std::string::npos;
      CHECK(extent_of_file(mismatch.shrunk_file, channels) == mismatch.shrunk_size);
      CHECK(mismatch.shrunk_size.elements() <= one.pixels);
      CHECK(mismatch.shrunk_finding);
      CHECK(extent_of_file(mismatch.original_file, channels) == mismatch.size);
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
  struct ShrunkFault {
    std::string name;
    Damage damage;
    Connectivity connectivity;
    Extent smallest;   ///< Of the shrunk image.
    std::int64_t set;  ///< Pixels of it that are not 0.
  };
  const std::vector<ShrunkFault> faults = {
      {"drops unions", drop_unions, Connectivity::eight, {9, 1}, 2},
      {"joins corners", join_corners, Connectivity::four, {2, 2}, 2},
      {"shifts one row", shift_one_row, Connectivity::eight, {2, 3}, 1},
  };
  const host::Image image = random_image(4);
  for (const ShrunkFault& one : faults) {
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
  plan.most_described = 12;
  const ValidateReport report = validate(plan, broken("raster", join_corners), fuzz(30));
  // Floats are in no image file: their mismatches have one command.
  const auto in_file = std::find_if(report.mismatches.begin(), report.mismatches.end(),
                                    [](const Mismatch& one) { return one.commands.size() > 1; });
  REQUIRE(in_file != report.mismatches.end());
  const Mismatch& mismatch = *in_file;
  std::ostringstream text;
  print_mismatch(text, mismatch);
  CHECK_THAT(text.str(), contains("MISMATCH raster, connectivity 4, fuzz ") && contains("joined: first at (") &&
                             contains(" instead of ") && contains("seed " + std::to_string(*mismatch.seed)) &&
                             contains("shrunk to 2x2: joined"));
  // raster itself is exact, so the commands find nothing.
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
  CHECK(clean->engines[1].textures == 2 * (5 + count_measured(5, {60, 50})));
  differing = 4;
  const Result<ValidateReport> report = run_validation(plan, tested, fuzz(1));
  REQUIRE(report);
  CHECK(report->differs());
  REQUIRE_FALSE(report->mismatches.empty());
  CHECK(report->mismatches[0].engine == "texture 2");
  CHECK_THAT(describe(report->mismatches[0].finding), contains("on the GPU 4 texels"));
}

TEST_CASE("validate saves images of formats that files lack with their stored values", "[tools][validate]") {
  const host::Image image =
      image_of_values<float>({2, 2}, PixelFormat::f32, {1e-40F, -0.0F, std::numeric_limits<float>::infinity(), 3.0F});
  const fs::path file = scratch_directory() / "folder" / "floats.npy";
  REQUIRE(write_saved(file, image));
  const std::string bytes = read_file(file);
  CHECK_THAT(bytes, contains("'<f4'") && contains("(2, 2)"));
  CHECK(bytes.substr(bytes.size() - 16) == std::string(image.bytes.begin(), image.bytes.end()));
  const fs::path grey = scratch_file("grey.png");
  REQUIRE(write_saved(grey, image_of_values<std::uint8_t>({2, 1}, PixelFormat::unorm8, {7, 255})));
  const Result<host::Image> read = host::read_image(grey);
  REQUIRE(read);
  CHECK(read->bytes == std::vector<std::uint8_t>{7, 255});
}

TEST_CASE("errors of engines end a run, limits of engines do not", "[tools][validate]") {
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
  std::set<int> edges;  ///< The kinds of floats, as std::fpclassify() has them.
  std::set<bool> inverted;
  std::set<PixelFormat> limited;
  std::set<PixelFormat> unlimited;
  std::set<Channel> channels;
  std::set<int> equal_backgrounds;  ///< None, zero, another value.
  std::set<bool> difference_backgrounds;
  std::set<Measure> measures;
  std::set<std::uint32_t> measured;  ///< Sets of columns.
  std::set<PixelFormat> intensities;
  int contacts = 0;
  int rows = 0;
  int columns = 0;
  for (std::uint32_t seed = 0; seed < 2500; ++seed) {
    const Result<ValidateInput> input = make_fuzz_input(seed, most);
    REQUIRE(input);
    const Extent extent = input->image.extent;
    CHECK(extent.width <= most.width);
    CHECK(extent.height <= most.height);
    CHECK(input->seed == seed);
    if (seed % 50 == 0) CHECK(make_fuzz_input(seed, most)->image == input->image);
    formats.insert(input->image.format);
    const auto pixels = static_cast<std::size_t>(extent.elements());
    for (std::size_t i = 0; input->image.format == PixelFormat::f32 && i < pixels; ++i) {
      float value = 0.0F;
      std::memcpy(&value, &input->image.bytes[4 * i], sizeof value);
      edges.insert(std::fpclassify(value));
    }
    criteria.insert(input->criterion.index());
    if (const auto* equal = std::get_if<Equal>(&input->criterion)) {
      equal_backgrounds.insert(!equal->background ? 0 : *equal->background == PixelValue{} ? 1 : 2);
    }
    if (const auto* difference = std::get_if<Difference>(&input->criterion)) {
      difference_backgrounds.insert(difference->background.has_value());
      measures.insert(difference->measure);
    }
    if (const auto* foreground = std::get_if<Foreground>(&input->criterion)) {
      inverted.insert(foreground->inverted);
      (std::isinf(foreground->high) ? unlimited : limited).insert(input->image.format);
      channels.insert(foreground->channel);
    }
    measured.insert(input->spec.columns);
    CHECK(check_columns(input->spec.columns, extent));
    CHECK(input->intensity.has_value() == ((input->spec.columns & table_column_intensity) != 0));
    if (input->intensity) {
      const LabelingSpec spec{.columns = input->spec.columns, .fraction_bits = input->spec.fraction_bits};
      const ImageView view = input->intensity->view();
      CHECK(check_intensity(spec, &view, extent));
      intensities.insert(view.format);
    }
    contacts += input->contacts ? 1 : 0;
    rows += extent.height == 1 ? 1 : 0;
    columns += extent.width == 1 ? 1 : 0;
  }
  for (const FormatTraits& format : pixel_formats()) {
    CAPTURE(format.format);
    CHECK(formats.contains(format.format) == (format.bytes > 0));
  }
  CHECK(limited == formats);
  CHECK(unlimited == formats);
  CHECK(channels.count(Channel::any) == 1);
  CHECK(channels.size() > 2);
  CHECK(criteria.size() == 3);
  CHECK(equal_backgrounds.size() == 3);
  CHECK(difference_backgrounds.size() == 2);
  CHECK(measures.size() == 3);
  CHECK(edges == std::set<int>{FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL, FP_NORMAL});
  CHECK(inverted.size() == 2);
  CHECK(measured.size() == 16);
  CHECK(intensities.size() == 9);
  CHECK(contacts > 100);
  CHECK(rows > 10);
  CHECK(columns > 10);
  REQUIRE(make_fuzz_input(7, {1, 1}));
}

TEST_CASE("to_arguments() gives the options of a criterion", "[tools][validate]") {
  CHECK(to_arguments(Foreground{}).empty());
  CHECK(to_arguments(Foreground{.low = 40000, .inverted = true}) == "--threshold 40000 --invert");
  CHECK(to_arguments(Foreground{.low = 16777217.0, .high = 4294967295.0}) == "--threshold 16777217:4294967295");
  CHECK(to_arguments(Foreground{.high = 0.1}) == "--threshold 0:0.1");
  CHECK(to_arguments(Foreground{.inverted = true}) == "--invert");
  CHECK(to_arguments(Equal{}) == "--equal");
  CHECK(to_arguments(Equal{std::nullopt}) == "--equal --background none");
  CHECK(to_arguments(Equal{PixelValue{7.0}}) == "--equal --background 7,0,0,0");
  CHECK(to_arguments(Difference{12}) == "--max-difference 12");
  CHECK(to_arguments(Difference{.largest = 3, .measure = Measure::luminance}) ==
        "--max-difference 3 --measure luminance");
  CHECK(to_arguments(Difference{12, PixelValue{1, 2, 3, 4}}) == "--max-difference 12 --background 1,2,3,4");
  CHECK(quoted("a/b-1.png") == "a/b-1.png");
  CHECK(quoted("two coins' sides.png") == "'two coins'\\'' sides.png'");
}

}  // namespace glccl::tests
