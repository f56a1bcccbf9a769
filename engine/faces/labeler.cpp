#include "glccl/labeler.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "engine/common/buffer_places.hpp"
#include "engine/common/check_arguments.hpp"
#include "engine/common/current_context.hpp"
#include "engine/common/pass_engine.hpp"
#include "engine/common/source.hpp"
#include "engine/compute/buffers.hpp"
#include "engine/faces/choose_engine.hpp"
#include "engine/faces/labeler_state.hpp"
#include "engine/gl/context_traits.hpp"
#include "engine/gl/fence.hpp"
#include "engine/gl/formats.hpp"
#include "engine/gl/functions/functions.hpp"
#include "engine/gl/functions/load.hpp"
#include "engine/gl/memory.hpp"
#include "engine/gl/readback.hpp"
#include "engine/raster/images.hpp"

namespace glccl {
namespace {

/// A plan is made without a context, as if every buffer could be bound.
constexpr std::int64_t any_block = std::numeric_limits<std::int64_t>::max();

/// Makes an input for Labeler::prepare(), in which every element is 1; without a format none.
Result<void> make_blank(const std::optional<PixelFormat>& format, const Extent& extent, gl::Texture& made) {
  if (!format) return {};
  const bool is_volume = extent.is_volume();
  const GLint largest = gl::context_integer(is_volume ? GL_MAX_3D_TEXTURE_SIZE : GL_MAX_TEXTURE_SIZE);
  if (std::max({extent.width, extent.height, extent.depth}) > largest) {
    return Error{ErrorCode::too_large,
                 (is_volume ? "the volume is " : "the image is ") + to_string(extent) +
                     ": textures of this context have up to " + std::to_string(largest) +
                     (is_volume ? " voxels in each direction (GL_MAX_3D_TEXTURE_SIZE)" : " pixels in each direction")};
  }
  const gl::TextureFormat& row = gl::texture_format_of(*format);
  Result<gl::Texture> texture = gl::try_make_texture(row.internal_format, extent, "glccl blank input");
  if (!texture) return texture.error();
  constexpr std::array<GLuint, 4> integers = {1, 1, 1, 1};
  constexpr std::array floats = {1.0F, 1.0F, 1.0F, 1.0F};
  if (traits_of(*format).is_integer) {
    gl::api().ClearTexImage(texture->name(), 0, row.transfer_format, GL_UNSIGNED_INT, integers.data());
  } else {
    gl::api().ClearTexImage(texture->name(), 0, row.transfer_format, GL_FLOAT, floats.data());
  }
  made = *std::move(texture);
  return {};
}

/// An input of which only the format is known.
CheckedSource expected_source(const std::optional<PixelFormat>& format, const Extent& extent) {
  if (!format) return {};
  CheckedSource source;
  source.texture = 1;  // not 0: there is one
  source.shape = extent.is_volume() ? SourceShape::volume : SourceShape::flat;
  source.extent = extent;
  source.format = *format;
  return source;
}

/// The request of a labeling to come.
Request request_for(const ExpectedLabelings& expected, const Extent& extent) {
  return {expected_source(expected.formats.image, extent), spec_in(extent, expected.spec), expected.outputs,
          expected_source(expected.formats.mask, extent), expected_source(expected.formats.intensity, extent)};
}

/// The checks of prepare() that need no context.
Result<void> check_prepared(Engine engine, const InputFormats& formats, const Extent& extent, const LabelingSpec& spec,
                            const Outputs& outputs) {
  if (Result<void> status = check_arguments(engine, formats, extent, spec, outputs); !status) return status;
  if (outputs.target_buffer.name == 0) return {};
  return Error{ErrorCode::unsupported, "prepare() is for textures: call label() once with the buffers instead"};
}

/// The same for the smallest and the largest extent.
Result<void> check_expected(Engine engine, const ExpectedLabelings& expected) {
  const auto& [formats, smallest, largest, spec, outputs] = expected;
  for (const Extent& extent : {smallest, largest}) {
    if (const Result<void> status = check_prepared(engine, formats, extent, spec, outputs); !status) return status;
  }
  const bool ordered =
      smallest.width <= largest.width && smallest.height <= largest.height && smallest.depth <= largest.depth;
  if (ordered && smallest.is_volume() == largest.is_volume()) return {};
  return Error{ErrorCode::invalid_argument, "labelings from " + to_string(smallest) + " to " + to_string(largest) +
                                                ": no side of the first extent may exceed that of the second, and "
                                                "both are images or both are volumes"};
}

/// Extents of all size classes from `smallest` to `largest`: plans choose programs by the number of elements, and the
/// limits of two classes differ by a factor of 4 or more. From one extent to the next one side at most doubles.
std::vector<Extent> extents_between(Extent smallest, const Extent& largest) {
  std::vector<Extent> extents = {smallest};
  while (smallest != largest) {
    for (int Extent::*side : {&Extent::width, &Extent::height, &Extent::depth}) {
      if (smallest.*side == largest.*side) continue;
      smallest.*side = std::min(2 * smallest.*side, largest.*side);
      extents.push_back(smallest);
    }
  }
  return extents;
}

/// Labeler::readback() of labels in a buffer.
Result<LabelImage> read_buffer_labels(const Labels& labels) {
  // The caller may have deleted it or given it other storage since.
  const Result<BufferPlace> place = inspect_target(labels.buffer, labels.extent);
  if (!place) return Error{ErrorCode::invalid_argument, "nothing to read back: " + place.error().message};
  return gl::read_labels(labels.buffer.name, labels.extent,
                         {place->begin + place->first, place->row_bytes, place->slice_bytes, place->taken});
}

/// The passes of the engine that is asked for, or that `automatic` takes.
std::vector<PlannedPass> passes_of(Engine asked, const PlanKey& key, std::int64_t largest_block) {
  const Engine chosen = choose_engine(asked, key, largest_block);
  std::vector<PlannedPass> passes;
  if (chosen == Engine::compute) {
    for (const compute::ComputePlan& plan : compute::make_plans(key)) {
      for (const compute::Dispatch& pass : plan.passes) {
        const char* name = compute::traits_of(pass.name).name;
        passes.push_back({name, name, compute::describe(pass)});
      }
    }
    return passes;
  }
  for (const raster::Draw& pass : raster::make_plan(chosen, key).passes) {
    passes.push_back({raster::traits_of(pass.name).name, std::string(pass.stage), raster::describe(pass)});
  }
  return passes;
}

}  // namespace

Labeler::Labeler(std::unique_ptr<State> state) : state_(std::move(state)) {}
Labeler::Labeler(Labeler&&) noexcept = default;

Labeler& Labeler::operator=(Labeler&& other) noexcept {
  Labeler taken(std::move(other));
  std::swap(state_, taken.state_);
  return *this;
}

Labeler::~Labeler() { end_state(state_); }

Result<Labeler> Labeler::create(Engine engine) { return create(CreateOptions{.engine = engine}); }

Result<Labeler> Labeler::create(const CreateOptions& options) {
  if (const Result<void> status = check_engine(options.engine); !status) return status.error();
  const Result<gl::Functions> functions = gl::load_functions(options.get_proc_address);
  if (!functions) return functions.error();
  const gl::UseFunctions use(&*functions);
  return Labeler(std::make_unique<State>(*functions, options));
}

Result<void> Labeler::check_context() const {
  const gl::UseFunctions use(functions_of(state_));
  return check_own_context("Labeler", state_ ? &state_->context : nullptr);
}

Result<Labels> Labeler::label(const Inputs& inputs, const LabelingSpec& spec, const Outputs& outputs) {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status.error();
  const Result<Request> request = state_->inspect(inputs, spec, outputs);
  if (!request) return request.error();
  const Result<Issued> issued = state_->issue(*request, {});
  if (!issued) return issued.error();
  const Targets& targets = issued->targets;
  state_->labels = Labels{targets.labels, request->source.extent, {targets.table, targets.rows}, outputs.target_buffer};
  state_->done = gl::Fence::here();
  return *state_->labels;
}

Result<SourceTraits> Labeler::inspect(const Source& source) const {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status.error();
  const Result<CheckedSource> found = inspect_source(source);
  if (!found) return found.error();
  return SourceTraits{found->format, found->extent};
}

Result<void> Labeler::prepare(const InputFormats& formats, Extent extent, const LabelingSpec& spec,
                              const Outputs& outputs) {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status.error();
  const Result<void> possible = check_prepared(state_->asked, formats, extent, spec, outputs);
  if (!possible) return possible;
  gl::Texture image;
  gl::Texture mask;
  gl::Texture intensity;
  gl::Texture target;
  if (const Result<void> status = make_blank(formats.image, extent, image); !status) return status;
  if (const Result<void> status = make_blank(formats.mask, extent, mask); !status) return status;
  if (const Result<void> status = make_blank(formats.intensity, extent, intensity); !status) return status;
  Outputs blank_outputs = outputs;
  if (outputs.target != 0) {
    if (const Result<void> status = make_blank(PixelFormat::u32, extent, target); !status) return status;
    blank_outputs.target = target.name();
  }
  const Inputs inputs{{image.name()}, {mask.name()}, {intensity.name()}};
  const Result<Labels> labels = label(inputs, spec, blank_outputs);
  if (!labels) return labels.error();
  state_->labels.reset();
  return {};
}

Result<void> Labeler::prepare(std::span<const ExpectedLabelings> expected) {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status.error();
  if (const Result<void> status = state_->check_idle(); !status) return status;
  for (const ExpectedLabelings& one : expected) {
    if (const Result<void> status = check_expected(state_->asked, one); !status) return status;
  }
  for (const ExpectedLabelings& one : expected) {
    for (const Extent& extent : extents_between(one.smallest, one.largest)) {
      if (const Result<void> status = state_->expect(request_for(one, extent)); !status) return status;
    }
  }
  return {};
}

bool Labeler::is_ready() const {
  const gl::UseFunctions use(functions_of(state_));
  if (!check_context()) return true;
  return (!state_->raster || state_->raster->is_ready()) && (!state_->compute || state_->compute->is_ready());
}

Engine Labeler::engine() const { return state_ ? state_->ran : Engine::automatic; }

bool Labeler::poll() {
  const gl::UseFunctions use(functions_of(state_));
  return !check_context() || state_->done.is_reached();
}

Result<void> Labeler::wait() {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status;
  if (state_->done.wait()) return {};
  return Error{ErrorCode::gpu, "the GPU did not finish the last labeling: the driver has lost the context"};
}

Result<LabelImage> Labeler::readback() {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status.error();
  if (!state_->labels) return Error{ErrorCode::invalid_argument, "nothing to read back: call label() first"};
  const GLuint texture = state_->labels->texture;
  if (texture == 0) return read_buffer_labels(*state_->labels);
  if (gl::api().IsTexture(texture) == GL_FALSE) {
    return Error{ErrorCode::invalid_argument,
                 "nothing to read back: the target, texture " + std::to_string(texture) + ", does not exist any more"};
  }
  // The caller may have given a target other storage since, and a driver the name of a deleted one to a new texture.
  if (const Result<void> status = check_target(texture, state_->labels->extent); !status) {
    return Error{ErrorCode::invalid_argument, "nothing to read back: " + status.error().message};
  }
  return gl::read_labels(texture, state_->labels->extent);
}

Result<ComponentTableHeader> Labeler::readback_header() {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status.error();
  const Result<GLuint> table = state_->table();
  if (!table) return table.error();
  return gl::read_header(*table);
}

Result<std::vector<Component>> Labeler::readback_components() {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status.error();
  const Result<GLuint> table = state_->table();
  if (!table) return table.error();
  return gl::read_components(*table);
}

Result<std::vector<Measurements>> Labeler::readback_measurements() {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status.error();
  const Result<GLuint> table = state_->table();
  if (!table) return table.error();
  if ((gl::read_header(*table).columns & measured_columns) == 0) {
    return Error{ErrorCode::invalid_argument,
                 "no measurements to read back: call label() with LabelingSpec::columns first"};
  }
  return gl::read_measurements(*table);
}

Result<std::vector<StageTime>> Labeler::times() {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status.error();
  const PassEngine* engine = state_->ran == Engine::compute ? state_->compute.get() : state_->raster.get();
  return engine == nullptr ? std::vector<StageTime>{} : engine->times();
}

std::int64_t Labeler::scratch_bytes() const {
  const gl::UseFunctions use(functions_of(state_));
  if (!check_context()) return 0;
  std::int64_t bytes = state_->copies.bytes();
  for (const PassEngine* engine : {state_->raster.get(), state_->compute.get()}) {
    if (engine != nullptr) bytes += engine->scratch_bytes();
  }
  return bytes;
}

Result<std::int64_t> Labeler::scratch_bytes_for(Engine engine, const InputFormats& formats, Extent extent,
                                                const LabelingSpec& spec, const Outputs& outputs) {
  if (const Result<void> status = check_arguments(engine, formats, extent, spec, outputs); !status)
    return status.error();
  const bool floats = formats.intensity && traits_of(*formats.intensity).has_floats();
  const PlanKey key = plan_key_of(extent, spec, outputs, formats.mask.has_value(), floats);
  const Engine chosen = choose_engine(engine, key, any_block);
  if (chosen == Engine::compute) return compute::Buffers::bytes_of(compute::make_plans(key));
  return raster::Images::bytes_of(raster::make_plan(chosen, key));
}

Result<Step> Labeler::step(const Inputs& inputs, const LabelingSpec& spec, const Outputs& outputs, int passes) {
  const gl::UseFunctions use(functions_of(state_));
  if (const Result<void> status = check_context(); !status) return status.error();
  const Result<Request> request = state_->inspect(inputs, spec, outputs);
  if (!request) return request.error();
  const Result<Issued> issued = state_->issue(*request, passes);
  if (!issued) return issued.error();
  state_->labels.reset();
  return issued->engine.step_after(issued->targets, passes);
}

Result<std::vector<PlannedPass>> Labeler::plan(Engine engine, Extent extent, const LabelingSpec& spec,
                                               const Outputs& outputs, bool masked) {
  const Result<void> possible = check_plan_arguments(engine, extent, spec, outputs, masked);
  if (!possible) return possible.error();
  return passes_of(engine, plan_key_of(extent, spec, outputs, masked), any_block);
}

Result<std::vector<PlannedPass>> Labeler::plan(Extent extent, const LabelingSpec& spec, const Outputs& outputs,
                                               bool masked) const {
  const Result<void> possible = check_plan_arguments(state_->asked, extent, spec, outputs, masked);
  if (!possible) return possible.error();
  PlanKey key = plan_key_of(extent, spec, outputs, masked);
  key.workgroups = state_->workgroups;
  return passes_of(state_->asked, key, state_->largest_block);
}

Result<std::string> Labeler::describe_plan(Engine engine, Extent extent, const LabelingSpec& spec,
                                           const Outputs& outputs, bool masked) {
  const Result<void> possible = check_plan_arguments(engine, extent, spec, outputs, masked);
  if (!possible) return possible.error();
  const PlanKey key = plan_key_of(extent, spec, outputs, masked);
  const Engine chosen = choose_engine(engine, key, any_block);
  if (chosen != Engine::compute) return raster::describe(raster::make_plan(chosen, key));
  std::string text;
  for (const PlannedPass& pass : passes_of(chosen, key, any_block)) text += pass.pass + "  " + pass.text + "\n";
  return text;
}

}  // namespace glccl
