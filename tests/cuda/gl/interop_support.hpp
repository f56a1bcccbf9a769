// What the tests of the OpenGL interop share.
#pragma once

#include <GL/glew.h>
#include <cuda_runtime_api.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "glccl/cuda/interop.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"

namespace glccl::tests {

/// Makes the shared OpenGL context current for its lifetime.
class InteropFixture : public GlFixture {
 public:
  // Drivers remark on reading back memory that CUDA wrote, which these tests do on purpose.
  ~InteropFixture() { forgive_driver_messages(); }
  InteropFixture() = default;
  InteropFixture(const InteropFixture&) = delete;
  InteropFixture& operator=(const InteropFixture&) = delete;
  using GlFixture::label;
  using GlFixture::labeler;
  using GlFixture::make_current;
};

inline cuda::GlResource require_resource(Result<cuda::GlResource> resource) {
  INFO((resource ? "" : resource.error().message));
  REQUIRE(resource);
  return *std::move(resource);
}

/// `labels` of label() or label_batch().
template <class T>
void require_labels(const Result<T>& labels) {
  INFO((labels ? "" : labels.error().message));
  REQUIRE(labels);
}

inline void check_error(const Error& error, ErrorCode code, const std::string& part) {
  CHECK(error.code == code);
  CHECK_THAT(error.message, contains(part));
  CHECK(cudaPeekAtLastError() == cudaSuccess);
}

/// Reads a layer of an R32UI texture through OpenGL, without a call to CUDA before.
inline LabelImage read_texture(GLuint texture, Extent extent, int layer = 0) {
  LabelImage image{extent, std::vector<std::uint32_t>(static_cast<std::size_t>(extent.elements()))};
  glGetTextureSubImage(texture, 0, 0, 0, layer, extent.width, extent.height, 1, GL_RED_INTEGER, GL_UNSIGNED_INT,
                       static_cast<GLsizei>(4 * extent.elements()), image.values.data());
  return image;
}

/// A format of sources, and how bytes are uploaded into it.
struct FormatCase {
  const char* name;
  GLenum format;
  GLenum upload_format;
  GLenum upload_type;
  float scale;  ///< Of a stored byte, in the units of the criterion.
};

// Formats that are uploaded as 8-bit values.
inline constexpr FormatCase format_cases[] = {
    {"R8", GL_R8, GL_RED, GL_UNSIGNED_BYTE, 1.0F / 255.0F},
    {"R8UI", GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, 1.0F},
    {"R16UI", GL_R16UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, 1.0F},
    {"R32UI", GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, 1.0F},
    {"R8I", GL_R8I, GL_RED_INTEGER, GL_UNSIGNED_BYTE, 1.0F},
    {"R16I", GL_R16I, GL_RED_INTEGER, GL_UNSIGNED_BYTE, 1.0F},
    {"R32I", GL_R32I, GL_RED_INTEGER, GL_UNSIGNED_BYTE, 1.0F},
    {"R16F", GL_R16F, GL_RED, GL_UNSIGNED_BYTE, 1.0F / 255.0F},
    {"R32F", GL_R32F, GL_RED, GL_UNSIGNED_BYTE, 1.0F / 255.0F},
    {"RG16F", GL_RG16F, GL_RED, GL_UNSIGNED_BYTE, 1.0F / 255.0F},
    {"RG32F", GL_RG32F, GL_RED, GL_UNSIGNED_BYTE, 1.0F / 255.0F},
    {"RGBA8", GL_RGBA8, GL_RED, GL_UNSIGNED_BYTE, 1.0F / 255.0F},
    {"RGBA16F", GL_RGBA16F, GL_RED, GL_UNSIGNED_BYTE, 1.0F / 255.0F},
};

}  // namespace glccl::tests
