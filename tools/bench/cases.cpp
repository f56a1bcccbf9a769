#include "tools/bench/cases.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "glccl/spec.hpp"
#include "glccl/table.hpp"
#include "tools/bench/values.hpp"
#include "tools/glccl/arguments.hpp"
#include "tools/glccl/registry.hpp"
#include "tools/glccl/text.hpp"

namespace glccl::tools {
namespace {

std::vector<Dataset> make_datasets() {
  std::vector<Dataset> table;
  for (const int granularity : {1, 4, 16}) {
    for (const double density : {0.2, 0.5, 0.65}) {
      table.push_back({"noise-" + to_string(density) + "-g" + std::to_string(granularity),
                       "noise",
                       {.density = density, .granularity = granularity}});
    }
  }
  table.push_back({"circles", "circles", {.circles = 2500}});
  table.push_back({"circles-250", "circles", {.circles = 250}});
  for (const char* kind : {"text", "spiral", "full", "stripes", "grid"}) table.push_back({kind, kind, {}});
  for (const int side : {8, 40}) table.push_back({"cells-" + std::to_string(side), "cells", {.granularity = side}});
  table.push_back({"smooth", "smooth", {}});
  for (Dataset& dataset : table) dataset.usual_in_plane = true;
  table.push_back({"noise-0.05-g1", "noise", {.density = 0.05}});
  table.push_back({"noise-0.3-g4", "noise", {.density = 0.3, .granularity = 4}});
  for (const int bodies : {400, 4000}) {
    table.push_back({"balls-" + std::to_string(bodies), "balls", {.bodies = bodies, .largest_radius = 13}});
  }
  for (const char* kind : {"gyroid", "tubes", "hilbert", "checkerboard"}) table.push_back({kind, kind, {}});
  for (Dataset& dataset : table) {
    const std::string_view usual[] = {"noise-0.05-g1", "noise-0.2-g1", "noise-0.5-g1", "noise-0.3-g4", "noise-0.5-g16",
                                      "balls-400",     "balls-4000",   "gyroid",       "full"};
    dataset.usual_in_space = std::find(std::begin(usual), std::end(usual), dataset.name) != std::end(usual);
  }
  return table;
}

/// The names of the datasets that have this extent.
std::string join_names_for(const Extent& extent, std::span<const Dataset> table) {
  std::string text;
  for (const Dataset& one : table) {
    if (one.is_for(extent)) text += (text.empty() ? "" : ", ") + one.name;
  }
  return text;
}

constexpr Extent an_image{640, 480};
constexpr Extent a_volume{64, 65, 67};

using engines::Backend;
using engines::EngineInfo;
using engines::RunOptions;
using engines::Submission;

/// All but `auto`, which comes first.
std::span<const EngineInfo> bench_engines() { return registry().engines().subspan(1); }

/// A word that can follow an engine's name after a plus.
struct Addition {
  std::string_view name;     ///< Ends with a hyphen if a number follows.
  std::string_view meaning;  ///< The engines that have it, and what it changes.
  bool (*is_for)(const BenchEngine& engine);
  /// Applies the addition. `number` follows the name, or is 0. Returns false if the number is not allowed.
  bool (*apply)(BenchEngine& engine, int number);
};

bool is_on(const BenchEngine& engine, Backend backend) {
  return engine.info != nullptr && engine.info->backend == backend;
}

bool is_any(const BenchEngine&) { return true; }
bool is_opengl(const BenchEngine& engine) { return is_on(engine, Backend::opengl); }
bool is_cuda(const BenchEngine& engine) { return is_on(engine, Backend::cuda); }
bool is_gpu(const BenchEngine& engine) { return is_opengl(engine) || is_cuda(engine); }
bool is_threaded(const BenchEngine& engine) { return engine.info != nullptr && engine.info->name == "cpu-fast"; }
bool makes_table(const BenchEngine& engine) { return engine.info != nullptr && engine.info->has_table; }
bool has_filter(const BenchEngine& engine) { return engine.info != nullptr && engine.info->capabilities.has_filter; }
bool has_columns(const BenchEngine& engine) {
  return engine.info != nullptr && engine.info->capabilities.has_measurements;
}
bool is_mpi(const BenchEngine& engine) { return is_on(engine, Backend::mpi); }
bool has_batches(const BenchEngine& engine) { return engine.info != nullptr && engine.info->has_batch; }

template <class... Names>
bool is_named(const BenchEngine& engine, Names... names) {
  return engine.info != nullptr && ((engine.info->name == names) || ...);
}
bool is_raster(const BenchEngine& engine) { return is_named(engine, "raster", "raster-paper"); }
bool is_links(const BenchEngine& engine) { return is_named(engine, "cuda-links"); }
bool is_jung(const BenchEngine& engine) { return is_named(engine, "cuda-jung", "cuda-jung-surface"); }

bool set_block_side(BenchEngine& engine, int number) {
  engine.run.block_side = number;
  return number == 4 || number == 8 || number == 16 || number == 32;
}

bool set_threads(BenchEngine& engine, int number) {
  engine.run.threads = number;
  return number >= 1 && number <= 1024;
}

bool set_ranks(BenchEngine& engine, int number) {
  engine.run.ranks = number;
  return number >= 1;
}

template <auto member>
bool set_filter(BenchEngine& engine, int number) {
  engine.filter.*member = static_cast<std::uint64_t>(number);
  return number >= 1;
}

template <std::uint32_t column>
bool set_column(BenchEngine& engine, int) {
  engine.table = true;
  engine.columns |= column;
  return true;
}

template <Submission submission>
bool set_images(BenchEngine& engine, int number) {
  engine.run.submission = submission;
  engine.images = number;
  return number >= 1 && number <= 1024;
}

bool set_routing(BenchEngine& engine, int) {
  engine.run.raster.compaction = Compaction::stencil_routing;
  return true;
}

bool set_clobber(BenchEngine& engine, int) {
  engine.run.state_policy = StatePolicy::clobber;
  return true;
}

template <auto member, auto value>
bool set(BenchEngine& engine, int) {
  engine.*member = value;
  return true;
}

template <auto member, auto value>
bool set_links(BenchEngine& engine, int) {
  engine.run.links.*member = value;
  return true;
}

constexpr Addition additions[] = {
    {"transfer", "wall time from the image on the CPU to labels on the CPU", is_any, set<&BenchEngine::transfer, true>},
    {"table", "GPU engines and cpu-fast: with the component table", makes_table, set<&BenchEngine::table, true>},
    {"root", "GPU engines: labels are roots, without numbers", is_gpu, set<&BenchEngine::numbering, Numbering::root>},
    {"moments", "engines that measure: with a table that has second moments", has_columns,
     set_column<table_column_moments>},
    {"quads", "engines that measure: with a table that has counts of 2x2 windows", has_columns,
     set_column<table_column_quads>},
    {"min-area-", "engines with a filter: components of fewer than N pixels are dropped", has_filter,
     set_filter<&Filter::min_area>},
    {"largest-", "engines with a filter: only the N largest components are kept", has_filter,
     set_filter<&Filter::largest>},
    {"routing", "raster, raster-paper: stencil_routing gathers the roots", is_raster, set_routing},
    {"first", "OpenGL engines: made anew for each labeling, which compiles their programs", is_opengl,
     set<&BenchEngine::start, BenchStart::first>},
    {"prepared", "OpenGL engines: made anew for each labeling, and prepared for it", is_opengl,
     set<&BenchEngine::start, BenchStart::prepared>},
    {"clobber", "OpenGL engines: the state of the context is not preserved", is_opengl, set_clobber},
    {"1-gather", "cuda-links: no links", is_links, set_links<&cuda::LinksOptions::gather, cuda::LinksGather::one>},
    {"max-gather", "cuda-links: no LabelRoot", is_links,
     set_links<&cuda::LinksOptions::gather, cuda::LinksGather::max>},
    {"shared", "cuda-links: shared memory instead of shuffles", is_links,
     set_links<&cuda::LinksOptions::shuffle, false>},
    {"batch-", "cuda-fast, which has batches: one call labels 1 to 1024 images", has_batches,
     set_images<Submission::batch>},
    {"calls-", "CUDA engines: 1 to 1024 images, one call each, on one stream", is_cuda, set_images<Submission::calls>},
    {"block-", "cuda-jung, cuda-jung-surface: blocks of NxN threads, N is 4, 8, 16 or 32", is_jung, set_block_side},
    {"threads-", "cpu-fast: at most N threads, N is 1 to 1024; without it as many as the machine runs at once",
     is_threaded, set_threads},
    {"ranks-", "mpi-rows, mpi-slabs: only N ranks of the job take part", is_mpi, set_ranks},
};

/// The addition that a word names, and the number at its end.
std::pair<const Addition*, int> find_addition(const std::string& word) {
  for (const Addition& one : additions) {
    if (word == one.name && !word.ends_with('-')) return {&one, 0};
    if (!one.name.ends_with('-') || !word.starts_with(one.name)) continue;
    const std::string digits = word.substr(one.name.size());
    if (digits.empty() || digits.size() > 6 || digits.find_first_not_of("0123456789") != std::string::npos) continue;
    return {&one, std::stoi(digits)};
  }
  return {nullptr, 0};
}

std::string list_additions() {
  std::string names;
  for (const Addition& one : additions) {
    names += (names.empty() ? "+" : ", +") + std::string(one.name) + (one.name.ends_with('-') ? "N" : "");
  }
  return names;
}

Status add(BenchEngine& engine, const std::string& word) {
  const auto [addition, number] = find_addition(word);
  if (addition == nullptr) {
    return Error{ErrorCode::invalid_argument,
                 "--engines: there is no addition \"+" + word + "\" to an engine: there are " + list_additions()};
  }
  if (!addition->is_for(engine)) {
    return Error{ErrorCode::invalid_argument, "--engines: " + engine.name + ": +" + word + " is for other engines (" +
                                                  std::string(addition->meaning) + ")"};
  }
  if (!addition->apply(engine, number)) {
    return Error{ErrorCode::invalid_argument, "--engines: +" + word + " is not one of the numbers it can be (" +
                                                  std::string(addition->meaning) + ")"};
  }
  return {};
}

Error named_twice(const std::string& option, const std::string& word) {
  return {ErrorCode::invalid_argument, option + " names " + word + " twice; name it once"};
}

/// An engine, or else a peer.
Result<BenchEngine> find_bench_engine(const std::string& name) {
  const auto has_name = [&](const auto& one) { return one.name == name; };
  const auto known = bench_engines();
  if (const auto found = std::find_if(known.begin(), known.end(), has_name); found != known.end()) {
    return BenchEngine{.name = name, .info = &*found};
  }
  const auto others = peers();
  if (const auto found = std::find_if(others.begin(), others.end(), has_name); found != others.end()) {
    return BenchEngine{.name = name, .peer = &*found};
  }
  return Error{ErrorCode::invalid_argument, "--engines: there is no engine \"" + name + "\" to measure: there are " +
                                                join_names(known) + ", " + join_names(others)};
}

}  // namespace

std::string why_not_here(const BenchEngine& engine) {
  return engine.peer != nullptr ? engine.peer->unavailable() : engine.info->unavailable();
}

Status check_support(const BenchEngine& engine, const LabelingSpec& spec) {
  if (engine.peer == nullptr) return registry().check_support(*engine.info, spec);
  const auto& has = engine.peer->connectivities;
  const bool connectivity = std::find(has.begin(), has.end(), spec.connectivity) != has.end();
  if (connectivity && kind_of(spec.criterion) == CriterionKind::foreground) return {};
  std::string text;
  for (const Connectivity one : has) text += (text.empty() ? "" : " and ") + std::to_string(static_cast<int>(one));
  return Error{ErrorCode::unsupported, engine.name + " has the criterion foreground and connectivity " + text};
}

bool Dataset::is_for(const Extent& extent) const {
  if (is_drawn()) return !extent.is_volume();
  return host::has_kind(extent.is_volume() ? host::volume_kinds() : host::generate_kinds(), kind);
}

std::span<const Dataset> datasets() {
  static const std::vector<Dataset> table = make_datasets();
  return table;
}

Result<std::vector<SizedDataset>> at_sizes(const std::vector<const Dataset*>& named, const std::vector<Extent>& sizes) {
  std::vector<SizedDataset> found;
  for (const Extent& size : sizes) {
    const std::size_t before = found.size();
    for (const Dataset* dataset : named) {
      if (dataset->is_for(size)) found.push_back({dataset, size});
    }
    for (const Dataset& dataset : datasets()) {
      const bool usual = size.is_volume() ? dataset.usual_in_space : dataset.usual_in_plane;
      if (named.empty() && usual) found.push_back({&dataset, size});
    }
    if (found.size() > before) continue;
    return Error{ErrorCode::invalid_argument,
                 "--sizes: " + to_string(size) + " is the size of " + (size.is_volume() ? "a volume" : "an image") +
                     ", and no dataset that --datasets names has it: name one of " + join_names_for(size, datasets())};
  }
  for (const Dataset* dataset : named) {
    const bool is_found =
        std::any_of(found.begin(), found.end(), [&](const SizedDataset& one) { return one.dataset == dataset; });
    if (is_found) continue;
    const bool in_space = dataset->is_for(a_volume);
    return Error{ErrorCode::invalid_argument, "--datasets: " + dataset->name + " is " +
                                                  (in_space ? "a volume" : "an image") + ": give --sizes one as " +
                                                  to_string(in_space ? a_volume : an_image)};
  }
  return found;
}

BenchOptions BenchEngine::options_for(const Extent& extent, const BenchOptions& common) const {
  BenchOptions options{common.spec, run};
  options.spec.numbering = numbering;
  options.spec.filter = filter;
  options.spec.columns = columns;
  options.run.timing = common.run.timing;
  if (is_raster(*this)) options.run.raster.blocks = common.run.raster.blocks;
  if (table) options.run.table_rows = static_cast<std::uint32_t>(std::min<std::int64_t>(extent.elements(), 1 << 20));
  return options;
}

Result<std::vector<BenchEngine>> parse_engines(const std::string& list) {
  std::vector<BenchEngine> found;
  for (const std::string& name : split(list)) {
    const std::vector<std::string> words = split(name, '+');
    Result<BenchEngine> named = find_bench_engine(words[0]);
    if (!named) return named.error();
    BenchEngine engine = *std::move(named);
    engine.name = name;
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (const Status status = add(engine, words[i]); !status) return status.error();
    }
    if (engine.transfer && engine.run.submission != Submission::single) {
      return Error{ErrorCode::invalid_argument,
                   "--engines: " + name + ": +transfer is of one image; leave it or the number of images out"};
    }
    if (engine.numbering == Numbering::root && (!engine.filter.keeps_all() || engine.columns != 0)) {
      return Error{ErrorCode::invalid_argument,
                   "--engines: " + name + ": filters and measurements need numbers; leave them or +root out"};
    }
    if (engine.transfer && engine.start != BenchStart::warm) {
      return Error{ErrorCode::invalid_argument, "--engines: " + name +
                                                    ": +transfer is of engines that have labeled before; leave it or "
                                                    "+first and +prepared out"};
    }
    const bool twice =
        std::any_of(found.begin(), found.end(), [&](const BenchEngine& one) { return one.name == name; });
    if (twice) return named_twice("--engines", name);
    found.push_back(std::move(engine));
  }
  return found;
}

