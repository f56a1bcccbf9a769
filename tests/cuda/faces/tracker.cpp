// cuda::Tracker gives what host::Tracker gives, and refuses what it cannot follow.
#include "glccl/cuda/tracker.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "glccl/host/tracker.hpp"
#include "tests/cuda/support/device_labels.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/frames.hpp"

namespace glccl::tests {
namespace {

/// Follows all frames and compares each with what host::Tracker gives. Every other frame lies in memory of the test.
void compare(const FrameSequence& sequence) {
  const Extent extent = sequence.frames[0].extent;
  Result<cuda::Tracker> tracker = cuda::Tracker::create(extent, sequence.options);
  Result<host::Tracker> expected = host::Tracker::create(extent, sequence.options);
  REQUIRE(tracker);
  const GappyLabels own(extent);
  const DeviceMemory count(4);
  for (std::size_t i = 0; i < sequence.frames.size(); ++i) {
    CAPTURE(i);
    const LabelImage& labels = sequence.frames[i];
    store_words(count.data(), {components_of(labels)});
    cuda::DeviceLabels place = tracker->target();
    if (i % 3 == 1) {
      place = own.store(labels);
    } else {
      store_words(place.values, labels.values);
    }
    const Result<cuda::Tracks> tracks = tracker->track({place, extent, count.data()});
    REQUIRE(tracks);
    CHECK(*tracker->readback() == *expected->track(labels.values, components_of(labels)));
    if (sequence.options.id_labels) {
      CHECK(load_words(tracks->id_labels, labels.values.size()) == expected->id_labels());
    }
  }
}

}  // namespace

TEST_CASE("cuda::Tracker gives what host::Tracker gives", "[cuda][on_cpu][sanitizer][tracker]") {
  if (skip_without_cuda()) return;
  for (const FrameSequence& sequence : tracked_sequences()) {
    CAPTURE(sequence.name);
    compare(sequence);
  }
}

TEST_CASE("cuda::Tracker gives what host::Tracker gives in worst cases", "[cuda][on_cpu][slow][tracker]") {
  if (skip_without_cuda()) return;
  for (const FrameSequence& sequence : extreme_sequences()) {
    CAPTURE(sequence.name);
    compare(sequence);
  }
}

TEST_CASE("cuda::Tracker gives what host::Tracker gives on large frames", "[cuda][slow][tracker]") {
  if (skip_without_cuda()) return;
  compare({"discs", moving_discs({1500, 900}, 60, 8, 1), {.id_labels = true}});
  compare({"noise", changing_noise({1200, 800}, 0.3, 5, 2), {.max_components = 1U << 18, .id_labels = true}});
  compare({"too much noise", changing_noise({1200, 800}, 0.3, 3, 2), {.max_components = 1U << 18, .max_pairs = 1000}});
}

TEST_CASE("cuda::Tracker forgets the last frame", "[cuda][on_cpu][tracker]") {
  if (skip_without_cuda()) return;
  const std::vector<LabelImage> frames = moving_discs({100, 60}, 8, 3, 14);
  Result<cuda::Tracker> tracker = cuda::Tracker::create(frames[0].extent, {}, -1, TimingDetail::stages);
  Result<host::Tracker> expected = host::Tracker::create(frames[0].extent);
  REQUIRE(tracker);
  const DeviceMemory count(4);
  for (const LabelImage& labels : frames) {
    const cuda::DeviceLabels target = tracker->target();
    store_words(target.values, labels.values);
    store_words(count.data(), {components_of(labels)});
    REQUIRE(tracker->track({target, labels.extent, count.data()}));
    CHECK(tracker->times()->size() == 2);
    CHECK(*tracker->readback() == *expected->track(labels.values, components_of(labels)));
    tracker->forget();
    expected->forget();
  }
}

TEST_CASE("cuda::Tracker refuses labels that it cannot follow", "[cuda][on_cpu][tracker]") {
  if (skip_without_cuda()) return;
  const Extent extent{8, 4};
  Result<cuda::Tracker> tracker = cuda::Tracker::create(extent, {.max_components = 8});
  REQUIRE(tracker);
  const DeviceMemory count(4);
  store_words(count.data(), {0});
  const cuda::DeviceLabels last = tracker->target();
  check_refused(tracker->readback(), ErrorCode::invalid_argument, "call track() first");
  REQUIRE(tracker->track({last, extent, count.data()}));
  const cuda::DeviceLabels next = tracker->target();
  struct Refusal {
    cuda::Labels labels;
    std::string message;
  };
  std::vector<std::uint32_t> on_host(32);
  auto* odd = static_cast<unsigned char*>(next.values) + 2;
  const std::vector<Refusal> refusals = {
      {{}, "the labels are at a null pointer"},
      {{next, extent}, "no number of components"},
      {{next, {8, 3}, count.data()}, "labels of 8x3 for 8x4"},
      {{cuda::ArrayLabels{next.values}, extent, count.data()}, "the labels are in a CUDA array"},
      {{cuda::DeviceLabels{next.values, 28}, extent, count.data()}, "labels of 8x4 with 28 bytes from row to row"},
      {{cuda::DeviceLabels{odd}, extent, count.data()}, "no multiples of 4 bytes"},
      {{cuda::DeviceLabels{on_host.data()}, extent, count.data()}, "the labels lie in host memory"},
      {{next, extent, on_host.data()}, "the numbers of components lie in host memory"},
      {{last, extent, count.data()}, "the labels overlap those of the last frame"},
  };
  for (const Refusal& refusal : refusals) {
    check_refused(tracker->track(refusal.labels), ErrorCode::invalid_argument, refusal.message);
  }
  CHECK(tracker->readback()->header.frame == 1);
  CHECK(tracker->bytes() > 2 * 4 * extent.elements());
  check_refused(cuda::Tracker::create({0, 1}), ErrorCode::invalid_argument, "each side is 1 or more");
}

}  // namespace glccl::tests
