#include "glccl/engines/registry.hpp"

#include <algorithm>
#include <utility>

#include "glccl/engines/cpu_runner.hpp"
#include "glccl/host/cpu.hpp"
#include "glccl/labeler.hpp"
#include "host/engines/auto_runner.hpp"
#include "host/engines/opengl_runner.hpp"
#include "host/engines/rows.hpp"

namespace glccl::engines {
namespace {

constexpr std::string_view on_textures = "+texture";

EngineInfo auto_row() {
  return {.name = "auto",
          .summary = "compute where OpenGL is hardware and has what is asked, else cpu-serial",
          .source = "the engines of these names",
          .backend = Backend::automatic,
          .capabilities = {.engine = "auto", .formats = {}},
          .make = make_auto_runner};
}

EngineInfo opengl_row(Engine engine, std::string_view summary, std::string_view source) {
  return {.name = name_of(engine),
          .summary = summary,
          .source = source,
          .backend = Backend::opengl,
          .capabilities = capabilities_of(engine),
          .has_table = true,
          .make = [engine](const Device& device) { return make_opengl_runner(engine, device); },
          .plan = [engine](const Extent& extent,
                           const LabelingSpec& spec) { return Labeler::describe_plan(engine, extent, spec); }};
}

/// An engine of the CPU as a CpuFunction.
template <Result<LabelImage> (*label)(const ImageView&, const LabelingSpec&)>
Result<CpuLabels> label_on_cpu(const ImageView& image, const LabelingSpec& spec, const RunOptions& options) {
  if (Status status = check_table(spec, options.table_rows); !status) return status.error();
  Result<LabelImage> labels = label(image, spec);
  if (!labels) return labels.error();
  return CpuLabels{*std::move(labels)};
}

/// "a, b and c".
std::string list(const std::vector<std::string>& words, const std::string& last = " and ") {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == words.size() ? last : ", ") + words[i];
  }
  return text;
}

bool has_connectivity(const EngineInfo& engine, Connectivity connectivity) {
  const auto& all = engine.capabilities.connectivities;
  return std::find(all.begin(), all.end(), connectivity) != all.end();
}

bool has_criterion(const EngineInfo& engine, CriterionKind kind) {
  const auto& all = engine.capabilities.criteria;
  return std::find(all.begin(), all.end(), kind) != all.end();
}

}  // namespace

std::vector<EngineInfo> opengl_rows() {
  std::vector<EngineInfo> rows = {
      opengl_row(Engine::raster, "OpenGL render passes, exact for every image",
                 "S. M. O'Connell, A GPU Implementation of Connected Component Labeling, chapters 3-9, made exact by "
                 "merge_rounds"),
      opengl_row(Engine::raster_paper, "OpenGL render passes as published: splits some components (figure 5.8)",
                 "S. M. O'Connell, A GPU Implementation of Connected Component Labeling, chapters 3-6 and 9"),
      opengl_row(Engine::compute,
                 "OpenGL compute shaders: union-find over runs of bits, tile by tile; exact for every image",
                 "our own; tiles after Stava and Benes, union by compare-and-swap after Komura, Playne and Hawick"),
  };
  rows[1].exact = false;
  return rows;
}

std::vector<EngineInfo> cpu_rows() {
  return {
      {.name = "cpu-serial",
       .summary = "union-find in two scans on one CPU core, the reference for the others",
       .source = "C. Bester and L. Pulles, Connected-Components Labeling, algorithm 1",
       .capabilities = host::serial_capabilities(),
       .make = [](const Device&) -> Result<std::unique_ptr<Runner>> {
         return make_cpu_runner("cpu-serial", label_on_cpu<host::label_serial>);
       }},
      {.name = "cpu-wu",
       .summary = "decision tree and array union-find on one CPU core",
       .source = "K. Wu, E. Otoo and K. Suzuki, Optimizing two-pass connected-component labeling algorithms, 2009",
       .capabilities = host::wu_capabilities(),
       .make = [](const Device&) -> Result<std::unique_ptr<Runner>> {
         return make_cpu_runner("cpu-wu", label_on_cpu<host::label_wu>);
       }},
  };
}

Registry::Registry() : engines_{auto_row()} {
  for (auto& rows : {opengl_rows(), cpu_rows(), cuda_rows()}) {
    engines_.insert(engines_.end(), rows.begin(), rows.end());
  }
}

void Registry::add(EngineInfo engine) {
  const auto place = std::upper_bound(engines_.begin(), engines_.end(), engine.backend,
                                      [](Backend backend, const EngineInfo& one) { return backend < one.backend; });
  engines_.insert(place, std::move(engine));
}

Result<const EngineInfo*> Registry::find(std::string_view name) const {
  std::vector<std::string> names;
  for (const EngineInfo& engine : engines_) {
    if (engine.name == name) return &engine;
    names.emplace_back(engine.name);
  }
  return Error{ErrorCode::invalid_argument,
               "there is no engine \"" + std::string(name) + "\": the engines are " + list(names)};
}

Status Registry::check_support(const EngineInfo& engine, const LabelingSpec& spec) const {
  const CriterionKind kind = kind_of(spec.criterion);
  const bool connectivity = has_connectivity(engine, spec.connectivity);
  if (connectivity && has_criterion(engine, kind)) return {};
  std::vector<std::string> criteria;
  for (const CriterionKind one : engine.capabilities.criteria) criteria.emplace_back(name_of(one));
  std::vector<std::string> others;
  for (const EngineInfo& one : engines_) {
    if (one.backend == Backend::automatic || !has_connectivity(one, spec.connectivity) || !has_criterion(one, kind)) {
      continue;
    }
    others.push_back("--engine " + std::string(one.name));
  }
  const std::string wanted = connectivity ? "the criterion \"" + std::string(name_of(kind)) + "\""
                                          : std::to_string(static_cast<int>(spec.connectivity)) + "-connectivity";
  return Error{ErrorCode::unsupported, "engine " + std::string(engine.name) + " does not have " + wanted + ": it has " +
                                           list(criteria) + "; use " + list(others, " or ")};
}

Result<std::unique_ptr<Runner>> Registry::make(std::string_view name, const Device& device) const {
  const bool textures = name.ends_with(on_textures);
  if (textures) name.remove_suffix(on_textures.size());
  const Result<const EngineInfo*> found = find(name);
  if (!found) return found.error();
  const EngineInfo& engine = **found;
  if (textures && !engine.textures) {
    return Error{ErrorCode::unsupported,
                 "engine " + std::string(name) + " has no " + std::string(on_textures) + ": CUDA engines have"};
  }
  if (const std::string reason = engine.unavailable(); !reason.empty()) {
    return Error{ErrorCode::no_device, "engine " + std::string(name) + " cannot run here: " + reason};
  }
  return textures ? engine.make_on_textures(device) : engine.make(device);
}

int largest_side(int max_texture_size) {
  return static_cast<int>(std::min<std::int64_t>(max_texture_size, capabilities_of(Engine::compute).largest_side));
}

}  // namespace glccl::engines
