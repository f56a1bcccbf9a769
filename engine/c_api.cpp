// The C face of the engine: every function checks and converts what comes in, calls glccl::Labeler, and converts what
// comes out.
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
#include <variant>
#include <vector>

#include "engine/c_api_mirrors.hpp"
#include "glccl/glccl.h"
#include "glccl/labeler.hpp"

struct glccl_labeler {
  explicit glccl_labeler(glccl::Labeler made) : labeler(std::move(made)) {}

  glccl::Labeler labeler;
  std::optional<glccl::Size> size;                          ///< of the last result
  std::optional<std::vector<glccl::Component>> components;  ///< of the last result, once they have been asked for
};

namespace {

using glccl::Error;
using glccl::Result;

// ---- Failure

struct Failure {
  Failure(glccl_error_code code_, std::string message_) : code(code_), message(std::move(message_)) {}
  Failure(const Error& error) : Failure(glccl::c_api::code_of(error.code), error.message) {}

  glccl_error_code code;
  std::string message;
};

/// Of a call: nothing, or why it failed.
using Outcome = std::optional<Failure>;

/// Writes a text that fits, with its end; the rest of a longer one is cut.
template <std::size_t Size>
void copy_text(char (&to)[Size], std::string_view text) noexcept {
  const std::size_t length = std::min(text.size(), Size - 1);
  std::memcpy(to, text.data(), length);
  to[length] = '\0';
}

glccl_error_code report(glccl_error* error, glccl_error_code code, std::string_view message) noexcept {
  if (error != nullptr) {
    error->code = code;
    copy_text(error->message, message);
  }
  return code;
}

/// Runs the body of a function of the interface. Exceptions end here.
template <class Body>
glccl_error_code guarded(glccl_error* error, Body&& body) noexcept {
  try {
    const Outcome failure = std::forward<Body>(body)();
    return failure ? report(error, failure->code, failure->message) : report(error, GLCCL_OK, "");
  } catch (const std::bad_alloc&) {
    return report(error, GLCCL_ERROR_OUT_OF_MEMORY, "out of memory on the CPU");
  } catch (const std::exception& exception) {
    return report(error, GLCCL_ERROR_INTERNAL, exception.what());
  } catch (...) {
    return report(error, GLCCL_ERROR_INTERNAL, "an unknown exception");
  }
}

/// A pointer and its name in glccl.h.
struct Argument {
  const char* name;
  const void* pointer;
};

/// The first of the arguments that is a null pointer.
Outcome check_not_null(std::initializer_list<Argument> arguments) {
  for (const Argument& argument : arguments) {
    if (argument.pointer != nullptr) continue;
    return Failure(GLCCL_ERROR_INVALID_ARGUMENT,
                   std::string("`") + argument.name + "` is a null pointer, which is not allowed here");
  }
  return {};
}

/// Fills a list of the caller's as the head of glccl.h promises; `convert(from, to)` writes one element.
template <class From, class To, class Convert>
Outcome fill_list(std::span<const From> from, To* to, std::size_t capacity, std::size_t& count, const char* what,
                  Convert&& convert) {
  count = from.size();
  if (to == nullptr && capacity == 0) return {};
  if (to == nullptr) {
    return Failure(GLCCL_ERROR_INVALID_ARGUMENT, "a null pointer with a capacity of " + std::to_string(capacity) + " " +
                                                     what + ": pass memory, or a capacity of 0 to ask for the count");
  }
  if (capacity < from.size()) {
    return Failure(GLCCL_ERROR_BUFFER_TOO_SMALL, "there is room for " + std::to_string(capacity) + " " + what + ": " +
                                                     std::to_string(from.size()) + " are needed");
  }
  for (std::size_t i = 0; i < from.size(); ++i) convert(from[i], to[i]);
  return {};
}

// ---- What comes in

/// A number of an enumeration of glccl.h, with its name there.
struct Choice {
  std::int32_t number;
  const char* name;
};

constexpr Choice engines[] = {
    {GLCCL_ENGINE_RASTER, "RASTER"}, {GLCCL_ENGINE_RASTER_PAPER, "RASTER_PAPER"}, {GLCCL_ENGINE_COMPUTE, "COMPUTE"}};
constexpr Choice connectivities[] = {{GLCCL_CONNECTIVITY_FOUR, "FOUR"}, {GLCCL_CONNECTIVITY_EIGHT, "EIGHT"}};
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
constexpr Choice timings[] = {
    {GLCCL_TIMING_NONE, "NONE"}, {GLCCL_TIMING_STAGES, "STAGES"}, {GLCCL_TIMING_PASSES, "PASSES"}};

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

Outcome convert_criterion(const glccl_criterion& from, glccl::Criterion& to) {
  glccl_criterion_kind kind = GLCCL_CRITERION_FOREGROUND;
  if (Outcome failure = choose("criterion.kind", from.kind, criteria, kind)) return failure;
  if (kind == GLCCL_CRITERION_EQUAL) {
    to = glccl::Equal{};
  } else if (kind == GLCCL_CRITERION_DIFFERENCE) {
    to = glccl::Difference{from.largest_difference};
  } else {
    glccl::Foreground foreground{from.threshold, from.inverted != 0};
    if (Outcome failure = choose("criterion.channel", from.channel, channels, foreground.channel)) return failure;
    to = foreground;
  }
  return {};
}

/// Null pointers are the defaults.
Outcome convert_options(const glccl_options* from, glccl::Options& to) {
  to = {};
  if (from == nullptr) return {};
  if (Outcome failure = choose("connectivity", from->connectivity, connectivities, to.connectivity)) return failure;
  if (Outcome failure = convert_criterion(from->criterion, to.criterion)) return failure;
  if (Outcome failure = choose("numbering", from->numbering, numberings, to.numbering)) return failure;
  if (Outcome failure = choose("compaction", from->compaction, compactions, to.compaction)) return failure;
  if (Outcome failure = choose("state_policy", from->state_policy, state_policies, to.state_policy)) return failure;
  if (Outcome failure = choose("timing", from->timing, timings, to.timings)) return failure;
  to.target = from->target;
  to.table_rows = from->table_rows;
  to.blocks = from->blocks;
  return {};
}

glccl::Source convert_source(const glccl_source& from) {
  glccl::Source source{from.texture, from.level, from.layer, std::nullopt};
  if (from.rectangle != nullptr) {
    source.rectangle = glccl::Box{from.rectangle->x0, from.rectangle->y0, from.rectangle->x1, from.rectangle->y1};
  }
  return source;
}

/// What glccl::Labeler::plan() takes for granted.
struct PlanArguments {
  glccl::Engine engine = glccl::Engine::raster;
  glccl::Size size;
  glccl::Options options;
};

Outcome convert_plan_arguments(std::int32_t engine, glccl_size size, const glccl_options* options, PlanArguments& to) {
  if (Outcome failure = choose("engine", engine, engines, to.engine)) return failure;
  if (Outcome failure = convert_options(options, to.options)) return failure;
  constexpr std::int32_t largest = 32768;
  if (size.width < 1 || size.width > largest || size.height < 1 || size.height > largest) {
    return Failure(GLCCL_ERROR_INVALID_ARGUMENT, "images of " + std::to_string(size.width) + "x" +
                                                     std::to_string(size.height) + " pixels: 1 to " +
                                                     std::to_string(largest) + " are possible in each direction");
  }
  if (to.options.blocks < 0 || to.options.blocks > size.width) {
    return Failure(GLCCL_ERROR_INVALID_ARGUMENT, std::to_string(to.options.blocks) + " blocks: pass 1 to " +
                                                     std::to_string(size.width) + ", or 0 to let the plan choose");
  }
  to.size = {size.width, size.height};
  return {};
}

glccl_size to_c(glccl::Size size) { return {size.width, size.height}; }

}  // namespace

