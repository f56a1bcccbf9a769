// vulkan::Regions give what the functions of glccl/host/regions.hpp give, of labels in images and in buffers, and
// refuse what they cannot read.
#include "glccl/vulkan/regions.hpp"

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/inputs/contacts.hpp"
#include "tests/support/inputs/frames.hpp"
#include "tests/support/references/reference.hpp"
#include "tests/support/references/regions.hpp"
#include "tests/vulkan/fixture.hpp"

namespace glccl::tests {
namespace {

/// An image that Regions write: a view, or a buffer with gaps and rubbish in it.
class WrittenImage {
 public:
  WrittenImage(VulkanFixture& fixture, const Extent& extent, bool in_buffer, VkFormat format = VK_FORMAT_R32_UINT)
      : fixture_(fixture), extent_(extent) {
    if (in_buffer) {
      placed_ = make_placed(extent, 4, gaps);
      buffer_ = fixture.upload(placed_->bytes);
      target = {.buffer = pitched(buffer_, *placed_, gaps)};
    } else {
      image_ = fixture.make_labels(extent, format);
      fixture.run([&](VkCommandBuffer commands) { fixture.order(commands, *image_); });
      target = {image_->view};
    }
  }

  /// Its elements. Checks that gaps are as they were.
  LabelImage read() {
    if (image_) return fixture_.labels_in(*image_);
    const std::vector<std::uint8_t> bytes = fixture_.bytes_of(buffer_, placed_->bytes.size());
    LabelImage found{extent_, {}};
    for (int z = 0; z < extent_.depth; ++z) {
      for (int y = 0; y < extent_.height; ++y) {
        const std::size_t begin = gaps.offset + static_cast<std::size_t>(z) * placed_->slice_bytes +
                                  static_cast<std::size_t>(y) * placed_->row_bytes;
        for (int x = 0; x < extent_.width; ++x) {
          std::memcpy(&found.values.emplace_back(), &bytes[begin + 4 * static_cast<std::size_t>(x)], 4);
        }
      }
    }
    store(view_of(found), gaps, *placed_);
    CHECK((bytes == placed_->bytes));
    return found;
  }

  vulkan::TargetImage target;

 private:
  static constexpr Placement gaps{.offset = 36, .behind_row = 8, .behind_slice = 12};

  VulkanFixture& fixture_;
  Extent extent_;
  std::optional<engines::VulkanImage> image_;
  engines::VulkanBuffer buffer_;
  std::optional<Placed> placed_;
};

/// Regions of labels, with all outputs.
class RegionsOnDevice {
 public:
  RegionsOnDevice(VulkanFixture& fixture, const Extent& extent, const RegionOptions& options, bool in_buffers)
      : mask(fixture, extent, in_buffers),
        selection(fixture, extent, in_buffers),
        boundaries(fixture, extent, in_buffers),
        colours(fixture, extent, in_buffers, VK_FORMAT_R8G8B8A8_UNORM),
        fixture_(fixture),
        options_(options),
        in_buffers_(in_buffers) {
    Result<vulkan::Regions> made = fixture.labeler().prepare_regions(extent, options, in_buffers);
    INFO((made ? "" : made.error().message));
    REQUIRE(made);
    regions = *std::move(made);
    const auto range = [&](bool asked, std::size_t bytes) {
      if (!asked) return vulkan::BufferRange{};
      return vulkan::BufferRange{fixture.upload(std::vector<std::uint8_t>(bytes, 0xA5)).buffer, 0, bytes};
    };
    const bool has_lists = options.max_components != 0;
    outputs.seeds = range(options.max_seeds != 0, seeds_bytes(options.max_seeds));
    outputs.lists = range(has_lists, lists_bytes(options.max_components));
    if (has_lists) outputs.places = range(true, 4 * std::size_t{elements_of(options, extent)});
    outputs.contacts = range(options.max_contacts != 0, contacts_bytes(options.max_contacts));
    if (options.selection_mask) outputs.mask = mask.target;
    if (options.selection_labels) outputs.selection = selection.target;
    if (options.boundaries) outputs.boundaries = boundaries.target;
    if (options.colours) outputs.colours = colours.target;
  }

