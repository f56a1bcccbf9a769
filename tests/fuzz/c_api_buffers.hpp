// Buffers of the caller for the fuzzer of the C API, with a copy of all their bytes: images, volumes and labels, with
// and without gaps.
#pragma once

#include <GL/glew.h>
#include <fuzzer/FuzzedDataProvider.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/gl/objects.hpp"
#include "glccl/buffers.hpp"
#include "glccl/glccl.h"
#include "glccl/image.hpp"
#include "glccl/types.hpp"

namespace glccl::fuzz {

/// Bytes of the buffer up to the end of the last element.
std::size_t end_of(const BufferImage& image);

/// A part of an image in a buffer.
BufferImage part_of(const BufferImage& image, const Rectangle& part);

/// Whether images in one buffer have bytes in common, gaps included.
bool overlap(const BufferImage& one, const BufferImage& other);

/// The image as a source of the C API.
glccl_buffer_image to_c(const BufferImage& image);

/// The labels as a target of the C API.
glccl_buffer_labels to_c_labels(const BufferImage& labels);

/// A buffer that a caller could make: mutable or immutable, with gaps, and with bytes before and behind the image.
class CallersBuffer {
 public:
  /// A buffer with an image or volume of random contents.
  static CallersBuffer with_image(FuzzedDataProvider& data, PixelFormat format, const Extent& extent);

  /// A buffer of rubbish, with room for labels.
  static CallersBuffer for_labels(FuzzedDataProvider& data, const Extent& extent);

  GLuint name() const { return buffer_.name(); }
  std::size_t size() const { return bytes_.size(); }

  /// The image that was stored last, which may be labels.
  const BufferImage& image() const { return image_; }

  /// The copy of an image in this buffer.
  ImageView view(const BufferImage& image) const;

  /// The copy of labels in this buffer.
  std::vector<std::uint32_t> labels(const BufferImage& labels) const;

  /// Draws new elements for the image.
  void redraw(FuzzedDataProvider& data);

  /// Takes labels that were written here into the copy. Returns whether all other bytes are as they were.
  bool adopt(const BufferImage& labels);

  /// Whether the buffer has the bytes of the copy.
  bool is_unchanged() const { return read() == bytes_; }

 private:
  CallersBuffer(FuzzedDataProvider& data, PixelFormat format, const Extent& extent);

  void upload(FuzzedDataProvider& data);
  std::vector<std::uint8_t> read() const;

  gl::Buffer buffer_;
  std::vector<std::uint8_t> bytes_;
  BufferImage image_;
};

}  // namespace glccl::fuzz
