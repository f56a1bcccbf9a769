// vulkan::Tracker gives what host::Tracker gives, of labels in images and in buffers, and refuses what it cannot
// follow.
#include "glccl/vulkan/tracker.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "glccl/host/tracker.hpp"
#include "glccl/table.hpp"
#include "tests/support/inputs/frames.hpp"
#include "tests/support/inputs/placed.hpp"
#include "tests/support/references/reference.hpp"
#include "tests/vulkan/fixture.hpp"

namespace glccl::tests {
namespace {

/// Gaps around labels, and other gaps around ids.
constexpr Placement label_gaps{.offset = 20, .behind_row = 12, .behind_slice = 8};
constexpr Placement id_gaps{.offset = 64, .behind_row = 4, .behind_slice = 0};

/// A Tracker, and the one on the CPU that it is compared with.
class TrackedPair {
 public:
  TrackedPair(VulkanFixture& fixture, const Extent& extent, const TrackerOptions& options, bool in_buffers)
      : fixture_(fixture), extent_(extent), options_(options), in_buffers_(in_buffers) {
    Result<vulkan::Tracker> made = fixture.labeler().prepare_tracker(extent, options, in_buffers);
    INFO((made ? "" : made.error().message));
    REQUIRE(made);
    tracker_ = *std::move(made);
    Result<host::Tracker> reference = host::Tracker::create(extent, options);
    REQUIRE(reference);
    expected_ = *std::move(reference);
    if (options.id_labels) ids_ = in_buffers ? vulkan::TargetImage{} : vulkan::TargetImage{make_ids()};
  }

  vulkan::Tracker& tracker() { return *tracker_; }

  /// Uploads a frame and describes it.
  void begin(const LabelImage& labels) {
    labels_ = labels;
    const std::uint32_t components = components_of(labels);
    const engines::VulkanBuffer table = fixture_.upload(table_of(components));
    vulkan::Labels frame{.extent = extent_, .table = {table.buffer, 0, sizeof(ComponentTableHeader)}};
    if (in_buffers_) {
      placed_ids_ = make_placed(extent_, 4, id_gaps);
      const Placed placed = make_placed(view_of(labels), label_gaps);
      frame.image.buffer = pitched(fixture_.upload(placed.bytes), placed, label_gaps);
      id_buffer_ = fixture_.upload(placed_ids_.bytes);
      if (options_.id_labels) ids_.buffer = pitched(id_buffer_, placed_ids_, id_gaps);
    } else {
      frame.image = {fixture_.upload(view_of(labels)).view, VK_IMAGE_LAYOUT_GENERAL};
    }
    Result<vulkan::Binding> bound = tracker_->bind(frame, ids_);
    INFO((bound ? "" : bound.error().message));
    REQUIRE(bound);
    bindings_.push_back(*std::move(bound));
  }

  void record(VkCommandBuffer commands) {
    if (id_image_ && bindings_.size() == 1) fixture_.order(commands, *id_image_);
    REQUIRE(tracker_->record(commands, bindings_.back()));
  }

  /// Compares the frame that has run with that of the CPU.
  void compare() {
    const Result<TrackedFrame> frame = expected_->track(labels_.values, components_of(labels_));
    REQUIRE(frame);
    CHECK(read() == *frame);
    if (!options_.id_labels) return;
    const LabelImage expected{extent_, expected_->id_labels()};
    if (in_buffers_) {
      store(view_of(expected), id_gaps, placed_ids_);
      CHECK((fixture_.bytes_of(id_buffer_, placed_ids_.bytes.size()) == placed_ids_.bytes));
    } else {
      CHECK(first_difference(fixture_.labels_in(*id_image_), expected) == "");
    }
  }

  void follow(const LabelImage& labels) {
    begin(labels);
    fixture_.run([&](VkCommandBuffer commands) { record(commands); });
    compare();
  }

  void forget() {
    tracker_->forget();
    expected_->forget();
  }

