#include "engine/gl/state/idle_check.hpp"

#include <string>

#include "engine/gl/context_traits.hpp"
#include "engine/gl/functions/functions.hpp"

namespace glccl::gl {
namespace {

Error refusal(std::string message) { return {ErrorCode::invalid_argument, std::move(message)}; }

/// What only compatibility profiles have.
Result<void> check_legacy() {
  if (const GLint mode = context_integer(GL_RENDER_MODE); mode != GL_RENDER) {
    return refusal(std::string("the render mode is ") + (mode == GL_SELECT ? "GL_SELECT" : "GL_FEEDBACK") +
                   ", in which nothing is drawn: call glRenderMode(GL_RENDER) before labeling");
  }
  if (const GLint list = context_integer(GL_LIST_INDEX); list != 0) {
    return refusal("display list " + std::to_string(list) + " is under construction: call glEndList before labeling");
  }
  return {};
}

}  // namespace

IdleCheck::IdleCheck()
    : queries_({GL_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED_CONSERVATIVE, GL_PRIMITIVES_GENERATED,
                GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN}) {
  const ContextTraits context = traits_of_context();
  compatibility_ = context.compatibility;
  if (context.has("GL_ARB_pipeline_statistics_query") || context.version >= 46) {
    queries_.insert(queries_.end(), {GL_VERTICES_SUBMITTED_ARB, GL_PRIMITIVES_SUBMITTED_ARB,
                                     GL_VERTEX_SHADER_INVOCATIONS_ARB, GL_FRAGMENT_SHADER_INVOCATIONS_ARB,
                                     GL_CLIPPING_INPUT_PRIMITIVES_ARB, GL_CLIPPING_OUTPUT_PRIMITIVES_ARB});
  }
}

Result<void> IdleCheck::operator()() const {
  if (compatibility_) {
    if (const Result<void> status = check_legacy(); !status) return status;
  }
  if (context_integer(GL_TRANSFORM_FEEDBACK_ACTIVE) != GL_FALSE &&
      context_integer(GL_TRANSFORM_FEEDBACK_PAUSED) == GL_FALSE) {
    return refusal("transform feedback is active: end or pause it before labeling");
  }
  return {};
}

Result<void> IdleCheck::check_queries() const {
  for (const GLenum target : queries_) {
    GLint query = 0;
    api().GetQueryiv(target, GL_CURRENT_QUERY, &query);
    if (query == 0) continue;
    return refusal("query " + std::to_string(query) +
                   " counts what is drawn, and raster draws: end it before labeling, or use compute");
  }
  return {};
}

}  // namespace glccl::gl
