// The tools that work on the labels of each frame of a Runner on a GPU: a Tracker and Regions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "glccl/engines/runner.hpp"
#include "glccl/region_results.hpp"
#include "glccl/result.hpp"
#include "host/engines/runner_errors.hpp"

namespace glccl::engines {

/// The Tracker and the Regions that RunOptions ask for, of OpenGL or CUDA. `Place` are the arguments of their
/// create() after the options; they follow from the RunOptions, or are those of every reserve().
template <class Tracker, class Regions, class... Place>
class FrameTools {
 public:
  /// Makes what the options ask for, for labels of this extent, unless it is there. A Tracker that is asked for less
  /// timing than before keeps its earlier frames, and with more it begins anew. Errors: `invalid_argument` (no table,
  /// several images), those of the two create().
  Result<void> reserve(const Extent& extent, const RunOptions& options, Place... place) {
    asked_ = {};
    if (!options.track && options.max_contacts == 0) return {};
    if (Result<void> status = check(options); !status) return status;
    const std::tuple now{extent, options.state_policy};
    if (made_for_ != now) {
      tracker_.reset();
      regions_.reset();
    }
    made_for_ = now;
    if (options.track && !(tracker_ && tracker_made_.serves(options.table_rows, options.timing))) {
      Result<Tracker> made = Tracker::create(extent, {.max_components = options.table_rows}, place...);
      if (!made) return made.error();
      tracker_.emplace(*std::move(made));
      tracker_made_ = {options.table_rows, options.timing};
    }
    if (options.max_contacts > 0 && !(regions_ && regions_made_.serves(options.max_contacts, options.timing))) {
      Result<Regions> made = Regions::create(extent, {.max_contacts = options.max_contacts}, place...);
      if (!made) return made.error();
      regions_.emplace(*std::move(made));
      regions_made_ = {options.max_contacts, options.timing};
    }
    asked_ = options;
    return {};
  }

  /// The Tracker of the last reserve(); null: none is asked for.
  Tracker* tracker() { return asked_.track && tracker_ ? &*tracker_ : nullptr; }
  /// The Regions of the last reserve(), likewise.
  Regions* regions() { return asked_.max_contacts > 0 && regions_ ? &*regions_ : nullptr; }

  /// Appends the times of the Tracker and the Regions of the last reserve(), if it was asked for timing. Errors: those
  /// of their times().
  Result<void> append_times(std::vector<StageTime>& times) {
    if (asked_.timing == TimingDetail::none) return {};
    if (tracker() != nullptr) {
      if (Result<void> status = append(times, tracker_->times()); !status) return status;
    }
    return regions() != nullptr ? append(times, regions_->times()) : Result<void>();
  }

  /// Runner::tracked().
  Result<TrackedFrame> tracked() {
    if (tracker() == nullptr) return no_tracks();
    Result<TrackedFrame> frame = tracker_->readback();
    if (!frame || frame->header.overflow == 0) return frame;
    return Error{ErrorCode::too_large, "there are " + std::to_string(frame->header.components) + " components with " +
                                           std::to_string(frame->header.pairs) +
                                           " pairs that overlap, which are too many to follow in a table of " +
                                           std::to_string(asked_.table_rows) + " rows"};
  }

  /// Runner::contacts().
  Result<std::vector<Contact>> contacts() {
    if (regions() == nullptr) return no_contacts();
    Result<ContactList> list = regions_->readback_contacts();
    if (!list) return list.error();
    if (list->header.overflow == 0) return std::move(list->contacts);
    return Error{ErrorCode::too_large, "there are more than " + std::to_string(asked_.max_contacts) +
                                           " contacts, which RunOptions::max_contacts allows, and at most " +
                                           std::to_string(list->header.border)};
  }

 private:
  static Result<void> append(std::vector<StageTime>& times, const Result<std::vector<StageTime>>& more) {
    if (!more) return more.error();
    times.insert(times.end(), more->begin(), more->end());
    return {};
  }

  static Result<void> check(const RunOptions& options) {
    if (options.submission != Submission::single) {
      return Error{ErrorCode::invalid_argument,
                   "tracks and contacts are of one image: use Submission::single, or label without them"};
    }
    if (!options.track || options.table_rows > 0) return {};
    return Error{ErrorCode::invalid_argument, "a Tracker reads the number of components from a table: pass table_rows"};
  }

  /// What one of the tools was made for.
  struct Made {
    std::uint32_t room = 0;  ///< Components or contacts.
    TimingDetail timing = TimingDetail::none;

    bool serves(std::uint32_t asked, TimingDetail detail) const { return asked == room && detail <= timing; }
  };

  RunOptions asked_;  ///< The options of the last reserve(); defaults if it failed.
  std::tuple<Extent, StatePolicy> made_for_;
  std::optional<Tracker> tracker_;
  Made tracker_made_;
  std::optional<Regions> regions_;
  Made regions_made_;
};

}  // namespace glccl::engines
