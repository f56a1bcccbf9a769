#include "engine/gl/stage_timer.hpp"

#include <algorithm>
#include <string>

#include "engine/gl/context_traits.hpp"

namespace glccl::gl {

void StageTimer::reserve(std::size_t marks) {
  marks_.reserve(marks);
  while (queries_.size() < marks) queries_.push_back(make_query(GL_TIMESTAMP));
}

void StageTimer::begin(std::string_view stage, std::string_view pass) {
  reserve(marks_.size() + 1);
  const GLuint query = queries_[marks_.size()].name();
  api().QueryCounter(query, GL_TIMESTAMP);
  marks_.push_back({stage, pass, query});
}

std::vector<StageTime> StageTimer::times() const {
  std::vector<StageTime> times;
  const GLint query_buffer = context_integer(GL_QUERY_BUFFER_BINDING);  // results would go into the caller's
  api().BindBuffer(GL_QUERY_BUFFER, 0);
  for (std::size_t i = 0; i + 1 < marks_.size(); ++i) {
    GLuint64 from = 0;
    GLuint64 to = 0;
    api().GetQueryObjectui64v(marks_[i].query, GL_QUERY_RESULT, &from);
    api().GetQueryObjectui64v(marks_[i + 1].query, GL_QUERY_RESULT, &to);
    auto row = std::find_if(times.begin(), times.end(), [&](const StageTime& time) {
      return time.stage == marks_[i].stage && time.pass == marks_[i].pass;
    });
    if (row == times.end()) {
      row = times.insert(times.end(), {std::string(marks_[i].stage), std::string(marks_[i].pass), 0.0});
    }
    row->milliseconds += static_cast<double>(to - from) * 1e-6;
  }
  api().BindBuffer(GL_QUERY_BUFFER, bindable(query_buffer, api().IsBuffer));
  return times;
}

}  // namespace glccl::gl
