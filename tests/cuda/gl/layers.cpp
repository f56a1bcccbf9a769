// Batches whose images are the layers of an OpenGL array texture: every layer is labeled as if alone.
#include <GL/glew.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/gl/objects.hpp"
#include "glccl/cuda/interop.hpp"
#include "glccl/host/scene.hpp"
#include "glccl/host/texture.hpp"
#include "tests/cuda/gl/interop_support.hpp"
#include "tests/cuda/support/batch_support.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/textures.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

constexpr GLuint rubbish_label = 0xA5A5A5A5;
constexpr FormatCase bytes_as_integers = format_cases[1];

cuda::Labeler& fast() { return shared_labeler(cuda::Method::fast); }

/// A GL_TEXTURE_2D_ARRAY, or a GL_TEXTURE_2D of one image.
gl::Texture make_layers(GLenum target, GLenum format, Extent extent, std::size_t layers) {
  return make_texture(target, format, extent, 1, static_cast<int>(layers));
}

gl::Texture upload(GLenum target, const FormatCase& c, const std::vector<Expected>& images) {
  const Extent extent = images.front().image.extent;
  gl::Texture texture = make_layers(target, c.format, extent, images.size());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  for (std::size_t i = 0; i < images.size(); ++i) {
    const void* bytes = images[i].image.bytes.data();
    if (target == GL_TEXTURE_2D) {
      glTextureSubImage2D(texture.name(), 0, 0, 0, extent.width, extent.height, c.upload_format, c.upload_type, bytes);
    } else {
      glTextureSubImage3D(texture.name(), 0, 0, 0, static_cast<GLint>(i), extent.width, extent.height, 1,
                          c.upload_format, c.upload_type, bytes);
    }
  }
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  return texture;
}

/// Rows of a table that has room for all components of each image.
std::uint32_t rows_for(const std::vector<Expected>& images) {
  std::uint32_t rows = 0;
  for (const Expected& expected : images) rows = std::max(rows, tests::rows_for(expected));
  return rows;
}

struct LayerTargets {
  GLenum source = GL_TEXTURE_2D_ARRAY;
  GLenum labels = GL_TEXTURE_2D_ARRAY;
};

/// Registered textures with a layer for each image, and a buffer for their tables.
class Layers {
 public:
  /// Bytes of the buffer behind the last whole row.
  static constexpr std::size_t left_over = 63;

  Layers(const std::vector<Expected>& images, const FormatCase& format, std::uint32_t rows,
         const LayerTargets& targets = {})
      : extent_(images.front().image.extent),
        count_(images.size()),
        rows_(rows),
        pixels_(upload(targets.source, format, images)),
        labels_(make_layers(targets.labels, GL_R32UI, extent_, count_)),
        tables_(gl::make_buffer(static_cast<GLsizeiptr>(count_ * bytes_per_table() + left_over), nullptr)),
        source_(require_resource(cuda::GlResource::source_texture(fast(), pixels_.name()))),
        target_(require_resource(cuda::GlResource::label_texture(fast(), labels_.name()))),
        table_(require_resource(cuda::GlResource::table_buffer(fast(), tables_.name()))) {
    fill_with_rubbish();
  }

  cuda::GlImages images(bool table) { return {&source_, &target_, table ? &table_ : nullptr}; }

  /// Fills labels and tables with rubbish, which CUDA has to overwrite.
  void fill_with_rubbish() const {
    glClearTexImage(labels_.name(), 0, GL_RED_INTEGER, GL_UNSIGNED_INT, &rubbish_label);
    glClearNamedBufferData(tables_.name(), GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, &DeviceMemory::rubbish);
  }

