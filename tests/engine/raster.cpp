// What raster alone has: the column sweep in any number of blocks, and its stages.
#include <algorithm>

#include "glccl/host/generate.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
TEST_CASE_METHOD(GlFixture, "raster is exact however many blocks are swept at once", "[engine][slow][raster]") {
  for (int i = 0; i < 60; ++i) {
    const host::Image image = random_image(i);
    for (const Connectivity connectivity : connectivities) {
      const LabelImage expected = reference_labels(image, connectivity, Foreground{});
      for (const int wanted : {1, 2, 7, image.extent.width / 2 + 1, image.extent.width}) {
        const int blocks = std::min(wanted, image.extent.width);
        CAPTURE(i, connectivity, blocks);
        CHECK(first_difference(label(image, {.connectivity = connectivity}, {.raster = {.blocks = blocks}}),
                               expected) == "");
      }
    }
  }
}

TEST_CASE_METHOD(GlFixture, "the sweep in blocks connects values as cpu-serial does", "[engine][slow][raster]") {
  for (int i = 0; i < 100; ++i) {
    const host::Image image = random_segments(i);
    for (const Connectivity connectivity : connectivities) {
      for (const Criterion& criterion : {Criterion(Equal{}), Criterion(Difference{40.0F})}) {
        const LabelingSpec spec{.connectivity = connectivity, .criterion = criterion};
        const LabeledImage expected = reference(image, spec);
        for (const int blocks : {1, std::min(5, image.extent.width)}) {
          CAPTURE(i, connectivity, criterion, blocks);
          check_labeled(label_and_measure(image, spec, {.raster = {.blocks = blocks}}), expected);
        }
      }
    }
  }
}

TEST_CASE_METHOD(GlFixture, "the sweep in one block labels every 4x4 image as cpu-serial does", "[engine][raster]") {
  const host::Image atlas = atlas_of_all_images({4, 4}, 0, 65536);
  for (const Connectivity connectivity : connectivities) {
    const LabelImage expected = reference_labels(atlas, connectivity, Foreground{});
    CHECK(first_difference(label(atlas, {.connectivity = connectivity}, {.raster = {.blocks = 1}}), expected) == "");
  }
}

TEST_CASE_METHOD(GlFixture, "raster is exact where contacts outnumber the elements of their list", "[engine][raster]") {
  // Diagonals of two values: every pixel of the upper rows has a contact with the diagonal beside.
  host::Image image = make_image("full", {70, 90});
  for (std::size_t i = 0; i < image.bytes.size(); ++i) image.bytes[i] = static_cast<std::uint8_t>(1 + (i / 70 + i) % 2);
  for (const Criterion& criterion : {Criterion(Equal{}), Criterion(Difference{0.5F})}) {
    for (const int blocks : {0, 1, 3}) {
      CAPTURE(criterion, blocks);
      const LabelingSpec spec{.criterion = criterion};
      check_labeled(label_and_measure(image, spec, {.raster = {.blocks = blocks}}), reference(image, spec));
    }
  }
}

TEST_CASE_METHOD(GlFixture, "times() names the stages of the plan", "[engine][raster]") {
  label(make_image("noise", {64, 64}), {}, {.timing = TimingDetail::stages});
  std::vector<std::string> stages;
  const Result<std::vector<StageTime>> times = labeler().times();
  REQUIRE(times);
  for (const StageTime& time : *times) {
    CHECK(time.milliseconds >= 0.0);
    stages.push_back(time.stage);
  }
  CHECK(stages == std::vector<std::string>{"find_links", "vertical_runs", "hook_runs", "find_contacts", "merge_rounds",
                                           "find_roots", "number_components"});
  label(make_image("noise", {64, 64}));
  CHECK(labeler().times()->empty());
}

}  // namespace glccl::tests
