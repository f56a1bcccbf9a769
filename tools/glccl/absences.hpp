// Engines that cannot run here, grouped by their reasons.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace glccl::tools {

/// Collects engines that cannot run here, so that a reason that several share is printed once.
class Absences {
 public:
  /// Notes an engine, once for each reason.
  void add(const std::string& engine, const std::string& reason) {
    auto group = std::find_if(groups_.begin(), groups_.end(), [&](const Group& one) { return one.reason == reason; });
    if (group == groups_.end()) group = groups_.insert(groups_.end(), {reason, {}});
    if (std::find(group->engines.begin(), group->engines.end(), engine) == group->engines.end()) {
      group->engines.push_back(engine);
    }
  }

  /// "ENGINE, ENGINE: REASON" for each reason, in the order in which the reasons came.
  std::vector<std::string> lines() const {
    std::vector<std::string> lines;
    for (const Group& group : groups_) {
      std::string& line = lines.emplace_back();
      for (const std::string& engine : group.engines) line += (line.empty() ? "" : ", ") + engine;
      line += ": " + group.reason;
    }
    return lines;
  }

 private:
  struct Group {
    std::string reason;
    std::vector<std::string> engines;
  };

  std::vector<Group> groups_;
};

}  // namespace glccl::tools
