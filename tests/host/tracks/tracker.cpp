// host::Tracker: the rules of glccl/tracks.hpp, case by case.
#include "glccl/host/tracker.hpp"

#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/inputs/frames.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// "1 birth, 2 continued split; dead 3 heir 1": ids and events in the order of the labels, then the deaths.
std::string describe(const TrackedFrame& frame) {
  std::string text;
  for (const TrackRow& row : frame.rows) {
    text += (text.empty() ? "" : ", ") + std::to_string(row.id);
    if ((row.events & track_birth) != 0) text += " birth";
    if ((row.events & track_continued) != 0) text += " continued";
    if ((row.events & track_split) != 0) text += " split";
    if ((row.events & track_merge) != 0) text += " merge";
  }
  for (const DeathRow& death : frame.deaths) {
    text += "; dead " + std::to_string(death.id);
    if (death.heir != 0) text += " heir " + std::to_string(death.heir);
  }
  return text;
}

struct TrackCase {
  const char* name;
  std::vector<std::vector<std::string>> frames;
  std::vector<std::string> expected;  ///< describe() of each frame.
};

const std::vector<TrackCase>& track_cases() {
  static const std::vector<TrackCase> cases = {
      {"a component that moves keeps its id",
       {{"##...", "##..."}, {".##..", ".##.."}, {"..##.", "..##."}},
       {"1 birth", "1 continued", "1 continued"}},
      {"a component that moves too fast gets a new id",
       {{"##...", "##..."}, {"...##", "...##"}},
       {"1 birth", "2 birth; dead 1"}},
      {"ids are not used again",
       {{"#..#"}, {"...."}, {"#..#"}},
       {"1 birth, 2 birth", "; dead 1; dead 2", "3 birth, 4 birth"}},
      {"the larger part keeps the id", {{"######"}, {"##.###"}}, {"1 birth", "2 birth split, 1 continued split"}},
      {"of equal parts the one with the smaller label keeps the id",
       {{"#####"}, {"##.##"}},
       {"1 birth", "1 continued split, 2 birth split"}},
      {"the larger overlap gives its id",
       {{"##.###"}, {"######"}},
       {"1 birth, 2 birth", "2 continued merge; dead 1 heir 1"}},
      {"of equal overlaps the smaller id wins",
       {{"##.##"}, {"#####"}},
       {"1 birth, 2 birth", "1 continued merge; dead 2 heir 1"}},
      {"of equal overlaps the older id wins, whatever the order of labels",
       {{"...##"}, {"##.##"}, {"#####"}},
       {"1 birth", "2 birth, 1 continued", "1 continued merge; dead 2 heir 1"}},
      {"labels may change their order",
       {{"#...", "...#"}, {"#..#", "#..#"}, {"...#", "#..#"}},
       {"1 birth, 2 birth", "1 continued, 2 continued", "2 continued, 1 continued"}},
      {"who loses its parent's id gets a new one, also if it takes over another",
       {{"####.##"}, {"###.###"}},
       {"1 birth, 2 birth", "1 continued, 2 continued"}},
      {"a heir without its parent's id",
       {{"###########", "...........", "..........#"}, {"######.####", "..........#", "..........#"}},
       {"1 birth, 2 birth", "1 continued split, 3 birth split merge; dead 2 heir 2"}},
      {"a part that another component takes over is no split",
       {{"#####.#####"}, {"###.#######"}},
       {"1 birth, 2 birth", "1 continued, 2 continued"}},
  };
  return cases;
}

}  // namespace

TEST_CASE("host::Tracker follows the rules", "[host][tracker]") {
  for (const TrackCase& example : track_cases()) {
    CAPTURE(example.name);
    const auto labels_of = [](const std::vector<std::string>& rows) { return reference_labels(draw(rows)); };
    Result<host::Tracker> tracker = host::Tracker::create(labels_of(example.frames[0]).extent);
    REQUIRE(tracker);
    for (std::size_t i = 0; i < example.frames.size(); ++i) {
      const LabelImage labels = labels_of(example.frames[i]);
      const Result<TrackedFrame> frame = tracker->track(labels.values, components_of(labels));
      REQUIRE(frame);
      CAPTURE(i);
      CHECK(describe(*frame) == example.expected[i]);
    }
  }
}

