#include "engine/c_api_convert.hpp"

#include <cstring>
#include <span>

namespace glccl::c_api {
namespace {

/// A number of an enumeration of glccl.h, with its name there.
struct Choice {
  std::int32_t number;
  const char* name;
};

constexpr Choice engines[] = {{GLCCL_ENGINE_AUTOMATIC, "AUTOMATIC"},
                              {GLCCL_ENGINE_RASTER, "RASTER"},
                              {GLCCL_ENGINE_RASTER_PAPER, "RASTER_PAPER"},
                              {GLCCL_ENGINE_COMPUTE, "COMPUTE"}};
constexpr Choice connectivities[] = {{GLCCL_CONNECTIVITY_FOUR, "FOUR"},
                                     {GLCCL_CONNECTIVITY_EIGHT, "EIGHT"},
                                     {GLCCL_CONNECTIVITY_SIX, "SIX"},
                                     {GLCCL_CONNECTIVITY_EIGHTEEN, "EIGHTEEN"},
                                     {GLCCL_CONNECTIVITY_TWENTY_SIX, "TWENTY_SIX"}};
constexpr Choice criteria[] = {{GLCCL_CRITERION_FOREGROUND, "FOREGROUND"},
                               {GLCCL_CRITERION_EQUAL, "EQUAL"},
                               {GLCCL_CRITERION_DIFFERENCE, "DIFFERENCE"}};
constexpr Choice channels[] = {{GLCCL_CHANNEL_RED, "RED"},
                               {GLCCL_CHANNEL_GREEN, "GREEN"},
                               {GLCCL_CHANNEL_BLUE, "BLUE"},
                               {GLCCL_CHANNEL_ALPHA, "ALPHA"},
                               {GLCCL_CHANNEL_ANY, "ANY"}};
constexpr Choice numberings[] = {{GLCCL_NUMBERING_RASTER, "RASTER"}, {GLCCL_NUMBERING_ROOT, "ROOT"}};
constexpr Choice compactions[] = {{GLCCL_COMPACTION_HISTOGRAM_PYRAMID, "HISTOGRAM_PYRAMID"},
                                  {GLCCL_COMPACTION_STENCIL_ROUTING, "STENCIL_ROUTING"}};
constexpr Choice state_policies[] = {{GLCCL_STATE_PRESERVE, "PRESERVE"}, {GLCCL_STATE_CLOBBER, "CLOBBER"}};
constexpr Choice timings[] = {{GLCCL_TIMING_NONE, "NONE"},
                              {GLCCL_TIMING_WHOLE, "WHOLE"},
                              {GLCCL_TIMING_STAGES, "STAGES"},
                              {GLCCL_TIMING_PASSES, "PASSES"}};

/// Sets `to` to the number's namesake in C++.
template <class Enum>
Outcome choose(const char* what, std::int32_t number, std::span<const Choice> choices, Enum& to) {
  std::string known;
  for (const Choice& choice : choices) {
    if (choice.number == number) {
      to = static_cast<Enum>(number);
      return {};
    }
    if (!known.empty()) known += ", ";
    known += std::to_string(choice.number) + " (" + choice.name + ")";
  }
  return Failure(GLCCL_ERROR_INVALID_ARGUMENT,
                 std::string(what) + " is " + std::to_string(number) + ": it can be " + known);
}

Outcome convert_criterion(const glccl_criterion& from, Criterion& to) {
  glccl_criterion_kind kind = GLCCL_CRITERION_FOREGROUND;
  if (Outcome failure = choose("criterion.kind", from.kind, criteria, kind)) return failure;
  if (kind == GLCCL_CRITERION_EQUAL) {
    to = Equal{};
  } else if (kind == GLCCL_CRITERION_DIFFERENCE) {
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
  // Plans do not depend on the format; this one has every criterion.
  const Status possible = check(to.labeling.spec, PixelFormat::u8, to.extent, capabilities_of(to.engine));
  if (!possible) return possible.error();
  const Status table = check_table(to.labeling.spec, to.labeling.output.table_rows);
  if (!table) return table.error();
  const RasterOptions& raster = to.labeling.output.raster;
  const Status tuning = check_tuning(to.engine, raster);
  if (!tuning) return tuning.error();
  if (raster.blocks <= to.extent.width) return {};
  return Failure(GLCCL_ERROR_INVALID_ARGUMENT, std::to_string(raster.blocks) + " blocks: pass 1 to " +
                                                   std::to_string(to.extent.width) + ", or 0 to let the plan choose");
}

glccl_component to_c(const Component& component) {
  glccl_component to;
  std::memcpy(&to, &component, sizeof to);
  return to;
}

Component from_c(const glccl_component& component) {
  Component to;
  std::memcpy(static_cast<void*>(&to), &component, sizeof component);
  return to;
}

glccl_extent to_c(const Extent& extent) { return {extent.width, extent.height, extent.depth}; }

}  // namespace glccl::c_api
