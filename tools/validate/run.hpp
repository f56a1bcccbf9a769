// Holding engines against the reference, image after image.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/validate/check.hpp"
#include "tools/validate/engines.hpp"
#include "tools/validate/inputs.hpp"

namespace glccl::tools {

/// What to validate, and where faults are written down.
struct ValidatePlan {
  std::vector<Connectivity> connectivities = {Connectivity::four, Connectivity::eight};
  std::string output_folder = "glccl-validate";  ///< made when the first file is written
  int most_described = 3;  ///< failures of an engine that are shrunk and written; others are counted
  int shrink_seconds = 60;
  std::string device_arguments = {};  ///< " --device 1", for the commands
};

/// A failure that is written down.
struct Mismatch {
  std::string engine;
  std::string input;                  ///< ValidateInput::name
  std::optional<std::uint32_t> seed;  ///< of a random image
  Extent size;
  Connectivity connectivity = Connectivity::eight;
  Finding finding;
  Extent shrunk_size;
  Finding shrunk_finding;
  bool repeatable = false;
  std::string shrunk_file;
  std::string original_file;
  std::string difference_file = {};        ///< of the original; empty where the labels are right
  std::vector<std::string> commands = {};  ///< that show it again: the shrunk image, then the original
};

/// What became of one engine.
struct EngineTally {
  std::string name;
  bool exact = true;
  std::uint64_t labelings = 0;
  std::uint64_t skipped = 0;    ///< labelings it does not support, or images beyond its limits
  std::uint64_t differing = 0;  ///< labelings that differ from the reference
  std::uint64_t split = 0;      ///< components with several labels
  std::uint64_t joined = 0;     ///< labels of several components
  std::uint64_t tables = 0;     ///< compared
  std::uint64_t textures = 0;   ///< labelings that were also compared on the GPU
  std::uint64_t failures = 0;   ///< that fail the run
  double seconds = 0.0;         ///< spent in the engine, with the copies to and from the device
};

struct ValidateReport {
  std::uint64_t inputs = 0;
  std::uint64_t pixels = 0;  ///< of the inputs
  double seconds = 0.0;
  std::vector<EngineTally> engines;
  std::vector<Mismatch> mismatches;
  std::vector<std::string> unreadable;  ///< files of folders that are no images, with the reason

  /// Whether an engine that is exact differs from the reference.
  bool differs() const;
};

/// What is told while it runs; both may be empty.
struct ValidateObserver {
  std::function<void(std::size_t done, std::size_t total, const std::string& input)> progress = {};
  std::function<void(const Mismatch&)> mismatch = {};
};

/// Labels every input by the reference and by each engine that supports it, with each connectivity. Errors: those of
/// make_input() (but files of folders may be unreadable), `file` where a failure cannot be written down, and errors of
/// engines other than `unsupported` and `too_large`.
Result<ValidateReport> run_validation(const ValidatePlan& plan, const TestedEngines& tested,
                                      const std::vector<InputRequest>& inputs, const ValidateObserver& observer = {});

}  // namespace glccl::tools
