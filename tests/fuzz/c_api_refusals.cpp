// What a caller does that has to be refused: wrong arguments, another context than a labeler's own, or none.
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

#include "tests/fuzz/c_api_machine.hpp"
#include "tests/fuzz/c_api_state.hpp"

namespace glccl::fuzz {
namespace {

constexpr GLuint no_object = 0x7FFFFFF0U;

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
  const Extent extent = request.image.pixels.extent;
  const auto number = data.ConsumeIntegralInRange<std::int32_t>(-2, 40);
  const auto far = data.ConsumeBool() ? std::numeric_limits<std::int32_t>::max() : 100000;
  switch (data.ConsumeIntegralInRange(0, 21)) {
    case 0:
      request.image.source.texture = data.ConsumeBool() ? no_object : 0;
      return request.image.source.texture != 0 || !request.image.is_in_buffer();
    case 1:
      if (odd.is_labeled) return false;
      request.image.source.texture = odd.texture.name();
      request.image.source.level = request.image.source.layer = 0;
      request.image.has_rectangle = false;
      return true;
    case 2:
      request.image.source.level = data.ConsumeBool() ? -1 : data.ConsumeBool() ? 31 : far;
      return true;
    case 3:
      request.image.source.layer = data.ConsumeBool() ? -1 : far;
      return true;
    case 4:
      request.image.has_rectangle = true;
      request.image.rectangle.x1 = data.ConsumeBool() ? far : request.image.rectangle.x0;
      return true;
    case 5:
      request.image.has_rectangle = true;
      request.image.rectangle.y0 = data.ConsumeBool() ? -1 : request.image.rectangle.y1;
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
      request.output.target = data.ConsumeBool() ? no_object : odd.texture.name();
      return true;
    case 17:
      request.output.target = request.image.source.texture;
      return !request.image.is_in_buffer() && request.image.format != PixelFormat::u32;  // labels may replace labels
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

/// The name of a buffer that does not exist, or not any more.
GLuint draw_missing_buffer(FuzzedDataProvider& data) {
  if (data.ConsumeBool()) return no_object;
  GLuint name = 0;
  glCreateBuffers(1, &name);
  glDeleteBuffers(1, &name);
  return name;
}

std::size_t bytes_of_buffer(GLuint buffer) {
  GLint64 bytes = 0;
  glGetNamedBufferParameteri64v(buffer, GL_BUFFER_SIZE, &bytes);
  return static_cast<std::size_t>(bytes);
}

/// Makes offset or pitches of an image or of labels wrong: those of `to`. Returns whether it could.
bool misplace(FuzzedDataProvider& data, const BufferImage& image, auto& to) {
  const std::size_t element = bytes_per_pixel(image.format);
  const ImageView view{nullptr, image.format, image.extent, image.row_bytes, image.slice_bytes};
  const std::size_t row = static_cast<std::size_t>(image.extent.width) * element;
  const std::size_t slice = static_cast<std::size_t>(image.extent.height - 1) * view.row_pitch() + row;
  const std::size_t bytes = bytes_of_buffer(image.name);
  const std::size_t misaligned = element == 1 ? 0 : data.ConsumeIntegralInRange<std::size_t>(1, element - 1);
  switch (data.ConsumeIntegralInRange(0, 6)) {
    case 0:
      to.offset += misaligned;
      return misaligned != 0;
    case 1:
      to.row_bytes = view.row_pitch() + misaligned;
      return misaligned != 0;
    case 2:
      to.row_bytes = row - element;
      return row > element;
    case 3:
      to.slice_bytes = view.slice_pitch() + misaligned;
      return misaligned != 0 && image.extent.is_volume();
    case 4:
      to.slice_bytes = slice - element;
      return slice > element && image.extent.is_volume();
    case 5:  // One element too far, or as far as can be.
      to.offset = (bytes - (end_of(image) - image.offset)) / element * element + element;
      if (data.ConsumeBool()) to.offset = SIZE_MAX - SIZE_MAX % element;
      return true;
    default:
      to.row_bytes = bytes / element * element + element;
      if (data.ConsumeBool()) to.row_bytes = SIZE_MAX - SIZE_MAX % element;
      return image.extent.height > 1;
  }
}

/// Makes one argument about an image in a buffer wrong. Returns the code of the refusal, GLCCL_OK if it could not.
glccl_error_code spoil_source(FuzzedDataProvider& data, CallersSource& from) {
  glccl_buffer_image& buffer = from.source.buffer;
  constexpr GLenum formats[] = {GL_DEPTH_COMPONENT24, GL_SRGB8_ALPHA8, GL_RGB8, GL_COMPRESSED_RED_RGTC1, 77};
  std::int32_t* const sides[] = {&buffer.extent.width, &buffer.extent.height, &buffer.extent.depth};
  switch (data.ConsumeIntegralInRange(0, 9)) {
    case 0:
      buffer.name = draw_missing_buffer(data);
      break;
    case 1:
      buffer.internal_format = data.PickValueInArray(formats);
      return GLCCL_ERROR_UNSUPPORTED;
    case 2:
      *data.PickValueInArray(sides) = data.ConsumeIntegralInRange(-2, 0);
      break;
    case 3:
      buffer.extent.height += static_cast<std::int32_t>(bytes_of_buffer(buffer.name));
      break;
    case 4:  // Pitches whose multiple is beyond 64 bits.
      buffer.extent.height = (1 << 20) + 1;
      buffer.row_bytes = std::size_t{1} << 44;
      buffer.slice_bytes = 0;
      from.has_rectangle = true;
      break;
    case 5:
      (data.ConsumeBool() ? from.source.level : from.source.layer) = 1;
      break;
    case 6:
      (data.ConsumeBool() ? from.source.aspect : from.source.all_layers) = 1;
      break;
    case 7:
      *data.PickValueInArray(
          {&from.source.texture, &from.source.renderbuffer, &from.source.framebuffer, &from.source.attachment}) = 1;
      break;
    default:
      return misplace(data, from.whole_buffer(), buffer) ? GLCCL_ERROR_INVALID_ARGUMENT : GLCCL_OK;
  }
  return GLCCL_ERROR_INVALID_ARGUMENT;
}

/// The same of labels in a buffer.
glccl_error_code spoil_label_place(FuzzedDataProvider& data, CallersRequest& request) {
  glccl_buffer_labels& buffer = request.output.target_buffer;
  if (data.ConsumeIntegralInRange(0, 5) == 0) {
    buffer.name = draw_missing_buffer(data);
    return GLCCL_ERROR_INVALID_ARGUMENT;
  }
  return misplace(data, request.label_place, buffer) ? GLCCL_ERROR_INVALID_ARGUMENT : GLCCL_OK;
}

/// Makes one argument about a buffer wrong, of which there is one. Returns the code, GLCCL_OK if it could not.
glccl_error_code spoil_buffer(FuzzedDataProvider& data, CallersRequest& request) {
  std::vector<CallersSource*> sources;
  for (CallersSource* const source : {&request.image, &request.mask, &request.intensity}) {
    if (source->is_in_buffer()) sources.push_back(source);
  }
  const bool of_labels = sources.empty() || (request.label_place.name != 0 && data.ConsumeBool());
  if (of_labels) return spoil_label_place(data, request);
  return spoil_source(data, *sources[data.ConsumeIntegralInRange<std::size_t>(0, sources.size() - 1)]);
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
  const bool valid = request.valid;
  request.valid = false;
  request.refusal.reset();
  GLuint mapped = 0;
  const auto kind = data.ConsumeIntegralInRange(0, 15);
  if (kind == 0) {  // A texture of another extent, or both a texture and a buffer.
    Extent extent = request.image.pixels.extent;
    if (request.label_place.name == 0) ++extent.width;
    request.output.target = pick_target(data, extent).texture.name();
    request.refusal = GLCCL_ERROR_INVALID_ARGUMENT;
  } else if (kind == 1 && request.has_buffers()) {
    mapped = request.label_place.name != 0 ? request.label_place.name : request.image.source.buffer.name;
    if (mapped == 0) return;
    glMapNamedBuffer(mapped, GL_READ_ONLY);
    request.refusal = GLCCL_ERROR_INVALID_ARGUMENT;
  } else if (kind == 2 && request.output.table_rows != 0 && subject.has_result && subject.result.table.buffer != 0) {
    request.output.size = sizeof request.output;
    request.output.target = 0;
    request.output.target_buffer = {subject.result.table.buffer, 0, 0, 0};
    request.refusal = GLCCL_ERROR_INVALID_ARGUMENT;
  } else if (kind > 7 && request.has_buffers()) {
    request.refusal = spoil_buffer(data, request);
    if (request.refusal == GLCCL_OK) return;
  } else if (!spoil(data, request, subject, odd)) {
    return;
  }
  if (!valid) request.refusal.reset();  // two mistakes
  call_label(subject, request);
  if (mapped != 0) glUnmapNamedBuffer(mapped);
  const CallersBuffer* const buffer = find_buffer(request.label_place.name);
  require(buffer == nullptr || buffer->is_unchanged(), "a refused labeling changes its target");
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
