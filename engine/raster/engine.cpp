#include "raster/engine.hpp"

#include <algorithm>
#include <cmath>
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
  at_channels = 6,
  at_level_count = 7,
  at_levels = 8,
};
enum Unit : GLuint { unit_ids = 0, unit_source = 1, unit_firsts = 2, unit_sums = 3, unit_numbers = 4, unit_count = 5 };

std::vector<std::string> defines_for(Connectivity connectivity, SourceKind kind) {
  const bool integer = kind == SourceKind::unsigned_integer;
  return {"CONNECTIVITY " + std::to_string(static_cast<int>(connectivity)),
          std::string("SOURCE_SAMPLER ") + (integer ? "usampler2D" : "sampler2D"),
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

}  // namespace

RasterEngine::RasterEngine(Engine engine)
    : engine_(engine),
      no_attributes_(gl::make_vertex_array()),
      nearest_(gl::make_sampler()),
      queries_{gl::make_query(GL_ANY_SAMPLES_PASSED), gl::make_query(GL_ANY_SAMPLES_PASSED)} {
  glSamplerParameteri(nearest_.name(), GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glSamplerParameteri(nearest_.name(), GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

Result<Labels> RasterEngine::label(const Source& source, const Options& options) {
  const auto* foreground = std::get_if<Foreground>(&options.criterion);
  if (foreground == nullptr) {
    return Error{ErrorCode::unsupported,
                 "the engine raster has the criterion foreground only: threshold the image, or use cpu-serial"};
  }
  if (const Status status = prepare(source, options); !status) return status.error();
  set_foreground(source, *foreground);
  set_levels(options);
  bind_textures(source);
  run(options);
  return Labels{images_.texture(Image::labels), plan_.size};
}

Status RasterEngine::prepare(const Source& source, const Options& options) {
  if (const Status status = prepare_programs(source, options); !status) return status;
  if (images_.size() != source.size) {
    Result<Images> images = Images::create(source.size);
    if (!images) return images.error();
    images_ = std::move(*images);
  }
  if (plan_.size != source.size || planned_.connectivity != options.connectivity ||
      planned_.numbering != options.numbering) {
    plan_ = make_plan(engine_, source.size, options);
    planned_ = options;
  }
  return {};
}

Status RasterEngine::prepare_programs(const Source& source, const Options& options) {
  for (int i = 0; i < pass_count; ++i) {
    const PassTraits& traits = traits_of(static_cast<PassName>(i));
    if (traits.geometry == Geometry::none) continue;
    const ProgramKey key{traits.pass, options.connectivity, source.kind};
    auto found = programs_.find(key);
    if (found == programs_.end()) {
      Result<gl::Program> program = gl::build_program(
          gl::shader_files,
          {traits.name, traits.vertex_files, traits.fragment_files, defines_for(options.connectivity, source.kind)});
      if (!program) return program.error();
      const GLint argument = traits.argument == nullptr ? -1 : glGetUniformLocation(program->name(), traits.argument);
      found = programs_.emplace(key, PassProgram{std::move(*program), argument}).first;
    }
    active_[static_cast<std::size_t>(i)] = &found->second;
  }
  return {};
}

void RasterEngine::set_foreground(const Source& source, const Foreground& foreground) {
  const GLuint program = active_[static_cast<std::size_t>(PassName::encode_ids)]->program.name();
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
  glProgramUniform1i(program, at_channels, source.channels);
}

void RasterEngine::set_levels(const Options& options) {
  if (options.numbering != Numbering::raster) return;
  std::vector<GLint> values;
  for (const Level& level : plan_.levels) {
    values.push_back(level.first_row);
    values.push_back(level.elements);
  }
  const auto count = static_cast<GLsizei>(plan_.levels.size());
  for (const PassName pass : {PassName::histogram_pyramid, PassName::number_roots}) {
    glProgramUniform2iv(active_[static_cast<std::size_t>(pass)]->program.name(), at_levels, count, values.data());
  }
  glProgramUniform1i(active_[static_cast<std::size_t>(PassName::number_roots)]->program.name(), at_level_count, count);
}

void RasterEngine::bind_textures(const Source& source) {
  glBindTextureUnit(unit_source, source.texture);
  glBindTextureUnit(unit_firsts, plan_.firsts == Image::none ? 0 : images_.texture(plan_.firsts));
  glBindTextureUnit(unit_sums, images_.texture(Image::sums));
  glBindTextureUnit(unit_numbers, images_.texture(Image::numbers));
  for (GLuint unit = 0; unit < unit_count; ++unit) glBindSampler(unit, nearest_.name());
}

void RasterEngine::run(const Options& options) {
  glBindVertexArray(no_attributes_.name());
  timer_.restart();
  for (const Pass& pass : plan_.passes) {
    if (options.timings) timer_.begin(pass.stage);
    if (pass.name == PassName::copy_ids) {
      glCopyImageSubData(images_.texture(pass.read), GL_TEXTURE_2D, 0, 0, 0, 0, images_.texture(pass.write),
                         GL_TEXTURE_2D, 0, 0, 0, 0, plan_.size.width, plan_.size.height, 1);
      continue;
    }
    set_state(pass);
    clear(pass);
    if (pass.condition != no_query) {
      glBeginConditionalRender(queries_[static_cast<std::size_t>(pass.condition)].name(), GL_QUERY_WAIT);
    }
    if (pass.query != no_query) {
      glBeginQuery(GL_ANY_SAMPLES_PASSED, queries_[static_cast<std::size_t>(pass.query)].name());
    }
    draw(pass, *active_[static_cast<std::size_t>(pass.name)]);
    if (pass.query != no_query) glEndQuery(GL_ANY_SAMPLES_PASSED);
    if (pass.condition != no_query) glEndConditionalRender();
  }
  if (options.timings) timer_.end();
}

void RasterEngine::set_state(const Pass& pass) {
  const PassTraits& traits = traits_of(pass.name);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, images_.framebuffer(pass.write));
  const Size target = images_.size_of(pass.write);
  glViewportIndexedf(0, 0.0F, 0.0F, static_cast<float>(target.width), static_cast<float>(target.height));
  if (traits.blend_max) {
    glEnablei(GL_BLEND, 0);
  } else {
    glDisablei(GL_BLEND, 0);
  }
  if (traits.depth == Depth::off) {
    glDisable(GL_DEPTH_TEST);
  } else {
    glEnable(GL_DEPTH_TEST);
  }
  glDepthFunc(traits.depth == Depth::test ? GL_EQUAL : GL_ALWAYS);
  glDepthMask(traits.depth == Depth::test ? GL_FALSE : GL_TRUE);
}

void RasterEngine::clear(const Pass& pass) {
  const GLfloat zero[4] = {};
  const GLenum buffer = pass.clear == Clear::marks ? GL_DEPTH : GL_COLOR;
  if (pass.clear != Clear::nothing) glClearNamedFramebufferfv(images_.framebuffer(pass.write), buffer, 0, zero);
}

void RasterEngine::draw(const Pass& pass, const PassProgram& program) {
  const GLuint name = program.program.name();
  const Size target = images_.size_of(pass.write);
  glUseProgram(name);
  glProgramUniform2i(name, at_target_size, target.width, target.height);
  if (program.argument >= 0) glProgramUniform1i(name, program.argument, pass.argument);
  if (pass.read != Image::source) glBindTextureUnit(unit_ids, images_.texture(pass.read));
  if (traits_of(pass.name).geometry == Geometry::points) {
    glDrawArrays(GL_POINTS, 0, pass.points);
    return;
  }
  // A level of the pyramid reads the rows that the level before has written in the same texture.
  if (pass.name == PassName::histogram_pyramid) glTextureBarrier();
  const Box& box = pass.rectangle;
  glProgramUniform4i(name, at_rectangle, box.x0, box.y0, box.x1 + 1, box.y1 + 1);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace glccl::raster
