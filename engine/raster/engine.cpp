#include "engine/raster/engine.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/common/source_uniforms.hpp"
#include "glccl/table.hpp"
#include "glsl/shared/raster_layout.h"

namespace glccl::raster {
namespace {

/// Texture units of the shaders of glsl/.
enum Unit : GLuint {
  unit_ids,
  unit_source,
  unit_masks,
  unit_sums,
  unit_ranks,
  unit_points,
  unit_labels,
  unit_roots,
  unit_foreground,
  unit_links,
  unit_ends,
  unit_count,
};

/// The image unit of Draw::stored.
constexpr GLuint stored_unit = 0;

/// The unit where shaders read an image; unit_count of images that bind() binds, and of images that no shader reads.
Unit unit_of(PlanImage image) {
  switch (image) {
    case PlanImage::ids_a:
    case PlanImage::ids_b:
    case PlanImage::trees_a:
    case PlanImage::trees_b:
    case PlanImage::boxes:
      return unit_ids;
    case PlanImage::masks:
    case PlanImage::contacts:
    case PlanImage::root_masks:
      return unit_masks;
    case PlanImage::sums:
    case PlanImage::contact_sums:
    case PlanImage::root_sums:
      return unit_sums;
    case PlanImage::ranks:
    case PlanImage::root_ranks:
      return unit_ranks;
    case PlanImage::points:
    case PlanImage::pairs:
    case PlanImage::numbers:
      return unit_points;
    case PlanImage::foreground:
      return unit_foreground;
    case PlanImage::links:
      return unit_links;
    case PlanImage::ends_a:
    case PlanImage::ends_b:
      return unit_ends;
    case PlanImage::none:
    case PlanImage::source:
    case PlanImage::labels:
    case PlanImage::routed:
    case PlanImage::rows:
      return unit_count;
  }
  return unit_count;
}

constexpr gl::UsedState used{.draws = true, .texture_units = unit_count, .storage_buffers = 1, .image_units = 1};

/// Where count_roots leaves the low word of its count in the component table.
constexpr GLintptr count_offset = offsetof(ComponentTableHeader, count);

/// Bytes of the arguments of glDrawArraysIndirect.
constexpr GLsizeiptr draw_arguments_size = 4 * sizeof(GLuint);

GLenum target_of(int query) { return query == count_query ? GL_SAMPLES_PASSED : GL_ANY_SAMPLES_PASSED; }

std::array<gl::Query, query_count> make_queries() {
  std::array<gl::Query, query_count> queries;
  for (int i = 0; i < query_count; ++i) queries[static_cast<std::size_t>(i)] = gl::make_query(target_of(i));
  return queries;
}

}  // namespace

RasterEngine::RasterEngine(const gl::Programs& programs, Engine engine)
    : PassEngine(used),
      engine_(engine),
      no_attributes_(gl::make_vertex_array()),
      point_draw_(gl::make_buffer(draw_arguments_size, nullptr)),
      capture_(gl::make_transform_feedback(point_draw_.name())),
      queries_(make_queries()),
      programs_(programs) {
  std::array<GLfloat, 2> point_sizes{};
  gl::api().GetFloatv(GL_POINT_SIZE_RANGE, point_sizes.data());
  largest_point_ = point_sizes[1];
}

Result<void> RasterEngine::check_limits(const Request& request) const {
  if (request.output.raster.compaction == Compaction::stencil_routing && largest_point_ < shared::ROUTING_SIDE) {
    return Error{ErrorCode::unsupported, "stencil_routing draws points of " + std::to_string(shared::ROUTING_SIDE) +
                                             " pixels, and this context has none above " +
                                             std::to_string(static_cast<int>(largest_point_)) +
                                             ": use Compaction::histogram_pyramid"};
  }
  return {};
}

Result<void> RasterEngine::prepare(const Request& request, gl::ReplacedObjects& replaced) {
  if (const Result<void> status = check_limits(request); !status) return status;
  const PlanKey key = request.plan_key();
  std::optional<RasterPlan> fresh_plan;
  if (key != plan_.key) fresh_plan = make_plan(engine_, key);
  const RasterPlan& plan = fresh_plan ? *fresh_plan : plan_;
  std::optional<Images> fresh_images;
  if (images_.extent() != key.extent) fresh_images = Images(key.extent);
  Images& images = fresh_images ? *fresh_images : images_;
  if (const Result<void> status = images.provide(plan, replaced); !status) return status;
  if (const Result<void> status = prepare_programs(request, plan, images); !status) return status;
  if (fresh_images) replaced.replace(images_, *std::move(fresh_images));
  if (fresh_plan) plan_ = *std::move(fresh_plan);
  return {};
}

/// The text of a program. Drivers compile for the state that is current when a program is linked, so it is set to that
/// of the pass.
gl::ProgramText RasterEngine::text_for(const RasterProgramKey& key, GLuint framebuffer) {
  gl::api().BindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  set_tests(traits_of(key.pass));
  // The caller's may be paused, and Mesa then takes no outputs to capture.
  gl::api().BindTransformFeedback(GL_TRANSFORM_FEEDBACK, capture_.name());
  return text_of(key);
}

/// The framebuffers of passes are not made yet.
Result<void> RasterEngine::expect(const Request& request) {
  if (const Result<void> status = check_limits(request); !status) return status;
  drawn_ = {};
  for (const Draw& draw : make_plan(engine_, request.plan_key()).passes) {
    programs_.begin(key_of(traits_of(draw.name), request),
                    [&](const RasterProgramKey& key) { return text_for(key, 0); });
  }
  return {};
}

Result<void> RasterEngine::prepare_programs(const Request& request, const RasterPlan& plan, const Images& images) {
  drawn_ = {};
  active_ = {};
  for (const Draw& draw : plan.passes) {
    gl::LinkedProgram*& active = active_[static_cast<std::size_t>(draw.name)];
    if (active != nullptr) continue;
    const RasterPassTraits& traits = traits_of(draw.name);
    const Result<gl::LinkedProgram*> program = programs_.find_or_build(
        key_of(traits, request),
        [&](const RasterProgramKey& key) { return text_for(key, images.framebuffer(draw.write)); });
    if (!program) return program.error();
    active = *program;
    set_plan(active->uniforms, plan);
    if (traits.reads_source) set_source_uniforms(active->uniforms, request.source, request.spec.criterion);
  }
  return {};
}

void RasterEngine::bind(const Request& request, const Targets& targets) {
  images_.attach_labels(targets.labels);
  gl::api().BindTextureUnit(unit_source, request.source.texture);
  gl::api().BindTextureUnit(unit_labels, targets.labels);
  if (images_.routed_roots() != 0) gl::api().BindTextureUnit(unit_roots, images_.routed_roots());
  for (GLuint unit = 0; unit < unit_count; ++unit) gl::api().BindSampler(unit, nearest_.name());
  gl::api().BindVertexArray(no_attributes_.name());
  gl::api().BindBuffer(GL_DRAW_INDIRECT_BUFFER, point_draw_.name());
  gl::api().BindTransformFeedback(GL_TRANSFORM_FEEDBACK, capture_.name());
  if (targets.table != 0) gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, table_binding, targets.table);
}

