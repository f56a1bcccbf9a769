// Volumes in glccl-view: slices across each axis, projections, and what it refuses.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/host/image_files.hpp"
#include "glccl/host/slice.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/tools/bad_input.hpp"
#include "tests/tools/view/view_support.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using host::Axis;
using host::Slice;

constexpr Extent sides{20, 14, 11};

/// A u8 volume or image by a rule for its elements.
host::Image drawn(const Extent& extent, const std::function<int(const Position&)>& rule) {
  host::Image image{extent, PixelFormat::u8, {}};
  for (std::int64_t i = 0; i < extent.elements(); ++i) {
    image.bytes.push_back(static_cast<std::uint8_t>(rule(position_of(static_cast<std::uint64_t>(i), extent))));
  }
  return image;
}

/// No two rows, columns or slices are alike, and no value is 0.
int pattern(const Position& at) { return 1 + (7 * at.x + 13 * at.y + 29 * at.z + at.x * at.y) % 255; }

/// A pixel, and an angle, whose box goes over the background.
int angle(int x, int y) { return (x == 2 && y <= 8) || (y == 8 && x > 2 && x < 9) || (x == 0 && y == 0) ? 200 : 0; }
constexpr int angle_pixels = 16;

std::string written(const fs::path& folder, const std::string& name, const host::Image& image) {
  REQUIRE(host::write_image(folder / name, image));
  return (folder / name).string();
}

/// A slice of an image in space that is `rule` of its columns and rows, and empty elsewhere.
host::Image with_slice(const Slice& slice, const std::function<int(int, int)>& rule) {
  return drawn(sides, [&](const Position& at) {
    const Position pixel = pixel_of(slice, at);
    return element_at(slice, pixel) == at ? rule(pixel.x, pixel.y) : 0;
  });
}

/// Which pixels of the canvas are bright: components and boxes, and not what lies below.
std::vector<bool> bright(const host::Image& screenshot) {
  std::vector<bool> mask;
  for (const std::uint32_t color : canvas_of(screenshot)) {
    mask.push_back((color & 255U) > 60 || (color >> 8U & 255U) > 60 || (color >> 16U & 255U) > 60);
  }
  return mask;
}

/// The colours in the middle of the canvas, row by row.
std::vector<std::uint32_t> middle_of(const host::Image& screenshot, const Extent& part) {
  const Extent canvas = canvas_extent(screenshot);
  std::vector<std::uint32_t> colors;
  for (int y = 0; y < part.height; ++y) {
    for (int x = 0; x < part.width; ++x) {
      colors.push_back(color_at(screenshot, screenshot.extent.width - canvas.width / 2 - part.width / 2 + x,
                                canvas.height / 2 - part.height / 2 + y));
    }
  }
  return colors;
}

}  // namespace

TEST_CASE("the viewer shows a slice across each axis as an image", "[tools][view][volumes]") {
  const Display display;
  if (!can_run(display)) return;
  const fs::path folder = scratch_directory();
  const std::string volume = written(folder, "volume.npy", drawn(sides, pattern));
  for (const Slice& slice : {Slice{Axis::x, 19}, Slice{Axis::y, 3}, Slice{Axis::z, 10}}) {
    INFO("slice " << to_string(slice));
    const auto rule = [&slice](const Position& at) { return pattern(element_at(slice, at)); };
    const std::string image = written(folder, "slice.png", drawn(extent_of(slice, sides), rule));
    const host::Image of_image = take_screenshot(display, {image, "--show", "source"});
    const host::Image of_volume = take_screenshot(display, {volume, "--show", "source", "--slice", to_string(slice)});
    CHECK(count_colors(canvas_of(of_image)) > 50);
    const bool same = canvas_of(of_volume) == canvas_of(of_image);
    CHECK(same);
  }
}

