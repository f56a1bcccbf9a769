// Moments and quads on the CPU, and what follows from them.
#include "tests/support/references/measurements.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include "glccl/host/cpu.hpp"
#include "glccl/host/seams.hpp"
#include "glccl/shape.hpp"
#include "glccl/spec.hpp"
#include "glsl/shared/small_boxes.h"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// Measures the one component of a picture of '#' and '.'.
struct MeasuredPicture {
  explicit MeasuredPicture(std::vector<std::string> rows) {
    LabelImage labels{{static_cast<int>(rows.front().size()), static_cast<int>(rows.size())}, {}};
    for (const std::string& row : rows) {
      for (const char pixel : row) labels.values.push_back(pixel == '#' ? 1 : 0);
    }
    component = measure(labels).front();
    measurements = host::measure_columns(labels, shape_columns, 1).front();
    ellipse = ellipse_of(central_moments(component, measurements.moments), component.area);
  }

  Component component;
  Measurements measurements;
  Ellipse ellipse;
};

bool is_near(double a, double b) { return std::abs(a - b) <= 1e-12 * std::max(1.0, std::abs(b)); }

}  // namespace

TEST_CASE("measure_columns() gives moments and quads by definition", "[host]") {
  for (int i = 0; i < 300; ++i) {
    const LabelImage labels = reference_labels(random_image(i), i % 2 == 0 ? Connectivity::four : Connectivity::eight);
    const std::size_t count = measure(labels).size();
    for (const std::uint32_t columns : column_sets(labels.extent)) {
      CHECK(first_difference(host::measure_columns(labels, columns, count),
                             measure_by_definition(labels, columns, count)) == "");
    }
  }
}

TEST_CASE("the bits of a small box have the sums and windows of its pixels", "[host]") {
  constexpr int side = shared::SMALL_BOX;
  for (int i = 0; i < 300; ++i) {
    const auto image = make_image("noise", {side, side}, {.seed = static_cast<unsigned>(i), .density = 0.1 * (i % 11)});
    const auto has = [&](int x, int y) {
      return x >= 0 && y >= 0 && x < side && y < side && image.bytes[static_cast<std::size_t>(y * side + x)] != 0;
    };
    shared::BoxBits box = {};
    shared::LabelSums expected = shared::no_sums(5);
    for (int y = 0; y <= side; ++y) {
      unsigned row = 0;
      for (int x = 0; x <= side; ++x) {
        const int quad = shared::quad_of(has(x - 1, y - 1), has(x, y - 1), has(x - 1, y), has(x, y));
        if (quad == shared::QUAD_ONE || quad == shared::QUAD_TWO) expected.one_two += 1U << 16 * quad;
        if (quad == shared::QUAD_THREE || quad == shared::QUAD_DIAGONAL) {
          expected.three_diagonal += 1U << 16 * (quad - shared::QUAD_THREE);
        }
        if (!has(x, y)) continue;
        row |= 1U << x;
        expected = shared::sum_of(expected, shared::moved_down(shared::sums_of_column(5, 1, x), y));
      }
      if (y < side) box = shared::with_row(box, y, row);
    }
    const shared::LabelSums sums = shared::sums_of_box(5, box);
    CHECK(sums.label == 5);
    CHECK(std::vector{sums.area, sums.x, sums.y, sums.xx, sums.xy, sums.yy, sums.one_two, sums.three_diagonal} ==
          std::vector{expected.area, expected.x, expected.y, expected.xx, expected.xy, expected.yy, expected.one_two,
                      expected.three_diagonal});
  }
}

TEST_CASE("moments of two parts add up to those of the whole", "[host]") {
  const LabelImage labels = reference_labels(make_image("noise", {60, 40}, {.seed = 2, .density = 0.5}));
  const std::size_t count = measure(labels).size();
  LabelImage upper = labels;
  LabelImage lower = labels;
  for (std::size_t i = 0; i < labels.values.size(); ++i) (i < 1234 ? lower : upper).values[i] = 0;
  const auto a = host::measure_columns(upper, table_column_moments, count);
  const auto b = host::measure_columns(lower, table_column_moments, count);
  const auto whole = host::measure_columns(labels, table_column_moments, count);
  for (std::size_t i = 0; i < count; ++i) CHECK(merge(a[i].moments, b[i].moments) == whole[i].moments);
}

