// glccl::Tracker gives what host::Tracker gives, also in a hostile context, and refuses what it cannot follow.
#include "glccl/tracker.hpp"

#include <GL/glew.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/gl/memory.hpp"
#include "glccl/host/context.hpp"
#include "glccl/host/texture.hpp"
#include "glccl/host/tracker.hpp"
#include "tests/gl/state/hostile_context.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/gl_labels.hpp"
#include "tests/support/inputs/frames.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// Where a test puts the labels: into Tracker::target(), into a texture of its own, or into these by turns.
enum class Place { target, own, by_turns };

/// Follows all frames and compares each with what host::Tracker gives.
void compare(const FrameSequence& sequence, Place place) {
  const Extent extent = sequence.frames[0].extent;
  Result<Tracker> tracker = Tracker::create(extent, sequence.options);
  Result<host::Tracker> expected = host::Tracker::create(extent, sequence.options);
  REQUIRE(tracker);
  REQUIRE(expected);
  const Result<gl::Texture> own = gl::try_make_texture(GL_R32UI, extent, "labels of the test");
  REQUIRE(own);
  for (std::size_t i = 0; i < sequence.frames.size(); ++i) {
    CAPTURE(i);
    const LabelImage& labels = sequence.frames[i];
    const std::uint32_t components = components_of(labels);
    const bool to_target = place == Place::target || (place == Place::by_turns && i % 2 == 0);
    const GLuint texture = to_target ? tracker->target() : own->name();
    store_labels(texture, labels);
    const gl::Buffer table = make_empty_table(components);
    const Result<Tracks> tracks = tracker->track({texture, extent, {table.name(), 0}});
    REQUIRE(tracks);
    const Result<TrackedFrame> frame = expected->track(labels.values, components);
    REQUIRE(frame);
    CHECK(*tracker->readback() == *frame);
    CHECK(tracker->readback_id_labels()->values == expected->id_labels());
  }
}

/// Four frames through a Labeler and a Tracker that are made in a poisoned context; its state before and after.
std::pair<Snapshot, Snapshot> track_poisoned(bool hostile, bool volume) {
  FrameSequence sequence{"", changing_noise(volume ? Extent{31, 9, 6} : Extent{61, 47}, 0.4, 4, 9)};
  const Extent extent = sequence.frames[0].extent;
  const Result<gl::Texture> own = gl::try_make_texture(GL_R32UI, extent, "labels of the test");
  REQUIRE(own);
  const Callers callers;
  std::vector<TrackedFrame> found;
  std::pair<Snapshot, Snapshot> states;
  std::optional<Tracker> kept;
  for (const LabelImage& labels : sequence.frames) {
    store_labels(own->name(), labels);
    const gl::Buffer table = make_empty_table(components_of(labels));
    poison(callers, hostile);
    states.first = snapshot();
    if (!kept) {
      Result<Tracker> tracker = Tracker::create(extent, sequence.options, {.timing = TimingDetail::passes});
      REQUIRE(tracker);
      kept = *std::move(tracker);
    }
    REQUIRE(kept->track({own->name(), extent, {table.name(), 0}}));
    found.push_back(*kept->readback());
    CHECK(kept->times()->size() == 9);
    states.second = snapshot();
    reset(callers);
  }
  Result<host::Tracker> expected = host::Tracker::create(extent, sequence.options);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const LabelImage& labels = sequence.frames[i];
    CHECK(found[i] == *expected->track(labels.values, components_of(labels)));
  }
  return states;
}

}  // namespace

TEST_CASE_METHOD(GlFixture, "Tracker gives what host::Tracker gives", "[engine][tracker][slow]") {
  for (const FrameSequence& sequence : tracked_sequences()) {
    CAPTURE(sequence.name);
    compare(sequence, Place::target);
  }
}

TEST_CASE_METHOD(GlFixture, "Tracker gives what host::Tracker gives in worst cases", "[engine][slow][tracker]") {
  for (const FrameSequence& sequence : extreme_sequences()) {
    CAPTURE(sequence.name);
    compare(sequence, Place::target);
  }
}

TEST_CASE_METHOD(GlFixture, "Tracker copies labels that are not in its target", "[engine][tracker]") {
  const FrameSequence discs{"discs", moving_discs({130, 70}, 12, 6, 11)};
  const FrameSequence volume{"volume", changing_noise({18, 9, 7}, 0.4, 5, 12)};
  for (const Place place : {Place::own, Place::by_turns}) {
    compare(discs, place);
    compare(volume, place);
  }
}