TEST_CASE("the viewer shows the labels and boxes of a slice where they are", "[tools][view][volumes]") {
  const Display display;
  if (!can_run(display)) return;
  const fs::path folder = scratch_directory();
  for (const Slice& slice : {Slice{Axis::x, 4}, Slice{Axis::y, 13}, Slice{Axis::z, 0}}) {
    INFO("slice " << to_string(slice));
    const std::string volume = written(folder, "volume.npy", with_slice(slice, angle));
    const Extent extent = extent_of(slice, sides);
    const std::string image =
        written(folder, "slice.png", drawn(extent, [](const Position& at) { return angle(at.x, at.y); }));
    // The hover draws the box and the centroid of the component below it.
    for (const std::vector<std::string>& options : {std::vector<std::string>{}, {"--point", "2,8"}}) {
      std::vector<std::string> of_image = {image, "--engine", "compute"};
      std::vector<std::string> of_volume = {volume, "--slice", to_string(slice)};
      for (auto* arguments : {&of_image, &of_volume}) {
        arguments->insert(arguments->end(), options.begin(), options.end());
        arguments->insert(arguments->end(), {"--zoom", "16"});
      }
      const std::vector<bool> there = bright(take_screenshot(display, of_volume));
      const host::Image screenshot = take_screenshot(display, of_image);
      const std::vector<bool> here = bright(screenshot);
      const auto row = static_cast<std::size_t>(canvas_extent(screenshot).width);
      // The text of the hover has one more coordinate. It lies below the lowest row of the angle, in the middle.
      const std::size_t compared = options.empty() ? here.size() : here.size() / 2 + 8 * row;
      const bool same = std::equal(here.begin(), here.begin() + static_cast<std::ptrdiff_t>(compared), there.begin());
      CHECK(same);
      CHECK(std::count(here.begin(), here.end(), true) > 16 * 16 * angle_pixels);  // with the boxes
    }
    const Slice beside{slice.axis, slice.place == 0 ? 1 : slice.place - 1};
    const std::vector<bool> nothing = bright(take_screenshot(display, {volume, "--slice", to_string(beside)}));
    CHECK(std::count(nothing.begin(), nothing.end(), true) == 0);
  }
}

TEST_CASE("the viewer projects a volume from the side that is asked for", "[tools][view][volumes]") {
  const Display display;
  if (!can_run(display)) return;
  const fs::path folder = scratch_directory();
  struct Side {
    Slice slice;
    std::string turn;
    bool upside_down;  ///< Rows are slices, and z goes up.
  };
  const std::vector<Side> seen = {
      {{Axis::z, 5}, "0,-90", false}, {{Axis::y, 3}, "0,0", true}, {{Axis::x, 17}, "90,0", true}};
  for (const Side& side : seen) {
    INFO("--turn " << side.turn);
    const Extent extent = extent_of(side.slice, sides);
    const auto rule = [](int x, int y) { return pattern({x, y}); };
    const std::string volume = written(folder, "volume.npy", with_slice(side.slice, rule));
    const std::string image = written(folder, "slice.png", drawn(extent, [&](const Position& at) {
                                        return rule(at.x, side.upside_down ? extent.height - 1 - at.y : at.y);
                                      }));
    // With 4 window pixels per pixel there is no grid.
    const host::Image of_volume =
        take_screenshot(display, {volume, "--show", "source", "--project", "--turn", side.turn, "--zoom", "4"});
    const host::Image of_image = take_screenshot(display, {image, "--show", "source", "--zoom", "4"});
    // Away from the edges of the volume, which the projection draws.
    const Extent part{4 * extent.width - 16, 4 * extent.height - 16};
    CHECK(count_colors(middle_of(of_image, part)) > 50);
    const bool same = middle_of(of_volume, part) == middle_of(of_image, part);
    CHECK(same);
  }
}

TEST_CASE("the viewer draws the same volume twice", "[tools][slow][view][volumes]") {
  const Display display;
  if (!can_run(display)) return;
  const fs::path folder = scratch_directory();
  const std::string balls = written(folder, "balls.npy", make_image("balls", {40, 36, 30}, {.bodies = 9000}));
  const std::vector<std::vector<std::string>> pictures = {
      {balls},
      {balls, "--connectivity", "6", "--invert"},
      {balls, "--equal", "--connectivity", "18", "--slice", "x:0"},
      {balls, "--max-difference", "3", "--slice", "y:30"},
      {balls, "--zoom", "48", "--slice", "y:30"},
      {balls, "--step", "1"},
      {balls, "--step", "7", "--slice", "x:3"},
      {balls, "--project"},
      {balls, "--project", "--turn", "-100,60"},
      {balls, "--project", "--point", "30,30"},
      {balls, "--project", "--show", "source"},
  };
  std::set<std::vector<std::uint32_t>> different;
  for (const std::vector<std::string>& arguments : pictures) {
    INFO(arguments.size() << " arguments, last " << arguments.back());
    const host::Image first = take_screenshot(display, arguments);
    const host::Image second = take_screenshot(display, arguments);
    CHECK(count_colors(canvas_of(first)) > 3);
    const bool same = beside_sidebar(first, first.extent.height) == beside_sidebar(second, second.extent.height);
    CHECK(same);
    different.insert(canvas_of(first));
  }
  CHECK(different.size() == pictures.size());
}

