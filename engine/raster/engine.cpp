#include "engine/raster/engine.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "engine/component_table.hpp"

namespace glccl::raster {
namespace {

/// Texture units that the shaders of glsl/ name.
enum Unit : GLuint { unit_ids, unit_source, unit_masks, unit_sums, unit_ranks, unit_points, unit_labels, unit_roots };

/// Where count_roots leaves its count in the component table.
constexpr GLintptr count_offset = offsetof(ComponentTableHeader, count);

/// Bytes of the arguments of glDrawArraysIndirect.
constexpr GLsizeiptr draw_arguments_size = 4 * sizeof(GLuint);

GLenum target_of(int query) { return query == count_query ? GL_SAMPLES_PASSED : GL_ANY_SAMPLES_PASSED; }

std::array<gl::Query, query_count> make_queries() {
  std::array<gl::Query, query_count> queries;
  for (int i = 0; i < query_count; ++i) queries[static_cast<std::size_t>(i)] = gl::make_query(target_of(i));
  return queries;
}

/// Whether this context has what the table and stencil_routing need.
Status check_limits(const Options& options) {
  if (const Status status = check_table_rows(options.table_rows); !status) return status;
  std::array<GLfloat, 2> point_sizes{};
  glGetFloatv(GL_POINT_SIZE_RANGE, point_sizes.data());
  if (options.compaction == Compaction::stencil_routing && point_sizes[1] < routing_side) {
    return Error{ErrorCode::unsupported, "stencil_routing draws points of " + std::to_string(routing_side) +
                                             " pixels, and this context has none above " +
                                             std::to_string(static_cast<int>(point_sizes[1])) +
                                             ": use Compaction::histogram_pyramid"};
  }
  return {};
}

}  // namespace

RasterEngine::RasterEngine(Engine engine)
    : engine_(engine),
      no_attributes_(gl::make_vertex_array()),
      nearest_(gl::make_sampler()),
      point_draw_(gl::make_buffer(draw_arguments_size, nullptr)),
      capture_(gl::make_transform_feedback(point_draw_.name())),
      queries_(make_queries()) {
  glSamplerParameteri(nearest_.name(), GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glSamplerParameteri(nearest_.name(), GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

Result<Labels> RasterEngine::label(const SourceView& source, const Options& options) {
  if (const Status status = prepare(source, options); !status) return status.error();
  bind(source, options);
  run(options, plan_.passes.size());
  const GLuint texture = options.target != 0 ? options.target : images_.texture(Image::labels);
  ComponentTable table;
  if (options.table_rows > 0) {
    table = {table_.name(), options.table_rows};
    glMemoryBarrier(GL_ALL_BARRIER_BITS);  // the caller may use the table in any way
  }
  return Labels{texture, plan_.size, table};
}

Result<Step> RasterEngine::step(const SourceView& source, const Options& options, int passes) {
  if (const Status status = prepare(source, options); !status) return status.error();
  const int length = static_cast<int>(plan_.passes.size());
  if (passes < 1 || passes > length) {
    return Error{ErrorCode::invalid_argument,
                 "the first " + std::to_string(passes) + " passes: this plan has 1 to " + std::to_string(length)};
  }
  bind(source, options);
  run(options, static_cast<std::size_t>(passes));
  const Image image = plan_.passes[static_cast<std::size_t>(passes - 1)].write;
  const bool targeted = image == Image::labels && options.target != 0;
  return Step{name_of(image), targeted ? options.target : images_.texture(image), images_.size_of(image)};
}

Status RasterEngine::check(const SourceView& source, const Options& options) const {
  if (std::holds_alternative<Difference>(options.criterion) && engine_ == Engine::raster_paper) {
    return Error{ErrorCode::unsupported,
                 "the engine raster_paper has the criteria foreground and equal: raster has difference"};
  }
  if (std::holds_alternative<Equal>(options.criterion) && !source.has_equal) {
    return Error{ErrorCode::unsupported,
                 "texture " + std::to_string(source.texture) +
                     " has no values to compare for equality: pass R8UI, R16UI, R32UI or RGBA8"};
  }
  return check_limits(options);
}

bool RasterEngine::is_planned(const SourceView& source, const Options& options) const {
  return plan_.size == source.size && plan_.table_rows == options.table_rows &&
         planned_.connectivity == options.connectivity && planned_.numbering == options.numbering &&
         planned_.blocks == options.blocks && planned_.compaction == options.compaction &&
         kind_of(planned_.criterion) == kind_of(options.criterion);
}

Status RasterEngine::prepare(const SourceView& source, const Options& options) {
  if (const Status status = check(source, options); !status) return status;
  Fresh fresh;
  if (!is_planned(source, options)) fresh.plan = make_plan(engine_, source.size, options);
  const Plan& plan = fresh.plan ? *fresh.plan : plan_;
  if (images_.size() != source.size) {
    Result<Images> images = Images::create(source.size);
    if (!images) return images.error();
    fresh.images = *std::move(images);
  }
  Images& images = fresh.images ? *fresh.images : images_;
  if (const Status status = images.provide(plan, options.target == 0); !status) return status;
  if (options.table_rows > 0 && table_size_ != options.table_rows) {
    Result<gl::Buffer> table = make_table(options.table_rows);
    if (!table) return table.error();
    fresh.table = *std::move(table);
  }
  if (const Status status = prepare_programs(source, options, plan, images); !status) return status;

  if (fresh.images) images_ = *std::move(fresh.images);
  if (fresh.table) {
    table_ = *std::move(fresh.table);
    table_size_ = options.table_rows;
  }
  if (fresh.plan) plan_ = *std::move(fresh.plan);
  planned_ = options;
  return {};
}

Status RasterEngine::prepare_programs(const SourceView& source, const Options& options, const Plan& plan,
                                      const Images& images) {
  drawn_ = {};
  active_ = {};
  for (const Pass& pass : plan.passes) {
    PassProgram*& active = active_[static_cast<std::size_t>(pass.name)];
    if (active != nullptr) continue;
    const PassTraits& traits = traits_of(pass.name);
    const ProgramKey key = key_of(traits, source, options);
    auto found = programs_.find(key);
    if (found == programs_.end()) {
      // Drivers compile for the state that is current when a program is linked: it should be that of the pass.
      glBindFramebuffer(GL_DRAW_FRAMEBUFFER, images.framebuffer(traits.integers ? Image::masks : Image::ids_a));
      set_tests(traits);
      Result<PassProgram> program = build_program(traits, key);
      if (!program) return program.error();
      found = programs_.emplace(key, *std::move(program)).first;
    }
    active = &found->second;
    set_plan(*active, plan);
    set_source(*active, source, options.criterion);
  }
  return {};
}

void RasterEngine::bind(const SourceView& source, const Options& options) {
  const GLuint labels = options.target != 0 ? options.target : images_.texture(Image::labels);
  images_.attach_labels(labels);
  glBindTextureUnit(unit_source, source.texture);
  glBindTextureUnit(unit_masks, images_.texture(Image::masks));
  glBindTextureUnit(unit_sums, images_.texture(Image::sums));
  glBindTextureUnit(unit_ranks, images_.texture(Image::ranks));
  glBindTextureUnit(unit_points, images_.texture(Image::points));
  glBindTextureUnit(unit_labels, labels);
  if (images_.routed_roots() != 0) glBindTextureUnit(unit_roots, images_.routed_roots());
  for (GLuint unit = 0; unit < used.texture_units; ++unit) glBindSampler(unit, nearest_.name());
  glBindVertexArray(no_attributes_.name());
  glBindBuffer(GL_DRAW_INDIRECT_BUFFER, point_draw_.name());
  glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, capture_.name());
  if (plan_.table_rows > 0) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, table_binding, table_.name());
}

void RasterEngine::run(const Options& options, std::size_t passes) {
  marks_.restart(options.timings);
  drawn_ = {};
  std::string_view stage;
  for (std::size_t i = 0; i < passes; ++i) {
    const Pass& pass = plan_.passes[i];
    if (pass.stage != stage) set_condition(no_query);  // what it waits for is not the next stage's time
    stage = pass.stage;
    marks_.begin(stage, traits_of(pass.name).name);
    run_pass(pass);
  }
  set_condition(no_query);
  marks_.end();
  if (options.target != 0) images_.attach_labels(0);
}

void RasterEngine::run_pass(const Pass& pass) {
  set_target(pass);
  set_tests(traits_of(pass.name));
  set_program(pass);
  set_condition(pass.condition);
  prepare_target(pass);
  if (pass.query != no_query) {
    glBeginQuery(target_of(pass.query), queries_[static_cast<std::size_t>(pass.query)].name());
  }
  draw(pass);
  if (pass.query != no_query) glEndQuery(target_of(pass.query));
  finish(pass);
}

/// What a pass needs to find.
void RasterEngine::prepare_target(const Pass& pass) const {
  if (pass.clear_marks) {
    constexpr GLfloat no_mark = 0.0F;
    glClearNamedFramebufferfv(images_.framebuffer(pass.write), GL_DEPTH, 0, &no_mark);
  }
  if (pass.name == PassName::stencil_routing) images_.reset_routing();
  if (pass.name == PassName::bounding_boxes) {
    glClearTexImage(images_.texture(Image::boxes), 0, GL_RGBA, GL_FLOAT, nullptr);
  }
  if (traits_of(pass.name).uses_table) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  // A level of the pyramid reads the rows that the level before has written in the same texture.
  if (pass.name == PassName::histogram_pyramid) glTextureBarrier();
}

/// Where the result of a pass does not lie where the next one looks for it.
void RasterEngine::finish(const Pass& pass) const {
  if (pass.name == PassName::stencil_routing) images_.keep_routed(pass.argument);
  if (pass.name == PassName::count_roots) {
    glGetQueryBufferObjectuiv(queries_[count_query].name(), table_.name(), GL_QUERY_RESULT, count_offset);
  }
}

void RasterEngine::set_target(const Pass& pass) {
  if (pass.write == drawn_.write) return;
  drawn_.write = pass.write;
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, images_.framebuffer(pass.write));
  const Size target = images_.size_of(pass.write);
  if (target == drawn_.target) return;
  drawn_.target = target;
  glViewportIndexedf(0, 0.0F, 0.0F, static_cast<float>(target.width), static_cast<float>(target.height));
}

void RasterEngine::set_tests(const PassTraits& traits) {
  const PassTraits* last = drawn_.traits;
  drawn_.traits = &traits;
  if (last == nullptr || last->blend_max != traits.blend_max) {
    (traits.blend_max ? glEnablei : glDisablei)(GL_BLEND, 0);
  }
  if (last == nullptr || last->writes_target != traits.writes_target) {
    const GLboolean written = traits.writes_target ? GL_TRUE : GL_FALSE;
    glColorMaski(0, written, written, written, written);
  }
  if (last == nullptr || last->routes != traits.routes) {
    (traits.routes ? glEnable : glDisable)(GL_STENCIL_TEST);
    glPointSize(traits.routes ? static_cast<GLfloat>(routing_side) : 1.0F);
  }
  if (last != nullptr && last->depth == traits.depth) return;
  (traits.depth == Depth::off ? glDisable : glEnable)(GL_DEPTH_TEST);
  glDepthFunc(traits.depth == Depth::test ? GL_EQUAL : GL_ALWAYS);
  glDepthMask(traits.depth == Depth::test ? GL_FALSE : GL_TRUE);
}

/// Opens and closes conditional rendering; consecutive passes under one condition share it.
void RasterEngine::set_condition(int condition) {
  if (condition == drawn_.condition) return;
  if (drawn_.condition != no_query) glEndConditionalRender();
  drawn_.condition = condition;
  if (condition == no_query) return;
  glBeginConditionalRender(queries_[static_cast<std::size_t>(condition)].name(), GL_QUERY_WAIT);
}

/// The pass's program, its uniforms where they have changed, and the texture it reads.
void RasterEngine::set_program(const Pass& pass) {
  PassProgram& program = *active_[static_cast<std::size_t>(pass.name)];
  if (const GLuint name = program.program.name(); name != drawn_.program) {
    glUseProgram(name);
    drawn_.program = name;
  }
  set_pass(program, pass, images_.size_of(pass.write));
  if (pass.read == Image::none || pass.read == Image::source) return;
  const GLuint read = images_.texture(pass.read);
  if (read != drawn_.read) glBindTextureUnit(unit_ids, read);
  drawn_.read = read;
}

void RasterEngine::draw(const Pass& pass) const {
  const Geometry geometry = traits_of(pass.name).geometry;
  if (geometry == Geometry::captured) {
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, 1);
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
  } else if (geometry == Geometry::rectangle) {
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, pass.instances);
  } else if (pass.points == all_points) {
    glDrawArraysIndirect(GL_POINTS, nullptr);
  } else {
    glDrawArraysInstanced(GL_POINTS, 0, pass.points, pass.instances);
  }
}

}  // namespace glccl::raster
