// GPU times of the last frames.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "glccl/labeler.hpp"

namespace glccl::view {

/// The times of one stage, the newest last, in milliseconds.
struct StageHistory {
  std::string stage;
  std::deque<double> milliseconds;
};

/// Keeps the times of the last `length` labelings by stage. Forgets all when the stages are others.
class TimeHistory {
 public:
  static constexpr std::size_t length = 120;

  void add(const std::vector<StageTime>& times);
  const std::vector<StageHistory>& stages() const { return stages_; }
  std::size_t frames() const { return stages_.empty() ? 0 : stages_.front().milliseconds.size(); }

  /// Of a frame, 0 the oldest: the sum over its stages.
  double total(std::size_t frame) const;

  /// The largest total but for the few worst, which are compilers and other programs at work rather than this one. 0
  /// without frames.
  double typical_largest() const;

 private:
  std::vector<StageHistory> stages_;
};

}  // namespace glccl::view
