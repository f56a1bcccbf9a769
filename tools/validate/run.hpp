// Comparing engines with the reference, image after image.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/glccl/options/arguments.hpp"
#include "tools/validate/check.hpp"
#include "tools/validate/engines.hpp"
#include "tools/validate/inputs.hpp"

namespace glccl::tools {

/// What to validate, and where failures are written.
struct ValidatePlan {
  /// Images are labeled with those of images, volumes with those of volumes.
  std::vector<Connectivity> connectivities = {Connectivity::four, Connectivity::eight, Connectivity::six,
                                              Connectivity::eighteen, Connectivity::twenty_six};
  /// What it asks for takes the place of what an input asks for: engines that meet a need label each input without it,
  /// and then with it. Neither its criterion nor its connectivity is looked at.
  LabelingSpec spec = {};
  std::string output_folder = "glccl-validate";  ///< Made when the first file is written.
  std::vector<NamedFile> inputs = {};            ///< Files and folders of inputs, which no file replaces.
  int most_described = 3;  ///< Failures per engine that are shrunk and written; others are counted.
  int shrink_seconds = 60;
  std::string device_arguments = {};  ///< " --device 1", for the commands.
};

/// A failure that is written to files.
struct Mismatch {
  std::string engine;                      ///< Or the file that the labels are from.
  std::string input;                       ///< ValidateInput::name.
  std::optional<std::uint32_t> seed = {};  ///< Of a random image.
  Extent size;
  Connectivity connectivity = Connectivity::eight;
  Finding finding;
  std::vector<host::FaultyComponent> components = {};  ///< The components of the original that are wrong.
  Extent shrunk_size = {};
  Finding shrunk_finding = {};
  bool repeatable = false;
  std::string shrunk_file = {};      ///< Empty for labels of a file, which are right or wrong for one image alone.
  std::string original_file = {};    ///< Empty where the input is a file.
  std::string difference_file = {};  ///< Of the original; empty if the labels are right.
  std::vector<std::string> commands = {};  ///< Commands that show it again: the shrunk image, then the original.
};

/// The results of one engine.
struct EngineTally {
  std::string name;
  bool exact = true;
  std::uint64_t labelings = 0;
  std::uint64_t skipped = 0;    ///< Labelings that it does not support, or images beyond its limits.
  std::uint64_t volumes = 0;    ///< Labelings of volumes that were left out: it labels images alone.
  std::uint64_t differing = 0;  ///< Labelings that differ from the reference.
  std::uint64_t split = 0;      ///< Components with several labels.
  std::uint64_t joined = 0;     ///< Labels of several components.
  std::uint64_t tables = 0;     ///< Tables that were compared.
  std::uint64_t textures = 0;   ///< Labelings that were also compared on the GPU.
  std::uint64_t failures = 0;   ///< Labelings that fail the run.
  double seconds = 0.0;         ///< Time in the engine, with the copies to and from the device.
  Error first_skipped = {};     ///< Why the first of `skipped` was skipped.
};

struct ValidateReport {
  std::uint64_t inputs = 0;
  std::uint64_t pixels = 0;  ///< Of the inputs that are images.
  std::uint64_t voxels = 0;  ///< Of the inputs that are volumes.
  double seconds = 0.0;
  std::vector<Connectivity> connectivities = {};  ///< Those that inputs were labeled with, in the order of their use.
  std::vector<EngineTally> engines = {};
  std::vector<Mismatch> mismatches = {};
  std::vector<std::string> unreadable = {};  ///< Files of folders that cannot be read, each with the reason.

  /// Counts an input that is labeled with these connectivities.
  void count(const Extent& extent, const std::vector<Connectivity>& used);

  /// Engines that label no volumes, where there were some, with commas between them.
  std::string without_volumes() const;

  /// Whether an engine that is exact differs from the reference.
  bool differs() const;

  /// Whether an engine has labeled an input. Error: that of the first labeling that was skipped, or `unsupported` where
  /// all inputs are volumes and no engine labels these.
  Result<void> check_compared() const;
};

/// Writes an image without loss into a folder that is made where it is missing. Formats that image files do not have
/// are written as .npy with their stored values, for people. Error `file`.
Result<void> write_saved(const std::filesystem::path& path, host::Image image);

/// Called while it runs; both may be empty.
struct ValidateObserver {
  std::function<void(std::size_t done, std::size_t total, const std::string& input)> progress = {};
  std::function<void(const Mismatch&)> mismatch = {};
};

/// Labels every input by the reference and by each engine that supports it, with each connectivity that is for it.
/// Errors: those of InputMaker::make() (but files of folders may be unreadable, and the usual selections need not apply
/// to a file), those of connectivity_for() (but files of folders are then left out), `file` where a failure cannot be
/// written down, and errors of engines other than `unsupported` and `too_large`.
Result<ValidateReport> run_validation(const ValidatePlan& plan, const TestedEngines& tested,
                                      const std::vector<InputRequest>& inputs, const ValidateObserver& observer = {});

}  // namespace glccl::tools
