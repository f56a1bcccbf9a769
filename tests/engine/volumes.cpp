// Volumes as OpenGL textures: labels of roots and numbers, boxes, levels, layers, formats, targets, memory, and what is
// refused. The conformance suite has small volumes and tables.
#include <GL/glew.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "engine/compute/plan.hpp"
#include "engine/faces/choose_engine.hpp"
#include "engine/gl/formats.hpp"
#include "engine/gl/readback.hpp"
#include "glccl/glccl.h"
#include "glccl/host/texture.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/gl_objects.hpp"
#include "tests/support/gl/textures.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

host::Image empty_volume(const Extent& extent) {
  return {extent, PixelFormat::u8, std::vector<std::uint8_t>(static_cast<std::size_t>(extent.elements()))};
}

/// Values 1 to `values` in `per_mille` of a thousand voxels.
host::Image random_volume(const Extent& extent, unsigned per_mille, unsigned seed = 1, unsigned values = 1) {
  std::mt19937 random(seed);
  host::Image volume = empty_volume(extent);
  for (std::uint8_t& voxel : volume.bytes) {
    const auto drawn = static_cast<unsigned>(random());
    voxel = drawn % 1000 < per_mille ? static_cast<std::uint8_t>(1 + drawn / 1000 % values) : std::uint8_t{0};
  }
  return volume;
}

/// The labels of cpu-serial, each replaced by 1 + the place of its component's first voxel.
LabelImage expected_roots(const host::Image& volume, Connectivity connectivity) {
  LabelImage labels = reference_labels(volume, connectivity);
  std::vector<std::uint32_t> roots = {0};
  for (std::size_t i = 0; i < labels.values.size(); ++i) {
    if (labels.values[i] == roots.size()) roots.push_back(static_cast<std::uint32_t>(i) + 1);
    labels.values[i] = roots[labels.values[i]];
  }
  return labels;
}

/// A texture of three dimensions or an array with the bytes of a volume in one of its levels.
gl::Texture upload_level(GLenum target, const host::Image& volume, int level, int levels, Extent base) {
  gl::Texture texture = make_texture(target, GL_R8UI, base, levels, base.depth);
  const Extent& extent = volume.extent;
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTextureSubImage3D(texture.name(), level, 0, 0, 0, extent.width, extent.height, extent.depth, GL_RED_INTEGER,
                      GL_UNSIGNED_BYTE, volume.bytes.data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  return texture;
}

class VolumeFixture : public GlFixture {
 protected:
  VolumeFixture() { engine_ = Engine::compute; }

  /// Labels a box of a texture and checks labels and table.
  void check_box(const Source& source, const host::Image& volume, Connectivity connectivity) {
    const host::Image part = source.rectangle ? host::crop(volume.view(), *source.rectangle) : volume;
    CAPTURE(part.extent, connectivity);
    const LabelingSpec spec{.connectivity = connectivity};
    const Result<Labels> labels = labeler().label({source}, spec, {.table_rows = 1 << 14});
    if (!labels) FAIL(labels.error().message);
    CHECK(labels->extent == part.extent);
    check_labeled({*labeler().readback(), *labeler().readback_components()}, reference(part, spec));
  }

  std::string refusal(const Source& source, const LabelingSpec& spec, const Outputs& output = {}) {
    const Result<Labels> labels = labeler().label({source}, spec, output);
    return labels ? std::string("none") : labels.error().message;
  }
};

// llvmpipe compiles a program again for each set of sides that are powers of two, so few sides are.
constexpr Extent extents[] = {{1, 1, 300},  {1, 300, 3},  {300, 1, 3},  {1, 70, 65},  {65, 1, 70},
                              {64, 16, 16}, {65, 17, 17}, {63, 15, 15}, {129, 33, 9}, {70, 65, 67}};

}  // namespace

TEST_CASE_METHOD(VolumeFixture, "compute gives the labels of roots and the numbers of cpu-serial in volumes",
                 "[engine][volumes][slow]") {
  for (const Extent& extent : extents) {
    for (const unsigned per_mille : {40U, 100U, 200U, 500U, 1000U}) {
      const host::Image volume = random_volume(extent, per_mille, per_mille);
      for (const Connectivity connectivity : connectivities_of_space) {
        CAPTURE(extent, per_mille, connectivity);
        LabelingSpec spec{.connectivity = connectivity};
        check_labeled(label_and_measure(volume, spec), reference(volume, spec));
        if (extent.width < 65 || extent.height < 17) continue;
        spec.numbering = Numbering::root;
        CHECK(first_difference(label(volume, spec), expected_roots(volume, connectivity)) == "");
      }
    }
  }
}

