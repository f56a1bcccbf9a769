// Engines with masks give the labels and the table of cpu-serial, which tests/host/cpu/mask.cpp compares with a
// definition.
#include <cstdint>
#include <string>
#include <vector>

#include "tests/conformance/suite.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"

namespace glccl::tests {
namespace {

/// A mask of an image: most of it, with bytes from 0 to 255.
host::Image make_mask(const Extent& extent, unsigned seed, PixelFormat format = PixelFormat::u8) {
  host::Image mask = make_image("noise", {extent.width, extent.height * extent.depth}, {.seed = seed, .density = 0.8});
  mask.extent = extent;
  mask.format = format;
  for (std::size_t i = 0; i < mask.bytes.size(); ++i) {
    if (mask.bytes[i] != 0) mask.bytes[i] = static_cast<std::uint8_t>(1 + i % 255);
  }
  return mask;
}

void upload(EngineUnderTest& engine, const host::Image& image, const host::Image& mask) {
  REQUIRE(engine.runner().upload(image.view()));
  const Result<void> uploaded = engine.runner().upload_second_images({.mask = mask.view()});
  INFO((uploaded ? "" : uploaded.error().message));
  REQUIRE(uploaded);
}

void check_masked(EngineUnderTest& engine, const host::Image& image, const LabelingSpec& spec, unsigned seed = 7) {
  const host::Image mask = make_mask(image.extent, seed, seed % 2 == 0 ? PixelFormat::u8 : PixelFormat::unorm8);
  const ImageView view = mask.view();
  upload(engine, image, mask);
  engine.check_uploaded(image.view(), spec, &view);
}

void leave_out_what_masks_leave_out(EngineUnderTest& engine) {
  if (!engine.info().capabilities.has(Need::mask)) return;
  unsigned seed = 0;
  for (const Extent& extent : {Extent{1, 1}, Extent{40, 1}, Extent{130, 67}}) {
    const host::Image image = make_image("noise", extent, {.seed = 3, .density = 0.6});
    for (const Connectivity connectivity : connectivities) {
      for (const bool inverted : {false, true}) {
        check_masked(engine, image, {.connectivity = connectivity, .criterion = Foreground{.inverted = inverted}},
                     ++seed);
      }
    }
  }
  check_masked(engine, make_image("full", {260, 140}), {.filter = {.min_area = 2}});
  check_masked(engine, make_image("spiral", {300, 150}), {});
  const host::Image image = make_image("noise", {70, 50}, {.seed = 1, .density = 0.6});
  check_masked(engine, image, {});
  engine.check(image, {});  // an upload forgets the mask
}

void mask_components_of_values(EngineUnderTest& engine) {
  if (!engine.info().capabilities.has(Need::mask)) return;
  for (int i = 0; i < 6; i += 3) {  // of one format, for which OpenGL compiles programs
    const host::Image image = random_segments(i);
    for (const Criterion& criterion :
         {Criterion(Equal{.background = {}}), Criterion(Difference{.largest = 1.0, .background = PixelValue{}})}) {
      if (!engine.has(criterion)) continue;
      for (const Connectivity connectivity : connectivities) {
        check_masked(engine, image, {.connectivity = connectivity, .criterion = criterion});
      }
    }
  }
}

void mask_volumes(EngineUnderTest& engine) {
  if (!engine.info().capabilities.has(Need::mask) || !engine.info().capabilities.has_volumes()) return;
  for (const Extent& extent : {Extent{3, 5, 7}, Extent{65, 19, 11}}) {
    host::Image volume = make_image("noise", {extent.width, extent.height * extent.depth}, {.seed = 5, .density = 0.3});
    volume.extent = extent;
    for (const Connectivity connectivity : connectivities_of_space) {
      if (!engine.has(connectivity)) continue;
      check_masked(engine, volume, {.connectivity = connectivity});
      const LabelingSpec values{.connectivity = connectivity, .criterion = Equal{.background = {}}};
      if (connectivity != Connectivity::eighteen) check_masked(engine, volume, values);
    }
  }
}

void take_the_part_beside_a_rectangle(EngineUnderTest& engine) {
  if (!engine.info().capabilities.has(Need::mask)) return;
  const host::Image image = make_image("noise", {90, 60}, {.seed = 4, .density = 0.7});
  const host::Image mask = make_mask(image.extent, 2);
  upload(engine, image, mask);
  const Rectangle rectangle{7, 5, 76, 52};
  REQUIRE(engine.runner().label({}, {.rectangle = rectangle}));
  const Result<LabelImage> labels = engine.runner().labels();
  REQUIRE(labels);
  const auto part_of = [&](const host::Image& whole) {
    const ImageView view = whole.view();
    return ImageView{view.row(rectangle.y0) + rectangle.x0, view.format, extent_of(rectangle), view.row_pitch()};
  };
  const ImageView part = part_of(mask);
  CHECK(first_difference(*labels, reference(part_of(image), {}, &part).labels) == "");
}

/// A mask that does not fit, and the words of the refusal.
struct BadMask {
  const char* name;
  host::Image mask;
  LabelingSpec spec;
  const char* words;
};

/// An engine without masks refuses one as it is uploaded, or as the image is labeled.
void refuse_any_mask(EngineUnderTest& engine) {
  if (engine.info().capabilities.has(Need::mask)) return;
  const host::Image image = make_image("noise", {20, 10}, {});
  REQUIRE(engine.runner().upload(image.view()));
  const host::Image mask = make_mask({20, 10}, 1);
  Result<void> refused = engine.runner().upload_second_images({.mask = mask.view()});
  if (refused) refused = engine.runner().label({});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::unsupported);
  CHECK_THAT(refused.error().message, contains("has no mask"));
}

void refuse_masks_that_do_not_fit(EngineUnderTest& engine) {
  if (!engine.info().capabilities.has(Need::mask)) return;
  const host::Image image = make_image("noise", {20, 10}, {});
  host::Image wide = make_mask({20, 10}, 1);
  wide.format = PixelFormat::u16;
  wide.bytes.resize(400);
  const std::vector<BadMask> cases = {
      {"another extent", make_mask({20, 11}, 1), {}, "the mask is 20x11 and the labeled image is 20x10"},
      {"another format", wide, {}, "the mask has the format u16: pass u8 or unorm8"},
      {"filled holes",
       make_mask({20, 10}, 1),
       {.fill_holes = Filter::unlimited},
       "a mask and filled holes contradict each other: pass no mask, or leave fill_holes at 0"},
  };
  for (const BadMask& one : cases) {
    CAPTURE(one.name);
    upload(engine, image, one.mask);
    const Result<void> refused = engine.runner().label(one.spec);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::invalid_argument);
    CHECK_THAT(refused.error().message, contains(one.words));
  }
}

}  // namespace

std::vector<ConformanceTest> mask_tests() {
  return {
      {"leaves out what a mask leaves out", true, leave_out_what_masks_leave_out},
      {"masks components of values", false, mask_components_of_values},
      {"masks volumes", false, mask_volumes},
      {"takes a mask's part beside a rectangle", true, take_the_part_beside_a_rectangle},
      {"refuses a mask that it lacks", true, refuse_any_mask},
      {"refuses masks that do not fit", true, refuse_masks_that_do_not_fit},
  };
}

}  // namespace glccl::tests
