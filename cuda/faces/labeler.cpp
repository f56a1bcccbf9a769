#include "glccl/cuda/labeler.hpp"

#include <utility>

#include "cuda/faces/check.hpp"
#include "cuda/faces/labeler_state.hpp"
#include "cuda/fast/fast.hpp"
#include "cuda/methods/common/number.hpp"
#include "cuda/runtime/devices/choose_device.hpp"
#include "cuda/runtime/memory/allocate.hpp"

namespace glccl::cuda {

Labeler::Labeler(std::unique_ptr<State> state) : state_(std::move(state)) {}
Labeler::Labeler(Labeler&&) noexcept = default;
Labeler& Labeler::operator=(Labeler&&) noexcept = default;
Labeler::~Labeler() = default;

std::int64_t Labeler::scratch_bytes() const { return static_cast<std::int64_t>(state_->scratch_bytes()); }

int Labeler::device() const { return state_->device; }
Method Labeler::method() const { return state_->method; }

Result<Labeler> Labeler::create(Method method, int device, Allocator allocator) {
  if (Result<void> whole = check_allocator(allocator); !whole) return whole.error();
  const Result<int> chosen = choose_device(device);
  if (!chosen) return chosen.error();
  const DeviceGuard guard(*chosen);
  if (Result<void> current = guard.status(); !current) return current.error();
  Result<DeviceTraits> known = describe_device(*chosen);
  if (!known) return known.error();
  Result<Event> done = Event::create(cudaEventDisableTiming);
  if (!done) return done.error();
  Result<Event> captured = Event::create(cudaEventDisableTiming);
  if (!captured) return captured.error();
  if (method == Method::fast) {
    const Result<int> tiles = fast_small_tiles();
    if (!tiles) return tiles.error();
    known->small_tiles = *tiles;
  }
  return Labeler(
      std::make_unique<State>(method, *chosen, *known, *std::move(done), *std::move(captured), std::move(allocator)));
}

Result<void> Labeler::State::check_planned(const InputFormats& formats, const Extent& extent, const LabelingSpec& spec,
                                           const Outputs& outputs, int images) const {
  if (Result<void> possible = check_spec(spec, formats.image, extent, *traits); !possible) return possible;
  if (Result<void> fit = check_second_images(spec, formats, extent, traits->capabilities()); !fit) return fit;
  if (outputs.table.rows > 0) {
    if (Result<void> numbered = check_table(spec, outputs.table.rows); !numbered) return numbered;
  }
  if (Result<void> possible = check_plane(extent, *traits, device); !possible) return possible;
  if (images < 1) return invalid("scratch memory for " + std::to_string(images) + " images: pass 1 or more");
  if (images == 1) return {};
  if (Result<void> possible = check_takes_batches(*traits); !possible) return possible;
  return check_takes_images(extent);
}

Result<void> Labeler::prepare(const InputFormats& formats, Extent extent, const LabelingSpec& spec,
                              const Outputs& outputs, int images, void* stream) {
  State& state = *state_;
  const DeviceGuard guard(state.device);
  if (Result<void> current = guard.status(); !current) return current;
  if (Result<void> possible = state.check_planned(formats, extent, spec, outputs, images); !possible) return possible;
  return state.prepare(formats, extent, spec, outputs, images, static_cast<cudaStream_t>(stream));
}

Result<std::int64_t> Labeler::scratch_bytes_for(const InputFormats& formats, Extent extent, const LabelingSpec& spec,
                                                const Outputs& outputs, int images) const {
  const State& state = *state_;
  const DeviceGuard guard(state.device);
  if (Result<void> current = guard.status(); !current) return current.error();
  const Result<void> possible = state.check_planned(formats, extent, spec, outputs, images);
  if (!possible) return possible.error();
  return state.scratch_bytes_for(formats, extent, spec, outputs, images);
}

Result<Labels> Labeler::label(const Inputs& inputs, const LabelingSpec& spec, const Outputs& outputs, void* stream) {
  State& state = *state_;
  const DeviceGuard guard(state.device);
  if (Result<void> current = guard.status(); !current) return current.error();
  const BatchItem item = {inputs, outputs.target, outputs.table};
  const Result<Extent> extent = check_item(item, spec, *state.traits, state.device);
  if (!extent) return extent.error();
  const Result<void> possible = check_plane(*extent, *state.traits, state.device);
  if (!possible) return possible.error();
  const Result<LaunchedCounts> made =
      state.label({&item, 1}, *extent, spec, outputs, static_cast<cudaStream_t>(stream));
  if (!made) return made.error();
  Labels launched{outputs.target, *extent};
  if (made->counts != nullptr) {
    launched.count = made->counts + (state.traits->complete ? 0 : position_of_count(*extent));
  }
  if (state.traits->gives_records) launched.records = made->work;
  return launched;
}

Result<BatchLabels> Labeler::label_batch(std::span<const BatchItem> items, const LabelingSpec& spec,
                                         const Outputs& outputs, void* stream) {
  State& state = *state_;
  if (Result<void> right = check_batch(items, outputs, *state.traits); !right) return right.error();
  const DeviceGuard guard(state.device);
  if (Result<void> current = guard.status(); !current) return current.error();
  const Result<Extent> extent = check_items(items, spec, *state.traits, state.device);
  if (!extent) return extent.error();
  const Result<void> possible = check_plane(*extent, *state.traits, state.device);
  if (!possible) return possible.error();
  const Result<LaunchedCounts> made = state.label(items, *extent, spec, outputs, static_cast<cudaStream_t>(stream));
  if (!made) return made.error();
  return BatchLabels{*extent, made->counts};
}

bool Labeler::poll() {
  const DeviceGuard guard(state_->device);
  return !guard.status() || state_->done.has_happened();
}

Result<void> Labeler::wait() {
  const DeviceGuard guard(state_->device);
  if (Result<void> current = guard.status(); !current) return current;
  return state_->wait();
}

Result<std::vector<StageTime>> Labeler::times() {
  const DeviceGuard guard(state_->device);
  if (Result<void> current = guard.status(); !current) return current.error();
  return state_->timer.times();
}

}  // namespace glccl::cuda
