#include "raster/engine.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <variant>

#include "gl/program.hpp"

namespace glccl::gl {
extern const std::vector<ShaderFile> shader_files;
}  // namespace glccl::gl

namespace glccl::raster {
namespace {

/// Uniform locations and texture units that the shaders of glsl/ name.
enum Location : GLint {
  at_rectangle = 0,
  at_target_size = 1,
  at_threshold = 3,
  at_inverted = 4,
  at_channel = 5,
};
enum Unit : GLuint { unit_ids, unit_source, unit_masks, unit_sums, unit_ranks, unit_contacts };

std::vector<std::string> defines_for(Connectivity connectivity, SourceKind kind, CriterionKind criterion) {
  const bool integer = kind == SourceKind::unsigned_integer;
  return {"CONNECTIVITY " + std::to_string(static_cast<int>(connectivity)),
          std::string("CRITERION_EQUAL ") + (criterion == CriterionKind::equal ? "1" : "0"),
          std::string("SOURCE_SAMPLER ") + (integer ? "usampler2D" : "sampler2D"),
          std::string("SOURCE_VECTOR ") + (integer ? "uvec4" : "vec4"),
          std::string("SOURCE_VALUE ") + (integer ? "uint" : "float")};
}

/// v > threshold on unsigned integers, for any float threshold: v > floor(threshold); below 0 every value is above.
struct IntegerThreshold {
  GLuint value = 0;
  bool all_above = false;
};

IntegerThreshold integer_threshold(float threshold) {
  if (!(threshold >= 0.0F)) return {0, true};
  const double floor = std::floor(static_cast<double>(threshold));
  return {static_cast<GLuint>(std::min(floor, 4294967295.0)), false};
}

/// Bytes of the arguments of glDrawArraysIndirect.
constexpr GLsizeiptr draw_arguments_size = 4 * sizeof(GLuint);

CriterionKind kind_of(const Criterion& criterion) {
  return std::holds_alternative<Equal>(criterion) ? CriterionKind::equal : CriterionKind::foreground;
}

Status check_criterion(const Source& source, const Criterion& criterion) {
  if (std::holds_alternative<Difference>(criterion)) {
    return Error{ErrorCode::unsupported,
                 "the engine raster has the criteria foreground and equal: cpu-serial has difference"};
  }
  if (std::holds_alternative<Equal>(criterion) && !source.has_equal) {
    return Error{ErrorCode::unsupported,
                 "texture " + std::to_string(source.texture) +
                     " has no values to compare for equality: pass R8UI, R16UI, R32UI or RGBA8"};
  }
  return {};
}

}  // namespace

RasterEngine::RasterEngine(Engine engine)
    : engine_(engine),
      no_attributes_(gl::make_vertex_array()),
      nearest_(gl::make_sampler()),
      contact_draw_(gl::make_buffer(draw_arguments_size, nullptr)),
      capture_(gl::make_transform_feedback(contact_draw_.name())),
      queries_{gl::make_query(GL_ANY_SAMPLES_PASSED), gl::make_query(GL_ANY_SAMPLES_PASSED),
               gl::make_query(GL_ANY_SAMPLES_PASSED)} {
  glSamplerParameteri(nearest_.name(), GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glSamplerParameteri(nearest_.name(), GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

Result<Labels> RasterEngine::label(const Source& source, const Options& options) {
  if (const Status status = check_criterion(source, options.criterion); !status) return status.error();
  if (const Status status = prepare(source, options); !status) return status.error();
  set_criterion(source, options.criterion);
  set_plan_uniforms();
  bind_textures(source);
  run(options);
  return Labels{images_.texture(Image::labels), plan_.size};
}

Status RasterEngine::prepare(const Source& source, const Options& options) {
  std::optional<Images> fresh;
  if (images_.size() != source.size) {
    Result<Images> images = Images::create(source.size);
    if (!images) return images.error();
    fresh = *std::move(images);
  }
  if (const Status status = prepare_programs(source, options, fresh ? *fresh : images_); !status) return status;
  if (fresh) images_ = *std::move(fresh);
  if (plan_.size != source.size || planned_.connectivity != options.connectivity ||
      planned_.numbering != options.numbering || planned_.blocks != options.blocks) {
    plan_ = make_plan(engine_, source.size, options);
    planned_ = options;
  }
  return {};
}

Status RasterEngine::prepare_programs(const Source& source, const Options& options, const Images& images) {
  drawn_ = {};
  for (int i = 0; i < pass_count; ++i) {
    const PassTraits& traits = traits_of(static_cast<PassName>(i));
    const ProgramKey key{traits.pass, options.connectivity, source.kind, kind_of(options.criterion)};
    auto found = programs_.find(key);
    if (found == programs_.end()) {
      // Drivers compile for the state that is current when a program is linked: it should be that of the pass.
      glBindFramebuffer(GL_DRAW_FRAMEBUFFER, images.framebuffer(traits.integers ? Image::labels : Image::ids_a));
      set_tests(traits);
      Result<PassProgram> program = build(traits, key);
      if (!program) return program.error();
      found = programs_.emplace(key, *std::move(program)).first;
    }
    active_[static_cast<std::size_t>(i)] = &found->second;
  }
  return {};
}

Result<RasterEngine::PassProgram> RasterEngine::build(const PassTraits& traits, const ProgramKey& key) const {
  const auto& [pass, connectivity, kind, criterion] = key;
  Result<gl::Program> program =
      gl::build_program(gl::shader_files, {traits.name, traits.vertex_files, traits.fragment_files,
                                           defines_for(connectivity, kind, criterion), traits.captured});
  if (!program) return program.error();
  const auto location = [&](const char* uniform) { return glGetUniformLocation(program->name(), uniform); };
  PassProgram result;
  if (traits.argument != nullptr) result.argument = location(traits.argument);
  result.hops = location("hops");
  result.block_width = location("block_width");
  result.image_size = location("image_size");
  result.levels = location("levels");
  result.level_count = location("level_count");
  result.has_target_size = location("target_size") >= 0;
  result.has_rectangle = location("rectangle") >= 0;
  result.program = *std::move(program);
  return result;
}

void RasterEngine::set_criterion(const Source& source, const Criterion& criterion) {
  const GLuint program = active_[static_cast<std::size_t>(PassName::encode_ids)]->program.name();
  glProgramUniform1i(program, glGetUniformLocation(program, "channels"), source.channels);
  if (const auto* foreground = std::get_if<Foreground>(&criterion)) set_foreground(program, source, *foreground);
}

void RasterEngine::set_foreground(GLuint program, const Source& source, const Foreground& foreground) {
  bool inverted = foreground.inverted;
  if (source.kind == SourceKind::floating) {
    glProgramUniform1f(program, at_threshold, foreground.threshold);
  } else {
    // A threshold that every value is above is the inverse of one that no value is above.
    const IntegerThreshold threshold = integer_threshold(foreground.threshold);
    glProgramUniform1ui(program, at_threshold, threshold.all_above ? ~0U : threshold.value);
    if (threshold.all_above) inverted = !inverted;
  }
  glProgramUniform1i(program, at_inverted, inverted ? 1 : 0);
  glProgramUniform1i(program, at_channel, static_cast<int>(foreground.channel));
}

void RasterEngine::set_plan_uniforms() {
  std::vector<GLint> levels;
  for (const Level& level : plan_.levels) levels.insert(levels.end(), {level.first_row, level.elements});
  const auto count = static_cast<GLsizei>(plan_.levels.size());
  for (const PassProgram* program : active_) {
    if (program == nullptr) continue;
    const GLuint name = program->program.name();
    if (program->levels >= 0) glProgramUniform2iv(name, program->levels, count, levels.data());
    if (program->level_count >= 0) glProgramUniform1i(name, program->level_count, count);
    if (program->image_size >= 0) glProgramUniform2i(name, program->image_size, plan_.size.width, plan_.size.height);
    if (program->block_width >= 0) glProgramUniform1i(name, program->block_width, plan_.block_width);
  }
}

void RasterEngine::bind_textures(const Source& source) {
  glBindTextureUnit(unit_source, source.texture);
  glBindTextureUnit(unit_masks, images_.texture(Image::masks));
  glBindTextureUnit(unit_sums, images_.texture(Image::sums));
  glBindTextureUnit(unit_ranks, images_.texture(Image::ranks));
  glBindTextureUnit(unit_contacts, images_.texture(Image::contacts));
  for (GLuint unit = 0; unit < texture_units; ++unit) glBindSampler(unit, nearest_.name());
}

void RasterEngine::run(const Options& options) {
  glBindVertexArray(no_attributes_.name());
  glBindBuffer(GL_DRAW_INDIRECT_BUFFER, contact_draw_.name());
  glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, capture_.name());
  timer_.restart();
  drawn_ = {};
  GLint groups = 0;
  GLint most_groups = 0;
  glGetIntegerv(GL_DEBUG_GROUP_STACK_DEPTH, &groups);
  glGetIntegerv(GL_MAX_DEBUG_GROUP_STACK_DEPTH, &most_groups);
  groups_fit_ = groups < most_groups;
  std::string_view stage;
  for (const Pass& pass : plan_.passes) {
    if (pass.stage != stage) begin_stage(stage, pass.stage, options);
    stage = pass.stage;
    run_pass(pass);
  }
  begin_stage(stage, {}, options);
}

/// Between stages: a group for debuggers, and a timestamp. An empty name is before the first and after the last.
void RasterEngine::begin_stage(std::string_view last, std::string_view next, const Options& options) {
  set_condition(no_query);
  if (options.timings) timer_.begin(next);
  if (!groups_fit_) return;
  if (!last.empty()) glPopDebugGroup();
  if (next.empty()) return;
  glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, static_cast<GLsizei>(next.size()), next.data());
}

void RasterEngine::run_pass(const Pass& pass) {
  set_target(pass);
  set_tests(traits_of(pass.name));
  set_program(pass);
  set_condition(pass.condition);
  if (pass.clear_marks) {
    constexpr GLfloat no_mark = 0.0F;
    glClearNamedFramebufferfv(images_.framebuffer(pass.write), GL_DEPTH, 0, &no_mark);
  }
  if (pass.query != no_query) {
    glBeginQuery(GL_ANY_SAMPLES_PASSED, queries_[static_cast<std::size_t>(pass.query)].name());
  }
  draw(pass);
  if (pass.query != no_query) glEndQuery(GL_ANY_SAMPLES_PASSED);
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
  if (last == nullptr || last->counted_only != traits.counted_only) {
    const GLboolean written = traits.counted_only ? GL_FALSE : GL_TRUE;
    glColorMaski(0, written, written, written, written);
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
  const GLuint name = program.program.name();
  if (name != drawn_.program) glUseProgram(name);
  drawn_.program = name;
  const Size target = images_.size_of(pass.write);
  if (program.has_target_size && program.target != target)
    glProgramUniform2i(name, at_target_size, target.width, target.height);
  program.target = target;
  if (program.argument >= 0 && program.argument_value != pass.argument) {
    glProgramUniform1i(name, program.argument, pass.argument);
    program.argument_value = pass.argument;
  }
  if (program.hops >= 0 && program.hops_value != pass.hops) {
    glProgramUniform1i(name, program.hops, pass.hops);
    program.hops_value = pass.hops;
  }
  const Box& box = pass.rectangle;
  if (program.has_rectangle && program.rectangle != box) {
    glProgramUniform4i(name, at_rectangle, box.x0, box.y0, box.x1 + 1, box.y1 + 1);
    program.rectangle = box;
  }
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
    // A level of the pyramid reads the rows that the level before has written in the same texture.
    if (pass.name == PassName::histogram_pyramid) glTextureBarrier();
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, pass.instances);
  } else if (pass.points == all_contacts) {
    glDrawArraysIndirect(GL_POINTS, nullptr);
  } else {
    glDrawArraysInstanced(GL_POINTS, 0, pass.points, pass.instances);
  }
}

}  // namespace glccl::raster
