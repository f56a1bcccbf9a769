#include "engine/common/buffer_places.hpp"

#include <algorithm>
#include <limits>

#include "engine/common/current_context.hpp"
#include "engine/gl/context_traits.hpp"
#include "engine/gl/functions/functions.hpp"
#include "glccl/spec.hpp"

namespace glccl {
namespace {

constexpr GLint64 map_persistent_bit = 0x0040;  // GL_MAP_PERSISTENT_BIT, which GLEW and glext.h spell differently

Error invalid(std::string message) { return {ErrorCode::invalid_argument, std::move(message)}; }

GLint64 parameter(GLuint buffer, GLenum name) {
  GLint64 value = 0;
  gl::api().GetNamedBufferParameteri64v(buffer, name, &value);
  return value;
}

/// An image in a buffer with all pitches.
struct Pitched {
  Extent extent;
  std::size_t element = 1;  ///< Bytes of an element.
  std::size_t offset = 0;
  std::size_t row_bytes = 0;
  std::size_t slice_bytes = 0;

  std::size_t bytes_of_row() const { return static_cast<std::size_t>(extent.width) * element; }

  /// Bytes before the last row of a slice, and before the last slice. Pitches that no buffer has stay too large.
  std::uint64_t before_last_row() const { return times(extent.height - 1, row_bytes); }
  std::uint64_t before_last_slice() const { return times(extent.depth - 1, slice_bytes); }

