// The program glccl-view as a user runs it. --screenshot shows the tests what it draws.
#include <signal.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/host/image_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/support/processes/small_disc.hpp"
#include "tests/tools/bad_input.hpp"
#include "tests/tools/view/view_support.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;

/// The length of the plan, from the message with which the viewer refuses a pass beyond it.
int count_passes(const Display& display, std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--frames", "1", "--step", "1000000"});
  const ProgramResult result = run_program("glccl-view", arguments, scratch_directory(), display.environment());
  const std::string before = "this plan has ";
  const std::size_t place = result.err.find(before);
  INFO(result.err);
  REQUIRE(place != std::string::npos);
  return std::stoi(result.err.substr(place + before.size()));
}

std::string coins() { return test_data("coins.png").string(); }

}  // namespace

TEST_CASE("the viewer draws the same picture twice", "[tools][slow][view]") {
  const Display display;
  if (!can_run(display)) return;
  struct Picture {
    std::string name;
    std::vector<std::string> arguments;
    std::size_t colors;  ///< The fewest that the canvas has.
  };
  const std::vector<Picture> pictures = {
      {"the scene", {}, 50},
      {"the scene by the published schedule", {"--engine", "raster-paper", "--connectivity", "4"}, 50},
      {"the scene by compute shaders", {"--engine", "compute"}, 50},
      {"the scene by its colors", {"--equal"}, 50},
      {"the scene by differences", {"--max-difference", "30"}, 50},
      {"coins", {coins(), "--threshold", "otsu"}, 50},
      {"coins, inverted", {coins(), "--threshold", "100", "--invert"}, 50},
      {"coins as they are", {coins(), "--show", "source"}, 100},
      {"a component of coins", {coins(), "--threshold", "otsu", "--point", "200,60"}, 50},
      {"numbers in pixels", {coins(), "--threshold", "otsu", "--point", "200,60", "--zoom", "48", "--step", "2"}, 10},
  };
  for (const Picture& one : pictures) {
    INFO(one.name);
    const host::Image first = take_screenshot(display, one.arguments);
    const host::Image second = take_screenshot(display, one.arguments);
    CHECK(count_colors(canvas_of(first)) >= one.colors);
    const bool same = beside_sidebar(first, first.extent.height) == beside_sidebar(second, second.extent.height);
    CHECK(same);
  }
}

TEST_CASE("the viewer has a picture for every pass", "[tools][slow][view]") {
  const Display display;
  if (!can_run(display)) return;
  const fs::path folder = scratch_directory();
  host::Image rings{{40, 24}, PixelFormat::u8, std::vector<std::uint8_t>(40 * 24)};
  for (int y = 0; y < 24; ++y) {
    for (int x = 0; x < 40; ++x) {
      const int distance = std::max(std::abs(x % 20 - 10), std::abs(y % 12 - 6));
      rings.bytes[static_cast<std::size_t>(y * 40 + x)] = distance % 2 == 1 ? 200 : 0;
    }
  }
  REQUIRE(host::write_image(folder / "rings.png", rings));
  for (const std::string compaction : {"histogram-pyramid", "stencil-routing"}) {
    const std::vector<std::string> arguments = {(folder / "rings.png").string(), "--compaction", compaction};
    const int passes = count_passes(display, arguments);
    REQUIRE(passes > 30);
    std::set<std::vector<std::uint32_t>> pictures;
    for (int step = 1; step <= passes; ++step) {
      // Merge rounds are many and alike, and before compaction all passes are the same.
      if (step < passes - 20 && (step > 14 || compaction == "stencil-routing")) continue;
      INFO(compaction << ", pass " << step);
      std::vector<std::string> stepping = arguments;
      stepping.insert(stepping.end(), {"--step", std::to_string(step)});
      const host::Image image = take_screenshot(display, stepping);
      CHECK(count_colors(canvas_of(image)) > 1);
      pictures.insert(canvas_of(image));
    }
    CHECK(pictures.size() > 12);  // passes that are skipped, or write into buffers, change nothing that is seen
  }
}

