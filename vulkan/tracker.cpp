#include "glccl/vulkan/tracker.hpp"

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "engine/tracks/plan.hpp"
#include "glccl/table.hpp"
#include "glccl/vulkan/labeler.hpp"
#include "vulkan/descriptors.hpp"
#include "vulkan/order.hpp"
#include "vulkan/passes.hpp"
#include "vulkan/places.hpp"
#include "vulkan/scratch.hpp"

namespace glccl::vulkan {
namespace {

/// The labels of the last frame are behind the buffers of the plan, and have a binding in count_pairs.
constexpr std::size_t last_labels = tracks::track_buffers;
constexpr std::uint32_t last_labels_binding = 6;

/// The sets of a Binding, and its places.
enum TrackerSet : std::size_t { buffers, labels_set, target_set, tracker_sets };
enum TrackerPlace : std::size_t { labels_place, target_place, tracker_places };

}  // namespace

struct Tracker::State {
  std::shared_ptr<const Core> core;
  Extent extent;
  TrackerOptions options;
  bool in_buffers = false;
  ScratchBuffers scratch;
  ReadyPasses passes;
  bool begun = false;  ///< record() has recorded what the tracks begin with.
  bool forgets = false;

  /// Whether labels and ids are as they were told; finds where they lie in buffers.
  Result<void> find_places(const Labels& labels, const SourceImage& ids, Binding::State& binding) const;

  /// Makes the sets of descriptors, and fills them.
  Result<void> describe(const Labels& labels, const SourceImage& ids, Binding::State& binding) const;
};

Result<void> Tracker::State::find_places(const Labels& labels, const SourceImage& ids, Binding::State& binding) const {
  if (labels.extent != extent) {
    return invalid("labels of " + to_string(labels.extent) + ": this Tracker is for " + to_string(extent));
  }
  const VkPhysicalDeviceLimits& limits = core->traits.limits;
  const auto told = [&](const char* name, bool given) { return Told{name, "prepare_tracker()", given, in_buffers}; };
  const Result<PitchedPlace> of_labels = find_place(told("the labels", true), extent, labels.image, limits);
  if (!of_labels) return of_labels.error();
  const Result<PitchedPlace> of_ids = find_place(told("the id labels", options.id_labels), extent, ids, limits);
  if (!of_ids) return of_ids.error();
  const bool is_same_view = ids.view != VK_NULL_HANDLE && ids.view == labels.image.view;
  const bool is_same_buffer = ids.buffer.buffer != VK_NULL_HANDLE && ids.buffer.buffer == labels.image.buffer.buffer;
  if (is_same_view || (is_same_buffer && of_ids->overlaps(*of_labels))) {
    return invalid("ids are written over the labels: pass another image for them");
  }
  binding.places = {*of_labels, *of_ids};
  if (labels.table.buffer == VK_NULL_HANDLE) return no_table();
  return check_range("the component table", labels.table, sizeof(ComponentTableHeader), limits);
}

Result<void> Tracker::State::describe(const Labels& labels, const SourceImage& ids, Binding::State& binding) const {
  std::array<std::optional<SetKind>, tracker_sets> kinds = {SetKind::buffers, source_kind(in_buffers)};
  if (options.id_labels) kinds[target_set] = label_kind(in_buffers);
  Result<DescriptorSets> sets = DescriptorSets::create(core, kinds);
  if (!sets) return sets.error();
  const auto write = [&](std::uint32_t at, VkBuffer buffer) {
    sets->write(buffers, VkDescriptorBufferInfo{buffer, 0, VK_WHOLE_SIZE}, at);
  };
  sets->write(buffers, VkDescriptorBufferInfo{labels.table.buffer, labels.table.offset, sizeof(ComponentTableHeader)},
              tracks::table_binding);
  for (std::uint32_t i = 0; i < tracks::track_buffers; ++i) write(tracks::first_binding + i, scratch.buffer(i));
  write(tracks::words_binding, scratch.buffer(tracks::tracks_buffer));
  write(last_labels_binding, scratch.buffer(last_labels));
  sets->write(labels_set, labels.image, binding.places[labels_place]);
  sets->write(target_set, ids, binding.places[target_place]);
  binding.sets = *std::move(sets);
  return {};
}

Tracker::Tracker(std::unique_ptr<State> state) : state_(std::move(state)) {}
Tracker::Tracker(Tracker&&) noexcept = default;
Tracker& Tracker::operator=(Tracker&&) noexcept = default;
Tracker::~Tracker() = default;

Result<Tracker> Labeler::prepare_tracker(Extent extent, const TrackerOptions& options, bool in_buffers) {
  if (const Result<void> status = check_tracker(extent, options); !status) return status.error();
  tracks::TrackPlan plan = tracks::make_plan(extent, options);
  plan.list.passes.erase(plan.list.passes.begin() + tracks::count_and_copy);
  Result<ReadyPasses> passes = ReadyPasses::create(*core_, plan.list, in_buffers);
  if (!passes) return passes.error();
  std::vector<std::int64_t> bytes(plan.bytes.begin(), plan.bytes.end());
  bytes.push_back(std::int64_t{sizeof(std::uint32_t)} * extent.elements());
  Result<ScratchBuffers> scratch =
      ScratchBuffers::create(core_->functions, core_->device.device, core_->traits, bytes,
                             "follow smaller labels, or ask for fewer components or pairs");
  if (!scratch) return scratch.error();
  auto state = std::make_unique<Tracker::State>();
  state->core = core_;
  state->extent = extent;
  state->options = options;
  state->in_buffers = in_buffers;
  state->scratch = *std::move(scratch);
  state->passes = *std::move(passes);
  return Tracker(std::move(state));
}

Result<Binding> Tracker::bind(const Labels& labels, const TargetImage& id_labels) const {
  const SourceImage ids{id_labels.view, VK_IMAGE_LAYOUT_GENERAL, id_labels.buffer};
  auto binding = std::make_unique<Binding::State>();
  binding->owner = state_.get();
  Result<void> done = state_->find_places(labels, ids, *binding);
  if (done) done = state_->describe(labels, ids, *binding);
  if (!done) return done.error();
  return Binding(std::move(binding));
}

Result<void> Tracker::record(VkCommandBuffer commands, const Binding& binding) {
  const Binding::State& bound = *binding.state_;
  if (bound.owner != state_.get()) return invalid("the binding is another object's: call bind() of this Tracker");
  const DeviceFunctions& vk = state_->core->functions;
  order(vk, commands, by_both, by_both);
  if (!state_->begun) {
    const TracksHeader header = tracks::first_header(state_->options);
    vk.CmdUpdateBuffer(commands, tracks().buffer, 0, sizeof header, &header);
    order(vk, commands, by_fills, by_dispatches);
  }
  PassArguments arguments;
  arguments.label_place = bound.places[labels_place].uniform(4);
  arguments.target_place = bound.places[target_place].uniform(4);
  arguments.argument = state_->forgets ? 1 : 0;
  const PassSets sets{bound.sets[buffers], bound.sets[labels_set], bound.sets[target_set]};
  for (std::size_t i = 0; i < state_->passes.size(); ++i) state_->passes.record(vk, commands, i, sets, arguments);
  state_->begun = true;
  state_->forgets = false;
  return {};
}

void Tracker::forget() { state_->forgets = true; }

BufferRange Tracker::tracks() const {
  return {state_->scratch.buffer(tracks::tracks_buffer), 0, tracks_bytes(state_->options.max_components)};
}

std::int64_t Tracker::bytes() const { return state_->scratch.bytes(); }

}  // namespace glccl::vulkan