TEST_CASE("Euler number, holes and boundary of pictures", "[host]") {
  struct Case {
    std::vector<std::string> picture;
    std::int64_t euler_4;
    std::int64_t euler_8;
    std::uint64_t sides;
  };
  const Case cases[] = {{{"#"}, 1, 1, 4},
                        {{"##", "##"}, 1, 1, 8},
                        {{"###", "#.#", "###"}, 0, 0, 16},
                        {{"#.", ".#"}, 2, 1, 8},
                        {{".#.", "#.#", ".#."}, 4, 0, 16},
                        {{"###.", "#.#.", "##.#", "..##"}, 2, -1, 24},
                        {{"#####", "#.#.#", "#####"}, -1, -1, 24}};
  for (const Case& one : cases) {
    CAPTURE(one.picture);
    const MeasuredPicture measured(one.picture);
    const Quads& quads = measured.measurements.quads;
    CHECK(euler_number(quads, Connectivity::four) == one.euler_4);
    CHECK(euler_number(quads, Connectivity::six) == one.euler_4);
    CHECK(euler_number(quads, Connectivity::eight) == one.euler_8);
    CHECK(boundary_sides(quads) == one.sides);
    CHECK(is_near(perimeter_crofton(quads, 2), std::numbers::pi / 4.0 * static_cast<double>(one.sides)));
  }
}

TEST_CASE("the ellipse of pictures", "[host]") {
  const MeasuredPicture pixel({"...", ".#.", "..."});
  CHECK(pixel.ellipse.axis_major_length == 0.0);
  CHECK(pixel.ellipse.eccentricity == 0.0);
  CHECK(pixel.ellipse.orientation == -std::numbers::pi / 4.0);

  const MeasuredPicture row({".....", ".###."});
  CHECK(is_near(row.ellipse.axis_major_length, 4.0 * std::sqrt(2.0 / 3.0)));
  CHECK(row.ellipse.axis_minor_length == 0.0);
  CHECK(row.ellipse.eccentricity == 1.0);
  CHECK(is_near(std::abs(row.ellipse.orientation), std::numbers::pi / 2.0));

  CHECK(MeasuredPicture({"#..", ".#.", "..#"}).ellipse.orientation == std::numbers::pi / 4.0);
  CHECK(MeasuredPicture({"#", "#"}).ellipse.orientation == 0.0);
}

TEST_CASE("central moments of a component far from the origin are exact", "[host]") {
  const std::uint64_t far = (std::uint64_t{1} << 31) - 5;  // four pixels in a row, from there on
  Component component;
  component.area = 4;
  component.sum_x = 4 * far + 6;
  component.sum_y = 4 * far;
  Moments moments;
  for (std::uint64_t x = far; x < far + 4; ++x) moments = merge(moments, {x * x, x * far, far * far});
  const CentralMoments central = central_moments(component, moments);
  CHECK(central.xx == 5.0);
  CHECK(central.xy == 0.0);
  CHECK(central.yy == 0.0);
}

TEST_CASE("columns that cannot be measured are refused", "[host]") {
  const auto message = [](std::uint32_t columns, const Extent& extent, ErrorCode code) {
    const Result<void> status = check_columns(columns, extent);
    REQUIRE_FALSE(status);
    CHECK(status.error().code == code);
    return status.error().message;
  };
  CHECK(check_columns(shape_columns, {32768, 32768}));
  CHECK(check_columns(shape_columns, {65536, 65535}));
  CHECK(check_columns(table_column_moments, {2048, 2048, 2048}));
  CHECK(message(64, {5, 5}, ErrorCode::invalid_argument) ==
        "the measured columns are 64: pass a set of table_column_moments, table_column_quads, table_column_intensity, "
        "table_column_cubes and table_column_seams, 4, 16, 32, 128 and 256");
  CHECK(message(table_column_quads, {5, 5, 2}, ErrorCode::unsupported) ==
        "quads are windows of images, and this is a volume of 5x5x2: leave table_column_quads out");
  CHECK(message(table_column_moments, {1 << 24, 1 << 18}, ErrorCode::too_large) ==
        "the moments of 16777216x262144, 4398046511104 elements up to 16777215 from the first, exceed 64 bits: leave "
        "table_column_moments out");
}