  /// Uploads labels with a table of so many components, and describes them.
  const vulkan::Binding& bind(const LabelImage& labels, std::uint32_t components) {
    constexpr Placement gaps{.offset = 20, .behind_row = 4, .behind_slice = 16};
    vulkan::Labels labeled{.extent = labels.extent};
    if (in_buffers_) {
      const Placed placed = make_placed(view_of(labels), gaps);
      labeled.image.buffer = pitched(fixture_.upload(placed.bytes), placed, gaps);
    } else {
      labeled.image = {fixture_.upload(view_of(labels)).view, VK_IMAGE_LAYOUT_GENERAL};
    }
    if (options_.max_components != 0) labeled.table = {fixture_.upload(table_of(components)).buffer, 0, 64};
    Result<vulkan::Binding> bound = regions->bind(labeled, outputs);
    INFO((bound ? "" : bound.error().message));
    REQUIRE(bound);
    bindings_.push_back(*std::move(bound));
    return bindings_.back();
  }

  std::vector<std::uint8_t> read(const vulkan::BufferRange& range) {
    return fixture_.bytes_of({.buffer = range.buffer}, range.bytes);
  }

  ComponentLists read_lists() {
    const std::vector<std::uint8_t> lists = read(outputs.lists);
    const std::vector<std::uint8_t> all_places = read(outputs.places);
    ComponentLists found;
    std::memcpy(&found.header, lists.data(), sizeof found.header);
    found.offsets.resize(std::size_t{found.header.lists} + 1);
    std::memcpy(found.offsets.data(), &lists[sizeof found.header], 4 * found.offsets.size());
    found.places.resize(found.offsets.back());
    if (!found.places.empty()) std::memcpy(found.places.data(), all_places.data(), 4 * found.places.size());
    return found;
  }

  ContactList read_contacts() {
    const std::vector<std::uint8_t> bytes = read(outputs.contacts);
    ContactList found;
    std::memcpy(&found.header, bytes.data(), sizeof found.header);
    found.contacts.resize(found.header.contacts);
    if (!found.contacts.empty()) {
      std::memcpy(found.contacts.data(), &bytes[sizeof found.header], sizeof(Contact) * found.contacts.size());
    }
    return found;
  }

  std::optional<vulkan::Regions> regions;
  vulkan::RegionOutputs outputs;
  WrittenImage mask;
  WrittenImage selection;
  WrittenImage boundaries;
  WrittenImage colours;

