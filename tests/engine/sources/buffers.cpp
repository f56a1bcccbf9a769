// Images and labels in the caller's buffers: every offset and pitch, what lies between rows, and refusals.
#include <GL/glew.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "engine/gl/objects.hpp"
#include "glccl/glccl.h"
#include "glccl/regions.hpp"
#include "glccl/tracker.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/inputs/placed.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

gl::Buffer make_buffer(const std::vector<std::uint8_t>& bytes) {
  GLuint name = 0;
  glCreateBuffers(1, &name);
  glNamedBufferStorage(name, static_cast<GLsizeiptr>(bytes.size()), bytes.data(),
                       GL_DYNAMIC_STORAGE_BIT | GL_MAP_READ_BIT);
  return gl::Buffer(name);
}

std::vector<std::uint8_t> bytes_of(const gl::Buffer& buffer, std::size_t count) {
  std::vector<std::uint8_t> bytes(count);
  glGetNamedBufferSubData(buffer.name(), 0, static_cast<GLsizeiptr>(count), bytes.data());
  return bytes;
}

/// An image in a buffer of its own.
struct ImageInBuffer {
  gl::Buffer buffer;
  BufferImage image;

  ImageInBuffer(const host::Image& of, const Placement& at = {}) {
    const Placed placed = make_placed(of.view(), at);
    buffer = make_buffer(placed.bytes);
    image = {buffer.name(), of.format, of.extent, at.offset, placed.row_bytes, placed.slice_bytes};
  }
  Inputs inputs() const { return {Source{.buffer = image}}; }
};

}  // namespace

TEST_CASE_METHOD(GlFixture, "compute labels buffers with any offset and pitch, and leaves gaps as they are",
                 "[engine][buffers]") {
  engine_ = Engine::compute;
  const Extent extent = GENERATE(Extent{67, 45}, Extent{64, 32}, Extent{1, 3}, Extent{200, 1}, Extent{37, 20, 5});
  const int unit = GENERATE(1, 3, 16);  // of offset and gaps
  CAPTURE(extent, unit);
  const host::Image image = make_image("noise", extent);
  const auto bytes = static_cast<std::size_t>(unit);
  const ImageInBuffer source(image, {.offset = 17 * bytes, .behind_row = bytes, .behind_slice = 2 * bytes});
  const Placement to{.offset = 20 * bytes * 4, .behind_row = 4 * bytes, .behind_slice = 4 * bytes};
  Placed expected = make_placed(extent, 4, to);
  const gl::Buffer target = make_buffer(expected.bytes);
  const LabelingSpec spec{extent.is_volume() ? Connectivity::twenty_six : Connectivity::eight};
  const LabelImage labels = reference(image, spec).labels;
  store(view_of(labels), to, expected);
  const BufferLabels into{target.name(), to.offset, expected.row_bytes, expected.slice_bytes};
  const Result<Labels> made = labeler().label(source.inputs(), spec, {.table_rows = 2000, .target_buffer = into});
  REQUIRE(made);
  CHECK(made->texture == 0);
  CHECK(made->buffer.name == target.name());
  CHECK((bytes_of(target, expected.bytes.size()) == expected.bytes));
  CHECK(first_difference(*labeler().readback(), labels) == "");
  CHECK(*labeler().readback_components() == measure(labels));

  // The Labeler's own texture in place of the buffer.
  REQUIRE(labeler().label(source.inputs(), spec));
  CHECK(first_difference(*labeler().readback(), labels) == "");
}

TEST_CASE_METHOD(GlFixture, "compute labels a part of a buffer", "[engine][buffers]") {
  engine_ = Engine::compute;
  const host::Image image = make_image("noise", {90, 70});
  const ImageInBuffer source(image);
  const Rectangle part{13, 9, 77, 60};
  const host::Image cut = host::crop(image.view(), part);
  REQUIRE(labeler().label(Inputs{Source{.rectangle = part, .buffer = source.image}}));
  CHECK(first_difference(*labeler().readback(), reference_labels(cut, Connectivity::eight, Foreground{})) == "");
}

