// The component table in its buffer, and the two ways in which raster gathers roots.
#include <GL/glew.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/gl/readback.hpp"
#include "glccl/host/generate.hpp"
#include "glccl/host/texture.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// `count` single pixels in raster order with background between them. Each row has as many as fit.
host::Image dots(int count, int across) {
  host::Image image{{2 * across, 2 * std::max(1, (count + across - 1) / across)}, PixelFormat::u8, {}};
  image.bytes.resize(static_cast<std::size_t>(image.extent.elements()));
  for (int i = 0; i < count; ++i) {
    image.bytes[static_cast<std::size_t>(2 * (i / across) * image.extent.width + 2 * (i % across))] = 1;
  }
  return image;
}

/// The ways in which an engine gathers roots.
std::vector<Compaction> compactions_of(Engine engine) {
  if (engine == Engine::raster) return {Compaction::histogram_pyramid, Compaction::stencil_routing};
  return {Compaction::histogram_pyramid};
}

ComponentTableHeader header_of(const Labels& labels) { return gl::read_header(labels.table.buffer); }

}  // namespace

TEST_CASE_METHOD(GlFixture, "stencil routing gives what the pyramid gives", "[engine][table]") {
  // Around a full round, around the limit of four rounds, and far beyond it.
  for (const int count : {0, 1, 254, 255, 256, 509, 510, 511, 1000, 1019, 1020, 1021, 3000}) {
    const host::Image image = dots(count, 50);
    const LabeledImage expected = reference(image);
    REQUIRE(expected.components.size() == static_cast<std::size_t>(count));
    for (const Compaction compaction : {Compaction::stencil_routing, Compaction::histogram_pyramid}) {
      CAPTURE(count, compaction);
      check_labeled(label_and_measure(image, {}, {.raster = {.compaction = compaction}}), expected);
    }
  }
}

TEST_CASE_METHOD(GlFixture, "stencil routing gives cpu-serial's results on images of all kinds",
                 "[engine][slow][table]") {
  for (int i = 0; i < 100; ++i) {
    const host::Image image = random_image(i);
    for (const Connectivity connectivity : connectivities) {
      CAPTURE(i, connectivity);
      const LabelingSpec spec{.connectivity = connectivity};
      check_labeled(label_and_measure(image, spec, {.raster = {.compaction = Compaction::stencil_routing}}),
                    reference(image, spec));
    }
  }
}

TEST_CASE_METHOD(GlFixture, "a table's header counts the components before the filter and after it",
                 "[engine][table]") {
  engine_ = Engine::compute;
  const Result<host::OwnedTexture> texture = host::upload(dots(300, 20).view());
  REQUIRE(texture);
  const auto counts_of = [&](const Filter& filter) {
    const Result<Labels> labels = labeler().label(texture->name(), {.filter = filter}, {.table_rows = 64});
    REQUIRE(labels);
    const ComponentTableHeader header = header_of(*labels);
    CHECK(header.rows == std::min<std::uint64_t>(join_words(header.count), 64));
    return std::pair(join_words(header.count), join_words(header.found));
  };
  CHECK(counts_of({.largest = 7}) == std::pair<std::uint64_t, std::uint64_t>(7, 300));
  CHECK(counts_of({.min_area = 2}) == std::pair<std::uint64_t, std::uint64_t>(0, 300));
  CHECK(counts_of({.clear_border = true}) == std::pair<std::uint64_t, std::uint64_t>(14 * 19, 300));
  CHECK(counts_of({}) == std::pair<std::uint64_t, std::uint64_t>(300, 300));
}

TEST_CASE_METHOD(GlFixture, "a table's header counts all components, and its rows stay within its capacity",
                 "[engine][table]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  const Result<host::OwnedTexture> texture = host::upload(dots(300, 20).view());
  REQUIRE(texture);
  for (const Compaction compaction : compactions_of(engine_)) {
    for (const std::uint32_t rows : {1U, 64U, 65U, 299U, 300U, 301U, 5000U}) {
      CAPTURE(rows, compaction);
      const Result<Labels> labels =
          labeler().label(texture->name(), {}, {.table_rows = rows, .raster = {.compaction = compaction}});
      REQUIRE(labels);
      CHECK(labels->table.rows == rows);
      const ComponentTableHeader header = header_of(*labels);
      const std::uint32_t written = std::min(rows, 300U);
      CHECK(header.vertices == 4);
      CHECK(header.rows == written);
      CHECK(header.first_vertex == 0);
      CHECK(header.base_instance == 0);
      CHECK(header.groups_x == (written + 63) / 64);
      CHECK(header.groups_y == 1);
      CHECK(header.groups_z == 1);
      CHECK(join_words(header.count) == 300);
      CHECK(join_words(header.found) == 300);
      CHECK(header.row_bytes == 64);
      CHECK(header.columns == table_column_base);
      CHECK(header.width == 40);
      CHECK(header.height == 30);
      CHECK(header.depth == 1);
      GLint size = 0;
      glGetNamedBufferParameteriv(labels->table.buffer, GL_BUFFER_SIZE, &size);
      CHECK(size == static_cast<GLint>(64 + 64 * rows));
      const Result<std::vector<Component>> components = labeler().readback_components();
      if (rows >= 300) {
        REQUIRE(components);
        CHECK(components->size() == 300);
        continue;
      }
      REQUIRE_FALSE(components);
      CHECK(components.error().code == ErrorCode::too_large);
      CHECK_THAT(components.error().message, contains("300 components") && contains(std::to_string(rows) + " rows"));
      ComponentRow last;
      gl::read_buffer(labels->table.buffer, 64 * static_cast<GLintptr>(written), sizeof last, &last);
      CHECK(last.label == written);
      CHECK(join_words(last.area) == 1);
      CHECK(last.x0 == 2 * ((written - 1) % 20));
      CHECK(last.y1 == 2 * ((written - 1) / 20));
    }
  }
}

TEST_CASE_METHOD(GlFixture, "label() refuses a table that cannot be", "[engine][table][bad-input]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  const Result<host::OwnedTexture> texture = host::upload(dots(3, 3).view());
  REQUIRE(texture);
  const Result<Labels> huge = labeler().label(texture->name(), {}, {.table_rows = 0xFFFFFFFFU});
  REQUIRE_FALSE(huge);
  CHECK(huge.error().code == ErrorCode::too_large);
  CHECK_THAT(huge.error().message, contains("4294967295 rows"));
  const Result<Labels> rooted = labeler().label(texture->name(), {.numbering = Numbering::root}, {.table_rows = 3});
  REQUIRE_FALSE(rooted);
  CHECK_THAT(rooted.error().message, contains("contradict") && contains("Numbering::raster"));
  REQUIRE(labeler().label(texture->name()));
  const Result<std::vector<Component>> none = labeler().readback_components();
  REQUIRE_FALSE(none);
  CHECK_THAT(none.error().message, contains("table_rows"));
}

}  // namespace glccl::tests
