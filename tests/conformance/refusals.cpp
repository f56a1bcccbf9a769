// Every engine refuses the same requests with the same words, those of check() and check_table(). A refusal leaves the
// last labels as they were.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "glccl/spec.hpp"
#include "tests/conformance/suite.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"

namespace glccl::tests {
namespace {

/// Checks that an error has the code and the words of `expected`. A message of `auto` may name the engine that it
/// chose.
void check_refusal(const EngineUnderTest& engine, const Result<void>& status, const Result<void>& expected) {
  REQUIRE_FALSE(expected);
  REQUIRE_FALSE(status);
  CHECK(status.error().code == expected.error().code);
  const std::string name = std::string(engine.info().name) + " ";
  std::string words = expected.error().message;
  if (engine.info().backend != engines::Backend::automatic) {
    CHECK(status.error().message == words);
  } else if (words.rfind(name, 0) != 0) {
    CHECK(status.error().message == words);
  }
  CHECK(status.error().message.find('\n') == std::string::npos);
}

/// A specification that this engine, or every engine, refuses for u8 images.
struct RefusedSpec {
  const char* name;
  LabelingSpec spec;
  std::string part;  ///< Of the message.
};

std::vector<RefusedSpec> refused_specs(const EngineUnderTest& engine) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<RefusedSpec> cases = {
      {"a low that is no number",
       {.criterion = Foreground{.low = nan}},
       "above low, nan, and not above high, inf: pass"},
      {"a high that is no number",
       {.criterion = Foreground{.high = nan}},
       "above low, 0, and not above high, nan: pass"},
      {"an infinite low", {.criterion = Foreground{.low = HUGE_VAL}}, "above low, inf, and not above high, inf: pass"},
      {"a high of zero", {.criterion = Foreground{.high = 0.0}}, "pass a high above low, infinity for no upper limit"},
      {"a high below low",
       {.criterion = Foreground{.low = 7.5, .high = -HUGE_VAL}},
       "low, 7.5, and not above high, -inf"},
      {"a negative difference", {.criterion = Difference{-1.0}}, "the largest difference is -1: pass 0 or more"},
      {"a difference that is no number", {.criterion = Difference{nan}}, "the largest difference is nan"},
      {"a measure that is none", {.criterion = Difference{.measure = static_cast<Measure>(3)}}, "the measure is 3"},
      {"a connectivity that is none", {.connectivity = static_cast<Connectivity>(5)}, "the connectivity is 5"},
      {"a numbering that is none", {.numbering = static_cast<Numbering>(2)}, "the numbering is 2"},
      {"areas that no component has", {.filter = {.min_area = 5, .max_area = 4}}, "keeps areas from 5 to 4, which no"},
      {"an area of nothing", {.filter = {.max_area = 0}}, "pass a max_area of at least 1"},
      {"none of the largest", {.filter = {.largest = 0}}, "keeps the 0 largest components: pass at least 1"},
      {"a filter of roots", {.numbering = Numbering::root, .filter = {.min_area = 2}}, "use Numbering::raster"},
      {"a channel that is none", {.criterion = Foreground{.channel = static_cast<Channel>(5)}}, "the channel is 5"},
  };
  const std::string stored = ", which u8 does not store: pass integers from 0 to 255, and 0 for channels that it";
  const std::pair<PixelValue, std::string> backgrounds[] = {{{256.0}, "the background is (256, 0, 0 and 0)" + stored},
                                                            {{0.5}, "the background is (0.5, 0, 0 and 0)" + stored},
                                                            {{-1.0}, "the background is (-1, 0, 0 and 0)" + stored},
                                                            {{nan}, "the background is (nan, 0, 0 and 0)" + stored},
                                                            {{1.0, 2.0}, "the background is (1, 2, 0 and 0)" + stored}};
  for (const auto& [background, part] : backgrounds) {
    for (const Criterion& criterion : {Criterion(Equal{background}), Criterion(Difference{0.0, background})}) {
      if (engine.has(criterion))
        cases.push_back({"a background that u8 does not store", {.criterion = criterion}, part});
    }
  }
  for (const Criterion& criterion : {Criterion(Equal{}), Criterion(Difference{})}) {
    if (!engine.has(criterion)) cases.push_back({"a criterion it lacks", {.criterion = criterion}, "has no criterion"});
  }
  if (!engine.info().capabilities.has(Need::filter)) {
    cases.push_back(
        {"a filter it lacks", {.filter = {.min_area = 2}}, "has no filter: label with compute, cuda-fast or"});
  }
  if (!engine.info().capabilities.has(Need::holes)) {
    cases.push_back({"holes it does not fill", {.fill_holes = 1}, "fills no holes: label with compute, cuda-fast or"});
  }
  if (!engine.info().capabilities.has(Need::periodic)) {
    cases.push_back({"periodic axes it lacks", {.periodic = {.x = true}}, "has no periodic axes: label with compute"});
  }
  if (engine.info().capabilities.has(Need::holes)) {
    for (const Criterion& criterion : {Criterion(Equal{}), Criterion(Difference{})}) {
      cases.push_back({"holes of another criterion",
                       {.criterion = criterion, .fill_holes = 1},
                       "holes are filled in a foreground, and the criterion is "});
    }
  }
  if (!engine.info().capabilities.has(Need::measurements)) {
    cases.push_back({"measurements it lacks",
                     {.columns = table_column_moments},
                     "and neither moments nor quads, cubes, seams or intensities: label with compute or an engine"});
  }
  return cases;
}

void refuse_specifications(EngineUnderTest& engine) {
  const host::Image image = make_image("noise", {23, 17});
  const LabelImage before = engine.label(image.view());
  for (const RefusedSpec& one : refused_specs(engine)) {
    CAPTURE(one.name);
    const Result<void> status = engine.runner().label(one.spec);
    check_refusal(engine, status, check(one.spec, image.format, image.extent, engine.info().capabilities));
    CHECK_THAT(status.error().message, contains(one.part));
    CHECK(first_difference(*engine.runner().labels(), before) == "");
  }
  CHECK(first_difference(engine.label(image.view()), before) == "");
}

void refuse_a_table_of_roots(EngineUnderTest& engine) {
  const host::Image image = make_image("noise", {23, 17});
  const LabelImage before = engine.label(image.view());
  const LabelingSpec spec{.numbering = Numbering::root};
  const Result<void> status = engine.runner().label(spec, {.table_rows = 3});
  check_refusal(engine, status, check_table(spec, 3));
  CHECK_THAT(status.error().message, contains("contradict each other") && contains("use Numbering::raster"));
  CHECK(first_difference(*engine.runner().labels(), before) == "");
}

/// Checks that the criterion is refused on a format, with these words among those of check().
void check_format_refused(EngineUnderTest& engine, PixelFormat format, const Criterion& criterion,
                          const std::string& words) {
  CAPTURE(format);
  const host::Image image{{3, 2}, format, std::vector<std::uint8_t>(6 * bytes_per_pixel(format))};
  const LabelingSpec spec{.criterion = criterion};
  const Result<void> status = engine.try_label(image.view(), spec);
  check_refusal(engine, status, check(spec, image.format, image.extent, engine.info().capabilities));
  CHECK_THAT(status.error().message, contains(words));
}

void refuse_values_that_formats_lack(EngineUnderTest& engine) {
  for (const FormatTraits& format : pixel_formats()) {
    if (!engine.has(Equal{}) || !engine.reads(format.format) || format.has_equal) continue;
    check_format_refused(engine, format.format, Equal{}, "it works on u8, u16, u32, i8, i16, i32");
  }
  for (const FormatTraits& format : pixel_formats()) {
    if (!engine.has(Difference{}) || !engine.reads(format.format) || format.has_difference()) continue;
    check_format_refused(engine, format.format, Difference{}, "are ids: it works on u8, u16");
  }
}

void refuse_measures_that_formats_lack(EngineUnderTest& engine) {
  const std::pair<Measure, std::string> measures[] = {
      {Measure::luminance, "rgba8"},
      {Measure::largest, "rg16f"},
  };
  for (const auto& [measure, formats] : measures) {
    for (const FormatTraits& format : pixel_formats()) {
      if (!engine.has(Difference{}) || !engine.reads(format.format) || format.has_measure(measure)) continue;
      const std::string words = "the measure " + std::string(name_of(measure)) + " is not defined for " +
                                std::string(format.name) + " (" + std::string(format.gl_name) + "): it works on " +
                                formats;
      check_format_refused(engine, format.format, Difference{.largest = 1.0, .measure = measure},
                           format.has_difference() ? words : "are ids");
    }
  }
}

void refuse_formats_it_lacks(EngineUnderTest& engine) {
  for (const FormatTraits& format : pixel_formats()) {
    if (engine.reads(format.format) || format.bytes == 0) continue;
    if (engine.info().backend == engines::Backend::automatic) continue;  // compute may have it
    CAPTURE(format.format);
    const host::Image image{{3, 2}, format.format, std::vector<std::uint8_t>(6 * bytes_per_pixel(format.format))};
    check_refusal(engine, engine.try_label(image.view(), {}),
                  check({}, image.format, image.extent, engine.info().capabilities));
  }
}

void refuse_channels_that_formats_lack(EngineUnderTest& engine) {
  for (const FormatTraits& format : pixel_formats()) {
    if (!engine.reads(format.format) || format.channels != 2) continue;
    const host::Image image{{3, 2}, format.format, std::vector<std::uint8_t>(6 * bytes_per_pixel(format.format))};
    for (const Channel channel : {Channel::blue, Channel::alpha}) {
      CAPTURE(format.format, channel);
      const LabelingSpec spec{.criterion = Foreground{.channel = channel}};
      const Result<void> status = engine.try_label(image.view(), spec);
      check_refusal(engine, status, check(spec, image.format, image.extent, engine.info().capabilities));
      CHECK(status.error().code == ErrorCode::unsupported);
      CHECK_THAT(status.error().message, contains(channel == Channel::blue ? "has no channel blue: it has red and green"
                                                                           : "has no channel alpha"));
    }
  }
}

void refuse_images_without_pixels(EngineUnderTest& engine) {
  const std::uint8_t pixel = 1;
  for (const Extent& extent : {Extent{0, 4}, Extent{4, 0}, Extent{0, 0}, Extent{-3, 2}}) {
    CAPTURE(extent);
    const Result<void> status = engine.try_label({&pixel, PixelFormat::u8, extent}, {});
    check_refusal(engine, status, check({}, PixelFormat::u8, extent, engine.info().capabilities));
  }
}

void refuse_to_label_nothing(EngineUnderTest& engine) {
  const Result<void> status = engine.runner().label({});
  REQUIRE_FALSE(status);
  CHECK(status.error().code == ErrorCode::invalid_argument);
  LabelImage labels;
  const Result<void> read = engine.runner().read_labels(labels);
  REQUIRE_FALSE(read);
  CHECK(read.error().code == ErrorCode::invalid_argument);
  CHECK(labels.values.empty());
}

void refuse_rectangles_outside(EngineUnderTest& engine) {
  const host::Image image = make_image("noise", {9, 5});
  const std::string corners = "reaches from (0, 0) to before (9, 5)";
  const std::string slices = "reaches from slice 0 to before slice 1, so z0 is 0 and z1 is 1";
  struct Case {
    Rectangle rectangle;
    std::string problem;
    std::string image;
  };
  const std::vector<Case> cases = {
      {{-1, 0, 4, 4}, "is not inside", corners},
      {{0, 0, 10, 4}, "is not inside", corners},
      {{0, 0, 4, 6}, "is not inside", corners},
      {{0, -1, 4, 4}, "is not inside", corners},
      {{4, 0, 4, 4}, "rectangle from (4, 0) to before (4, 4) is empty", corners},
      {{0, 0, 4, 4, 0, 2}, "from slice 0 to before slice 2 is not inside", slices},
      {{0, 0, 4, 4, 1, 2}, "from slice 1 to before slice 2 is not inside", slices},
      {{0, 0, 4, 4, -1, 1}, "from slice -1 to before slice 1 is not inside", slices},
      {{0, 0, 4, 4, 0, 0}, "from slice 0 to before slice 0 is empty", slices},
  };
  for (const Case& one : cases) {
    CAPTURE(one.problem);
    const auto check_refused = [&](const Result<void>& status) {
      REQUIRE_FALSE(status);
      CHECK(status.error().code == ErrorCode::invalid_argument);
      CHECK_THAT(status.error().message, contains(one.problem) && contains(one.image));
    };
    check_refused(engine.try_label(image.view(), {}, {.rectangle = one.rectangle}));
    // Other engines have nothing to prepare.
    if (engine.info().backend == engines::Backend::opengl) {
      check_refused(engine.runner().prepare({}, {.rectangle = one.rectangle}));
    }
  }
}

}  // namespace

std::vector<ConformanceTest> refusal_tests() {
  return {
      {"refuses specifications with the words of check()", true, refuse_specifications},
      {"refuses a table of root labels", true, refuse_a_table_of_roots},
      {"refuses to compare values that a format lacks", true, refuse_values_that_formats_lack},
      {"refuses measures that a format lacks", true, refuse_measures_that_formats_lack},
      {"refuses formats that it lacks", true, refuse_formats_it_lacks},
      {"refuses channels that a format lacks", true, refuse_channels_that_formats_lack},
      {"refuses images without pixels", true, refuse_images_without_pixels},
      {"refuses a rectangle that is not inside the image", true, refuse_rectangles_outside},
      {"refuses to label before an upload", true, refuse_to_label_nothing},
  };
}

}  // namespace glccl::tests
