// glccl generate: images and volumes made by rule, the same bytes for the same seed on every machine.
#include "glccl/host/generate.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <ostream>
#include <string>

#include "glccl/host/context.hpp"
#include "glccl/host/image_files.hpp"
#include "glccl/host/objects.hpp"
#include "tools/glccl/command.hpp"
#include "tools/glccl/options/arguments.hpp"

namespace glccl::tools {
namespace {

struct GenerateArguments {
  std::string kind;
  std::string size_text;
  Extent size;  ///< Set by check().
  std::string output;
  host::GenerateOptions options;
  int device = -1;
};

std::string list_kinds(const std::vector<host::GenerateKind>& kinds) {
  std::string text;
  for (const host::GenerateKind& kind : kinds) {
    std::string name = kind.name;
    name.resize(14, ' ');
    text += "  " + name + kind.summary + "\n";
  }
  return text;
}

std::string list_all_kinds() {
  return "Kinds of images (--size WxH):\n" + list_kinds(host::generate_kinds()) + list_kinds(host::drawn_kinds()) +
         "Kinds of volumes (--size WxHxD):\n" + list_kinds(host::volume_kinds());
}

Result<void> check(GenerateArguments& arguments) {
  const bool drawn = host::has_kind(host::drawn_kinds(), arguments.kind);
  const Result<Extent> size = drawn ? parse_size(arguments.size_text) : parse_extent(arguments.size_text);
  if (!size) return size.error();
  arguments.size = *size;
  if (drawn) return host::check_image_path(arguments.output);
  const Result<void> path = host::check_image_path(arguments.output, PixelFormat::u8, arguments.size);
  if (!path) return path;
  Result<void> status = host::check_generate(arguments.kind, arguments.size, arguments.options);
  if (status || arguments.size.is_volume() || host::has_kind(host::generate_kinds(), arguments.kind)) return status;
  return Error{status.error().code, status.error().message + ", and what OpenGL draws: ids, depth"};
}

/// Draws in a context of its own.
Result<host::Image> draw(const GenerateArguments& arguments) {
  const Result<host::HeadlessContext> context = host::HeadlessContext::create({.device = arguments.device});
  if (!context) return Error{context.error().code, context.error().message + "; OpenGL draws " + arguments.kind};
  return host::draw_objects(arguments.kind, arguments.size, arguments.options.seed);
}

Result<void> run_generate(const GenerateArguments& arguments, std::ostream& out) {
  const Result<host::Image> image = host::has_kind(host::drawn_kinds(), arguments.kind)
                                        ? draw(arguments)
                                        : host::generate(arguments.kind, arguments.size, arguments.options);
  if (!image) return image.error();
  if (const Result<void> status = host::write_image(arguments.output, *image); !status) return status;
  out << arguments.output << ": " << arguments.kind << ", " << to_string(arguments.size) << "\n";
  return {};
}

}  // namespace

Command make_generate_command(CLI::App& program) {
  CLI::App* app = program.add_subcommand("generate", "Make an image or a volume by rule");
  auto arguments = std::make_shared<GenerateArguments>();
  app->add_option("KIND", arguments->kind, "a kind from the lists below")->required();
  app->add_option("--size", arguments->size_text, "width and height in pixels; of a volume also its slices")
      ->required()
      ->type_name("WxH[xD]");
  app->add_option("--seed", arguments->options.seed, "seed of kinds that draw random numbers")->capture_default_str();
  app->add_option("--density", arguments->options.density,
                  "noise, columns: probability that a block or pixel is foreground, 0 to 1")
      ->capture_default_str();
  app->add_option("--granularity", arguments->options.granularity,
                  "noise, checkerboard: side of a block; comb: width of a tooth and a gap; cells: distance of the "
                  "sites; in pixels")
      ->capture_default_str();
  app->add_option("--circles", arguments->options.circles, "circles: discs in 1024x1024 pixels")->capture_default_str();
  app->add_option("--spacing", arguments->options.spacing, "columns: pixels from one background column to the next")
      ->capture_default_str();
  app->add_option("--bodies", arguments->options.bodies, "balls, tubes: number in 256x256x256 voxels")
      ->capture_default_str();
  app->add_option("--least-radius", arguments->options.least_radius, "balls: smallest radius in voxels")
      ->capture_default_str();
  app->add_option("--largest-radius", arguments->options.largest_radius, "balls: largest radius in voxels")
      ->capture_default_str();
  app->add_option("-o,--output", arguments->output,
                  "where to write: .npy, .tif, .nii or .nii.gz, an image also to .png")
      ->required();
  add_device_option(*app, arguments->device);
  app->footer(list_all_kinds());
  return {app, [arguments] { return check(*arguments); },
          [arguments](std::ostream& out) { return run_generate(*arguments, out); }};
}

}  // namespace glccl::tools
