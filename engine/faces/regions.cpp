#include "glccl/regions.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "engine/common/check_arguments.hpp"
#include "engine/common/current_context.hpp"
#include "engine/common/source.hpp"
#include "engine/gl/context_mark.hpp"
#include "engine/gl/functions/functions.hpp"
#include "engine/gl/functions/load.hpp"
#include "engine/gl/memory.hpp"
#include "engine/gl/pass_marks.hpp"
#include "engine/gl/programs/context_programs.hpp"
#include "engine/gl/readback.hpp"
#include "engine/gl/state/guard.hpp"
#include "engine/gl/state/idle_check.hpp"
#include "engine/gl/state/table.hpp"
#include "engine/regions/contact_passes.hpp"
#include "engine/regions/list_passes.hpp"
#include "engine/regions/passes.hpp"

namespace glccl {
namespace {

constexpr GLuint labels_unit = 0;

gl::UsedState used_for(const Extent& extent) {
  return {.draws = false,
          .first_texture_unit = labels_unit,
          .texture_units = regions::texture_units,
          .volume_textures = extent.is_volume(),
          .storage_buffers = regions::storage_buffers,
          .image_units = regions::image_units};
}

}  // namespace

struct Regions::State {
  State(const gl::Functions& loaded, const Extent& of, const RegionOptions& asked, const ProgramBinaries& binaries)
      : functions(loaded),
        programs(binaries),
        extent(of),
        options(asked),
        nearest(gl::make_nearest_sampler()),
        state_table(gl::make_state_table(used_for(of))) {}

  /// Compiles and allocates.
  Result<void> begin();

  /// Makes what the times of every call need.
  void reserve();

  /// A texture for a result.
  Result<void> make(gl::Texture& texture, GLenum format, const char* label);

  /// Refuses labels that cannot be read, before anything is changed.
  Result<void> inspect(const Labels& given) const;

  /// Calls `work` while the labels are bound and a StateGuard protects the caller's state.
  template <class Work>
  void run(const Labels& given, const Work& work);

