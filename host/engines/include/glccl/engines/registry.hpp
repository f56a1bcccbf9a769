// The engines by name: capabilities, source and a way to run each.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glccl/engines/runner.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"

namespace glccl::engines {

/// The kind of device that an engine runs on. Rows of the registry are in this order.
enum class Backend {
  automatic,  ///< Another engine of the registry, chosen for each image.
  opengl,     ///< An OpenGL 4.5 context.
  vulkan,     ///< A device of Vulkan 1.1.
  cpu,        ///< The CPU: one core, with cpu-fast all.
  mpi,        ///< The ranks of an MPI job.
  cuda,       ///< A CUDA device.
};

/// Makes an engine ready to run.
using MakeRunner = std::function<Result<std::unique_ptr<Runner>>(const DeviceChoice&)>;

/// A row of the registry.
struct EngineInfo {
  std::string_view name;           ///< Its name for --engine: "compute", "cuda-fast".
  std::string_view summary;        ///< One line.
  std::string_view source;         ///< The publication it follows, with the chapter or algorithm.
  Backend backend = Backend::cpu;  ///< The kind of device that it runs on.
  Capabilities capabilities;       ///< The images and specifications that it can label.
  bool exact = true;               ///< False: the published method splits some components.
  bool has_table = false;     ///< Makes a component table while it labels; other engines measure the labels afterwards.
  bool keeps_memory = false;  ///< Of CPU engines: uses the memory of the last labels again if they were not taken.
  bool has_batch = false;     ///< Labels several images by one call.
  /// Where else its images and labels can be: "texture" for NAME+texture, which labels OpenGL textures by CUDA,
  /// "buffer" for NAME+buffer, which has them in buffers of OpenGL or Vulkan. Empty: nowhere else.
  std::string_view place = {};
  MakeRunner make = {};           ///< Empty where this build does not have it.
  MakeRunner make_in_place = {};  ///< That of NAME+place; empty where `place` is.
  /// The passes for images of this extent as text. Empty for engines that do not plan passes.
  std::function<Result<std::string>(const Extent&, const LabelingSpec&)> plan = {};
  std::function<std::string()> find_reason = {};  ///< For unavailable(); empty: it can run everywhere.

  /// Why this build or this machine cannot run it, in one line; empty where it can. Asks the CUDA driver, which may
  /// take a while. Does not look for OpenGL: only make() tells whether a context can be created.
  std::string unavailable() const { return find_reason ? find_reason() : std::string(); }
};

/// The engines that a program knows. One thread at a time.
class Registry {
 public:
  /// The engines of this library: `auto`, OpenGL, CPU, CUDA. An engine that was not built has a row with the reason.
  Registry();

  /// Adds a row behind those of its Backend, for engines that live in other libraries (mpi-slabs). Requires a name that
  /// no row has. Invalidates the pointers that find() returned.
  void add(EngineInfo engine);

  /// All rows, `auto` first.
  std::span<const EngineInfo> engines() const { return engines_; }

  /// The row of an engine. Error `invalid_argument`: no such engine; the message lists the names, and of one of the
  /// laboratory says how it is built.
  Result<const EngineInfo*> find(std::string_view name) const;

  /// Whether the engine has the connectivity, the criterion, the filter, the measurements and the mask, and labels
  /// volumes if the extent is one. Error `unsupported`: the message says what the engine has, and which engines have
  /// what was asked for.
  Result<void> check_support(const EngineInfo& engine, const LabelingSpec& spec, const Extent& extent = {1, 1},
                             bool masked = false) const;

  /// Makes an engine, or NAME+place, ready to run. NAME+texture labels in a context on the same GPU. Errors: those of
  /// find(), `unsupported` (a place that the engine does not have), `no_device` (the engine is unavailable), and those
  /// of the engine's own create().
  Result<std::unique_ptr<Runner>> make(std::string_view name, const DeviceChoice& device = {}) const;

 private:
  std::vector<EngineInfo> engines_;
};

/// The longest side of an image that the OpenGL engines label where GL_MAX_TEXTURE_SIZE is this.
int largest_side(int max_texture_size);

/// Why no CUDA engine can run here, in one line: built without CUDA, no driver, no device. Empty where one can.
std::string why_no_cuda();

/// The versions of CUDA, "runtime 13.0, driver 13.0"; empty in a build without it.
std::string describe_cuda_versions();

/// The devices that this build has CUDA code for, as cuda::describe_code() says; empty in a build without CUDA.
std::string describe_cuda_code();

/// Bytes of memory in use by all processes on the current CUDA device; nothing where CUDA cannot say.
std::optional<std::int64_t> used_cuda_memory();

/// One line per CUDA device: index, name, compute capability, memory, PCI address, and why it is not usable.
std::vector<std::string> describe_cuda_devices();

}  // namespace glccl::engines
