// Intensities and their functions against definitions.
#include "tests/support/references/intensities.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "engine/vocabulary/integer128.hpp"
#include "glccl/host/cpu.hpp"
#include "glccl/intensity.hpp"
#include "glccl/spec.hpp"
#include "glsl/shared/fixed_point.h"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/measurements.hpp"
#include "tests/support/references/reference.hpp"

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
  CHECK(to_double(integer128(-5)) == -5.0);
  CHECK(to_double(Integer128{0, -1}) == -0x1p64);
  CHECK(to_double(Integer128{1, 1}) == 0x1p64);
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
      for (const std::optional<int> bits : {std::optional<int>(12), std::optional<int>()}) {
        host::measure_intensities(labeled.labels, intensity.view(), bits, actual);
        add_intensities_by_definition(labeled.labels, intensity.view(), bits, expected);
        CHECK(first_difference(actual, expected) == "");
      }
    }
  }
}

TEST_CASE("components of floats have their own bits of a fraction", "[host][intensity]") {
  for (const PixelFormat format : {PixelFormat::f16, PixelFormat::f32}) {
    const host::Image image = make_image("noise", {300, 200}, {.density = 0.35});
    const LabeledImage labeled = reference(image, {});
    const host::Image intensity = make_scaled_floats(format, image.extent, 9);
    std::vector<Measurements> actual(labeled.components.size());
    std::vector<Measurements> expected = actual;
    host::measure_intensities(labeled.labels, intensity.view(), {}, actual);
    add_intensities_by_definition(labeled.labels, intensity.view(), {}, expected);
    CHECK(first_difference(actual, expected) == "");
  }
}

/// The row of one component with these values.
Intensity intensity_of(const std::vector<float>& values) {
  const Extent extent{static_cast<int>(values.size()), 1};
  const LabelImage labels{extent, std::vector<std::uint32_t>(values.size(), 1)};
  std::vector<Measurements> rows(1);
  host::measure_intensities(labels, image_of_values(extent, PixelFormat::f32, values).view(), {}, rows);
  return rows[0].intensity;
}

TEST_CASE("the mean of floats of any magnitude is within 2^-31 of the largest", "[host][intensity]") {
  std::mt19937 random(1);
  std::uniform_int_distribution<int> exponents(-149, 127);
  std::uniform_real_distribution<float> fractions(-1.0F, 1.0F);
  for (int i = 0; i < 3000; ++i) {
    const int exponent = exponents(random);
    std::vector<float> values(1 + i % 40);
    long double sum = 0.0L;
    long double largest = 0.0L;
    for (float& value : values) {
      value = std::ldexp(fractions(random), exponent);
      sum += value;
      largest = std::max(largest, std::abs(static_cast<long double>(value)));
    }
    const Intensity row = intensity_of(values);
    const long double mean = sum / static_cast<long double>(values.size());
    CAPTURE(i, exponent);
    CHECK(std::abs(mean_intensity(row, values.size()) - mean) <= std::ldexp(largest, -31) * (1 + 1e-9L));
    CHECK(row.minimum == *std::min_element(values.begin(), values.end()));
    CHECK(row.maximum == *std::max_element(values.begin(), values.end()));
  }
}

TEST_CASE("infinities and NaN concern the component that has them", "[host][intensity]") {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const float nan = std::nanf("");
  CHECK(mean_intensity(intensity_of({1, infinity}), 2) == infinity);
  CHECK(mean_intensity(intensity_of({-infinity, 1}), 2) == -infinity);
  CHECK(std::isnan(mean_intensity(intensity_of({-infinity, infinity}), 2)));
  for (const std::vector<float>& values : {std::vector<float>{nan, 1, 2}, {1, -nan, 2}, {1, infinity, nan}}) {
    const Intensity row = intensity_of(values);
    CHECK(std::isnan(row.minimum));
    CHECK(std::isnan(row.maximum));
    CHECK(std::isnan(mean_intensity(row, 3)));
    CHECK(std::isnan(intensity_variance(row, 3)));
    CHECK(std::isnan(weighted_centroid(row).x));
  }
  const LabelImage labels{{4, 1}, {1, 1, 0, 2}};
  std::vector<Measurements> rows(2);
  const auto image = image_of_values<float>({4, 1}, PixelFormat::f32, {1e-30F, 3e-30F, infinity, nan});
  host::measure_intensities(labels, image.view(), {}, rows);
  CHECK(std::abs(mean_intensity(rows[0].intensity, 2) - 2e-30) < 1e-38);
}

TEST_CASE("doubles are measured with 62 bits", "[host][intensity]") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const LabelImage labels{{4, 3}, {1, 1, 0, 2, 1, 1, 9, 2, 3, 3, 4, 4}};
  const double values[] = {1e8, 1e8 + 1, std::nan(""), 3e-320, 1e8 + 2, 1e8 + 3, 7, 1e-320, 1e300, 3e300, -infinity, 5};
  const std::vector<DoubleIntensity> rows = host::measure_intensities(labels, values, 4);
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].mean == 1e8 + 1.5);
  CHECK(rows[0].minimum == 1e8);
  CHECK(rows[0].maximum == 1e8 + 3);
  CHECK(std::abs(rows[0].deviation - std::sqrt(1.25)) < 1e-15);
  CHECK(std::abs(rows[0].centroid.y - (2e8 + 5) / (4e8 + 6)) < 1e-15);
  CHECK(rows[1].mean == 2e-320);
  CHECK(rows[1].deviation == 1e-320);
  CHECK(std::abs(rows[2].mean / 2e300 - 1) < 1e-15);
  CHECK(std::abs(rows[2].deviation / 1e300 - 1) < 1e-15);
  CHECK(rows[3].mean == -infinity);
  CHECK(std::isnan(rows[3].deviation));
}

TEST_CASE("floats have keys of their order", "[host][intensity]") {
  const float ordered[] = {-std::numeric_limits<float>::infinity(), -3e38F, -1.0F, -1e-40F, -0.0F, 0.0F, 1e-40F, 1.0F,
                           std::numeric_limits<float>::infinity()};
  for (std::size_t i = 0; i + 1 < std::size(ordered); ++i) {
    const auto key = [](float value) { return shared::key_of_float(std::bit_cast<int>(value)); };
    CHECK(key(ordered[i]) < key(ordered[i + 1]));
    CHECK(std::bit_cast<int>(ordered[i]) == shared::float_of_key(key(ordered[i])));
  }
}

TEST_CASE("properties of intensities", "[host][intensity]") {
  const LabelImage labels{{5, 2}, {1, 1, 0, 2, 2, 1, 0, 0, 2, 2}};
  const auto image = image_of_values<float>({5, 2}, PixelFormat::f32, {1, 2, 9, -4, 4, 6, 9, 9, -1, 1});
  std::vector<Measurements> rows(2);
  host::measure_intensities(labels, image.view(), 20, rows);
  CHECK(mean_intensity(rows[0].intensity, 3) == 3.0);
  CHECK(rows[0].intensity.minimum == 1.0);
  CHECK(rows[0].intensity.maximum == 6.0);
  CHECK(std::abs(intensity_variance(rows[0].intensity, 3) - 14.0 / 3.0) < 1e-12);
  CHECK(weighted_centroid(rows[0].intensity).x == 2.0 / 9.0);
  CHECK(weighted_centroid(rows[0].intensity).y == 6.0 / 9.0);
  CHECK(mean_intensity(rows[1].intensity, 4) == 0.0);
  CHECK(rows[1].intensity.minimum == -4.0);
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
