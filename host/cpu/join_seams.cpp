#include "host/cpu/join_seams.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

#include "glccl/host/cpu.hpp"
#include "glccl/host/image.hpp"
#include "glccl/table.hpp"
#include "host/cpu/allocate_labels.hpp"

namespace glccl::host {
namespace {

/// The components of the labels: which of them are one.
class LabelForest {
 public:
  explicit LabelForest(std::size_t labels) : parents_(labels + 1) {
    for (std::size_t i = 0; i < parents_.size(); ++i) parents_[i] = static_cast<std::uint32_t>(i);
  }

  void unite(std::uint32_t a, std::uint32_t b) {
    a = root_of(a);
    b = root_of(b);
    if (a == b) return;
    parents_[std::max(a, b)] = std::min(a, b);
    has_united_ = true;
  }

  /// Whether any two labels are one.
  bool has_united() const { return has_united_; }

  /// The new label of each label. Parents are smaller, so a component is numbered by its first element.
  std::vector<std::uint32_t> number() {
    std::uint32_t count = 0;
    for (std::size_t i = 1; i < parents_.size(); ++i) {
      parents_[i] = parents_[i] == i ? ++count : parents_[parents_[i]];
    }
    return std::move(parents_);
  }

 private:
  std::uint32_t root_of(std::uint32_t label) {
    while (parents_[label] != label) label = parents_[label] = parents_[parents_[label]];
    return label;
  }

  std::vector<std::uint32_t> parents_;
  bool has_united_ = false;
};

/// One axis of the layers at a seam.
struct LayerAxis {
  int size = 1;            ///< Of the image.
  bool across = false;     ///< The axis of the seam: the last element, then the first.
  bool continued = false;  ///< Another periodic axis: its elements, and one more across its seam at either end.

  int length() const { return across ? 2 : continued ? size + 2 : size; }
  int coordinate_of(int i) const { return across ? (i == 0 ? size - 1 : 0) : continued ? (i + size - 1) % size : i; }
};

/// The layers of elements at the seam of an axis: 0 to 2 for x, y and z.
struct Layers {
  LayerAxis x, y, z;

  Layers(const Extent& image, const PeriodicAxes& periodic, int across)
      : x{image.width, across == 0, periodic.x},
        y{image.height, across == 1, periodic.y},
        z{image.depth, across == 2, periodic.z} {}

  Extent extent() const { return {x.length(), y.length(), z.length()}; }

  /// The element of the image that is an element of the layers.
  Position element_at(const Position& at) const {
    return {x.coordinate_of(at.x), y.coordinate_of(at.y), z.coordinate_of(at.z)};
  }

  /// The elements of an image that lie in the layers.
  Image cut(const ImageView& image) const {
    const std::size_t bytes = bytes_per_pixel(image.format);
    const auto count = static_cast<std::size_t>(extent().elements());
    Image part{extent(), image.format, std::vector<std::uint8_t>(count * bytes)};
    for (std::size_t i = 0; i < count; ++i) {
      const Position from = element_at(position_of(i, extent()));
      std::memcpy(&part.bytes[i * bytes], image.row(from.y, from.z) + static_cast<std::size_t>(from.x) * bytes, bytes);
    }
    return part;
  }
};

/// Unites the labels that meet in these layers.
Result<void> unite_layers(const Layers& layers, const ImageView& image, const LabelingSpec& spec, const ImageView* mask,
                          const LabelImage& labels, LabelForest& forest) {
  const Image pixels = layers.cut(image);
  const Image mask_pixels = mask != nullptr ? layers.cut(*mask) : Image{};
  const ImageView mask_view = mask_pixels.view();
  const Result<LabelImage> met =
      label_serial(pixels.view(), {.connectivity = spec.connectivity, .criterion = spec.criterion},
                   mask != nullptr ? &mask_view : nullptr);
  if (!met) return met.error();
  std::vector<std::uint32_t> label_of;  // of the component in the layers, that of an element
  for (std::size_t i = 0; i < met->values.size(); ++i) {
    const std::uint32_t component = met->values[i];
    const std::uint32_t label = labels.values[place_of(layers.element_at(position_of(i, met->extent)), labels.extent)];
    // Where another thread writes the image, elements of the layers may be foreground that had no label before.
    if (component == 0 || label == 0) continue;
    if (component > label_of.size()) label_of.resize(component);
    std::uint32_t& first = label_of[component - 1];
    if (first == 0) first = label;
    forest.unite(first, label);
  }
  return {};
}

/// The rows of the joined components, by the new label of each label.
void merge_rows(const std::vector<std::uint32_t>& numbers, std::vector<Component>& components) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < components.size(); ++i) {
    const std::uint32_t number = numbers[i + 1];
    Component& row = components[number - 1];  // of this component or of an earlier one
    row = number > count ? components[i] : merge(row, components[i]);
    row.label = number;
    count = std::max<std::size_t>(count, number);
  }
  components.resize(count);
}

}  // namespace

Result<void> join_seams(const ImageView& image, const LabelingSpec& spec, const ImageView* mask, LabelImage& labels,
                        std::vector<Component>* components) {
  const PeriodicAxes periodic = periodic_in(image.extent, spec.periodic);
  if (!periodic.any()) return {};
  try {
    LabelForest forest(*std::max_element(labels.values.begin(), labels.values.end()));
    const bool axes[] = {periodic.x, periodic.y, periodic.z};
    for (int axis = 0; axis < 3; ++axis) {
      if (!axes[axis]) continue;
      const Layers layers(image.extent, periodic, axis);
      if (Result<void> united = unite_layers(layers, image, spec, mask, labels, forest); !united) return united;
    }
    if (!forest.has_united()) return {};
    const std::vector<std::uint32_t> numbers = forest.number();
    for (std::uint32_t& label : labels.values) label = numbers[label];
    if (components != nullptr) merge_rows(numbers, *components);
  } catch (const std::bad_alloc&) {
    return no_memory_for_labels(image.extent);
  }
  return {};
}

}  // namespace glccl::host