TEST_CASE_METHOD(VolumeFixture, "compute labels the tiles of volumes that have the most runs, links and nodes",
                 "[engine][volumes][slow]") {
  // Voxels whose coordinates are all even, of which two are, and whose sum is even: isolated for 26, 18 and 6
  // neighbours.
  for (const int even : {3, 2, 1}) {
    host::Image volume = empty_volume({130, 34, 34});
    for (std::size_t i = 0; i < volume.bytes.size(); ++i) {
      const Position at = position_of(i, volume.extent);
      const int sum = at.x + at.y + at.z;
      const bool in_plane = at.x % 2 == 0 && (even == 3 ? at.y % 2 == 0 && at.z % 2 == 0 : (at.y + at.z) % 2 == 0);
      volume.bytes[i] = (even == 1 ? sum % 2 == 0 : in_plane) ? 1 : 0;
    }
    for (const Connectivity connectivity : connectivities_of_space) {
      CAPTURE(even, connectivity);
      const LabelingSpec spec{.connectivity = connectivity};
      check_labeled(label_and_measure(volume, spec), reference(volume, spec));
    }
  }
}

TEST_CASE_METHOD(VolumeFixture, "compute unites more voxels at a border than are listed", "[engine][volumes][slow]") {
  const host::Image volume = corner_lattice({130, 34, 34});
  for (const Connectivity connectivity : connectivities_of_space) {
    CAPTURE(connectivity);
    for (const Criterion& criterion : {Criterion{Foreground{}}, Criterion{Equal{}}}) {
      const LabelingSpec spec{.connectivity = connectivity, .criterion = criterion};
      check_labeled(label_and_measure(volume, spec), reference(volume, spec));
    }
  }
}

TEST_CASE_METHOD(VolumeFixture, "compute labels volumes by values", "[engine][volumes][slow]") {
  for (const Extent& extent : {Extent{3, 9, 300}, Extent{65, 17, 17}, Extent{70, 65, 37}}) {
    // With 251 values nearly every voxel is a component, so that tiles have the most runs and nodes.
    for (const unsigned values : {2U, 4U, 251U}) {
      const host::Image volume = random_volume(extent, 900, values, values);
      for (const Criterion& criterion : {Criterion(Equal{}), Criterion(Difference{1.0, PixelValue{}})}) {
        for (const Connectivity connectivity : connectivities_of_space) {
          CAPTURE(extent, values, criterion, connectivity);
          const LabelingSpec spec{.connectivity = connectivity, .criterion = criterion};
          check_labeled(label_and_measure(volume, spec), reference(volume, spec));
        }
      }
    }
  }
}

TEST_CASE_METHOD(VolumeFixture, "label() treats boxes and levels of a 3-D texture as volumes of their own",
                 "[engine][volumes][source][slow]") {
  const Extent base{90, 50, 24};
  for (const int level : {0, 1}) {
    const host::Image volume = random_volume({base.width >> level, base.height >> level, base.depth >> level}, 200);
    const gl::Texture texture = upload_level(GL_TEXTURE_3D, volume, level, 2, base);
    const auto& [width, height, depth] = volume.extent;
    for (const std::optional<Rectangle>& box :
         {std::optional<Rectangle>(), std::optional(Rectangle{3, 2, width - 1, height, 1, depth - 1}),
          std::optional(Rectangle{0, 7, width, 8, 0, depth}), std::optional(Rectangle{9, 0, 10, height, 2, 10})}) {
      for (const Connectivity connectivity : connectivities_of_space) {
        CAPTURE(level);
        check_box({texture.name(), level, 0, box}, volume, connectivity);
      }
    }
  }
}

TEST_CASE_METHOD(VolumeFixture, "label() takes all layers of an array as a volume", "[engine][volumes][source]") {
  const host::Image volume = random_volume({70, 33, 9}, 200);
  const gl::Texture texture = upload_level(GL_TEXTURE_2D_ARRAY, volume, 0, 1, volume.extent);
  for (const std::optional<Rectangle>& box :
       {std::optional<Rectangle>(), std::optional(Rectangle{3, 2, 61, 31, 1, 8})}) {
    check_box({.texture = texture.name(), .rectangle = box, .all_layers = true}, volume, Connectivity::twenty_six);
  }
  CHECK_THAT(refusal({.texture = texture.name(), .layer = 9}, {}), contains("no layer 9"));
}