TEST_CASE("host::Tracker reports ages, overlaps, parents and counts", "[host][tracker]") {
  Result<host::Tracker> tracker =
      host::Tracker::create({6, 1}, {.max_components = 8, .first_id = 10, .id_labels = true});
  REQUIRE(tracker);
  using Labels = std::vector<std::uint32_t>;
  REQUIRE(tracker->track(Labels{1, 1, 1, 1, 0, 2}, 2));
  CHECK(tracker->id_labels() == Labels{10, 10, 10, 10, 0, 11});
  const Result<TrackedFrame> frame = tracker->track(Labels{1, 0, 2, 2, 0, 0}, 2);
  REQUIRE(frame);
  TracksHeader expected;
  expected.frame = 2;
  expected.components = expected.rows = 2;
  expected.births = expected.deaths = 1;
  expected.pairs = 2;
  expected.last_id = 12;
  expected.capacity = 8;
  expected.deaths_at = 64 + 8 * 24;
  CHECK(frame->header == expected);
  CHECK(frame->rows == std::vector<TrackRow>{{12, 1, 1, track_birth | track_split, 10, 1},
                                             {10, 2, 2, track_continued | track_split, 10, 1}});
  CHECK(frame->deaths == std::vector<DeathRow>{{11, 1, 0, 2}});
  CHECK(tracker->id_labels() == Labels{12, 0, 10, 10, 0, 0});

  tracker->forget();
  const Result<TrackedFrame> fresh = tracker->track(Labels{1, 0, 2, 2, 0, 0}, 2);
  CHECK(describe(*fresh) == "13 birth, 14 birth");
}

TEST_CASE("host::Tracker reports what it has no room for", "[host][tracker]") {
  struct Overflow {
    const char* name;
    TrackerOptions options;
    std::uint32_t flags;
    std::uint32_t pairs;
    std::size_t deaths;
  };
  // Two components in each frame, each of which overlaps both of the other frame.
  const std::vector<Overflow> cases = {
      {"enough", {.max_components = 2, .max_pairs = 4}, 0, 4, 1},
      {"pairs", {.max_components = 2, .max_pairs = 3}, track_too_many_pairs, 4, 2},
      {"components", {.max_components = 1, .max_pairs = 4}, track_too_many_components, 0, 0},
      {"ids", {.max_components = 2, .max_pairs = 4, .first_id = 0xFFFFFFFE}, track_too_many_ids, 4, 2},
      {"pairs and ids",
       {.max_components = 2, .max_pairs = 1, .first_id = 0xFFFFFFFE},
       track_too_many_pairs | track_too_many_ids,
       2,
       2},
  };
  for (const Overflow& example : cases) {
    CAPTURE(example.name);
    Result<host::Tracker> tracker = host::Tracker::create({4, 1}, example.options);
    REQUIRE(tracker);
    const Result<TrackedFrame> first = tracker->track(std::vector<std::uint32_t>{1, 1, 2, 2}, 2);
    const Result<TrackedFrame> second = tracker->track(std::vector<std::uint32_t>{1, 2, 1, 2}, 2);
    REQUIRE((first && second));
    CHECK(second->header.overflow == example.flags);
    CHECK(second->header.pairs == example.pairs);
    CHECK(second->header.components == 2);
    CHECK(second->rows.size() == (example.flags == 0 ? 2U : 0U));
    CHECK(second->deaths.size() == example.deaths);
  }
}

TEST_CASE("trackers refuse extents and capacities", "[host][tracker]") {
  struct Refusal {
    Extent extent;
    TrackerOptions options;
    ErrorCode code;
    const char* message;
  };
  const std::vector<Refusal> refusals = {
      {{0, 4}, {}, ErrorCode::invalid_argument, "a tracker of 0x4: each side is 1 or more"},
      {{65536, 65536, 65536},
       {},
       ErrorCode::too_large,
       "a tracker of 65536x65536x65536: labels of 32 bits count up to 4294967294 elements"},
      {{4, 4},
       {.max_components = 0},
       ErrorCode::invalid_argument,
       "a tracker for 0 components: max_components is 1 or more"},
      {{4, 4},
       {.first_id = 0},
       ErrorCode::invalid_argument,
       "a tracker with the first id 0: ids are 1 or more, 0 is background"},
      {{4, 4},
       {.max_components = 5000000},
       ErrorCode::too_large,
       "a tracker for 5000000 components: 4194304 is the largest number"},
      {{4, 4},
       {.max_pairs = 20000000},
       ErrorCode::too_large,
       "a tracker for 20000000 pairs: 16777216 is the largest number"},
  };
  for (const Refusal& refusal : refusals) {
    const Result<host::Tracker> tracker = host::Tracker::create(refusal.extent, refusal.options);
    REQUIRE_FALSE(tracker);
    CHECK(tracker.error().message == refusal.message);
    CHECK(tracker.error().code == refusal.code);
  }
  Result<host::Tracker> tracker = host::Tracker::create({4, 2});
  REQUIRE(tracker);
  const Result<TrackedFrame> frame = tracker->track(std::vector<std::uint32_t>(7), 1);
  REQUIRE_FALSE(frame);
  CHECK(frame.error().message == "7 labels: this tracker is for 4x2, 8");
}

}  // namespace glccl::tests
