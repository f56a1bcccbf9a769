// What a caller asks for: sources, targets, specifications and options that have to work, or that an engine lacks.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <variant>

#include "glccl/spec.hpp"
#include "tests/fuzz/c_api_machine.hpp"

namespace glccl::fuzz {
namespace {

Rectangle draw_rectangle(FuzzedDataProvider& data, const Rectangle& whole) {
  Rectangle part = whole;
  part.x0 = data.ConsumeIntegralInRange(0, whole.x1 - 1);
  part.y0 = data.ConsumeIntegralInRange(0, whole.y1 - 1);
  part.x1 = data.ConsumeIntegralInRange(part.x0 + 1, whole.x1);
  part.y1 = data.ConsumeIntegralInRange(part.y0 + 1, whole.y1);
  if (whole.z1 == 1) return part;
  part.z0 = data.ConsumeIntegralInRange(0, whole.z1 - 1);
  part.z1 = data.ConsumeIntegralInRange(part.z0 + 1, whole.z1);
  return part;
}

/// A buffer with an image of any format that has bytes in memory, or with a volume. Volumes have fewer formats, because
/// compiling programs takes most of the time.
CallersBuffer draw_buffer(FuzzedDataProvider& data) {
  const Extent image{draw_side(data), draw_side(data)};
  if (data.ConsumeIntegralInRange(0, 3) != 0) {
    std::vector<PixelFormat> formats;
    for (const FormatTraits& traits : pixel_formats()) {
      if (traits.bytes != 0) formats.push_back(traits.format);
    }
    return CallersBuffer::with_image(data, formats[data.ConsumeIntegralInRange<std::size_t>(0, formats.size() - 1)],
                                     image);
  }
  constexpr PixelFormat formats[] = {PixelFormat::u8, PixelFormat::u32, PixelFormat::f32};
  const Extent volume{image.width, data.ConsumeIntegralInRange(1, 20), data.ConsumeIntegralInRange(2, 20)};
  return CallersBuffer::with_image(data, data.PickValueInArray(formats), volume);
}

/// The criterion for C. Fields of other kinds have values that are refused where they count.
glccl_criterion to_c(const Criterion& criterion) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  glccl_criterion to{static_cast<std::int32_t>(criterion.index()), nan, nan, 7, 99, nan, 99, {nan, nan, nan, nan}, 99};
  if (const auto* foreground = std::get_if<Foreground>(&criterion)) {
    to.low = foreground->low;
    to.high = foreground->high;
    to.inverted = foreground->inverted ? -1 : 0;
    to.channel = static_cast<std::int32_t>(foreground->channel);
  } else if (const auto* difference = std::get_if<Difference>(&criterion)) {
    to.largest_difference = difference->largest;
    to.measure = static_cast<std::int32_t>(difference->measure);
  }
  if (std::holds_alternative<Foreground>(criterion)) return to;
  const PixelValue* const background = background_of(criterion);
  to.background_kind = background == nullptr ? GLCCL_BACKGROUND_NONE : GLCCL_BACKGROUND_VALUE;
  if (background != nullptr) std::copy(background->begin(), background->end(), to.background);
  return to;
}

/// Draws the criterion and the rest of the specification, or the defaults.
void draw_spec(FuzzedDataProvider& data, CallersRequest& request) {
  // Each kind of format but one has one connectivity, because compiling programs takes most of the time. The
  // conformance suite has all combinations.
  const FormatTraits& traits = traits_of(request.image.format);
  const bool eight = traits.is_integer ? data.ConsumeBool() : traits.scale == 1.0F;
  request.null_spec = eight && data.ConsumeIntegralInRange(0, 7) == 0;
  const Criterion criterion = request.null_spec ? Foreground{} : draw_criterion(data, request.image.format);
  request.criterion = criterion_of_copy(criterion, request.image.format);
  if (request.null_spec) return;
  request.spec.criterion = to_c(criterion);
  const bool is_volume = request.image.pixels.extent.is_volume();
  request.spec.connectivity = eight       ? is_volume ? GLCCL_CONNECTIVITY_TWENTY_SIX : GLCCL_CONNECTIVITY_EIGHT
                              : is_volume ? GLCCL_CONNECTIVITY_SIX
                                          : GLCCL_CONNECTIVITY_FOUR;
}

/// Whether the engine, or the format of the image, lacks what is asked for.
bool lacks(const Subject& subject, const CallersRequest& request) {
  const FormatTraits& format = traits_of(request.image.format);
  const std::int32_t criterion = request.spec.criterion.kind;
  if (criterion == GLCCL_CRITERION_EQUAL && !format.has_equal) return true;
  const auto measure = static_cast<Measure>(request.spec.criterion.measure);
  if (criterion == GLCCL_CRITERION_DIFFERENCE &&
      (!format.has_measure(measure) || subject.engine == GLCCL_ENGINE_RASTER_PAPER)) {
    return true;
  }
  const bool has_second = !request.mask.pixels.bytes.empty() || !request.intensity.pixels.bytes.empty();
  return subject.is_raster() && (request.has_buffers() || has_second || request.image.pixels.extent.is_volume());
}

}  // namespace