TEST_CASE_METHOD(VolumeFixture, "label() labels a slice of a volume as an image", "[engine][volumes][source][slow]") {
  engine_ = GENERATE(Engine::raster, Engine::compute, Engine::automatic);
  const host::Image volume = random_volume({70, 33, 9}, 400);
  for (const GLenum target : {GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY}) {
    const gl::Texture texture = upload_level(target, volume, 0, 1, volume.extent);
    for (const Rectangle& box : {Rectangle{0, 0, 70, 33, 4, 5}, Rectangle{5, 6, 51, 21, 8, 9}}) {
      for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight}) {
        check_box({.texture = texture.name(), .rectangle = box, .all_layers = target == GL_TEXTURE_2D_ARRAY}, volume,
                  connectivity);
      }
    }
  }
}

TEST_CASE_METHOD(VolumeFixture, "6, 18 and 26 neighbours label a single slice as 4 and 8 do",
                 "[engine][volumes][slow]") {
  const host::Image image = make_image("noise", {150, 75});
  const gl::Texture texture = upload_level(GL_TEXTURE_3D, image, 0, 1, image.extent);
  for (const Criterion& criterion : {Criterion(Foreground{}), Criterion(Equal{})}) {
    const LabelImage by_edges = reference_labels(image, Connectivity::four, criterion);
    const LabelImage by_corners = reference_labels(image, Connectivity::eight, criterion);
    for (const Connectivity connectivity : connectivities_of_space) {
      REQUIRE(labeler().label(texture.name(), {.connectivity = connectivity, .criterion = criterion}));
      CHECK(first_difference(*labeler().readback(), connectivity == Connectivity::six ? by_edges : by_corners) == "");
    }
  }
}

TEST_CASE_METHOD(VolumeFixture, "compute reads volumes of every format of an image",
                 "[engine][volumes][source][slow]") {
  const host::Image volume = random_volume({40, 9, 5}, 300);
  const LabelImage expected = reference_labels(volume, Connectivity::six);
  for (const FormatTraits& format : pixel_formats()) {
    if (gl::texture_format_of(format.format).transfer_format == GL_DEPTH_COMPONENT) continue;  // never 3-D
    CAPTURE(format.name);
    const gl::TextureFormat& row = gl::texture_format_of(format.format);
    const gl::Texture texture = make_texture(GL_TEXTURE_3D, row.internal_format, volume.extent, 1, 5);
    const GLenum transfer = format.is_integer ? GL_RED_INTEGER : GL_RED;
    std::vector<GLubyte> bytes = volume.bytes;
    if (!format.is_integer) std::ranges::for_each(bytes, [](GLubyte& byte) { byte = byte != 0 ? 255 : 0; });
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTextureSubImage3D(texture.name(), 0, 0, 0, 0, 40, 9, 5, transfer, GL_UNSIGNED_BYTE, bytes.data());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    REQUIRE(labeler().label(texture.name(), {.connectivity = Connectivity::six}));
    CHECK(first_difference(*labeler().readback(), expected) == "");
  }
}

TEST_CASE_METHOD(VolumeFixture, "label() writes the labels of a volume over its source", "[engine][volumes]") {
  const host::Image volume = random_volume({70, 20, 18}, 100);
  const gl::Texture target = make_texture(GL_TEXTURE_3D, GL_R32UI, volume.extent, 1, volume.extent.depth);
  const std::vector<GLuint> values(volume.bytes.begin(), volume.bytes.end());
  glTextureSubImage3D(target.name(), 0, 0, 0, 0, 70, 20, 18, GL_RED_INTEGER, GL_UNSIGNED_INT, values.data());
  const LabelingSpec spec{.connectivity = Connectivity::eighteen};
  const Outputs output{.target = target.name(), .table_rows = 4000};
  const Result<Labels> labels = labeler().label(target.name(), spec, output);
  REQUIRE(labels);
  CHECK(labels->texture == target.name());
  check_labeled({*labeler().readback(), *labeler().readback_components()}, reference(volume, spec));
  // The Labeler's own last result.
  const host::Image image = random_volume({65, 20, 18}, 100);
  CHECK(first_difference(label(image, spec), reference_labels(image, spec.connectivity)) == "");
  const Result<host::OwnedTexture> source = host::upload(image.view());
  REQUIRE(source);
  const GLuint own = labeler().label(source->name(), spec)->texture;
  REQUIRE(labeler().label(own, spec));
  CHECK(first_difference(*labeler().readback(), reference_labels(image, spec.connectivity)) == "");
}

