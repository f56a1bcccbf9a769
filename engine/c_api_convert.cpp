#include "engine/c_api_convert.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <numeric>

#include "glccl/table.hpp"

namespace glccl::c_api {
namespace {

/// An enumerator in C++, its number in glccl.h, and its name there.
template <class Enum>
struct Choice {
  Enum value;
  std::int32_t number;
  const char* name;
};

constexpr Choice<Engine> engines[] = {{Engine::automatic, GLCCL_ENGINE_AUTOMATIC, "AUTOMATIC"},
                                      {Engine::raster, GLCCL_ENGINE_RASTER, "RASTER"},
                                      {Engine::raster_paper, GLCCL_ENGINE_RASTER_PAPER, "RASTER_PAPER"},
                                      {Engine::compute, GLCCL_ENGINE_COMPUTE, "COMPUTE"}};
constexpr Choice<Connectivity> connectivities[] = {
    {Connectivity::four, GLCCL_CONNECTIVITY_FOUR, "FOUR"},
    {Connectivity::eight, GLCCL_CONNECTIVITY_EIGHT, "EIGHT"},
    {Connectivity::six, GLCCL_CONNECTIVITY_SIX, "SIX"},
    {Connectivity::eighteen, GLCCL_CONNECTIVITY_EIGHTEEN, "EIGHTEEN"},
    {Connectivity::twenty_six, GLCCL_CONNECTIVITY_TWENTY_SIX, "TWENTY_SIX"}};
constexpr Choice<CriterionKind> criteria[] = {{CriterionKind::foreground, GLCCL_CRITERION_FOREGROUND, "FOREGROUND"},
                                              {CriterionKind::equal, GLCCL_CRITERION_EQUAL, "EQUAL"},
                                              {CriterionKind::difference, GLCCL_CRITERION_DIFFERENCE, "DIFFERENCE"}};
constexpr Choice<Channel> channels[] = {{Channel::red, GLCCL_CHANNEL_RED, "RED"},
                                        {Channel::green, GLCCL_CHANNEL_GREEN, "GREEN"},
                                        {Channel::blue, GLCCL_CHANNEL_BLUE, "BLUE"},
                                        {Channel::alpha, GLCCL_CHANNEL_ALPHA, "ALPHA"},
                                        {Channel::any, GLCCL_CHANNEL_ANY, "ANY"}};
constexpr Choice<Numbering> numberings[] = {{Numbering::raster, GLCCL_NUMBERING_RASTER, "RASTER"},
                                            {Numbering::root, GLCCL_NUMBERING_ROOT, "ROOT"}};
constexpr Choice<Compaction> compactions[] = {
    {Compaction::histogram_pyramid, GLCCL_COMPACTION_HISTOGRAM_PYRAMID, "HISTOGRAM_PYRAMID"},
    {Compaction::stencil_routing, GLCCL_COMPACTION_STENCIL_ROUTING, "STENCIL_ROUTING"}};
constexpr Choice<StatePolicy> state_policies[] = {{StatePolicy::preserve, GLCCL_STATE_PRESERVE, "PRESERVE"},
                                                  {StatePolicy::clobber, GLCCL_STATE_CLOBBER, "CLOBBER"}};
constexpr Choice<TimingDetail> timings[] = {{TimingDetail::none, GLCCL_TIMING_NONE, "NONE"},
                                            {TimingDetail::whole, GLCCL_TIMING_WHOLE, "WHOLE"},
                                            {TimingDetail::stages, GLCCL_TIMING_STAGES, "STAGES"},
                                            {TimingDetail::passes, GLCCL_TIMING_PASSES, "PASSES"}};
/// Numbers that only go out, with their names.
constexpr Choice<StepContents> contents[] = {
    {StepContents::none, GLCCL_STEP_NONE, "NONE"},       {StepContents::source, GLCCL_STEP_SOURCE, "SOURCE"},
    {StepContents::ids, GLCCL_STEP_IDS, "IDS"},          {StepContents::masks, GLCCL_STEP_MASKS, "MASKS"},
    {StepContents::sums, GLCCL_STEP_SUMS, "SUMS"},       {StepContents::points, GLCCL_STEP_POINTS, "POINTS"},
    {StepContents::labels, GLCCL_STEP_LABELS, "LABELS"}, {StepContents::boxes, GLCCL_STEP_BOXES, "BOXES"},
    {StepContents::ranks, GLCCL_STEP_RANKS, "RANKS"},    {StepContents::roots, GLCCL_STEP_ROOTS, "ROOTS"}};

/// Whether enumerators and numbers are equal, so that a cast converts them.
template <class Enum, std::size_t count>
constexpr bool same_numbers(const Choice<Enum> (&choices)[count]) {
  for (const Choice<Enum>& choice : choices) {
    if (static_cast<std::int32_t>(choice.value) != choice.number) return false;
  }
  return true;
}
static_assert(same_numbers(engines) && same_numbers(connectivities) && same_numbers(criteria));
static_assert(same_numbers(channels) && same_numbers(numberings) && same_numbers(compactions));
static_assert(same_numbers(state_policies) && same_numbers(timings) && same_numbers(contents));
static_assert(code_of(ErrorCode::invalid_argument) == GLCCL_ERROR_INVALID_ARGUMENT &&
              code_of(ErrorCode::unsupported) == GLCCL_ERROR_UNSUPPORTED &&
              code_of(ErrorCode::too_large) == GLCCL_ERROR_TOO_LARGE && code_of(ErrorCode::file) == GLCCL_ERROR_FILE &&
              code_of(ErrorCode::no_device) == GLCCL_ERROR_NO_DEVICE && code_of(ErrorCode::gpu) == GLCCL_ERROR_GPU);
static_assert(std::uint32_t{table_column_base} == GLCCL_COLUMN_BASE &&
              std::uint32_t{table_column_sum_z} == GLCCL_COLUMN_SUM_Z);

/// A struct whose words are 0, 1, 2 and so on. Two structs of equal members at equal places then have equal values.
template <class Struct>
constexpr Struct count_words() {
  std::array<std::uint32_t, sizeof(Struct) / sizeof(std::uint32_t)> words{};
  std::iota(words.begin(), words.end(), 0U);
  return std::bit_cast<Struct>(words);
}

constexpr bool same(const std::uint32_t (&a)[2], const std::uint32_t (&b)[2]) { return a[0] == b[0] && a[1] == b[1]; }

constexpr bool same(const glccl_box& a, const Box& b) {
  return a.x0 == b.x0 && a.y0 == b.y0 && a.x1 == b.x1 && a.y1 == b.y1 && a.z0 == b.z0 && a.z1 == b.z1;
}

constexpr bool same(const glccl_component& a, const Component& b) {
  return a.label == b.label && a.area == b.area && same(a.box, b.box) && a.sum_x == b.sum_x && a.sum_y == b.sum_y &&
         a.sum_z == b.sum_z && a.first == b.first && a.value == b.value;
}

constexpr bool same(const glccl_component_table_header& a, const ComponentTableHeader& b) {
  return a.vertices == b.vertices && a.rows == b.rows && a.first_vertex == b.first_vertex &&
         a.base_instance == b.base_instance && a.groups_x == b.groups_x && a.groups_y == b.groups_y &&
         a.groups_z == b.groups_z && a.row_bytes == b.row_bytes && same(a.count, b.count) && a.columns == b.columns &&
         a.width == b.width && a.height == b.height && a.depth == b.depth && same(a.unused, b.unused);
}

constexpr bool same(const glccl_component_row& a, const ComponentRow& b) {
  return a.label == b.label && a.value == b.value && same(a.area, b.area) && a.x0 == b.x0 && a.y0 == b.y0 &&
         a.x1 == b.x1 && a.y1 == b.y1 && same(a.sum_x, b.sum_x) && same(a.sum_y, b.sum_y) && same(a.first, b.first) &&
         a.z0 == b.z0 && a.z1 == b.z1;
}

template <class C, class Cpp>
constexpr bool same_layout() {
  return sizeof(C) == sizeof(Cpp) && alignof(C) == alignof(Cpp) && same(count_words<C>(), count_words<Cpp>());
}
static_assert(same_layout<glccl_component, Component>());
static_assert(same_layout<glccl_component_table_header, ComponentTableHeader>());
static_assert(same_layout<glccl_component_row, ComponentRow>());

/// Sets `to` to the number's namesake in C++.
template <class Enum, std::size_t count>
Outcome choose(const char* what, std::int32_t number, const Choice<Enum> (&choices)[count], Enum& to) {
  std::string known;
  for (const Choice<Enum>& choice : choices) {
    if (choice.number == number) {
      to = choice.value;
      return {};
    }
    if (!known.empty()) known += ", ";
    known += std::to_string(choice.number) + " (" + choice.name + ")";
  }
  return Failure(GLCCL_ERROR_INVALID_ARGUMENT,
                 std::string(what) + " is " + std::to_string(number) + ": it can be " + known);
}

Outcome convert_criterion(const glccl_criterion& from, Criterion& to) {
  CriterionKind kind = CriterionKind::foreground;
  if (Outcome failure = choose("criterion.kind", from.kind, criteria, kind)) return failure;
  if (kind == CriterionKind::equal) {
    to = Equal{};
  } else if (kind == CriterionKind::difference) {
    to = Difference{from.largest_difference};
  } else {
    Foreground foreground{from.threshold, from.inverted != 0};
    if (Outcome failure = choose("criterion.channel", from.channel, channels, foreground.channel)) return failure;
    to = foreground;
  }
  return {};
}

Outcome convert_spec(const glccl_labeling_spec& from, LabelingSpec& to) {
  if (Outcome failure = choose("connectivity", from.connectivity, connectivities, to.connectivity)) return failure;
  if (Outcome failure = convert_criterion(from.criterion, to.criterion)) return failure;
  return choose("numbering", from.numbering, numberings, to.numbering);
}

Outcome convert_output(const glccl_output_options& from, OutputOptions& to) {
  if (Outcome failure = choose("raster.compaction", from.raster.compaction, compactions, to.raster.compaction)) {
    return failure;
  }
  if (Outcome failure = choose("state_policy", from.state_policy, state_policies, to.state_policy)) return failure;
  if (Outcome failure = choose("timing", from.timing, timings, to.timing)) return failure;
  to.target = from.target;
  to.table_rows = from.table_rows;
  to.raster.blocks = from.raster.blocks;
  return {};
}

}  // namespace

Outcome convert(const glccl_labeling_spec* spec, const glccl_output_options* output, LabelingArguments& to) {
  to = {};
  if (spec != nullptr) {
    if (Outcome failure = convert_spec(*spec, to.spec)) return failure;
  }
  return output == nullptr ? Outcome() : convert_output(*output, to.output);
}

Outcome convert_engine(std::int32_t engine, Engine& to) { return choose("engine", engine, engines, to); }

Source convert_source(const glccl_source& from) {
  Source source{from.texture, from.level, from.layer, std::nullopt};
  if (from.rectangle != nullptr) {
    source.rectangle = Box{from.rectangle->x0, from.rectangle->y0, from.rectangle->x1, from.rectangle->y1};
  }
  return source;
}

Outcome convert_plan(std::int32_t engine, const glccl_extent& extent, const glccl_labeling_spec* spec,
                     const glccl_output_options* output, PlanArguments& to) {
  if (Outcome failure = convert_engine(engine, to.engine)) return failure;
  if (Outcome failure = convert(spec, output, to.labeling)) return failure;
  to.extent = {extent.width, extent.height, extent.depth};
  return {};
}

glccl_component to_c(const Component& component) { return std::bit_cast<glccl_component>(component); }

Component from_c(const glccl_component& component) { return std::bit_cast<Component>(component); }

glccl_extent to_c(const Extent& extent) { return {extent.width, extent.height, extent.depth}; }

}  // namespace glccl::c_api
