// The C face of glccl::Tracker.
#include "glccl/tracker.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/c/convert.hpp"
#include "engine/c/guard.hpp"
#include "glccl/tracker.hpp"

struct glccl_tracker {
  explicit glccl_tracker(glccl::Tracker made) : tracker(std::move(made)) {}

  glccl::Tracker tracker;
  std::optional<glccl::TrackedFrame> frame;  ///< The last tracks, once they have been asked for.
};

namespace {

namespace c_api = glccl::c_api;
using c_api::Failure;
using c_api::guarded;
using c_api::opt;
using c_api::Outcome;

/// Copies the last tracks in the first call after a frame; the tracker keeps the copy for later calls.
Outcome read(glccl_tracker& tracker) {
  if (const glccl::Result<void> status = tracker.tracker.check_context(); !status) return Failure(status.error());
  if (tracker.frame) return {};
  glccl::Result<glccl::TrackedFrame> frame = tracker.tracker.readback();
  if (!frame) return Failure(frame.error());
  tracker.frame = *std::move(frame);
  return {};
}

glccl_tracker_options default_tracker() {
  const glccl::TrackerOptions defaults;
  return {sizeof(glccl_tracker_options),
          defaults.max_components,
          defaults.max_pairs,
          defaults.first_id,
          0,
          GLCCL_STATE_PRESERVE,
          nullptr,
          GLCCL_DEBUG_GROUPS_STAGES,
          {}};
}

}  // namespace

void glccl_set_default_tracker(glccl_tracker_options* options, uint32_t size) {
  c_api::set_defaults(default_tracker(), options, size);
}

glccl_error_code glccl_tracker_create(glccl_extent extent, const glccl_tracker_options* options,
                                      glccl_tracker** tracker, glccl_error* error) {
  if (tracker != nullptr) *tracker = nullptr;
  return guarded(error, {{"tracker", tracker}, opt("options", options)}, [&]() -> Outcome {
    const glccl_tracker_options given = c_api::read_sized(options, default_tracker());
    glccl::Result<glccl::Tracker> made =
        glccl::Tracker::create(c_api::from_c(extent), c_api::from_c(given), c_api::context_use_of(given));
    if (!made) return Failure(made.error());
    *tracker = std::make_unique<glccl_tracker>(*std::move(made)).release();
    return {};
  });
}

void glccl_tracker_destroy(glccl_tracker* tracker) { const std::unique_ptr<glccl_tracker> owner(tracker); }

glccl_error_code glccl_tracker_target(const glccl_tracker* tracker, uint32_t* texture, glccl_error* error) {
  return guarded(error, {{"tracker", tracker}, {"texture", texture}}, [&]() -> Outcome {
    if (const glccl::Result<void> status = tracker->tracker.check_context(); !status) return Failure(status.error());
    *texture = tracker->tracker.target();
    return {};
  });
}

glccl_error_code glccl_tracker_track(glccl_tracker* tracker, const glccl_labels* labels, glccl_tracks* tracks,
                                     glccl_error* error) {
  return guarded(error, {{"tracker", tracker}, {"labels", labels}, opt("tracks", tracks)}, [&]() -> Outcome {
    const glccl::Result<glccl::Tracks> made = tracker->tracker.track(c_api::from_c(*labels));
    if (!made) return Failure(made.error());
    tracker->frame.reset();
    c_api::write_sized({0, made->buffer, made->id_labels, c_api::to_c(made->extent)}, tracks);
    return {};
  });
}

glccl_error_code glccl_tracker_forget(glccl_tracker* tracker, glccl_error* error) {
  return guarded(error, {{"tracker", tracker}}, [&]() -> Outcome {
    if (const glccl::Result<void> status = tracker->tracker.check_context(); !status) return Failure(status.error());
    tracker->tracker.forget();
    return {};
  });
}

glccl_error_code glccl_readback_tracks_header(glccl_tracker* tracker, glccl_tracks_header* header, glccl_error* error) {
  return guarded(error, {{"tracker", tracker}, {"header", header}}, [&]() -> Outcome {
    if (Outcome failure = read(*tracker)) return failure;
    *header = tracker->frame->header;
    return {};
  });
}

glccl_error_code glccl_readback_tracks(glccl_tracker* tracker, glccl_track* tracks, size_t capacity, size_t* count,
                                       glccl_error* error) {
  return guarded(error, {{"tracker", tracker}, {"count", count}}, [&]() -> Outcome {
    if (Outcome failure = read(*tracker)) return failure;
    return c_api::copy_list(tracker->frame->rows, tracks, capacity, *count, "tracks");
  });
}

glccl_error_code glccl_readback_deaths(glccl_tracker* tracker, glccl_death* deaths, size_t capacity, size_t* count,
                                       glccl_error* error) {
  return guarded(error, {{"tracker", tracker}, {"count", count}}, [&]() -> Outcome {
    if (Outcome failure = read(*tracker)) return failure;
    return c_api::copy_list(tracker->frame->deaths, deaths, capacity, *count, "deaths");
  });
}
