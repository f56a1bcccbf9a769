// glccl validate --against: labels of other programs, right ones and damaged ones.
#include "tools/validate/against.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "glccl/host/cpu.hpp"
#include "glccl/host/image_files.hpp"
#include "glccl/host/label_files.hpp"
#include "host/fast/fast_labeler.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/support/references/reference.hpp"
#include "tests/tools/bad_input.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using namespace glccl::tools;

/// Labels as another program may number them.
host::LabelFile foreign(const LabelImage& labels, std::int64_t (*number)(std::uint32_t label)) {
  host::LabelFile file{labels.extent, {}};
  for (const std::uint32_t label : labels.values) file.values.push_back(number(label));
  return file;
}

ValidateReport hold_against(const host::LabelFile& file, const host::Image& image, const Criterion& criterion,
                            Connectivity connectivity) {
  const ValidatePlan plan{.connectivities = {connectivity}, .output_folder = scratch_directory().string()};
  const ValidateInput input{"image", {}, image, criterion, "image.png"};
  const Result<ValidateReport> report = validate_labels(plan, {"labels.npy", file}, input);
  INFO((report ? "" : report.error().message));
  REQUIRE(report);
  return *report;
}

}  // namespace

TEST_CASE("labels of any numbering are equal up to renaming", "[tools][validate][against]") {
  const std::vector<std::int64_t (*)(std::uint32_t)> numberings = {
      [](std::uint32_t label) { return std::int64_t{label}; },
      [](std::uint32_t label) { return label == 0 ? 0 : 5000000000 - 3 * std::int64_t{label}; },
      [](std::uint32_t label) { return std::int64_t{label} - 1; },  // background -1, first label 0
      [](std::uint32_t label) { return label == 0 ? 65535 : -std::int64_t{label}; },
  };
  for (int index = 0; index < 40; ++index) {
    const host::Image image = random_image(index);
    for (const Connectivity connectivity : connectivities) {
      // cpu-fast shares no code with the reference.
      host::FastLabeler labeler;
      LabelImage labels;
      REQUIRE(labeler.label(image.view(), {.connectivity = connectivity}, labels, nullptr, nullptr));
      // The value of a background without pixels cannot be known: 0 then is background.
      const bool full = std::count(labels.values.begin(), labels.values.end(), 0U) == 0;
      for (std::size_t i = 0; i < numberings.size(); ++i) {
        if (full && i == 2) continue;
        CAPTURE(index, connectivity, i);
        const ValidateReport report = hold_against(foreign(labels, numberings[i]), image, Foreground{}, connectivity);
        CHECK_FALSE(report.differs());
        CHECK(report.engines.at(0).labelings == 1);
      }
    }
  }
}

TEST_CASE("without background 0 is a label like others", "[tools][validate][against]") {
  const host::Image image = image_of_values<std::uint8_t>({4, 1}, PixelFormat::u8, {10, 11, 40, 41});
  const host::LabelFile labels{{4, 1}, {0, 0, 1, 1}};
  CHECK_FALSE(hold_against(labels, image, Difference{1}, Connectivity::eight).differs());
  CHECK(hold_against(labels, image, Foreground{}, Connectivity::eight).differs());
  CHECK(hold_against(labels, image, Equal{std::nullopt}, Connectivity::eight).differs());
  const host::LabelFile each{{4, 1}, {0, 3, 1, 2}};
  CHECK_FALSE(hold_against(each, image, Equal{std::nullopt}, Connectivity::eight).differs());
  CHECK(hold_against(each, image, Equal{}, Connectivity::eight).differs());
  CHECK(hold_against(labels, image, Difference{1, PixelValue{40.0}}, Connectivity::eight).differs());
  const host::LabelFile gap{{4, 1}, {5, 5, 0, 1}};
  CHECK_FALSE(hold_against(gap, image, Difference{1, PixelValue{40.0}}, Connectivity::eight).differs());
}

