#include "glccl/vulkan/regions.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "engine/regions/plan.hpp"
#include "glccl/table.hpp"
#include "glccl/vulkan/labeler.hpp"
#include "glsl/shared/regions.h"
#include "vulkan/descriptors.hpp"
#include "vulkan/order.hpp"
#include "vulkan/passes.hpp"
#include "vulkan/places.hpp"
#include "vulkan/scratch.hpp"

namespace glccl::vulkan {
namespace {

using regions::ContactPlan;
using regions::ListPlan;
using regions::SelectionPlan;

/// The images of a Binding. Their sets and places have the same numbers.
enum RegionImage : std::size_t { the_labels, the_mask, the_selection, the_boundaries, the_colours, region_images };
constexpr std::array<const char*, region_images> image_names = {"the labels", "the mask", "the selected labels",
                                                                "the boundaries", "the colours"};

/// The sets behind those of images. Entries are sorted from one buffer to another and back, so lists have two.
enum RegionSet : std::size_t {
  selection_set = region_images,
  list_set,
  swapped_list_set,
  contact_set,
  region_sets,
  no_set = region_sets
};

/// The scratch memory.
enum RegionBuffer : std::size_t {
  seed_slots,
  seed_positions,
  list_counts,
  first_entries,
  second_entries,
  contact_slots,
  contact_pairs,
  merged_contacts,
  region_buffers
};

/// What vkCmdUpdateBuffer() takes at a time.
constexpr std::size_t most_updated = 65536;

/// The passes of a selection before those that write images.
constexpr std::size_t seed_passes = 4;

}  // namespace

struct Regions::State {
  std::shared_ptr<const Core> core;
  Extent extent;
  RegionOptions options;
  bool in_buffers = false;
  ScratchBuffers scratch;
  ReadyPasses selection_passes;  ///< seed_passes, then those that write the images that are asked for.
  ReadyPasses boundary_passes;
  ReadyPasses colour_passes;
  ReadyPasses list_passes;
  ReadyPasses sort_passes;
  ReadyPasses contact_passes;
  int end_bit = 0;  ///< ListPlan::end_bit.
  int merges = 0;   ///< ContactPlan::merges.

  /// Makes the passes that the options ask for, and adds the scratch memory that they need.
  Result<void> make_passes(Core& of, std::array<std::int64_t, region_buffers>& bytes);

  /// Whether there is such an image, by RegionImage.
  std::array<bool, region_images> images_asked() const {
    return {true, options.selection_mask, options.selection_labels, options.boundaries, options.colours};
  }

  /// Whether labels and outputs are as they were told; finds where images lie in buffers.
  Result<void> find_places(const Labels& labels, const std::array<SourceImage, region_images>& images,
                           Binding::State& binding) const;
  /// Whether buffers are as they are needed; lessens them to that.
  Result<void> fit_ranges(Labels& labels, RegionOutputs& outputs) const;

  /// Makes the sets of descriptors, and fills them.
  Result<void> describe(const Labels& labels, const RegionOutputs& outputs,
                        const std::array<SourceImage, region_images>& images, Binding::State& binding) const;

  /// Whether the options ask for what is recorded, else the message says so; and the binding is of this object.
  Result<void> check_recorded(const Binding::State& binding, bool asked, const char* message) const;

