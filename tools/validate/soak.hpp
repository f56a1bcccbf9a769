// Many labelings in one process: each is checked, and memory and OpenGL objects are counted before and after.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "glccl/host/resources.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "tools/validate/engines.hpp"

namespace glccl::tools {

/// How long a soak runs, and its random numbers. Step S of a seed is the same in every run, on every machine.
struct SoakPlan {
  double minutes = 1.0;
  std::uint32_t seed = 1;
  std::uint64_t first_step = 0;
  std::uint64_t steps = 0;            ///< Ends after so many steps; 0: when the minutes are over.
  Extent max_size = {1025, 769};      ///< Of the images.
  std::string device_arguments = {};  ///< " --device 1", for the commands.
};

/// Memory and OpenGL objects in use.
struct HeldResources {
  std::uint64_t steps = 0;  ///< Steps of the run before.
  std::int64_t host_bytes = 0;
  std::optional<std::int64_t> gpu_bytes = {};     ///< On the whole device; nothing where no driver says it.
  std::vector<host::GlObjectCount> objects = {};  ///< Of OpenGL, and pipelines of Vulkan.
};

/// The results of one engine.
struct SoakTally {
  std::string name;
  bool exact = true;
  std::uint64_t labelings = 0;
  std::uint64_t tables = 0;     ///< Labelings whose table was compared too.
  std::uint64_t skipped = 0;    ///< Labelings that it does not support.
  std::uint64_t differing = 0;  ///< Labelings that differ from the reference.
  double seconds = 0.0;         ///< Time in the engine, with the copies to and from the device.
};

struct SoakReport {
  std::uint64_t steps = 0;
  std::uint64_t labelings = 0;
  std::uint64_t mismatches = 0;  ///< Of engines that are exact.
  double seconds = 0.0;
  bool interrupted = false;  ///< By Ctrl-C.
  std::vector<SoakTally> engines = {};
  /// After each tenth of the run that was completed, the first of which is the warm-up, and at the end. Memory that
  /// leaks grows with the steps; memory that is kept for the largest image or for new programs grows less and less.
  std::vector<HeldResources> held = {};
  std::vector<std::string> growth =
      {};  ///< What has grown by more than is allowed: "textures: 100 more, 8 are allowed".

  bool fails() const { return mismatches > 0 || !growth.empty(); }
};

/// Called while it runs; both may be empty.
struct SoakObserver {
  std::function<void(double seconds, const SoakReport& report)> progress = {};
  /// The first mismatches, several lines each: step, engine, options, finding, and a command that repeats the step.
  std::function<void(const std::string& text)> mismatch = {};
};

/// Takes a random image in each step (fuzz.hpp), often a rectangle of it, labels it once by the reference and one to
/// three times by each engine, with random numbering, room in the table, target, timing and tuning, and compares. Ends
/// early at SIGINT or SIGTERM.
///
/// Before it counts what is held, each engine labels the same two images, so that it keeps the same memory both times.
/// Allowed are 8 more objects of a kind, 512 more programs or pipelines (they are kept for the next labeling of their
/// kind), 64 MiB of memory, on CPU and GPU each, 1 MiB for each new program, and 6 for each new pipeline.
///
/// Errors: those of the reference, and of engines other than `unsupported` and `too_large`.
Result<SoakReport> run_soak(const SoakPlan& plan, const TestedEngines& tested, const SoakObserver& observer = {});

}  // namespace glccl::tools
