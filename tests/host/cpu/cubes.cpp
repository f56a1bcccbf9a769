// Exposed faces and Euler numbers of components of volumes on the CPU.
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "glccl/host/cpu.hpp"
#include "glccl/shape.hpp"
#include "glccl/spec.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/references/measurements.hpp"

namespace glccl::tests {
namespace {

void check_by_definition(const LabelImage& labels, std::size_t count) {
  for (const std::uint32_t columns : column_sets(labels.extent)) {
    const std::vector<Measurements> expected = measure_by_definition(labels, columns, count);
    if (first_difference(host::measure_columns(labels, columns, count), expected).empty()) continue;
    CAPTURE(labels.extent, labels.values, columns);
    CHECK(first_difference(host::measure_columns(labels, columns, count), expected) == "");
  }
}

/// A volume of one label, whose voxels are the bits of a number.
LabelImage volume_of_bits(const Extent& extent, std::uint32_t bits) {
  LabelImage labels{extent, {}};
  for (std::int64_t i = 0; i < extent.elements(); ++i) labels.values.push_back(bits >> i & 1U);
  return labels;
}

/// The voxels of which the centre of the volume is as far as `is_inside` says, as one component.
template <class Inside>
Cubes cubes_of(int side, const Inside& is_inside) {
  LabelImage labels{{side, side, side}, {}};
  for (int z = 0; z < side; ++z) {
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) {
        labels.values.push_back(is_inside(x - side / 2, y - side / 2, z - side / 2) ? 1U : 0U);
      }
    }
  }
  return host::measure_columns(labels, table_column_cubes, 1).front().cubes;
}

/// The cubes of a component whose slices are pictures of '#' and '.'.
Cubes cubes_of(const std::vector<std::vector<std::string>>& slices) {
  const auto length = [](const auto& list) { return static_cast<int>(list.size()); };
  LabelImage labels{{length(slices[0][0]), length(slices[0]), length(slices)}, {}};
  for (const std::vector<std::string>& slice : slices) {
    for (const std::string& row : slice) {
      for (const char voxel : row) labels.values.push_back(voxel == '#' ? 1 : 0);
    }
  }
  return host::measure_columns(labels, table_column_cubes, 1).front().cubes;
}

}  // namespace

TEST_CASE("measure_columns() gives cubes of all windows by definition", "[host][cubes]") {
  for (std::uint32_t bits = 1; bits < 256; ++bits) check_by_definition(volume_of_bits({2, 2, 2}, bits), 1);
  for (std::uint32_t bits = 1; bits < 1U << 18; bits += 97) check_by_definition(volume_of_bits({3, 3, 2}, bits), 1);
}

TEST_CASE("measure_columns() gives cubes of random labels by definition", "[host][cubes]") {
  std::mt19937 random(7);
  for (int i = 0; i < 60; ++i) {
    const auto side = [&] { return static_cast<int>(random() % 9) + 1; };
    LabelImage labels{{side(), side(), side() + 1}, {}};
    const std::uint32_t values = random() % 4 + 2;
    for (std::int64_t j = 0; j < labels.extent.elements(); ++j) {
      labels.values.push_back(static_cast<std::uint32_t>(random()) % values);
    }
    check_by_definition(labels, values - 1);
  }
}

TEST_CASE("Euler numbers and faces of known volumes", "[host][cubes]") {
  struct Case {
    const char* name;
    Cubes cubes;
    std::int64_t euler_6;
    std::int64_t euler_18;
    std::int64_t euler_26;
  };
  const auto squared = [](int x, int y, int z) { return x * x + y * y + z * z; };
  const std::vector<std::string> nothing = {"....", "....", "....", "...."};
  const Case cases[] = {
      {"a voxel", cubes_of({{"#"}, {"."}}), 1, 1, 1},
      {"voxels that share an edge", cubes_of({{"#."}, {".#"}}), 2, 1, 1},
      {"voxels that share a corner", cubes_of({{"#.", ".."}, {"..", ".#"}}), 2, 2, 1},
      {"a ring", cubes_of({{"###", "#.#", "###"}, {"...", "...", "..."}}), 0, 0, 0},
      {"a ring of edges", cubes_of({{".#.", "#.#", ".#."}, {"...", "...", "..."}}), 4, 0, 0},
      {"a shell of faces", cubes_of({{"...", ".#.", "..."}, {".#.", "#.#", ".#."}, {"...", ".#.", "..."}}), 6, 2, 2},
      {"a loop around the other one's place",
       cubes_of({{"####", "#..#", "#...", "###."}, {"...#", "....", "....", "..#."}, {"...#", "...#", "...#", "..##"}}),
       0, 0, 0},
      {"two layers", cubes_of({{"####", "####", "####", "####"}, nothing, {"####", "####", "####", "####"}}), 2, 2, 2},
      {"a ball", cubes_of(13, [&](int x, int y, int z) { return squared(x, y, z) <= 30; }), 1, 1, 1},
      {"a hollow ball",
       cubes_of(13, [&](int x, int y, int z) { return squared(x, y, z) <= 30 && squared(x, y, z) > 9; }), 2, 2, 2},
      {"a torus",
       cubes_of(15,
                [&](int x, int y, int z) {
                  const int flat = x * x + y * y;
                  return z * z <= 1 && flat >= 9 && flat <= 36;
                }),
       0, 0, 0},
  };
  for (const Case& one : cases) {
    CAPTURE(one.name);
    CHECK(euler_number(one.cubes, Connectivity::six) == one.euler_6);
    CHECK(euler_number(one.cubes, Connectivity::four) == one.euler_6);
    CHECK(euler_number(one.cubes, Connectivity::eighteen) == one.euler_18);
    CHECK(euler_number(one.cubes, Connectivity::twenty_six) == one.euler_26);
    CHECK(euler_number(one.cubes, Connectivity::eight) == one.euler_26);
  }
}

TEST_CASE("exposed faces of a box, and their area", "[host][cubes]") {
  const Cubes box = cubes_of({{"....", ".###", ".###"}, {"....", ".###", ".###"}});
  CHECK(box == Cubes{8, 12, 12, 1, 1, 1});
  CHECK(exposed_faces(box) == 32);
  CHECK(exposed_area(box, 1.0, 1.0, 1.0) == 32.0);
  CHECK(exposed_area(box, 2.0, 0.5, 3.0) == 8 * 1.5 + 12 * 6.0 + 12 * 1.0);
}

TEST_CASE("cubes are a column of volumes", "[host][cubes]") {
  const Extent volume{4, 4, 4};
  CHECK(row_bytes_of(table_columns_of(volume, table_column_cubes)) == 128);
  CHECK(column_offset(table_columns_of(volume, table_column_cubes), table_column_cubes) == 72);
  CHECK(row_bytes_of(table_columns_of(volume, volume_shape_columns)) == 176);
  CHECK(column_offset(table_columns_of(volume, volume_shape_columns | table_column_intensity), table_column_cubes) ==
        216);
  CHECK(check_columns(volume_shape_columns, volume));
  const Result<void> refused = check_columns(table_column_cubes, {5, 4});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::unsupported);
  CHECK(refused.error().message ==
        "cubes are windows of volumes, and this is an image of 5x4: leave table_column_cubes out");
}

}  // namespace glccl::tests
