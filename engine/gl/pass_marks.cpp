#include "engine/gl/pass_marks.hpp"

#include "engine/gl/context_traits.hpp"
#include "engine/gl/functions/functions.hpp"

namespace glccl::gl {
namespace {

void push_group(std::string_view name) {
  api().PushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, static_cast<GLsizei>(name.size()), name.data());
}

}  // namespace

PassMarks::PassMarks() {
  groups_passes_ = (context_integer(GL_CONTEXT_FLAGS) & GL_CONTEXT_FLAG_DEBUG_BIT) != 0;
  most_groups_ = context_integer(GL_MAX_DEBUG_GROUP_STACK_DEPTH);
}

void PassMarks::reserve(TimingDetail timing, std::size_t passes) {
  if (timing != TimingDetail::none) timer_.reserve(passes + 1);
}

void PassMarks::restart(TimingDetail timing, DebugGroups groups) {
  timer_.restart();
  timing_ = timing;
  stage_ = {};
  groups_stages_ = groups != DebugGroups::none && context_integer(GL_DEBUG_GROUP_STACK_DEPTH) + 2 <= most_groups_;
}

void PassMarks::mark_time(std::string_view stage, std::string_view pass) {
  const bool begins_or_ends = stage_.empty() || stage.empty();
  if (timing_ == TimingDetail::passes) {
    timer_.begin(stage, pass);
  } else if (timing_ == TimingDetail::stages && stage != stage_) {
    timer_.begin(stage, {});
  } else if (timing_ == TimingDetail::whole && begins_or_ends) {
    timer_.begin(stage.empty() ? stage : "labeling", {});
  }
}

void PassMarks::begin(std::string_view stage, std::string_view pass) {
  const bool first = stage_.empty();
  const bool last = stage.empty();
  const bool new_stage = stage != stage_;
  mark_time(stage, pass);
  stage_ = stage;
  if (!groups_stages_) return;
  if (groups_passes_ && !first) api().PopDebugGroup();
  if (new_stage && !first) api().PopDebugGroup();
  if (new_stage && !last) push_group(stage);
  if (groups_passes_ && !last) push_group(pass);
}

}  // namespace glccl::gl
