// cpu-fast against cpu-serial where the conformance suite does not look: numbers of threads, borders between them, runs
// that continue the runs above, memory that is kept between calls.
#include "host/fast/fast_labeler.hpp"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "glccl/host/cpu.hpp"
#include "glccl/host/generate.hpp"
#include "tests/host/cpu/criteria.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

using host::FastLabeler;
using host::Image;

constexpr int thread_counts[] = {1, 2, 3, 7};

/// Labels with as many threads as the image has bands for, however small it is.
FastLabeler labeler_with(int threads) { return FastLabeler({.threads = threads, .pixels_per_thread = 1}); }

/// The first difference from cpu-serial in labels or table; empty if there is none.
std::string differs(FastLabeler& labeler, const ImageView& image, const LabelingSpec& spec) {
  const LabeledImage expected = reference(image, spec);
  LabelImage labels;
  std::vector<Component> components;
  REQUIRE(labeler.label(image, spec, labels, &components));
  const std::string difference = first_difference(labels, expected.labels);
  if (!difference.empty()) return difference;
  LabelImage without_table;
  REQUIRE(labeler.label(image, spec, without_table));
  if (without_table != labels) return "labels differ without a table";
  return first_difference(components, expected.components);
}

/// Checks all numbers of threads, connectivities and criteria.
void check_all(const Image& image) {
  for (const int threads : thread_counts) {
    FastLabeler labeler = labeler_with(threads);
    for (const Criterion& criterion : criteria()) {
      const auto check_with = [&](Connectivity connectivity) {
        CAPTURE(image.extent, threads, criterion.index(), connectivity);
        CHECK(differs(labeler, image.view(), {.connectivity = connectivity, .criterion = criterion}) == "");
      };
      for (const Connectivity connectivity : connectivities_of_space) check_with(connectivity);
      if (image.extent.is_volume()) continue;
      for (const Connectivity connectivity : connectivities) check_with(connectivity);
    }
  }
}

/// u8 elements below `values`, each the one above with a chance of `repeated` of 16: runs continue the runs above.
Image random_columns(Extent extent, unsigned values, unsigned repeated, unsigned seed) {
  std::mt19937 random(seed);
  Image image{extent, PixelFormat::u8, std::vector<std::uint8_t>(static_cast<std::size_t>(extent.elements()))};
  const auto width = static_cast<std::size_t>(extent.width);
  for (std::size_t i = 0; i < image.bytes.size(); ++i) {
    const bool repeats = i >= width && random() % 16 < repeated;
    image.bytes[i] = repeats ? image.bytes[i - width] : static_cast<std::uint8_t>(random() % values);
  }
  return image;
}

}  // namespace

TEST_CASE("cpu-fast gives cpu-serial's labels and table for every image of 4x4", "[host][fast][slow]") {
  FastLabeler one = labeler_with(1);
  FastLabeler two = labeler_with(2);
  for (const Connectivity connectivity : connectivities) {
    int different = 0;
    for (std::uint64_t bits = 0; bits < 65536; ++bits) {
      FastLabeler& labeler = bits % 64 == 0 ? two : one;
      different += differs(labeler, image_of_bits({4, 4}, bits).view(), {connectivity}).empty() ? 0 : 1;
    }
    CHECK(different == 0);
  }
}

TEST_CASE("cpu-fast gives cpu-serial's labels for every number of threads on small images", "[host][fast][slow]") {
  for (const Extent extent : {Extent{1, 1},
                              {1, 9},
                              {9, 1},
                              {2, 3},
                              {31, 5},
                              {32, 4},
                              {33, 7},
                              {63, 5},
                              {64, 13},
                              {65, 14},
                              {97, 15},
                              {127, 6}}) {
    check_all(random_columns(extent, 2, 0, 3));
    check_all(random_columns(extent, 3, 8, 5));
  }
}

TEST_CASE("cpu-fast gives cpu-serial's labels for every number of threads on small volumes", "[host][fast][volumes]") {
  for (const Extent extent :
       {Extent{1, 1, 2}, {1, 7, 3}, {7, 1, 5}, {3, 5, 7}, {33, 3, 4}, {32, 6, 5}, {65, 7, 9}, {5, 33, 8}}) {
    check_all(random_columns(extent, 2, 0, 7));
    check_all(random_columns(extent, 3, 8, 9));
  }
}

TEST_CASE("cpu-fast leaves out runs that continue those above", "[host][fast]") {
  for (unsigned seed = 0; seed < 12; ++seed) {
    for (const unsigned repeated : {14U, 15U, 16U}) {
      const Image image = random_columns({140, 61}, 2 + seed % 3, repeated, seed);
      for (const int threads : {1, 3}) {
        FastLabeler labeler = labeler_with(threads);
        for (const Criterion& criterion : criteria()) {
          for (const Connectivity connectivity : connectivities) {
            CAPTURE(seed, repeated, threads, criterion.index(), connectivity);
            CHECK(differs(labeler, image.view(), {.connectivity = connectivity, .criterion = criterion}) == "");
          }
        }
      }
    }
  }
}

TEST_CASE("cpu-fast merges what crosses the borders of threads, in images of all kinds", "[host][fast][slow]") {
  for (const Extent extent : {Extent{1, 1000}, {1000, 1}, {2, 777}, {300, 201}, {41, 500}}) {
    for (const host::GenerateKind& kind : host::generate_kinds()) {
      const Image image = make_image(std::string(kind.name), extent, {.seed = 3, .density = 0.55});
      for (const int threads : thread_counts) {
        FastLabeler labeler = labeler_with(threads);
        for (const Connectivity connectivity : connectivities) {
          CAPTURE(kind.name, extent, threads, connectivity);
          CHECK(differs(labeler, image.view(), {connectivity}) == "");
        }
      }
    }
  }
}