TEST_CASE("the viewer steps through compute", "[tools][slow][view]") {
  const Display display;
  if (!can_run(display)) return;
  const std::vector<std::string> arguments = {coins(), "--threshold", "otsu", "--engine", "compute"};
  const int passes = count_passes(display, arguments);
  REQUIRE(passes == 7);  // a renderer on the CPU has merge_tiles even for the few tiles of this photograph
  std::vector<std::vector<std::uint32_t>> pictures;
  for (int step = 1; step <= passes; ++step) {
    INFO("pass " << step);
    std::vector<std::string> stepping = arguments;
    stepping.insert(stepping.end(), {"--step", std::to_string(step)});
    pictures.push_back(canvas_of(take_screenshot(display, stepping)));
    CHECK(count_colors(pictures.back()) > 50);
  }
  // All passes but the last write into buffers: the viewer shows the source.
  for (int step = 2; step < passes; ++step) {
    const bool same = pictures[static_cast<std::size_t>(step - 1)] == pictures.front();
    INFO("pass " << step);
    CHECK(same);
  }
  const bool labels_differ_from_source = pictures.back() != pictures.front();
  CHECK(labels_differ_from_source);
}

TEST_CASE("the viewer names --threshold otsu for a photograph", "[tools][view]") {
  const Display display;
  if (!can_run(display)) return;
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--frames", "1"});
    const ProgramResult result = run_program("glccl-view", arguments, scratch_directory(), display.environment());
    CHECK(result.status == 0);
    return result.err;
  };
  CHECK(is_hint(run({coins()})));
  CHECK(run({coins(), "--threshold", "otsu"}).empty());
  CHECK(run({coins(), "--equal"}).empty());
  CHECK(run({}).empty());
}

TEST_CASE("the viewer's sidebar shows both limits of a threshold", "[tools][view]") {
  const Display display;
  if (!can_run(display)) return;
  const auto choices = [&](const std::string& threshold) {
    const host::Image image = take_screenshot(display, {coins(), "--threshold", threshold});
    std::vector<std::uint32_t> colors;  // above the number of components and the times
    for (int y = 0; y < 440; ++y) {
      for (int x = 0; x < image.extent.width - canvas_extent(image).width; ++x) colors.push_back(color_at(image, x, y));
    }
    return colors;
  };
  const std::vector<std::uint32_t> unlimited = choices("100");
  const bool same = choices("100") == unlimited;
  const bool other_low = choices("90") != unlimited;
  const bool limited = choices("100:254") != unlimited;
  CHECK(same);
  CHECK(other_low);
  CHECK(limited);
}

TEST_CASE("the viewer leaves no half screenshot when it is ended", "[tools][view]") {
  const Display display;
  if (!can_run(display)) return;
  const fs::path folder = scratch_directory();
  const ProgramResult result = [&] {
    std::vector<std::string> environment = display.environment();
    environment.emplace_back("MESA_SHADER_CACHE_DISABLE=true");  // whose files would meet the limit first
    const SmallDisc disc(300, SIG_DFL);
    return run_program("glccl-view", {"--frames", "2", "--screenshot", "frame.png"}, folder, environment);
  }();
  INFO(result.err);
  CHECK(result.status == -SIGXFSZ);
  CHECK(fs::is_empty(folder));
}

TEST_CASE("the viewer opens folders", "[tools][view]") {
  const Display display;
  if (!can_run(display)) return;
  const fs::path folder = scratch_directory();
  fs::copy_file(coins(), folder / "b.png");
  fs::copy_file(coins(), folder / "c.png");
  std::ofstream(folder / "a.png") << "not an image";
  std::ofstream(folder / "notes.txt") << "nor this";
  const host::Image from_folder = take_screenshot(display, {folder.string(), "--threshold", "otsu"});
  const host::Image from_file = take_screenshot(display, {coins(), "--threshold", "otsu"});
  const bool same = canvas_of(from_folder) == canvas_of(from_file);
  CHECK(same);
}