BufferImage CallersSource::whole_buffer() const {
  const glccl_buffer_image& from = source.buffer;
  const Extent extent{from.extent.width, from.extent.height, from.extent.depth};
  return {from.name, format, extent, from.offset, from.row_bytes, from.slice_bytes};
}

BufferImage CallersSource::buffer_part() const {
  return has_rectangle && is_in_buffer() ? part_of(whole_buffer(), rectangle) : whole_buffer();
}

Machine::Choice Machine::pick_source(FuzzedDataProvider& data, const Subject& asked) {
  if (sources_.empty()) sources_.emplace_back(data);
  const auto kind = data.ConsumeIntegralInRange(0, asked.is_raster() ? 8 : 11);
  if (kind > 7) {
    const CallersBuffer& buffer = pick_buffer(data);
    const BufferImage& image = buffer.image();
    return {.format = image.format,
            .plane = {0, 0, host::crop(buffer.view(image), rectangle_of(image.extent))},
            .buffer = image};
  }
  if (kind == 0 && !targets_.empty()) {
    const CallersTarget& target = *targets_[data.ConsumeIntegralInRange<std::size_t>(0, targets_.size() - 1)];
    return {target.texture.name(), PixelFormat::u32, {0, 0, {target.extent, PixelFormat::u32, {}}}};
  }
  const Subject& subject = subjects_[data.ConsumeIntegralInRange<std::size_t>(0, subjects_.size() - 1)];
  if (kind == 1 && subject.used && subject.labels) {
    return {subject.result.texture, PixelFormat::u32, {0, 0, {subject.labels->labels.extent, PixelFormat::u32, {}}}};
  }
  const SourceTexture& source = sources_[data.ConsumeIntegralInRange<std::size_t>(0, sources_.size() - 1)];
  const Plane& plane = source.planes()[data.ConsumeIntegralInRange<std::size_t>(0, source.planes().size() - 1)];
  return {source.name(), source.format(), plane, source.shares_texels()};
}

CallersTarget& Machine::pick_target(FuzzedDataProvider& data, const Extent& extent) {
  if (data.ConsumeBool()) {
    for (const std::unique_ptr<CallersTarget>& target : targets_) {
      if (target->extent == extent && !target->is_view) return *target;
    }
  }
  GLuint name = 0;
  glCreateTextures(extent.is_volume() ? GL_TEXTURE_3D : GL_TEXTURE_2D, 1, &name);
  if (extent.is_volume()) {
    glTextureStorage3D(name, 1, GL_R32UI, extent.width, extent.height, extent.depth);
  } else {
    glTextureStorage2D(name, 1, GL_R32UI, extent.width, extent.height);
  }
  constexpr GLuint rubbish = 0xDEADBEEFU;
  glClearTexImage(name, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, &rubbish);
  targets_.push_back(std::make_unique<CallersTarget>(CallersTarget{gl::Texture(name), extent, {}}));
  return *targets_.back();
}

CallersTarget* Machine::find_target(GLuint texture) {
  const auto found = std::ranges::find_if(targets_, [&](const auto& one) { return one->texture.name() == texture; });
  return found == targets_.end() ? nullptr : found->get();
}

CallersBuffer& Machine::pick_buffer(FuzzedDataProvider& data) {
  if (buffers_.empty() || (buffers_.size() < 4 && data.ConsumeBool())) {
    buffers_.push_back(draw_buffer(data));
    return buffers_.back();
  }
  return buffers_[data.ConsumeIntegralInRange<std::size_t>(0, buffers_.size() - 1)];
}

