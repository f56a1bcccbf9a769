// glccl validate: compares the engines with the reference and reports where they differ.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "tools/bench/cases.hpp"
#include "tools/glccl/command.hpp"
#include "tools/glccl/exit_status.hpp"
#include "tools/glccl/options/arguments.hpp"
#include "tools/glccl/options/command_line.hpp"
#include "tools/glccl/options/spec_options.hpp"
#include "tools/glccl/outputs.hpp"
#include "tools/glccl/progress.hpp"
#include "tools/validate/against.hpp"
#include "tools/validate/engines.hpp"
#include "tools/validate/inputs.hpp"
#include "tools/validate/report.hpp"
#include "tools/validate/run.hpp"
#include "tools/validate/selftest.hpp"
#include "tools/validate/soak.hpp"
#include "tools/validate/soak_report.hpp"

namespace glccl::tools {
namespace {

namespace fs = std::filesystem;

struct ValidateArguments {
  InputPlan inputs;
  std::optional<std::string> datasets;
  std::string sizes = "512";
  std::string max_size = "1025x769";
  SelectionWords words;
  Selection selection;
  LabelingSpec spec;  ///< But for the criterion, which depends on the image.
  std::optional<std::string> engines;
  RawWords raw;
  std::optional<std::string> against;
  std::optional<std::string> report;
  std::string output_folder = ValidatePlan().output_folder;
  bool selftest = false;
  std::optional<double> soak_minutes;
  SoakPlan soak;
  int device = -1;
  bool differs = false;  ///< Set by the run.
};

void add_inputs(CLI::App& app, ValidateArguments& arguments) {
  CLI::Option* const files =
      app.add_option("INPUT", arguments.inputs.paths, "images, volumes, and folders of them")->type_name("IMAGE|DIR");
  add_raw_options(app, arguments.raw, *files);
  add_read_options(app, arguments.inputs.read, *files);
  app.add_option("--fuzz", arguments.inputs.fuzz,
                 "number of random images of all kinds, or with --max-size WxHxD of random volumes; most are small")
      ->type_name("N");
  app.add_option("--seed", arguments.inputs.seed, "seed of the first random image; the next image has the next seed")
      ->capture_default_str();
  app.add_option("--max-size", arguments.max_size, "largest size of random images; with three sides, of random volumes")
      ->capture_default_str()
      ->type_name("WxH[xD]");
  app.add_option("--datasets", arguments.datasets,
                 "generated images and volumes from the lists below, separated by commas")
      ->type_name("LIST");
  app.add_option("--sizes", arguments.sizes,
                 "sizes of generated images, N (for NxN) or WxH, and of volumes, WxHxD, separated by commas")
      ->capture_default_str()
      ->type_name("LIST");
  app.add_flag(
      "--atlas", arguments.inputs.atlas,
      "all 65536 binary images of 4x4 pixels, side by side; with --equal or --max-difference all 531441 images of "
      "4x3 pixels with three values; with a --max-size of three sides all volumes of 3x3x2, or of 3x2x2, voxels");
}

void add_selftest(CLI::App& app, ValidateArguments& arguments) {
  app.add_flag("--selftest", arguments.selftest,
               "label 200 random images and volumes with every engine, time each, and print a text for an issue that "
               "says what this machine is")
      ->excludes("--fuzz")
      ->excludes("--datasets")
      ->excludes("--atlas")
      ->excludes("--against")
      ->excludes("--soak")
      ->excludes("--connectivity");
}

void add_soak(CLI::App& app, ValidateArguments& arguments) {
  CLI::Option* soak = app.add_option("--soak", arguments.soak_minutes,
                                     "label random images with random options for so many minutes in one process; "
                                     "check each, and memory and OpenGL objects before and after")
                          ->check(CLI::Range(0.001, 100000.0))
                          ->excludes("--fuzz")
                          ->excludes("--datasets")
                          ->excludes("--atlas")
                          ->excludes("--against")
                          ->excludes("--connectivity")
                          ->type_name("MINUTES");
  app.add_option("--from", arguments.soak.first_step, "with --soak: the first step, to repeat one that failed")
      ->needs(soak)
      ->type_name("STEP");
  app.add_option("--steps", arguments.soak.steps, "with --soak: end after N steps instead")
      ->needs(soak)
      ->type_name("N");
}

/// Reads --datasets and --sizes.
Result<void> read_datasets(ValidateArguments& arguments) {
  const Result<std::vector<Extent>> sizes = parse_sizes(arguments.sizes);
  if (!sizes) return sizes.error();
  if (!arguments.datasets) return {};
  const Result<std::vector<const Dataset*>> named = parse_datasets(*arguments.datasets);
  if (!named) return named.error();
  Result<std::vector<SizedDataset>> datasets = at_sizes(*named, *sizes);
  if (!datasets) return datasets.error();
  arguments.inputs.datasets = *std::move(datasets);
  return {};
}

std::vector<NamedFile> inputs_of(const ValidateArguments& arguments) {
  std::vector<NamedFile> inputs;
  for (const std::string& path : arguments.inputs.paths) inputs.push_back({"", path});
  if (arguments.against) inputs.push_back({"--against", *arguments.against});
  return inputs;
}

Result<void> check(ValidateArguments& arguments) {
  const Result<Extent> max_size = parse_extent(arguments.max_size);
  if (!max_size) return Error{max_size.error().code, "--max-size: " + max_size.error().message};
  arguments.inputs.max_size = *max_size;
  if (const Result<void> status = read_datasets(arguments); !status) return status;
  const Result<std::optional<host::RawLayout>> raw = read_layout(arguments.raw);
  if (!raw) return raw.error();
  arguments.inputs.raw = *raw;
  if (const Result<void> status = check_read_options(arguments.inputs.read, *raw); !status) return status;
  if (arguments.report) {
    const Result<void> status = check_files({{"--report", *arguments.report}}, inputs_of(arguments));
    if (!status) return status;
  }
  const Selection& selection = arguments.selection;
  if (const Result<void> status = read_selection(arguments.words, arguments.selection); !status) return status;
  const LabelingSpec& spec = arguments.spec;
  if (const Result<void> status = check_spec_options(spec, other_criterion(selection), false); !status) return status;
  const std::string draws = arguments.soak_minutes ? "--soak" : arguments.selftest ? "--selftest" : "";
  if (const std::optional<Need> need = first_need(spec); !draws.empty() && need) {
    return Error{ErrorCode::invalid_argument, draws + " takes no " + named_options(spec, *need) + ": leave it out"};
  }
  if (selection.threshold || selection.inverted || selection.equal || selection.max_difference) {
    arguments.inputs.selection = selection;
  }
  if (!draws.empty() && (!arguments.inputs.paths.empty() || arguments.inputs.selection)) {
    return Error{ErrorCode::invalid_argument,
                 draws +
                     " draws its images and criteria; leave out images, --threshold, --invert, --equal, "
                     "--max-difference and --background"};
  }
  if (arguments.soak_minutes && max_size->is_volume()) {
    return Error{ErrorCode::invalid_argument, "--soak draws images, and --max-size " + arguments.max_size +
                                                  " is the size of a volume; give it two sides, as 640x480"};
  }
  const std::size_t images = arguments.inputs.paths.size();
  if (arguments.against && images != 1) {
    return Error{ErrorCode::invalid_argument, "--against " + *arguments.against + " needs the one image that the " +
                                                  "labels were made from, but " + std::to_string(images) +
                                                  " are named: glccl validate --against LABELS IMAGE"};
  }
  return {};
}

/// Checks before the work that the report can be written. Leaves no file behind.
Result<void> try_outputs(const ValidateArguments& arguments) {
  std::error_code error;
  if (arguments.output_folder.empty() ||
      (fs::exists(arguments.output_folder, error) && !fs::is_directory(arguments.output_folder, error))) {
    return Error{ErrorCode::file, "--output-folder \"" + arguments.output_folder +
                                      "\" is not a folder; name a folder or a path that does not exist yet"};
  }
  return try_output(arguments.report);
}

/// Error: nothing was compared. Where no file could be read, there is a message for each.
Result<void> check_work(const ValidateReport& report) {
  if (report.inputs > 0) return report.check_compared();
  for (const std::string& reason : report.unreadable) static_cast<void>(fail("glccl", file, reason));
  return Error{ErrorCode::file, "nothing was compared: no image could be read"};
}

/// Writes and prints the report.
Result<void> finish(const ValidateContext& context, const ValidateReport& report, ValidateArguments& arguments,
                    std::ostream& out) {
  if (const Result<void> status = write_text(arguments.report, validation_json(context, report)); !status)
    return status;
  print_validation(out, context, report);
  arguments.differs = report.differs();
  return {};
}

/// The same for --selftest.
Result<void> finish_selftest(const ValidateContext& context, const TestedEngines& tested, const ValidateReport& report,
                             ValidateArguments& arguments, std::ostream& out) {
  const Result<std::vector<EngineTime>> times = time_engines(tested);
  if (!times) return times.error();
  if (const Result<void> status = write_text(arguments.report, validation_json(context, report)); !status)
    return status;
  print_selftest(out, context, report, *times);
  arguments.differs = report.differs();
  return {};
}

/// Labels of a file. One without a header has the elements of `image` as uint32, as glccl label writes it.
Result<host::LabelFile> read_foreign_labels(const std::string& path, const Extent& image,
                                            const host::ReadOptions& read) {
  const bool raw = fs::path(path).extension() == ".raw";
  return raw ? host::read_raw_labels(path, {image, PixelFormat::u32}) : host::read_labels(path, read.of_second());
}

/// Labels of a file against the reference. Without --connectivity they are 8-connected, in volumes 26-connected.
Result<void> run_against(ValidateArguments& arguments, std::ostream& out) {
  if (const Result<void> status = try_outputs(arguments); !status) return status;
  const Result<ValidateInput> input =
      InputMaker().make(FileInput{.path = arguments.inputs.paths.front(),
                                  .selection = arguments.inputs.selection.value_or(Selection{}),
                                  .raw = arguments.inputs.raw,
                                  .read = arguments.inputs.read});
  if (!input) return input.error();
  const Extent& extent = input->image.extent;
  const auto connectivity = connectivity_for(arguments.spec.connectivity, extent, input->name);
  if (!connectivity) return connectivity.error();
  if (const Result<void> status = check_periodic(arguments.spec.periodic, extent, input->name); !status) return status;
  Result<host::LabelFile> labels = read_foreign_labels(*arguments.against, extent, arguments.inputs.read);
  if (!labels) return labels.error();
  const ValidatePlan plan{.connectivities = {*connectivity},
                          .spec = arguments.spec,
                          .output_folder = arguments.output_folder,
                          .inputs = inputs_of(arguments)};
  const ValidateObserver observer{.mismatch = [&](const Mismatch& mismatch) { print_mismatch(out, mismatch); }};
  const Result<ValidateReport> report =
      validate_labels(plan, {*arguments.against, *std::move(labels)}, *input, observer);
  if (!report) return report.error();
  return finish({.inputs = arguments.inputs}, *report, arguments, out);
}

Result<void> run_soak_command(ValidateArguments& arguments, std::ostream& out) {
  if (const Result<void> status = try_outputs(arguments); !status) return status;
  const Result<TestedEngines> tested = make_tested_engines(arguments.engines, arguments.device);
  if (!tested) return tested.error();
  SoakPlan plan = arguments.soak;
  plan.minutes = *arguments.soak_minutes;
  plan.seed = arguments.inputs.seed;
  plan.max_size = arguments.inputs.max_size;
  if (arguments.device >= 0) plan.device_arguments = " --device " + std::to_string(arguments.device);
  Progress progress;
  const SoakObserver observer{[&](double seconds, const SoakReport& report) {
                                progress.show(static_cast<std::size_t>(seconds),
                                              static_cast<std::size_t>(60.0 * plan.minutes),
                                              "seconds, " + std::to_string(report.labelings) + " labelings");
                              },
                              [&](const std::string& text) {
                                progress.clear();
                                out << text << std::flush;
                              }};
  const Result<SoakReport> report = run_soak(plan, *tested, observer);
  progress.clear();
  if (!report) return report.error();
  if (const Result<void> status = write_text(arguments.report, soak_json(plan, *tested, *report)); !status)
    return status;
  print_soak(out, plan, *tested, *report);
  arguments.differs = report->fails();
  return {};
}

Result<void> run_validate(ValidateArguments& arguments, std::ostream& out) {
  if (arguments.against) return run_against(arguments, out);
  if (arguments.soak_minutes) return run_soak_command(arguments, out);
  const Result<std::vector<InputRequest>> inputs =
      arguments.selftest ? selftest_inputs() : list_inputs(arguments.inputs);
  if (!inputs) return inputs.error();
  if (const Result<void> status = try_outputs(arguments); !status) return status;
  const Result<TestedEngines> tested = make_tested_engines(arguments.engines, arguments.device);
  if (!tested) return tested.error();

  ValidatePlan plan{.spec = arguments.spec, .output_folder = arguments.output_folder, .inputs = inputs_of(arguments)};
  const Connectivity connectivity = arguments.spec.connectivity;
  if (connectivity != Connectivity::full) plan.connectivities = {connectivity};
  if (arguments.device >= 0) plan.device_arguments = " --device " + std::to_string(arguments.device);
  Progress progress;
  const ValidateObserver observer{
      [&](std::size_t done, std::size_t total, const std::string& input) { progress.show(done, total, input); },
      [&](const Mismatch& mismatch) {
        progress.clear();
        print_mismatch(out, mismatch);
        out.flush();  // The next mismatch may be minutes away.
      }};
  const Result<ValidateReport> report = run_validation(plan, *tested, *inputs, observer);
  progress.clear();
  if (!report) return report.error();
  if (const Result<void> status = check_work(*report); !status) return status;
  const ValidateContext context{tested->renderer, tested->cuda_device, tested->left_out, arguments.inputs};
  if (!arguments.selftest) return finish(context, *report, arguments, out);
  return finish_selftest(context, *tested, *report, arguments, out);
}

}  // namespace

Command make_validate_command(CLI::App& program) {
  CLI::App* app = program.add_subcommand("validate", "Compare the engines with the reference, cpu-serial");
  auto arguments = std::make_shared<ValidateArguments>();
  add_inputs(*app, *arguments);
  add_selection_options(*app, arguments->words, arguments->selection, "");
  add_spec_options(*app, arguments->spec);
  app->add_option("--engines", arguments->engines,
                  "names from the list below, separated by commas; default: all that can run here")
      ->type_name("LIST");
  add_connectivity_option(*app, arguments->spec.connectivity, "all");
  app->add_option("--against", arguments->against,
                  "compare these labels, made by another program, with those of the reference: .npy, .tif, .nii, .raw "
                  "or .png; any "
                  "numbering")
      ->excludes("--fuzz")
      ->excludes("--datasets")
      ->excludes("--atlas")
      ->excludes("--engines")
      ->type_name("LABELS");
  add_soak(*app, *arguments);
  add_selftest(*app, *arguments);
  app->add_option("--report", arguments->report, "write the report as JSON")->type_name("OUT");
  app->add_option("--output-folder", arguments->output_folder,
                  "folder for shrunk images and pictures of differences; made when it is needed")
      ->capture_default_str()
      ->type_name("DIR");
  add_device_option(*app, arguments->device);
  app->footer("Engines: " + list_tested_engines() + "\nDatasets of images: " + list_datasets() +
              "\nLabels, their number, and every row of the table are compared. Without a criterion, image files are "
              "labeled by\nnon-zero pixels, by Otsu's threshold, by equal values, and by differences up to 8. "
              "raster-paper splits some\ncomponents as published; these are counted and are no failures.");
  return {app, [arguments] { return check(*arguments); },
          [arguments](std::ostream& out) { return run_validate(*arguments, out); },
          [arguments] { return arguments->differs; }};
}

}  // namespace glccl::tools
