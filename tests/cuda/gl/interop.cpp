// CUDA on textures of OpenGL: it reads the same texture as the OpenGL engine, and writes labels that OpenGL reads.
#include "glccl/cuda/interop.hpp"

#include <GL/glew.h>

#include <cstring>
#include <iostream>
#include <string>
#include <thread>

#include "engine/gl/objects.hpp"
#include "glccl/host/context.hpp"
#include "glccl/host/generate.hpp"
#include "glccl/host/scene.hpp"
#include "glccl/host/texture.hpp"
#include "tests/cuda/gl/interop_support.hpp"
#include "tests/cuda/support/graphs_support.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/textures.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

gl::Texture upload_bytes(const FormatCase& c, const host::Image& image) {
  gl::Texture texture = make_texture(GL_TEXTURE_2D, c.format, image.extent);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTextureSubImage2D(texture.name(), 0, 0, 0, image.extent.width, image.extent.height, c.upload_format, c.upload_type,
                      image.bytes.data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  return texture;
}

}  // namespace

TEST_CASE("cuda::label() labels the texture that OpenGL labels, in every format", "[interop]") {
  if (skip_without_cuda()) return;
  InteropFixture fixture;
  host::Image image = make_image("noise", {301, 203});
  for (std::size_t i = 0; i < image.bytes.size(); ++i)
    image.bytes[i] = static_cast<std::uint8_t>(image.bytes[i] == 0 ? i % 100 : 101 + i % 100);
  for (const FormatCase& c : format_cases) {
    CAPTURE(c.name);
    const gl::Texture texture = upload_bytes(c, image);
    const gl::Texture labels = make_texture(GL_TEXTURE_2D, GL_R32UI, image.extent);
    auto source = require_resource(cuda::GlResource::source_texture(shared_labeler(), texture.name()));
    auto target = require_resource(cuda::GlResource::label_texture(shared_labeler(), labels.name()));
    // Once through OpenGL, once through CUDA, and again: a registration lasts.
    for (const float threshold : {100.5F, 50.5F}) {
      const Foreground foreground{threshold * c.scale};
      REQUIRE(fixture.labeler().label(texture.name(), {.criterion = foreground}));
      require_labels(
          cuda::label(shared_labeler(), {&source, &target, nullptr}, {.criterion = Foreground{threshold * c.scale}}));
      const LabelImage by_cuda = read_texture(labels.name(), image.extent);
      CHECK(first_difference(by_cuda, *fixture.labeler().readback()) == "");
      CHECK(first_difference(by_cuda, reference_labels(image, Connectivity::eight, Foreground{threshold})) == "");
    }
  }
}

TEST_CASE("cuda::label() refuses to map textures inside a stream capture", "[interop]") {
  if (skip_without_cuda()) return;
  const InteropFixture fixture;
  const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_R8, {8, 4});
  const gl::Texture labels = make_texture(GL_TEXTURE_2D, GL_R32UI, {8, 4});
  auto source = require_resource(cuda::GlResource::source_texture(shared_labeler(), texture.name()));
  auto target = require_resource(cuda::GlResource::label_texture(shared_labeler(), labels.name()));
  const TestStream stream;
  require_empty_capture(stream, [&] {
    const auto refused = cuda::label(shared_labeler(), {&source, &target, nullptr}, {}, {}, stream.get());
    REQUIRE_FALSE(refused);
    check_error(refused.error(), ErrorCode::unsupported, "OpenGL textures cannot be mapped inside a stream capture");
  });
  require_labels(cuda::label(shared_labeler(), {&source, &target, nullptr}, {}, {}, stream.get()));
}

