// The C face of the engine: every function checks and converts its arguments, calls glccl::Labeler, and converts the
// results.
#include "glccl/labeler.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/c/convert.hpp"
#include "engine/c/guard.hpp"
#include "engine/common/source.hpp"
#include "glccl/glccl.h"
#include "glccl/table.hpp"

struct glccl_labeler {
  explicit glccl_labeler(glccl::Labeler made) : labeler(std::move(made)) {}

  glccl::Labeler labeler;
  std::optional<glccl::Extent> extent;                      ///< Of the last result.
  std::optional<std::vector<glccl::Component>> components;  ///< Of the last result, once they have been asked for.
};

namespace {

namespace c_api = glccl::c_api;
using c_api::Argument;
using c_api::copy_list;
using c_api::copy_text;
using c_api::Failure;
using c_api::fill_list;
using c_api::guarded;
using c_api::opt;
using c_api::Outcome;
using c_api::report;
using c_api::set_defaults;
using c_api::write_sized;
using glccl::Result;

glccl_labeler_options default_labeler() { return {sizeof(glccl_labeler_options), GLCCL_ENGINE_AUTOMATIC, nullptr, {}}; }

/// The same for functions that read from a labeler and write to `to`: its context has to be current.
template <class Body>
glccl_error_code guarded_read(glccl_error* error, const glccl_labeler* labeler, Argument to, Body&& body) noexcept {
  return guarded(error, {{"labeler", labeler}, to}, [&]() -> Outcome {
    if (const glccl::Result<void> status = labeler->labeler.check_context(); !status) return status.error();
    return std::forward<Body>(body)();
  });
}

}  // namespace

const char* glccl_version(void) { return GLCCL_VERSION; }

void glccl_set_default_spec(glccl_labeling_spec* spec, uint32_t size) {
  set_defaults(c_api::default_spec(), spec, size);
}

void glccl_set_default_outputs(glccl_outputs* outputs, uint32_t size) {
  set_defaults(c_api::default_outputs(), outputs, size);
}

void glccl_set_default_labeler(glccl_labeler_options* options, uint32_t size) {
  set_defaults(default_labeler(), options, size);
}

glccl_error_code glccl_labeler_create(int32_t engine, glccl_labeler** labeler, glccl_error* error) {
  glccl_labeler_options options = default_labeler();
  options.engine = engine;
  return glccl_labeler_create_with(&options, labeler, error);
}

glccl_error_code glccl_labeler_create_with(const glccl_labeler_options* options, glccl_labeler** labeler,
                                           glccl_error* error) {
  return guarded(error, {{"labeler", labeler}, opt("options", options)}, [&]() -> Outcome {
    *labeler = nullptr;
    const glccl_labeler_options given = c_api::read_sized(options, default_labeler());
    Result<glccl::Labeler> made = glccl::Labeler::create(
        {static_cast<glccl::Engine>(given.engine), given.get_proc_address, c_api::from_c(given.program_binaries)});
    if (!made) return made.error();
    *labeler = std::make_unique<glccl_labeler>(std::move(*made)).release();
    return {};
  });
}

void glccl_labeler_destroy(glccl_labeler* labeler) { const std::unique_ptr<glccl_labeler> end(labeler); }

glccl_error_code glccl_label(glccl_labeler* labeler, const glccl_inputs* inputs, const glccl_labeling_spec* spec,
                             const glccl_outputs* outputs, glccl_labels* labels, glccl_error* error) {
  return guarded(error, {{"labeler", labeler}, {"inputs", inputs}, opt("labels", labels)}, [&]() -> Outcome {
    c_api::LabelingArguments asked;
    if (Outcome failure = c_api::convert(spec, outputs, asked)) return failure;
    glccl::Inputs read;
    if (Outcome failure = c_api::convert(*inputs, read)) return failure;
    const Result<glccl::Labels> made = labeler->labeler.label(read, asked.spec, asked.outputs);
    if (!made) return made.error();
    labeler->extent = made->extent;
    labeler->components.reset();
    write_sized({0, made->texture, c_api::to_c(made->extent), {made->table.buffer, made->table.rows}}, labels);
    return {};
  });
}

glccl_error_code glccl_prepare(glccl_labeler* labeler, const glccl_input_formats* formats, glccl_extent extent,
                               const glccl_labeling_spec* spec, const glccl_outputs* outputs, glccl_error* error) {
  return guarded(error, {{"labeler", labeler}, {"formats", formats}}, [&]() -> Outcome {
    c_api::LabelingArguments asked;
    if (Outcome failure = c_api::convert(spec, outputs, asked)) return failure;
    glccl::InputFormats read;
    if (Outcome failure = c_api::convert(*formats, read)) return failure;
    const Result<void> made = labeler->labeler.prepare(read, c_api::from_c(extent), asked.spec, asked.outputs);
    if (!made) return made.error();
    labeler->extent.reset();
    labeler->components.reset();
    return {};
  });
}

