// Labels a subject as the settings ask, frame by frame, and keeps what the panels tell about it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "glccl/labeler.hpp"
#include "glccl/result.hpp"
#include "tools/view/pass_image.hpp"
#include "tools/view/settings.hpp"
#include "tools/view/subject.hpp"
#include "tools/view/time_history.hpp"

namespace glccl::view {

/// Consecutive passes of a plan that count to one stage.
struct PlannedStage {
  std::string name;
  int first = 0;  ///< its first pass, from 0
  int count = 0;
};

class Labeling {
 public:
  Labeling() = default;
  Labeling(const Labeling&) = delete;
  Labeling& operator=(const Labeling&) = delete;

  /// Labels, and runs the first Settings::pass passes for Show::pass, where something has changed since the last time
  /// or Settings::every_frame is set. Brings Settings::pass into the plan. After an error what was shown stays.
  void update(const Subject& subject, Settings& settings);

  /// Why what is asked now cannot be labeled: an error of Labeler.
  const std::optional<Error>& problem() const { return problem_; }

  const Labels& labels() const { return labels_; }

  /// The last pass that was run for Show::pass, and what it has written. Before the first: no name, no texture.
  const std::string& pass() const { return pass_; }
  PassImage pass_image() const;

  const std::vector<PlannedPass>& plan() const { return plan_; }
  const std::vector<PlannedStage>& stages() const { return stages_; }

  /// Of the labeling before the last, which the GPU has long done: nobody waits for it.
  const TimeHistory& times() const { return times_; }
  std::optional<std::uint32_t> component_count() const { return count_; }

  /// The label of a pixel, and its row of the table where it has one. Waits for the GPU.
  std::uint32_t label_at(int x, int y) const;
  std::optional<Component> component(std::uint32_t label) const;

 private:
  /// What the last labeling was made of.
  struct Made {
    Engine engine = Engine::raster;
    Connectivity connectivity = Connectivity::eight;
    Compaction compaction = Compaction::histogram_pyramid;
    std::uint64_t revision = 0;
    int pass = 0;
    friend bool operator==(const Made&, const Made&) = default;
  };

  /// What the plan was made of.
  struct Planned {
    Engine engine = Engine::raster;
    Connectivity connectivity = Connectivity::eight;
    Compaction compaction = Compaction::histogram_pyramid;
    std::size_t criterion = 0;  ///< which kind
    Size size;
    friend bool operator==(const Planned&, const Planned&) = default;
  };

  Result<Labeler*> labeler(std::array<std::optional<Labeler>, engine_names.size()>& labelers, Engine engine);
  void make_plan(const Subject& subject, const Settings& settings, const Options& options);
  void harvest();
  Status label(const Subject& subject, const Settings& settings, const Options& options);
  Status run_passes(const Subject& subject, const Settings& settings, const Options& options);

  // One of each engine for the labels and one for the passes: a Labeler keeps the results of only one of both.
  std::array<std::optional<Labeler>, engine_names.size()> labelers_;
  std::array<std::optional<Labeler>, engine_names.size()> steppers_;
  Labeler* last_ = nullptr;  ///< that made `labels_`, until its times are read
  std::optional<Error> problem_;
  std::optional<Planned> planned_;
  std::optional<Made> made_labels_;
  std::optional<Made> made_step_;
  Labels labels_;
  Step step_;
  std::string pass_;
  std::vector<PlannedPass> plan_;
  std::vector<PlannedStage> stages_;
  TimeHistory times_;
  std::optional<std::uint32_t> count_;
};

}  // namespace glccl::view