TEST_CASE_METHOD(GlFixture, "compute writes labels over the image that it reads", "[engine][buffers]") {
  engine_ = Engine::compute;
  const host::Image noise = make_image("noise", {70, 50});
  host::Image image{noise.extent, PixelFormat::u32, std::vector<std::uint8_t>(noise.bytes.size() * 4)};
  for (std::size_t i = 0; i < noise.bytes.size(); ++i) image.bytes[4 * i] = noise.bytes[i];
  const std::uint64_t holes = GENERATE(std::uint64_t{0}, std::uint64_t{Filter::unlimited});
  const ImageInBuffer source(image);
  LabelingSpec spec;
  spec.fill_holes = holes;
  const LabelImage expected = reference(image, spec).labels;
  REQUIRE(labeler().label(source.inputs(), spec, {.target_buffer = {.name = source.buffer.name()}}));
  CHECK(first_difference(*labeler().readback(), expected) == "");
}

TEST_CASE_METHOD(GlFixture, "the C API reads and writes buffers", "[engine][buffers]") {
  const host::Image image = make_image("noise", {67, 45});
  const ImageInBuffer source(image, {.offset = 5, .behind_row = 3});
  const Placement to{.offset = 16, .behind_row = 8};
  Placed expected = make_placed(image.extent, 4, to);
  const gl::Buffer target = make_buffer(expected.bytes);
  store(view_of(reference(image).labels), to, expected);
  glccl_labeler* in_c = nullptr;
  glccl_error error;
  REQUIRE(glccl_labeler_create(GLCCL_ENGINE_COMPUTE, &in_c, &error) == GLCCL_OK);
  glccl_inputs inputs = glccl_inputs_of(0);
  inputs.image.buffer = {source.image.name, GL_R8UI, {67, 45, 1}, 5, source.image.row_bytes, 0};
  glccl_outputs outputs = glccl_default_outputs();
  outputs.target_buffer = {target.name(), to.offset, expected.row_bytes, 0};
  glccl_labels labels;
  INFO(error.message);
  CHECK(glccl_label(in_c, &inputs, nullptr, &outputs, &labels, &error) == GLCCL_OK);
  CHECK(labels.texture == 0);
  CHECK(labels.extent.width == 67);
  CHECK((bytes_of(target, expected.bytes.size()) == expected.bytes));
  glccl_source_traits traits;
  CHECK(glccl_inspect(in_c, &inputs.image, &traits, &error) == GLCCL_OK);
  CHECK(traits.internal_format == GL_R8UI);
  inputs.image.buffer.internal_format = 77;
  CHECK(glccl_label(in_c, &inputs, nullptr, &outputs, &labels, &error) == GLCCL_ERROR_UNSUPPORTED);
  CHECK_THAT(std::string(error.message), Catch::Contains("the image in a buffer"));
  glccl_labeler_destroy(in_c);
}

