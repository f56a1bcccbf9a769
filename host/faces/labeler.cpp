#include "glccl/host/labeler.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <string>
#include <utility>
#include <variant>

#include "glccl/host/cpu.hpp"
#include "glccl/host/seams.hpp"
#include "host/cpu/allocate_labels.hpp"
#include "host/fast/fast_labeler.hpp"

namespace glccl::host {
namespace {

/// The engine `cpu-fast` as a LabelFunction.
LabelFunction label_fast(std::shared_ptr<FastLabeler> labeler) {
  return [labeler = std::move(labeler)](const ImageView& image, const LabelingSpec& spec, const ImageView* mask,
                                        bool measured, Labeled& result) -> Result<void> {
    std::vector<Component> components = std::move(result.components).value_or(std::vector<Component>());
    result.components.reset();
    const Result<void> status = labeler->label(image, spec, result.labels, measured ? &components : nullptr, mask);
    if (!status) return status;
    result.stages.clear();
    if (measured) result.components = std::move(components);
    return {};
  };
}

}  // namespace

struct Labeler::State {
  Capabilities capabilities;
  LabelFunction function;
  std::shared_ptr<FastLabeler> fast = nullptr;  ///< What the function keeps.
  // The results of the last label():
  Labeled result = {};
  bool has_table = false;
  std::vector<Measurements> measurements = {};
  std::optional<std::uint32_t> found = std::nullopt;  ///< Components before a filter, where they were measured.
  std::optional<std::uint32_t> kept = std::nullopt;   ///< And behind it.
  std::vector<StageTime> times = {};

  /// Gives all results up but the memory of the labels.
  void forget() {
    has_table = false;
    measurements.clear();
    found.reset();
    kept.reset();
    times.clear();
  }

  /// Fills holes, labels, filters and measures.
  Result<void> label(const Inputs& inputs, const LabelingSpec& spec, bool table) {
    if (spec.fill_holes == 0) return label_and_filter(inputs, spec, table);
    const LabelingSpec background = background_spec(spec);
    if (Result<void> status = label_and_measure(inputs, background); !status) return status;
    const Image filled = draw_filled(result.labels, *result.components, spec.fill_holes, spec.periodic);
    LabelingSpec as_mask = spec;
    as_mask.criterion = Foreground{};
    as_mask.fill_holes = 0;
    return label_and_filter({.image = filled.view(), .intensity = inputs.intensity}, as_mask, table);
  }

  Result<void> label_and_filter(const Inputs& inputs, const LabelingSpec& spec, bool table) {
    LabelingSpec unfiltered = spec;
    unfiltered.filter = {};
    unfiltered.columns = 0;
    if (!table && spec.filter.keeps_all()) return call(inputs, unfiltered, false);
    if (Result<void> status = label_and_measure(inputs, unfiltered); !status) return status;
    found = static_cast<std::uint32_t>(result.components->size());
    filter_components(spec.filter, result.labels, *result.components, spec.periodic);
    kept = static_cast<std::uint32_t>(result.components->size());
    has_table = table;
    if (spec.columns == 0) return {};
    measurements = measure_columns(result.labels, spec.columns, result.components->size());
    if (inputs.intensity) measure_intensities(result.labels, *inputs.intensity, spec.fraction_bits, measurements);
    if ((spec.columns & table_column_seams) != 0) {
      measure_seams(result.labels, spec.connectivity, spec.periodic, measurements);
    }
    return {};
  }

  Result<void> label_and_measure(const Inputs& inputs, const LabelingSpec& spec) {
    if (Result<void> status = call(inputs, spec, true); !status) return status;
    if (result.components) return {};
    Result<std::vector<Component>> components = measure_components(result.labels);
    if (!components) return components.error();
    if (std::holds_alternative<Equal>(spec.criterion)) read_values(inputs.image, *components);
    result.components = *std::move(components);
    return {};
  }

