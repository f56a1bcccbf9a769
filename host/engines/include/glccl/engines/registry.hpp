// The engines by name: what each one can do, where it comes from, and how to make it run.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glccl/engines/runner.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"

namespace glccl::engines {

/// What an engine runs on.
enum class Backend { automatic, cpu, opengl, cuda, mpi };

/// A row of the registry.
struct EngineInfo {
  std::string_view name;     ///< What --engine takes: "compute", "cuda-fast".
  std::string_view summary;  ///< One line.
  std::string_view source;   ///< The publication it follows, with the chapter or algorithm.
  Backend backend = Backend::cpu;
  Capabilities capabilities;
  bool exact = true;        ///< False: the published method splits some components.
  bool has_table = false;   ///< Makes a component table itself.
  bool has_batch = false;   ///< Labels several images by one call.
  bool textures = false;    ///< Can also label OpenGL textures through interop, as NAME+texture.
  std::string unavailable;  ///< Why this build or machine cannot run it, in one line; empty where it can.
  std::function<Result<std::unique_ptr<Runner>>(const Device&)> make;  ///< Empty where it is unavailable.
};

/// The engines that a program knows. Not for several threads at once.
class Registry {
 public:
  /// The engines of this library: `auto`, OpenGL, CPU, CUDA. What was not built is a row with a reason.
  Registry();

  /// Adds a row, for engines that live in other libraries (mpi-rows). Requires a name that no row has.
  void add(EngineInfo engine);

  /// All rows, `auto` first.
  std::span<const EngineInfo> engines() const { return engines_; }

  /// Error `invalid_argument`: no such engine; the message lists the names.
  Result<const EngineInfo*> find(std::string_view name) const;

  /// Whether the engine has the connectivity and the criterion. Error `unsupported`: says what it has and which engines
  /// have what was asked for.
  Status check_support(const EngineInfo& engine, const LabelingSpec& spec) const;

  /// Makes an engine ready to run. Errors: those of find(), `no_device` where it is unavailable, and those of the
  /// engine's face.
  Result<std::unique_ptr<Runner>> make(std::string_view name, const Device& device = {}) const;

 private:
  std::vector<EngineInfo> engines_;
};

}  // namespace glccl::engines
