#include "python/src/cpu_engines.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "glccl/host/cpu.hpp"

namespace glccl::python {
namespace {

/// Labels by `label`, then measures in a scan of its own.
template <Result<LabelImage> (*label)(const ImageView&, const LabelingSpec&)>
Result<LabeledOnCpu> label_then_measure(const ImageView& image, const LabelingSpec& spec, bool measured) {
  Result<LabelImage> labels = label(image, spec);
  if (!labels) return labels.error();
  LabeledOnCpu result{std::move(*labels), {}, 0};
  if (measured) {
    Result<std::vector<Component>> components = host::measure_components(result.labels);
    if (!components) return components.error();
    result.components = std::move(*components);
    result.count = static_cast<std::uint32_t>(result.components.size());
  } else {
    const std::vector<std::uint32_t>& values = result.labels.values;
    result.count = *std::max_element(values.begin(), values.end());
  }
  return result;
}

struct CpuEngine {
  Capabilities (*capabilities)();
  Result<LabeledOnCpu> (*label)(const ImageView&, const LabelingSpec&, bool measured);
};

/// `auto` is the first engine that can do what is asked. The last one can do all that any engine can.
constexpr std::array cpu_engines = {CpuEngine{host::wu_capabilities, label_then_measure<host::label_wu>},
                                    CpuEngine{host::serial_capabilities, label_then_measure<host::label_serial>}};

/// The engine of this name that can do what is asked, or the reason why there is none.
Result<const CpuEngine*> choose(std::string_view name, const LabelingSpec& spec, const ImageView& image) {
  Error error{ErrorCode::invalid_argument, "there is no CPU engine named " + std::string(name)};
  for (const CpuEngine& engine : cpu_engines) {
    const Capabilities capabilities = engine.capabilities();
    if (name != "auto" && name != capabilities.engine) continue;
    const Status status = check(spec, image.format, image.extent, capabilities);
    if (status) return &engine;
    error = status.error();
  }
  return error;
}

}  // namespace

std::vector<std::string_view> cpu_engine_names() {
  std::vector<std::string_view> names;
  for (const CpuEngine& engine : cpu_engines) names.push_back(engine.capabilities().engine);
  return names;
}

Status check_cpu(std::string_view engine, const LabelingSpec& spec, const ImageView& image) {
  const Result<const CpuEngine*> chosen = choose(engine, spec, image);
  return chosen ? Status() : chosen.error();
}

Result<LabeledOnCpu> label_on_cpu(std::string_view engine, const LabelingSpec& spec, const ImageView& image,
                                  bool measured) {
  const Result<const CpuEngine*> chosen = choose(engine, spec, image);
  if (!chosen) return chosen.error();
  return chosen.value()->label(image, spec, measured);
}

}  // namespace glccl::python
