#include "tools/view/command_line.hpp"

#include <charconv>

#include "glccl/host/image.hpp"
#include "tools/glccl/arguments.hpp"

namespace glccl::view {
namespace {

void add_criterion_options(CLI::App& app, Arguments& arguments) {
  app.add_option_function<std::string>(
         "--connectivity",
         [&arguments](const std::string& text) {
           arguments.settings.connectivity = text == "4" ? Connectivity::four : Connectivity::eight;
         },
         "neighbors of a pixel: those at its edges, or at its corners too")
      ->check(CLI::IsMember({"4", "8"}))
      ->type_name("N")
      ->default_str("8");
  app.add_option("--threshold", arguments.threshold,
                 "foreground is what is above T, in stored values of the (luminance of the) image, or otsu; without it "
                 "every non-zero pixel")
      ->type_name("T|otsu");
  app.add_option_function<std::string>(
         "--compaction",
         [&arguments](const std::string& text) {
           if (text == "stencil-routing") arguments.settings.compaction = Compaction::stencil_routing;
         },
         "how roots are numbered: histogram-pyramid or stencil-routing")
      ->check(CLI::IsMember({"histogram-pyramid", "stencil-routing"}))
      ->default_str("histogram-pyramid");
  tools::Selection& selection = arguments.settings.selection;
  app.add_flag("--invert", selection.inverted, "foreground is what is not above the threshold");
  app.add_flag("--equal", selection.equal, "link neighbors of equal value; zero is background");
  app.add_option("--max-difference", selection.max_difference,
                 "link neighbors whose channels differ by at most D in sum; no background")
      ->type_name("D");
}

void add_view_options(CLI::App& app, Arguments& arguments) {
  app.add_option("--show", arguments.show, "what is shown first: source, labels or pass")
      ->check(CLI::IsMember({"source", "labels", "pass"}));
  app.add_option("--step", arguments.pass, "show what pass N of the plan has written")->type_name("N");
  app.add_flag("--follow", arguments.settings.follow, "show where the chain of an id ends rather than the id");
  app.add_option("--zoom", arguments.zoom, "window pixels for an image pixel; default: the image fits the window")
      ->check(CLI::Range(0.01, 256.0))
      ->type_name("Z");
  app.add_option("--point", arguments.point_text, "rest the mouse on that pixel and bring it to the middle")
      ->type_name("X,Y");
  app.add_option("--size", arguments.size_text, "size of the window")->capture_default_str()->type_name("WxH");
  CLI::Option* frames =
      app.add_option("--frames", arguments.frames, "unattended: draw N frames, a sixtieth of a second apart, and end")
          ->check(CLI::Range(1, 1000000))
          ->type_name("N");
  app.add_option("--screenshot", arguments.screenshot, "write the last of them: .png, .tif or .npy")->needs(frames);
}

/// "12,34"
Result<Pixel> parse_point(const std::string& text) {
  Pixel point;
  const char* const end = text.data() + text.size();
  const auto [comma, x_error] = std::from_chars(text.data(), end, point.x);
  if (x_error == std::errc{} && comma != end && *comma == ',') {
    const auto [rest, y_error] = std::from_chars(comma + 1, end, point.y);
    if (y_error == std::errc{} && rest == end && point.x >= 0 && point.y >= 0) return point;
  }
  return Error{ErrorCode::invalid_argument, "--point \"" + text + "\" is not a pixel: write X,Y, as 12,34"};
}

/// Windows beyond these sizes are a slip: nothing shows them, and GLFW's drivers differ in what they do.
Result<Size> parse_window_size(const std::string& text) {
  const Result<Size> size = tools::parse_size(text);
  if (!size) return Error{size.error().code, "--size: " + size.error().message};
  if (size->width < 640 || size->height < 480 || size->width > 16384 || size->height > 16384) {
    return Error{ErrorCode::invalid_argument, "--size " + text + ": a window has 640x480 to 16384x16384 pixels"};
  }
  return *size;
}

void apply_show(Arguments& arguments) {
  Settings& settings = arguments.settings;
  if (arguments.pass) settings.pass = *arguments.pass;
  if (arguments.pass || arguments.show == "pass") {
    settings.show = Show::pass;
    settings.playing = false;  // a moment that stands still can be followed through the passes
  }
  if (arguments.show == "source") settings.show = Show::source;
  if (arguments.show == "labels") settings.show = Show::labels;
}

}  // namespace

void add_options(CLI::App& app, Arguments& arguments) {
  app.add_option("PATH", arguments.path, "an image or a folder of images; without it a live scene")
      ->type_name("IMAGE|FOLDER");
  app.add_option("--engine", arguments.engine, "raster, raster-paper or compute")
      ->check(CLI::IsMember(engine_names))
      ->capture_default_str();
  add_criterion_options(app, arguments);
  add_view_options(app, arguments);
}

Status check(Arguments& arguments) {
  Settings& settings = arguments.settings;
  const auto* const name = std::find(engine_names.begin(), engine_names.end(), arguments.engine);
  settings.engine = static_cast<Engine>(name - engine_names.begin());
  if (arguments.threshold) {
    const Result<tools::Threshold> threshold = tools::parse_threshold(*arguments.threshold);
    if (!threshold) return threshold.error();
    settings.selection.threshold = *threshold;
  }
  if (const Status status = tools::check_selection(settings.selection); !status) return status;
  const Result<Size> size = parse_window_size(arguments.size_text);
  if (!size) return size.error();
  arguments.window_size = *size;
  if (arguments.point_text) {
    const Result<Pixel> point = parse_point(*arguments.point_text);
    if (!point) return point.error();
    arguments.point = *point;
  }
  if (arguments.pass && *arguments.pass < 1) {
    return Error{ErrorCode::invalid_argument,
                 "--step " + std::to_string(*arguments.pass) + ": passes are counted from 1"};
  }
  if (!arguments.screenshot.empty()) {
    if (const Status status = host::check_image_path(arguments.screenshot); !status) return status;
  }
  apply_show(arguments);
  return {};
}

}  // namespace glccl::view
