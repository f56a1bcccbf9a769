// Labels the source as the settings ask, frame by frame, and keeps what the panels show of it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "glccl/labeler.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"
#include "glccl/tracker.hpp"
#include "tools/view/picture/pass_image.hpp"
#include "tools/view/settings.hpp"
#include "tools/view/time_history.hpp"
#include "tools/view/viewed_source.hpp"

namespace glccl::view {

/// Consecutive passes of a plan that belong to one stage.
struct PlannedStage {
  std::string name;
  int first = 0;  ///< Index of its first pass, from 0.
  int count = 0;
};

/// The labels and the passes of one source. Needs the viewer's context to be current.
class Labeling {
 public:
  Labeling() = default;
  Labeling(const Labeling&) = delete;
  Labeling& operator=(const Labeling&) = delete;

  /// Labels the source if something has changed since the last call or Settings::every_frame is set. For Show::pass it
  /// also runs the first Settings::pass passes, after clamping that number to the plan. After an error the last results
  /// stay.
  void update(const ViewedSource& source, Settings& settings);

  /// The error of Labeler for the current choices.
  const std::optional<Error>& problem() const { return problem_; }

  /// The last labels.
  const Labels& labels() const { return labels_; }

  /// The buffer with the ids of the last labels; 0 unless Settings::coloring is Coloring::id.
  std::uint32_t tracks() const { return tracks_; }

  /// The last pass that ran for Show::pass, and its texture. Before the first one: no name, no texture.
  const std::string& pass() const { return pass_; }
  PassImage pass_image() const;

  /// The passes of the plan, and its stages.
  const std::vector<PlannedPass>& plan() const { return plan_; }
  const std::vector<PlannedStage>& stages() const { return stages_; }

  /// Times and number of components of the labeling before the last. The GPU has finished it, so reading does not wait.
  const TimeHistory& times() const { return times_; }
  std::optional<std::uint64_t> component_count() const { return count_; }

  /// The label of a pixel or voxel; the row of a label, if the table has one. Both wait for the GPU.
  std::uint32_t label_at(const Position& element) const;
  std::optional<Component> component(std::uint32_t label) const;

 private:
  /// The inputs of the last labeling.
  struct Made {
    Engine engine = Engine::raster;
    Connectivity connectivity = Connectivity::eight;
    Compaction compaction = Compaction::histogram_pyramid;
    std::uint64_t revision = 0;
    Coloring coloring = Coloring::place;
    int pass = 0;
    friend bool operator==(const Made&, const Made&) = default;
  };

  /// The inputs of the plan.
  struct Planned {
    Engine engine = Engine::raster;
    Connectivity connectivity = Connectivity::eight;
    Compaction compaction = Compaction::histogram_pyramid;
    CriterionKind criterion = CriterionKind::foreground;
    Extent extent;
    friend bool operator==(const Planned&, const Planned&) = default;
  };

  /// One Labeler per engine, made when it is first used.
  using Labelers = std::map<Engine, Labeler>;

  static Result<Labeler*> labeler(Labelers& labelers, Engine engine);
  void make_plan(const ViewedSource& source, const Settings& settings);
  void harvest();
  Result<void> label(const ViewedSource& source, const Settings& settings);
  Result<void> track(const Settings& settings);
  Result<void> run_passes(const ViewedSource& source, const Settings& settings);

  // A Labeler keeps only its last result, so labels and passes have Labelers of their own.
  Labelers labelers_;
  Labelers steppers_;
  Labeler* last_ = nullptr;  ///< The one that made `labels_`, until its times are read.
  std::optional<Error> problem_;
  std::optional<Planned> planned_;
  std::optional<Made> made_labels_;
  std::optional<Made> made_step_;
  Labels labels_;
  std::optional<Tracker> tracker_;  ///< Made when colours are first those of ids, for labels of `tracked_`.
  Extent tracked_;
  std::uint32_t tracks_ = 0;
  Step step_;
  std::string pass_;
  std::vector<PlannedPass> plan_;
  std::vector<PlannedStage> stages_;
  TimeHistory times_;
  std::optional<std::uint64_t> count_;
};

}  // namespace glccl::view