std::span<const Dataset> drawn_datasets() {
  static const std::vector<Dataset> table = {{"ids", "ids", {}, {PixelFormat::u32}},
                                             {"depth", "depth", {}, {PixelFormat::f32, PixelFormat::depth32f}}};
  return table;
}

Result<std::vector<const Dataset*>> parse_datasets(const std::string& list, bool drawn) {
  std::vector<const Dataset*> all;
  for (const Dataset& one : datasets()) all.push_back(&one);
  for (const Dataset& one : drawn_datasets()) {
    if (drawn) all.push_back(&one);
  }
  std::vector<const Dataset*> found;
  for (const std::string& word : split(list)) {
    const auto dataset = std::find_if(all.begin(), all.end(), [&](const Dataset* one) { return one->name == word; });
    if (dataset == all.end()) {
      return Error{ErrorCode::invalid_argument, "--datasets: there is no dataset \"" + word +
                                                    "\" to measure: there are " + join_names(datasets()) +
                                                    (drawn ? ", " + join_names(drawn_datasets()) : "")};
    }
    if (std::find(found.begin(), found.end(), *dataset) != found.end()) return named_twice("--datasets", word);
    found.push_back(*dataset);
  }
  return found;
}

Status check_format(const Dataset& dataset, PixelFormat format) {
  const auto& has = dataset.formats;
  if (!dataset.is_drawn() || std::find(has.begin(), has.end(), format) != has.end()) return {};
  std::string text;
  for (const PixelFormat one : has) text += (text.empty() ? "" : " or ") + format_text(one);
  return Error{ErrorCode::invalid_argument, "--datasets: " + dataset.name + " is not drawn in " + format_text(format) +
                                                ": measure it with --format " + text};
}

