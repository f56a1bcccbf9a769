// What a caller does that has to be refused: wrong arguments, another context than a labeler's own, or none.
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>

#include "tests/fuzz/c_api_machine.hpp"
#include "tests/fuzz/c_api_state.hpp"

namespace glccl::fuzz {
namespace {

constexpr GLuint no_texture = 0x7FFFFFF0U;

/// A texture that cannot be the target of labels.
struct OddTexture {
  gl::Texture texture;
  bool is_labeled;  ///< Its image can be labeled.
};

OddTexture make_odd_texture(FuzzedDataProvider& data) {
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
  const bool is_flat = kind == GL_TEXTURE_2D && index != 7;
  return {gl::Texture(name), is_flat || kind == GL_TEXTURE_3D || kind == GL_TEXTURE_CUBE_MAP ||
                                 kind == GL_TEXTURE_RECTANGLE || kind == GL_TEXTURE_2D_MULTISAMPLE};
}

/// Makes one argument wrong. Returns whether it could.
bool spoil(FuzzedDataProvider& data, CallersRequest& request, const Subject& subject, const OddTexture& odd) {
  const Extent extent = request.image.extent;
  const auto number = data.ConsumeIntegralInRange<std::int32_t>(-2, 40);
  const auto far = data.ConsumeBool() ? std::numeric_limits<std::int32_t>::max() : 100000;
  switch (data.ConsumeIntegralInRange(0, 21)) {
    case 0:
      request.source.texture = data.ConsumeBool() ? no_texture : 0;
      return true;
    case 1:
      if (odd.is_labeled) return false;
      request.source.texture = odd.texture.name();
      request.source.level = request.source.layer = 0;
      request.has_rectangle = false;
      return true;
    case 2:
      request.source.level = data.ConsumeBool() ? -1 : data.ConsumeBool() ? 31 : far;
      return true;
    case 3:
      request.source.layer = data.ConsumeBool() ? -1 : far;
      return true;
    case 4:
      request.has_rectangle = true;
      request.rectangle.x1 = data.ConsumeBool() ? far : request.rectangle.x0;
      return true;
    case 5:
      request.has_rectangle = true;
      request.rectangle.y0 = data.ConsumeBool() ? -1 : request.rectangle.y1;
      return true;
    case 6:
      request.spec.connectivity = number % 2 == 0 ? number + 1 : number;  // all connectivities are even
      return true;
    case 7:
      request.spec.criterion.kind = number >= 0 && number <= 2 ? 3 : number;
      return true;
    case 8:
      request.spec.criterion = {
          .kind = GLCCL_CRITERION_FOREGROUND, .high = HUGE_VAL, .channel = number >= 0 && number <= 4 ? 5 : number};
      return true;
    case 9:
      request.spec.criterion = {
          .kind = GLCCL_CRITERION_FOREGROUND, .low = 1.0, .high = data.ConsumeBool() ? 1.0 : std::nan("")};
      return true;
    case 10:
      request.spec.criterion = {.kind = GLCCL_CRITERION_DIFFERENCE,
                                .largest_difference = data.ConsumeBool() ? -1e-40 : std::nan("")};
      if (data.ConsumeBool()) {  // a background that cannot be
        request.spec.criterion.largest_difference = 0.0;
        request.spec.criterion.background_kind = number >= 0 && number <= 2 ? GLCCL_BACKGROUND_VALUE : number;
        request.spec.criterion.background[0] = std::nan("");
      } else if (data.ConsumeBool()) {
        request.spec.criterion.largest_difference = 0.0;
        request.spec.criterion.measure = number >= 0 && number <= 2 ? 3 : number;
      }
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
      request.output.target = data.ConsumeBool() ? no_texture : odd.texture.name();
      return true;
    case 17:
      request.output.target = request.source.texture;
      return request.format != PixelFormat::u32;  // labels may replace what was labeled
    case 18:
      request.output.table_rows = 1;
      request.spec.numbering = GLCCL_NUMBERING_ROOT;
      return true;
    case 19:
      if (subject.engine != GLCCL_ENGINE_COMPUTE) return false;
      data.ConsumeBool() ? request.output.raster.blocks = 1 : request.output.raster.compaction = 1;
      return true;
    case 20:
      request.spec.size = data.ConsumeBool() ? 0 : sizeof request.spec + 1;
      return true;
    default:
      if (subject.engine == GLCCL_ENGINE_AUTOMATIC) return false;
      request.output.raster.blocks = extent.width + 1;
      return true;
  }
}

template <class Value>
std::array<std::uint8_t, sizeof(Value)> bytes_of(const Value& value) {
  return std::bit_cast<std::array<std::uint8_t, sizeof(Value)>>(value);
}

/// Every call with a labeler, where its context is not current.
void check_refused(glccl_labeler* labeler, GLuint texture) {
  const glccl_inputs inputs = glccl_inputs_of(texture);
  const glccl_input_formats formats = glccl_formats_of(GL_R8UI);
  glccl_labels labels{};
  glccl_step step{};
  glccl_extent extent{};
  std::uint32_t value = 0;
  std::int32_t number = 0;
  std::size_t count = 0;
  const auto refused = [](auto call, auto&... untouched) {
    const auto before = std::tuple(bytes_of(untouched)...);
    glccl_error error{};
    const glccl_error_code code = call(&error);
    check_error(code, error);
    require(code == GLCCL_ERROR_INVALID_ARGUMENT, "a call without the labeler's context is not refused");
    require(before == std::tuple(bytes_of(untouched)...), "a call without the labeler's context has outputs");
  };
  refused([&](glccl_error* error) { return glccl_label(labeler, &inputs, nullptr, nullptr, &labels, error); }, labels);
  refused([&](glccl_error* error) { return glccl_run_step(labeler, &inputs, nullptr, nullptr, 1, &step, error); },
          step);
  refused([&](glccl_error* error) { return glccl_prepare(labeler, &formats, {8, 8, 1}, nullptr, nullptr, error); });
  refused([&](glccl_error* error) { return glccl_readback_labels(labeler, &value, 1, &extent, error); }, value, extent);
  refused([&](glccl_error* error) { return glccl_readback_components(labeler, nullptr, 0, &count, error); }, count);
  refused([&](glccl_error* error) { return glccl_times(labeler, nullptr, 0, &count, error); }, count);
  refused([&](glccl_error* error) { return glccl_poll(labeler, &number, error); }, number);
  refused([&](glccl_error* error) { return glccl_engine_of(labeler, &number, error); }, number);
}

/// What can be called without a context.
void check_without_context(std::int32_t engine) {
  glccl_error error{};
  auto* labeler = reinterpret_cast<glccl_labeler*>(&error);
  const glccl_error_code created = glccl_labeler_create(engine, &labeler, &error);
  check_error(created, error);
  require(created == GLCCL_ERROR_NO_DEVICE && labeler == nullptr, "a labeler is made without a context");
  std::size_t count = 0;
  require(glccl_plan(engine, {8, 8, 1}, nullptr, nullptr, 0, nullptr, 0, &count, &error) == GLCCL_OK && count > 0,
          "there is no plan without a context");
}

}  // namespace

void Machine::refuse(FuzzedDataProvider& data) {
  Subject& subject = pick_subject(data);
  CallersRequest request = draw_request(data, subject);
  const OddTexture odd = make_odd_texture(data);
  require(glGetError() == GL_NO_ERROR, "the fuzzer itself makes an OpenGL error");
  request.null_spec = request.null_output = false;
  if (data.ConsumeIntegralInRange(0, 15) == 0) {
    const Extent& extent = request.image.extent;
    request.output.target = pick_target(data, {extent.width + 1, extent.height}).texture.name();
  } else if (!spoil(data, request, subject, odd)) {
    return;
  }
  request.valid = false;
  call_label(subject, request);
  glccl_error error{};
  const glccl_inputs inputs = request.inputs();
  require(glccl_label(nullptr, &inputs, nullptr, nullptr, nullptr, &error) == GLCCL_ERROR_INVALID_ARGUMENT &&
              glccl_label(subject.labeler, nullptr, nullptr, nullptr, nullptr, nullptr) == GLCCL_ERROR_INVALID_ARGUMENT,
          "a null pointer is not refused");
}

void Machine::act_elsewhere(FuzzedDataProvider& data, bool no_context) {
  const Subject& subject = subjects_[data.ConsumeIntegralInRange<std::size_t>(0, subjects_.size() - 1)];
  if (no_context) check_without_context(subject.engine);
  if (subject.labeler == nullptr) return;
  if (no_context) {
    check_refused(subject.labeler, pixel_.name());
    return;
  }
  const std::vector<WatchedState> before = read_state();
  const OddTexture odd = make_odd_texture(data);  // Its name may be that of something in the other context.
  check_refused(subject.labeler, odd.texture.name());
  require(glGetError() == GL_NO_ERROR, "calls in another context leave an OpenGL error behind");
  check_state(before);
}

}  // namespace glccl::fuzz
