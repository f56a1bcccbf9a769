// glccl info: what the build has, the devices of the machine, what the chosen one can do, and the engines.
#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "glccl/engines/registry.hpp"
#include "glccl/host/context.hpp"
#include "glccl/host/image_files.hpp"
#include "glccl/host/slab_sources.hpp"
#include "tools/glccl/command.hpp"
#include "tools/glccl/laboratory.hpp"
#include "tools/glccl/mpi.hpp"
#include "tools/glccl/options/arguments.hpp"
#include "tools/glccl/options/command_line.hpp"
#include "tools/glccl/registry.hpp"

namespace glccl::tools {
namespace {

struct InfoArguments {
  int device = -1;
  std::optional<std::string> plan;
  std::string plan_text;  ///< Set by check().
  std::string engine = "raster";
  Connectivity connectivity = Connectivity::full;
};

/// `present` where it is not empty, else the reason why not.
std::string or_reason(const std::string& present, const std::string& reason) {
  return present.empty() ? reason : present;
}

void print_build(std::ostream& out) {
  const std::string cuda = engines::describe_cuda_code();
  out << "glccl " GLCCL_VERSION "\n"
      << "  CUDA         "
      << (cuda.empty() ? engines::why_no_cuda() : engines::describe_cuda_versions() + "; code for " + cuda) << "\n"
      << "  OpenGL       4.5 or newer; contexts by EGL\n"
      << "  MPI          " << or_reason(describe_mpi(), why_no_mpi()) << "\n"
      << "  HDF5         " << or_reason(host::describe_hdf5(), host::why_no_hdf5()) << "\n"
      << "  image files  " << host::readable_formats << "\n"
      << "  laboratory   " << (lab_rows().empty() ? "none: configure with GLCCL_LAB=ON" : "its published methods")
      << "\n";
}

void print_devices(std::ostream& out) {
  out << "\nOpenGL devices\n";
  const std::vector<host::EglDevice> devices = host::list_devices();
  if (devices.empty()) out << "  none: EGL finds no device on this machine\n";
  for (const host::EglDevice& device : devices) {
    out << "  " << device.index << "  ";
    if (!device.problem.empty()) {
      out << (device.vendor.empty() ? "" : device.vendor + ": ") << "not usable: " << device.problem << "\n";
      continue;
    }
    out << device.vendor << ": " << device.renderer << ", OpenGL " << device.gl_version;
    if (device.cuda_device >= 0) out << ", CUDA device " << device.cuda_device;
    out << (device.software ? ", software" : "") << "\n";
  }
}

void print_cuda_devices(std::ostream& out) {
  out << "\nCUDA devices\n";
  for (const std::string& device : engines::describe_cuda_devices()) out << "  " << device << "\n";
  if (const std::string reason = engines::why_no_cuda(); !reason.empty()) out << "  " << reason << "\n";
}

void print_context(std::ostream& out, const host::ContextInfo& info, int device) {
  const int side = engines::largest_side(info.max_texture_size);
  out << "\nContext on " << (device < 0 ? "the device chosen by default" : "device " + std::to_string(device)) << "\n"
      << "  renderer             " << info.renderer << (info.software ? " (software)" : "") << "\n"
      << "  version              " << info.version << "\n"
      << "  GL_MAX_TEXTURE_SIZE  " << info.max_texture_size << "\n"
      << "  image sizes          1x1 to " << to_string(Extent{side, side}) << " (raster, raster-paper, compute)\n"
      << "  subgroups            "
      << (info.why_no_subgroups.empty() ? "used by compute" : "not used by compute: " + info.why_no_subgroups) << "\n";
}

std::string list(const engines::EngineInfo& engine) {
  std::string text = "connectivity ";
  for (const Connectivity connectivity : engine.capabilities.connectivities) {
    text += (connectivity == engine.capabilities.connectivities.front() ? "" : ", ") +
            std::to_string(static_cast<int>(connectivity));
  }
  text += "; criteria ";
  for (const CriterionKind criterion : engine.capabilities.criteria) {
    text += (criterion == engine.capabilities.criteria.front() ? "" : ", ") + std::string(name_of(criterion));
  }
  switch (engine.backend) {
    case engines::Backend::opengl:
      return text + "; needs OpenGL 4.5";
    case engines::Backend::vulkan:
      return text + "; needs Vulkan 1.1";
    case engines::Backend::cuda:
      return text + "; needs CUDA";
    default:
      return text;
  }
}

/// Prints the engines. `no_context` says why there is no OpenGL context; empty where there is one.
void print_engines(std::ostream& out, const std::string& no_context) {
  out << "\nEngines\n";
  for (const engines::EngineInfo& engine : registry().engines()) {
    std::string name(engine.name);
    name.resize(19, ' ');
    const std::string margin(21, ' ');
    out << "  " << name << engine.summary << "\n" << margin << list(engine) << "\n";
    if (!engine.source.empty()) out << margin << "from " << engine.source << "\n";
    const bool lacks_context = engine.backend == engines::Backend::opengl && !no_context.empty();
    if (const std::string reason = lacks_context ? no_context : engine.unavailable(); !reason.empty()) {
      out << margin << "cannot run here: " << reason << "\n";
    }
  }
}

Result<void> check(InfoArguments& arguments) {
  if (!arguments.plan) return {};
  const Result<const engines::EngineInfo*> engine = registry().find(arguments.engine);
  if (!engine) return engine.error();
  if (!(*engine)->plan) {
    return Error{ErrorCode::unsupported,
                 "engine " + arguments.engine + " has no plan of render passes; use --engine raster or raster-paper"};
  }
  const Result<Extent> size = parse_size(*arguments.plan);
  if (!size) return size.error();
  const Result<std::string> text = (*engine)->plan(*size, {.connectivity = arguments.connectivity});
  if (!text) return Error{ErrorCode::invalid_argument, "--plan " + *arguments.plan + ": " + text.error().message};
  arguments.plan_text = *text;
  return {};
}

Result<void> run_info(const InfoArguments& arguments, std::ostream& out) {
  if (arguments.plan) {
    out << arguments.plan_text;
    return {};
  }
  const Result<host::HeadlessContext> context = host::HeadlessContext::create({.device = arguments.device});
  if (!context && arguments.device >= 0) return context.error();  // The caller asked for this device.
  print_build(out);
  print_devices(out);
  print_cuda_devices(out);
  if (context) {
    print_context(out, host::describe_current_context(), arguments.device);
  } else {
    // A machine without OpenGL gets a report too.
    out << "\nNo context: " << context.error().message << "\n";
  }
  print_engines(out, context ? "" : context.error().message);
  return {};
}

}  // namespace

Command make_info_command(CLI::App& program) {
  CLI::App* app = program.add_subcommand(
      "info", "Print what this build has, the OpenGL and CUDA devices, their limits, and the engines");
  auto arguments = std::make_shared<InfoArguments>();
  add_device_option(*app, arguments->device);
  CLI::Option* plan =
      app->add_option("--plan", arguments->plan, "print the render passes for this size instead")->type_name("WxH");
  app->add_option("--engine", arguments->engine, "engine of the plan")->capture_default_str()->needs(plan);
  add_connectivity_option(*app, arguments->connectivity)->needs(plan);
  return {app, [arguments] { return check(*arguments); },
          [arguments](std::ostream& out) { return run_info(*arguments, out); }};
}

}  // namespace glccl::tools