glccl_error_code glccl_prepare_all(glccl_labeler* labeler, const glccl_expected_labelings* expected, size_t count,
                                   glccl_error* error) {
  return guarded(error, {{"labeler", labeler}}, [&]() -> Outcome {
    if (expected == nullptr && count != 0) {
      return Failure(GLCCL_ERROR_INVALID_ARGUMENT,
                     "`expected` is a null pointer, and the count " + std::to_string(count));
    }
    std::vector<glccl::ExpectedLabelings> all;
    for (const glccl_expected_labelings& one : std::span(expected, count)) {
      const std::string fault = c_api::fault_of({"formats", one.formats});
      if (!fault.empty()) return Failure(GLCCL_ERROR_INVALID_ARGUMENT, fault);
      glccl::ExpectedLabelings& read = all.emplace_back();
      if (Outcome failure = c_api::convert(*one.formats, read.formats)) return failure;
      c_api::LabelingArguments asked;
      if (Outcome failure = c_api::convert(one.spec, one.outputs, asked)) return failure;
      read.smallest = c_api::from_c(one.smallest);
      read.largest = c_api::from_c(one.largest);
      read.spec = asked.spec;
      read.outputs = asked.outputs;
    }
    const Result<void> begun = labeler->labeler.prepare(all);
    if (!begun) return begun.error();
    return {};
  });
}

glccl_error_code glccl_inspect(const glccl_labeler* labeler, const glccl_source* source, glccl_source_traits* traits,
                               glccl_error* error) {
  return guarded(error, {{"labeler", labeler}, {"source", source}, {"traits", traits}}, [&]() -> Outcome {
    glccl::Source read;
    if (Outcome failure = c_api::convert(*source, read)) return failure;
    const Result<glccl::SourceTraits> found = labeler->labeler.inspect(read);
    if (!found) return found.error();
    write_sized({0, glccl::internal_format_of(found->format), c_api::to_c(found->extent)}, traits);
    return {};
  });
}

glccl_error_code glccl_is_ready(const glccl_labeler* labeler, int32_t* ready, glccl_error* error) {
  return guarded_read(error, labeler, {"ready", ready}, [&]() -> Outcome {
    *ready = labeler->labeler.is_ready() ? 1 : 0;
    return {};
  });
}

glccl_error_code glccl_scratch_bytes_for(int32_t engine, const glccl_input_formats* formats, glccl_extent extent,
                                         const glccl_labeling_spec* spec, const glccl_outputs* outputs, int64_t* bytes,
                                         glccl_error* error) {
  return guarded(error, {{"formats", formats}, {"bytes", bytes}}, [&]() -> Outcome {
    c_api::PlanArguments asked;
    if (Outcome failure = c_api::convert_plan(engine, extent, spec, outputs, 0, asked)) return failure;
    glccl::InputFormats read;
    if (Outcome failure = c_api::convert(*formats, read)) return failure;
    const Result<std::int64_t> found = glccl::Labeler::scratch_bytes_for(asked.engine, read, asked.extent,
                                                                         asked.labeling.spec, asked.labeling.outputs);
    if (!found) return found.error();
    *bytes = *found;
    return {};
  });
}

glccl_error_code glccl_engine_of(const glccl_labeler* labeler, int32_t* engine, glccl_error* error) {
  return guarded_read(error, labeler, {"engine", engine}, [&]() -> Outcome {
    *engine = static_cast<std::int32_t>(labeler->labeler.engine());
    return {};
  });
}

glccl_error_code glccl_poll(glccl_labeler* labeler, int32_t* done, glccl_error* error) {
  return guarded_read(error, labeler, {"done", done}, [&]() -> Outcome {
    *done = labeler->labeler.poll() ? 1 : 0;
    return {};
  });
}

glccl_error_code glccl_readback_labels(glccl_labeler* labeler, uint32_t* values, size_t capacity, glccl_extent* extent,
                                       glccl_error* error) {
  return guarded_read(error, labeler, {"values", values}, [&]() -> Outcome {
    if (labeler->extent) {
      // Known without the GPU: nothing is copied where it would not fit.
      if (extent != nullptr) *extent = c_api::to_c(*labeler->extent);
      const auto needed = static_cast<std::size_t>(labeler->extent->elements());
      if (capacity < needed) {
        return Failure(GLCCL_ERROR_BUFFER_TOO_SMALL, "there is room for " + std::to_string(capacity) +
                                                         " labels: " + std::to_string(labeler->extent->width) + " * " +
                                                         std::to_string(labeler->extent->height) + " = " +
                                                         std::to_string(needed) + " are needed");
      }
    }
    const Result<glccl::LabelImage> image = labeler->labeler.readback();
    if (!image) return image.error();
    std::copy(image->values.begin(), image->values.end(), values);
    return {};
  });
}

glccl_error_code glccl_readback_components(glccl_labeler* labeler, glccl_component* components, size_t capacity,
                                           size_t* count, glccl_error* error) {
  return guarded_read(error, labeler, {"count", count}, [&]() -> Outcome {
    if (!labeler->components) {
      Result<std::vector<glccl::Component>> read = labeler->labeler.readback_components();
      if (!read) return read.error();
      labeler->components = std::move(*read);
    }
    return copy_list(*labeler->components, components, capacity, *count, "components");
  });
}

