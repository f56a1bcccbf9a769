#include "python/src/cpu_engines.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string>
#include <utility>

#include "glccl/host/cpu.hpp"
#include "glccl/host/fast_labeler.hpp"

namespace glccl::python {
namespace {

/// The number of components of labels in raster order.
std::uint32_t largest_of(const LabelImage& labels) {
  std::uint32_t largest = 0;
  for (const std::uint32_t label : labels.values) largest = std::max(largest, label);  // is vectorized
  return largest;
}

/// Scratch memory that a thread keeps between calls, at most. Measured at 2048 x 2048, equal values: with it 59 ms a
/// call, else 88 ms; of one pixel 7 us and 17 us.
constexpr std::size_t kept_bytes = std::size_t{64} << 20;

Result<LabeledOnCpu> label_fast(const ImageView& image, const LabelingSpec& spec, const ImageView* mask,
                                bool measured) {
  LabeledOnCpu result;
  thread_local host::FastLabeler labeler;
  const Result<void> status = labeler.label(image, spec, result.labels, measured ? &result.components : nullptr, mask);
  if (labeler.scratch_bytes() > kept_bytes) labeler = host::FastLabeler();
  if (!status) return status.error();
  result.count = measured ? static_cast<std::uint32_t>(result.components.size()) : largest_of(result.labels);
  return result;
}

/// Labels by `label`, then measures in a scan of its own.
template <Result<LabelImage> (*label)(const ImageView&, const LabelingSpec&, const ImageView*)>
Result<LabeledOnCpu> label_then_measure(const ImageView& image, const LabelingSpec& spec, const ImageView* mask,
                                        bool measured) {
  Result<LabelImage> labels = label(image, spec, mask);
  if (!labels) return labels.error();
  LabeledOnCpu result{std::move(*labels), {}, 0};
  if (measured) {
    Result<std::vector<Component>> components = host::measure_components(result.labels);
    if (!components) return components.error();
    result.components = std::move(*components);
    result.count = static_cast<std::uint32_t>(result.components.size());
  } else {
    result.count = largest_of(result.labels);
  }
  return result;
}

/// The engines label without a filter and without holes to fill: host::draw_filled() comes before and
/// host::filter_components() after them.
LabelingSpec without_filter(LabelingSpec spec) {
  spec.filter = {};
  spec.fill_holes = 0;
  return spec;
}

struct CpuEngine {
  Capabilities (*capabilities)();
  Result<LabeledOnCpu> (*label)(const ImageView&, const LabelingSpec&, const ImageView* mask, bool measured);
};

/// `auto` is the first engine that can do what is asked. The last one can do all that any engine can.
constexpr std::array cpu_engines = {CpuEngine{host::fast_capabilities, label_fast},
                                    CpuEngine{host::serial_capabilities, label_then_measure<host::label_serial>}};

/// The engine of this name that can do what is asked, or the reason why there is none.
Result<const CpuEngine*> choose(std::string_view name, const LabelingSpec& spec, const ImageView& image) {
  Error error{ErrorCode::invalid_argument, "there is no CPU engine named " + std::string(name)};
  for (const CpuEngine& engine : cpu_engines) {
    const Capabilities capabilities = engine.capabilities();
    if (name != "auto" && name != capabilities.engine) continue;
    const Result<void> status = check(without_filter(spec), image.format, image.extent, capabilities);
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

Result<void> check_cpu(std::string_view engine, const LabelingSpec& spec, const ImageView& image,
                       const ImageView* mask) {
  if (Result<void> status = check_filter(spec); !status) return status;
  if (Result<void> status = check_holes(spec); !status) return status;
  if (Result<void> status = check_mask(spec, mask, image.extent, host::serial_capabilities()); !status) return status;
  const Result<const CpuEngine*> chosen = choose(engine, spec, image);
  return chosen ? Result<void>() : chosen.error();
}

Result<LabeledOnCpu> label_on_cpu(std::string_view engine, const LabelingSpec& spec, const ImageView& image,
                                  const ImageView* mask, bool measured) {
  const Result<const CpuEngine*> chosen = choose(engine, spec, image);
  if (!chosen) return chosen.error();
  if (spec.fill_holes != 0) {
    const Result<LabeledOnCpu> background =
        chosen.value()->label(image, background_spec(spec_in(image.extent, spec)), nullptr, true);
    if (!background) return background.error();
    try {
      const host::Image filled =
          host::draw_filled(background->labels, background->components, spec.fill_holes, spec.periodic);
      LabelingSpec as_mask = spec;
      as_mask.criterion = Foreground{};
      as_mask.fill_holes = 0;
      return label_on_cpu(chosen.value()->capabilities().engine, as_mask, filled.view(), nullptr, measured);
    } catch (const std::bad_alloc&) {
      return Error{ErrorCode::too_large,
                   "no memory for the filled image of " + to_string(image.extent) + ": label the image in parts"};
    }
  }
  const bool is_filtered = !spec.filter.keeps_all();
  Result<LabeledOnCpu> result = chosen.value()->label(image, without_filter(spec), mask, measured || is_filtered);
  if (!result || !is_filtered) return result;
  try {
    host::filter_components(spec.filter, result->labels, result->components, spec.periodic);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::too_large,
                 "no memory to filter " + std::to_string(result->count) + " components: label the image in parts"};
  }
  result->count = static_cast<std::uint32_t>(result->components.size());
  return result;
}

}  // namespace glccl::python
