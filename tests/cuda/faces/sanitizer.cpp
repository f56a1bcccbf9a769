// Small labelings of every kind, for compute-sanitizer, under which kernels run a hundred times slower:
//
//   compute-sanitizer --tool racecheck build/bin/tests_cuda "[sanitizer]"
//
// Volumes take longest: -c "cuda-fast 26" runs one method and connectivity of theirs.
#include <cstdint>
#include <vector>

#include "glccl/spec.hpp"
#include "tests/cuda/support/batch_support.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// Segments whose values are 0 to 3, in a format.
template <class Value>
host::Image segments_of(PixelFormat format, Extent extent) {
  const Connectivity connectivity = extent.is_volume() ? Connectivity::six : Connectivity::eight;
  const Expected segments = make_segments(extent, 1, {.connectivity = connectivity, .criterion = Equal{}})[0];
  const std::size_t channels = format == PixelFormat::rgba8 ? 4 : 1;
  std::vector<Value> values;
  for (const unsigned char value : segments.image.bytes) values.insert(values.end(), channels, Value(value));
  return image_of_values<Value>(extent, format, values);
}

void check_root(const host::Image& image, Layout layout, const LabelingSpec& spec, cuda::Method method) {
  const Expected expected = expect(image, spec);
  LabelingSpec root = spec;
  root.numbering = Numbering::root;
  const DeviceOutcome outcome = label_on_device(image, layout, root, {.method = method});
  CHECK(first_difference(outcome.labels, expected.roots) == "");
}

}  // namespace

// Tiles of cuda-fast have 128 columns and 32 or 64 rows: these images have tiles in both directions.
TEST_CASE("every CUDA method labels a few small images", "[.][sanitizer]") {
  if (skip_without_cuda()) return;
  const Extent extent{133, 67};
  const host::Image noise = make_image("noise", extent);
  const host::Image images[] = {noise, make_image("noise", {1, 130}, {.density = 0.9}), make_image("full", {129, 3})};
  for (const cuda::Method method : all_methods()) {
    CAPTURE(method);
    for (const Connectivity connectivity : connectivities) {
      const LabelingSpec foreground{.connectivity = connectivity};
      const LabelingSpec equal{.connectivity = connectivity, .criterion = Equal{}};
      const LabelingSpec difference{.connectivity = connectivity, .criterion = Difference{1.0F}};
      for (const host::Image& image : images) check_against_host(image, Layout::tight, foreground, method);
      for (const Layout layout : layouts) {
        check_against_host(noise, layout, foreground, method);
        check_root(noise, layout, foreground, method);
        check_against_host(segments_of<std::uint16_t>(PixelFormat::u16, extent), layout, equal, method);
        check_against_host(segments_of<std::uint8_t>(PixelFormat::rgba8, extent), layout, equal, method);
        check_against_host(segments_of<float>(PixelFormat::f32, extent), layout, foreground, method);
        if (method != cuda::Method::links && method != cuda::Method::fast) continue;
        check_against_host(segments_of<std::uint8_t>(PixelFormat::rgba8, extent), layout, difference, method);
        check_against_host(segments_of<float>(PixelFormat::f32, extent), layout, difference, method);
      }
    }
  }
  check_against_host(make_image("spiral", {40, 36}), Layout::tight, {}, cuda::Method::fast);
  check_against_host(image_of_many_links(0, 255), Layout::tight, {}, cuda::Method::fast);
  check_against_host(image_of_many_links(1, 2), Layout::tight, {.criterion = Equal{}}, cuda::Method::fast);
}

// Tiles of cuda-fast have up to 64 x 16 x 16 voxels.
TEST_CASE("every CUDA method with volumes labels a few small ones", "[cuda][volumes][sanitizer][slow]") {
  if (skip_without_cuda()) return;
  const Extent extent{67, 18, 19};
  for (const cuda::Method method : all_methods()) {
    const Capabilities& capabilities = cuda::capabilities_of(method);
    if (!capabilities.has_volumes()) continue;
    for (const Connectivity connectivity : connectivities_of_space) {
      DYNAMIC_SECTION(cuda::name_of(method) << ' ' << static_cast<int>(connectivity)) {
        for (const Layout layout : layouts) {
          CAPTURE(layout);
          const LabelingSpec foreground{.connectivity = connectivity};
          for (const double density : {.1, .3, 1.0}) {
            check_against_host(make_image("noise", extent, {.density = density}), layout, foreground, method);
          }
          check_root(make_image("noise", extent), layout, foreground, method);
          check_against_host(segments_of<float>(PixelFormat::f32, extent), layout, foreground, method);
          const LabelingSpec equal{.connectivity = connectivity, .criterion = Equal{}};
          check_against_host(segments_of<std::uint16_t>(PixelFormat::u16, extent), layout, equal, method);
          const LabelingSpec difference{.connectivity = connectivity, .criterion = Difference{1.0F}};
          if (!check(difference, PixelFormat::rgba8, extent, capabilities)) continue;
          check_against_host(segments_of<std::uint8_t>(PixelFormat::rgba8, extent), layout, difference, method);
        }
      }
    }
  }
}

TEST_CASE("cuda-fast filters a few small images and volumes", "[cuda][filter][on_cpu][sanitizer]") {
  if (skip_without_cuda()) return;
  for (const Extent& extent : {Extent{133, 67}, Extent{67, 18, 19}}) {
    const Connectivity connectivity = extent.is_volume() ? Connectivity::twenty_six : Connectivity::eight;
    for (const Filter& filter : {Filter{.min_area = 20, .largest = 3}, Filter{.clear_border = true}}) {
      const LabelingSpec foreground{.connectivity = connectivity, .filter = filter};
      check_against_host(make_image("noise", extent, {.density = .15}), layouts[0], foreground, cuda::Method::fast);
      const LabelingSpec equal{.connectivity = connectivity, .criterion = Equal{}, .filter = filter};
      const host::Image segments = segments_of<std::uint16_t>(PixelFormat::u16, extent);
      check_against_host(segments, layouts[0], equal, cuda::Method::fast);
    }
  }
}

}  // namespace glccl::tests