TEST_CASE("cuda::label() leaves labels and table of segments on the GPU", "[interop]") {
  if (skip_without_cuda()) return;
  InteropFixture fixture;
  for (int i = 0; i < 30; ++i) {
    CAPTURE(i);
    const host::Image image = random_segments(i);
    const Result<host::OwnedTexture> texture = host::upload(image.view());
    REQUIRE(texture);
    const LabelingSpec spec{.connectivity = Connectivity::four, .criterion = Equal{}};
    const auto [expected, components] = reference(image, spec);
    const gl::Texture labels = make_texture(GL_TEXTURE_2D, GL_R32UI, image.extent);
    const std::size_t bytes = 64 + 64 * (components.size() + 1);
    const gl::Buffer buffer = gl::make_buffer(static_cast<GLsizeiptr>(bytes), nullptr);
    auto source = require_resource(cuda::GlResource::source_texture(shared_labeler(), texture->name()));
    auto target = require_resource(cuda::GlResource::label_texture(shared_labeler(), labels.name()));
    auto table = require_resource(cuda::GlResource::table_buffer(shared_labeler(), buffer.name()));
    require_labels(cuda::label(shared_labeler(), {&source, &target, &table}, spec));
    CHECK(first_difference(read_texture(labels.name(), image.extent), expected) == "");
    std::vector<unsigned char> read(bytes);
    glGetNamedBufferSubData(buffer.name(), 0, static_cast<GLsizeiptr>(bytes), read.data());
    ComponentTableHeader header;
    std::memcpy(&header, read.data(), sizeof(header));
    CHECK(join_words(header.count) == components.size());
    REQUIRE(header.rows == components.size());
    for (std::size_t r = 0; r < components.size(); ++r) {
      CHECK(read_row(&read[64 + 64 * r]) == components[r]);
    }
  }
}

TEST_CASE("cuda::label() labels a GL_TEXTURE_3D as a volume", "[interop][volumes]") {
  if (skip_without_cuda()) return;
  InteropFixture fixture;
  cuda::Labeler& labeler = shared_labeler(cuda::Method::fast);
  for (const Extent& extent : {Extent{37, 19, 18}, Extent{64, 33, 2}}) {
    const host::Image volume = make_image("noise", extent, {.density = .3});
    const Result<host::OwnedTexture> texture = host::upload(volume.view());
    REQUIRE(texture);
    const Result<host::OwnedTexture> labels = host::make_label_texture(extent);
    REQUIRE(labels);
    auto source = require_resource(cuda::GlResource::source_texture(labeler, texture->name()));
    auto target = require_resource(cuda::GlResource::label_texture(labeler, labels->name()));
    for (const Connectivity connectivity : connectivities_of_space) {
      CAPTURE(extent, connectivity);
      const LabelingSpec spec{.connectivity = connectivity};
      const LabeledImage expected = reference(volume, spec);
      const auto rows = static_cast<std::uint32_t>(expected.components.size());
      std::vector<unsigned char> read(table_bytes(rows, table_columns_of(extent)));
      const gl::Buffer buffer = gl::make_buffer(static_cast<GLsizeiptr>(read.size()), nullptr);
      auto table = require_resource(cuda::GlResource::table_buffer(labeler, buffer.name()));
      require_labels(cuda::label(labeler, {&source, &target, &table}, spec));
      CHECK(first_difference(host::download_labels(*labels), expected.labels) == "");
      glGetNamedBufferSubData(buffer.name(), 0, static_cast<GLsizeiptr>(read.size()), read.data());
      DeviceOutcome outcome;
      read_table(read, outcome);
      CHECK(outcome.header.rows == rows);
      CHECK(first_difference(outcome.components, expected.components) == "");
    }
    const gl::Buffer small = gl::make_buffer(143, nullptr);
    auto table = require_resource(cuda::GlResource::table_buffer(labeler, small.name()));
    const auto refused = cuda::label(labeler, {&source, &target, &table}, {.connectivity = Connectivity::six});
    REQUIRE_FALSE(refused);
    check_error(refused.error(), ErrorCode::invalid_argument, "143 bytes: 1 tables, one for each layer, take 144");
    const auto batch = cuda::label_batch(labeler, {&source, &target}, {.connectivity = Connectivity::six});
    REQUIRE_FALSE(batch);
    check_error(batch.error(), ErrorCode::unsupported, "a batch of volumes");
  }
}

