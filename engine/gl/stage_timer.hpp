// GPU time of the stages of a plan.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "gl/objects.hpp"
#include "glccl/labeler.hpp"

namespace glccl::gl {

/// Puts a GL_TIMESTAMP query between stages. The queries are kept for the next labeling.
class StageTimer {
 public:
  /// Forgets the last times.
  void restart() { stages_.clear(); }

  /// The commands from here on belong to `stage`, until the next call; an empty name ends the last stage.
  void begin(std::string_view stage);

  /// The times, in order; waits for the GPU.
  std::vector<StageTime> times() const;

 private:
  std::vector<std::pair<std::string_view, GLuint>> stages_;  ///< name and the query of its begin
  std::vector<Query> queries_;
};

}  // namespace glccl::gl