TEST_CASE("damaged labels are found, with the components and the labels as the file has them",
          "[tools][validate][against]") {
  const host::Image image = draw({"xx..x", "xx..x", "....x", "x...x"});
  LabelImage labels = reference_labels(image);
  struct DamagedLabels {
    std::string name;
    void (*damage)(std::vector<std::int64_t>& values);
    std::vector<std::string> faults;
    std::string finding;
  };
  const std::vector<DamagedLabels> cases = {
      {"split",
       [](auto& values) { values[9] = 77; },
       {"split: component 2 at (4, 0) has labels 20, 77"},
       "split: first at (4, 1): 77 instead of 2; 1 pixel differs; 1 component split"},
      {"joined",
       [](auto& values) { values[15] = 10; },
       {"joined: components 1, 3 at (0, 0) have label 10"},
       "joined: first at (0, 3): 10 instead of 3; 1 pixel differs; 1 label of joined components"},
      {"missing",
       [](auto& values) { values[6] = 0; },
       {"missing: component 1 at (1, 1) lacks 1 of 4 pixels"},
       "background: first at (1, 1): 0 instead of 1; 1 pixel differs; 1 pixel missing"},
      {"extra",
       [](auto& values) { values[2] = 10; },
       {"extra: label 10 at (2, 0) has 1 of 5 pixels on background"},
       "background: first at (2, 0): 10 instead of 0; 1 pixel differs; 1 pixel of background labeled"},
  };
  for (const DamagedLabels& one : cases) {
    INFO(one.name);
    host::LabelFile damaged = foreign(labels, [](std::uint32_t label) { return 10 * std::int64_t{label}; });
    one.damage(damaged.values);
    const ValidateReport report = hold_against(damaged, image, Foreground{}, Connectivity::eight);
    CHECK(report.differs());
    REQUIRE(report.mismatches.size() == 1);
    const Mismatch& mismatch = report.mismatches[0];
    CHECK(mismatch.engine == "labels.npy");
    CHECK_THAT(describe(mismatch.finding), Catch::Matchers::StartsWith(one.finding));
    std::vector<std::string> faults;
    for (const host::FaultyComponent& fault : mismatch.components) faults.push_back(host::describe(fault));
    CHECK(faults == one.faults);
    CHECK(host::read_image(mismatch.difference_file));
    CHECK(mismatch.shrunk_file.empty());
  }
}

TEST_CASE("glccl validate --against judges the labels that glccl label writes", "[tools][validate][against]") {
  const fs::path folder = scratch_directory();
  const std::string coins = test_data("coins.png").string();
  for (const char* labels : {"labels.npy", "labels.png"}) {
    INFO(labels);
    REQUIRE(run_glccl({"label", coins, "--threshold", "otsu", "--engine", "cpu-fast", "--numbering", "root", "--labels",
                       labels},
                      folder)
                .status == 0);
    const ProgramResult right =
        run_glccl({"validate", "--against", labels, coins, "--threshold", "otsu", "--report", "right.json"}, folder);
    INFO(right.out << right.err);
    CHECK(right.status == 0);
    CHECK_THAT(right.out, contains(labels) && contains("all equal") && contains("no mismatches"));
    CHECK(nlohmann::json::parse(read_file(folder / "right.json")).at("context").at("connectivities") ==
          nlohmann::json({8}));
  }
  const ProgramResult wrong = run_glccl({"validate", "--against", "labels.npy", coins, "--threshold", "otsu",
                                         "--connectivity", "4", "--report", "wrong.json", "--output-folder", "found"},
                                        folder);
  INFO(wrong.out << wrong.err);
  CHECK(wrong.status == 1);
  CHECK_THAT(wrong.out, contains("MISMATCH labels.npy, connectivity 4") && contains("    joined: components ") &&
                            contains("RESULTS DIFFER"));
  const nlohmann::json report = nlohmann::json::parse(read_file(folder / "wrong.json"));
  const nlohmann::json& mismatch = report.at("mismatches").at(0);
  CHECK(mismatch.at("engine") == "labels.npy");
  CHECK(mismatch.at("faulty_components") == mismatch.at("components").size());
  CHECK(mismatch.at("components").at(0).at("fault") == "joined");
  CHECK(mismatch.at("files").at("shrunk") == "");
  CHECK(fs::exists(folder / mismatch.at("files").at("difference").get<std::string>()));

  REQUIRE(host::write_image(folder / "small.png", draw({"x."})));
  const ProgramResult other = run_glccl({"validate", "--against", "labels.npy", "small.png"}, folder);
  CHECK(other.status == file);
  CHECK_THAT(other.err, contains("labels.npy has 384x303 labels and small.png has 2x1 pixels"));
}

}  // namespace glccl::tests
