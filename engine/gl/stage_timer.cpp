#include "gl/stage_timer.hpp"

#include <string>

namespace glccl::gl {

void StageTimer::begin(std::string_view stage) {
  if (queries_.size() == stages_.size()) queries_.push_back(make_query(GL_TIMESTAMP));
  const GLuint query = queries_[stages_.size()].name();
  glQueryCounter(query, GL_TIMESTAMP);
  stages_.emplace_back(stage, query);
}

std::vector<StageTime> StageTimer::times() const {
  std::vector<StageTime> times;
  for (std::size_t i = 0; i + 1 < stages_.size(); ++i) {
    GLuint64 from = 0;
    GLuint64 to = 0;
    glGetQueryObjectui64v(stages_[i].second, GL_QUERY_RESULT, &from);
    glGetQueryObjectui64v(stages_[i + 1].second, GL_QUERY_RESULT, &to);
    times.push_back({std::string(stages_[i].first), static_cast<double>(to - from) * 1e-6});
  }
  return times;
}

}  // namespace glccl::gl