  /// Reads every layer through OpenGL, and then the counts at their device address, if there are any.
  std::vector<DeviceOutcome> read(bool table, const void* counts) const {
    std::vector<DeviceOutcome> outcomes(count_);
    for (std::size_t i = 0; i < count_; ++i)
      outcomes[i].labels = read_texture(labels_.name(), extent_, static_cast<int>(i));
    std::vector<unsigned char> bytes(count_ * bytes_per_table() + left_over);
    glGetNamedBufferSubData(tables_.name(), 0, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
    for (std::size_t i = 0; table && i < count_; ++i)
      read_table(std::span(bytes).subspan(i * bytes_per_table(), bytes_per_table()), outcomes[i]);
    const auto rest = bytes.end() - static_cast<std::ptrdiff_t>(table ? left_over : bytes.size());
    CHECK(std::all_of(rest, bytes.end(), [](unsigned char byte) { return byte == DeviceMemory::rubbish; }));
    for (std::size_t i = 0; counts != nullptr && i < count_; ++i) {
      require_cuda(cudaMemcpy(&outcomes[i].count, static_cast<const std::uint32_t*>(counts) + i, sizeof(std::uint32_t),
                              cudaMemcpyDeviceToHost));
    }
    return outcomes;
  }

 private:
  std::size_t bytes_per_table() const { return table_bytes(rows_); }

  Extent extent_;
  std::size_t count_;
  std::uint32_t rows_;
  gl::Texture pixels_;
  gl::Texture labels_;
  gl::Buffer tables_;
  // Resources end before the textures and the buffer that they registered.
  cuda::GlResource source_;
  cuda::GlResource target_;
  cuda::GlResource table_;
};

/// Labels all layers in one batch.
std::vector<DeviceOutcome> label_layers(Layers& layers, LabelingSpec spec, const BatchRequest& request) {
  layers.fill_with_rubbish();
  spec.numbering = request.numbering;
  const Result<cuda::BatchLabels> labels = cuda::label_batch(fast(), layers.images(request.table), spec);
  require_labels(labels);
  CHECK((labels->counts == nullptr) == (request.numbering == Numbering::root));
  std::vector<DeviceOutcome> outcomes = layers.read(request.table, labels->counts);
  CHECK(labels->extent == outcomes.front().labels.extent);
  CHECK(cudaPeekAtLastError() == cudaSuccess);
  return outcomes;
}

void check_layers(Layers& layers, const std::vector<Expected>& images, const LabelingSpec& spec) {
  for (const BatchRequest& request : requests) {
    const std::vector<DeviceOutcome> outcomes = label_layers(layers, spec, request);
    for (std::size_t i = 0; i < images.size(); ++i) {
      CAPTURE(i, images.size(), spec, request.numbering, request.table);
      check_outcome(outcomes[i], images[i], request);
    }
  }
}

}  // namespace

TEST_CASE("cuda::label_batch() labels every layer of an array texture as if alone", "[interop]") {
  if (skip_without_cuda()) return;
  const InteropFixture fixture;
  for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight}) {
    const LabelingSpec spec{.connectivity = connectivity};
    // One submission takes 32 images.
    for (const std::size_t count : {7U, 32U, 33U, 40U}) {
      const std::vector<Expected> images = make_noise({301, 203}, count, spec);
      Layers layers(images, bytes_as_integers, rows_for(images));
      check_layers(layers, images, spec);
    }
  }
}

TEST_CASE("cuda::label_batch() labels layers of equal values", "[interop]") {
  if (skip_without_cuda()) return;
  const InteropFixture fixture;
  for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight}) {
    const LabelingSpec spec{.connectivity = connectivity, .criterion = Equal{}};
    const std::vector<Expected> images = make_segments({151, 71}, 33, spec);
    Layers layers(images, bytes_as_integers, rows_for(images));
    check_layers(layers, images, spec);
  }
}

TEST_CASE("cuda::label_batch() labels layers in every format", "[interop]") {
  if (skip_without_cuda()) return;
  const InteropFixture fixture;
  const LabelingSpec in_bytes{.criterion = Foreground{100.5F}};
  std::vector<Expected> images;
  for (std::uint32_t seed = 1; seed <= 3; ++seed) {
    host::Image image = make_image("noise", {301, 203}, {.seed = seed});
    for (std::size_t i = 0; i < image.bytes.size(); ++i)
      image.bytes[i] = static_cast<std::uint8_t>(image.bytes[i] == 0 ? i % 100 : 101 + i % 100);
    images.push_back(expect(std::move(image), in_bytes));
  }
  for (const FormatCase& c : format_cases) {
    CAPTURE(c.name);
    Layers layers(images, c, rows_for(images));
    check_layers(layers, images, {.criterion = Foreground{100.5F * c.scale}});
  }
}

TEST_CASE("a texture of one layer is an image and a batch of one", "[interop]") {
  if (skip_without_cuda()) return;
  const InteropFixture fixture;
  const std::vector<Expected> images = make_noise({301, 203}, 1, {});
  const BatchRequest with_table{Numbering::raster, true};
  for (const GLenum source : {GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY}) {
    for (const GLenum target : {GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY}) {
      CAPTURE(source, target);
      Layers layers(images, bytes_as_integers, rows_for(images), {source, target});
      check_layers(layers, images, {});
      for (const cuda::Method method : {cuda::Method::fast, cuda::Method::stava}) {
        CAPTURE(method);
        layers.fill_with_rubbish();
        const Result<cuda::Labels> labels = cuda::label(shared_labeler(method), layers.images(true));
        require_labels(labels);
        check_outcome(layers.read(true, labels->count).front(), images.front(), with_table);
      }
    }
  }
}

