#include "glccl/engines/registry.hpp"

#include <algorithm>
#include <utility>

#include "engine/vocabulary/laboratory.hpp"
#include "engine/vocabulary/spec_fields.hpp"
#include "host/engines/rows.hpp"

namespace glccl::engines {
namespace {

/// "a, b and c".
std::string list(const std::vector<std::string>& words, const std::string& last = " and ") {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == words.size() ? last : ", ") + words[i];
  }
  return text;
}

/// What an engine lacks of a request.
struct Lack {
  enum class Kind { nothing, volumes, connectivity, criterion, need };
  Kind kind = Kind::nothing;
  const NeedWords* need = nullptr;  ///< Of Kind::need.
};

Lack lack_of(const Capabilities& engine, const LabelingSpec& spec, const Extent& extent, bool masked) {
  const auto has = [](const auto& all, auto one) { return std::find(all.begin(), all.end(), one) != all.end(); };
  if (extent.is_volume() && !engine.has_volumes()) return {Lack::Kind::volumes};
  if (!has(engine.connectivities, connectivity_in(extent, spec.connectivity))) return {Lack::Kind::connectivity};
  if (!has(engine.criteria, kind_of(spec.criterion))) return {Lack::Kind::criterion};
  const NeedWords* const need = words_of_first(needs_of(spec, masked).without(engine.needs));
  return need == nullptr ? Lack{} : Lack{Lack::Kind::need, need};
}

}  // namespace

Registry::Registry() : engines_{auto_row()} {
  for (auto& rows : {opengl_rows(), vulkan_rows(), cpu_rows(), cuda_rows()}) {
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
  if (const std::optional<Error> missing = missing_laboratory(name)) return *missing;
  return Error{ErrorCode::invalid_argument,
               "there is no engine \"" + std::string(name) + "\": the engines are " + list(names)};
}

Result<void> Registry::check_support(const EngineInfo& engine, const LabelingSpec& spec, const Extent& extent,
                                     bool masked) const {
  const Lack lack = lack_of(engine.capabilities, spec, extent, masked);
  if (lack.kind == Lack::Kind::nothing) return {};
  std::string wanted = "volumes";
  std::vector<std::string> present = {"images"};
  if (lack.kind == Lack::Kind::connectivity) {
    wanted = std::to_string(static_cast<int>(connectivity_in(extent, spec.connectivity))) + "-connectivity";
    present.clear();
    for (const Connectivity one : engine.capabilities.connectivities) {
      present.push_back(std::to_string(static_cast<int>(one)));
    }
  } else if (lack.kind == Lack::Kind::criterion) {
    wanted = "the criterion \"" + std::string(name_of(kind_of(spec.criterion))) + "\"";
    present.clear();
    for (const CriterionKind one : engine.capabilities.criteria) present.emplace_back(name_of(one));
  } else if (lack.kind == Lack::Kind::need) {
    wanted = lack.need->wanted;
    present = {std::string(lack.need->present)};
  }
  std::vector<std::string> others;
  for (const EngineInfo& one : engines_) {
    if (one.backend == Backend::automatic ||
        lack_of(one.capabilities, spec, extent, masked).kind != Lack::Kind::nothing) {
      continue;
    }
    others.push_back("--engine " + std::string(one.name));
  }
  return Error{ErrorCode::unsupported, "engine " + std::string(engine.name) + " does not have " + wanted + ": it has " +
                                           list(present) + "; use " + list(others, " or ")};
}

Result<std::unique_ptr<Runner>> Registry::make(std::string_view name, const DeviceChoice& device) const {
  const std::size_t plus = name.find('+');
  const std::string_view place = plus == name.npos ? std::string_view() : name.substr(plus + 1);
  name = name.substr(0, plus);
  const Result<const EngineInfo*> found = find(name);
  if (!found) return found.error();
  const EngineInfo& engine = **found;
  if (!place.empty() && place != engine.place) {
    const std::string own = engine.place.empty() ? "nothing behind its name" : "+" + std::string(engine.place);
    return Error{ErrorCode::unsupported,
                 "engine " + std::string(name) + " has no +" + std::string(place) + ": it has " + own};
  }
  if (const std::string reason = engine.unavailable(); !reason.empty()) {
    return Error{ErrorCode::no_device, "engine " + std::string(name) + " cannot run here: " + reason};
  }
  return place.empty() ? engine.make(device) : engine.make_in_place(device);
}

int largest_side(int max_texture_size) {
  return static_cast<int>(std::min<std::int64_t>(max_texture_size, capabilities_of(Engine::compute).largest_side));
}

}  // namespace glccl::engines