 private:
  VulkanFixture& fixture_;
  RegionOptions options_;
  bool in_buffers_;
  std::vector<vulkan::Binding> bindings_;
};

LabelImage colours_of(LabelImage labels) {
  for (std::uint32_t& value : labels.values) value = colour_of_label(value);
  return labels;
}

/// All at once in one command buffer, for each connectivity.
void compare_case(VulkanFixture& fixture, RegionCase of, const std::vector<Connectivity>& connectivities,
                  bool in_buffers) {
  CAPTURE(of.name, in_buffers);
  of.options.colours = true;
  RegionsOnDevice found(fixture, of.labels.extent, of.options, in_buffers);
  const vulkan::Binding& binding = found.bind(of.labels, of.components);
  for (const Connectivity connectivity : connectivities) {
    CAPTURE(connectivity);
    fixture.run([&](VkCommandBuffer commands) {
      REQUIRE(found.regions->select(commands, binding, of.seeds));
      REQUIRE(found.regions->boundaries(commands, binding, connectivity));
      REQUIRE(found.regions->lists(commands, binding));
      REQUIRE(found.regions->colours(commands, binding));
    });
    check_equal({read_seeds(found.read(found.outputs.seeds).data()), found.mask.read(), found.selection.read(),
                 found.boundaries.read(), found.read_lists()},
                expected_regions(of, connectivity));
    CHECK(found.colours.read() == colours_of(of.labels));
  }
}

RegionOptions contacts_alone_of(std::uint32_t max_contacts) { return {.max_contacts = max_contacts}; }

void compare_contacts(VulkanFixture& fixture, const ContactCase& of, const std::vector<Connectivity>& connectivities,
                      bool in_buffers) {
  CAPTURE(of.name, in_buffers);
  RegionsOnDevice found(fixture, of.labels.extent, contacts_alone_of(of.max_contacts), in_buffers);
  const vulkan::Binding& binding = found.bind(of.labels, 0);
  for (const Connectivity connectivity : connectivities) {
    CAPTURE(connectivity);
    fixture.run([&](VkCommandBuffer commands) { REQUIRE(found.regions->contacts(commands, binding, connectivity)); });
    CHECK(found.read_contacts() == expected_contacts(of.labels, connectivity, of.max_contacts));
  }
}

}  // namespace

TEST_CASE("Regions of Vulkan give what the functions on the CPU give", "[vulkan][regions]") {
  const std::unique_ptr<VulkanFixture> fixture = VulkanFixture::open();
  if (!fixture) return;
  for (const RegionCase& of : region_cases()) {
    for (const bool in_buffers : {false, true}) {
      compare_case(*fixture, of, connectivities_of(of.labels.extent), in_buffers);
    }
  }
  for (const RegionCase& of : large_region_cases()) compare_case(*fixture, of, {Connectivity::eight}, false);
}

TEST_CASE("Regions of Vulkan give what the functions on the CPU give on random labels", "[vulkan][regions]") {
  const std::unique_ptr<VulkanFixture> fixture = VulkanFixture::open();
  if (!fixture) return;
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    CAPTURE(seed);
    const int side = 7 + static_cast<int>(seed) * 9;
    for (const Extent extent : {Extent{side, side / 2 + 1}, Extent{side, side / 4 + 1, 2 + static_cast<int>(seed)}}) {
      RegionCase of{"random", changing_noise(extent, 0.1 + 0.06 * seed, 1, seed).front(), 0, {}, all_regions()};
      of.components = components_of(of.labels);
      of.seeds = scattered_seeds(extent, 5 + static_cast<int>(seed) * 20, seed);
      const Connectivity connectivity = connectivities_of(extent)[seed % connectivities_of(extent).size()];
      compare_case(*fixture, of, {connectivity}, seed % 2 == 0);
    }
  }
}

TEST_CASE("Regions of Vulkan find contacts", "[vulkan][regions]") {
  const std::unique_ptr<VulkanFixture> fixture = VulkanFixture::open();
  if (!fixture) return;
  for (const ContactCase& of : contact_cases()) {
    for (const bool in_buffers : {false, true}) {
      const std::vector<Connectivity> all = connectivities_of(of.labels.extent);
      compare_contacts(*fixture, of, {in_buffers ? all.back() : all.front()}, in_buffers);
    }
  }
  compare_contacts(*fixture, {"images", contact_atlas({9, 7}, 1000, 1), 16384}, {Connectivity::eight}, false);
  compare_contacts(*fixture, {"volumes", contact_atlas({5, 4, 4}, 1000, 2), 16384}, {Connectivity::eighteen}, true);
}

TEST_CASE("Regions of Vulkan find contacts again, also after an overflow", "[vulkan][regions]") {
  const std::unique_ptr<VulkanFixture> fixture = VulkanFixture::open();
  if (!fixture) return;
  const Extent extent{40, 30};
  RegionsOnDevice found(*fixture, extent, contacts_alone_of(50), false);
  for (const std::uint32_t most : {3U, 400U, 8U, 4000U, 5U}) {
    const LabelImage labels = random_labels(extent, most, most);
    const vulkan::Binding& binding = found.bind(labels, 0);
    fixture->run(
        [&](VkCommandBuffer commands) { REQUIRE(found.regions->contacts(commands, binding, Connectivity::eight)); });
    CHECK(found.read_contacts() == expected_contacts(labels, Connectivity::eight, 50));
  }
}

