// What a caller does besides labeling: mistakes, steps, questions, bindings, ends.
#include <cmath>
#include <cstring>
#include <limits>

#include "engine/gl/formats.hpp"
#include "tests/fuzz/c_api_machine.hpp"
#include "tests/fuzz/c_api_state.hpp"

namespace glccl::fuzz {
namespace {

/// A source that can be labeled is what glccl_inspect() says.
void inspect(const Subject& subject, const CallersSource& source) {
  const glccl_source argument = source.argument();
  glccl_source_traits traits{};
  traits.size = sizeof traits;
  glccl_error error{};
  require(glccl_inspect(subject.labeler, &argument, &traits, &error) == GLCCL_OK, error.message);
  const Extent& extent = source.pixels.extent;
  require(traits.internal_format == gl::texture_format_of(source.format).internal_format &&
              Extent{traits.extent.width, traits.extent.height, traits.extent.depth} == extent,
          "glccl_inspect() finds another image than was made");
}

}  // namespace

void Machine::step(FuzzedDataProvider& data) {
  Subject& subject = pick_subject(data);
  const CallersRequest request = draw_request(data, subject);
  const glccl_inputs inputs = request.inputs();
  const std::vector<WatchedState> before = read_state();
  glccl_step step{};
  glccl_error error{};
  const glccl_error_code code =
      glccl_run_step(subject.labeler, &inputs, request.spec_argument(), request.output_argument(),
                     data.ConsumeIntegralInRange(-1, 60), &step, &error);
  require(glGetError() == GL_NO_ERROR, "glccl_run_step() leaves an OpenGL error behind");
  check_state(before, request.output.state_policy);
  check_error(code, error);
  if (code != GLCCL_OK) return;
  require(request.valid, "a step that has to be refused succeeds");
  adopt_labels(request);
  require(step.texture == 0 || glIsTexture(step.texture) == GL_TRUE, "the texture of a step does not exist");
  subject.has_result = false;
  subject.labels.reset();
  if (CallersTarget* target = find_target(request.output.target)) target->labels.reset();
  forget_shared_source(request);
  if (step.contents == GLCCL_STEP_NONE || step.contents == GLCCL_STEP_SOURCE || step.contents == GLCCL_STEP_LABELS) {
    return;
  }
  CallersRequest scratch{.spec = glccl_default_spec(), .output = glccl_default_outputs(), .valid = false};
  scratch.image.source.texture = step.texture;
  call_label(subject, scratch);
}

void Machine::prepare(FuzzedDataProvider& data) {
  Subject& subject = pick_subject(data);
  const CallersRequest request = draw_request(data, subject);
  // It prepares for textures, which raster reads.
  if (request.has_buffers() && subject.is_raster()) return;
  const Extent& extent = request.image.pixels.extent;
  const std::vector<WatchedState> before = read_state();
  glccl_error error{};
  const auto format_of = [](const CallersSource& source) {
    return source.pixels.bytes.empty() ? 0U : gl::texture_format_of(source.format).internal_format;
  };
  const glccl_input_formats formats{sizeof formats, format_of(request.image), format_of(request.mask),
                                    format_of(request.intensity)};
  const glccl_error_code code = glccl_prepare(subject.labeler, &formats, {extent.width, extent.height, extent.depth},
                                              request.spec_argument(), request.output_argument(), &error);
  require(glGetError() == GL_NO_ERROR, "glccl_prepare() leaves an OpenGL error behind");
  check_state(before, request.output.state_policy);
  check_error(code, error);
  if (request.label_place.name != 0) {
    require(code == GLCCL_ERROR_UNSUPPORTED, "glccl_prepare() takes a buffer for labels");
  } else {
    require((code == GLCCL_OK) == request.valid, std::string("glccl_prepare(): ") + error.message);
  }
  if (code != GLCCL_OK) return;
  subject.has_result = false;
  subject.labels.reset();
}

void Machine::ask(FuzzedDataProvider& data) {
  Subject& subject = pick_subject(data);
  glccl_error error{};
  std::int32_t number = -1;
  check_error(glccl_engine_of(subject.labeler, &number, &error), error);
  require(number > GLCCL_ENGINE_AUTOMATIC && number <= GLCCL_ENGINE_COMPUTE, "no engine has run");
  check_error(glccl_poll(subject.labeler, &number, &error), error);
  std::size_t count = 0;
  check_error(glccl_times(subject.labeler, nullptr, 0, &count, &error), error);
  std::vector<glccl_stage_time> times(count + 1);
  require(glccl_times(subject.labeler, times.data(), count, &count, &error) == GLCCL_OK, error.message);

  const CallersRequest request = draw_request(data, subject);
  inspect(subject, request.image);
  glccl_extent extent{data.ConsumeIntegralInRange(0, 200), data.ConsumeIntegralInRange(0, 200), 1};
  if (data.ConsumeIntegralInRange(0, 7) == 0) extent.height = std::numeric_limits<std::int32_t>::max();
  const glccl_error_code planned = glccl_plan(subject.engine, extent, request.spec_argument(),
                                              request.output_argument(), 0, nullptr, 0, &count, &error);
  check_error(planned, error);
  std::size_t characters = 0;
  const glccl_error_code described = glccl_describe_plan(subject.engine, extent, request.spec_argument(),
                                                         request.output_argument(), 0, nullptr, 0, &characters, &error);
  require(planned == described, "glccl_plan() and glccl_describe_plan() disagree");
  if (planned != GLCCL_OK) return;
  require(extent.width > 0 && extent.height > 0, "there is a plan for nothing");
  std::vector<glccl_planned_pass> passes(count);
  std::vector<char> text(characters);
  require(glccl_plan(subject.engine, extent, request.spec_argument(), request.output_argument(), 0, passes.data(),
                     count, &count, &error) == GLCCL_OK &&
              glccl_describe_plan(subject.engine, extent, request.spec_argument(), request.output_argument(), 0,
                                  text.data(), characters, &characters, &error) == GLCCL_OK,
          error.message);
  require(std::strlen(text.data()) + 1 == characters, "the text of a plan has another length than announced");
}

GLuint Machine::pick_label_texture(FuzzedDataProvider& data) {
  const Subject& subject = pick_subject(data);
  return subject.has_result && !subject.target_gone ? subject.result.texture : 0;
}

void Machine::bind(FuzzedDataProvider& data) {
  const GLuint labels = pick_label_texture(data);
  const Subject& subject = pick_subject(data);
  const bool binds_table = buffers_.empty() || data.ConsumeBool();
  const GLuint table = subject.has_result ? subject.result.table.buffer : 0;
  const GLuint buffer = binds_table ? table : buffers_.back().name();
  const auto index = data.ConsumeIntegralInRange<GLuint>(0, 3);
  switch (data.ConsumeIntegralInRange(0, 9)) {
    case 0:
      glBindTextureUnit(2 * index, labels);
      break;
    case 1:
      if (!sources_.empty()) glBindTextureUnit(2 * index + 1, sources_.back().name());
      break;
    case 2:
      if (labels != 0) glBindImageTexture(index, labels, 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
      break;
    case 3:
      if (data.ConsumeBool()) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, data.ConsumeBool() ? index : 8 + index % 2, buffer);
      } else {
        glBindBufferBase(GL_UNIFORM_BUFFER, index, buffer);
      }
      break;
    case 4:
      glBindBuffer(data.ConsumeBool() ? GL_DRAW_INDIRECT_BUFFER : GL_DISPATCH_INDIRECT_BUFFER, buffer);
      break;
    case 5:
      glNamedFramebufferTexture(framebuffer_.name(), GL_COLOR_ATTACHMENT0, labels, 0);
      glBindFramebuffer(data.ConsumeBool() ? GL_DRAW_FRAMEBUFFER : GL_READ_FRAMEBUFFER, framebuffer_.name());
      break;
    case 6:
      glBindBuffer(data.ConsumeBool() ? GL_PIXEL_PACK_BUFFER : GL_PIXEL_UNPACK_BUFFER, data.ConsumeBool() ? buffer : 0);
      break;
    case 7:
      glActiveTexture(GL_TEXTURE0 + index);
      break;
    case 8:
      data.ConsumeBool() ? glEnable(GL_SCISSOR_TEST) : glEnable(GL_RASTERIZER_DISCARD);
      glScissor(0, 0, 1, 1);
      break;
    default:
      glColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_TRUE);
      glViewport(3, 4, 5, 6);
      break;
  }
}