TEST_CASE_METHOD(VolumeFixture, "label() refuses volumes and targets that cannot be, and keeps the last result",
                 "[engine][volumes][bad-input]") {
  const LabelImage before = label(random_volume({40, 9, 5}, 300), {.connectivity = Connectivity::six});
  const gl::Texture volume = make_texture(GL_TEXTURE_3D, GL_R8UI, {8, 6}, 1, 5);
  const gl::Texture flat = make_texture(GL_TEXTURE_2D, GL_R32UI, {8, 6});
  const gl::Texture deep = make_texture(GL_TEXTURE_3D, GL_R32UI, {8, 6}, 1, 6);
  const gl::Texture layers = make_texture(GL_TEXTURE_2D_ARRAY, GL_R32UI, {8, 6}, 1, 5);
  const gl::Texture bytes = make_texture(GL_TEXTURE_3D, GL_R8UI, {8, 6}, 1, 5);
  const Source source{volume.name()};
  const LabelingSpec spec{.connectivity = Connectivity::six};
  CHECK_THAT(refusal(source, spec, {.target = flat.name()}), contains("labels of a volume need a GL_TEXTURE_3D"));
  CHECK_THAT(refusal(source, spec, {.target = layers.name()}), contains("labels of a volume need a GL_TEXTURE_3D"));
  CHECK_THAT(refusal(source, spec, {.target = bytes.name()}), contains("GL_R8UI: labels need R32UI"));
  CHECK_THAT(refusal(source, spec, {.target = deep.name()}), contains("is 8x6x6 at level 0: the labels are 8x6x5"));
  CHECK_THAT(refusal({volume.name(), 1}, spec), contains("no level 1"));
  CHECK_THAT(refusal({volume.name(), 30}, spec), contains("no level 30"));
  CHECK_THAT(refusal(source, spec, {.raster = {.blocks = 2}}), contains("this is a volume of 8x6x5"));
  CHECK(glGetError() == GLenum{GL_NO_ERROR});
  CHECK(*labeler().readback() == before);
  GLint side = 0;
  glGetIntegerv(GL_MAX_3D_TEXTURE_SIZE, &side);
  const Result<void> status = labeler().prepare({PixelFormat::u8}, {2, 2, side + 1}, spec);
  REQUIRE_FALSE(status);
  CHECK_THAT(status.error().message,
             contains("the volume is 2x2x" + std::to_string(side + 1)) && contains("GL_MAX_3D_TEXTURE_SIZE"));
}

TEST_CASE_METHOD(VolumeFixture, "label() refuses a level of an incomplete 3-D texture",
                 "[engine][volumes][bad-input]") {
  GLuint name = 0;
  glGenTextures(1, &name);
  const gl::Texture texture(name);
  glBindTexture(GL_TEXTURE_3D, name);
  const auto add_level = [](int level, const Extent& extent) {
    glTexImage3D(GL_TEXTURE_3D, level, GL_R8UI, extent.width, extent.height, extent.depth, 0, GL_RED_INTEGER,
                 GL_UNSIGNED_BYTE, nullptr);
  };
  add_level(0, {8, 4, 20});
  add_level(1, {4, 2, 20});
  const LabelingSpec spec{.connectivity = Connectivity::six};
  CHECK_THAT(refusal({name, 1}, spec), contains("level 1 is 4x2x20") && contains("has to be 4x2x10"));
  add_level(1, {4, 2, 10});
  CHECK_THAT(refusal({name, 1}, spec), contains("level 2 is 0x0"));
  glTextureParameteri(name, GL_TEXTURE_MAX_LEVEL, 1);
  CHECK(refusal({name, 1}, spec) == "none");
  glBindTexture(GL_TEXTURE_3D, 0);
}

TEST_CASE_METHOD(VolumeFixture, "a label() of a volume that prepare() has prepared for makes no object",
                 "[engine][volumes][prepare]") {
  const host::Image volume = random_volume({40, 9, 5}, 300);
  const Result<host::OwnedTexture> texture = host::upload(volume.view());
  REQUIRE(texture);
  const LabelingSpec spec{.connectivity = Connectivity::six};
  Result<Labeler> fresh = Labeler::create(Engine::automatic);
  REQUIRE(fresh);
  REQUIRE(fresh->prepare({PixelFormat::u8}, volume.extent, spec, {.table_rows = 9}));
  const std::vector<int> prepared = count_objects();
  REQUIRE(fresh->label(texture->name(), spec, {.table_rows = 9}));
  CHECK(count_objects() == prepared);
  CHECK(fresh->engine() == Engine::compute);
}

