#include "engine/common/buffer_places.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "engine/common/current_context.hpp"
#include "engine/gl/context_traits.hpp"
#include "engine/gl/functions/functions.hpp"
#include "engine/vocabulary/invalid.hpp"
#include "glccl/spec.hpp"

namespace glccl {
namespace {

constexpr GLint64 map_persistent_bit = 0x0040;  // GL_MAP_PERSISTENT_BIT, which GLEW and glext.h spell differently

GLint64 parameter(GLuint buffer, GLenum name) {
  GLint64 value = 0;
  gl::api().GetNamedBufferParameteri64v(buffer, name, &value);
  return value;
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
  const BufferTraits traits{.name = "buffer " + std::to_string(buffer),
                            .end = static_cast<std::uint64_t>(parameter(buffer, GL_BUFFER_SIZE)),
                            .alignment = 256,  // GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT is a divisor of it
                            .most_bound = static_cast<std::uint64_t>(largest_storage_block()),
                            .binder = "this context",
                            .limit = "GL_MAX_SHADER_STORAGE_BLOCK_SIZE"};
  const Result<PitchedPlace> place = find_place(what, image, traits);
  return place ? Result<BufferPlace>({*place, buffer}) : place.error();
}

}  // namespace

void BufferPlace::bind(GLuint binding) const {
  gl::api().BindBufferRange(GL_SHADER_STORAGE_BUFFER, binding, buffer, static_cast<GLintptr>(begin),
                            static_cast<GLsizeiptr>(bytes));
}

Result<BufferPlace> inspect_buffer(const BufferImage& image, const std::optional<Rectangle>& part,
                                   const std::string& what) {
  if (const Result<void> status = check_in_buffer(what, image.format, image.extent); !status) return status.error();
  const Pitched whole = Pitched::of(image.format, image.extent, image.offset, image.row_bytes, image.slice_bytes);
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
  return find_place("the labels", target.name,
                    Pitched::of(PixelFormat::u32, extent, target.offset, target.row_bytes, target.slice_bytes));
}

}  // namespace glccl