TEST_CASE("OpenGL draws into the source and reads CUDA's labels in the same frame", "[interop]") {
  if (skip_without_cuda()) return;
  InteropFixture fixture;
  const Extent extent{640, 480};
  Result<host::Scene> scene = host::Scene::create(extent, 200, 3);
  REQUIRE(scene);
  const gl::Texture labels = make_texture(GL_TEXTURE_2D, GL_R32UI, extent);
  auto source = require_resource(cuda::GlResource::source_texture(shared_labeler(), scene->texture().name()));
  auto target = require_resource(cuda::GlResource::label_texture(shared_labeler(), labels.name()));
  for (int frame = 0; frame < 20; ++frame) {
    CAPTURE(frame);
    scene->draw(static_cast<float>(frame) * 0.1F);
    require_labels(cuda::label(shared_labeler(), {&source, &target, nullptr},
                               {.criterion = Foreground{.channel = Channel::alpha}}));
    const LabelImage expected = reference_labels(host::download_rgba8(scene->texture()), Connectivity::eight,
                                                 Foreground{.channel = Channel::alpha});
    CHECK(first_difference(read_texture(labels.name(), extent), expected) == "");
  }
}

TEST_CASE("GlResource names what cannot be registered", "[interop]") {
  if (skip_without_cuda()) return;
  InteropFixture fixture;
  const cuda::Labeler& labeler = shared_labeler();
  const auto source_error = [&](GLuint texture) {
    const Result<cuda::GlResource> resource = cuda::GlResource::source_texture(labeler, texture);
    REQUIRE_FALSE(resource);
    return resource.error();
  };
  constexpr auto unsupported = ErrorCode::unsupported;
  const std::pair<GLenum, const char*> formats[] = {{GL_DEPTH_COMPONENT24, "GL_DEPTH_COMPONENT24"},
                                                    {GL_DEPTH_COMPONENT32F, "GL_DEPTH_COMPONENT32F"},
                                                    {GL_DEPTH24_STENCIL8, "GL_DEPTH24_STENCIL8"},
                                                    {GL_DEPTH32F_STENCIL8, "GL_DEPTH32F_STENCIL8"},
                                                    {GL_RGB10_A2, "GL_RGB10_A2"},
                                                    {GL_SRGB8_ALPHA8, "GL_SRGB8_ALPHA8"}};
  for (const auto& [format, name] : formats)
    check_error(source_error(make_texture(GL_TEXTURE_2D, format, {8, 8}).name()), unsupported, name);
  check_error(source_error(0), invalid, "texture 0 does not exist");
  check_error(source_error(987654), invalid, "texture 987654 does not exist");
  for (const GLenum target : {GL_TEXTURE_RECTANGLE, GL_TEXTURE_CUBE_MAP})
    check_error(source_error(make_texture(target, GL_R8, {8, 8}).name()), unsupported, "GL_TEXTURE_2D_ARRAY or");
  for (const GLenum target : {GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_3D}) {
    GLuint empty = 0;
    glCreateTextures(target, 1, &empty);
    const gl::Texture without_storage(empty);
    check_error(source_error(empty), invalid, "no storage");
  }

  const gl::Texture floats = make_texture(GL_TEXTURE_2D, GL_R32F, {8, 8});
  const Result<cuda::GlResource> labels = cuda::GlResource::label_texture(labeler, floats.name());
  REQUIRE_FALSE(labels);
  check_error(labels.error(), unsupported, "labels are written into GL_R32UI");
  const gl::Buffer small = gl::make_buffer(127, nullptr);
  const Result<cuda::GlResource> table = cuda::GlResource::table_buffer(labeler, small.name());
  REQUIRE_FALSE(table);
  check_error(table.error(), invalid, "127 bytes");
  const Result<cuda::GlResource> no_buffer = cuda::GlResource::table_buffer(labeler, 987654);
  REQUIRE_FALSE(no_buffer);
  check_error(no_buffer.error(), invalid, "buffer 987654 does not exist");
}

