#include "glccl/engines/registry.hpp"

#include <algorithm>
#include <utility>

#include "host/engines/rows.hpp"

namespace glccl::engines {
namespace {

constexpr std::string_view on_textures = "+texture";

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
                 "engine " + std::string(name) + " has no " + std::string(on_textures) + ": only CUDA engines have it"};
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