  /// Records one pass.
  void record(VkCommandBuffer commands, const ReadyPasses& passes, std::size_t index, const Binding::State& binding,
              std::size_t buffers, std::size_t target = the_labels, int argument = 0) const;
};

Result<void> Regions::State::make_passes(Core& of, std::array<std::int64_t, region_buffers>& bytes) {
  Result<void> status;
  const auto make = [&](ReadyPasses& passes, const gl::PassList& list) {
    if (!status) return;
    Result<ReadyPasses> made = ReadyPasses::create(of, list, in_buffers);
    if (made) passes = *std::move(made);
    if (!made) status = made.error();
  };
  if (options.max_seeds != 0) {
    SelectionPlan plan = regions::selection_plan(extent, options);
    if (options.selection_mask) plan.list.passes.push_back(regions::write_selection_pass(extent, true, false));
    if (options.selection_labels) plan.list.passes.push_back(regions::write_selection_pass(extent, false, true));
    make(selection_passes, plan.list);
    bytes[seed_slots] = plan.bytes[SelectionPlan::slots];
    bytes[seed_positions] = plan.bytes[SelectionPlan::positions];
  }
  if (options.boundaries) make(boundary_passes, regions::boundary_list(extent));
  if (options.colours) make(colour_passes, regions::colour_list(extent));
  if (options.max_components != 0) {
    const ListPlan plan = regions::list_plan(extent, options);
    make(list_passes, plan.list);
    make(sort_passes, plan.sort);
    bytes[list_counts] = plan.bytes[ListPlan::counts];
    bytes[first_entries] = plan.bytes[ListPlan::entries];
    bytes[second_entries] = plan.bytes[ListPlan::sorted_entries];
    end_bit = plan.end_bit;
  }
  if (options.max_contacts != 0) {
    const ContactPlan plan = regions::contact_plan(extent, options.max_contacts);
    make(contact_passes, plan.list);
    bytes[contact_slots] = plan.bytes[ContactPlan::slots];
    bytes[contact_pairs] = plan.bytes[ContactPlan::pairs];
    bytes[merged_contacts] = plan.bytes[ContactPlan::merged];
    merges = plan.merges;
  }
  return status;
}

Result<void> Regions::State::find_places(const Labels& labels, const std::array<SourceImage, region_images>& images,
                                         Binding::State& binding) const {
  if (labels.extent != extent) {
    return invalid("labels of " + to_string(labels.extent) + ": these Regions are for " + to_string(extent));
  }
  const std::array<bool, region_images> asked = images_asked();
  binding.places.resize(region_images);
  for (std::size_t i = 0; i < region_images; ++i) {
    const Told told{image_names[i], "prepare_regions()", asked[i], in_buffers};
    const Result<PitchedPlace> place = find_place(told, extent, images[i], core->traits.limits);
    if (!place) return place.error();
    binding.places[i] = *place;
    if (i == the_labels || !asked[i]) continue;
    const bool is_same = in_buffers ? images[i].buffer.buffer == images[the_labels].buffer.buffer &&
                                          place->overlaps(binding.places[the_labels])
                                    : images[i].view == images[the_labels].view;
    if (is_same) return invalid(told.name + " are written over the labels: pass another image for them");
  }
  return {};
}

Result<void> Regions::State::fit_ranges(Labels& labels, RegionOutputs& outputs) const {
  Result<void> status;
  const auto fit = [&](bool asked, const char* name, BufferRange& range, std::size_t needed) {
    if (!status || !asked) return;
    status = check_range(name, range, needed, core->traits.limits);
    range.bytes = needed;
  };
  const bool lists = options.max_components != 0;
  if (lists && labels.table.buffer == VK_NULL_HANDLE) return no_table();
  fit(lists, "the component table", labels.table, sizeof(ComponentTableHeader));
  fit(options.max_seeds != 0, "the seeds", outputs.seeds, seeds_bytes(options.max_seeds));
  fit(lists, "the lists", outputs.lists, lists_bytes(options.max_components));
  fit(lists, "the places of lists", outputs.places,
      sizeof(std::uint32_t) * std::size_t{lists ? elements_of(options, extent) : 0});
  fit(options.max_contacts != 0, "the contacts", outputs.contacts, contacts_bytes(options.max_contacts));
  return status;
}

Result<void> Regions::State::describe(const Labels& labels, const RegionOutputs& outputs,
                                      const std::array<SourceImage, region_images>& images,
                                      Binding::State& binding) const {
  const std::array<bool, region_images> asked = images_asked();
  std::array<std::optional<SetKind>, region_sets> kinds;
  kinds[the_labels] = source_kind(in_buffers);
  for (std::size_t i = the_mask; i < region_images; ++i) {
    if (asked[i]) kinds[i] = label_kind(in_buffers);
  }
  if (options.max_seeds != 0) kinds[selection_set] = SetKind::buffers;
  if (options.max_components != 0) kinds[list_set] = kinds[swapped_list_set] = SetKind::buffers;
  if (options.max_contacts != 0) kinds[contact_set] = SetKind::buffers;
  Result<DescriptorSets> made = DescriptorSets::create(core, kinds);
  if (!made) return made.error();
  const DescriptorSets& sets = *made;
  for (std::size_t i = 0; i < region_images; ++i) sets.write(i, images[i], binding.places[i]);
  const auto given = [&](std::size_t set, const BufferRange& range, std::uint32_t at) {
    sets.write(set, VkDescriptorBufferInfo{range.buffer, range.offset, range.bytes}, at);
  };
  const auto own = [&](std::size_t set, std::size_t buffer, std::uint32_t at) {
    if (kinds[set]) sets.write(set, VkDescriptorBufferInfo{scratch.buffer(buffer), 0, VK_WHOLE_SIZE}, at);
  };
  given(selection_set, outputs.seeds, SelectionPlan::seeds);
  own(selection_set, seed_slots, SelectionPlan::slots);
  own(selection_set, seed_positions, SelectionPlan::positions);
  for (const std::size_t set : {list_set, swapped_list_set}) {
    given(set, labels.table, ListPlan::table);
    given(set, outputs.lists, ListPlan::lists);
    given(set, outputs.places, ListPlan::places);
    own(set, list_counts, ListPlan::counts);
    own(set, set == list_set ? first_entries : second_entries, ListPlan::entries);
    own(set, set == list_set ? second_entries : first_entries, ListPlan::sorted_entries);
  }
  given(contact_set, outputs.contacts, ContactPlan::contacts);
  own(contact_set, contact_slots, ContactPlan::slots);
  own(contact_set, contact_pairs, ContactPlan::pairs);
  own(contact_set, merged_contacts, ContactPlan::merged);
  binding.sets = *std::move(made);
  return {};
}

Result<void> Regions::State::check_recorded(const Binding::State& binding, bool asked, const char* message) const {
  if (!asked) return invalid(message);
  if (binding.owner != this) return invalid("the binding is another object's: call bind() of these Regions");
  return {};
}

void Regions::State::record(VkCommandBuffer commands, const ReadyPasses& passes, std::size_t index,
                            const Binding::State& binding, std::size_t buffers, std::size_t target,
                            int argument) const {
  PassArguments arguments;
  arguments.label_place = binding.places[the_labels].uniform(4);
  arguments.target_place = binding.places[target].uniform(4);
  arguments.argument = argument;
  PassSets sets{.labels = binding.sets[the_labels]};
  if (buffers != no_set) sets.buffers = binding.sets[buffers];
  if (target != the_labels) sets.target = binding.sets[target];
  passes.record(core->functions, commands, index, sets, arguments);
}

Regions::Regions(std::unique_ptr<State> state) : state_(std::move(state)) {}
Regions::Regions(Regions&&) noexcept = default;
Regions& Regions::operator=(Regions&&) noexcept = default;
Regions::~Regions() = default;

Result<Regions> Labeler::prepare_regions(Extent extent, const RegionOptions& options, bool in_buffers) {
  if (const Result<void> status = check_regions(extent, options); !status) return status.error();
  auto state = std::make_unique<Regions::State>();
  state->core = core_;
  state->extent = extent;
  state->options = options;
  state->in_buffers = in_buffers;
  std::array<std::int64_t, region_buffers> bytes{};
  if (const Result<void> status = state->make_passes(*core_, bytes); !status) return status.error();
  if (bytes != std::array<std::int64_t, region_buffers>{}) {
    Result<ScratchBuffers> scratch =
        ScratchBuffers::create(core_->functions, core_->device.device, core_->traits, bytes, "ask for fewer");
    if (!scratch) return scratch.error();
    state->scratch = *std::move(scratch);
  }
  return Regions(std::move(state));
}

Result<Binding> Regions::bind(const Labels& labels, const RegionOutputs& outputs) const {
  const auto written = [](const TargetImage& image) {
    return SourceImage{image.view, VK_IMAGE_LAYOUT_GENERAL, image.buffer};
  };
  const std::array<SourceImage, region_images> images = {labels.image, written(outputs.mask),
                                                         written(outputs.selection), written(outputs.boundaries),
                                                         written(outputs.colours)};
  auto binding = std::make_unique<Binding::State>();
  binding->owner = state_.get();
  Result<void> done = state_->find_places(labels, images, *binding);
  Labels read = labels;
  RegionOutputs to = outputs;
  if (done) done = state_->fit_ranges(read, to);
  if (done) done = state_->describe(read, to, images, *binding);
  if (!done) return done.error();
  return Binding(std::move(binding));
}

Result<void> Regions::select(VkCommandBuffer commands, const Binding& binding, std::span<const Position> seeds) const {
  const Binding::State& bound = *binding.state_;
  Result<void> status = check_seeds(seeds.size(), state_->options);
  if (status) status = state_->check_recorded(bound, true, "");
  if (!status) return status;
  const DeviceFunctions& vk = state_->core->functions;
  const VkBuffer positions = state_->scratch.buffer(seed_positions);
  order(vk, commands, by_both, by_both);
  const auto count = static_cast<std::uint32_t>(seeds.size());
  vk.CmdUpdateBuffer(commands, positions, 0, sizeof count, &count);
  constexpr std::size_t most = most_updated / sizeof(Position);
  for (std::size_t i = 0; i < seeds.size(); i += most) {
    const std::span<const Position> some = seeds.subspan(i, std::min(most, seeds.size() - i));
    vk.CmdUpdateBuffer(commands, positions, sizeof count + i * sizeof(Position), some.size_bytes(), some.data());
  }
  order(vk, commands, by_fills, by_dispatches);
  const ReadyPasses& passes = state_->selection_passes;
  for (std::size_t i = 0; i < seed_passes; ++i) state_->record(commands, passes, i, bound, selection_set);
  std::size_t next = seed_passes;
  if (state_->options.selection_mask) state_->record(commands, passes, next++, bound, selection_set, the_mask);
  if (state_->options.selection_labels) state_->record(commands, passes, next, bound, selection_set, the_selection);
  return {};
}

Result<void> Regions::boundaries(VkCommandBuffer commands, const Binding& binding, Connectivity connectivity) const {
  const Binding::State& bound = *binding.state_;
  const Result<void> status = state_->check_recorded(
      bound, state_->options.boundaries, "no boundaries: prepare the Regions with RegionOptions::boundaries");
  if (!status) return status;
  const Result<int> hops = hops_of(connectivity, state_->extent);
  if (!hops) return hops.error();
  order(state_->core->functions, commands, by_both, by_both);
  state_->record(commands, state_->boundary_passes, 0, bound, no_set, the_boundaries, *hops);
  return {};
}

Result<void> Regions::lists(VkCommandBuffer commands, const Binding& binding) const {
  const Binding::State& bound = *binding.state_;
  const Result<void> status = state_->check_recorded(
      bound, state_->options.max_components != 0, "no lists: prepare the Regions with RegionOptions::max_components");
  if (!status) return status;
  order(state_->core->functions, commands, by_both, by_both);
  std::size_t set = list_set;
  const auto swap = [&] { set = set == list_set ? swapped_list_set : list_set; };
  const auto record = [&](const ReadyPasses& passes, std::size_t index, int argument = 0) {
    state_->record(commands, passes, index, bound, set, the_labels, argument);
  };
  for (const auto pass : {ListPlan::count_runs, ListPlan::sum_runs, ListPlan::list_runs}) {
    record(state_->list_passes, pass);
  }
  swap();
  for (int shift = shared::LENGTH_BITS; shift < state_->end_bit; shift += shared::DIGIT_BITS) {
    for (const auto pass : {ListPlan::count_digits, ListPlan::sum_digits, ListPlan::sort_entries}) {
      record(state_->sort_passes, pass, shift);
    }
    swap();
  }
  for (const auto pass : {ListPlan::count_elements, ListPlan::sum_elements, ListPlan::write_lists}) {
    record(state_->list_passes, pass);
  }
  return {};
}

Result<void> Regions::contacts(VkCommandBuffer commands, const Binding& binding, Connectivity connectivity) const {
  const Binding::State& bound = *binding.state_;
  const Result<void> status = state_->check_recorded(
      bound, state_->options.max_contacts != 0, "no contacts: prepare the Regions with RegionOptions::max_contacts");
  if (!status) return status;
  const Result<int> hops = hops_of(connectivity, state_->extent);
  if (!hops) return hops.error();
  const DeviceFunctions& vk = state_->core->functions;
  order(vk, commands, by_both, by_both);
  for (const RegionBuffer buffer : {contact_slots, contact_pairs}) {
    vk.CmdFillBuffer(commands, state_->scratch.buffer(buffer), 0, VK_WHOLE_SIZE, 0);
  }
  order(vk, commands, by_fills, by_dispatches);
  const auto record = [&](ContactPlan::Pass pass, int argument) {
    state_->record(commands, state_->contact_passes, pass, bound, contact_set, the_labels, argument);
  };
  record(ContactPlan::count_contacts, *hops);
  record(ContactPlan::sort_contacts, 0);
  int width = shared::CONTACT_CHUNK;
  for (int i = 0; i < state_->merges; ++i, width *= shared::CONTACT_RUNS) record(ContactPlan::merge_contacts, width);
  return {};
}

Result<void> Regions::colours(VkCommandBuffer commands, const Binding& binding) const {
  const Binding::State& bound = *binding.state_;
  const Result<void> status = state_->check_recorded(bound, state_->options.colours,
                                                     "no colours: prepare the Regions with RegionOptions::colours");
  if (!status) return status;
  order(state_->core->functions, commands, by_both, by_both);
  state_->record(commands, state_->colour_passes, 0, bound, no_set, the_colours);
  return {};
}

std::int64_t Regions::scratch_bytes() const { return state_->scratch.bytes(); }

}  // namespace glccl::vulkan
