// glccl demo: labels a photograph and a scene that OpenGL draws, both as textures.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <ostream>
#include <string>
#include <system_error>

#include "glccl/host/context.hpp"
#include "glccl/host/image_files.hpp"
#include "glccl/host/scene.hpp"
#include "glccl/host/texture.hpp"
#include "tools/glccl/command.hpp"
#include "tools/glccl/options/selection.hpp"
#include "tools/glccl/outputs.hpp"
#include "tools/glccl/registry.hpp"
#include "tools/glccl/run_labeling.hpp"
#include "tools/glccl/summary.hpp"

namespace glccl::tools {
namespace {

namespace fs = std::filesystem;

struct DemoArguments {
  std::string output = "demo";
  std::string image = "tests/data/coins.png";
  std::string engine = "auto";
  int device = -1;
};

constexpr Extent scene_size{800, 600};
constexpr int scene_shapes = 400;
constexpr std::uint32_t scene_seed = 1;

/// The three output files of an input, in a folder.
OutputPaths outputs_in(const fs::path& folder) {
  return {(folder / "labels.tif").string(), (folder / "components.csv").string(), (folder / "overlay.png").string()};
}

Result<void> make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) return {};
  return Error{ErrorCode::file,
               "cannot make the folder " + folder.string() + ": " + error.message() + "; name another with --output"};
}

/// An input of the demo, ready to be labeled.
struct DemoInput {
  std::string name;
  std::string description;
  const host::OwnedTexture& texture;
  Criterion criterion;
  const host::Image& picture;  ///< The overlay is drawn on it.
  OutputPaths outputs;
};

Result<void> label_and_write(engines::Runner& runner, const DemoInput& input, std::ostream& out) {
  const LabelingSpec spec{.criterion = input.criterion};
  const Result<LabelingReport> report = run_labeling(runner, input.texture.name(), spec, TimingDetail::stages);
  if (!report) return report.error();
  const Result<std::vector<Component>> components = measure(report->labels, Numbering::raster);
  if (!components) return components.error();
  if (const Result<void> status = write_outputs(input.outputs, input.picture, report->labels, *components); !status) {
    return status;
  }
  print_summary(out, input.name, input.description, *report, *components, input.outputs);
  return {};
}

Result<void> label_photograph(engines::Runner& runner, const DemoArguments& arguments, const host::Image& image,
                              std::ostream& out) {
  const OutputPaths outputs = outputs_in(fs::path(arguments.output) / "coins");
  if (const Result<void> status = check_outputs(outputs, {{"--image", arguments.image}}); !status) return status;
  if (const Result<void> status = try_outputs(outputs); !status) return status;
  const Result<SelectedImage> selected = select(image, {.threshold = Threshold{.otsu = true}});
  if (!selected) return selected.error();
  const Result<host::OwnedTexture> texture = host::upload(selected->image.view());
  if (!texture) return texture.error();
  return label_and_write(runner,
                         {arguments.image, selected->description, *texture, selected->criterion, image, outputs}, out);
}

Result<void> label_scene(engines::Runner& runner, const DemoArguments& arguments, std::ostream& out) {
  const OutputPaths outputs = outputs_in(fs::path(arguments.output) / "scene");
  if (const Result<void> status = check_outputs(outputs, {{"--image", arguments.image}}); !status) return status;
  if (const Result<void> status = try_outputs(outputs); !status) return status;
  const Result<host::OwnedTexture> texture = host::draw_scene(scene_size, scene_shapes, scene_seed);
  if (!texture) return texture.error();
  // The render target itself is labeled; only the picture for the overlay goes through the CPU.
  const host::Image picture = host::download_rgba8(*texture);
  return label_and_write(runner,
                         {"a scene of " + std::to_string(scene_shapes) + " shapes drawn by OpenGL",
                          "foreground: alpha > 0", *texture, Foreground{.channel = Channel::alpha}, picture, outputs},
                         out);
}

Result<void> check(const DemoArguments& arguments) {
  const Result<const engines::EngineInfo*> engine = registry().find(arguments.engine);
  if (!engine) return engine.error();
  if ((*engine)->backend != engines::Backend::opengl && (*engine)->backend != engines::Backend::automatic) {
    return Error{ErrorCode::unsupported, "engine " + arguments.engine +
                                             " does not label OpenGL textures, which the demo shows; use --engine "
                                             "auto, compute, raster or raster-paper"};
  }
  return {};
}

Result<void> run_demo(const DemoArguments& arguments, std::ostream& out) {
  const Result<host::Image> photograph = host::read_picture(arguments.image);
  if (!photograph) return photograph.error();
  const Result<host::HeadlessContext> context = host::HeadlessContext::create({.device = arguments.device});
  if (!context) return context.error();
  for (const char* folder : {"coins", "scene"}) {
    if (const Result<void> status = make_folder(fs::path(arguments.output) / folder); !status) return status;
  }
  const Result<std::unique_ptr<engines::Runner>> runner = registry().make(arguments.engine, {.current_context = true});
  if (!runner) return runner.error();
  if (const Result<void> status = label_photograph(**runner, arguments, *photograph, out); !status) return status;
  out << "\n";
  return label_scene(**runner, arguments, out);
}

}  // namespace

Command make_demo_command(CLI::App& program) {
  CLI::App* app = program.add_subcommand("demo", "Label the sample photograph and a scene drawn by OpenGL");
  auto arguments = std::make_shared<DemoArguments>();
  app->add_option("--output", arguments->output, "folder for the results; made if it is missing")
      ->capture_default_str();
  app->add_option("--image", arguments->image, "photograph to label")->capture_default_str();
  app->add_option("--engine", arguments->engine,
                  "auto (compute where it can, else raster), compute, raster or raster-paper")
      ->capture_default_str();
  add_device_option(*app, arguments->device);
  return {app, [arguments] { return check(*arguments); },
          [arguments](std::ostream& out) { return run_demo(*arguments, out); }};
}

}  // namespace glccl::tools
