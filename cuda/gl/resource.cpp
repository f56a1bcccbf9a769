// Registering: checks that CUDA can map an OpenGL texture or buffer.
#include "cuda/gl/resource.hpp"

#include <cuda_gl_interop.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cuda/runtime/error.hpp"
#include "engine/gl/formats.hpp"
#include "engine/gl/functions/default_loader.hpp"
#include "engine/gl/functions/load.hpp"
#include "engine/vocabulary/list_of.hpp"
#include "glccl/table.hpp"

namespace glccl::cuda {
namespace {

/// The formats of sources, all of which CUDA registers: neither depth nor packed nor sRGB formats. No method reads more
/// than this one.
const std::vector<PixelFormat>& source_formats() { return capabilities_of(Method::fast).formats; }

std::string list_source_formats() {
  std::vector<std::string_view> names;
  for (const PixelFormat format : source_formats()) names.push_back(traits_of(format).gl_name);
  return list_of(names, [](std::string_view name) { return name; });
}

std::string text_of(GLenum name) {
  const GLubyte* text = gl::api().GetString(name);
  return text == nullptr ? std::string() : reinterpret_cast<const char*>(text);
}

/// Loads the OpenGL functions of the current context. The caller may load OpenGL in any way.
Result<gl::Functions> load_gl() {
  if (gl::find_get_proc_address() == nullptr) {
    return Error{ErrorCode::invalid_argument,
                 "no OpenGL context is current on this thread: make the one current that has the texture or buffer"};
  }
  return gl::load_functions();
}

/// Whether the GPU of the current context is CUDA device `device`.
Result<void> check_same_gpu(int device) {
  std::array<int, 16> devices{};
  unsigned count = 0;
  const cudaError_t asked = cudaGLGetDevices(&count, devices.data(), devices.size(), cudaGLDeviceListAll);
  const std::string wanted = "CUDA device " + std::to_string(device);
  const std::string where = "the OpenGL context is on \"" + text_of(GL_RENDERER) + "\", which ";
  const std::string help = ": make the context on the GPU that is " + wanted +
                           " (with EGL the device whose EGL_CUDA_DEVICE_NV is " + std::to_string(device) +
                           "), or create the Labeler on the context's GPU";
  const std::string found = asked == cudaSuccess ? "no device" : cudaGetErrorName(asked);
  switch (asked) {
    case cudaSuccess:
      break;
    // Errors for contexts of other vendors and of software renderers.
    case cudaErrorNoDevice:
    case cudaErrorInvalidGraphicsContext:
    case cudaErrorOperatingSystem:
    case cudaErrorNotSupported:
    case cudaErrorUnknown:
      static_cast<void>(cudaGetLastError());
      count = 0;
      break;
    default:
      return cuda_error(asked, "cudaGLGetDevices");
  }
  if (count == 0) {
    return Error{ErrorCode::unsupported, where + "is no CUDA device (cudaGLGetDevices reports " + found + ")" + help};
  }
  const auto last = devices.cbegin() + std::min<std::ptrdiff_t>(count, devices.size());
  if (std::find(devices.cbegin(), last, device) != last) return {};
  return Error{ErrorCode::unsupported,
               where + "is CUDA device " + std::to_string(devices[0]) + ", and the Labeler works on " + wanted + help};
}

/// Properties of a texture's level 0.
struct TextureInfo {
  GLenum target = 0;
  GLenum format = 0;
  int layers = 1;
  Extent extent;  ///< Of each layer.
};

Result<TextureInfo> inspect_texture(GLuint texture) {
  const std::string who = "texture " + std::to_string(texture);
  if (gl::api().IsTexture(texture) == GL_FALSE) {
    return Error{ErrorCode::invalid_argument,
                 who +
                     " does not exist in the current context: pass a complete GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY or "
                     "GL_TEXTURE_3D"};
  }
  GLint target = 0;
  gl::api().GetTextureParameteriv(texture, GL_TEXTURE_TARGET, &target);
  if (target != GL_TEXTURE_2D && target != GL_TEXTURE_2D_ARRAY && target != GL_TEXTURE_3D) {
    return Error{ErrorCode::unsupported, who +
                                             " is no GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY or GL_TEXTURE_3D: the CUDA "
                                             "engines read and write only these"};
  }
  Extent extent;
  GLint format = 0;
  gl::api().GetTextureLevelParameteriv(texture, 0, GL_TEXTURE_WIDTH, &extent.width);
  gl::api().GetTextureLevelParameteriv(texture, 0, GL_TEXTURE_HEIGHT, &extent.height);
  gl::api().GetTextureLevelParameteriv(texture, 0, GL_TEXTURE_DEPTH, &extent.depth);
  gl::api().GetTextureLevelParameteriv(texture, 0, GL_TEXTURE_INTERNAL_FORMAT, &format);
  if (!check_not_empty(extent)) {
    return Error{ErrorCode::invalid_argument, who + " has no storage at level 0: allocate it before registering"};
  }
  int layers = 1;
  if (target == GL_TEXTURE_2D_ARRAY) layers = std::exchange(extent.depth, 1);
  return TextureInfo{static_cast<GLenum>(target), static_cast<GLenum>(format), layers, extent};
}

/// Registers an object of the current context by `call`, which takes a pointer to the resource. Errors have `name`.
template <class Register>
Result<cudaGraphicsResource_t> register_object(int device, const Register& call, const std::string& name,
                                               const std::string& advice = {}) {
  const DeviceGuard guard(device);
  if (Result<void> current = guard.status(); !current) return current.error();
  if (Result<void> same = check_same_gpu(device); !same) return same.error();
  cudaGraphicsResource_t resource = nullptr;
  const cudaError_t status = call(&resource);
  if (status == cudaSuccess) return resource;
  return cuda_error(status, name, advice);
}

Result<cudaGraphicsResource_t> register_texture(int device, GLuint texture, const TextureInfo& info, unsigned flags) {
  return register_object(
      device,
      [&](cudaGraphicsResource_t* resource) {
        return cudaGraphicsGLRegisterImage(resource, texture, info.target, flags);
      },
      "cudaGraphicsGLRegisterImage of texture " + std::to_string(texture) + " (" + gl::name_of_format(info.format) +
          ")",
      "pass a complete texture that no other Labeler has mapped");
}

}  // namespace

GlResource::GlResource(std::unique_ptr<State> state) : state_(std::move(state)) {}
GlResource::GlResource(GlResource&&) noexcept = default;
GlResource& GlResource::operator=(GlResource&&) noexcept = default;
GlResource::~GlResource() = default;

Result<GlResource> GlResource::source_texture(const Labeler& labeler, std::uint32_t texture) {
  const Result<gl::Functions> functions = load_gl();
  if (!functions) return functions.error();
  const gl::UseFunctions use(&*functions);
  const Result<TextureInfo> info = inspect_texture(texture);
  if (!info) return info.error();
  const gl::TextureFormat* known = gl::find_texture_format(info->format);
  if (known == nullptr || std::ranges::count(source_formats(), known->format) == 0) {
    return Error{ErrorCode::unsupported, "texture " + std::to_string(texture) + " has format " +
                                             gl::name_of_format(info->format) + ": the CUDA engines read " +
                                             list_source_formats() + "; copy or draw it into one"};
  }
  const auto resource = register_texture(labeler.device(), texture, *info, cudaGraphicsRegisterFlagsReadOnly);
  if (!resource) return resource.error();
  auto state = std::make_unique<State>(GlKind::source, labeler.device(), *resource);
  state->format = known->format;
  state->layers = info->layers;
  state->extent = info->extent;
  return GlResource(std::move(state));
}

Result<GlResource> GlResource::label_texture(const Labeler& labeler, std::uint32_t texture) {
  const Result<gl::Functions> functions = load_gl();
  if (!functions) return functions.error();
  const gl::UseFunctions use(&*functions);
  const Result<TextureInfo> info = inspect_texture(texture);
  if (!info) return info.error();
  if (info->format != GL_R32UI) {
    return Error{ErrorCode::unsupported, "texture " + std::to_string(texture) + " has format " +
                                             gl::name_of_format(info->format) + ": labels are written into GL_R32UI"};
  }
  const auto resource = register_texture(labeler.device(), texture, *info, cudaGraphicsRegisterFlagsSurfaceLoadStore);
  if (!resource) return resource.error();
  auto state = std::make_unique<State>(GlKind::labels, labeler.device(), *resource);
  state->layers = info->layers;
  return GlResource(std::move(state));
}

Result<GlResource> GlResource::table_buffer(const Labeler& labeler, std::uint32_t buffer) {
  const Result<gl::Functions> functions = load_gl();
  if (!functions) return functions.error();
  const gl::UseFunctions use(&*functions);
  const std::string who = "buffer " + std::to_string(buffer);
  if (gl::api().IsBuffer(buffer) == GL_FALSE) {
    return Error{ErrorCode::invalid_argument,
                 who + " does not exist in the current context: pass a buffer with storage"};
  }
  GLint64 bytes = 0;
  gl::api().GetNamedBufferParameteri64v(buffer, GL_BUFFER_SIZE, &bytes);
  if (bytes < static_cast<GLint64>(sizeof(ComponentTableHeader) + sizeof(ComponentRow))) {
    return Error{ErrorCode::invalid_argument,
                 who + " has " + std::to_string(bytes) +
                     " bytes: a component table takes 64, and 64 more per row, of a volume 80"};
  }
  const auto resource = register_object(
      labeler.device(),
      [&](cudaGraphicsResource_t* made) {
        return cudaGraphicsGLRegisterBuffer(made, buffer, cudaGraphicsRegisterFlagsNone);
      },
      "cudaGraphicsGLRegisterBuffer of " + who);
  if (!resource) return resource.error();
  auto state = std::make_unique<State>(GlKind::table, labeler.device(), *resource);
  state->bytes = bytes;
  return GlResource(std::move(state));
}

}  // namespace glccl::cuda
