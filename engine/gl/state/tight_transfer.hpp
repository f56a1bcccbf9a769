// Transfers of pixels between textures and client memory.
#pragma once

#include <array>

#include "engine/gl/context_traits.hpp"
#include "engine/gl/functions/functions.hpp"
#include "engine/gl/objects.hpp"

namespace glccl::gl {

/// The pixel-store state of one direction.
struct TransferDirection {
  GLenum buffer;
  GLenum buffer_binding;
  std::array<GLenum, 8> parameters;  ///< The alignment comes first.
};

/// The state of uploads.
constexpr TransferDirection unpack = {
    GL_PIXEL_UNPACK_BUFFER,
    GL_PIXEL_UNPACK_BUFFER_BINDING,
    {GL_UNPACK_ALIGNMENT, GL_UNPACK_ROW_LENGTH, GL_UNPACK_IMAGE_HEIGHT, GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS,
     GL_UNPACK_SKIP_IMAGES, GL_UNPACK_SWAP_BYTES, GL_UNPACK_LSB_FIRST}};

/// The state of downloads.
constexpr TransferDirection pack = {GL_PIXEL_PACK_BUFFER,
                                    GL_PIXEL_PACK_BUFFER_BINDING,
                                    {GL_PACK_ALIGNMENT, GL_PACK_ROW_LENGTH, GL_PACK_IMAGE_HEIGHT, GL_PACK_SKIP_ROWS,
                                     GL_PACK_SKIP_PIXELS, GL_PACK_SKIP_IMAGES, GL_PACK_SWAP_BYTES, GL_PACK_LSB_FIRST}};

/// While it lives, transfers read or write client memory without gaps and in the order of the rows; afterwards the
/// caller's settings hold again.
class TightTransfer {
 public:
  explicit TightTransfer(const TransferDirection& direction)
      : direction_(direction),
        can_invert_(direction.buffer == GL_PIXEL_PACK_BUFFER && traits_of_context().has("GL_MESA_pack_invert")) {
    if (can_invert_) {
      api().GetIntegerv(GL_PACK_INVERT_MESA, &inverts_);
      api().PixelStorei(GL_PACK_INVERT_MESA, GL_FALSE);
    }
    api().GetIntegerv(direction_.buffer_binding, &buffer_);
    api().BindBuffer(direction_.buffer, 0);
    for (std::size_t i = 0; i < values_.size(); ++i) {
      api().GetIntegerv(direction_.parameters[i], &values_[i]);
      api().PixelStorei(direction_.parameters[i], i == 0 ? 1 : 0);
    }
  }
  TightTransfer(const TightTransfer&) = delete;
  TightTransfer& operator=(const TightTransfer&) = delete;
  ~TightTransfer() {
    if (can_invert_) api().PixelStorei(GL_PACK_INVERT_MESA, inverts_);
    for (std::size_t i = 0; i < values_.size(); ++i) api().PixelStorei(direction_.parameters[i], values_[i]);
    api().BindBuffer(direction_.buffer, bindable(buffer_, api().IsBuffer));
  }

 private:
  const TransferDirection& direction_;
  bool can_invert_;
  GLint inverts_ = GL_FALSE;
  GLint buffer_ = 0;
  std::array<GLint, 8> values_{};
};

}  // namespace glccl::gl
