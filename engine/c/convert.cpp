#include "engine/c/convert.hpp"

#include <array>
#include <initializer_list>
#include <optional>
#include <type_traits>
#include <variant>

#include "engine/c/arguments.hpp"
#include "engine/common/source.hpp"
#include "engine/vocabulary/enumerators.hpp"
#include "engine/vocabulary/spec_fields.hpp"
#include "glccl/table.hpp"

namespace glccl::c_api {
namespace {

/// Whether enumerators have these numbers, so that a cast converts them. The engine checks numbers that come in.
template <class Enum>
constexpr bool same_numbers(std::initializer_list<std::pair<Enum, std::int32_t>> pairs) {
  for (const auto& [value, number] : pairs) {
    if (static_cast<std::int32_t>(value) != number) return false;
  }
  return true;
}
static_assert(same_numbers<Engine>({{Engine::automatic, GLCCL_ENGINE_AUTOMATIC},
                                    {Engine::raster, GLCCL_ENGINE_RASTER},
                                    {Engine::raster_paper, GLCCL_ENGINE_RASTER_PAPER},
                                    {Engine::compute, GLCCL_ENGINE_COMPUTE}}));
static_assert(same_numbers<Connectivity>({{Connectivity::full, GLCCL_CONNECTIVITY_FULL},
                                          {Connectivity::four, GLCCL_CONNECTIVITY_FOUR},
                                          {Connectivity::eight, GLCCL_CONNECTIVITY_EIGHT},
                                          {Connectivity::six, GLCCL_CONNECTIVITY_SIX},
                                          {Connectivity::eighteen, GLCCL_CONNECTIVITY_EIGHTEEN},
                                          {Connectivity::twenty_six, GLCCL_CONNECTIVITY_TWENTY_SIX}}));
static_assert(same_numbers<CriterionKind>({{CriterionKind::foreground, GLCCL_CRITERION_FOREGROUND},
                                           {CriterionKind::equal, GLCCL_CRITERION_EQUAL},
                                           {CriterionKind::difference, GLCCL_CRITERION_DIFFERENCE}}));
static_assert(same_numbers<Channel>({{Channel::red, GLCCL_CHANNEL_RED},
                                     {Channel::green, GLCCL_CHANNEL_GREEN},
                                     {Channel::blue, GLCCL_CHANNEL_BLUE},
                                     {Channel::alpha, GLCCL_CHANNEL_ALPHA},
                                     {Channel::any, GLCCL_CHANNEL_ANY}}));
static_assert(same_numbers<Aspect>({{Aspect::depth, GLCCL_ASPECT_DEPTH}, {Aspect::stencil, GLCCL_ASPECT_STENCIL}}));
static_assert(same_numbers<Samples>({{Samples::first, GLCCL_SAMPLES_FIRST},
                                     {Samples::average, GLCCL_SAMPLES_AVERAGE}}));
static_assert(same_numbers<Measure>({{Measure::sum, GLCCL_MEASURE_SUM},
                                     {Measure::luminance, GLCCL_MEASURE_LUMINANCE},
                                     {Measure::largest, GLCCL_MEASURE_LARGEST}}));
static_assert(same_numbers<Numbering>({{Numbering::raster, GLCCL_NUMBERING_RASTER},
                                       {Numbering::root, GLCCL_NUMBERING_ROOT}}));
static_assert(same_numbers<Compaction>({{Compaction::histogram_pyramid, GLCCL_COMPACTION_HISTOGRAM_PYRAMID},
                                        {Compaction::stencil_routing, GLCCL_COMPACTION_STENCIL_ROUTING}}));
static_assert(same_numbers<StatePolicy>({{StatePolicy::preserve, GLCCL_STATE_PRESERVE},
                                         {StatePolicy::clobber, GLCCL_STATE_CLOBBER}}));
static_assert(same_numbers<DebugGroups>({{DebugGroups::stages, GLCCL_DEBUG_GROUPS_STAGES},
                                         {DebugGroups::none, GLCCL_DEBUG_GROUPS_NONE}}));
static_assert(same_numbers<TimingDetail>({{TimingDetail::none, GLCCL_TIMING_NONE},
                                          {TimingDetail::whole, GLCCL_TIMING_WHOLE},
                                          {TimingDetail::stages, GLCCL_TIMING_STAGES},
                                          {TimingDetail::passes, GLCCL_TIMING_PASSES}}));
static_assert(same_numbers<StepContents>({{StepContents::none, GLCCL_STEP_NONE},
                                          {StepContents::source, GLCCL_STEP_SOURCE},
                                          {StepContents::ids, GLCCL_STEP_IDS},
                                          {StepContents::masks, GLCCL_STEP_MASKS},
                                          {StepContents::sums, GLCCL_STEP_SUMS},
                                          {StepContents::points, GLCCL_STEP_POINTS},
                                          {StepContents::labels, GLCCL_STEP_LABELS},
                                          {StepContents::boxes, GLCCL_STEP_BOXES},
                                          {StepContents::ranks, GLCCL_STEP_RANKS},
                                          {StepContents::roots, GLCCL_STEP_ROOTS},
                                          {StepContents::words, GLCCL_STEP_WORDS}}));
static_assert(code_of(ErrorCode::invalid_argument) == GLCCL_ERROR_INVALID_ARGUMENT &&
              code_of(ErrorCode::unsupported) == GLCCL_ERROR_UNSUPPORTED &&
              code_of(ErrorCode::too_large) == GLCCL_ERROR_TOO_LARGE && code_of(ErrorCode::file) == GLCCL_ERROR_FILE &&
              code_of(ErrorCode::no_device) == GLCCL_ERROR_NO_DEVICE && code_of(ErrorCode::gpu) == GLCCL_ERROR_GPU);
/// glccl_background_kind.
enum class BackgroundKind : std::int32_t {
  by_default = GLCCL_BACKGROUND_DEFAULT,
  none = GLCCL_BACKGROUND_NONE,
  value = GLCCL_BACKGROUND_VALUE
};

/// Whether the kinds of a criterion are such.
Result<void> check_kinds(const glccl_criterion& from) {
  const auto kind = static_cast<CriterionKind>(from.kind);
  Result<void> status = check_enumerator("the kind of the criterion", kind, CriterionKind::difference);
  if (!status || kind == CriterionKind::foreground) return status;
  const auto background = static_cast<BackgroundKind>(from.background_kind);
  return check_enumerator("the kind of the background", background, BackgroundKind::value);
}

// Members of a specification, from C and to C.

template <class Number>
requires std::is_unsigned_v<Number>
void convert_member(Number from, Number& to) { to = from; }

template <class Enumeration>
requires std::is_enum_v<Enumeration>
void convert_member(std::int32_t from, Enumeration& to) { to = static_cast<Enumeration>(from); }

template <class Enumeration>
requires std::is_enum_v<Enumeration>
void convert_member(Enumeration from, std::int32_t& to) { to = static_cast<std::int32_t>(from); }

void convert_member(std::int32_t from, bool& to) { to = from != 0; }
void convert_member(bool from, std::int32_t& to) { to = from ? 1 : 0; }

void convert_member(std::int32_t from, std::optional<int>& to) {
  to = from == GLCCL_OWN_FRACTION_BITS ? std::nullopt : std::optional<int>(from);
}
void convert_member(const std::optional<int>& from, std::int32_t& to) { to = from.value_or(GLCCL_OWN_FRACTION_BITS); }

void convert_member(const glccl_periodic_axes& from, PeriodicAxes& to) { to = {from.x != 0, from.y != 0, from.z != 0}; }
void convert_member(const PeriodicAxes& from, glccl_periodic_axes& to) { to = {from.x, from.y, from.z}; }

/// Requires a criterion that check_kinds() does not refuse.
void convert_member(const glccl_criterion& from, Criterion& to) {
  const auto kind = static_cast<CriterionKind>(from.kind);
  if (kind == CriterionKind::foreground) {
    to = Foreground{from.low, from.high, from.inverted != 0, static_cast<Channel>(from.channel)};
    return;
  }
  const auto background = static_cast<BackgroundKind>(from.background_kind);
  Equal equal;
  Difference difference{.largest = from.largest_difference, .measure = static_cast<Measure>(from.measure)};
  if (background == BackgroundKind::none) equal.background = difference.background = std::nullopt;
  if (background == BackgroundKind::value) {
    equal.background = difference.background = std::to_array(from.background);
  }
  if (kind == CriterionKind::equal) {
    to = equal;
  } else {
    to = difference;
  }
}

/// Requires a foreground. The members of other kinds have their defaults too.
void convert_member(const Criterion& from, glccl_criterion& to) {
  const Foreground& foreground = std::get<Foreground>(from);
  const Difference difference;
  to = {.kind = GLCCL_CRITERION_FOREGROUND,
        .low = foreground.low,
        .high = foreground.high,
        .inverted = foreground.inverted ? 1 : 0,
        .channel = static_cast<std::int32_t>(foreground.channel),
        .largest_difference = difference.largest,
        .background_kind = GLCCL_BACKGROUND_DEFAULT,
        .background = {},
        .measure = static_cast<std::int32_t>(difference.measure)};
}

/// Converts every member of the ledger.
void convert_members(const auto& from, auto& to) {
  visit_fields([](const Field&, const auto& one, auto& other) { convert_member(one, other); }, from, to);
}

Outputs convert_outputs(const glccl_outputs& from) {
  return {.target = from.target,
          .table_rows = from.table_rows,
          .state_policy = static_cast<StatePolicy>(from.state_policy),
          .timing = static_cast<TimingDetail>(from.timing),
          .raster = {from.raster.blocks, static_cast<Compaction>(from.raster.compaction)},
          .debug_groups = static_cast<DebugGroups>(from.debug_groups),
          .target_buffer = {from.target_buffer.name, from.target_buffer.offset, from.target_buffer.row_bytes,
                            from.target_buffer.slice_bytes}};
}

}  // namespace

Outcome convert(const glccl_source& from, Source& to) {
  to = {.texture = from.texture,
        .level = from.level,
        .layer = from.layer,
        .aspect = static_cast<Aspect>(from.aspect),
        .all_layers = from.all_layers != 0,
        .renderbuffer = from.renderbuffer,
        .framebuffer = from.framebuffer,
        .attachment = from.attachment,
        .samples = static_cast<Samples>(from.samples)};
  if (from.rectangle != nullptr) to.rectangle = *from.rectangle;
  const glccl_buffer_image& buffer = from.buffer;
  if (buffer.name == 0) return {};
  const Result<PixelFormat> format = find_format(buffer.internal_format, Aspect::depth, "the image in a buffer");
  if (!format) return format.error();
  to.buffer = {buffer.name, *format, from_c(buffer.extent), buffer.offset, buffer.row_bytes, buffer.slice_bytes};
  return {};
}

Outcome convert(const glccl_labeling_spec* spec, const glccl_outputs* outputs, LabelingArguments& to) {
  for (const Argument& argument : {opt("spec", spec), opt("outputs", outputs)}) {
    const std::string fault = fault_of(argument);
    if (!fault.empty()) return Failure(GLCCL_ERROR_INVALID_ARGUMENT, fault);
  }
  const glccl_labeling_spec asked = read_sized(spec, default_spec());
  if (Result<void> status = check_kinds(asked.criterion); !status) return status.error();
  convert_members(asked, to.spec);
  to.outputs = convert_outputs(read_sized(outputs, default_outputs()));
  return {};
}

glccl_labeling_spec default_spec() {
  glccl_labeling_spec defaults{};
  defaults.size = sizeof defaults;
  convert_members(LabelingSpec(), defaults);
  return defaults;
}

glccl_outputs default_outputs() {
  const Outputs defaults;
  return {sizeof(glccl_outputs),
          defaults.target,
          defaults.table_rows,
          static_cast<std::int32_t>(defaults.state_policy),
          static_cast<std::int32_t>(defaults.timing),
          {defaults.raster.blocks, static_cast<std::int32_t>(defaults.raster.compaction)},
          static_cast<std::int32_t>(defaults.debug_groups),
          {}};
}

Outcome convert(const glccl_inputs& from, Inputs& to) {
  const glccl_inputs inputs = read_sized(&from, {});
  Outcome failure = convert(inputs.image, to.image);
  if (!failure) failure = convert(inputs.mask, to.mask);
  return failure ? failure : convert(inputs.intensity, to.intensity);
}

Outcome convert(const glccl_input_formats& from, InputFormats& to) {
  const glccl_input_formats given = read_sized(&from, {});
  const auto read = [](std::uint32_t format, const char* who, auto& converted) -> Outcome {
    const Result<PixelFormat> found = find_format(format, Aspect::depth, who);
    if (!found) return found.error();
    converted = *found;
    return {};
  };
  if (Outcome failure = read(given.image, "the image", to.image)) return failure;
  if (given.mask != 0) {
    if (Outcome failure = read(given.mask, "the mask", to.mask)) return failure;
  }
  return given.intensity == 0 ? Outcome() : read(given.intensity, "the image of intensities", to.intensity);
}

Outcome convert_plan(std::int32_t engine, const glccl_extent& extent, const glccl_labeling_spec* spec,
                     const glccl_outputs* outputs, std::int32_t masked, PlanArguments& to) {
  to.engine = static_cast<Engine>(engine);
  if (Outcome failure = convert(spec, outputs, to.labeling)) return failure;
  to.extent = from_c(extent);
  to.masked = masked != 0;
  return {};
}

glccl_extent to_c(const Extent& extent) { return {extent.width, extent.height, extent.depth}; }

Labels from_c(const glccl_labels& from) {
  const glccl_labels labels = read_sized(&from, {});
  return {labels.texture, from_c(labels.extent), {labels.table.buffer, labels.table.rows}};
}

Extent from_c(const glccl_extent& extent) { return {extent.width, extent.height, extent.depth}; }

TrackerOptions from_c(const glccl_tracker_options& from) {
  return {.max_components = from.max_components,
          .max_pairs = from.max_pairs,
          .first_id = from.first_id,
          .id_labels = from.id_labels != 0};
}

RegionOptions from_c(const glccl_region_options& from) {
  RegionOptions to;
  to.max_seeds = from.max_seeds;
  to.selection_mask = from.selection_mask != 0;
  to.selection_labels = from.selection_labels != 0;
  to.boundaries = from.boundaries != 0;
  to.max_components = from.max_components;
  to.max_elements = from.max_elements;
  to.max_runs = from.max_runs;
  to.max_contacts = from.max_contacts;
  to.colours = from.colours != 0;
  return to;
}

ProgramBinaries from_c(const glccl_program_binaries& from) {
  ProgramBinaries made;
  if (from.load != nullptr) {
    made.load = [from](const std::string& key) {
      std::vector<unsigned char> bytes(from.load(from.user, key.c_str(), nullptr, 0));
      if (!bytes.empty() && from.load(from.user, key.c_str(), bytes.data(), bytes.size()) != bytes.size())
        bytes.clear();
      return bytes;
    };
  }
  if (from.store != nullptr) {
    made.store = [from](const std::string& key, std::span<const unsigned char> bytes) {
      from.store(from.user, key.c_str(), bytes.data(), bytes.size());
    };
  }
  return made;
}

}  // namespace glccl::c_api
