// What comes into the C face, converted. Numbers outside their enumeration are left to the engine's checks, but for the
// kind of a criterion.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "glccl/glccl.h"
#include "glccl/labeler.hpp"
#include "glccl/region_results.hpp"
#include "glccl/regions.h"
#include "glccl/tracker.h"
#include "glccl/tracks.hpp"

namespace glccl::c_api {

/// The code of an error: one more than its ErrorCode, because 0 means success.
constexpr glccl_error_code code_of(ErrorCode code) {
  return static_cast<glccl_error_code>(static_cast<std::int32_t>(code) + 1);
}

/// Why a call failed.
struct Failure {
  Failure(glccl_error_code code_, std::string message_) : code(code_), message(std::move(message_)) {}
  Failure(const Error& error) : Failure(code_of(error.code), error.message) {}

  glccl_error_code code;
  std::string message;
};

/// The outcome of a call: nothing, or why it failed.
using Outcome = std::optional<Failure>;

/// The arguments of a labeling or a plan. Null pointers have the defaults.
struct LabelingArguments {
  LabelingSpec spec;
  Outputs outputs;
};
Outcome convert(const glccl_labeling_spec* spec, const glccl_outputs* outputs, LabelingArguments& to);

/// The defaults of LabelingSpec and Outputs.
glccl_labeling_spec default_spec();
glccl_outputs default_outputs();

ProgramBinaries from_c(const glccl_program_binaries& from);

/// How a tracker or regions use the context, of their struct of options.
ContextUse context_use_of(const auto& options) {
  return {.state_policy = static_cast<StatePolicy>(options.state_policy),
          .get_proc_address = options.get_proc_address,
          .debug_groups = static_cast<DebugGroups>(options.debug_groups),
          .program_binaries = from_c(options.program_binaries)};
}

Outcome convert(const glccl_source& from, Source& to);
Outcome convert(const glccl_inputs& from, Inputs& to);
Outcome convert(const glccl_input_formats& from, InputFormats& to);

/// The arguments of Labeler::plan().
struct PlanArguments {
  Engine engine = Engine::automatic;
  Extent extent;
  LabelingArguments labeling;
  bool masked = false;
};
Outcome convert_plan(std::int32_t engine, const glccl_extent& extent, const glccl_labeling_spec* spec,
                     const glccl_outputs* outputs, std::int32_t masked, PlanArguments& to);

glccl_extent to_c(const Extent& extent);
Extent from_c(const glccl_extent& extent);
TrackerOptions from_c(const glccl_tracker_options& from);
RegionOptions from_c(const glccl_region_options& from);
Labels from_c(const glccl_labels& labels);

}  // namespace glccl::c_api