TEST_CASE("Regions of Vulkan take more seeds than one update of a buffer has", "[vulkan][regions]") {
  const std::unique_ptr<VulkanFixture> fixture = VulkanFixture::open();
  if (!fixture) return;
  const LabelImage labels = changing_noise({120, 90}, 0.3, 1, 4).front();
  RegionsOnDevice found(*fixture, labels.extent, {.max_seeds = most_seeds, .selection_labels = true}, false);
  const vulkan::Binding& binding = found.bind(labels, 0);
  for (const int count : {1, 40000, 3}) {
    const std::vector<Position> seeds = scattered_seeds(labels.extent, count, 5);
    fixture->run([&](VkCommandBuffer commands) { REQUIRE(found.regions->select(commands, binding, seeds)); });
    const auto expected = host::select(labels.values, labels.extent, seeds);
    CHECK((read_seeds(found.read(found.outputs.seeds).data()) == expected->report));
    CHECK(found.selection.read() == LabelImage{labels.extent, expected->labels});
  }
}

TEST_CASE("Regions and a Tracker of Vulkan take what a Prepared labels, in one command buffer", "[vulkan][regions]") {
  const std::unique_ptr<VulkanFixture> fixture = VulkanFixture::open();
  if (!fixture) return;
  const LabelImage discs = moving_discs({130, 70}, 12, 1, 3).front();
  const Extent extent = discs.extent;
  const Result<vulkan::Prepared> prepared = fixture->labeler().prepare({PixelFormat::u32}, extent, {}, 1);
  Result<vulkan::Tracker> tracker = fixture->labeler().prepare_tracker(extent);
  REQUIRE(prepared);
  REQUIRE(tracker);
  RegionsOnDevice found(*fixture, extent, {.max_components = 100, .colours = true}, false);
  const engines::VulkanImage target = fixture->make_labels(extent);
  const vulkan::BufferRange table{fixture->make_buffer(table_bytes(1)).buffer, 0, table_bytes(1)};
  const vulkan::Labels labels{{target.view, VK_IMAGE_LAYOUT_GENERAL}, extent, table};
  const vulkan::SourceImage source{fixture->upload(view_of(discs)).view, VK_IMAGE_LAYOUT_GENERAL};
  const Result<vulkan::Binding> labeled = prepared->bind({.image = source}, {.labels = target.view, .table = table});
  const Result<vulkan::Binding> tracked = tracker->bind(labels);
  const Result<vulkan::Binding> taken = found.regions->bind(labels, found.outputs);
  REQUIRE(labeled);
  REQUIRE(tracked);
  REQUIRE(taken);
  fixture->run([&](VkCommandBuffer commands) {
    fixture->order(commands, target);
    prepared->record(commands, *labeled);
    REQUIRE(tracker->record(commands, *tracked));
    REQUIRE(found.regions->lists(commands, *taken));
    REQUIRE(found.regions->colours(commands, *taken));
  });
  CHECK(found.colours.read() == colours_of(discs));
  CHECK(found.read_lists() == *host::lists(discs.values, extent, components_of(discs), {.max_components = 100}));
}

