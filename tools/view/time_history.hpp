// GPU times of the last frames.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "glccl/types.hpp"

namespace glccl::view {

/// The times of one stage in milliseconds, the newest last.
struct StageHistory {
  std::string stage;
  std::deque<double> milliseconds;
};

/// Keeps the times of the last `length` labelings by stage. Forgets all of them when the stages change.
class TimeHistory {
 public:
  static constexpr std::size_t length = 120;

  /// Adds the times of one labeling.
  void add(const std::vector<StageTime>& times);
  const std::vector<StageHistory>& stages() const { return stages_; }
  std::size_t frames() const { return stages_.empty() ? 0 : stages_.front().milliseconds.size(); }

  /// The sum over the stages of a frame; frame 0 is the oldest.
  double total(std::size_t frame) const;

  /// The largest total without the worst 5 %, which shader compilation and other programs cause. 0 without frames.
  double typical_largest() const;

 private:
  std::vector<StageHistory> stages_;
};

}  // namespace glccl::view
