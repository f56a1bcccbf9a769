#include "glccl/tracker.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "engine/common/check_arguments.hpp"
#include "engine/common/current_context.hpp"
#include "engine/common/source.hpp"
#include "engine/gl/context_mark.hpp"
#include "engine/gl/context_traits.hpp"
#include "engine/gl/functions/functions.hpp"
#include "engine/gl/functions/load.hpp"
#include "engine/gl/memory.hpp"
#include "engine/gl/programs/context_programs.hpp"
#include "engine/gl/readback.hpp"
#include "engine/gl/state/guard.hpp"
#include "engine/gl/state/idle_check.hpp"
#include "engine/tracks/passes.hpp"

namespace glccl {
namespace {

/// A label texture that is all background.
Result<gl::Texture> make_labels(const Extent& extent, const char* label) {
  Result<gl::Texture> texture = gl::try_make_texture(GL_R32UI, extent, label);
  if (texture) gl::api().ClearTexImage(texture->name(), 0, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
  return texture;
}

}  // namespace

struct Tracker::State {
  State(const gl::Functions& loaded, const Extent& of, const TrackerOptions& asked, gl::Programs shared,
        tracks::TrackPasses made)
      : functions(loaded), programs(std::move(shared)), extent(of), options(asked), passes(std::move(made)) {}

  /// Refuses what track() cannot follow, before anything is changed.
  Result<void> inspect(const Labels& labels) const;

  const gl::Functions functions;  ///< Deleting the other members calls them.
  const gl::ContextMark context;
  const gl::Programs programs;
  const gl::IdleCheck check_idle;
  Extent extent;
  TrackerOptions options;
  ContextUse context_use;
  tracks::TrackPasses passes;
  std::array<gl::Texture, 2> labels;  ///< Of the frame to come, and of the last one.
  gl::Texture id_labels;
  bool forgets = false;
  bool tracked = false;  ///< track() has succeeded.
};

Result<void> Tracker::State::inspect(const Labels& given) const {
  if (const Result<void> status = check_idle(); !status) return status;
  const std::string texture = "texture " + std::to_string(given.texture);
  if (given.extent != extent) {
    return Error{ErrorCode::invalid_argument,
                 "labels of " + to_string(given.extent) + ": this Tracker is for " + to_string(extent)};
  }
  if (given.texture == labels[1].name()) {
    return Error{ErrorCode::invalid_argument, texture +
                                                  " has the labels of the last frame, with which those of this "
                                                  "frame are compared: label into target() of this frame"};
  }
  if (options.id_labels && given.texture == id_labels.name()) {
    return Error{ErrorCode::invalid_argument, texture + " is that of the Tracker's ids: label into another"};
  }
  if (const Result<void> status = check_readable(given, extent); !status) return status;
  return check_counted(given.table);
}

Tracker::Tracker(std::unique_ptr<State> state) : state_(std::move(state)) {}
Tracker::Tracker(Tracker&&) noexcept = default;

Tracker& Tracker::operator=(Tracker&& other) noexcept {
  Tracker taken(std::move(other));
  std::swap(state_, taken.state_);
  return *this;
}

Tracker::~Tracker() { end_state(state_); }

Result<Tracker> Tracker::create(Extent extent, const TrackerOptions& options, const ContextUse& context) {
  if (const Result<void> status = check_tracker(extent, options); !status) return status.error();
  if (const Result<void> status = check_context_use(context); !status) return status.error();
  const Result<gl::Functions> functions = gl::load_functions(context.get_proc_address);
  if (!functions) return functions.error();
  const gl::UseFunctions use(&*functions);
  if (const Result<void> status = check_textures("a tracker", extent); !status) return status.error();
  gl::Programs programs(context.program_binaries);
  Result<tracks::TrackPasses> passes = tracks::TrackPasses::create(programs, extent, options);
  if (!passes) return passes.error();
  auto state = std::make_unique<State>(*functions, extent, options, std::move(programs), *std::move(passes));
  state->context_use = context;
  state->passes.reserve(context.timing);
  const auto make = [&](gl::Texture& texture, const char* label) -> Result<void> {
    Result<gl::Texture> made = make_labels(extent, label);
    if (!made) return made.error();
    texture = *std::move(made);
    return {};
  };
  for (gl::Texture& texture : state->labels) {
    if (const Result<void> status = make(texture, "glccl tracked labels"); !status) return status.error();
  }
  if (options.id_labels) {
    if (const Result<void> status = make(state->id_labels, "glccl id labels"); !status) return status.error();
  }
  return Tracker(std::move(state));
}

Result<void> Tracker::check_context() const {
  const gl::UseFunctions use(functions_of(state_));
  return check_own_context("Tracker", state_ ? &state_->context : nullptr);
}

std::uint32_t Tracker::target() const { return check_context() ? state_->labels[0].name() : 0; }

Result<Tracks> Tracker::track(const Labels& labels) {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status.error();
  State& state = *state_;
  if (const Result<void> status = state.inspect(labels); !status) return status.error();
  tracks::TrackedInput input;
  input.labels = labels.texture;
  input.last_labels = state.labels[1].name();
  input.table = labels.table.buffer;
  input.copy = labels.texture == state.labels[0].name() ? 0 : state.labels[0].name();
  input.id_labels = state.id_labels.name();
  input.forgets = state.forgets;
  const bool preserves = state.context_use.state_policy == StatePolicy::preserve;
  const gl::StateGuard guard(state.passes.state_table(), preserves ? gl::GuardEnd::restores : gl::GuardEnd::leaves);
  state.passes.run(input, state.context_use.timing, state.context_use.debug_groups);
  std::swap(state.labels[0], state.labels[1]);
  state.forgets = false;
  state.tracked = true;
  return Tracks{state.passes.tracks(), state.id_labels.name(), state.extent};
}

void Tracker::forget() {
  if (state_) state_->forgets = true;
}

Result<TrackedFrame> Tracker::readback() {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status.error();
  if (!state_->tracked) return Error{ErrorCode::invalid_argument, "nothing to read back: call track() first"};
  std::vector<std::uint32_t> words(tracks_bytes(state_->options.max_components) / sizeof(std::uint32_t));
  const auto bytes = static_cast<GLsizeiptr>(words.size() * sizeof(std::uint32_t));
  gl::read_buffer(state_->passes.tracks(), 0, bytes, words.data());
  return read_tracks(words.data());
}

Result<LabelImage> Tracker::readback_id_labels() {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status.error();
  if (!state_->tracked) return Error{ErrorCode::invalid_argument, "nothing to read back: call track() first"};
  if (!state_->options.id_labels) {
    return Error{ErrorCode::invalid_argument, "no labels in ids: create the Tracker with TrackerOptions::id_labels"};
  }
  return gl::read_labels(state_->id_labels.name(), state_->extent);
}

Result<std::vector<StageTime>> Tracker::times() const {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status.error();
  return state_->passes.times();
}

std::int64_t Tracker::bytes() const {
  const gl::UseFunctions use(functions_of(state_));
  if (!check_context()) return 0;
  std::int64_t bytes = state_->passes.bytes();
  const int textures = state_->options.id_labels ? 3 : 2;
  return bytes + textures * state_->extent.elements() * std::int64_t{sizeof(std::uint32_t)};
}

}  // namespace glccl
