#include "tests/cuda/support/batch_support.hpp"

#include <utility>

#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// Root labels, by where each component begins.
LabelImage roots_of(const LabelImage& numbers, const std::vector<Component>& components) {
  LabelImage roots = numbers;
  for (std::uint32_t& label : roots.values) {
    if (label == 0) continue;
    const Component& component = components[label - 1];
    label = 1 + static_cast<std::uint32_t>(component.first);
  }
  return roots;
}

}  // namespace

Expected expect(host::Image image, const LabelingSpec& spec) {
  LabeledImage labeled = reference(image, spec);
  Expected expected{std::move(image), std::move(labeled.labels), {}, std::move(labeled.components)};
  expected.roots = roots_of(expected.numbers, expected.components);
  return expected;
}

std::vector<Expected> make_noise(Extent extent, std::size_t count, const LabelingSpec& spec) {
  std::vector<Expected> images;
  for (std::size_t i = 0; i < count; ++i) {
    const double density = i == 3 ? 0.0 : i == 4 ? 1.0 : 0.15 + 0.7 * static_cast<double>(i) / 70;
    images.push_back(
        expect(make_image("noise", extent, {.seed = static_cast<std::uint32_t>(i) + 1, .density = density}), spec));
  }
  return images;
}

std::vector<Expected> make_segments(Extent extent, std::size_t count, const LabelingSpec& spec) {
  std::vector<Expected> images;
  for (std::size_t i = 0; i < count; ++i) {
    host::Image image = make_image("noise", extent, {.seed = static_cast<std::uint32_t>(i) + 1, .granularity = 3});
    for (std::size_t at = 0; at < image.bytes.size(); ++at) {
      if (image.bytes[at] != 0) image.bytes[at] = static_cast<unsigned char>(1 + (at / 40 + i) % 3);
    }
    images.push_back(expect(std::move(image), spec));
  }
  return images;
}

std::uint32_t rows_for(const Expected& expected) { return static_cast<std::uint32_t>(expected.components.size()) + 3; }

void check_outcome(const DeviceOutcome& outcome, const Expected& expected, const BatchRequest& request) {
  const bool root = request.numbering == Numbering::root;
  CHECK(first_difference(outcome.labels, root ? expected.roots : expected.numbers) == "");
  CHECK(outcome.rest_untouched);
  if (!root) CHECK(outcome.count == expected.components.size());
  if (request.table) check_table(outcome, expected.components);
}

}  // namespace glccl::tests
