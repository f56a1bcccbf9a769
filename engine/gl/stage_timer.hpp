// GPU time of the stages of a plan.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/gl/objects.hpp"
#include "glccl/types.hpp"

namespace glccl::gl {

/// Puts a GL_TIMESTAMP query between stages, or between passes. Keeps the queries for the next labeling.
class StageTimer {
 public:
  /// Makes queries for so many calls of begin().
  void reserve(std::size_t marks);

  /// Forgets the last times.
  void restart() { marks_.clear(); }

  /// The commands from here on belong to `pass` of `stage`, until the next call; an empty stage ends the last one. The
  /// texts must outlive this object.
  void begin(std::string_view stage, std::string_view pass);

  /// The times in order of first appearance. Waits for the GPU.
  std::vector<StageTime> times() const;

 private:
  struct Mark {
    std::string_view stage;
    std::string_view pass;
    GLuint query = 0;
  };
  std::vector<Mark> marks_;
  std::vector<Query> queries_;
};

}  // namespace glccl::gl