void RasterEngine::run(const Request& request, const Targets& targets, int passes) {
  bind(request, targets);
  marks_.restart(request.output.timing, request.output.debug_groups);
  drawn_ = {};
  std::string_view stage;
  for (std::size_t i = 0; i < static_cast<std::size_t>(passes); ++i) {
    const Draw& draw = plan_.passes[i];
    if (draw.stage != stage) set_condition(no_query);  // the wait for a query is not the next stage's time
    stage = draw.stage;
    marks_.begin(stage, traits_of(draw.name).name);
    run_draw(draw, targets);
  }
  set_condition(no_query);
  marks_.end();
  if (!targets.own_labels) images_.attach_labels(0);
  if (targets.table != 0) gl::api().MemoryBarrier(GL_ALL_BARRIER_BITS);  // the caller may use the table in any way
}

Step RasterEngine::step_after(const Targets& targets, int passes) const {
  const PlanImage image = plan_.passes[static_cast<std::size_t>(passes - 1)].write;
  const PlanImageTraits& traits = traits_of(image);
  if (traits.contents == StepContents::none) return {traits.name, traits.contents, 0, {}};
  const GLuint texture = image == PlanImage::labels ? targets.labels : images_.texture(image);
  return {traits.name, traits.contents, texture, images_.extent_of(image)};
}

void RasterEngine::run_draw(const Draw& draw, const Targets& targets) {
  set_target(draw);
  set_tests(traits_of(draw.name));
  set_program(draw);
  set_condition(draw.condition);
  prepare_target(draw);
  if (draw.query != no_query) {
    gl::api().BeginQuery(target_of(draw.query), queries_[static_cast<std::size_t>(draw.query)].name());
  }
  issue(draw);
  if (draw.query != no_query) gl::api().EndQuery(target_of(draw.query));
  finish(draw, targets);
}

/// Clears what a draw expects to be empty, and makes earlier writes visible to it.
void RasterEngine::prepare_target(const Draw& draw) const {
  if (draw.clear_marks) {
    constexpr GLfloat no_mark = 0.0F;
    gl::api().ClearNamedFramebufferfv(images_.framebuffer(draw.write), GL_DEPTH, 0, &no_mark);
  }
  if (draw.name == RasterPass::stencil_routing) images_.reset_routing();
  if (draw.name == RasterPass::bounding_boxes) {
    gl::api().ClearTexImage(images_.texture(PlanImage::boxes), 0, GL_RGBA, GL_FLOAT, nullptr);
  }
  if (traits_of(draw.name).uses_table) gl::api().MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  if (draw.stored != PlanImage::none) {
    gl::api().BindImageTexture(stored_unit, images_.texture(draw.stored), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32UI);
    gl::api().MemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);  // earlier draws have read it
  }
  // A level of the pyramid reads the rows that the level before has written in the same texture.
  if (draw.name == RasterPass::histogram_pyramid) gl::api().TextureBarrier();
}