std::string why_not_read(const BenchEngine& engine, PixelFormat format, const Extent& extent) {
  if (extent.is_volume() && (engine.peer != nullptr || !engine.info->capabilities.has_volumes())) {
    std::string others;
    for (const EngineInfo& one : bench_engines()) {
      if (one.capabilities.has_volumes()) others += (others.empty() ? "" : ", ") + std::string(one.name);
    }
    return engine.name + " labels images and no volumes; measure " + others;
  }
  if (engine.peer != nullptr) {
    return format == PixelFormat::u8 ? std::string() : engine.name + " labels binary images of r8ui";
  }
  const Capabilities& capabilities = engine.info->capabilities;
  const Status status = check({.connectivity = capabilities.connectivities.front()}, format, {1, 1}, capabilities);
  return status ? std::string() : status.error().message;
}

Result<std::vector<Extent>> parse_sizes(const std::string& list) {
  std::vector<Extent> sizes;
  for (const std::string& word : split(list)) {
    const bool single = !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
    const Result<Extent> size = parse_extent(single ? word + "x" + word : word);
    if (!size) return Error{size.error().code, "--sizes: " + size.error().message};
    if (std::find(sizes.begin(), sizes.end(), *size) != sizes.end()) return named_twice("--sizes", to_string(*size));
    sizes.push_back(*size);
  }
  return sizes;
}

std::string list_bench_engines() {
  std::string text =
      join_names(bench_engines()) + "\nOther libraries: " + join_names(peers()) + "\nAdditions to engines:";
  for (const Addition& one : additions) {
    text += "\n  +" + std::string(one.name) + (one.name.ends_with('-') ? "N" : "") + "  " + std::string(one.meaning);
  }
  return text;
}

std::string list_datasets(bool drawn) {
  return join_names_for(an_image, datasets()) + (drawn ? ", " + join_names(drawn_datasets()) : "") +
         "\nDatasets of volumes: " + join_names_for(a_volume, datasets());
}

}  // namespace glccl::tools
