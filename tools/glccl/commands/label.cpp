// glccl label: an image file goes in, labels, a table of components and a picture come out.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "glccl/engines/registry.hpp"
#include "glccl/host/cpu.hpp"
#include "glccl/host/image_files.hpp"
#include "glccl/host/regions.hpp"
#include "tools/glccl/command.hpp"
#include "tools/glccl/exit_status.hpp"
#include "tools/glccl/mpi.hpp"
#include "tools/glccl/options/arguments.hpp"
#include "tools/glccl/options/command_line.hpp"
#include "tools/glccl/options/second_images.hpp"
#include "tools/glccl/options/seeds.hpp"
#include "tools/glccl/options/selection.hpp"
#include "tools/glccl/options/spec_options.hpp"
#include "tools/glccl/outputs.hpp"
#include "tools/glccl/properties.hpp"
#include "tools/glccl/registry.hpp"
#include "tools/glccl/run_labeling.hpp"
#include "tools/glccl/slabs/label_slabs.hpp"
#include "tools/glccl/slabs/room.hpp"
#include "tools/glccl/summary.hpp"

namespace glccl::tools {
namespace {

struct LabelArguments {
  std::string image;
  RawWords raw_words;
  std::optional<host::RawLayout> raw;  ///< Of `raw_words`.
  host::ReadOptions read;
  std::string engine = "auto";
  LabelingSpec spec;  ///< But for the criterion, which depends on the image.
  SelectionWords words;
  Selection selection;
  SecondPaths second_images;
  std::optional<std::string> property_list;
  std::vector<Property> properties;  ///< Of `property_list`.
  OutputPaths outputs;
  std::vector<std::string> seed_words;
  std::vector<Position> seeds;  ///< Of `seed_words`.
  std::optional<std::string> slice;
  int device = -1;
  bool timings = false;
  std::optional<std::string> memory_word;
  std::string labels_type = "uint32";
  std::optional<std::int64_t> memory;  ///< Of `memory_word`.
  std::vector<int> gpus;
  std::optional<std::string> device_memory_word;
  std::optional<std::int64_t> device_memory;  ///< Of `device_memory_word`.
  std::string rank_engine;
  bool report = false;
};

void add_options(CLI::App& app, LabelArguments& arguments) {
  CLI::Option* const image =
      app.add_option("IMAGE", arguments.image,
                     "PNG, JPEG, BMP, GIF, PNM, TIFF, NIfTI or NumPy .npy or .npz file; scan.npz:volume names one of "
                     "several arrays")
          ->required();
  add_raw_options(app, arguments.raw_words, *image);
  add_read_options(app, arguments.read, *image);
  app.add_option("--engine", arguments.engine, "an engine that glccl info lists")->capture_default_str();
  add_connectivity_option(app, arguments.spec.connectivity);
  add_selection_options(app, arguments.words, arguments.selection);
  add_spec_options(app, arguments.spec);
  add_second_image_options(app, arguments.second_images);
  app.add_option("--seeds", arguments.seed_words,
                 "keep the components under these positions alone, numbered in their order")
      ->type_name("X,Y[,Z]");
  app.add_option_function<std::string>(
         "--numbering",
         [&spec = arguments.spec](const std::string& word) {
           spec.numbering = word == "root" ? Numbering::root : Numbering::raster;
         },
         "raster: 1..N in scan order; root: any unique value")
      ->check(CLI::IsMember({"raster", "root"}))
      ->default_str("raster");
  app.add_option("--labels", arguments.outputs.labels,
                 "write labels: .npy, .tif (32-bit), .nii or .nii.gz (int32), .raw (uint32), .png (16-bit)");
  auto* components =
      app.add_option("--components", arguments.outputs.components, "write the component table: .csv or .json");
  app.add_option("--properties", arguments.property_list, "with --components: further columns, of " + property_names())
      ->needs(components)
      ->type_name("LIST");
  auto* overlay = app.add_option("--overlay", arguments.outputs.overlay,
                                 "write the image with its components in color: .png, of a volume a sheet of slices; "
                                 ".tif with all slices");
  app.add_option("--slice", arguments.slice, "with --overlay: the one slice of a volume to draw, as z:10")
      ->needs(overlay)
      ->type_name("x|y|z:N");
  app.add_option("--boundaries", arguments.outputs.boundaries,
                 "write the pixels of components with a neighbor of another label, as 255: .png, .tif or .npy");
  app.add_option("--contacts", arguments.outputs.contacts,
                 "write which components touch, and the lengths of their common borders: .csv or .json");
  add_device_option(app, arguments.device);
  app.add_flag("--timings", arguments.timings, "print the time of every stage");
  auto* memory =
      app.add_option(
             "--memory", arguments.memory_word,
             "label slab by slab in so much memory, as 8G: a .npy, .npz, TIFF or NIfTI file, a dataset of HDF5 as "
             "scan.h5:/volume, a file without a header, or an image that is made as it is read, as "
             "hash-noise:16384x524288:0.3, hash-balls:4096x4096x4096 or gyroid:512x512x512")
          ->type_name("SIZE");
  app.add_option("--gpus", arguments.gpus,
                 "with --memory and --engine cuda-fast or cuda-stava: CUDA devices that take turns, as 0,1; with "
                 "--rank-engine: those of ranks")
      ->needs(memory)
      ->excludes("--device")
      ->delimiter(',')
      ->transform(whole_number(false))
      ->check(CLI::Range(0, 255))
      ->type_name("LIST");
  app.add_option("--device-memory", arguments.device_memory_word,
                 "with --memory and --engine cuda-fast or cuda-stava: memory of each CUDA device to take at most, as "
                 "2G; default: 9/10 of what is free")
      ->needs(memory)
      ->type_name("SIZE");
  app.add_option(
         "--rank-engine", arguments.rank_engine,
         "with --memory and --engine mpi-slabs: what labels the slab of each rank, cpu-fast (default) or a CUDA "
         "engine, as cuda-fast; ranks of a host take its GPUs, or those of --gpus, in turn")
      ->needs(memory)
      ->type_name("E");
  app.add_option("--labels-type", arguments.labels_type,
                 "with --memory: the integers of --labels; uint64 for more than 4294967295 components")
      ->needs(memory)
      ->check(CLI::IsMember({"uint32", "uint64"}))
      ->type_name("uint32|uint64");
  app.add_flag("--report", arguments.report, "with --memory: print what was held and exchanged")->needs(memory);
}

/// Checks the options of the specification.
Result<void> check_spec(const LabelArguments& arguments) {
  const LabelingSpec& spec = arguments.spec;
  const std::string criterion = other_criterion(arguments.selection);
  if (const Result<void> status = check_spec_options(spec, criterion, arguments.second_images.mask.has_value());
      !status) {
    return status;
  }
  if (spec.filter.keeps_all() || spec.numbering == Numbering::raster) return {};
  return Error{ErrorCode::invalid_argument,
               named_options(spec, Need::filter) +
                   " and --numbering root contradict each other: what is kept is numbered; use --numbering raster"};
}

SlabRun slab_run_of(const LabelArguments& arguments, std::int64_t memory, const std::string& why) {
  return {.image = arguments.image,
          .raw = arguments.raw,
          .read = arguments.read,
          .engine = arguments.engine,
          .device = arguments.device,
          .gpus = arguments.gpus,
          .rank_engine = arguments.rank_engine,
          .spec = arguments.spec,
          .selection = arguments.selection,
          .outputs = arguments.outputs,
          .memory = memory,
          .device_memory = arguments.device_memory,
          .wide_labels = arguments.labels_type == "uint64",
          .report = arguments.report,
          .why = why,
          .has_seeds = !arguments.seeds.empty(),
          .has_mask = arguments.second_images.mask.has_value(),
          .properties = arguments.properties,
          .has_timings = arguments.timings};
}

/// Checks --memory and --device-memory, and that no other option needs the whole image.
Result<void> check_memory(LabelArguments& arguments) {
  const Result<std::int64_t> memory = parse_memory("--memory", *arguments.memory_word);
  if (!memory) return memory.error();
  arguments.memory = *memory;
  if (arguments.device_memory_word) {
    const Result<std::int64_t> on_device = parse_memory("--device-memory", *arguments.device_memory_word);
    if (!on_device) return on_device.error();
    arguments.device_memory = *on_device;
  }
  return check_slab_run(slab_run_of(arguments, *memory, ""));
}

Result<void> check(LabelArguments& arguments) {
  const Result<const engines::EngineInfo*> engine = registry().find(arguments.engine);
  if (!engine) return engine.error();
  if (const Result<void> status = read_selection(arguments.words, arguments.selection); !status) return status;
  const Result<std::optional<host::RawLayout>> raw = read_layout(arguments.raw_words);
  if (!raw) return raw.error();
  arguments.raw = *raw;
  if (const Result<void> status = check_read_options(arguments.read, arguments.raw); !status) return status;
  if (arguments.slice) {
    const Result<host::Slice> slice = parse_slice(*arguments.slice);
    if (!slice) return slice.error();
    arguments.outputs.slice = *slice;
  }
  if (const Result<void> status = check_spec(arguments); !status) return status;
  const Result<std::vector<Position>> seeds = parse_seeds(arguments.seed_words);
  if (!seeds) return seeds.error();
  arguments.seeds = *seeds;
  if (!arguments.seeds.empty() && arguments.spec.numbering == Numbering::root) {
    return Error{ErrorCode::invalid_argument,
                 "--seeds and --numbering root contradict each other: what is selected is numbered; use --numbering "
                 "raster"};
  }
  if (arguments.property_list) {
    const Result<std::vector<Property>> properties = parse_properties(*arguments.property_list);
    if (!properties) return properties.error();
    arguments.properties = *properties;
  }
  if (const Result<void> status = check_second_images(arguments.second_images, arguments.properties); !status)
    return status;
  if (arguments.spec.numbering == Numbering::root && (arguments.outputs.components || arguments.outputs.overlay)) {
    return Error{ErrorCode::invalid_argument, std::string(arguments.outputs.components ? "--components" : "--overlay") +
                                                  " and --numbering root contradict each other: the table's rows are "
                                                  "labels 1..N; use --numbering raster"};
  }
  if (arguments.memory_word) {
    if (const Result<void> status = check_memory(arguments); !status) return status;
  }
  std::vector<NamedFile> inputs = {{"", arguments.image}};
  if (arguments.second_images.mask) inputs.push_back({"--mask", *arguments.second_images.mask});
  if (arguments.second_images.intensity) inputs.push_back({"--intensity", *arguments.second_images.intensity});
  return check_outputs(arguments.outputs, inputs);
}

/// The error with a way around it, unless the message names that already.
Error with_hint(const Error& error) {
  const bool avoidable = error.code == ErrorCode::no_device || error.code == ErrorCode::too_large;
  if (!avoidable || error.message.find("cpu-serial") != std::string::npos) return error;
  return {error.code, error.message + "; --engine cpu-serial needs no GPU"};
}

/// The error of a file, with a way to label what memory does not hold.
Error with_slabs(const Error& error) {
  if (error.code != ErrorCode::too_large) return error;
  return {error.code,
          error.message + "; --memory SIZE labels .npy and TIFF files and files without a header slab by slab"};
}

Result<LabelingReport> label(const engines::EngineInfo& engine, const ImageView& image, const LabelingSpec& spec,
                             const engines::SecondImages& second_images, const LabelArguments& arguments) {
  using engines::Backend;
  if (Result<void> status = registry().check_support(engine, spec, image.extent, second_images.mask.has_value());
      !status)
    return status.error();
  if (engine.name == mpi_slabs_name) {
    if (Result<void> status = check_rank_count(image.extent); !status) return status.error();
  }
  const bool needs_gpu =
      engine.backend == Backend::opengl || engine.backend == Backend::vulkan || engine.backend == Backend::cuda;
  const Result<std::unique_ptr<engines::Runner>> runner = registry().make(engine.name, {.index = arguments.device});
  if (!runner) {
    return needs_gpu || engine.backend == Backend::automatic ? with_hint(runner.error()) : runner.error();
  }
  Result<LabelingReport> report =
      run_labeling(**runner, image, spec, arguments.timings ? TimingDetail::stages : TimingDetail::none, second_images);
  if (!report && needs_gpu) return with_hint(report.error());
  return report;
}

/// Keeps the components under --seeds, and makes what --boundaries and --contacts ask for.
Result<TakenOut> take_out(const LabelArguments& arguments, Connectivity connectivity, LabelingReport& report) {
  if (!arguments.seeds.empty()) {
    const std::vector<std::uint32_t>& labels = report.labels.values;
    if (!report.found) report.found = *std::max_element(labels.begin(), labels.end());
    const Result<std::uint32_t> selected = keep_selected(report.labels, arguments.seeds);
    if (!selected) return selected.error();
    if (*selected == 0) say("glccl", "no component lies under --seeds");
  }
  TakenOut taken_out;
  if (arguments.outputs.boundaries) {
    Result<host::Image> boundaries = draw_boundaries(report.labels, connectivity);
    if (!boundaries) return boundaries.error();
    taken_out.boundaries = *std::move(boundaries);
  }
  if (arguments.outputs.contacts) {
    Result<std::vector<Contact>> contacts = host::contacts(report.labels.values, report.labels.extent, connectivity);
    if (!contacts) return contacts.error();
    taken_out.contacts = *std::move(contacts);
  }
  return taken_out;
}

Result<void> run_label(const LabelArguments& arguments, std::ostream& out) {
  const Result<const engines::EngineInfo*> engine = registry().find(arguments.engine);
  if (!engine) return engine.error();
  if (const Result<void> status = try_outputs(arguments.outputs); !status) return status;
  const Result<host::Image> image = arguments.raw ? host::read_raw(arguments.image, *arguments.raw)
                                                  : host::read_image(arguments.image, arguments.read);
  if (!image) return with_slabs(image.error());
  if (arguments.outputs.overlay && !host::is_picture(image->format)) {
    return Error{ErrorCode::invalid_argument, "--overlay draws on u8, u16 and rgba8, and " + arguments.image + " is " +
                                                  std::string(traits_of(image->format).name) + "; leave it out"};
  }
  if (const Result<void> status = check_extent(arguments.outputs, image->extent); !status) return status;
  if (const Result<void> status = check_slice(arguments.outputs, image->extent); !status) return status;
  if (const Result<void> status = check_seeds_inside(arguments.seed_words, image->extent); !status) return status;
  const Result<void> measurable = check_properties(arguments.properties, image->extent, arguments.image);
  if (!measurable) return measurable;
  const Result<SecondFiles> second_images =
      read_second_images(arguments.second_images, arguments.read, image->extent, arguments.image);
  if (!second_images) return second_images.error();
  engines::SecondImages mask;
  if (second_images->mask) mask.mask = second_images->mask->view();
  const Result<SelectedImage> selected = select(*image, arguments.selection);
  if (!selected) return selected.error();
  const auto connectivity = connectivity_for(arguments.spec.connectivity, image->extent, arguments.image);
  if (!connectivity) return connectivity.error();
  if (const Result<void> status = check_periodic(arguments.spec.periodic, image->extent, arguments.image); !status) {
    return status;
  }
  LabelingSpec spec = arguments.spec;
  spec.connectivity = *connectivity;
  spec.criterion = selected->criterion;
  Result<LabelingReport> report = label(**engine, selected->image.view(), spec, mask, arguments);
  if (!report) return report.error();
  const Result<TakenOut> taken_out = take_out(arguments, *connectivity, *report);
  if (!taken_out) return taken_out.error();
  Result<std::vector<Component>> components = measure(report->labels, spec.numbering);
  if (!components) return components.error();
  if (std::holds_alternative<Equal>(spec.criterion)) host::read_values(selected->image.view(), *components);
  const std::optional<host::NiftiGeometry> geometry =
      arguments.raw ? std::nullopt : host::read_geometry(arguments.image);
  const ImageView intensity = second_images->intensity ? second_images->intensity->view() : ImageView();
  const Result<std::vector<host::ComponentColumn>> further = measure_properties(
      arguments.properties, report->labels, *components, spec, second_images->intensity ? &intensity : nullptr);
  if (!further) return further.error();
  const Result<void> written =
      write_outputs(arguments.outputs, *image, report->labels, *components, geometry, *further, *taken_out);
  if (!written) return written;
  std::uint64_t foreground = 0;
  for (const Component& component : *components) foreground += component.area;
  const std::string hint = threshold_hint(selected->image, arguments.selection, foreground);
  if (!hint.empty()) say("glccl", hint);
  print_summary(out, arguments.image, selected->description, *report, *components, arguments.outputs);
  return {};
}

/// Labels the whole image, or slab by slab where that is asked for or nothing else works.
Result<void> run(const LabelArguments& arguments, std::ostream& out) {
  if (arguments.memory) return run_by_slabs(slab_run_of(arguments, *arguments.memory, ""), out);
  const std::optional<SlabReason> reason =
      find_slab_reason(arguments.image, arguments.raw, arguments.selection, available_memory(), arguments.read);
  if (!reason) return run_label(arguments, out);
  const SlabRun by_slabs = slab_run_of(arguments, reason->memory, reason->text);
  if (const Result<void> status = check_slab_run(by_slabs); !status) return status;
  return run_by_slabs(by_slabs, out);
}

}  // namespace

Command make_label_command(CLI::App& program) {
  CLI::App* app = program.add_subcommand("label", "Label the connected components of an image file");
  auto arguments = std::make_shared<LabelArguments>();
  add_options(*app, *arguments);
  return {app, [arguments] { return check(*arguments); },
          [arguments](std::ostream& out) { return run(*arguments, out); }};
}

}  // namespace glccl::tools