TEST_CASE_METHOD(GlFixture, "Trackers of two extents take turns at the same programs", "[engine][tracker]") {
  const FrameSequence sequences[] = {
      {"wide", moving_discs({130, 20}, 7, 4, 21)},
      {"high", changing_noise({30, 75}, 0.4, 4, 22), {.max_components = 3000, .id_labels = true}},
  };
  std::vector<Tracker> trackers;
  std::vector<host::Tracker> expected;
  for (const FrameSequence& sequence : sequences) {
    trackers.push_back(*Tracker::create(sequence.frames[0].extent, sequence.options));
    expected.push_back(*host::Tracker::create(sequence.frames[0].extent, sequence.options));
  }
  for (std::size_t frame = 0; frame < 4; ++frame) {
    for (std::size_t i = 0; i < 2; ++i) {
      CAPTURE(sequences[i].name, frame);
      const LabelImage& labels = sequences[i].frames[frame];
      store_labels(trackers[i].target(), labels);
      const gl::Buffer table = make_empty_table(components_of(labels));
      REQUIRE(trackers[i].track({trackers[i].target(), labels.extent, {table.name(), 0}}));
      CHECK(*trackers[i].readback() == *expected[i].track(labels.values, components_of(labels)));
    }
  }
}

TEST_CASE_METHOD(GlFixture, "Tracker gives what host::Tracker gives on random frames", "[engine][slow][tracker]") {
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    CAPTURE(seed);
    const int side = 20 + static_cast<int>(seed) * 37;
    compare({"discs", moving_discs({side, side / 2}, 5 + static_cast<int>(seed) * 6, 6, seed)}, Place::target);
    compare({"noise",
             changing_noise({side, side / 3}, 0.1 + 0.1 * seed, 4, seed),
             {.max_components = 1U << 15, .id_labels = true}},
            Place::target);
  }
}

TEST_CASE_METHOD(GlFixture, "Tracker follows what a Labeler labels", "[engine][tracker]") {
  const std::vector<LabelImage> frames = moving_discs({200, 120}, 14, 6, 13);
  const Extent extent = frames[0].extent;
  Result<Tracker> tracker = Tracker::create(extent);
  Result<host::Tracker> expected = host::Tracker::create(extent);
  REQUIRE(tracker);
  for (const Engine engine : {Engine::compute, Engine::raster}) {
    for (const LabelImage& labels : frames) {
      const ImageView view{labels.values.data(), PixelFormat::u32, extent};
      const Result<host::OwnedTexture> texture = host::upload(view);
      REQUIRE(texture);
      const Result<Labels> found =
          labeler(engine).label(texture->name(), {}, {.target = tracker->target(), .table_rows = 1});
      REQUIRE(found);
      REQUIRE(tracker->track(*found));
      CHECK(*tracker->readback() == *expected->track(labels.values, components_of(labels)));
    }
  }
}

TEST_CASE_METHOD(GlFixture, "Tracker forgets the last frame", "[engine][tracker]") {
  const std::vector<LabelImage> frames = moving_discs({100, 60}, 8, 3, 14);
  Result<Tracker> tracker = Tracker::create(frames[0].extent);
  Result<host::Tracker> expected = host::Tracker::create(frames[0].extent);
  REQUIRE(tracker);
  for (const LabelImage& labels : frames) {
    store_labels(tracker->target(), labels);
    const gl::Buffer table = make_empty_table(components_of(labels));
    REQUIRE(tracker->track({tracker->target(), labels.extent, {table.name(), 0}}));
    const TrackedFrame frame = *tracker->readback();
    CHECK(frame == *expected->track(labels.values, components_of(labels)));
    CHECK(frame.header.births == frame.header.rows);
    CHECK(frame.header.deaths == 0);
    tracker->forget();
    expected->forget();
  }
}

