#include "tracker.h"

#include <glccl/tracker.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

static void expect(int holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "mismatch: %s\n", what);
  ++failures;
}

static void expect_ok(glccl_error_code code, const glccl_error* error, const char* what) {
  expect(code == GLCCL_OK && error->code == GLCCL_OK, what);
}

static void expect_error(glccl_error_code code, const glccl_error* error, glccl_error_code expected, const char* words,
                         const char* what) {
  expect(code == expected && error->code == expected && strstr(error->message, words) != NULL, what);
}

static void check_refusals(const glccl_labels* labels) {
  glccl_error error;
  glccl_tracker* tracker = NULL;
  glccl_tracker_options options = glccl_default_tracker();
  uint32_t texture = 0;
  const glccl_extent nothing = {0, 4, 1};
  expect_error(glccl_tracker_create(nothing, NULL, &tracker, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT, "0x4",
               "a tracker for no pixels");
  options.state_policy = 7;
  expect_error(glccl_tracker_create(labels->extent, &options, &tracker, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "the state policy is 7", "a state policy that is none");
  options.state_policy = GLCCL_STATE_CLOBBER;
  options.debug_groups = 2;
  expect_error(glccl_tracker_create(labels->extent, &options, &tracker, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "debug_groups is 2: its enumeration has the values 0 to 1", "debug groups that are none");
  options = glccl_default_tracker();
  options.max_components = 5000000;
  expect_error(glccl_tracker_create(labels->extent, &options, &tracker, &error), &error, GLCCL_ERROR_TOO_LARGE,
               "4194304", "too many components");
  expect(tracker == NULL, "no tracker after a failure");
  expect_error(glccl_tracker_create(labels->extent, NULL, NULL, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "`tracker`", "create() without a place for the tracker");
  expect_error(glccl_tracker_track(NULL, labels, NULL, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT, "`tracker`",
               "track() without a tracker");
  expect_error(glccl_tracker_target(NULL, &texture, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT, "`tracker`",
               "target() without a tracker");
  glccl_tracker_destroy(NULL);
}

static void check_frames(glccl_tracker* tracker, const glccl_labels* labels) {
  glccl_error error;
  glccl_tracks_header header;
  glccl_track rows[3];
  glccl_tracks tracks = {.size = sizeof tracks};
  size_t count = 0;
  uint32_t texture = 0;
  expect_error(glccl_readback_tracks_header(tracker, &header, &error), &error, GLCCL_ERROR_INVALID_ARGUMENT,
               "track() first", "reading before the first frame");
  expect_ok(glccl_tracker_target(tracker, &texture, &error), &error, "target()");
  expect(texture != 0, "the target");
  for (uint32_t frame = 1; frame <= 3; ++frame) {
    if (frame == 3) expect_ok(glccl_tracker_forget(tracker, &error), &error, "forget()");
    expect_ok(glccl_tracker_track(tracker, labels, &tracks, &error), &error, "track()");
    expect(tracks.buffer != 0 && tracks.id_labels != 0 && tracks.extent.width == labels->extent.width, "the tracks");
    expect_ok(glccl_readback_tracks_header(tracker, &header, &error), &error, "the header");
    expect(header.frame == frame && header.rows == 3 && header.overflow == 0, "the counts");
    expect(header.births == (frame == 2 ? 0u : 3u) && header.last_id == (frame == 3 ? 6u : 3u), "births and ids");
    expect_ok(glccl_readback_tracks(tracker, rows, 3, &count, &error), &error, "the rows");
    expect(count == 3 && rows[0].id == (frame == 3 ? 4u : 1u) && rows[0].age == (frame == 2 ? 2u : 1u), "the ids");
    expect(rows[0].events == (frame == 2 ? (uint32_t)GLCCL_TRACK_CONTINUED : (uint32_t)GLCCL_TRACK_BIRTH), "events");
    expect(rows[0].overlap == (frame == 2 ? 4u : 0u), "the overlap");
  }
  expect_error(glccl_readback_tracks(tracker, rows, 2, &count, &error), &error, GLCCL_ERROR_BUFFER_TOO_SMALL, "3",
               "too few rows");
  expect_ok(glccl_readback_deaths(tracker, NULL, 0, &count, &error), &error, "the number of deaths");
  expect(count == 0, "no deaths after forget()");
}

int check_tracker(const glccl_labels* labels) {
  glccl_error error;
  glccl_tracker* tracker = NULL;
  glccl_tracker_options options = glccl_default_tracker();
  check_refusals(labels);
  options.max_components = 16;
  options.id_labels = 1;
  expect_ok(glccl_tracker_create(labels->extent, &options, &tracker, &error), &error, "create() of a tracker");
  if (tracker != NULL) check_frames(tracker, labels);
  glccl_tracker_destroy(tracker);
  return failures;
}