TEST_CASE("labels beyond the rows of a table are left out", "[host]") {
  const LabelImage labels{{3, 2}, {1, 1, 0, 7, 0xFFFFFFFF, 2}};
  const LabelImage known{{3, 2}, {1, 1, 0, 0, 0, 0}};
  CHECK(host::measure_columns(labels, shape_columns, 1) == host::measure_columns(known, shape_columns, 1));
  CHECK(host::measure_moments(labels, 1) == host::measure_moments(known, 1));
  const LabelImage volume{{3, 1, 2}, labels.values};
  const LabelImage known_volume{{3, 1, 2}, known.values};
  CHECK(host::measure_columns(volume, volume_shape_columns, 1) ==
        host::measure_columns(known_volume, volume_shape_columns, 1));

  const auto image = image_of_values<std::uint8_t>({3, 2}, PixelFormat::u8, {1, 2, 3, 4, 5, 6});
  std::vector<Measurements> rows(1);
  std::vector<Measurements> expected(1);
  host::measure_intensities(labels, image.view(), 0, rows);
  host::measure_intensities(known, image.view(), 0, expected);
  host::measure_seams(labels, Connectivity::eight, {.x = true, .y = true}, rows);
  host::measure_seams(known, Connectivity::eight, {.x = true, .y = true}, expected);
  CHECK(rows == expected);

  std::vector<Component> components = {measure(known).front()};
  CHECK(host::draw_filled(labels, components, 9).bytes == host::draw_filled(known, components, 9).bytes);
  LabelImage filtered = labels;
  host::filter_components({.min_area = 2}, filtered, components);
  CHECK(filtered.values == known.values);
}

TEST_CASE("rows of tables have room for their columns", "[host]") {
  const Extent image{4, 4};
  const Extent volume{4, 4, 4};
  CHECK(row_bytes_of(table_columns_of(image)) == 64);
  CHECK(row_bytes_of(table_columns_of(volume)) == 80);
  CHECK(row_bytes_of(table_columns_of(image, table_column_moments)) == 96);
  CHECK(row_bytes_of(table_columns_of(image, shape_columns)) == 128);
  CHECK(row_bytes_of(table_columns_of(volume, table_column_moments)) == 128);
  CHECK(column_offset(table_columns_of(volume, table_column_moments), table_column_moments_z) == 96);
  CHECK(column_offset(table_columns_of(image, shape_columns), table_column_quads) == 88);
  CHECK(column_offset(table_columns_of(image, table_column_quads), table_column_quads) == 64);
}

TEST_CASE("an integer of all rows is a strided view of the table", "[host]") {
  const std::uint32_t columns = table_columns_of(Extent{4, 4, 4}, table_column_moments);
  std::vector<std::uint64_t> table(table_bytes(3, columns) / sizeof(std::uint64_t));
  const auto set = [&](const StridedColumn& column, std::uint64_t first) {
    for (std::size_t i = 0; i < 3; ++i) table[(column.begin + i * column.stride) / sizeof(std::uint64_t)] = first + i;
  };
  set(strided_column(columns, table_column_base, offsetof(ComponentRow, area)), 5);
  set(strided_column(columns, table_column_sum_z), 10);
  set(strided_column(columns, table_column_moments, 16), 20);
  for (std::uint32_t i = 0; i < 3; ++i) {
    const auto* rows = reinterpret_cast<const unsigned char*>(table.data()) + sizeof(ComponentTableHeader);
    const void* row = rows + i * row_bytes_of(columns);
    CHECK(read_row(row, columns).area == 5 + i);
    CHECK(read_row(row, columns).sum_z == 10 + i);
    CHECK(read_measurements(row, columns).moments.yy == 20 + i);
  }
}

}  // namespace glccl::tests
