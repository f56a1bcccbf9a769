#include "tools/bench/cases.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/vocabulary/laboratory.hpp"
#include "glccl/spec.hpp"
#include "tools/bench/additions.hpp"
#include "tools/bench/values.hpp"
#include "tools/glccl/options/arguments.hpp"
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

using engines::EngineInfo;

/// All but `auto`, which comes first.
std::span<const EngineInfo> bench_engines() { return registry().engines().subspan(1); }

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
  if (const std::optional<Error> missing = missing_laboratory(name)) return *missing;
  return Error{ErrorCode::invalid_argument, "--engines: there is no engine \"" + name + "\" to measure: there are " +
                                                join_names(known) + ", " + join_names(others)};
}

}  // namespace

std::string why_not_here(const BenchEngine& engine) {
  return engine.peer != nullptr ? engine.peer->unavailable() : engine.info->unavailable();
}

Result<void> check_support(const BenchEngine& engine, const LabelingSpec& spec) {
  if (engine.peer == nullptr) return registry().check_support(*engine.info, spec, {1, 1}, engine.masked);
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
  if (fills_holes) options.spec.fill_holes = Filter::unlimited;
  options.spec.periodic = {periodic, periodic, periodic && extent.is_volume()};
  options.run.timing = common.run.timing;
  if (is_raster(*this)) options.run.raster.blocks = common.run.raster.blocks;
  options.run.track = tracked;
  if (contacts)
    options.run.max_contacts = static_cast<std::uint32_t>(std::min<std::int64_t>(extent.elements(), 1 << 21));
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
      if (const Result<void> status = add(engine, words[i]); !status) return status.error();
    }
    if (engine.transfer && engine.run.submission != engines::Submission::single) {
      return Error{ErrorCode::invalid_argument,
                   "--engines: " + name + ": +transfer is of one image; leave it or the number of images out"};
    }
    if ((engine.tracked || engine.contacts) && engine.run.submission != engines::Submission::single) {
      return Error{ErrorCode::invalid_argument, "--engines: " + name +
                                                    ": +tracked and +contacts are of one image; leave them or the "
                                                    "number of images out"};
    }
    if (engine.numbering == Numbering::root && (!engine.filter.keeps_all() || engine.columns != 0 || engine.tracked)) {
      return Error{ErrorCode::invalid_argument,
                   "--engines: " + name + ": filters, measurements and tracks need numbers; leave them or +root out"};
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

Result<void> check_format(const Dataset& dataset, PixelFormat format) {
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
  const Result<void> status =
      check({.connectivity = capabilities.connectivities.front()}, format, {1, 1}, capabilities);
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
  return join_names(bench_engines()) + "\nOther libraries: " + join_names(peers()) +
         "\nAdditions to engines:" + describe_additions();
}

std::string list_datasets(bool drawn) {
  return join_names_for(an_image, datasets()) + (drawn ? ", " + join_names(drawn_datasets()) : "") +
         "\nDatasets of volumes: " + join_names_for(a_volume, datasets());
}

}  // namespace glccl::tools