  TrackedFrame read() {
    const vulkan::BufferRange tracks = tracker_->tracks();
    const std::vector<std::uint8_t> bytes =
        fixture_.bytes_of({.buffer = tracks.buffer, .bytes = tracks.bytes}, tracks.bytes);
    return read_tracks(bytes.data());
  }

 private:
  VkImageView make_ids() {
    id_image_ = fixture_.make_labels(extent_);
    return id_image_->view;
  }

  VulkanFixture& fixture_;
  Extent extent_;
  TrackerOptions options_;
  bool in_buffers_;
  std::optional<vulkan::Tracker> tracker_;
  std::optional<host::Tracker> expected_;
  LabelImage labels_;
  std::optional<engines::VulkanImage> id_image_;
  engines::VulkanBuffer id_buffer_;
  Placed placed_ids_;
  vulkan::TargetImage ids_;
  std::vector<vulkan::Binding> bindings_;
};

void compare_sequence(VulkanFixture& fixture, const FrameSequence& sequence, bool in_buffers) {
  CAPTURE(sequence.name, in_buffers);
  TrackedPair pair(fixture, sequence.frames[0].extent, sequence.options, in_buffers);
  for (std::size_t i = 0; i < sequence.frames.size(); ++i) {
    CAPTURE(i);
    pair.follow(sequence.frames[i]);
  }
}

}  // namespace

TEST_CASE("a Tracker of Vulkan gives what host::Tracker gives", "[vulkan][tracker]") {
  const std::unique_ptr<VulkanFixture> fixture = VulkanFixture::open();
  if (!fixture) return;
  for (const FrameSequence& sequence : tracked_sequences()) {
    for (const bool in_buffers : {false, true}) compare_sequence(*fixture, sequence, in_buffers);
  }
  // Extents and options share pipelines: two of each pass that reads labels, for images and volumes in both kinds.
  CHECK(fixture->labeler().pipelines() == 7 + 2 * 4);
}

TEST_CASE("a Tracker of Vulkan gives what host::Tracker gives in worst cases", "[vulkan][tracker]") {
  const std::unique_ptr<VulkanFixture> fixture = VulkanFixture::open();
  if (!fixture) return;
  for (const FrameSequence& sequence : extreme_sequences()) {
    for (const bool in_buffers : {false, true}) compare_sequence(*fixture, sequence, in_buffers);
  }
}

TEST_CASE("a Tracker of Vulkan gives what host::Tracker gives on random frames", "[vulkan][tracker]") {
  const std::unique_ptr<VulkanFixture> fixture = VulkanFixture::open();
  if (!fixture) return;
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    CAPTURE(seed);
    const bool has_ids = seed % 4 < 2;
    const int side = 9 + static_cast<int>(seed) * 13;
    const Extent volume{side, side / 3 + 1, 3 + static_cast<int>(seed)};
    const TrackerOptions options{.max_components = 1U << 13, .first_id = 1 + seed * 1000, .id_labels = has_ids};
    compare_sequence(*fixture, {"noise", changing_noise({side, side / 3}, 0.1 + 0.1 * seed, 4, seed), options},
                     seed % 2 == 0);
    compare_sequence(*fixture, {"volume", changing_noise(volume, 0.1 + 0.05 * seed, 4, seed), options}, seed % 2 == 1);
    compare_sequence(*fixture, {"discs", moving_discs({2 * side, side}, 4 + static_cast<int>(seed), 6, seed), options},
                     seed % 2 == 0);
  }
}

TEST_CASE("a Tracker of Vulkan forgets the last frame", "[vulkan][tracker]") {
  const std::unique_ptr<VulkanFixture> fixture = VulkanFixture::open();
  if (!fixture) return;
  const std::vector<LabelImage> frames = moving_discs({100, 60}, 8, 4, 14);
  TrackedPair pair(*fixture, frames[0].extent, {.max_components = 64, .first_id = 7}, false);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (i % 2 == 0) pair.forget();
    pair.follow(frames[i]);
    if (i % 2 == 0) CHECK(pair.read().header.births == pair.read().header.rows);
  }
}

