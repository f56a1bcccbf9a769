#include "tests/fuzz/c_api_buffers.hpp"

#include <cstring>

#include "engine/gl/formats.hpp"
#include "glccl/host/image.hpp"
#include "tests/fuzz/c_api_sources.hpp"
#include "tests/support/inputs/placed.hpp"

namespace glccl::fuzz {
namespace {

/// Where rows of `row_bytes` bytes lie: without gaps, at multiples of 16 bytes, or anywhere.
tests::Placement draw_placement(FuzzedDataProvider& data, std::size_t element, std::size_t row_bytes) {
  const int kind = data.ConsumeIntegralInRange(0, 3);
  if (kind == 0) return {};
  const std::size_t unit = kind == 1 ? 16 : element;
  const auto units = [&](std::size_t most) { return unit * data.ConsumeIntegralInRange<std::size_t>(0, most); };
  const std::size_t to_vector = kind == 1 ? (16 - row_bytes % 16) % 16 : 0;
  return {.offset = units(300), .behind_row = to_vector + units(3), .behind_slice = units(5)};
}

/// Copies the elements of an image between memory that lies as the buffer does.
void copy_elements(const BufferImage& image, const std::vector<std::uint8_t>& from, std::vector<std::uint8_t>& to) {
  const ImageView rows{from.data() + image.offset, image.format, image.extent, image.row_bytes, image.slice_bytes};
  const std::size_t row_bytes = static_cast<std::size_t>(image.extent.width) * bytes_per_pixel(image.format);
  for (int z = 0; z < image.extent.depth; ++z) {
    for (int y = 0; y < image.extent.height; ++y) {
      std::memcpy(to.data() + (rows.row(y, z) - from.data()), rows.row(y, z), row_bytes);
    }
  }
}

}  // namespace

std::size_t end_of(const BufferImage& image) {
  const ImageView view{nullptr, image.format, image.extent, image.row_bytes, image.slice_bytes};
  return image.offset + static_cast<std::size_t>(image.extent.depth - 1) * view.slice_pitch() +
         static_cast<std::size_t>(image.extent.height - 1) * view.row_pitch() +
         static_cast<std::size_t>(image.extent.width) * bytes_per_pixel(image.format);
}

BufferImage part_of(const BufferImage& image, const Rectangle& part) {
  const ImageView view{nullptr, image.format, image.extent, image.row_bytes, image.slice_bytes};
  BufferImage inner = image;
  inner.row_bytes = view.row_pitch();
  inner.slice_bytes = view.slice_pitch();
  inner.offset += static_cast<std::size_t>(part.z0) * inner.slice_bytes +
                  static_cast<std::size_t>(part.y0) * inner.row_bytes +
                  static_cast<std::size_t>(part.x0) * bytes_per_pixel(image.format);
  inner.extent = extent_of(part);
  return inner;
}

bool overlap(const BufferImage& one, const BufferImage& other) {
  return one.name == other.name && one.offset < end_of(other) && other.offset < end_of(one);
}

glccl_buffer_image to_c(const BufferImage& image) {
  return {image.name,
          gl::texture_format_of(image.format).internal_format,
          {image.extent.width, image.extent.height, image.extent.depth},
          image.offset,
          image.row_bytes,
          image.slice_bytes};
}

glccl_buffer_labels to_c_labels(const BufferImage& labels) {
  return {labels.name, labels.offset, labels.row_bytes, labels.slice_bytes};
}

CallersBuffer::CallersBuffer(FuzzedDataProvider& data, PixelFormat format, const Extent& extent) {
  const std::size_t element = bytes_per_pixel(format);
  const tests::Placement at = draw_placement(data, element, static_cast<std::size_t>(extent.width) * element);
  tests::Placed placed = tests::make_placed(extent, element, at);
  bytes_ = std::move(placed.bytes);
  constexpr std::size_t behind[] = {0, 0, 4, 64, 20000};
  bytes_.resize(bytes_.size() + data.PickValueInArray(behind), 0xA5);
  image_ = {0, format, extent, at.offset, placed.row_bytes, placed.slice_bytes};
  // A pitch without gaps may be left out.
  if (at.behind_slice == 0 && data.ConsumeBool()) image_.slice_bytes = 0;
  if (at.behind_row == 0 && data.ConsumeBool()) image_.row_bytes = 0;
}

CallersBuffer CallersBuffer::with_image(FuzzedDataProvider& data, PixelFormat format, const Extent& extent) {
  CallersBuffer made(data, format, extent);
  made.upload(data);
  made.redraw(data);
  return made;
}

CallersBuffer CallersBuffer::for_labels(FuzzedDataProvider& data, const Extent& extent) {
  CallersBuffer made(data, PixelFormat::u32, extent);
  made.upload(data);
  return made;
}

ImageView CallersBuffer::view(const BufferImage& image) const {
  return {bytes_.data() + image.offset, image.format, image.extent, image.row_bytes, image.slice_bytes};
}

std::vector<std::uint32_t> CallersBuffer::labels(const BufferImage& labels) const {
  const host::Image image = host::crop(view(labels), rectangle_of(labels.extent));
  std::vector<std::uint32_t> values(image.bytes.size() / sizeof(std::uint32_t));
  std::memcpy(values.data(), image.bytes.data(), image.bytes.size());
  return values;
}

void CallersBuffer::redraw(FuzzedDataProvider& data) {
  const host::Image drawn = draw_image(data, image_.extent, image_.format);
  const ImageView rows = view(image_);
  tests::Placed placed{std::move(bytes_), rows.row_pitch(), rows.slice_pitch()};
  tests::store(drawn.view(), {.offset = image_.offset}, placed);
  bytes_ = std::move(placed.bytes);
  glNamedBufferSubData(name(), 0, static_cast<GLsizeiptr>(bytes_.size()), bytes_.data());
}

bool CallersBuffer::adopt(const BufferImage& labels) {
  std::vector<std::uint8_t> found = read();
  copy_elements(labels, found, bytes_);
  image_ = labels;
  return found == bytes_;
}

void CallersBuffer::upload(FuzzedDataProvider& data) {
  GLuint name = 0;
  glCreateBuffers(1, &name);
  buffer_ = gl::Buffer(name);
  const auto size = static_cast<GLsizeiptr>(bytes_.size());
  if (data.ConsumeBool()) {
    glNamedBufferStorage(name, size, bytes_.data(), GL_DYNAMIC_STORAGE_BIT | GL_MAP_READ_BIT);
  } else {
    glNamedBufferData(name, size, bytes_.data(), GL_DYNAMIC_DRAW);
  }
  image_.name = name;
}

std::vector<std::uint8_t> CallersBuffer::read() const {
  std::vector<std::uint8_t> found(bytes_.size());
  glGetNamedBufferSubData(name(), 0, static_cast<GLsizeiptr>(found.size()), found.data());
  return found;
}

}  // namespace glccl::fuzz