TEST_CASE("layers share a buffer of too few rows", "[interop]") {
  if (skip_without_cuda()) return;
  const InteropFixture fixture;
  const std::vector<Expected> images = make_noise({129, 65}, 3, {});
  for (const std::uint32_t rows : {1U, 2U, 5U}) {
    Layers layers(images, bytes_as_integers, rows);
    const std::vector<DeviceOutcome> outcomes = label_layers(layers, {}, {Numbering::raster, true});
    for (std::size_t i = 0; i < images.size(); ++i) {
      CAPTURE(rows, i);
      const std::vector<Component>& components = images[i].components;
      REQUIRE(components.size() > rows);
      CHECK(first_difference(outcomes[i].labels, images[i].numbers) == "");
      CHECK(outcomes[i].count == components.size());
      CHECK(join_words(outcomes[i].header.count) == components.size());
      CHECK(outcomes[i].header.rows == rows);
      REQUIRE(outcomes[i].components.size() == rows);
      CHECK(std::equal(outcomes[i].components.begin(), outcomes[i].components.end(), components.begin()));
    }
  }
}

TEST_CASE("OpenGL draws into layers and reads CUDA's labels in the same frame", "[interop]") {
  if (skip_without_cuda()) return;
  const InteropFixture fixture;
  const Extent extent{320, 240};
  const std::size_t count = 5;
  const Foreground foreground{.channel = Channel::alpha};
  Result<host::Scene> scene = host::Scene::create(extent, 100, 3);
  REQUIRE(scene);
  const gl::Texture drawn = make_layers(GL_TEXTURE_2D_ARRAY, GL_RGBA8, extent, count);
  const gl::Texture labels = make_layers(GL_TEXTURE_2D_ARRAY, GL_R32UI, extent, count);
  auto source = require_resource(cuda::GlResource::source_texture(fast(), drawn.name()));
  auto target = require_resource(cuda::GlResource::label_texture(fast(), labels.name()));
  cudaStream_t stream = nullptr;
  require_cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (std::size_t frame = 0; frame < 10; ++frame) {
    for (std::size_t i = 0; i < count; ++i) {
      scene->draw(static_cast<float>(frame * count + i) * 0.1F);
      glCopyImageSubData(scene->texture().name(), GL_TEXTURE_2D, 0, 0, 0, 0, drawn.name(), GL_TEXTURE_2D_ARRAY, 0, 0, 0,
                         static_cast<GLint>(i), extent.width, extent.height, 1);
    }
    require_labels(cuda::label_batch(fast(), {&source, &target, nullptr}, {.criterion = foreground}, {}, stream));
    for (std::size_t i = 0; i < count; ++i) {
      CAPTURE(frame, i);
      const LabelImage found = read_texture(labels.name(), extent, static_cast<int>(i));
      host::Image image{extent, PixelFormat::rgba8,
                        std::vector<std::uint8_t>(4 * static_cast<std::size_t>(extent.elements()))};
      glGetTextureSubImage(drawn.name(), 0, 0, 0, static_cast<GLint>(i), extent.width, extent.height, 1, GL_RGBA,
                           GL_UNSIGNED_BYTE, static_cast<GLsizei>(image.bytes.size()), image.bytes.data());
      CHECK(first_difference(found, reference_labels(image, Connectivity::eight, foreground)) == "");
    }
  }
  CHECK(fast().wait());
  require_cuda(cudaStreamDestroy(stream));
}

namespace {

constexpr Extent small{40, 30};
constexpr std::size_t layer_count = 7;

/// Seven layers that can be labeled, and targets that do not fit them.
struct Misfits {
  gl::Texture pixels = make_layers(GL_TEXTURE_2D_ARRAY, GL_R8UI, small, layer_count);
  gl::Texture flat_pixels = make_layers(GL_TEXTURE_2D, GL_R8UI, small, 1);
  gl::Texture seven = make_layers(GL_TEXTURE_2D_ARRAY, GL_R32UI, small, layer_count);
  gl::Texture five = make_layers(GL_TEXTURE_2D_ARRAY, GL_R32UI, small, 5);
  gl::Texture lower = make_layers(GL_TEXTURE_2D_ARRAY, GL_R32UI, {40, 29}, layer_count);
  gl::Texture flat = make_layers(GL_TEXTURE_2D, GL_R32UI, small, 1);
  gl::Buffer little = gl::make_buffer(layer_count * 128 - 1, nullptr);
  gl::Buffer enough = gl::make_buffer(layer_count * 128, nullptr);