 private:
  static std::uint64_t times(int count, std::size_t bytes) {
    constexpr std::uint64_t most = std::uint64_t{1} << 44;
    return static_cast<std::uint64_t>(count) * std::min<std::uint64_t>(bytes, most);
  }
};

Result<void> check_pitch(const std::string& what, const char* name, std::size_t pitch, const char* part,
                         std::uint64_t taken, std::size_t element) {
  if (pitch >= taken && pitch % element == 0) return {};
  const std::string found = what + " have a " + name + " of " + std::to_string(pitch) + " bytes";
  if (pitch < taken) return invalid(found + ", but a " + part + " takes " + std::to_string(taken));
  return invalid(found + ": it has to be a multiple of " + std::to_string(element));
}

Result<void> check_pitches(const std::string& what, const Pitched& image) {
  if (image.offset % image.element != 0) {
    return invalid(what + " begin at byte " + std::to_string(image.offset) +
                   " of their buffer, which is no multiple of " + std::to_string(image.element));
  }
  Result<void> status = check_pitch(what, "pitch", image.row_bytes, "row", image.bytes_of_row(), image.element);
  if (!status || image.extent.depth == 1) return status;
  return check_pitch(what, "slice pitch", image.slice_bytes, "slice", image.before_last_row() + image.bytes_of_row(),
                     image.element);
}

/// Whether the buffer can be bound.
Result<void> check_buffer(const std::string& what, GLuint buffer) {
  const std::string who = "buffer " + std::to_string(buffer);
  if (gl::api().IsBuffer(buffer) == GL_FALSE) {
    return invalid(who + ", in which " + what + " are to be, does not exist in the current context");
  }
  const bool persistent = (parameter(buffer, GL_BUFFER_STORAGE_FLAGS) & map_persistent_bit) != 0;
  if (parameter(buffer, GL_BUFFER_MAPPED) != 0 && !persistent) {
    return invalid(who + ", in which " + what + " are, is mapped: unmap it before labeling");
  }
  const GLint bindings = gl::context_integer(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS);
  const GLint blocks = gl::context_integer(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS);
  if (std::min(bindings, blocks) >= bindings_with_buffers) return {};
  return Error{ErrorCode::unsupported, "images and labels in buffers take " + std::to_string(bindings_with_buffers) +
                                           " shader storage buffers, and this context binds " +
                                           std::to_string(std::min(bindings, blocks)) + ": use textures"};
}

Result<BufferPlace> find_place(const std::string& what, GLuint buffer, const Pitched& image) {
  if (const Result<void> status = check_pitches(what, image); !status) return status.error();
  if (const Result<void> status = check_buffer(what, buffer); !status) return status.error();
  const auto rounded_up = [](std::uint64_t bytes, std::uint64_t to) { return (bytes + to - 1) / to * to; };
  const auto size = static_cast<std::uint64_t>(parameter(buffer, GL_BUFFER_SIZE));
  const std::uint64_t taken = image.before_last_slice() + image.before_last_row() + image.bytes_of_row();
  const std::uint64_t end = rounded_up(std::min<std::uint64_t>(image.offset, size) + taken, 4);
  if (image.offset > size || end > size) {
    return invalid(what + " of " + to_string(image.extent) + " at byte " + std::to_string(image.offset) +
                   " of buffer " + std::to_string(buffer) + " take " + std::to_string(rounded_up(taken, 4)) +
                   " bytes, and the buffer ends at byte " + std::to_string(size));
  }
  constexpr std::uint64_t most_alignment = 256;  // GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT is a divisor of it
  const std::uint64_t begin = image.offset / most_alignment * most_alignment;
  const std::uint64_t vectors_end = rounded_up(end, 16);
  const std::uint64_t bound = (vectors_end <= size ? vectors_end : end) - begin;
  const auto largest = static_cast<std::uint64_t>(largest_storage_block());
  if (bound > largest) {
    return Error{ErrorCode::too_large, what + " take " + std::to_string(bound) + " bytes, and this context binds " +
                                           std::to_string(largest) +
                                           " at most (GL_MAX_SHADER_STORAGE_BLOCK_SIZE): label a smaller part"};
  }
  const bool aligned = image.offset % 16 == 0 && (image.extent.height == 1 || image.row_bytes % 16 == 0) &&
                       (image.extent.depth == 1 || image.slice_bytes % 16 == 0);
  return BufferPlace{.buffer = buffer,
                     .begin = static_cast<std::int64_t>(begin),
                     .bytes = static_cast<std::int64_t>(bound),
                     .first = static_cast<std::int64_t>(image.offset - begin),
                     .row_bytes = static_cast<std::int64_t>(image.row_bytes),
                     .slice_bytes = static_cast<std::int64_t>(image.slice_bytes),
                     .taken = static_cast<std::int64_t>(taken),
                     .has_vectors = aligned && vectors_end <= size};
}

}  // namespace

void BufferPlace::bind(GLuint binding) const {
  gl::api().BindBufferRange(GL_SHADER_STORAGE_BUFFER, binding, buffer, static_cast<GLintptr>(begin),
                            static_cast<GLsizeiptr>(bytes));
}

std::array<GLint, 4> BufferPlace::uniform(int unit) const {
  const auto units = [unit](std::int64_t count) { return static_cast<GLint>(static_cast<GLuint>(count / unit)); };
  return {units(first), units(row_bytes), units(slice_bytes), has_vectors ? 1 : 0};
}

bool BufferPlace::overlaps(const BufferPlace& other) const {
  const std::int64_t own = begin + first;
  const std::int64_t others = other.begin + other.first;
  return buffer == other.buffer && own < others + other.taken && others < own + taken;
}

Result<BufferPlace> inspect_buffer(const BufferImage& image, const std::optional<Rectangle>& part,
                                   const std::string& what) {
  const FormatTraits& format = traits_of(image.format);
  if (format.bytes == 0) {
    return Error{ErrorCode::unsupported,
                 what + " in a buffer are of format " + std::string(format.name) + ", which only textures have"};
  }
  const auto& [width, height, depth] = image.extent;
  if (width < 1 || height < 1 || depth < 1) {
    return invalid(what + " in a buffer are " + to_string(image.extent) + ": each side is 1 or more");
  }
  const ImageView view{nullptr, image.format, image.extent, image.row_bytes, image.slice_bytes};
  const Pitched whole{image.extent, bytes_per_pixel(image.format), image.offset, view.row_pitch(), view.slice_pitch()};
  Result<BufferPlace> place = find_place(what, image.name, whole);
  if (!place || !part) return place;
  if (const Result<void> status = check_rectangle(*part, image.extent, "the image"); !status) return status.error();
  const auto skipped = [](int count, std::size_t bytes) { return static_cast<std::size_t>(count) * bytes; };
  Pitched inner = whole;
  inner.offset +=
      skipped(part->x0, whole.element) + skipped(part->y0, whole.row_bytes) + skipped(part->z0, whole.slice_bytes);
  inner.extent = extent_of(*part);
  return find_place(what, image.name, inner);
}

Result<BufferPlace> inspect_target(const BufferLabels& target, const Extent& extent) {
  const ImageView view{nullptr, PixelFormat::u32, extent, target.row_bytes, target.slice_bytes};
  return find_place("the labels", target.name,
                    {extent, sizeof(std::uint32_t), target.offset, view.row_pitch(), view.slice_pitch()});
}

}  // namespace glccl
