// glccl demo: labels a photograph and a scene that OpenGL draws, both with the OpenGL engine.
#include <filesystem>
#include <memory>
#include <ostream>
#include <string>
#include <system_error>

#include "glccl/host/context.hpp"
#include "glccl/host/image.hpp"
#include "glccl/host/texture.hpp"
#include "host/engines/run_engine.hpp"
#include "tools/glccl/command.hpp"
#include "tools/glccl/outputs.hpp"
#include "tools/glccl/selection.hpp"
#include "tools/glccl/summary.hpp"

namespace glccl::tools {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  std::string output = "demo";
  std::string image = "tests/data/coins.png";
  std::string engine = "raster";
  int device = -1;
};

constexpr Extent scene_size{800, 600};
constexpr int scene_shapes = 400;
constexpr std::uint32_t scene_seed = 1;

/// The three files of one input in a folder of their own.
OutputPaths outputs_in(const fs::path& folder) {
  return {(folder / "labels.tif").string(), (folder / "components.csv").string(), (folder / "overlay.png").string()};
}

Status make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) return {};
  return Error{ErrorCode::file,
               "cannot make the folder " + folder.string() + ": " + error.message() + "; name another with --output"};
}

/// One input of the demo, ready to be labeled.
struct Input {
  std::string name;
  std::string description;
  const host::Texture& texture;
  Criterion criterion;
  const host::Image& picture;  ///< what the overlay is drawn on
  OutputPaths outputs;
};

Status label_and_write(Engine engine, const Input& input, std::ostream& out) {
  const Result<Run> run =
      run_on_texture(engine, input.texture, {.criterion = input.criterion, .timings = TimingDetail::stages});
  if (!run) return run.error();
  const Result<std::vector<Component>> components = measure(run->labels, Numbering::raster);
  if (!components) return components.error();
  if (const Status status = write_outputs(input.outputs, input.picture, run->labels, *components); !status) {
    return status;
  }
  print_summary(out, input.name, input.description, *run, *components, input.outputs);
  return {};
}

Status label_photograph(Engine engine, const Arguments& arguments, const host::Image& image, std::ostream& out) {
  const OutputPaths outputs = outputs_in(fs::path(arguments.output) / "coins");
  if (const Status status = check_outputs(outputs, arguments.image); !status) return status;
  const Subject subject = select(image, {.threshold = Threshold{.otsu = true}});
  const Result<host::Texture> texture = host::upload(subject.image);
  if (!texture) return texture.error();
  return label_and_write(engine, {arguments.image, subject.description, *texture, subject.criterion, image, outputs},
                         out);
}

Status label_scene(Engine engine, const Arguments& arguments, std::ostream& out) {
  const OutputPaths outputs = outputs_in(fs::path(arguments.output) / "scene");
  if (const Status status = check_outputs(outputs, arguments.image); !status) return status;
  const Result<host::Texture> texture = host::draw_scene(scene_size, scene_shapes, scene_seed);
  if (!texture) return texture.error();
  // Straight from the render target: only the picture for the overlay goes through the CPU.
  const host::Image picture = host::download_rgba8(*texture);
  return label_and_write(engine,
                         {"a scene of " + std::to_string(scene_shapes) + " shapes drawn by OpenGL",
                          "foreground: alpha > 0", *texture, Foreground{.channel = Channel::alpha}, picture, outputs},
                         out);
}

Status run_demo(const Arguments& arguments, std::ostream& out) {
  const Result<const EngineInfo*> engine = find_engine(arguments.engine);
  if (!engine) return engine.error();
  if (!(*engine)->gl) {
    return Error{ErrorCode::unsupported, "engine " + arguments.engine +
                                             " does not label textures, which the demo shows; use --engine raster or "
                                             "raster-paper"};
  }
  const Result<host::Image> photograph = host::read_image(arguments.image);
  if (!photograph) return photograph.error();
  const Result<host::HeadlessContext> context = host::HeadlessContext::create({.device = arguments.device});
  if (!context) return context.error();
  for (const char* folder : {"coins", "scene"}) {
    if (const Status status = make_folder(fs::path(arguments.output) / folder); !status) return status;
  }
  if (const Status status = label_photograph(*(*engine)->gl, arguments, *photograph, out); !status) return status;
  out << "\n";
  return label_scene(*(*engine)->gl, arguments, out);
}

}  // namespace

Command make_demo_command(CLI::App& program) {
  CLI::App* app = program.add_subcommand("demo", "Label the sample photograph and a scene drawn by OpenGL");
  auto arguments = std::make_shared<Arguments>();
  app->add_option("--output", arguments->output, "folder for the results; made where missing")->capture_default_str();
  app->add_option("--image", arguments->image, "the photograph")->capture_default_str();
  app->add_option("--engine", arguments->engine, "raster or raster-paper")->capture_default_str();
  add_device_option(*app, arguments->device);
  return {app, [arguments](std::ostream& out) { return run_demo(*arguments, out); }};
}

}  // namespace glccl::tools
