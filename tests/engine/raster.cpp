// What raster alone has: the column sweep in any number of blocks, and its stages.
#include "glccl/host/generate.hpp"
#include "glccl/host/labeling.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/images.hpp"
#include "tests/support/support.hpp"

namespace glccl::tests {
namespace {

constexpr Connectivity connectivities[] = {Connectivity::four, Connectivity::eight};

}  // namespace

TEST_CASE_METHOD(GlFixture, "raster is exact however many blocks are swept at once", "[raster]") {
  for (int i = 0; i < 60; ++i) {
    const host::Image image = random_image(i);
    for (const Connectivity connectivity : connectivities) {
      const LabelImage expected = host::label_serial(image, connectivity, Foreground{});
      for (const int blocks : {1, 2, 7, image.size.width / 2 + 1, 100000}) {
        CAPTURE(i, static_cast<int>(connectivity), blocks);
        CHECK(first_difference(label(image, {.connectivity = connectivity, .blocks = blocks}), expected) == "");
      }
    }
  }
}

TEST_CASE_METHOD(GlFixture, "the sweep in blocks links values as the oracle does", "[raster]") {
  for (int i = 0; i < 100; ++i) {
    const host::Image image = random_segments(i);
    for (const Connectivity connectivity : connectivities) {
      for (const Criterion& criterion : {Criterion(Equal{}), Criterion(Difference{40.0F})}) {
        Options options{.connectivity = connectivity, .criterion = criterion};
        const Outcome expected = expect(image, options);
        for (const int blocks : {1, 5}) {
          CAPTURE(i, static_cast<int>(connectivity), criterion.index(), blocks);
          options.blocks = blocks;
          check_outcome(label_and_measure(image, options), expected);
        }
      }
    }
  }
}

TEST_CASE_METHOD(GlFixture, "the sweep in one block equals the oracle on every 4x4 image", "[raster]") {
  const host::Image atlas = atlas_of_all_images({4, 4}, 0, 65536);
  for (const Connectivity connectivity : connectivities) {
    const LabelImage expected = host::label_serial(atlas, connectivity, Foreground{});
    CHECK(first_difference(label(atlas, {.connectivity = connectivity, .blocks = 1}), expected) == "");
  }
}

TEST_CASE_METHOD(GlFixture, "timings name the stages of the plan", "[raster]") {
  label(*host::generate("noise", {64, 64}), {.timings = Timings::stages});
  std::vector<std::string> stages;
  for (const StageTime& time : labeler().timings()) {
    CHECK(time.milliseconds >= 0.0);
    stages.push_back(time.stage);
  }
  CHECK(stages ==
        std::vector<std::string>{"encode_ids", "vertical_runs", "find_contacts", "merge_rounds", "number_components"});
  label(*host::generate("noise", {64, 64}));
  CHECK(labeler().timings().empty());
}

}  // namespace glccl::tests
