#include "engine/faces/labeler_state.hpp"

#include <string>
#include <utility>

#include "engine/common/buffer_places.hpp"
#include "engine/common/check_arguments.hpp"
#include "engine/common/source.hpp"
#include "engine/faces/choose_engine.hpp"
#include "engine/gl/state/depth_stencil_mode.hpp"
#include "engine/gl/state/guard.hpp"
#include "engine/gl/state/replaced_objects.hpp"
#include "engine/raster/engine.hpp"
#include "glccl/spec.hpp"

namespace glccl {
namespace {

/// A second image as checks take it; nothing where it is not given.
std::optional<ImageView> view_of(const CheckedSource& source) {
  if (!source.is_given()) return std::nullopt;
  return ImageView{nullptr, source.format, source.extent};
}

}  // namespace

Result<Request> Labeler::State::inspect(const Inputs& inputs, const LabelingSpec& spec, const Outputs& output) const {
  if (const Result<void> status = check_idle(); !status) return status.error();
  const Result<CheckedSource> found = inspect_source(inputs.image);
  if (!found) return found.error();
  const bool masked = inputs.mask.is_given();
  if (const Result<void> status = check_arguments(asked, found->format, found->extent, spec, output, masked); !status) {
    return status.error();
  }
  if (const Result<void> status = check_not_worked_on(*found); !status) return status.error();
  if (output.target != 0) {
    if (const Result<void> status = check_target(output.target, found->extent); !status) return status.error();
    CheckedSource target;
    target.texture = output.target;
    if (const Result<void> status = check_not_worked_on(target); !status) return status.error();
  }
  Request request{*found, spec_in(found->extent, spec), output};
  if (const Result<void> status = inspect_second_images(inputs, request); !status) return status.error();
  if (const Result<void> status = inspect_buffers(request); !status) return status.error();
  return request;
}

Result<void> Labeler::State::inspect_second_images(const Inputs& inputs, Request& request) const {
  const auto& [source, spec, output, mask, intensity, label_place, inverted_filter] = request;
  if (const Result<void> status = inspect_second(inputs.mask, "the mask", request.mask); !status) return status;
  const Result<void> status = inspect_second(inputs.intensity, "the image of intensities", request.intensity);
  if (!status) return status;
  const Result<void> fit =
      check_second_images(spec, view_of(mask), view_of(intensity), source.extent, capabilities_of(asked));
  if (!fit) return fit;
  const GLuint written = outputs.targets(output).labels;
  if (intensity.texture == 0 || intensity.texture != written) return {};
  return Error{ErrorCode::invalid_argument, "labels are written to texture " + std::to_string(written) +
                                                ", the image of intensities: pass a copy of it"};
}

Result<void> Labeler::State::inspect_second(const Source& source, const char* who, CheckedSource& found) const {
  if (!source.is_given()) return {};
  const Result<CheckedSource> inspected = inspect_source(source);
  if (!inspected) return Error{inspected.error().code, std::string(who) + ": " + inspected.error().message};
  if (inspected->depth_stencil_mode != GL_NONE) {
    return Error{ErrorCode::unsupported,
                 std::string(who) + " has depth and stencil: copy one of them to a texture of its own"};
  }
  found = *inspected;
  return check_not_worked_on(found);
}

Result<void> Labeler::State::inspect_buffers(Request& request) const {
  const Outputs& output = request.output;
  if (output.target_buffer.name != 0) {
    if (output.target != 0) {
      return Error{ErrorCode::invalid_argument, "the target is texture " + std::to_string(output.target) +
                                                    " and buffer " + std::to_string(output.target_buffer.name) +
                                                    ": name one of them"};
    }
    const Result<BufferPlace> place = inspect_target(output.target_buffer, request.source.extent);
    if (!place) return place.error();
    request.label_place = *place;
  }
  if (!request.has_buffers()) return {};
  if (asked != Engine::compute && asked != Engine::automatic) {
    return Error{ErrorCode::unsupported, std::string(name_of(asked)) +
                                             " reads and writes textures: images and labels in buffers are for the "
                                             "engine compute"};
  }
  const GLuint table = outputs.targets(output).table;
  for (const BufferPlace* place :
       {&request.source.place, &request.mask.place, &request.intensity.place, &request.label_place}) {
    if (table == 0 || place->buffer != table) continue;
    return Error{ErrorCode::invalid_argument, "buffer " + std::to_string(table) +
                                                  " is the component table of this Labeler, which this call writes: "
                                                  "pass a copy of it"};
  }
  if (request.intensity.place.overlaps(request.label_place)) {
    return Error{ErrorCode::invalid_argument, "labels are written to buffer " +
                                                  std::to_string(output.target_buffer.name) +
                                                  ", over the image of intensities: pass a copy of it"};
  }
  return check_tuning(Engine::compute, output.raster, request.source.extent);
}

Result<void> Labeler::State::check_not_worked_on(const CheckedSource& source) const {
  const bool is_texture = source.copy.from != GL_RENDERBUFFER && !source.copy.of_default_framebuffer();
  const std::uint32_t texture = source.texture != 0 ? source.texture : is_texture ? source.copy.name : 0;
  if (texture == 0) return {};
  for (const PassEngine* engine : {raster.get(), compute.get()}) {
    if (engine == nullptr || !engine->works_on(texture)) continue;
    return Error{ErrorCode::invalid_argument, "texture " + std::to_string(texture) +
                                                  " is one that the passes of this Labeler overwrite (of a Step): "
                                                  "label a copy of it"};
  }
  return {};
}

Result<GLuint> Labeler::State::table() const {
  if (labels && labels->table.buffer != 0) return labels->table.buffer;
  return Error{ErrorCode::invalid_argument, "no component table to read back: call label() with table_rows first"};
}

PassEngine& Labeler::State::engine_of(Engine engine) {
  if (engine == Engine::compute) {
    if (!compute) compute = std::make_unique<compute::ComputeEngine>(programs, largest_block, workgroups);
    return *compute;
  }
  if (!raster) raster = std::make_unique<raster::RasterEngine>(programs, engine);
  return *raster;
}

Result<void> Labeler::State::expect(const Request& request) {
  const Engine chosen = choose_engine(asked, request.plan_key(), largest_block);
  PassEngine& engine = engine_of(chosen);
  const bool preserves = request.output.state_policy == StatePolicy::preserve;
  const gl::StateGuard guard(engine.state_table(request), preserves ? gl::GuardEnd::restores : gl::GuardEnd::leaves);
  return engine.expect(request);
}

Result<Issued> Labeler::State::issue(Request request, std::optional<int> passes) {
  const Engine chosen =
      request.has_buffers() ? Engine::compute : choose_engine(asked, request.plan_key(), largest_block);
  if (chosen != Engine::compute) {
    if (const Result<void> status = check_idle.check_queries(); !status) return status.error();
  }
  if (const Result<void> status = copies.copy(request); !status) return status.error();
  PassEngine& engine = engine_of(chosen);
  gl::ReplacedObjects replaced;  // deleted after the guard's end
  const bool preserves = request.output.state_policy == StatePolicy::preserve;
  const gl::StateGuard guard(engine.state_table(request), preserves ? gl::GuardEnd::restores : gl::GuardEnd::leaves);
  Result<OutputObjects::Fresh> fresh = outputs.allocate(request.source.extent, request.columns(), request.output);
  if (!fresh) return fresh.error();
  if (const Result<void> status = engine.prepare(request, replaced); !status) return status.error();
  const int length = engine.pass_count();
  if (passes && (*passes < 1 || *passes > length)) {
    return Error{ErrorCode::invalid_argument,
                 "the first " + std::to_string(*passes) + " passes: this plan has 1 to " + std::to_string(length)};
  }
  outputs.adopt(*std::move(fresh), request.source.extent, request.columns(), request.output, replaced);
  const Targets targets = outputs.targets(request.output);
  const gl::DepthStencilMode mode(request.source.texture, request.source.depth_stencil_mode);
  engine.run(request, targets, passes.value_or(length));
  ran = chosen;
  return Issued{engine, targets};
}

}  // namespace glccl
