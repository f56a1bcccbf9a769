#include "glccl/cuda/interop.hpp"

// GLEW comes before every other header of OpenGL.
#include <GL/glew.h>
#include <cuda_gl_interop.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "error.hpp"
#include "objects.hpp"

namespace glccl::cuda {
namespace {

struct TextureFormat {
  GLenum gl;
  const char* name;
  PixelFormat format;
};

/// What both sides read. CUDA registers neither depth nor packed nor sRGB formats.
constexpr std::array source_formats = {
    TextureFormat{GL_R8, "GL_R8", PixelFormat::unorm8},
    TextureFormat{GL_R8UI, "GL_R8UI", PixelFormat::u8},
    TextureFormat{GL_R16UI, "GL_R16UI", PixelFormat::u16},
    TextureFormat{GL_R32UI, "GL_R32UI", PixelFormat::u32},
    TextureFormat{GL_R32F, "GL_R32F", PixelFormat::f32},
    TextureFormat{GL_RGBA8, "GL_RGBA8", PixelFormat::rgba8},
    TextureFormat{GL_RGBA16F, "GL_RGBA16F", PixelFormat::rgba16f},
};

/// Formats that people try, for messages.
constexpr std::array<std::pair<GLenum, const char*>, 9> other_formats = {{
    {GL_DEPTH_COMPONENT16, "GL_DEPTH_COMPONENT16"},
    {GL_DEPTH_COMPONENT24, "GL_DEPTH_COMPONENT24"},
    {GL_DEPTH_COMPONENT32F, "GL_DEPTH_COMPONENT32F"},
    {GL_DEPTH24_STENCIL8, "GL_DEPTH24_STENCIL8"},
    {GL_RGB10_A2, "GL_RGB10_A2"},
    {GL_RGB8, "GL_RGB8"},
    {GL_SRGB8_ALPHA8, "GL_SRGB8_ALPHA8"},
    {GL_RGBA32F, "GL_RGBA32F"},
    {GL_R32I, "GL_R32I"},
}};

std::string name_of_format(GLenum format) {
  for (const TextureFormat& known : source_formats) {
    if (known.gl == format) return known.name;
  }
  for (const auto& [known, name] : other_formats) {
    if (known == format) return name;
  }
  constexpr char digits[] = "0123456789ABCDEF";
  std::string text = "0x";
  for (int shift = 12; shift >= 0; shift -= 4) text += digits[format >> shift & 0xFU];
  return text;
}

std::string text_of(GLenum name) {
  const GLubyte* text = glGetString(name);
  return text == nullptr ? std::string() : reinterpret_cast<const char*>(text);
}

/// A context is current and its functions are loaded. However the caller loads OpenGL, GLEW's table is this library's.
Status load_gl() {
  if (glGetString(GL_VERSION) == nullptr) {
    return Error{ErrorCode::invalid_argument,
                 "no OpenGL context is current on this thread: make the one current that has the texture or buffer"};
  }
  if (glGetTextureLevelParameteriv == nullptr) {
    glewExperimental = GL_TRUE;
    const GLenum loaded = glewInit();
    // Under EGL GLEW loads every function and then misses a GLX display.
    if ((loaded != GLEW_OK && loaded != GLEW_ERROR_NO_GLX_DISPLAY) || glGetTextureLevelParameteriv == nullptr) {
      return Error{ErrorCode::no_device, "the context has OpenGL " + text_of(GL_VERSION) + "; glccl needs OpenGL 4.5"};
    }
  }
  return {};
}

/// The current context's GPU is CUDA device `device`.
Status check_same_gpu(int device) {
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
    // What contexts of other vendors and of software renderers give.
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

struct TextureInfo {
  Size size;
  GLenum format = 0;
};

Result<TextureInfo> inspect_texture(GLuint texture) {
  const std::string who = "texture " + std::to_string(texture);
  if (glIsTexture(texture) == GL_FALSE) {
    return Error{ErrorCode::invalid_argument,
                 who + " does not exist in the current context: pass a complete GL_TEXTURE_2D"};
  }
  GLint target = 0;
  glGetTextureParameteriv(texture, GL_TEXTURE_TARGET, &target);
  if (target != GL_TEXTURE_2D) {
    return Error{ErrorCode::unsupported, who + " is no GL_TEXTURE_2D: the CUDA engines read and write only these"};
  }
  GLint width = 0;
  GLint height = 0;
  GLint format = 0;
  glGetTextureLevelParameteriv(texture, 0, GL_TEXTURE_WIDTH, &width);
  glGetTextureLevelParameteriv(texture, 0, GL_TEXTURE_HEIGHT, &height);
  glGetTextureLevelParameteriv(texture, 0, GL_TEXTURE_INTERNAL_FORMAT, &format);
  if (width < 1 || height < 1) {
    return Error{ErrorCode::invalid_argument, who + " has no storage at level 0: allocate it before registering"};
  }
  return TextureInfo{{width, height}, static_cast<GLenum>(format)};
}

enum class Kind { source, labels, table };

class Registration {
 public:
  explicit Registration(cudaGraphicsResource_t resource) : resource_(resource) {}
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;
  ~Registration() {
    if (cudaGraphicsUnregisterResource(resource_) != cudaSuccess) static_cast<void>(cudaGetLastError());
  }
  cudaGraphicsResource_t get() const { return resource_; }

 private:
  cudaGraphicsResource_t resource_;
};

/// Resources that CUDA has and OpenGL must not touch, until the end.
class Mapping {
 public:
  Mapping(std::vector<cudaGraphicsResource_t> resources, cudaStream_t stream)
      : resources_(std::move(resources)), stream_(stream) {}
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() { static_cast<void>(unmap()); }

  Status map() {
    const cudaError_t status = cudaGraphicsMapResources(count(), resources_.data(), stream_);
    mapped_ = status == cudaSuccess;
    if (mapped_) return {};
    return cuda_error(status, "cudaGraphicsMapResources",
                      "make the context of the registered objects current; they must still exist and not be mapped");
  }

  Status unmap() {
    if (!std::exchange(mapped_, false)) return {};
    return check(cudaGraphicsUnmapResources(count(), resources_.data(), stream_), "cudaGraphicsUnmapResources");
  }

 private:
  int count() const { return static_cast<int>(resources_.size()); }

  std::vector<cudaGraphicsResource_t> resources_;
  cudaStream_t stream_;
  bool mapped_ = false;
};

Result<void*> array_of(cudaGraphicsResource_t resource) {
  cudaArray_t array = nullptr;
  const cudaError_t status = cudaGraphicsSubResourceGetMappedArray(&array, resource, 0, 0);
  if (status != cudaSuccess) return cuda_error(status, "cudaGraphicsSubResourceGetMappedArray");
  return static_cast<void*>(array);
}

}  // namespace

struct GlResource::State {
  State(Kind is, int on, cudaGraphicsResource_t made) : kind(is), device(on), registration(std::in_place, made) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    const DeviceGuard guard(device);
    registration.reset();
  }