TEST_CASE("two Trackers of Vulkan follow a labeling in one command buffer", "[vulkan][tracker]") {
  const std::unique_ptr<VulkanFixture> fixture = VulkanFixture::open();
  if (!fixture) return;
  const std::vector<LabelImage> discs = moving_discs({90, 70}, 9, 3, 21);
  const std::vector<LabelImage> noise = changing_noise({14, 9, 8}, 0.3, 3, 22);
  TrackedPair first(*fixture, discs[0].extent, {.max_components = 500, .id_labels = true}, false);
  TrackedPair second(*fixture, noise[0].extent, {.max_components = 900, .id_labels = true}, true);
  for (std::size_t i = 0; i < discs.size(); ++i) {
    first.begin(discs[i]);
    second.begin(noise[i]);
    fixture->run([&](VkCommandBuffer commands) {
      first.record(commands);
      second.record(commands);
    });
    first.compare();
    second.compare();
  }
}

TEST_CASE("a Tracker of Vulkan follows what a Prepared labels, frame after frame in one command buffer",
          "[vulkan][tracker]") {
  const std::unique_ptr<VulkanFixture> fixture = VulkanFixture::open();
  if (!fixture) return;
  const Extent extent{130, 70};
  const std::vector<LabelImage> frames = moving_discs(extent, 12, 4, 13);
  for (const bool in_buffers : {false, true}) {
    CAPTURE(in_buffers);
    const Result<vulkan::Prepared> prepared =
        fixture->labeler().prepare({PixelFormat::u32}, extent, {}, 1, {.labels = in_buffers});
    REQUIRE(prepared);
    Result<vulkan::Tracker> tracker = fixture->labeler().prepare_tracker(extent, {.max_components = 100}, in_buffers);
    REQUIRE(tracker);
    Result<host::Tracker> expected = host::Tracker::create(extent, {.max_components = 100});
    // One target and one table for all frames.
    const engines::VulkanImage image = fixture->make_labels(extent);
    const auto bytes = static_cast<VkDeviceSize>(extent.elements()) * 4;
    const vulkan::PitchedBuffer buffer{fixture->make_buffer(bytes).buffer, bytes};
    const vulkan::BufferRange table{fixture->make_buffer(table_bytes(1)).buffer, 0, table_bytes(1)};
    const Result<vulkan::Binding> tracked =
        tracker->bind({.image = in_buffers ? vulkan::SourceImage{.buffer = buffer}
                                           : vulkan::SourceImage{image.view, VK_IMAGE_LAYOUT_GENERAL},
                       .extent = extent,
                       .table = table});
    REQUIRE(tracked);
    std::vector<vulkan::Binding> labelings;
    for (const LabelImage& frame : frames) {
      const vulkan::SourceImage source{fixture->upload(view_of(frame)).view, VK_IMAGE_LAYOUT_GENERAL};
      vulkan::Outputs outputs{.table = table};
      if (in_buffers) outputs.label_buffer = buffer;
      if (!in_buffers) outputs.labels = image.view;
      Result<vulkan::Binding> binding = prepared->bind({.image = source}, outputs);
      REQUIRE(binding);
      labelings.push_back(*std::move(binding));
    }
    fixture->run([&](VkCommandBuffer commands) {
      fixture->order(commands, image);
      for (const vulkan::Binding& labeling : labelings) {
        prepared->record(commands, labeling);
        REQUIRE(tracker->record(commands, *tracked));
      }
    });
    TrackedFrame last;
    for (const LabelImage& frame : frames) last = *expected->track(frame.values, components_of(frame));
    const vulkan::BufferRange tracks = tracker->tracks();
    const std::vector<std::uint8_t> found =
        fixture->bytes_of({.buffer = tracks.buffer, .bytes = tracks.bytes}, tracks.bytes);
    CHECK(read_tracks(found.data()) == last);
  }
}

