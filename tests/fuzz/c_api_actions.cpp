// What a caller does besides labeling: mistakes, steps, questions, bindings, ends.
#include <cmath>
#include <cstring>
#include <limits>

#include "engine/gl/formats.hpp"
#include "tests/fuzz/c_api_machine.hpp"
#include "tests/fuzz/c_api_state.hpp"

namespace glccl::fuzz {
namespace {

constexpr GLuint no_texture = 0x7FFFFFF0U;

/// A texture that cannot be labeled.
gl::Texture make_odd_texture(FuzzedDataProvider& data) {
  constexpr GLenum kinds[] = {GL_TEXTURE_1D,       GL_TEXTURE_3D,        GL_TEXTURE_CUBE_MAP,
                              GL_TEXTURE_BUFFER,   GL_TEXTURE_RECTANGLE, GL_TEXTURE_2D_MULTISAMPLE,
                              GL_TEXTURE_1D_ARRAY, GL_TEXTURE_2D,        GL_TEXTURE_2D,
                              GL_TEXTURE_2D,       GL_TEXTURE_2D};
  const auto index = data.ConsumeIntegralInRange<std::size_t>(0, std::size(kinds) - 1);
  const GLenum kind = kinds[index];
  GLuint name = 0;
  glCreateTextures(kind, 1, &name);
  switch (kind) {
    case GL_TEXTURE_1D:
      glTextureStorage1D(name, 1, GL_R8UI, 4);
      break;
    case GL_TEXTURE_3D:
      glTextureStorage3D(name, 1, GL_R8UI, 4, 4, 4);
      break;
    case GL_TEXTURE_2D_MULTISAMPLE:
      glTextureStorage2DMultisample(name, 4, GL_RGBA8, 4, 4, GL_TRUE);
      break;
    case GL_TEXTURE_BUFFER:
      break;
    case GL_TEXTURE_2D:
      if (index == 7) break;  // no storage
      glTextureStorage2D(name, 2, index == 8 ? GL_RG8 : GL_R8, 4, 4);
      if (index == 9) glTextureParameteri(name, GL_TEXTURE_SWIZZLE_R, GL_ONE);
      if (index == 10) glTextureParameteri(name, GL_TEXTURE_BASE_LEVEL, 1);
      break;
    default:
      glTextureStorage2D(name, 1, GL_R8UI, 4, 4);
      break;
  }
  return gl::Texture(name);
}

/// Makes one argument wrong. Returns whether it could.
bool spoil(FuzzedDataProvider& data, CallersRequest& request, const Subject& subject, const gl::Texture& odd) {
  const Extent extent = request.image.extent;
  const auto number = data.ConsumeIntegralInRange<std::int32_t>(-2, 40);
  const auto far = data.ConsumeBool() ? std::numeric_limits<std::int32_t>::max() : 100000;
  switch (data.ConsumeIntegralInRange(0, 19)) {
    case 0:
      request.source.texture = data.ConsumeBool() ? no_texture : 0;
      return true;
    case 1:
      request.source.texture = odd.name();
      request.source.level = request.source.layer = 0;
      request.has_box = false;
      return true;
    case 2:
      request.source.level = data.ConsumeBool() ? -1 : data.ConsumeBool() ? 31 : far;
      return true;
    case 3:
      request.source.layer = data.ConsumeBool() ? -1 : far;
      return true;
    case 4:
      request.has_box = true;
      request.box.x1 = data.ConsumeBool() ? far : request.box.x0 - 1;
      return true;
    case 5:
      request.has_box = true;
      request.box.y0 = data.ConsumeBool() ? -1 : request.box.y1 + 1;
      return true;
    case 6:
      request.spec.connectivity = number == 4 || number == 8 ? 6 : number;
      return true;
    case 7:
      request.spec.criterion.kind = number >= 0 && number <= 2 ? 3 : number;
      return true;
    case 8:
      request.spec.criterion = {GLCCL_CRITERION_FOREGROUND, 0.0F, 0, number >= 0 && number <= 4 ? 5 : number, 0.0F};
      return true;
    case 9:
      request.spec.criterion = {GLCCL_CRITERION_FOREGROUND, std::nanf(""), 0, 0, 0.0F};
      return true;
    case 10:
      request.spec.criterion = {GLCCL_CRITERION_DIFFERENCE, 0.0F, 0, 0, data.ConsumeBool() ? -1e-40F : std::nanf("")};
      return true;
    case 11:
      request.spec.numbering = number == 0 || number == 1 ? 2 : number;
      return true;
    case 12:
      request.output.state_policy = number == 0 || number == 1 ? 2 : number;
      return true;
    case 13:
      request.output.timing = number >= 0 && number <= 3 ? 4 : number;
      return true;
    case 14:
      request.output.raster.compaction = number == 0 || number == 1 ? 2 : number;
      return true;
    case 15:
      request.output.raster.blocks = data.ConsumeBool() ? -1 : std::numeric_limits<std::int32_t>::min();
      return true;
    case 16:
      request.output.target = data.ConsumeBool() ? no_texture : odd.name();
      return true;
    case 17:
      request.output.target = request.source.texture;
      return request.format != PixelFormat::u32;  // labels may replace what was labeled
    case 18:
      request.output.table_rows = 1;
      request.spec.numbering = GLCCL_NUMBERING_ROOT;
      return true;
    default:
      if (subject.engine == GLCCL_ENGINE_AUTOMATIC) return false;
      request.output.raster.blocks = extent.width + 1;
      return true;
  }
}

}  // namespace

void Machine::refuse(FuzzedDataProvider& data) {
  Subject& subject = pick_subject(data);
  CallersRequest request = draw_request(data, subject);
  const gl::Texture odd = make_odd_texture(data);
  require(glGetError() == GL_NO_ERROR, "the fuzzer itself makes an OpenGL error");
  if (!spoil(data, request, subject, odd)) return;
  request.valid = false;
  call_label(subject, request);
  glccl_error error{};
  require(glccl_label(nullptr, &request.source, nullptr, nullptr, nullptr, &error) == GLCCL_ERROR_INVALID_ARGUMENT &&
              glccl_label(subject.labeler, nullptr, nullptr, nullptr, nullptr, nullptr) == GLCCL_ERROR_INVALID_ARGUMENT,
          "a null pointer is not refused");
}

void Machine::step(FuzzedDataProvider& data) {
  Subject& subject = pick_subject(data);
  CallersRequest request = draw_request(data, subject);
  if (request.has_box) request.source.rectangle = &request.box;
  const std::vector<WatchedState> before = read_state();
  glccl_step step{};
  glccl_error error{};
  const glccl_error_code code = glccl_run_step(subject.labeler, &request.source, &request.spec, &request.output,
                                               data.ConsumeIntegralInRange(-1, 60), &step, &error);
  require(glGetError() == GL_NO_ERROR, "glccl_run_step() leaves an OpenGL error behind");
  check_state(before);
  check_error(code, error);
  if (code != GLCCL_OK) return;
  require(request.valid, "a step that has to be refused succeeds");
  require(step.texture == 0 || glIsTexture(step.texture) == GL_TRUE, "the texture of a step does not exist");
  subject.has_result = false;
  subject.labels.reset();
  if (CallersTarget* target = find_target(request.output.target)) target->labels.reset();
  if (step.contents == GLCCL_STEP_NONE || step.contents == GLCCL_STEP_SOURCE || step.contents == GLCCL_STEP_LABELS) {
    return;
  }
  CallersRequest scratch{.spec = glccl_default_spec(), .output = glccl_default_output(), .valid = false};
  scratch.source.texture = step.texture;
  call_label(subject, scratch);
}

void Machine::prepare(FuzzedDataProvider& data) {
  Subject& subject = pick_subject(data);
  const CallersRequest request = draw_request(data, subject);
  const Extent& extent = request.image.extent;
  const std::vector<WatchedState> before = read_state();
  glccl_error error{};
  const glccl_error_code code = glccl_prepare(subject.labeler, gl::texture_format_of(request.format).internal_format,
                                              {extent.width, extent.height, 1}, &request.spec, &request.output, &error);
  require(glGetError() == GL_NO_ERROR, "glccl_prepare() leaves an OpenGL error behind");
  check_state(before);
  check_error(code, error);
  require((code == GLCCL_OK) == request.valid, std::string("glccl_prepare(): ") + error.message);
  if (code != GLCCL_OK) return;
  subject.has_result = false;
  subject.labels.reset();
}

// Without glccl_destroy(): it leaves all programs to their context there, which would fill the memory.
void Machine::act_elsewhere(FuzzedDataProvider& data) {
  Subject& subject = subjects_[data.ConsumeIntegralInRange<std::size_t>(0, subjects_.size() - 1)];
  if (subject.labeler == nullptr) return;
  const std::vector<WatchedState> before = read_state();
  const gl::Texture odd = make_odd_texture(data);  // Its name may be that of something in the other context.
  const glccl_source source{odd.name(), 0, 0, nullptr};
  const glccl_labeling_spec spec = glccl_default_spec();
  glccl_error error{};
  std::vector<std::uint32_t> values(1 << 16);
  glccl_step step{};
  std::size_t count = 0;
  const glccl_error_code codes[] = {
      glccl_label(subject.labeler, &source, &spec, nullptr, nullptr, &error),
      glccl_run_step(subject.labeler, &source, &spec, nullptr, 1, &step, &error),
      glccl_prepare(subject.labeler, GL_R8UI, {8, 8, 1}, &spec, nullptr, &error),
      glccl_readback_labels(subject.labeler, values.data(), values.size(), nullptr, &error),
  };
  for (const glccl_error_code code : codes) {
    require(code == GLCCL_ERROR_INVALID_ARGUMENT, "a call in another context is not refused");
  }
  glccl_readback_components(subject.labeler, nullptr, 0, &count, &error);
  glccl_times(subject.labeler, nullptr, 0, &count, &error);
  std::int32_t done = 0;
  glccl_poll(subject.labeler, &done, &error);
  require(glGetError() == GL_NO_ERROR, "calls in another context leave an OpenGL error behind");
  check_state(before);
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
  glccl_extent extent{data.ConsumeIntegralInRange(0, 200), data.ConsumeIntegralInRange(0, 200), 1};
  if (data.ConsumeIntegralInRange(0, 7) == 0) extent.height = std::numeric_limits<std::int32_t>::max();
  const glccl_error_code planned =
      glccl_plan(subject.engine, extent, &request.spec, &request.output, nullptr, 0, &count, &error);
  check_error(planned, error);
  std::size_t characters = 0;
  const glccl_error_code described =
      glccl_describe_plan(subject.engine, extent, &request.spec, &request.output, nullptr, 0, &characters, &error);
  require(planned == described, "glccl_plan() and glccl_describe_plan() disagree");
  if (planned != GLCCL_OK) return;
  require(extent.width > 0 && extent.height > 0, "there is a plan for nothing");
  std::vector<glccl_planned_pass> passes(count);
  std::vector<char> text(characters);
  require(glccl_plan(subject.engine, extent, &request.spec, &request.output, passes.data(), count, &count, &error) ==
                  GLCCL_OK &&
              glccl_describe_plan(subject.engine, extent, &request.spec, &request.output, text.data(), characters,
                                  &characters, &error) == GLCCL_OK,
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
  const GLuint table = subject.has_result ? subject.result.table.buffer : 0;
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
      glBindBufferBase(data.ConsumeBool() ? GL_SHADER_STORAGE_BUFFER : GL_UNIFORM_BUFFER, index, table);
      break;
    case 4:
      glBindBuffer(data.ConsumeBool() ? GL_DRAW_INDIRECT_BUFFER : GL_DISPATCH_INDIRECT_BUFFER, table);
      break;
    case 5:
      glNamedFramebufferTexture(framebuffer_.name(), GL_COLOR_ATTACHMENT0, labels, 0);
      glBindFramebuffer(data.ConsumeBool() ? GL_DRAW_FRAMEBUFFER : GL_READ_FRAMEBUFFER, framebuffer_.name());
      break;
    case 6:
      glBindBuffer(data.ConsumeBool() ? GL_PIXEL_PACK_BUFFER : GL_PIXEL_UNPACK_BUFFER, data.ConsumeBool() ? table : 0);
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
  glccl_destroy(subject.labeler);
  subject = {.engine = subject.engine};
}

void Machine::remove(FuzzedDataProvider& data) {
  const auto kind = data.ConsumeIntegralInRange(0, 31);
  if (kind == 0) {
    Subject& subject = subjects_[data.ConsumeIntegralInRange<std::size_t>(0, subjects_.size() - 1)];
    destroy(subject);
  } else if (kind < 16 && !sources_.empty()) {
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