TEST_CASE_METHOD(VolumeFixture, "compute keeps few bytes per voxel besides its results",
                 "[engine][volumes][memory][slow]") {
  constexpr Extent extent{128, 64, 32};
  const gl::Texture texture = make_texture(GL_TEXTURE_3D, GL_R8UI, extent, 1, extent.depth);
  struct MostBytes {
    LabelingSpec spec;
    double most;
  };
  const MostBytes cases[] = {{{.connectivity = Connectivity::twenty_six}, 1.5},
                             {{.connectivity = Connectivity::eighteen}, 2.5},
                             {{.connectivity = Connectivity::six}, 4.0},
                             {{.connectivity = Connectivity::twenty_six, .criterion = Equal{}}, 8.0}};
  for (const auto& [spec, most] : cases) {
    CAPTURE(spec.connectivity, spec.criterion);
    Result<Labeler> labeler = Labeler::create(Engine::compute);
    REQUIRE(labeler);
    REQUIRE(labeler->label(texture.name(), spec, {.table_rows = 100}));
    const auto bytes = static_cast<double>(labeler->scratch_bytes());
    CHECK(bytes <= most * static_cast<double>(extent.elements()));
    CHECK(bytes > 0.5 * most * static_cast<double>(extent.elements()));
  }
}

TEST_CASE_METHOD(VolumeFixture, "the table of a volume has the columns of volumes, after that of an image too",
                 "[engine][volumes][table]") {
  label_and_measure(make_image("noise", {40, 40}));
  const host::Image volume = random_volume({40, 8, 5}, 300);
  const Result<host::OwnedTexture> texture = host::upload(volume.view());
  REQUIRE(texture);
  const LabelingSpec spec{.connectivity = Connectivity::six};
  const Result<Labels> labels = labeler().label(texture->name(), spec, {.table_rows = 1600});
  REQUIRE(labels);
  ComponentTableHeader header;
  gl::read_buffer(labels->table.buffer, 0, sizeof header, &header);
  CHECK(header.columns == (table_column_base | table_column_sum_z));
  CHECK(header.row_bytes == row_bytes_of(header.columns));
  CHECK(Extent{int(header.width), int(header.height), int(header.depth)} == volume.extent);
  check_labeled({*labeler().readback(), *labeler().readback_components()}, reference(volume, spec));
}

TEST_CASE_METHOD(VolumeFixture, "C labels all layers of an array as a volume", "[engine][volumes]") {
  const host::Image volume = random_volume({30, 9, 4}, 300);
  const gl::Texture texture = upload_level(GL_TEXTURE_2D_ARRAY, volume, 0, 1, volume.extent);
  glccl_labeler* made = nullptr;
  REQUIRE(glccl_labeler_create(GLCCL_ENGINE_AUTOMATIC, &made, nullptr) == GLCCL_OK);
  glccl_labeling_spec spec = glccl_default_spec();
  CHECK(spec.connectivity == GLCCL_CONNECTIVITY_FULL);
  glccl_inputs inputs = glccl_inputs_of(texture.name());
  inputs.image.all_layers = 1;
  glccl_labels labels{};
  CHECK(glccl_label(made, &inputs, &spec, nullptr, &labels, nullptr) == GLCCL_OK);
  CHECK(labels.extent.depth == 4);
  std::vector<std::uint32_t> values(volume.bytes.size());
  CHECK(glccl_readback_labels(made, values.data(), values.size(), nullptr, nullptr) == GLCCL_OK);
  CHECK(values == reference_labels(volume, Connectivity::twenty_six).values);
  glccl_labeler_destroy(made);
}

TEST_CASE("the tiles of compute cover a volume", "[engine][volumes][plan]") {
  for (const Extent extent : {Extent{1, 1, 2}, Extent{65, 17, 17}, Extent{2048, 1024, 2000}, Extent{1, 16384, 16384}}) {
    for (const Connectivity connectivity : connectivities_of_space) {
      CAPTURE(extent, connectivity);
      const compute::ComputePlan plan = compute::make_plan(plan_key_of(extent, {.connectivity = connectivity}));
      const Extent tile = plan.tile.extent();
      CHECK((plan.tiles.width - 1) * tile.width < extent.width);
      CHECK(plan.tiles.width * tile.width >= extent.width);
      CHECK(plan.tiles.height * tile.height >= extent.height);
      CHECK(plan.tiles.depth * tile.depth >= extent.depth);
      CHECK(plan.tile.most_runs() == 2048);
      CHECK(plan.tile.most_nodes() == (connectivity == Connectivity::twenty_six ? 968 : 872));
      for (const compute::Dispatch& pass : plan.passes) {
        CHECK(std::max({pass.groups_x, pass.groups_y, pass.groups_z}) <= 65535);
      }
    }
  }
  CHECK(choose_engine(Engine::automatic, plan_key_of({2048, 1024, 2000}, {.connectivity = Connectivity::six}), 1) ==
        Engine::compute);
}

}  // namespace glccl::tests