const char* glccl_version(void) { return GLCCL_VERSION; }

glccl_options glccl_default_options(void) {
  const glccl::Options defaults;
  const glccl::Foreground foreground;
  const glccl::Difference difference;
  return {static_cast<std::int32_t>(defaults.connectivity),
          {GLCCL_CRITERION_FOREGROUND, foreground.threshold, foreground.inverted ? 1 : 0,
           static_cast<std::int32_t>(foreground.channel), difference.largest},
          static_cast<std::int32_t>(defaults.numbering),
          defaults.target,
          defaults.table_rows,
          defaults.blocks,
          static_cast<std::int32_t>(defaults.compaction),
          static_cast<std::int32_t>(defaults.state_policy),
          static_cast<std::int32_t>(defaults.timings)};
}

glccl_error_code glccl_create(int32_t engine, glccl_labeler** labeler, glccl_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (Outcome failure = check_not_null({{"labeler", labeler}})) return failure;
    *labeler = nullptr;
    glccl::Engine chosen = glccl::Engine::raster;
    if (Outcome failure = choose("engine", engine, engines, chosen)) return failure;
    Result<glccl::Labeler> made = glccl::Labeler::create(chosen);
    if (!made) return made.error();
    *labeler = std::make_unique<glccl_labeler>(std::move(*made)).release();
    return {};
  });
}

void glccl_destroy(glccl_labeler* labeler) { const std::unique_ptr<glccl_labeler> end(labeler); }