TEST_CASE("cuda::label() unmaps everything after an error", "[interop]") {
  if (skip_without_cuda()) return;
  InteropFixture fixture;
  const Extent extent{40, 30};
  const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_R8UI, extent);
  const gl::Texture small = make_texture(GL_TEXTURE_2D, GL_R32UI, {40, 29});
  const gl::Texture right = make_texture(GL_TEXTURE_2D, GL_R32UI, extent);
  const GLubyte one = 1;
  glClearTexImage(texture.name(), 0, GL_RED_INTEGER, GL_UNSIGNED_BYTE, &one);
  auto source = require_resource(cuda::GlResource::source_texture(shared_labeler(), texture.name()));
  auto wrong = require_resource(cuda::GlResource::label_texture(shared_labeler(), small.name()));
  auto target = require_resource(cuda::GlResource::label_texture(shared_labeler(), right.name()));
  for (int i = 0; i < 3; ++i) {
    const auto refused = cuda::label(shared_labeler(), {&source, &wrong, nullptr});
    REQUIRE_FALSE(refused);
    check_error(refused.error(), ErrorCode::invalid_argument, "40x29, the image is 40x30");
    const auto no_criterion = cuda::label(shared_labeler(), {&source, &target, nullptr}, {.criterion = Difference{}});
    REQUIRE_FALSE(no_criterion);
    check_error(no_criterion.error(), ErrorCode::unsupported, "difference");
  }
  for (const cuda::GlImages& images : {cuda::GlImages{nullptr, &target, nullptr},
                                       {&source, nullptr, nullptr},
                                       {&target, &source, nullptr},
                                       {&source, &target, &source}}) {
    const auto refused = cuda::label(shared_labeler(), images);
    REQUIRE_FALSE(refused);
    check_error(refused.error(), ErrorCode::invalid_argument, "GlResource");
  }
  // OpenGL can use all of them, and CUDA can map them again.
  glClearTexImage(small.name(), 0, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
  require_labels(cuda::label(shared_labeler(), {&source, &target, nullptr}));
  CHECK(read_texture(right.name(), extent).values == std::vector<std::uint32_t>(1200, 1));
}

TEST_CASE("GlResource refuses without a current context", "[interop]") {
  if (skip_without_cuda()) return;
  cuda::Labeler& labeler = shared_labeler();
  Error error;
  // Another thread has no current context.
  std::thread([&] {
    const Result<cuda::GlResource> resource = cuda::GlResource::source_texture(labeler, 1);
    if (!resource) error = resource.error();
  }).join();
  check_error(error, ErrorCode::invalid_argument, "no OpenGL context is current");
}

TEST_CASE("GlResource refuses a context on another GPU than CUDA's", "[interop]") {
  if (skip_without_cuda()) return;
  const int ours = shared_labeler().device();
  for (const host::EglDevice& device : host::list_devices()) {
    if (!device.problem.empty() || device.cuda_device == ours) continue;
    Result<host::HeadlessContext> context = host::HeadlessContext::create({.device = device.index});
    if (!context) continue;
    const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_R8UI, {8, 8});
    const Result<cuda::GlResource> resource = cuda::GlResource::source_texture(shared_labeler(), texture.name());
    CAPTURE(device.renderer);
    REQUIRE_FALSE(resource);
    check_error(resource.error(), ErrorCode::unsupported, "CUDA device " + std::to_string(ours));
    CHECK_THAT(resource.error().message, contains(device.renderer));
    return;
  }
  std::cout << "skipped: this machine has no OpenGL device beside CUDA's\n";
}

}  // namespace glccl::tests