TEST_CASE_METHOD(GlFixture, "labels above the number of components are background to a Tracker", "[engine][tracker]") {
  const Extent extent{3, 1};
  Result<Tracker> tracker = Tracker::create(extent, {.max_components = 2, .id_labels = true});
  REQUIRE(tracker);
  for (int frame = 0; frame < 2; ++frame) {
    store_labels(tracker->target(), {extent, {0xFFFFFFFF, 1, 2}});
    const gl::Buffer table = make_empty_table(1);
    REQUIRE(tracker->track({tracker->target(), extent, {table.name(), 0}}));
    CHECK(tracker->readback()->rows.size() == 1);
    CHECK(tracker->readback_id_labels()->values == std::vector<std::uint32_t>{0, 1, 0});
  }
}

TEST_CASE_METHOD(GlFixture, "Tracker works in a hostile context and leaves it as it was", "[engine][tracker]") {
  for (const bool volume : {false, true}) {
    for (const bool hostile : {false, true}) {
      CAPTURE(volume, hostile);
      const auto [before, after] = track_poisoned(hostile, volume);
      CHECK(before == after);
    }
  }
}

TEST_CASE_METHOD(GlFixture, "Tracker refuses labels that it cannot follow", "[engine][tracker]") {
  const Extent extent{8, 4};
  Result<Tracker> tracker = Tracker::create(extent, {.max_components = 8, .id_labels = true});
  REQUIRE(tracker);
  CHECK(tracker->readback().error().message == "nothing to read back: call track() first");
  CHECK(tracker->readback_id_labels().error().message == "nothing to read back: call track() first");
  const GLuint last = tracker->target();
  const gl::Buffer table = make_empty_table(0);
  const Result<Tracks> first = tracker->track({last, extent, {table.name(), 0}});
  REQUIRE(first);
  const gl::Buffer small = gl::try_make_buffer(32, "small");
  const Result<gl::Texture> bytes = gl::try_make_texture(GL_R8UI, extent, "bytes");
  const GLuint next = tracker->target();
  const auto number = [](GLuint name) { return std::to_string(name); };
  const std::vector<std::pair<Labels, std::string>> refusals = {
      {{next, {8, 5}, {table.name(), 0}}, "labels of 8x5: this Tracker is for 8x4"},
      {{next, extent, {}},
       "labels without a table, in whose header the number of components is: label with table_rows of 1 or more"},
      {{next, extent, {small.name(), 0}}, "buffer " + number(small.name()) + " is too small for a component table"},
      {{next, extent, {12345, 0}}, "buffer 12345 does not exist: it is to be a component table"},
      {{last, extent, {table.name(), 0}},
       "texture " + number(last) +
           " has the labels of the last frame, with which those of this frame are compared: label into target() of "
           "this frame"},
      {{first->id_labels, extent, {table.name(), 0}},
       "texture " + number(first->id_labels) + " is that of the Tracker's ids: label into another"},
  };
  for (const auto& [labels, message] : refusals) {
    const Result<Tracks> tracks = tracker->track(labels);
    REQUIRE_FALSE(tracks);
    CHECK(tracks.error().message == message);
  }
  CHECK_FALSE(tracker->track({bytes->name(), extent, {table.name(), 0}}));
  CHECK_FALSE(tracker->track({12345, extent, {table.name(), 0}}));
  CHECK(tracker->readback()->header.frame == 1);
  CHECK(tracker->bytes() > 3 * 4 * extent.elements());

  const Result<Tracker> wide = Tracker::create({1 << 20, 1});
  REQUIRE_FALSE(wide);
  CHECK(wide.error().code == ErrorCode::too_large);
  CHECK_FALSE(Tracker::create(extent, {.max_components = 0}));
}

TEST_CASE_METHOD(GlFixture, "Tracker belongs to its context", "[engine][tracker]") {
  Result<Tracker> tracker = Tracker::create({8, 4});
  REQUIRE(tracker);
  Tracker moved = *std::move(tracker);
  CHECK(tracker->track({}).error().message == "this Tracker was moved from: call the one that it became");
  CHECK(tracker->bytes() == 0);
  CHECK(moved.check_context());
  const std::string message =
      "another OpenGL context is current, or none: make the one current in which this Tracker was created";
  {
    Result<host::HeadlessContext> other = host::HeadlessContext::create();
    REQUIRE(other);
    CHECK(moved.track({}).error().message == message);
    CHECK(moved.readback().error().message == message);
    CHECK(moved.target() == 0);
  }
  make_current();
  CHECK(moved.check_context());
}

}  // namespace glccl::tests