TEST_CASE_METHOD(GlFixture, "Buffers that cannot be labeled are refused", "[engine][buffers][bad-input]") {
  engine_ = Engine::compute;
  const host::Image image = make_image("noise", {64, 48});
  const ImageInBuffer source(image);
  const auto refused = [&](const BufferImage& from, const Outputs& outputs = {}) {
    const Result<Labels> labels = labeler().label(Inputs{Source{.buffer = from}}, {}, outputs);
    REQUIRE_FALSE(labels);
    CHECK(glGetError() == GLenum{GL_NO_ERROR});
    return labels.error().message;
  };
  const auto changed = [&](auto&& change) {
    BufferImage from = source.image;
    change(from);
    return refused(from);
  };
  CHECK_THAT(changed([](BufferImage& from) { from.name = 4711; }),
             contains("buffer 4711") && contains("does not exist"));
  CHECK_THAT(changed([](BufferImage& from) { from.row_bytes = 63; }),
             contains("pitch of 63 bytes, but a row takes 64"));
  CHECK_THAT(changed([](BufferImage& from) { from.offset = 4; }), contains("the buffer ends at byte 3072"));
  CHECK_THAT(changed([](BufferImage& from) { from.extent.height = 49; }), contains("the buffer ends at byte 3072"));
  CHECK_THAT(changed([](BufferImage& from) {
               from.format = PixelFormat::u16;
               from.extent.width = 8;
               from.offset = 3;
             }),
             contains("begin at byte 3") && contains("no multiple of 2"));
  CHECK_THAT(changed([](BufferImage& from) { from.format = PixelFormat::depth32f; }), contains("only textures have"));
  CHECK_THAT(changed([](BufferImage& from) { from.extent = {0, 3}; }), contains("each side is 1 or more"));
  CHECK_THAT(changed([](BufferImage& from) { from.row_bytes = std::numeric_limits<std::size_t>::max(); }),
             contains("the buffer ends at byte 3072"));

  const gl::Buffer target = make_buffer(std::vector<std::uint8_t>(64 * 48 * 4));
  const auto into = [&](BufferLabels labels) { return refused(source.image, {.target_buffer = labels}); };
  CHECK_THAT(into({target.name(), 2}), contains("the labels begin at byte 2") && contains("no multiple of 4"));
  CHECK_THAT(into({target.name(), 4}), contains("the labels of 64x48") && contains("ends at byte 12288"));
  CHECK_THAT(into({target.name(), 0, 128}), contains("pitch of 128 bytes, but a row takes 256"));
  glMapNamedBuffer(target.name(), GL_READ_ONLY);
  CHECK_THAT(into({target.name()}), contains("is mapped"));
  glUnmapNamedBuffer(target.name());

  REQUIRE(labeler().label(source.inputs(), {}, {.target_buffer = {target.name()}}));
  Result<Regions> regions = Regions::create(image.extent, {.boundaries = true});
  REQUIRE(regions);
  const Result<Labels> again = labeler().label(source.inputs(), {}, {.target_buffer = {target.name()}});
  const Result<std::uint32_t> mask = regions->boundaries(*again, Connectivity::eight);
  REQUIRE_FALSE(mask);
  CHECK_THAT(mask.error().message, contains("read label textures alone"));
}

TEST_CASE_METHOD(GlFixture, "A pitch that no buffer has is refused, whatever part is labeled",
                 "[engine][buffers][bad-input]") {
  engine_ = Engine::compute;
  const ImageInBuffer source(make_image("noise", {64, 48}));
  BufferImage from = source.image;
  from.row_bytes = std::size_t{1} << 44;
  from.extent.height = (1 << 20) + 1;  // the last row begins at byte 2^64
  const Source first_row{.rectangle = Rectangle{0, 0, 64, 1}, .buffer = from};
  const Result<SourceTraits> found = labeler().inspect(first_row);
  REQUIRE_FALSE(found);
  CHECK_THAT(found.error().message, contains("the buffer ends at byte 3072"));
  CHECK_FALSE(labeler().label(Inputs{first_row}));
}