CallersBuffer* Machine::find_buffer(GLuint name) {
  const auto found = std::ranges::find_if(buffers_, [&](const CallersBuffer& one) { return one.name() == name; });
  return found == buffers_.end() ? nullptr : &*found;
}

// Labels may lie over an image, before or behind it, or have a buffer of their own.
BufferImage Machine::pick_label_place(FuzzedDataProvider& data, const Extent& extent) {
  if (!buffers_.empty() && data.ConsumeBool()) {
    const CallersBuffer& buffer = buffers_[data.ConsumeIntegralInRange<std::size_t>(0, buffers_.size() - 1)];
    const std::size_t offsets[] = {0, buffer.image().offset / 4 * 4, (end_of(buffer.image()) + 3) / 4 * 4,
                                   4 * data.ConsumeIntegralInRange<std::size_t>(0, buffer.size() / 4)};
    BufferImage labels{buffer.name(), PixelFormat::u32, extent, data.PickValueInArray(offsets)};
    if (data.ConsumeBool()) labels.row_bytes = static_cast<std::size_t>(extent.width) * 4 + 4;
    if (end_of(labels) <= buffer.size()) return labels;
  }
  buffers_.push_back(CallersBuffer::for_labels(data, extent));
  return buffers_.back().image();
}

void Machine::adopt_labels(const CallersRequest& request) {
  if (request.label_place.name == 0) return;
  require(find_buffer(request.label_place.name)->adopt(request.label_place),
          "bytes that are no labels have changed in a buffer");
}

// A texture of another format that shares the source's texels, as a renderer would label in place.
CallersTarget* Machine::view_source(const Choice& choice) {
  GLuint name = 0;
  glGenTextures(1, &name);
  glTextureView(name, GL_TEXTURE_2D, choice.texture, GL_R32UI, static_cast<GLuint>(choice.plane.level), 1,
                static_cast<GLuint>(choice.plane.layer), 1);
  targets_.push_back(
      std::make_unique<CallersTarget>(CallersTarget{gl::Texture(name), choice.plane.image.extent, {}, true}));
  return targets_.back().get();
}

void Machine::forget_shared_source(const CallersRequest& request) {
  if (!request.shares_texels) return;
  find_target(request.output.target)->is_view = false;
  std::erase_if(sources_, [&](const SourceTexture& source) { return source.name() == request.image.source.texture; });
}

CallersRequest Machine::draw_request(FuzzedDataProvider& data, const Subject& subject) {
  Choice choice = pick_source(data, subject);
  CallersRequest request{.spec = glccl_default_spec(), .output = glccl_default_outputs()};
  CallersSource& source = request.image;
  source.format = choice.format;
  if (choice.buffer.name != 0) {
    source.source.buffer = to_c(choice.buffer);
  } else {
    source.source = {.texture = choice.texture,
                     .level = choice.plane.level,
                     .layer = choice.plane.layer,
                     .aspect = GLCCL_ASPECT_DEPTH};
  }
  host::Image& image = choice.plane.image;
  if (image.bytes.empty()) {  // Labels are read where they are used: numbers of roots are not known.
    const std::vector<std::uint32_t> values = read_texture(choice.texture, image.extent);
    image.bytes.resize(values.size() * sizeof(std::uint32_t));
    std::memcpy(image.bytes.data(), values.data(), image.bytes.size());
  }
  source.rectangle = rectangle_of(image.extent);
  source.has_rectangle = data.ConsumeIntegralInRange(0, 2) == 0;
  if (source.has_rectangle) source.rectangle = draw_rectangle(data, source.rectangle);
  source.pixels = host::crop(image.view(), source.rectangle);
  draw_spec(data, request);
  request.null_output = data.ConsumeIntegralInRange(0, 7) == 0;
  draw_second_images(data, subject, request);
  if (!request.null_output) draw_output(data, subject, choice, request);

  const bool over_intensities = request.label_place.name != 0 && request.intensity.is_in_buffer() &&
                                overlap(request.label_place, request.intensity.buffer_part());
  const glccl_raster_options& tuning = request.output.raster;
  if (lacks(subject, request)) {
    request.valid = false;
    // Tuning together with a mask is another mistake.
    if (tuning.blocks == 0 && tuning.compaction == 0) request.refusal = GLCCL_ERROR_UNSUPPORTED;
  } else if (over_intensities) {
    request.valid = false;
    request.refusal = GLCCL_ERROR_INVALID_ARGUMENT;
  }
  return request;
}