glccl_error_code glccl_readback_measurements(glccl_labeler* labeler, glccl_measurements* measurements, size_t capacity,
                                             size_t* count, glccl_error* error) {
  return guarded_read(error, labeler, {"count", count}, [&]() -> Outcome {
    const Result<std::vector<glccl::Measurements>> read = labeler->labeler.readback_measurements();
    if (!read) return read.error();
    return copy_list(*read, measurements, capacity, *count, "measurements");
  });
}

glccl_error_code glccl_times(glccl_labeler* labeler, glccl_stage_time* times, size_t capacity, size_t* count,
                             glccl_error* error) {
  return guarded_read(error, labeler, {"count", count}, [&]() -> Outcome {
    const Result<std::vector<glccl::StageTime>> read = labeler->labeler.times();
    if (!read) return read.error();
    return fill_list(std::span<const glccl::StageTime>(*read), times, capacity, *count, "times",
                     [](const glccl::StageTime& from, glccl_stage_time& to) {
                       copy_text(to.stage, from.stage);
                       copy_text(to.pass, from.pass);
                       to.milliseconds = from.milliseconds;
                     });
  });
}

glccl_error_code glccl_run_step(glccl_labeler* labeler, const glccl_inputs* inputs, const glccl_labeling_spec* spec,
                                const glccl_outputs* outputs, int32_t passes, glccl_step* step, glccl_error* error) {
  return guarded(error, {{"labeler", labeler}, {"inputs", inputs}, {"step", step}}, [&]() -> Outcome {
    c_api::LabelingArguments asked;
    if (Outcome failure = c_api::convert(spec, outputs, asked)) return failure;
    glccl::Inputs read;
    if (Outcome failure = c_api::convert(*inputs, read)) return failure;
    const Result<glccl::Step> made = labeler->labeler.step(read, asked.spec, asked.outputs, passes);
    if (!made) return made.error();
    labeler->extent.reset();
    labeler->components.reset();
    glccl_step result{0, {}, static_cast<std::int32_t>(made->contents), made->texture, c_api::to_c(made->extent)};
    copy_text(result.image, made->image);
    write_sized(result, step);
    return {};
  });
}

glccl_error_code glccl_plan(int32_t engine, glccl_extent extent, const glccl_labeling_spec* spec,
                            const glccl_outputs* outputs, int32_t masked, glccl_planned_pass* passes, size_t capacity,
                            size_t* count, glccl_error* error) {
  return guarded(error, {{"count", count}}, [&]() -> Outcome {
    c_api::PlanArguments asked;
    if (Outcome failure = c_api::convert_plan(engine, extent, spec, outputs, masked, asked)) return failure;
    const auto plan =
        glccl::Labeler::plan(asked.engine, asked.extent, asked.labeling.spec, asked.labeling.outputs, asked.masked);
    if (!plan) return plan.error();
    return fill_list(std::span<const glccl::PlannedPass>(*plan), passes, capacity, *count, "passes",
                     [](const glccl::PlannedPass& from, glccl_planned_pass& to) {
                       copy_text(to.pass, from.pass);
                       copy_text(to.stage, from.stage);
                       copy_text(to.text, from.text);
                     });
  });
}

glccl_error_code glccl_describe_plan(int32_t engine, glccl_extent extent, const glccl_labeling_spec* spec,
                                     const glccl_outputs* outputs, int32_t masked, char* text, size_t capacity,
                                     size_t* count, glccl_error* error) {
  return guarded(error, {{"count", count}}, [&]() -> Outcome {
    c_api::PlanArguments asked;
    if (Outcome failure = c_api::convert_plan(engine, extent, spec, outputs, masked, asked)) return failure;
    const Result<std::string> plan = glccl::Labeler::describe_plan(asked.engine, asked.extent, asked.labeling.spec,
                                                                   asked.labeling.outputs, asked.masked);
    if (!plan) return plan.error();
    return copy_list(std::span(plan->c_str(), plan->size() + 1), text, capacity, *count, "characters");
  });
}

size_t glccl_row_bytes(uint32_t columns) { return glccl::row_bytes_of(columns); }

glccl_error_code glccl_read_row(const void* row, uint32_t columns, glccl_component* component, glccl_error* error) {
  return guarded(error, {{"row", row}, {"component", component}}, [&]() -> Outcome {
    *component = glccl::read_row(row, columns);
    return {};
  });
}

glccl_error_code glccl_read_measurements(const void* row, uint32_t columns, glccl_measurements* measurements,
                                         glccl_error* error) {
  return guarded(error, {{"row", row}, {"measurements", measurements}}, [&]() -> Outcome {
    *measurements = glccl::read_measurements(row, columns);
    return {};
  });
}

glccl_error_code glccl_merge_components(const glccl_component* a, const glccl_component* b, glccl_component* merged,
                                        glccl_error* error) {
  return guarded(error, {{"a", a}, {"b", b}, {"merged", merged}}, [&]() -> Outcome {
    *merged = glccl::merge(*a, *b);
    return {};
  });
}

void glccl_position_of(uint64_t place, glccl_extent extent, glccl_position* position) {
  *position = glccl::position_of(place, c_api::from_c(extent));
}
