// glccl label: an image file goes in, labels, a table of components and a picture come out.
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <variant>

#include "glccl/host/image.hpp"
#include "glccl/host/labeling.hpp"
#include "glccl/engines/registry.hpp"
#include "host/engines/run_engine.hpp"
#include "tools/glccl/arguments.hpp"
#include "tools/glccl/command.hpp"
#include "tools/glccl/outputs.hpp"
#include "tools/glccl/selection.hpp"
#include "tools/glccl/summary.hpp"

namespace glccl::tools {
namespace {

struct Arguments {
  std::string image;
  std::string engine = "auto";
  Connectivity connectivity = Connectivity::eight;
  std::optional<std::string> threshold;
  Selection selection;
  std::string numbering = "raster";
  OutputPaths outputs;
  int device = -1;
  bool timings = false;
};

void add_options(CLI::App& app, Arguments& arguments) {
  app.add_option("IMAGE", arguments.image, "PNG, JPEG, BMP, GIF, PNM, TIFF or NumPy .npy file")->required();
  app.add_option("--engine", arguments.engine, "one of those that glccl info lists")->capture_default_str();
  add_connectivity_option(app, arguments.connectivity);
  app.add_option("--threshold", arguments.threshold,
                 "foreground is what is above T, in stored values of the (luminance of the) image, or otsu; without it "
                 "every non-zero pixel")
      ->type_name("T|otsu");
  app.add_flag("--invert", arguments.selection.inverted, "foreground is what is not above the threshold");
  app.add_flag("--equal", arguments.selection.equal,
               "link neighbors of equal value; zero (in colors: in all of red, green, blue and alpha) is background");
  app.add_option("--max-difference", arguments.selection.max_difference,
                 "link neighbors whose channels differ by at most D in sum; no background")
      ->type_name("D");
  app.add_option("--numbering", arguments.numbering, "raster: 1..N in scan order; root: any unique value")
      ->check(CLI::IsMember({"raster", "root"}))
      ->capture_default_str();
  app.add_option("--labels", arguments.outputs.labels, "write labels: .npy, .tif (32-bit) or .png (16-bit)");
  app.add_option("--components", arguments.outputs.components, "write the component table: .csv or .json");
  app.add_option("--overlay", arguments.outputs.overlay, "write the image with its components in color: .png");
  add_device_option(app, arguments.device);
  app.add_flag("--timings", arguments.timings, "print the time of every stage");
}

/// The options that ask for what cannot be had together.
Status check(const Arguments& arguments) {
  if (const Status status = check_selection(arguments.selection); !status) return status;
  if (arguments.numbering == "root" && (arguments.outputs.components || arguments.outputs.overlay)) {
    return Error{ErrorCode::invalid_argument, std::string(arguments.outputs.components ? "--components" : "--overlay") +
                                                  " and --numbering root contradict each other: the table's rows are "
                                                  "labels 1..N; use --numbering raster"};
  }
  return check_outputs(arguments.outputs, arguments.image);
}

Status run_label(Arguments arguments, std::ostream& out) {
  const Result<const EngineInfo*> engine = find_engine(arguments.engine);
  if (!engine) return engine.error();
  if (arguments.threshold) {
    const Result<Threshold> threshold = parse_threshold(*arguments.threshold);
    if (!threshold) return threshold.error();
    arguments.selection.threshold = *threshold;
  }
  if (const Status status = check(arguments); !status) return status;

  const Result<host::Image> image = host::read_image(arguments.image);
  if (!image) return image.error();
  const Subject subject = select(*image, arguments.selection);
  const Options options{.connectivity = arguments.connectivity,
                        .criterion = subject.criterion,
                        .numbering = arguments.numbering == "root" ? Numbering::root : Numbering::raster,
                        .timings = arguments.timings ? TimingDetail::stages : TimingDetail::none};
  const Result<Run> run = run_engine(**engine, subject.image, options, arguments.device);
  if (!run) return run.error();
  Result<std::vector<Component>> components = measure(run->labels, options.numbering);
  if (!components) return components.error();
  if (std::holds_alternative<Equal>(options.criterion)) host::read_values(subject.image, *components);
  if (const Status status = write_outputs(arguments.outputs, *image, run->labels, *components); !status) return status;
  print_summary(out, arguments.image, subject.description, *run, *components, arguments.outputs);
  return {};
}

}  // namespace

Command make_label_command(CLI::App& program) {
  CLI::App* app = program.add_subcommand("label", "Label the connected components of an image file");
  auto arguments = std::make_shared<Arguments>();
  add_options(*app, *arguments);
  return {app, [arguments](std::ostream& out) { return run_label(*arguments, out); }};
}

}  // namespace glccl::tools
