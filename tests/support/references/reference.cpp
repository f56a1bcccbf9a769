#include "tests/support/references/reference.hpp"

#include <algorithm>
#include <unordered_map>
#include <variant>

#include "glccl/host/cpu.hpp"
#include "tests/support/catch.hpp"

namespace glccl::tests {

LabelImage reference_labels(const ImageView& image, Connectivity connectivity, const Criterion& criterion) {
  Result<LabelImage> labels = host::label_serial(image, {.connectivity = connectivity, .criterion = criterion});
  INFO((labels ? "" : labels.error().message));
  REQUIRE(labels);
  return *std::move(labels);
}

LabelImage reference_labels(const host::Image& image, Connectivity connectivity, const Criterion& criterion) {
  return reference_labels(image.view(), connectivity, criterion);
}

LabeledImage reference(const ImageView& image, const LabelingSpec& spec, const ImageView* mask) {
  if (spec.fill_holes != 0) {
    const Result<host::Image> filled = host::fill_holes(image, spec);
    INFO((filled ? "" : filled.error().message));
    REQUIRE(filled);
    return reference(filled->view(),
                     {.connectivity = spec.connectivity, .filter = spec.filter, .periodic = spec.periodic});
  }
  const LabelingSpec labeled{.connectivity = spec.connectivity, .criterion = spec.criterion, .periodic = spec.periodic};
  Result<LabelImage> labels = host::label_serial(image, labeled, mask);
  INFO((labels ? "" : labels.error().message));
  REQUIRE(labels);
  LabeledImage expected{*std::move(labels), {}};
  expected.components = measure_with_values(image, expected.labels, spec);
  host::filter_components(spec.filter, expected.labels, expected.components, spec.periodic);
  return expected;
}

LabeledImage reference(const host::Image& image, const LabelingSpec& spec) { return reference(image.view(), spec); }

std::vector<Component> measure(const LabelImage& labels) {
  Result<std::vector<Component>> components = host::measure_components(labels);
  INFO((components ? "" : components.error().message));
  REQUIRE(components);
  return *std::move(components);
}

std::vector<Component> measure_with_values(const ImageView& image, const LabelImage& labels, const LabelingSpec& spec) {
  std::vector<Component> components = measure(labels);
  if (std::holds_alternative<Equal>(spec.criterion)) host::read_values(image, components);
  return components;
}

std::string first_difference(const LabelImage& actual, const LabelImage& expected) {
  if (actual.extent != expected.extent) {
    return "the labels are " + to_string(actual.extent) + " instead of " + to_string(expected.extent);
  }
  if (actual.values.size() != expected.values.size()) return "the numbers of labels differ";
  for (std::size_t i = 0; i < expected.values.size(); ++i) {
    if (actual.values[i] == expected.values[i]) continue;
    return print(position_of(i, expected.extent)) + ": " + std::to_string(actual.values[i]) + " instead of " +
           std::to_string(expected.values[i]);
  }
  return {};
}

std::string first_difference(const std::vector<Component>& actual, const std::vector<Component>& expected) {
  for (std::size_t i = 0; i < std::min(actual.size(), expected.size()); ++i) {
    if (actual[i] == expected[i]) continue;
    return "row " + std::to_string(i) + ": " + print(actual[i]) + " instead of " + print(expected[i]);
  }
  if (actual.size() == expected.size()) return {};
  return std::to_string(actual.size()) + " rows instead of " + std::to_string(expected.size());
}

void check_labeled(const LabeledImage& actual, const LabeledImage& expected) {
  CHECK(first_difference(actual.labels, expected.labels) == "");
  CHECK(first_difference(actual.components, expected.components) == "");
}

LabelImage renumber_in_raster_order(const LabelImage& labels) {
  std::unordered_map<std::uint32_t, std::uint32_t> numbers{{0U, 0U}};
  LabelImage result = labels;
  for (std::uint32_t& value : result.values)
    value = numbers.emplace(value, static_cast<std::uint32_t>(numbers.size())).first->second;
  return result;
}

}  // namespace glccl::tests
