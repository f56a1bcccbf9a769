// Intensities and their functions against definitions.
#include "tests/support/intensities.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/vocabulary/integer128.hpp"
#include "glccl/host/cpu.hpp"
#include "glccl/intensity.hpp"
#include "glccl/spec.hpp"
#include "glsl/shared/fixed_point.h"
#include "tests/support/catch.hpp"
#include "tests/support/images.hpp"
#include "tests/support/measurements.hpp"
#include "tests/support/reference.hpp"

namespace glccl::tests {

TEST_CASE("floats are rounded to the nearest multiple, halves to the even one", "[host][intensity]") {
  struct Case {
    float number;
    int fraction_bits;
    int expected;
  };
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr int most = shared::LARGEST_FIXED;
  const std::vector<Case> cases = {{0.0F, 16, 0},
                                   {-0.0F, 16, 0},
                                   {1.0F, 16, 65536},
                                   {-1.0F, 16, -65536},
                                   {0.5F, 0, 0},
                                   {1.5F, 0, 2},
                                   {2.5F, 0, 2},
                                   {-2.5F, 0, -2},
                                   {-3.5F, 0, -4},
                                   {0.4999F, 0, 0},
                                   {0.5001F, 0, 1},
                                   {1e-40F, 64, 0},
                                   {32767.998F, 16, most - 127},
                                   {32768.0F, 16, most},
                                   {-32768.0F, 16, -most},
                                   {infinity, -64, most},
                                   {-infinity, 0, -most},
                                   {3e38F, -64, most},
                                   {1e20F, -64, 5},
                                   {std::nanf(""), 16, 0},
                                   {16777215.0F, 7, 16777215 * 128}};
  for (const Case& one : cases) {
    CAPTURE(one.number, one.fraction_bits);
    CHECK(shared::fixed_point(std::bit_cast<int>(one.number), one.fraction_bits) == one.expected);
  }
}

TEST_CASE("integers of 128 bits", "[host][intensity]") {
  const Integer128 large = multiply_unsigned(0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF);
  CHECK(large == Integer128{1, -2});
  CHECK(add(integer128(-1), integer128(1)) == Integer128{});
  CHECK(multiply(integer128(-7), -9) == integer128(63));
  CHECK(multiply(Integer128{0, 1}, -3) == Integer128{0, -3});
  CHECK(integer128(-5).value() == -5.0);
  CHECK(Integer128{0, -1}.value() == -0x1p64);
  CHECK(Integer128{1, 1}.value() == 0x1p64);
}

TEST_CASE("measure_intensities() by definition", "[host][intensity]") {
  for (const PixelFormat format : intensity_formats()) {
    for (const Extent& extent : {Extent{1, 1}, Extent{45, 31}, Extent{9, 7, 5}}) {
      host::Image image = make_image("noise", {extent.width, extent.height * extent.depth}, {.density = 0.5});
      image.extent = extent;
      const LabelingSpec spec{.connectivity = Connectivity::six};
      const LabeledImage labeled = reference(image, spec);
      const host::Image intensity = make_intensities(format, extent, 3);
      CAPTURE(extent, format);
      std::vector<Measurements> actual(labeled.components.size());
      for (Measurements& row : actual) row.intensity.sum = {99, 99};
      std::vector<Measurements> expected = actual;
      host::measure_intensities(labeled.labels, intensity.view(), 12, actual);
      add_intensities_by_definition(labeled.labels, intensity.view(), 12, expected);
      CHECK(first_difference(actual, expected) == "");
    }
  }
}

TEST_CASE("properties of intensities", "[host][intensity]") {
  const LabelImage labels{{5, 2}, {1, 1, 0, 2, 2, 1, 0, 0, 2, 2}};
  const auto image = image_of_values<float>({5, 2}, PixelFormat::f32, {1, 2, 9, -4, 4, 6, 9, 9, -1, 1});
  std::vector<Measurements> rows(2);
  host::measure_intensities(labels, image.view(), 20, rows);
  CHECK(mean_intensity(rows[0].intensity, 3) == 3.0);
  CHECK(minimum_intensity(rows[0].intensity) == 1.0);
  CHECK(maximum_intensity(rows[0].intensity) == 6.0);
  CHECK(std::abs(intensity_variance(rows[0].intensity, 3) - 14.0 / 3.0) < 1e-12);
  CHECK(weighted_centroid(rows[0].intensity).x == 2.0 / 9.0);
  CHECK(weighted_centroid(rows[0].intensity).y == 6.0 / 9.0);
  CHECK(mean_intensity(rows[1].intensity, 4) == 0.0);
  CHECK(minimum_intensity(rows[1].intensity) == -4.0);
  CHECK(intensity_variance(rows[1].intensity, 4) == 8.5);
  CHECK(std::isnan(weighted_centroid(rows[1].intensity).x));
}

TEST_CASE("the variance of large values that hardly differ", "[host][intensity]") {
  constexpr std::uint32_t large = 4000000000;
  const LabelImage labels{{4, 1}, {1, 1, 1, 1}};
  const auto image = image_of_values<std::uint32_t>({4, 1}, PixelFormat::u32, {large, large + 1, large + 1, large});
  std::vector<Measurements> rows(1);
  host::measure_intensities(labels, image.view(), 0, rows);
  CHECK(intensity_variance(rows[0].intensity, 4) == 0.25);
}

TEST_CASE("columns of intensities", "[host][intensity]") {
  const Extent image{7, 5};
  const Extent volume{7, 5, 3};
  CHECK(table_columns_of(image, table_column_intensity) == (table_column_base | table_column_intensity));
  CHECK(row_bytes_of(table_columns_of(image, table_column_intensity)) == 144);
  CHECK(column_offset(table_columns_of(image, measured_columns), table_column_intensity) == 120);
  CHECK(column_offset(table_columns_of(volume, table_column_intensity), table_column_intensity_z) == 152);
  CHECK(row_bytes_of(table_columns_of(volume, table_column_intensity)) == 176);
}

}  // namespace glccl::tests