void Machine::draw_output(FuzzedDataProvider& data, const Subject& subject, const Choice& choice,
                          CallersRequest& request) {
  constexpr std::uint32_t rows[] = {0, 0, 1, 3, 20000};
  request.output.table_rows = data.PickValueInArray(rows);
  if (request.spec.columns != 0) request.output.table_rows = std::max(request.output.table_rows, 1U);
  if (!request.null_spec && request.output.table_rows == 0 && data.ConsumeBool()) {
    request.spec.numbering = GLCCL_NUMBERING_ROOT;
  }
  request.output.timing = data.ConsumeIntegralInRange(0, 7) % 4;
  if (data.ConsumeIntegralInRange(0, 3) == 0) request.output.state_policy = GLCCL_STATE_CLOBBER;
  const Extent& extent = request.image.pixels.extent;
  if (subject.is_raster()) {
    request.output.raster.blocks = data.ConsumeIntegralInRange(0, extent.width);
    request.output.raster.compaction = data.ConsumeIntegralInRange(0, 1);
  }
  request.shares_texels =
      choice.shares_texels && !request.image.has_rectangle && data.ConsumeIntegralInRange(0, 3) == 0;
  if (request.shares_texels) {
    request.output.target = view_source(choice)->texture.name();
    return;
  }
  switch (data.ConsumeIntegralInRange(0, subject.is_raster() ? 6 : 8)) {
    case 0:
    case 1:
      break;
    case 2:  // A struct of an older header ends before the buffer, and one without a name is none.
      request.output.target_buffer = {4711, 3, 5, 7};
      if (data.ConsumeBool()) {
        request.output.target_buffer.name = 0;
      } else {
        request.output.size = offsetof(glccl_outputs, target_buffer);
      }
      break;
    case 3:
    case 4:
    case 5:
      request.output.target = pick_target(data, extent).texture.name();
      break;
    default:
      request.label_place = pick_label_place(data, extent);
      request.output.target_buffer = to_c_labels(request.label_place);
      break;
  }
}

CallersSource Machine::draw_second(FuzzedDataProvider& data, const CallersSource& image,
                                   std::span<const PixelFormat> formats) {
  const bool has_format = std::ranges::find(formats, image.format) != formats.end();
  if (has_format && image.is_in_buffer() && data.ConsumeBool()) return image;
  CallersSource made;
  made.format = formats[data.ConsumeIntegralInRange<std::size_t>(0, formats.size() - 1)];
  Extent extent = image.pixels.extent;
  made.rectangle = rectangle_of(extent);
  made.has_rectangle = data.ConsumeBool();
  if (made.has_rectangle) {
    const int before = data.ConsumeIntegralInRange(0, 3);
    made.rectangle = {before, before, before + extent.width, before + extent.height, 0, extent.depth};
    extent.width += 2 * before;
    extent.height += 2 * before;
  }
  buffers_.push_back(CallersBuffer::with_image(data, made.format, extent));
  const CallersBuffer& buffer = buffers_.back();
  made.source.buffer = to_c(buffer.image());
  made.pixels = host::crop(buffer.view(buffer.image()), made.rectangle);
  return made;
}

// They are in buffers: the conformance suite has those in textures.
void Machine::draw_second_images(FuzzedDataProvider& data, const Subject& subject, CallersRequest& request) {
  constexpr PixelFormat masks[] = {PixelFormat::u8, PixelFormat::unorm8};
  constexpr PixelFormat intensities[] = {PixelFormat::u8, PixelFormat::i16, PixelFormat::f16, PixelFormat::f32};
  if (subject.is_raster() && data.ConsumeIntegralInRange(0, 7) != 7) return;
  if (data.ConsumeIntegralInRange(0, 4) == 4) request.mask = draw_second(data, request.image, masks);
  if (request.null_spec || request.null_output || data.ConsumeIntegralInRange(0, 4) != 4) return;
  request.intensity = draw_second(data, request.image, intensities);
  request.spec.columns = GLCCL_COLUMN_INTENSITY;
  if (data.ConsumeBool()) request.spec.fraction_bits = data.ConsumeIntegralInRange(-16, 40);
}

}  // namespace glccl::fuzz