  Kind kind;
  int device;
  std::optional<Registration> registration;
  PixelFormat format = PixelFormat::u32;  ///< of a source
  std::uint32_t rows = 0;                 ///< of a table
};

GlResource::GlResource(std::unique_ptr<State> state) : state_(std::move(state)) {}
GlResource::GlResource(GlResource&&) noexcept = default;
GlResource& GlResource::operator=(GlResource&&) noexcept = default;
GlResource::~GlResource() = default;

namespace {

Result<cudaGraphicsResource_t> register_texture(int device, GLuint texture, GLenum format, unsigned flags) {
  const DeviceGuard guard(device);
  if (Status current = guard.status(); !current) return current.error();
  if (Status same = check_same_gpu(device); !same) return same.error();
  cudaGraphicsResource_t resource = nullptr;
  const cudaError_t status = cudaGraphicsGLRegisterImage(&resource, texture, GL_TEXTURE_2D, flags);
  if (status == cudaSuccess) return resource;
  return cuda_error(
      status, "cudaGraphicsGLRegisterImage of texture " + std::to_string(texture) + " (" + name_of_format(format) + ")",
      "pass a complete texture that no other Labeler has mapped");
}

}  // namespace

Result<GlResource> GlResource::source_texture(const Labeler& labeler, std::uint32_t texture) {
  if (Status loaded = load_gl(); !loaded) return loaded.error();
  const Result<TextureInfo> info = inspect_texture(texture);
  if (!info) return info.error();
  const auto* known = std::find_if(source_formats.begin(), source_formats.end(),
                                   [&](const TextureFormat& format) { return format.gl == info->format; });
  if (known == source_formats.end()) {
    return Error{
        ErrorCode::unsupported,
        "texture " + std::to_string(texture) + " has format " + name_of_format(info->format) +
            ": the CUDA engines read R8, R8UI, R16UI, R32UI, R32F, RGBA8 and RGBA16F; copy or draw it into one"};
  }
  const auto resource = register_texture(labeler.device(), texture, info->format, cudaGraphicsRegisterFlagsReadOnly);
  if (!resource) return resource.error();
  auto state = std::make_unique<State>(Kind::source, labeler.device(), *resource);
  state->format = known->format;
  return GlResource(std::move(state));
}

Result<GlResource> GlResource::label_texture(const Labeler& labeler, std::uint32_t texture) {
  if (Status loaded = load_gl(); !loaded) return loaded.error();
  const Result<TextureInfo> info = inspect_texture(texture);
  if (!info) return info.error();
  if (info->format != GL_R32UI) {
    return Error{ErrorCode::unsupported, "texture " + std::to_string(texture) + " has format " +
                                             name_of_format(info->format) + ": labels are written into GL_R32UI"};
  }
  const auto resource =
      register_texture(labeler.device(), texture, info->format, cudaGraphicsRegisterFlagsSurfaceLoadStore);
  if (!resource) return resource.error();
  return GlResource(std::make_unique<State>(Kind::labels, labeler.device(), *resource));
}

Result<GlResource> GlResource::table_buffer(const Labeler& labeler, std::uint32_t buffer) {
  if (Status loaded = load_gl(); !loaded) return loaded.error();
  const std::string who = "buffer " + std::to_string(buffer);
  if (glIsBuffer(buffer) == GL_FALSE) {
    return Error{ErrorCode::invalid_argument,
                 who + " does not exist in the current context: pass a buffer with storage"};
  }
  GLint64 bytes = 0;
  glGetNamedBufferParameteri64v(buffer, GL_BUFFER_SIZE, &bytes);
  constexpr auto header = static_cast<GLint64>(sizeof(ComponentTableHeader));
  constexpr auto row = static_cast<GLint64>(sizeof(ComponentRow));
  if (bytes < header + row) {
    return Error{ErrorCode::invalid_argument,
                 who + " has " + std::to_string(bytes) + " bytes: a component table takes 64 and 64 more a row"};
  }
  const DeviceGuard guard(labeler.device());
  if (Status current = guard.status(); !current) return current.error();
  if (Status same = check_same_gpu(labeler.device()); !same) return same.error();
  cudaGraphicsResource_t resource = nullptr;
  const cudaError_t status = cudaGraphicsGLRegisterBuffer(&resource, buffer, cudaGraphicsRegisterFlagsNone);
  if (status != cudaSuccess) return cuda_error(status, "cudaGraphicsGLRegisterBuffer of " + who);
  auto state = std::make_unique<State>(Kind::table, labeler.device(), resource);
  state->rows = static_cast<std::uint32_t>(std::min<GLint64>((bytes - header) / row, 0xFFFFFFFF));
  return GlResource(std::move(state));
}

Result<Labels> label(Labeler& labeler, const GlImages& images, const Options& options, void* stream) {
  const auto is = [&](const GlResource* resource, Kind kind) {
    return resource != nullptr && resource->state_ != nullptr && resource->state_->kind == kind &&
           resource->state_->device == labeler.device();
  };
  if (!is(images.source, Kind::source) || !is(images.labels, Kind::labels) ||
      (images.table != nullptr && !is(images.table, Kind::table))) {
    return Error{ErrorCode::invalid_argument,
                 "labeling needs a GlResource of source_texture() and one of label_texture(), and for a table one of "
                 "table_buffer(), registered for this Labeler's device"};
  }
  const DeviceGuard guard(labeler.device());
  if (Status current = guard.status(); !current) return current.error();
  std::vector resources = {images.source->state_->registration->get(), images.labels->state_->registration->get()};
  if (images.table != nullptr) resources.push_back(images.table->state_->registration->get());
  Mapping mapping(resources, static_cast<cudaStream_t>(stream));
  if (Status mapped = mapping.map(); !mapped) return mapped.error();

  const Result<void*> pixels = array_of(resources[0]);
  if (!pixels) return pixels.error();
  const Result<void*> values = array_of(resources[1]);
  if (!values) return values.error();
  Options with_table = options;
  with_table.table = {};
  if (images.table != nullptr) {
    std::size_t bytes = 0;
    with_table.table.rows = images.table->state_->rows;
    const cudaError_t status = cudaGraphicsResourceGetMappedPointer(&with_table.table.data, &bytes, resources[2]);
    if (status != cudaSuccess) return cuda_error(status, "cudaGraphicsResourceGetMappedPointer");
  }
  Result<Labels> labels =
      labeler.label(ArrayImage{*pixels, images.source->state_->format}, ArrayLabels{*values}, with_table, stream);
  if (Status unmapped = mapping.unmap(); !unmapped && labels) return unmapped.error();
  return labels;
}

}  // namespace glccl::cuda