  const gl::Functions functions;  ///< Deleting the other members calls them.
  const gl::ContextMark context;
  const gl::Programs programs;
  const gl::IdleCheck check_idle;
  Extent extent;
  RegionOptions options;
  ContextUse context_use;
  gl::Sampler nearest;
  gl::PassMarks marks;
  std::vector<gl::StateEntry> state_table;
  std::optional<regions::SelectionPasses> selection;
  gl::Texture mask;
  gl::Texture labels;
  std::optional<gl::CompiledPass> boundary_pass;
  gl::Texture boundaries;
  std::optional<gl::CompiledPass> colour_pass;
  gl::Texture colours;
  std::optional<regions::ListPasses> lists;
  std::optional<regions::ContactPasses> contacts;
  std::int64_t texture_bytes = 0;
  bool selected = false;  ///< select() has succeeded.
  bool listed = false;    ///< lists() has succeeded.
  bool touched = false;   ///< contacts() has succeeded.
};

Result<void> Regions::State::make(gl::Texture& texture, GLenum format, const char* label) {
  Result<gl::Texture> made = gl::try_make_texture(format, extent, label);
  if (!made) return made.error();
  texture = *std::move(made);
  texture_bytes += gl::bytes_of(texture);
  return {};
}

Result<void> Regions::State::begin() {
  const auto keep = [](auto& member, auto made) -> Result<void> {
    if (!made) return made.error();
    member = *std::move(made);
    return {};
  };
  if (options.max_seeds != 0) {
    Result<void> status = keep(selection, regions::SelectionPasses::create(programs, extent, options));
    if (status && options.selection_mask) status = make(mask, GL_R8UI, "glccl selection mask");
    if (status && options.selection_labels) status = make(labels, GL_R32UI, "glccl selected labels");
    if (!status) return status;
  }
  if (options.boundaries) {
    Result<void> status = keep(boundary_pass, regions::make_boundary_pass(programs, extent));
    if (status) status = make(boundaries, GL_R8UI, "glccl boundaries");
    if (!status) return status;
  }
  if (options.colours) {
    Result<void> status = keep(colour_pass, regions::make_colour_pass(programs, extent));
    if (status) status = make(colours, GL_RGBA8, "glccl colours");
    if (!status) return status;
  }
  if (options.max_components != 0) {
    if (const Result<void> status = keep(lists, regions::ListPasses::create(programs, extent, options)); !status)
      return status;
  }
  if (options.max_contacts == 0) return {};
  return keep(contacts, regions::ContactPasses::create(programs, extent, options.max_contacts));
}

void Regions::State::reserve() {
  std::size_t most = boundary_pass || colour_pass ? 1 : 0;
  if (selection) most = std::max(most, selection->dispatches());
  if (lists) most = std::max(most, lists->dispatches());
  if (contacts) most = std::max(most, contacts->dispatches());
  marks.reserve(context_use.timing, most);
}

Result<void> Regions::State::inspect(const Labels& given) const {
  if (const Result<void> status = check_idle(); !status) return status;
  if (given.extent != extent) {
    return Error{ErrorCode::invalid_argument,
                 "labels of " + to_string(given.extent) + ": these Regions are for " + to_string(extent)};
  }
  if (labels && given.texture == labels.name()) {
    return Error{ErrorCode::invalid_argument,
                 "texture " + std::to_string(given.texture) + " is that of the Regions' selections: copy it first"};
  }
  return check_readable(given, extent);
}

template <class Work>
void Regions::State::run(const Labels& given, const Work& work) {
  const bool preserves = context_use.state_policy == StatePolicy::preserve;
  const gl::StateGuard guard(state_table, preserves ? gl::GuardEnd::restores : gl::GuardEnd::leaves);
  gl::api().BindTextureUnit(labels_unit, given.texture);
  gl::api().BindSampler(labels_unit, nearest.name());
  marks.restart(context_use.timing, context_use.debug_groups);
  work();
  marks.end();
  gl::api().MemoryBarrier(GL_ALL_BARRIER_BITS);  // the caller may use the results in any way
}

Regions::Regions(std::unique_ptr<State> state) : state_(std::move(state)) {}
Regions::Regions(Regions&&) noexcept = default;

Regions& Regions::operator=(Regions&& other) noexcept {
  Regions taken(std::move(other));
  std::swap(state_, taken.state_);
  return *this;
}

Regions::~Regions() { end_state(state_); }

Result<Regions> Regions::create(Extent extent, const RegionOptions& options, const ContextUse& context) {
  if (const Result<void> status = check_regions(extent, options); !status) return status.error();
  if (const Result<void> status = check_context_use(context); !status) return status.error();
  const Result<gl::Functions> functions = gl::load_functions(context.get_proc_address);
  if (!functions) return functions.error();
  const gl::UseFunctions use(&*functions);
  if (const Result<void> status = check_textures("regions", extent); !status) return status.error();
  auto state = std::make_unique<State>(*functions, extent, options, context.program_binaries);
  state->context_use = context;
  if (const Result<void> status = state->begin(); !status) return status.error();
  state->reserve();
  return Regions(std::move(state));
}

Result<void> Regions::check_context() const {
  const gl::UseFunctions use(functions_of(state_));
  return check_own_context("Regions", state_ ? &state_->context : nullptr);
}

Result<SeedSelection> Regions::select(const Labels& labels, std::span<const Position> seeds) {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status.error();
  State& state = *state_;
  if (const Result<void> status = check_seeds(seeds.size(), state.options); !status) return status.error();
  if (const Result<void> status = state.inspect(labels); !status) return status.error();
  const regions::SelectionImages images{state.mask.name(), state.labels.name()};
  state.run(labels, [&] { state.selection->run(seeds, images, state.extent, state.marks); });
  state.selected = true;
  return SeedSelection{state.selection->seeds(), images.mask, images.labels, state.extent};
}

Result<std::uint32_t> Regions::boundaries(const Labels& labels, Connectivity connectivity) {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status.error();
  State& state = *state_;
  if (!state.boundary_pass) {
    return Error{ErrorCode::invalid_argument, "no boundaries: create the Regions with RegionOptions::boundaries"};
  }
  const Result<int> hops = hops_of(connectivity, state.extent);
  if (!hops) return hops.error();
  if (const Result<void> status = state.inspect(labels); !status) return status.error();
  state.run(labels, [&] {
    regions::run_boundary_pass(*state.boundary_pass, *hops, state.boundaries.name(), state.extent, state.marks);
  });
  return state.boundaries.name();
}

Result<ListBuffers> Regions::lists(const Labels& labels) {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status.error();
  State& state = *state_;
  if (!state.lists) {
    return Error{ErrorCode::invalid_argument, "no lists: create the Regions with RegionOptions::max_components"};
  }
  if (const Result<void> status = state.inspect(labels); !status) return status.error();
  if (const Result<void> status = check_counted(labels.table); !status) return status.error();
  state.run(labels, [&] { state.lists->run(labels.table.buffer, state.marks); });
  state.listed = true;
  return ListBuffers{state.lists->lists(), state.lists->places()};
}

Result<std::uint32_t> Regions::contacts(const Labels& labels, Connectivity connectivity) {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status.error();
  State& state = *state_;
  if (!state.contacts) {
    return Error{ErrorCode::invalid_argument, "no contacts: create the Regions with RegionOptions::max_contacts"};
  }
  const Result<int> hops = hops_of(connectivity, state.extent);
  if (!hops) return hops.error();
  if (const Result<void> status = state.inspect(labels); !status) return status.error();
  state.run(labels, [&] { state.contacts->run(*hops, state.marks); });
  state.touched = true;
  return state.contacts->contacts();
}

Result<std::uint32_t> Regions::colours(const Labels& labels, std::uint32_t target) {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status.error();
  State& state = *state_;
  if (!state.colour_pass) {
    return Error{ErrorCode::invalid_argument, "no colours: create the Regions with RegionOptions::colours"};
  }
  if (const Result<void> status = state.inspect(labels); !status) return status.error();
  if (target == 0) target = state.colours.name();
  if (const Result<void> status = check_target(target, state.extent, GL_RGBA8); !status) return status.error();
  state.run(labels, [&] { regions::run_colour_pass(*state.colour_pass, target, state.extent, state.marks); });
  return target;
}

Result<SeedReport> Regions::readback_seeds() {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status.error();
  if (!state_->selected) return Error{ErrorCode::invalid_argument, "nothing to read back: call select() first"};
  std::vector<std::uint32_t> words(seeds_bytes(state_->options.max_seeds) / sizeof(std::uint32_t));
  const auto bytes = static_cast<GLsizeiptr>(words.size() * sizeof(std::uint32_t));
  gl::read_buffer(state_->selection->seeds(), 0, bytes, words.data());
  return read_seeds(words.data());
}

Result<ComponentLists> Regions::readback_lists() {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status.error();
  if (!state_->listed) return Error{ErrorCode::invalid_argument, "nothing to read back: call lists() first"};
  const GLuint lists = state_->lists->lists();
  ComponentLists found;
  gl::read_buffer(lists, 0, sizeof found.header, &found.header);
  found.offsets.resize(std::size_t{found.header.lists} + 1);
  gl::read_buffer(lists, sizeof found.header, static_cast<GLsizeiptr>(found.offsets.size() * sizeof(std::uint32_t)),
                  found.offsets.data());
  found.places.resize(found.offsets.back());
  if (!found.places.empty()) {
    gl::read_buffer(state_->lists->places(), 0, static_cast<GLsizeiptr>(found.places.size() * sizeof(std::uint32_t)),
                    found.places.data());
  }
  return found;
}

Result<ContactList> Regions::readback_contacts() {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status.error();
  if (!state_->touched) {
    return Error{ErrorCode::invalid_argument, "nothing to read back: call contacts() first"};
  }
  ContactList found;
  gl::read_buffer(state_->contacts->contacts(), 0, sizeof found.header, &found.header);
  found.contacts.resize(found.header.contacts);
  if (!found.contacts.empty()) {
    gl::read_buffer(state_->contacts->contacts(), sizeof found.header,
                    static_cast<GLsizeiptr>(found.contacts.size() * sizeof(Contact)), found.contacts.data());
  }
  return found;
}

Result<std::vector<StageTime>> Regions::times() const {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status.error();
  return state_->marks.times();
}

std::int64_t Regions::bytes() const {
  const gl::UseFunctions use(functions_of(state_));
  if (!check_context()) return 0;
  return state_->texture_bytes + (state_->selection ? state_->selection->bytes() : 0) +
         (state_->lists ? state_->lists->bytes() : 0) + (state_->contacts ? state_->contacts->bytes() : 0);
}

}  // namespace glccl