TEST_CASE("a Tracker of Vulkan refuses what it cannot follow", "[vulkan][tracker]") {
  const std::unique_ptr<VulkanFixture> fixture = VulkanFixture::open();
  if (!fixture) return;
  const auto says = [](const auto& result, ErrorCode code, const std::string& message) {
    REQUIRE_FALSE(result);
    CHECK(result.error().code == code);
    CHECK_THAT(result.error().message, Catch::Contains(message));
  };
  constexpr ErrorCode invalid = ErrorCode::invalid_argument;
  vulkan::Labeler& labeler = fixture->labeler();
  says(labeler.prepare_tracker({8, 4}, {.max_components = 0}), invalid, "a tracker for 0 components");
  says(labeler.prepare_tracker({8, 0}), invalid, "8x0");
  says(labeler.prepare_tracker({1, 1 << 25}, {}, true), ErrorCode::too_large, "workgroups in a row");
  if (fixture->device().limits().maxStorageBufferRange < 1U << 29) {
    says(labeler.prepare_tracker({8, 4}, {.max_components = most_tracked_components}), ErrorCode::too_large,
         "(maxStorageBufferRange): follow smaller labels, or ask for fewer components or pairs");
  }

  const Extent extent{8, 4};
  Result<vulkan::Tracker> tracker = labeler.prepare_tracker(extent, {.max_components = 8, .id_labels = true});
  REQUIRE(tracker);
  CHECK(tracker->bytes() > static_cast<std::int64_t>(tracks_bytes(8)));
  const engines::VulkanImage image = fixture->make_labels(extent);
  const engines::VulkanImage ids = fixture->make_labels(extent);
  const engines::VulkanBuffer memory = fixture->make_buffer(4096);
  const vulkan::SourceImage view{image.view, VK_IMAGE_LAYOUT_GENERAL};
  const vulkan::BufferRange table{memory.buffer, 0, 64};
  const vulkan::PitchedBuffer words{memory.buffer, 1024, 512};
  const auto refused = [&](const vulkan::Labels& labels, const vulkan::TargetImage& target,
                           const std::string& message) { says(tracker->bind(labels, target), invalid, message); };
  refused({view, {8, 5}, table}, {ids.view}, "labels of 8x5: this Tracker is for 8x4");
  refused({{}, extent, table}, {ids.view}, "there is no view of the labels, of which prepare_tracker() was told");
  refused({{.buffer = words}, extent, table}, {ids.view},
          "buffer with the labels, and prepare_tracker() was told of a view");
  refused({view, extent, table}, {}, "there is no view of the id labels");
  refused({view, extent, table}, {.buffer = words},
          "buffer with the id labels, and prepare_tracker() was told of a view");
  refused({view, extent, table}, {image.view}, "ids are written over the labels");
  refused({view, extent, {}}, {ids.view}, "labels without a table, in whose header the number of components is");
  refused({view, extent, {memory.buffer, 0, 32}}, {ids.view}, "the component table has 32 bytes: 64 are needed");
  CHECK(tracker->bind({view, extent, table}, {ids.view}));

  Result<vulkan::Tracker> other = labeler.prepare_tracker(extent, {.max_components = 8}, true);
  REQUIRE(other);
  says(other->bind({{.buffer = words}, extent, table}, {.buffer = words}), invalid,
       "buffer with the id labels, and prepare_tracker() was told of none");
  says(other->bind({{.buffer = {memory.buffer, 127}}, extent, table}), invalid,
       "the labels of 8x4 at byte 0 of their buffer take 128 bytes, and the buffer ends at byte 127");
  says(other->bind({{.buffer = {memory.buffer, 1024, 0, 30}}, extent, table}), invalid,
       "the labels have a pitch of 30 bytes, but a row takes 32");
  const Result<vulkan::Binding> of_other = other->bind({{.buffer = words}, extent, table});
  REQUIRE(of_other);
  fixture->run([&](VkCommandBuffer commands) {
    says(tracker->record(commands, *of_other), invalid, "the binding is another object's");
  });
  Result<vulkan::Tracker> with_ids = labeler.prepare_tracker(extent, {.max_components = 8, .id_labels = true}, true);
  REQUIRE(with_ids);
  says(with_ids->bind({{.buffer = words}, extent, table}, {.buffer = {memory.buffer, 1024, 516}}), invalid,
       "ids are written over the labels");
}

}  // namespace glccl::tests