TEST_CASE("the viewer lays out small windows and large ones", "[tools][view]") {
  const Display display;
  if (!can_run(display)) return;
  for (const Extent extent : {Extent{640, 480}, Extent{1280, 1024}, Extent{700, 1000}}) {
    INFO(extent.width << "x" << extent.height);
    take_screenshot(display, {coins(), "--threshold", "otsu", "--step", "3"}, extent);
  }
}

TEST_CASE("the viewer answers bad usage with one line", "[tools][view]") {
  const Display display;
  if (!can_run(display)) return;
  const fs::path folder = scratch_directory();
  std::ofstream(folder / "shopping.png") << "bread, milk, two coins\n";
  fs::create_directory(folder / "empty");
  std::vector<BadInput> cases = {
      {"an unknown engine", {"--engine", "fast"}, usage, {"raster-paper"}},
      {"another connectivity", {"--connectivity", "5"}, usage, {"--connectivity"}},
      {"a threshold that is no number", {"--threshold", "high"}, usage, {"--threshold \"high\""}},
      {"two criteria", {"--equal", "--max-difference", "3"}, usage, {"contradict"}},
      {"equal values, inverted", {"--equal", "--invert"}, usage, {"contradict"}},
      {"a negative difference", {"--max-difference", "-1"}, usage, {"--max-difference"}},
      {"a criterion that the engine lacks",
       {"--max-difference", "3", "--engine", "raster-paper", "--frames", "1"},
       usage,
       {"difference"}},
      {"step 0", {"--step", "0"}, usage, {"counted from 1"}},
      {"a step behind the last", {"--step", "100000", "--frames", "1"}, usage, {"this plan has"}},
      {"a size of letters", {"--size", "wide"}, usage, {"--size"}},
      {"a size that is too small", {"--size", "10x10"}, usage, {"640x480"}},
      {"half a point", {"--point", "3"}, usage, {"X,Y"}},
      {"no frame", {"--frames", "0"}, usage, {"--frames"}},
      {"a screenshot without frames", {"--screenshot", "out.png"}, usage, {"--frames"}},
      {"an unknown ending", {"--frames", "1", "--screenshot", "out.doc"}, usage, {".png"}},
      {"a screenshot onto the image", {"a.png", "--frames", "1", "--screenshot", "./a.png"}, usage, {"input"}},
      {"two images", {"one.png", "two.png"}, usage, {"two.png"}},
      {"a channel of no image", {"--channel", "1", "--frames", "1"}, usage, {"--channel requires PATH"}},
      {"a screenshot in no folder", {"--frames", "1", "--screenshot", "nowhere/out.png"}, file, {"nowhere/out.png"}},
      {"a missing image", {"nowhere.png"}, file, {"nowhere.png"}},
      {"a broken image", {"shopping.png"}, file, {"shopping.png"}},
      {"an empty folder", {"empty"}, file, {"no image in the folder empty"}},
  };
  for (BadInput& bad : cases) bad.environment = display.environment();
  check_refusals({"glccl-view"}, cases, folder);
}

TEST_CASE("the viewer says that it needs a display", "[tools][view]") {
  if (!is_built()) return;
  const fs::path folder = scratch_directory();
  const fs::path runtime_directory = scratch_directory();  // as for Display
  const ProgramResult result =
      run_program("glccl-view", {"--frames", "1", "--screenshot", "out.png"}, folder,
                  {"DISPLAY=", "WAYLAND_DISPLAY=", "XDG_RUNTIME_DIR=" + runtime_directory.string()});
  CHECK(result.status == 4);
  CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
  for (const char* word : {"needs a display", "xvfb-run", "--overlay"}) CHECK_THAT(result.err, contains(word));
  CHECK(fs::is_empty(folder));
}

TEST_CASE("the viewer explains itself", "[tools][view]") {
  if (!is_built()) return;
  const ProgramResult help = run_program("glccl-view", {"--help"}, scratch_directory());
  CHECK(help.status == 0);
  for (const char* word : {"--screenshot", "--step", "--project", "IMAGE|VOLUME|FOLDER", "Exit status"})
    CHECK_THAT(help.out, contains(word));
  CHECK_THAT(run_program("glccl-view", {"--version"}, scratch_directory()).out, contains("glccl-view 0."));
}

}  // namespace glccl::tests