TEST_CASE("Regions of Vulkan refuse what they cannot read", "[vulkan][regions]") {
  const std::unique_ptr<VulkanFixture> fixture = VulkanFixture::open();
  if (!fixture) return;
  const auto says = [](const auto& result, const std::string& message) {
    REQUIRE_FALSE(result);
    CHECK_THAT(result.error().message, Catch::Contains(message));
  };
  vulkan::Labeler& labeler = fixture->labeler();
  says(labeler.prepare_regions({8, 4}, {}), "regions of nothing");
  says(labeler.prepare_regions({0, 4}, {.colours = true}), "0x4");
  const Extent extent{8, 4};
  RegionOptions options = all_regions(8);
  options.max_contacts = 3;
  options.colours = true;
  RegionsOnDevice all(*fixture, extent, options, false);
  CHECK(all.regions->scratch_bytes() > 0);
  const LabelImage labels{extent, std::vector<std::uint32_t>(32)};
  const vulkan::Binding& binding = all.bind(labels, 0);
  const engines::VulkanImage image = fixture->make_labels(extent);
  const engines::VulkanBuffer memory = fixture->make_buffer(4096);
  const vulkan::Labels given{{image.view, VK_IMAGE_LAYOUT_GENERAL}, extent, {memory.buffer, 0, 64}};
  CHECK(all.regions->bind(given, all.outputs));
  const auto refused = [&](auto&& change, const std::string& message) {
    vulkan::Labels changed = given;
    vulkan::RegionOutputs outputs = all.outputs;
    change(changed, outputs);
    says(all.regions->bind(changed, outputs), message);
  };
  refused([](auto& of, auto&) { of.extent = {8, 5}; }, "labels of 8x5: these Regions are for 8x4");
  refused([](auto& of, auto&) { of.table = {}; }, "labels without a table, in whose header the number");
  refused([](auto& of, auto&) { of.image = {}; },
          "there is no view of the labels, of which prepare_regions() was told");
  refused([](auto&, auto& to) { to.mask = {}; }, "there is no view of the mask");
  refused([](auto&, auto& to) { to.selection = {}; }, "there is no view of the selected labels");
  refused([](auto&, auto& to) { to.colours = {}; }, "there is no view of the colours");
  refused([&](auto&, auto& to) { to.boundaries = {image.view}; }, "the boundaries are written over the labels");
  refused([](auto&, auto& to) { to.seeds = {}; }, "there is no buffer for the seeds");
  refused([](auto&, auto& to) { --to.lists.bytes; }, "the part of a buffer for the lists has 67 bytes: 68 are needed");
  refused([](auto&, auto& to) { --to.places.bytes; },
          "the part of a buffer for the places of lists has 127 bytes: 128 are needed");
  refused([](auto&, auto& to) { --to.contacts.bytes; }, "the part of a buffer for the contacts has ");

  const VkDeviceSize most = fixture->device().limits().maxStorageBufferRange;
  if (most < most_contacts * sizeof(Contact)) {
    says(labeler.prepare_regions(extent, {.max_contacts = most_contacts}), "(maxStorageBufferRange): ask for fewer");
  }
  constexpr VkDeviceSize huge = VkDeviceSize{1} << 33;
  Result<vulkan::Regions> of_many = labeler.prepare_regions(extent, {.max_components = 8, .max_elements = huge / 4});
  REQUIRE(of_many);
  says(of_many->bind(given, {.lists = {memory.buffer, 0, 1024}, .places = {memory.buffer, 0, huge}}),
       "the places of lists of 8589934592 bytes: this device binds " + std::to_string(most));

  RegionsOnDevice one(*fixture, extent, {.boundaries = true}, true);
  const vulkan::Binding& of_one = one.bind(labels, 0);
  CHECK(one.regions->scratch_bytes() == 0);
  says(one.regions->bind({{.buffer = {memory.buffer, 128}}, extent},
                         {.boundaries = {.buffer = {memory.buffer, 256, 124}}}),
       "the boundaries are written over the labels");
  says(one.regions->bind({{.buffer = {memory.buffer, 128}}, extent}, {.boundaries = {image.view}}),
       "there is a view of the boundaries, and prepare_regions() was told of a buffer");
  fixture->run([&](VkCommandBuffer commands) {
    const vulkan::Regions& regions = *all.regions;
    says(regions.select(commands, binding, std::vector<Position>(1001)), "1001 seeds: these Regions take 1000");
    says(regions.boundaries(commands, binding, static_cast<Connectivity>(5)), "boundaries with connectivity 5 in 8x4");
    says(regions.contacts(commands, binding, static_cast<Connectivity>(5)), "connectivity 5 in 8x4");
    says(regions.select(commands, of_one, {}), "the binding is another object's");
    says(regions.lists(commands, of_one), "the binding is another object's");
    const vulkan::Regions& bare = *one.regions;
    says(bare.select(commands, of_one, {}), "no selections");
    says(bare.lists(commands, of_one), "no lists: prepare the Regions with RegionOptions::max_components");
    says(bare.contacts(commands, of_one, Connectivity::four), "no contacts: prepare the Regions with");
    says(bare.colours(commands, of_one), "no colours: prepare the Regions with RegionOptions::colours");
  });
}

}  // namespace glccl::tests
