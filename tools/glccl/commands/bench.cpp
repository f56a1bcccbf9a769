// glccl bench: how long the engines take, by image and size.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>

#include "glccl/engines/registry.hpp"
#include "glccl/host/context.hpp"
#include "tools/bench/cases.hpp"
#include "tools/bench/joins.hpp"
#include "tools/bench/parts.hpp"
#include "tools/bench/plot.hpp"
#include "tools/bench/report.hpp"
#include "tools/bench/run.hpp"
#include "tools/bench/slabs.hpp"
#include "tools/bench/values.hpp"
#include "tools/glccl/command.hpp"
#include "tools/glccl/laboratory.hpp"
#include "tools/glccl/options/arguments.hpp"
#include "tools/glccl/options/command_line.hpp"
#include "tools/glccl/outputs.hpp"
#include "tools/glccl/slabs/open_source.hpp"

namespace glccl::tools {
namespace {

struct BenchArguments {
  std::string engines = "raster";
  std::optional<std::string> datasets;
  std::string sizes = "512,1024,2048";
  Connectivity connectivity = Connectivity::full;
  std::string criterion = "foreground";
  std::string format = "r8ui";
  int blocks = 0;
  int repetitions = 5;
  bool passes = false;
  std::optional<std::string> json;
  std::optional<std::string> plot;
  std::optional<std::string> paper;
  std::optional<std::string> joins;
  int ranks = 10000;
  std::optional<std::string> slabs;
  host::ReadOptions read;  ///< Of the file of --slabs or --joins.
  std::vector<int> gpus;
  bool from_host = false;
  std::string method = "cuda-fast";
  int max_side = 32768;
  int device = -1;
  BenchPlan plan;  ///< Set by check().
};

/// Reads --sizes, --datasets and --connectivity into a plan that has its format.
Result<void> read_inputs(const BenchArguments& arguments, BenchPlan& plan) {
  const Result<std::vector<Extent>> sizes = parse_sizes(arguments.sizes);
  if (!sizes) return sizes.error();
  for (const Extent& size : *sizes) {
    const auto connectivity = connectivity_for(arguments.connectivity, size, "--sizes " + to_string(size));
    if (!connectivity) return connectivity.error();
  }
  plan.options.spec.connectivity = arguments.connectivity;
  std::vector<const Dataset*> named;
  if (arguments.datasets) {
    Result<std::vector<const Dataset*>> chosen = parse_datasets(*arguments.datasets, true);
    if (!chosen) return chosen.error();
    named = *std::move(chosen);
  }
  for (const Dataset* dataset : named) {
    if (const Result<void> status = check_format(*dataset, plan.format); !status) return status;
  }
  Result<std::vector<SizedDataset>> inputs = at_sizes(named, *sizes);
  if (!inputs) return inputs.error();
  plan.inputs = *std::move(inputs);
  return {};
}

Result<BenchPlan> make_plan(const BenchArguments& arguments) {
  BenchPlan plan;
  const Result<PixelFormat> format = parse_format(arguments.format);
  if (!format) return format.error();
  plan.format = *format;
  const Result<Criterion> criterion = parse_criterion(arguments.criterion, plan.format);
  if (!criterion) return criterion.error();
  plan.options.spec.criterion = *criterion;
  plan.options.run.raster.blocks = arguments.blocks;
  plan.options.run.timing = arguments.passes ? TimingDetail::passes : TimingDetail::stages;
  plan.repetitions = arguments.repetitions;
  Result<std::vector<BenchEngine>> named = parse_engines(arguments.engines);
  if (!named) return named.error();
  plan.engines = *std::move(named);
  for (const BenchEngine& engine : plan.engines) {
    if (plan.format != PixelFormat::depth32f || engine.start != BenchStart::prepared) continue;
    return Error{ErrorCode::invalid_argument, "--engines: " + engine.name +
                                                  ": an engine prepares for images that it uploads itself, and depth "
                                                  "textures are made by the bench; leave +prepared or depth32f out"};
  }
  if (const Result<void> status = read_inputs(arguments, plan); !status) return status.error();
  return plan;
}

Result<void> check(BenchArguments& arguments) {
  if (arguments.plot) {
    if (const Result<void> status = check_plot_path(*arguments.plot); !status) return status;
    const std::string json = arguments.json.value_or("");
    const Result<void> apart =
        json.empty() ? Result<void>() : check_files({{"--json", json}, {"--plot", *arguments.plot}}, {});
    if (!apart) return apart;
  }
  if (const char* const given = read_option_of(arguments.read); given && !arguments.slabs && !arguments.joins) {
    return Error{ErrorCode::invalid_argument,
                 std::string(given) + " is for the file of --slabs or --joins; name one or leave it out"};
  }
  if (arguments.paper || arguments.joins) return {};
  if (arguments.slabs) {
    if (arguments.criterion == "foreground" || arguments.criterion == "equal") return {};
    return Error{ErrorCode::invalid_argument,
                 "--criterion " + arguments.criterion + " and --slabs contradict each other: use foreground or equal"};
  }
  Result<BenchPlan> plan = make_plan(arguments);
  if (!plan) return plan.error();
  arguments.plan = *std::move(plan);
  return {};
}

/// Checks before the work that the report and the picture can be written.
Result<void> try_outputs(const BenchArguments& arguments) {
  const Result<void> status = try_output(arguments.json);
  return status ? try_output(arguments.plot) : status;
}

Result<void> check_sizes(const std::vector<SizedDataset>& inputs, const host::ContextInfo& info) {
  const int side = engines::largest_side(info.max_texture_size);
  const int side_in_space = engines::largest_side(info.max_3d_texture_size);
  for (const auto& [dataset, size] : inputs) {
    const Extent largest = size.is_volume() ? Extent{side_in_space, side_in_space, side_in_space} : Extent{side, side};
    if (std::max({size.width, size.height, size.depth}) <= largest.width) continue;
    return Error{ErrorCode::too_large,
                 "--sizes: " + to_string(size) + " is beyond " + to_string(largest) +
                     (size.is_volume() ? ", the largest volume that can be labeled here: GL_MAX_3D_TEXTURE_SIZE is " +
                                             std::to_string(info.max_3d_texture_size)
                                       : ", the largest image that can be labeled here: GL_MAX_TEXTURE_SIZE is " +
                                             std::to_string(info.max_texture_size) + ", and ids end at 32768")};
  }
  return {};
}

Result<void> run_paper_bench(const BenchArguments& arguments, std::ostream& out) {
  if (const Result<void> status = try_outputs(arguments); !status) return status;
  return run_paper(
      {*arguments.paper, arguments.repetitions, arguments.max_side, arguments.device, arguments.json, arguments.plot},
      out);
}

/// The criterion is the foreground of all values but 0.
Result<void> run_joins(const BenchArguments& arguments, std::ostream& out) {
  const Result<host::SlabSource> source = open_source(source_text(*arguments.joins, std::nullopt, arguments.read));
  if (!source) return source.error();
  const Result<JoinReport> report = measure_joins(*source, {.connectivity = arguments.connectivity}, arguments.ranks);
  if (!report) return report.error();
  print_joins(out, *report);
  return {};
}

Result<void> run_slab_bench(const BenchArguments& arguments, std::ostream& out) {
  const Result<host::SlabSource> source = open_source(source_text(*arguments.slabs, std::nullopt, arguments.read));
  if (!source) return source.error();
  const bool equal = arguments.criterion == "equal";
  const SlabDevices devices{arguments.gpus.empty() ? std::vector<int>{arguments.device} : arguments.gpus,
                            *find_slab_method(arguments.method)};
  if (!arguments.gpus.empty() && !arguments.from_host) {
    const Result<PartsBenchReport> report = bench_parts(*source, equal, devices, arguments.repetitions);
    if (!report) return report.error();
    print_parts_bench(out, *report);
    return {};
  }
  const Result<SlabBenchReport> report = bench_slabs(*source, equal, devices, arguments.repetitions);
  if (!report) return report.error();
  print_slab_bench(out, *report);
  return {};
}

Result<void> run_bench(const BenchArguments& arguments, std::ostream& out) {
  if (arguments.slabs) return run_slab_bench(arguments, out);
  if (arguments.paper) return run_paper_bench(arguments, out);
  if (arguments.joins) return run_joins(arguments, out);
  if (const Result<void> status = try_outputs(arguments); !status) return status;
  const BenchPlan& plan = arguments.plan;
  BenchReport report{
      {.renderer = "none, on the CPU", .version = "none"}, plan.format, plan.options, plan.repetitions, {}};
  const bool gl_engine = std::any_of(plan.engines.begin(), plan.engines.end(),
                                     [](const BenchEngine& engine) { return engine.needs_gl(); });
  const auto drawn = std::find_if(plan.inputs.begin(), plan.inputs.end(),
                                  [](const SizedDataset& input) { return input.dataset->is_drawn(); });
  std::optional<host::HeadlessContext> current;
  if (gl_engine || drawn != plan.inputs.end()) {
    Result<host::HeadlessContext> context = host::HeadlessContext::create({.device = arguments.device});
    if (!context) {
      const std::string without =
          drawn == plan.inputs.end() ? "--engines cpu-serial needs no OpenGL" : "OpenGL draws " + drawn->dataset->name;
      return Error{context.error().code, context.error().message + "; " + without};
    }
    current = *std::move(context);
    report.context = host::describe_current_context();
    if (const Result<void> status = check_sizes(plan.inputs, report.context); !status) return status;
  }
  Result<std::vector<BenchRow>> rows = run_benchmarks(plan);
  if (!rows) return rows.error();
  report.rows = *std::move(rows);
  if (const Result<void> status = write_text(arguments.json, bench_json(report)); !status) return status;
  if (arguments.plot) {
    if (const Result<void> status = plot_bench(report, *arguments.plot); !status) return status;
  }
  print_bench_table(out, report);
  return {};
}

}  // namespace

Command make_bench_command(CLI::App& program) {
  CLI::App* app = program.add_subcommand("bench", "Measure how long the engines take");
  auto arguments = std::make_shared<BenchArguments>();
  app->add_option("--engines", arguments->engines, "names from the list below, separated by commas")
      ->capture_default_str()
      ->type_name("LIST");
  app->add_option(
         "--datasets", arguments->datasets,
         "names from the lists below, separated by commas; default: what is usual for images or volumes, without ids "
         "and depth, which OpenGL draws")
      ->type_name("LIST");
  app->add_option("--sizes", arguments->sizes, "N (for NxN) or WxH in pixels, WxHxD in voxels, separated by commas")
      ->capture_default_str()
      ->type_name("LIST");
  add_connectivity_option(*app, arguments->connectivity);
  app->add_option("--criterion", arguments->criterion,
                  "foreground[:LOW[:HIGH]], equal[:BACKGROUND], or difference:D[:BACKGROUND], and with other measures "
                  "luminance:D[:BACKGROUND] and largest:D[:BACKGROUND], in the units of the format")
      ->capture_default_str()
      ->type_name("C");
  app->add_option("--format", arguments->format, "of the images: " + list_formats())
      ->capture_default_str()
      ->type_name("F");
  app->add_option("--blocks", arguments->blocks,
                  "raster, raster-paper: blocks of the column sweep; 0: the plan chooses")
      ->check(CLI::Range(0, 32768))
      ->capture_default_str()
      ->type_name("N");
  app->add_option("--repetitions", arguments->repetitions, "labelings of each image, after a warm-up")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str()
      ->type_name("N");
  app->add_option("--json", arguments->json, "write the report, with every repetition, as JSON")->type_name("OUT");
  app->add_option("--plot", arguments->plot, "draw the report: .png or .svg (needs python3 with matplotlib)")
      ->type_name("OUT");
  CLI::Option* const paper =
      app->add_option("--paper", arguments->paper,
                      "the tables of a paper beside this machine's figures: " + list_papers())
          ->excludes("--engines", "--datasets", "--sizes", "--blocks", "--connectivity", "--criterion", "--format")
          ->type_name("NAME");
  app->add_option("--max-side", arguments->max_side, "with --paper: skip images with a longer side")
      ->needs(paper)
      ->check(CLI::Range(1, 32768))
      ->type_name("N");
  CLI::Option* const joins =
      app->add_option("--joins", arguments->joins,
                      "the union phase of mpi-slabs by itself, simulated on one core: a .npy file or "
                      "KIND:WxH[xD][:DENSITY], as glccl label --memory reads them")
          ->excludes("--engines", "--datasets", "--sizes", "--blocks", "--criterion", "--format", "--json", "--plot",
                     "--paper")
          ->type_name("IMAGE");
  app->add_option("--ranks", arguments->ranks, "with --joins: ranks of the job, at most one for each plane")
      ->needs(joins)
      ->check(CLI::Range(1, 0x7FFFFFFF))
      ->capture_default_str()
      ->type_name("N");
  app->add_flag("--passes", arguments->passes,
                "one time per pass of a stage; adds overhead to rounds that are skipped");
  CLI::Option* const slabs =
      app->add_option(
             "--slabs", arguments->slabs,
             "an image that is labeled slab by slab on a CUDA device, from host memory to host memory, beside what "
             "the bus allows: a .npy file, or one that is made, as hash-noise:16384x524288:0.3")
          ->excludes("--engines", "--datasets", "--sizes", "--blocks", "--connectivity", "--format", "--passes",
                     "--json", "--plot", "--paper", "--joins")
          ->type_name("IMAGE");
  add_read_options(*app, arguments->read, "the file of --slabs or --joins");
  add_device_option(*app, arguments->device);
  app->add_option(
         "--gpus", arguments->gpus,
         "with --slabs: CUDA devices, each of which has a part of the image in its memory, as 0,1: all of them "
         "beside one on its part alone")
      ->needs(slabs)
      ->excludes("--device")
      ->delimiter(',')
      ->transform(whole_number(false))
      ->check(CLI::Range(0, 255))
      ->type_name("LIST");
  app->add_flag("--from-host", arguments->from_host,
                "with --gpus: the image lies in host memory, and its slabs take turns on the devices, beside the first "
                "device alone")
      ->needs("--gpus");
  app->add_option("--method", arguments->method, "with --slabs: what labels a slab, cuda-fast or cuda-stava")
      ->needs(slabs)
      ->check(CLI::IsMember({"cuda-fast", "cuda-stava"}))
      ->capture_default_str();
  app->footer("Engines: " + list_bench_engines() + "\nDatasets of images: " + list_datasets(true) +
              "\nTimes are GPU times from the texture to labels that stay on the GPU; for engines on the CPU they are "
              "wall times. The call is the time on the CPU until the engine returned. CUDA engines are timed as a "
              "whole; the times of their stages come from a second labeling, because timing a kernel takes time too. "
              "B/pixel, of volumes B/voxel, is the GPU memory that an engine keeps besides images, labels and tables. "
              "Several images have "
              "the seeds 1, 2, 3, ..., and their time is the time of all.");
  return {app, [arguments] { return check(*arguments); },
          [arguments](std::ostream& out) { return run_bench(*arguments, out); }};
}

}  // namespace glccl::tools
