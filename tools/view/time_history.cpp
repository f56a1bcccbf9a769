#include "tools/view/time_history.hpp"

#include <algorithm>

namespace glccl::view {

void TimeHistory::add(const std::vector<StageTime>& times) {
  if (times.empty()) return;
  const bool same =
      std::equal(times.begin(), times.end(), stages_.begin(), stages_.end(),
                 [](const StageTime& time, const StageHistory& history) { return time.stage == history.stage; });
  if (!same) {
    stages_.clear();
    for (const StageTime& time : times) stages_.push_back({time.stage, {}});
  }
  for (std::size_t i = 0; i < times.size(); ++i) {
    std::deque<double>& milliseconds = stages_[i].milliseconds;
    milliseconds.push_back(times[i].milliseconds);
    if (milliseconds.size() > length) milliseconds.pop_front();
  }
}

double TimeHistory::total(std::size_t frame) const {
  double sum = 0.0;
  for (const StageHistory& stage : stages_) sum += stage.milliseconds[frame];
  return sum;
}

double TimeHistory::typical_largest() const {
  if (frames() == 0) return 0.0;
  std::vector<double> totals;
  for (std::size_t frame = 0; frame < frames(); ++frame) totals.push_back(total(frame));
  std::sort(totals.begin(), totals.end());
  const std::size_t outliers = (totals.size() + 18) / 20;
  return totals[totals.size() - 1 - std::min(outliers, totals.size() - 1)];
}

}  // namespace glccl::view