  Result<void> call(const Inputs& inputs, const LabelingSpec& spec, bool measured) {
    return function(inputs.image, spec, inputs.mask ? &*inputs.mask : nullptr, measured, result);
  }
};

std::string_view name_of(CpuMethod method) {
  switch (method) {
    case CpuMethod::fast:
      return "cpu-fast";
    case CpuMethod::serial:
      return "cpu-serial";
  }
  return "unknown";
}

LabelFunction label_by(Result<LabelImage> (*label)(const ImageView&, const LabelingSpec&, const ImageView*)) {
  return [label](const ImageView& image, const LabelingSpec& spec, const ImageView* mask, bool,
                 Labeled& result) -> Result<void> {
    Result<LabelImage> labels = label(image, spec, mask);
    if (!labels) return labels.error();
    result = {*std::move(labels)};
    return {};
  };
}

Capabilities labeler_capabilities(Capabilities function) {
  for (const Need need : {Need::filter, Need::measurements, Need::holes}) function.needs.add(need);
  return function;
}

Capabilities capabilities_of(CpuMethod method) {
  Capabilities capabilities = labeler_capabilities(serial_capabilities());
  capabilities.engine = name_of(method);
  return capabilities;
}

Result<Labeler> Labeler::create(const LabelerOptions& options) {
  switch (options.method) {
    case CpuMethod::fast: {
      const FastOptions threads{.threads = options.threads, .pixels_per_thread = options.pixels_per_thread};
      auto fast = std::make_shared<FastLabeler>(threads);
      Labeler labeler(fast_capabilities(), label_fast(fast));
      labeler.state_->fast = std::move(fast);
      return labeler;
    }
    case CpuMethod::serial:
      return Labeler(serial_capabilities(), label_by(label_serial));
  }
  return Error{ErrorCode::invalid_argument, "the method is " + std::to_string(static_cast<int>(options.method)) +
                                                ": use a member of host::CpuMethod"};
}

Labeler::Labeler(const Capabilities& function, LabelFunction label)
    : state_(std::make_unique<State>(State{labeler_capabilities(function), std::move(label)})) {}
Labeler::Labeler(Labeler&&) noexcept = default;
Labeler& Labeler::operator=(Labeler&&) noexcept = default;
Labeler::~Labeler() = default;

Result<Labels> Labeler::label(const Inputs& inputs, const LabelingSpec& asked, const Outputs& outputs) {
  const Capabilities& engine = state_->capabilities;
  const Extent& extent = inputs.image.extent;
  if (Result<void> status = check_table(asked, outputs.table ? 1 : 0); !status) return status.error();
  if (Result<void> status = check(asked, inputs.image.format, extent, engine); !status) return status.error();
  const Result<void> fit = check_second_images(asked, inputs.mask, inputs.intensity, extent, engine);
  if (!fit) return fit.error();
  const auto start = std::chrono::steady_clock::now();
  state_->forget();
  Result<void> status;
  try {
    status = state_->label(inputs, spec_in(extent, asked), outputs.table);
  } catch (const std::bad_alloc&) {
    status = no_memory_for_labels(extent);
  }
  if (!status) {
    state_->forget();
    state_->result = {};
    return status.error();
  }
  const std::chrono::duration<double, std::milli> whole = std::chrono::steady_clock::now() - start;
  if (outputs.timing == TimingDetail::whole) state_->times = {{"labeling", {}, whole.count()}};
  if (outputs.timing > TimingDetail::whole) {
    state_->times = std::move(state_->result.stages);
    if (state_->times.empty()) state_->times = {{"label", {}, whole.count()}};
  }
  return Labels{state_->result.labels.values, extent};
}

const LabelImage& Labeler::labels() const { return state_->result.labels; }

const std::vector<Component>& Labeler::components() const {
  static const std::vector<Component> none;
  return state_->has_table ? *state_->result.components : none;
}

const std::vector<Measurements>& Labeler::measurements() const { return state_->measurements; }

LabelImage Labeler::take_labels() { return std::exchange(state_->result.labels, {}); }

std::vector<Component> Labeler::take_components() {
  if (!std::exchange(state_->has_table, false)) return {};
  return std::exchange(*state_->result.components, {});
}

std::uint32_t Labeler::count() const {
  if (state_->kept) return *state_->kept;
  std::uint32_t largest = 0;
  for (const std::uint32_t label : state_->result.labels.values) largest = std::max(largest, label);  // is vectorized
  return largest;
}

std::uint32_t Labeler::found() const { return state_->found ? *state_->found : count(); }

const std::vector<StageTime>& Labeler::times() const { return state_->times; }

std::size_t Labeler::scratch_bytes() const { return state_->fast == nullptr ? 0 : state_->fast->scratch_bytes(); }

const Capabilities& Labeler::capabilities() const { return state_->capabilities; }

}  // namespace glccl::host