void Machine::destroy(Subject& subject) {
  glccl_labeler_destroy(subject.labeler);
  subject = {.engine = subject.engine};
}

void Machine::remove(FuzzedDataProvider& data) {
  const auto kind = data.ConsumeIntegralInRange(0, 31);
  if (kind == 0) {
    Subject& subject = subjects_[data.ConsumeIntegralInRange<std::size_t>(0, subjects_.size() - 1)];
    destroy(subject);
  } else if (kind < 12 && !buffers_.empty()) {
    const auto at = buffers_.begin() + data.ConsumeIntegralInRange<std::ptrdiff_t>(0, std::ssize(buffers_) - 1);
    for (Subject& subject : subjects_) {
      if (subject.label_place.name == at->name()) subject.target_gone = true;
    }
    buffers_.erase(at);
  } else if (kind < 22 && !sources_.empty()) {
    sources_.erase(sources_.begin() + data.ConsumeIntegralInRange<std::ptrdiff_t>(0, std::ssize(sources_) - 1));
  } else if (!targets_.empty()) {
    const auto at = targets_.begin() + data.ConsumeIntegralInRange<std::ptrdiff_t>(0, std::ssize(targets_) - 1);
    for (Subject& subject : subjects_) {
      if (!subject.labels && subject.result.texture == (*at)->texture.name()) subject.target_gone = true;
    }
    targets_.erase(at);
  }
}

}  // namespace glccl::fuzz
