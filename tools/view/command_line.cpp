#include "tools/view/command_line.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "tools/glccl/options/arguments.hpp"
#include "tools/glccl/options/command_line.hpp"

namespace glccl::view {
namespace {

std::vector<std::string> engine_names() {
  std::vector<std::string> names;
  for (const Engine engine : engines) names.emplace_back(name_of(engine));
  return names;
}

void add_criterion_options(CLI::App& app, ViewerArguments& arguments) {
  tools::add_connectivity_option(app, arguments.connectivity);
  tools::add_selection_options(app, arguments.words, arguments.settings.selection);
  app.add_option_function<std::string>(
         "--compaction",
         [&arguments](const std::string& text) {
           if (text == "stencil-routing") arguments.settings.compaction = Compaction::stencil_routing;
         },
         "how roots are numbered: histogram-pyramid or stencil-routing")
      ->check(CLI::IsMember({"histogram-pyramid", "stencil-routing"}))
      ->default_str("histogram-pyramid");
}

void add_view_options(CLI::App& app, ViewerArguments& arguments) {
  app.add_option("--show", arguments.show, "picture to begin with: source, labels or pass")
      ->check(CLI::IsMember({"source", "labels", "pass"}));
  app.add_option("--step", arguments.pass, "show the texture that pass N of the plan has written")->type_name("N");
  app.add_flag("--follow", arguments.settings.follow, "show the end of an id's chain instead of the id");
  app.add_option("--slice", arguments.slice_text, "the slice of a volume to begin with, as z:10; default: the middle")
      ->type_name("x|y|z:N");
  app.add_flag("--project", arguments.settings.volume.projected,
               "begin with a volume seen from outside: the first component on each ray, with --show source the largest "
               "value");
  app.add_option("--turn", arguments.turn_text,
                 "with --project: the eye looks along y, goes round z by A degrees, and up by E; default: 30,25")
      ->type_name("A,E");
  app.add_option("--zoom", arguments.zoom, "window pixels per image pixel; default: the image fits the window")
      ->check(CLI::Range(0.01, 256.0))
      ->type_name("Z");
  app.add_option("--point", arguments.point_text, "rest the mouse on this pixel and bring it to the middle")
      ->type_name("X,Y");
  app.add_option("--size", arguments.size_text, "size of the window")->capture_default_str()->type_name("WxH");
  CLI::Option* frames =
      app.add_option("--frames", arguments.frames, "draw N frames unattended, a sixtieth of a second apart, then exit")
          ->check(CLI::Range(1, 1000000))
          ->type_name("N");
  app.add_option("--screenshot", arguments.screenshot, "write the last frame to a file: .png, .tif or .npy")
      ->needs(frames);
}

/// "12,34"
Result<Position> parse_point(const std::string& text) {
  Position point;
  const char* const end = text.data() + text.size();
  const auto [comma, x_error] = std::from_chars(text.data(), end, point.x);
  if (x_error == std::errc{} && comma != end && *comma == ',') {
    const auto [rest, y_error] = std::from_chars(comma + 1, end, point.y);
    if (y_error == std::errc{} && rest == end && point.x >= 0 && point.y >= 0) return point;
  }
  return Error{ErrorCode::invalid_argument, "--point \"" + text + "\" is not a pixel: write X,Y, as 12,34"};
}

/// "30,-20"
Result<Turn> parse_turn(const std::string& text) {
  Turn turn;
  int read = 0;
  const bool numbers = std::sscanf(text.c_str(), "%f,%f%n", &turn.azimuth, &turn.elevation, &read) == 2;
  const bool whole = numbers && static_cast<std::size_t>(read) == text.size();
  if (whole && std::abs(turn.azimuth) <= 360.0F && std::abs(turn.elevation) <= 90.0F) return turn;
  return Error{ErrorCode::invalid_argument, "--turn \"" + text + "\" is no turn: write AZIMUTH,ELEVATION in degrees, " +
                                                "-360 to 360 and -90 to 90, as 30,25"};
}

/// Refuses sizes that no display has, because GLFW's drivers differ in what they make of them.
Result<Extent> parse_window_extent(const std::string& text) {
  const Result<Extent> extent = tools::parse_size(text);
  if (!extent) return Error{extent.error().code, "--size: " + extent.error().message};
  if (extent->width < 640 || extent->height < 480 || extent->width > 16384 || extent->height > 16384) {
    return Error{ErrorCode::invalid_argument, "--size " + text + ": a window has 640x480 to 16384x16384 pixels"};
  }
  return *extent;
}

void apply_show(ViewerArguments& arguments) {
  Settings& settings = arguments.settings;
  if (arguments.pass) settings.pass = *arguments.pass;
  if (arguments.pass || arguments.show == "pass") {
    settings.show = Show::pass;
    settings.playing = false;  // passes are followed on a still image
  }
  if (arguments.show == "source") settings.show = Show::source;
  if (arguments.show == "labels") settings.show = Show::labels;
}

void add_options(CLI::App& app, ViewerArguments& arguments) {
  CLI::Option* const path =
      app.add_option("PATH", arguments.path, "an image, a volume, or a folder of these; without it a live scene")
          ->type_name("IMAGE|VOLUME|FOLDER");
  tools::add_read_options(app, arguments.read, *path);
  app.add_option("--engine", arguments.engine,
                 "raster, raster-paper or compute, which labels volumes; default: raster, of a volume compute")
      ->check(CLI::IsMember(engine_names()));
  add_criterion_options(app, arguments);
  add_view_options(app, arguments);
}

/// Parses the values that CLI11 leaves as text and sets the fields made of them. Error `invalid_argument`: a value that
/// cannot work, or two values that contradict each other.
Result<void> check(ViewerArguments& arguments) {
  Settings& settings = arguments.settings;
  for (const Engine engine : engines) {
    if (arguments.engine == name_of(engine)) settings.engine = engine;
  }
  const Result<void> selected = tools::read_selection(arguments.words, settings.selection);
  if (!selected) return selected;
  const Result<Extent> extent = parse_window_extent(arguments.size_text);
  if (!extent) return extent.error();
  arguments.window_extent = *extent;
  if (arguments.slice_text) {
    const Result<host::Slice> slice = tools::parse_slice(*arguments.slice_text);
    if (!slice) return slice.error();
    arguments.slice = *slice;
  }
  if (arguments.turn_text) {
    const Result<Turn> turn = parse_turn(*arguments.turn_text);
    if (!turn) return turn.error();
    settings.volume.turn = *turn;
  }
  if (arguments.point_text) {
    const Result<Position> point = parse_point(*arguments.point_text);
    if (!point) return point.error();
    arguments.point = *point;
  }
  if (arguments.pass && *arguments.pass < 1) {
    return Error{ErrorCode::invalid_argument,
                 "--step " + std::to_string(*arguments.pass) + ": passes are counted from 1"};
  }
  if (!arguments.screenshot.empty()) {
    if (const Result<void> status = host::check_image_path(arguments.screenshot); !status) return status;
    const Result<void> status = tools::check_files({{"--screenshot", arguments.screenshot}}, {{"", arguments.path}});
    if (!status) return status;
  }
  apply_show(arguments);
  return {};
}

}  // namespace

tools::ExitStatus run_program(int argc, const char* const* argv,
                              const std::function<Result<void>(const ViewerArguments&)>& run) {
  CLI::App program{"Shows connected components in a window, live, and the passes that find them one by one.",
                   "glccl-view"};
  program.set_version_flag("--version", "glccl-view " GLCCL_VERSION);
  program.footer("Exit status: 0 done, 2 usage, 3 file, 4 no device, 5 GPU error.");
  ViewerArguments arguments;
  add_options(program, arguments);
  return tools::run_command_line(
      program, argc, argv,
      [](const CLI::ParseError& error) { return std::string(error.what()) + "; glccl-view --help lists the options"; },
      [&] {
        const Result<void> status = check(arguments);
        return status ? run(arguments) : status;
      });
}

}  // namespace glccl::view