TEST_CASE("cpu-fast merges what crosses the borders of threads, in volumes of all kinds", "[host][fast][volumes]") {
  for (const host::GenerateKind& kind : host::volume_kinds()) {
    const Image volume = make_image(std::string(kind.name), {37, 22, 19}, {.seed = 3, .density = 0.3});
    for (const int threads : thread_counts) {
      FastLabeler labeler = labeler_with(threads);
      for (const Connectivity connectivity : connectivities_of_space) {
        CAPTURE(kind.name, threads, connectivity);
        CHECK(differs(labeler, volume.view(), {connectivity}) == "");
      }
    }
  }
}

TEST_CASE("cpu-fast numbers a comb whose teeth meet in the last row by their first pixels", "[host][fast]") {
  // Every thread but the last sees teeth that nothing connects, and the lower teeth begin before the upper ones.
  const Image comb = draw({".#...#...#.....#", "##..##..##..#..#", "#...#...#...#..#", "#.#.#.#.#.#.#..#",
                           "#.#.#.#.#.#.#..#", "#.#.#.#.#.#.#...", "#.#.#.#.#.#.#..#", "#############..#"});
  for (const int threads : {1, 2, 3, 4}) {
    FastLabeler labeler = labeler_with(threads);
    for (const Connectivity connectivity : connectivities) {
      CAPTURE(threads, connectivity);
      CHECK(differs(labeler, comb.view(), {connectivity}) == "");
    }
  }
}

TEST_CASE("cpu-fast uses its memory and that of the labels again", "[host][fast]") {
  const Image large = make_image("noise", {300, 200}, {.seed = 5, .density = 0.5});
  const Image small = make_image("noise", {290, 100}, {.seed = 6, .density = 0.9});
  FastLabeler labeler = labeler_with(3);
  LabelImage labels;
  REQUIRE(labeler.label(large.view(), {}, labels));
  const std::uint32_t* const values = labels.values.data();
  const std::size_t bytes = labeler.scratch_bytes();
  CHECK(bytes > 0);
  REQUIRE(labeler.label(large.view(), {Connectivity::eight, Foreground{.inverted = true}}, labels));
  CHECK(labels.values.data() == values);
  LabelImage small_labels;
  REQUIRE(labeler.label(small.view(), {}, small_labels));
  CHECK(labeler.scratch_bytes() <= 2 * bytes);
  REQUIRE(labeler.label(large.view(), {}, labels));
  CHECK(first_difference(labels, reference_labels(large)) == "");
  CHECK(first_difference(small_labels, reference_labels(small)) == "");
}

TEST_CASE("cpu-fast leaves labels and components as they were when it refuses", "[host][fast]") {
  const Image image = make_image("checkerboard", {6, 6});
  FastLabeler labeler;
  LabelImage labels;
  std::vector<Component> components;
  REQUIRE(labeler.label(image.view(), {Connectivity::four}, labels, &components));
  CHECK(components.size() == 18);
  const LabelImage before = labels;
  const Result<void> status = labeler.label(image.view(), {.criterion = Difference{-1.0}}, labels, &components);
  REQUIRE(!status);
  CHECK(status.error().code == ErrorCode::invalid_argument);
  CHECK(labels == before);
  CHECK(components.size() == 18);
}

TEST_CASE("cpu-fast reads images with gaps between rows and slices", "[host][fast][volumes]") {
  const Image volume = random_columns({40, 10, 6}, 2, 4, 11);
  const ImageView part{volume.bytes.data() + 3, PixelFormat::u8, {35, 4, 5}, 40, 400};
  FastLabeler labeler = labeler_with(2);
  for (const Connectivity connectivity : connectivities_of_space) {
    for (const Criterion& criterion : criteria()) {
      CAPTURE(connectivity, criterion.index());
      CHECK(differs(labeler, part, {.connectivity = connectivity, .criterion = criterion}) == "");
    }
  }
}

TEST_CASE("cpu-fast labels a column with and without gaps, and with a mask that has gaps", "[host][fast][volumes]") {
  const Image volume = random_columns({3, 40, 6}, 2, 4, 13);
  const Image mask = random_columns({2, 40, 6}, 4, 0, 15);
  const Image thin = random_columns({1, 40, 6}, 2, 4, 17);
  const Image thin_mask = random_columns({1, 40, 6}, 4, 0, 19);
  // Columns with gaps between rows, without, and with gaps between slices alone.
  const ImageView columns[] = {{volume.bytes.data() + 1, PixelFormat::u8, {1, 40, 6}, 3, 120},
                               thin.view(),
                               {thin.bytes.data(), PixelFormat::u8, {1, 33, 6}, 1, 40}};
  FastLabeler labeler = labeler_with(3);
  for (const ImageView& column : columns) {
    for (const Connectivity connectivity : connectivities_of_space) {
      for (const Criterion& criterion : criteria()) {
        CAPTURE(column.extent, column.row_bytes, connectivity, criterion.index());
        CHECK(differs(labeler, column, {.connectivity = connectivity, .criterion = criterion}) == "");
      }
    }
    const ImageView masks[] = {{mask.bytes.data(), PixelFormat::u8, column.extent, 2, 80},
                               {thin_mask.bytes.data(), PixelFormat::u8, column.extent, 1, 40}};
    for (const ImageView& view : masks) {
      LabelImage labels;
      std::vector<Component> components;
      REQUIRE(labeler.label(column, {}, labels, &components, &view));
      const Result<LabelImage> expected = host::label_serial(column, {}, &view);
      REQUIRE(expected);
      CHECK(first_difference(labels, *expected) == "");
      CHECK(first_difference(components, *host::measure_components(*expected)) == "");
    }
  }
}

}  // namespace glccl::tests