TEST_CASE_METHOD(GlFixture, "A table is neither read nor labeled over where it is written",
                 "[engine][buffers][bad-input]") {
  engine_ = Engine::compute;
  const ImageInBuffer source(make_image("noise", {64, 48}));
  const LabelingSpec by_value{.criterion = Equal{}};
  const Outputs with_table{.table_rows = 2000};
  const Result<Labels> labels = labeler().label(source.inputs(), by_value, with_table);
  REQUIRE(labels);
  const std::vector<Component> components = *labeler().readback_components();
  const BufferImage table{labels->table.buffer, PixelFormat::u32, {16, 2001}};
  Inputs with_mask = source.inputs();
  with_mask.mask.buffer = {table.name, PixelFormat::u8, {64, 48}};
  Outputs over_table = with_table;
  over_table.target_buffer.name = table.name;
  const std::pair<Inputs, Outputs> refused[] = {
      {Inputs{Source{.buffer = table}}, with_table}, {with_mask, with_table}, {source.inputs(), over_table}};
  for (const auto& [inputs, outputs] : refused) {
    const Result<Labels> made = labeler().label(inputs, by_value, outputs);
    REQUIRE_FALSE(made);
    CHECK(made.error().code == ErrorCode::invalid_argument);
    CHECK_THAT(made.error().message, contains("the component table of this Labeler"));
  }
  CHECK(*labeler().readback_components() == components);

  // Without a table of its own, a labeling reads the last one.
  std::vector<std::uint8_t> bytes(16 * 2001 * 4);
  glGetNamedBufferSubData(table.name, 0, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
  REQUIRE(labeler().label(Inputs{Source{.buffer = table}}, by_value));
  const host::Image words{{16, 2001}, PixelFormat::u32, bytes};
  CHECK(first_difference(*labeler().readback(), reference(words, by_value).labels) == "");
}

TEST_CASE_METHOD(GlFixture, "The last labels are intensities unless they are written", "[engine][buffers]") {
  engine_ = Engine::compute;
  const ImageInBuffer source(make_image("noise", {64, 48}));
  const gl::Buffer target = make_buffer(std::vector<std::uint8_t>(64 * 48 * 4));
  const Result<Labels> own = labeler().label(source.inputs());
  REQUIRE(own);
  Inputs measured = source.inputs();
  measured.intensity.texture = own->texture;
  const LabelingSpec spec{.columns = table_column_intensity};
  REQUIRE(labeler().label(measured, spec, {.table_rows = 2000, .target_buffer = {target.name()}}));
  const std::vector<Component> components = *labeler().readback_components();
  const std::vector<Measurements> measurements = *labeler().readback_measurements();
  REQUIRE(components.size() > 1);
  for (std::size_t i = 0; i < components.size(); ++i) {
    CHECK(measurements[i].intensity.sum.low == components[i].area * components[i].label);
  }
  const Result<Labels> over = labeler().label(measured, spec, {.table_rows = 2000});
  REQUIRE_FALSE(over);
  CHECK_THAT(over.error().message, contains("the image of intensities: pass a copy of it"));
}

TEST_CASE_METHOD(GlFixture, "raster refuses buffers", "[engine][buffers][bad-input]") {
  engine_ = Engine::raster;
  const ImageInBuffer source(make_image("noise", {20, 20}));
  const Result<Labels> labels = labeler().label(source.inputs());
  REQUIRE_FALSE(labels);
  CHECK(labels.error().code == ErrorCode::unsupported);
  CHECK_THAT(labels.error().message, contains("buffers are for the engine compute"));
}

TEST_CASE_METHOD(GlFixture, "A labeling of buffers leaves their bindings as they were", "[engine][buffers]") {
  engine_ = Engine::compute;
  const ImageInBuffer source(make_image("noise", {40, 30}));
  const gl::Buffer target = make_buffer(std::vector<std::uint8_t>(40 * 30 * 4));
  const gl::Buffer own = make_buffer(std::vector<std::uint8_t>(1024));
  for (const GLuint binding : {8U, 9U}) glBindBufferRange(GL_SHADER_STORAGE_BUFFER, binding, own.name(), 256, 512);
  REQUIRE(labeler().label(source.inputs(), {}, {.target_buffer = {target.name()}}));
  for (const GLuint binding : {8U, 9U}) {
    GLint name = 0;
    GLint64 begin = 0;
    glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, binding, &name);
    glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, binding, &begin);
    CHECK(static_cast<GLuint>(name) == own.name());
    CHECK(begin == 256);
  }
}

}  // namespace glccl::tests