/// Moves the result of a draw to where the next one reads it.
void RasterEngine::finish(const Draw& draw, const Targets& targets) const {
  if (draw.name == RasterPass::stencil_routing) images_.keep_routed(draw.argument);
  if (draw.stored != PlanImage::none)
    gl::api().MemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT);
  if (draw.name == RasterPass::count_roots) {
    gl::api().GetQueryBufferObjectuiv(queries_[count_query].name(), targets.table, GL_QUERY_RESULT, count_offset);
  }
}

void RasterEngine::set_target(const Draw& draw) {
  if (draw.write == drawn_.write) return;
  drawn_.write = draw.write;
  gl::api().BindFramebuffer(GL_DRAW_FRAMEBUFFER, images_.framebuffer(draw.write));
  const Extent& target = images_.extent_of(draw.write);
  if (target == drawn_.target) return;
  drawn_.target = target;
  gl::api().ViewportIndexedf(0, 0.0F, 0.0F, static_cast<float>(target.width), static_cast<float>(target.height));
}

void RasterEngine::set_tests(const RasterPassTraits& traits) {
  const RasterPassTraits* last = drawn_.traits;
  drawn_.traits = &traits;
  if (last == nullptr || last->blend_max != traits.blend_max) {
    (traits.blend_max ? gl::api().Enablei : gl::api().Disablei)(GL_BLEND, 0);
  }
  if (last == nullptr || last->writes_target != traits.writes_target) {
    const GLboolean written = traits.writes_target ? GL_TRUE : GL_FALSE;
    gl::api().ColorMaski(0, written, written, written, written);
  }
  if (last == nullptr || last->routes != traits.routes) {
    (traits.routes ? gl::api().Enable : gl::api().Disable)(GL_STENCIL_TEST);
    gl::api().PointSize(traits.routes ? static_cast<GLfloat>(shared::ROUTING_SIDE) : 1.0F);
  }
  if (last != nullptr && last->depth == traits.depth) return;
  (traits.depth == Depth::off ? gl::api().Disable : gl::api().Enable)(GL_DEPTH_TEST);
  gl::api().DepthFunc(traits.depth == Depth::test ? GL_EQUAL : GL_ALWAYS);
  gl::api().DepthMask(traits.depth == Depth::test ? GL_FALSE : GL_TRUE);
}

/// Opens and closes conditional rendering. Consecutive draws under one condition share it.
void RasterEngine::set_condition(int condition) {
  if (condition == drawn_.condition) return;
  if (drawn_.condition != no_query) gl::api().EndConditionalRender();
  drawn_.condition = condition;
  if (condition == no_query) return;
  gl::api().BeginConditionalRender(queries_[static_cast<std::size_t>(condition)].name(), GL_QUERY_WAIT);
}

/// Sets the draw's program, its uniforms where they have changed, and the textures that it reads.
void RasterEngine::set_program(const Draw& draw) {
  gl::LinkedProgram& program = *active_[static_cast<std::size_t>(draw.name)];
  if (const GLuint name = program.program.name(); name != drawn_.program) {
    gl::api().UseProgram(name);
    drawn_.program = name;
  }
  set_draw(program.uniforms, draw, images_.extent_of(draw.write));
  for (const PlanImage image : draw.reads) bind(image);
  if (draw.name == RasterPass::histogram_pyramid) bind(draw.write);
}

/// Binds an image that a draw reads to its unit.
void RasterEngine::bind(PlanImage image) {
  const Unit unit = unit_of(image);
  if (unit == unit_count || drawn_.bound[unit] == image) return;
  gl::api().BindTextureUnit(unit, images_.texture(image));
  drawn_.bound[unit] = image;
}

void RasterEngine::issue(const Draw& draw) const {
  const Geometry geometry = traits_of(draw.name).geometry;
  if (geometry == Geometry::captured) {
    gl::api().Enable(GL_RASTERIZER_DISCARD);
    gl::api().BeginTransformFeedback(GL_POINTS);
    gl::api().DrawArrays(GL_POINTS, 0, 1);
    gl::api().EndTransformFeedback();
    gl::api().Disable(GL_RASTERIZER_DISCARD);
  } else if (geometry == Geometry::rectangle) {
    gl::api().DrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, draw.instances);
  } else if (draw.points == all_points) {
    gl::api().DrawArraysIndirect(GL_POINTS, nullptr);
  } else {
    gl::api().DrawArraysInstanced(GL_POINTS, 0, draw.points, draw.instances);
  }
}

}  // namespace glccl::raster