  cuda::GlResource source = require_resource(cuda::GlResource::source_texture(fast(), pixels.name()));
  cuda::GlResource flat_source = require_resource(cuda::GlResource::source_texture(fast(), flat_pixels.name()));
  cuda::GlResource target = require_resource(cuda::GlResource::label_texture(fast(), seven.name()));
  cuda::GlResource target_of_five = require_resource(cuda::GlResource::label_texture(fast(), five.name()));
  cuda::GlResource lower_target = require_resource(cuda::GlResource::label_texture(fast(), lower.name()));
  cuda::GlResource flat_target = require_resource(cuda::GlResource::label_texture(fast(), flat.name()));
  cuda::GlResource little_table = require_resource(cuda::GlResource::table_buffer(fast(), little.name()));
  cuda::GlResource table = require_resource(cuda::GlResource::table_buffer(fast(), enough.name()));

  Misfits() {
    const GLubyte one = 1;
    glClearTexImage(pixels.name(), 0, GL_RED_INTEGER, GL_UNSIGNED_BYTE, &one);
    clear_labels();
  }

  void clear_labels() const {
    for (const gl::Texture* texture : {&seven, &five, &lower, &flat})
      glClearTexImage(texture->name(), 0, GL_RED_INTEGER, GL_UNSIGNED_INT, &rubbish_label);
  }

  void check_layers_hold(GLuint label) const {
    const std::vector<std::uint32_t> values(static_cast<std::size_t>(small.elements()), label);
    for (std::size_t i = 0; i < layer_count; ++i) {
      CAPTURE(i);
      CHECK(read_texture(seven.name(), small, static_cast<int>(i)).values == values);
    }
  }
};

/// Null resources, and resources of another kind, are refused as source and as target.
void refuse_other_kinds(Misfits& m) {
  for (const cuda::GlImages& images : {cuda::GlImages{nullptr, &m.target, nullptr},
                                       {&m.source, nullptr, nullptr},
                                       {&m.target, &m.source, nullptr},
                                       {&m.source, &m.target, &m.source}}) {
    const auto batch = cuda::label_batch(fast(), images);
    REQUIRE_FALSE(batch);
    check_error(batch.error(), invalid, "GlResource");
  }
}

}  // namespace

TEST_CASE("cuda::label_batch() names the fault of layers and unmaps everything", "[interop]") {
  if (skip_without_cuda()) return;
  const InteropFixture fixture;
  Misfits m;
  const auto refuse = [](cuda::Labeler& labeler, const cuda::GlImages& images, const LabelingSpec& spec, ErrorCode code,
                         const char* part) {
    const Result<cuda::BatchLabels> labels = cuda::label_batch(labeler, images, spec);
    REQUIRE_FALSE(labels);
    check_error(labels.error(), code, part);
  };
  const auto refuse_one = [](const cuda::GlImages& images, const char* part) {
    const Result<cuda::Labels> labels = cuda::label(fast(), images);
    REQUIRE_FALSE(labels);
    check_error(labels.error(), invalid, part);
    CHECK_THAT(labels.error().message, contains("label_batch()"));
  };
  for (int i = 0; i < 2; ++i) {
    refuse(fast(), {&m.source, &m.target_of_five, nullptr}, {}, invalid, "source and labels have 7 and 5 layers");
    refuse(fast(), {&m.source, &m.flat_target, nullptr}, {}, invalid, "source and labels have 7 and 1 layers");
    refuse(fast(), {&m.flat_source, &m.target, nullptr}, {}, invalid, "source and labels have 1 and 7 layers");
    refuse(fast(), {&m.source, &m.target, &m.little_table}, {}, invalid, "has 895 bytes: 7 tables");
    refuse(fast(), {&m.source, &m.lower_target, nullptr}, {}, invalid,
           "image 0 of the batch: the labels are in an array of 40x29, the image is 40x30");
    refuse(fast(), {&m.source, &m.target, &m.table}, {.numbering = Numbering::root}, invalid,
           "image 0 of the batch: a component table and Numbering::root contradict each other");
    refuse(shared_labeler(cuda::Method::stava), {&m.source, &m.target, nullptr}, {}, ErrorCode::unsupported,
           "cuda-stava labels one image at a time: cuda-fast has batches");
    refuse_one({&m.source, &m.target, nullptr}, "source and labels have 7 and 7 layers");
    refuse_one({&m.source, &m.flat_target, nullptr}, "source and labels have 7 and 1 layers");
    refuse_one({&m.flat_source, &m.target, nullptr}, "source and labels have 1 and 7 layers");
    refuse_other_kinds(m);
    m.check_layers_hold(rubbish_label);
  }
  // OpenGL can use all of them, and CUDA can map them again.
  m.clear_labels();
  const Result<cuda::BatchLabels> labels = cuda::label_batch(fast(), {&m.source, &m.target, &m.table});
  require_labels(labels);
  m.check_layers_hold(1);
}

}  // namespace glccl::tests