TEST_CASE("the viewer tells the component that a projection shows under the mouse", "[tools][view][volumes]") {
  const Display display;
  if (!can_run(display)) return;
  const fs::path folder = scratch_directory();
  // The plane of a cube of 20 voxels is a square of 35 pixels. The ball fills a corner of the cube.
  const std::string corner =
      written(folder, "corner.npy",
              drawn({20, 20, 20}, [](const Position& at) { return at.x < 8 && at.y < 12 && at.z >= 12 ? 255 : 0; }));
  const auto canvas = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {corner, "--project", "--turn", "0,0"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return canvas_of(take_screenshot(display, arguments));
  };
  const std::vector<std::uint32_t> without = canvas({});
  const bool on_component = canvas({"--point", "10,10"}) != without;
  const bool on_background = canvas({"--point", "25,10"}) != without;
  const bool outside = canvas({"--point", "1,1"}) != without;
  CHECK(on_component);
  CHECK_FALSE(on_background);
  CHECK_FALSE(outside);
}

TEST_CASE("the viewer shows volumes of values that pictures do not have", "[tools][slow][view][volumes]") {
  const Display display;
  if (!can_run(display)) return;
  const fs::path folder = scratch_directory();
  host::Image floats{sides, PixelFormat::f32,
                     std::vector<std::uint8_t>(4 * static_cast<std::size_t>(sides.elements()))};
  for (std::int64_t i = 0; i < sides.elements(); ++i) {
    const float value = static_cast<float>(i) / static_cast<float>(sides.elements()) - 0.25F;
    std::memcpy(&floats.bytes[4 * static_cast<std::size_t>(i)], &value, sizeof value);
  }
  host::Image numbers{sides, PixelFormat::i16, {}};
  for (std::int64_t i = 0; i < sides.elements(); ++i) {
    const auto value = static_cast<std::int16_t>(i % 3000 - 1000);
    numbers.bytes.push_back(static_cast<std::uint8_t>(value));
    numbers.bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint16_t>(value) >> 8U));
  }
  for (const std::string& volume :
       {written(folder, "floats.nii", floats), written(folder, "numbers.nii.gz", numbers)}) {
    INFO(volume);
    CHECK(count_colors(canvas_of(take_screenshot(display, {volume, "--show", "source", "--slice", "x:3"}))) > 50);
    const host::Image low = take_screenshot(display, {volume, "--threshold", "0.1"});
    const host::Image high = take_screenshot(display, {volume, "--threshold", "0.4"});
    const bool same = canvas_of(low) == canvas_of(high);
    CHECK(same == volume.ends_with(".gz"));  // whole numbers lie on the same side of both
  }
}

TEST_CASE("the viewer refuses what volumes and images do not have", "[tools][view][volumes]") {
  const Display display;
  if (!can_run(display)) return;
  const fs::path folder = scratch_directory();
  written(folder, "volume.npy", drawn(sides, pattern));
  written(folder, "image.png", drawn({20, 14}, pattern));
  std::vector<BadInput> cases = {
      {"connectivity of images", {"volume.npy", "--connectivity", "8", "--frames", "1"}, usage, {"6, 18 or 26"}},
      {"an engine of images",
       {"volume.npy", "--engine", "raster", "--frames", "1"},
       usage,
       {"raster labels images", "6, 18 or 26"}},
      {"a slice outside", {"volume.npy", "--slice", "y:14", "--frames", "1"}, usage, {"--slice y:14", "13"}},
      {"no axis", {"volume.npy", "--slice", "w:1"}, usage, {"z:10"}},
      {"a slice of an image", {"image.png", "--slice", "z:0", "--frames", "1"}, usage, {"for volumes"}},
      {"a projection of an image", {"image.png", "--project", "--frames", "1"}, usage, {"--project", "20x14"}},
      {"half a turn", {"volume.npy", "--project", "--turn", "30"}, usage, {"--turn \"30\"", "30,25"}},
      {"a turn beyond the top", {"volume.npy", "--project", "--turn", "0,91"}, usage, {"-90 to 90"}},
      {"a turn that is no number", {"volume.npy", "--project", "--turn", "nan,0"}, usage, {"--turn"}},
  };
  for (BadInput& bad : cases) bad.environment = display.environment();
  check_refusals({"glccl-view"}, cases, folder);
}

}  // namespace glccl::tests