glccl_error_code glccl_label(glccl_labeler* labeler, const glccl_source* source, const glccl_options* options,
                             glccl_labels* labels, glccl_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (Outcome failure = check_not_null({{"labeler", labeler}, {"source", source}})) return failure;
    glccl::Options converted;
    if (Outcome failure = convert_options(options, converted)) return failure;
    const Result<glccl::Labels> made = labeler->labeler.label(convert_source(*source), converted);
    if (!made) return made.error();
    labeler->size = made->size;
    labeler->components.reset();
    if (labels != nullptr) *labels = {made->texture, to_c(made->size), {made->table.buffer, made->table.rows}};
    return {};
  });
}

glccl_error_code glccl_poll(glccl_labeler* labeler, int32_t* done, glccl_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (Outcome failure = check_not_null({{"labeler", labeler}, {"done", done}})) return failure;
    *done = labeler->labeler.poll() ? 1 : 0;
    return {};
  });
}

glccl_error_code glccl_readback_labels(glccl_labeler* labeler, uint32_t* values, size_t capacity, glccl_size* size,
                                       glccl_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (Outcome failure = check_not_null({{"labeler", labeler}, {"values", values}})) return failure;
    if (labeler->size) {
      // Known without the GPU: nothing is copied where it would not fit.
      if (size != nullptr) *size = to_c(*labeler->size);
      const auto needed = static_cast<std::size_t>(labeler->size->pixels());
      if (capacity < needed) {
        return Failure(GLCCL_ERROR_BUFFER_TOO_SMALL, "there is room for " + std::to_string(capacity) +
                                                         " labels: " + std::to_string(labeler->size->width) + " * " +
                                                         std::to_string(labeler->size->height) + " = " +
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
  return guarded(error, [&]() -> Outcome {
    if (Outcome failure = check_not_null({{"labeler", labeler}, {"count", count}})) return failure;
    if (!labeler->components) {
      Result<std::vector<glccl::Component>> read = labeler->labeler.readback_components();
      if (!read) return read.error();
      labeler->components = std::move(*read);
    }
    return fill_list(std::span<const glccl::Component>(*labeler->components), components, capacity, *count,
                     "components",
                     [](const glccl::Component& from, glccl_component& to) { std::memcpy(&to, &from, sizeof(to)); });
  });
}

glccl_error_code glccl_timings(glccl_labeler* labeler, glccl_stage_time* times, size_t capacity, size_t* count,
                               glccl_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (Outcome failure = check_not_null({{"labeler", labeler}, {"count", count}})) return failure;
    const std::vector<glccl::StageTime> read = labeler->labeler.timings();
    return fill_list(std::span<const glccl::StageTime>(read), times, capacity, *count, "times",
                     [](const glccl::StageTime& from, glccl_stage_time& to) {
                       copy_text(to.stage, from.stage);
                       copy_text(to.pass, from.pass);
                       to.milliseconds = from.milliseconds;
                     });
  });
}

glccl_error_code glccl_run_step(glccl_labeler* labeler, const glccl_source* source, const glccl_options* options,
                                int32_t passes, glccl_step* step, glccl_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (Outcome failure = check_not_null({{"labeler", labeler}, {"source", source}, {"step", step}})) return failure;
    glccl::Options converted;
    if (Outcome failure = convert_options(options, converted)) return failure;
    const Result<glccl::Step> made = labeler->labeler.step(convert_source(*source), converted, passes);
    if (!made) return made.error();
    labeler->size.reset();
    labeler->components.reset();
    copy_text(step->image, made->image);
    step->texture = made->texture;
    step->size = to_c(made->size);
    return {};
  });
}

glccl_error_code glccl_plan(int32_t engine, glccl_size size, const glccl_options* options, glccl_planned_pass* passes,
                            size_t capacity, size_t* count, glccl_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (Outcome failure = check_not_null({{"count", count}})) return failure;
    PlanArguments arguments;
    if (Outcome failure = convert_plan_arguments(engine, size, options, arguments)) return failure;
    const auto plan = glccl::Labeler::plan(arguments.engine, arguments.size, arguments.options);
    return fill_list(std::span<const glccl::PlannedPass>(plan), passes, capacity, *count, "passes",
                     [](const glccl::PlannedPass& from, glccl_planned_pass& to) {
                       copy_text(to.pass, from.pass);
                       copy_text(to.stage, from.stage);
                       copy_text(to.text, from.text);
                     });
  });
}

glccl_error_code glccl_describe_plan(int32_t engine, glccl_size size, const glccl_options* options, char* text,
                                     size_t capacity, size_t* count, glccl_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (Outcome failure = check_not_null({{"count", count}})) return failure;
    PlanArguments arguments;
    if (Outcome failure = convert_plan_arguments(engine, size, options, arguments)) return failure;
    const std::string plan = glccl::Labeler::describe_plan(arguments.engine, arguments.size, arguments.options);
    return fill_list(std::span<const char>(plan.c_str(), plan.size() + 1), text, capacity, *count, "characters",
                     [](char from, char& to) { to = from; });
  });
}
