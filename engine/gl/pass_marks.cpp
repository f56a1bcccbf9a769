#include "engine/gl/pass_marks.hpp"

#include <GL/glew.h>

namespace glccl::gl {
namespace {

void push_group(std::string_view name) {
  glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, static_cast<GLsizei>(name.size()), name.data());
}

}  // namespace

PassMarks::PassMarks() {
  GLint flags = 0;
  glGetIntegerv(GL_CONTEXT_FLAGS, &flags);
  groups_passes_ = (flags & GL_CONTEXT_FLAG_DEBUG_BIT) != 0;
}

void PassMarks::restart(Timings timings) {
  timer_.restart();
  timings_ = timings;
  stage_ = {};
  GLint groups = 0;
  GLint most_groups = 0;
  glGetIntegerv(GL_DEBUG_GROUP_STACK_DEPTH, &groups);
  glGetIntegerv(GL_MAX_DEBUG_GROUP_STACK_DEPTH, &most_groups);
  groups_fit_ = groups + 2 <= most_groups;
}

void PassMarks::begin(std::string_view stage, std::string_view pass) {
  const bool first = stage_.empty();
  const bool last = stage.empty();
  const bool new_stage = stage != stage_;
  if (timings_ == Timings::passes) {
    timer_.begin(stage, pass);
  } else if (timings_ == Timings::stages && new_stage) {
    timer_.begin(stage, {});
  }
  stage_ = stage;
  if (!groups_fit_) return;
  if (groups_passes_ && !first) glPopDebugGroup();
  if (new_stage && !first) glPopDebugGroup();
  if (new_stage && !last) push_group(stage);
  if (groups_passes_ && !last) push_group(pass);
}

}  // namespace glccl::gl
