// K. Wu, E. Otoo, K. Suzuki, Optimizing two-pass connected-component labeling algorithms, Pattern Analysis and
// Applications 12, 2009: the scan with a decision tree and the union-find in an array.
#include <utility>

#include "glccl/host/labeling.hpp"
#include "host/cpu/row_values.hpp"

namespace glccl::host {
namespace {

/// Provisional labels and which of them mean the same component. The array holds parents, which are never larger than
/// their children; a root is its own parent, and 0 stays the background.
class Equivalences {
 public:
  std::uint32_t add() {
    const auto label = static_cast<std::uint32_t>(parents_.size());
    parents_.push_back(label);
    return label;
  }

  /// Joins both trees, and hangs all that was passed on the way below the root, which is returned.
  std::uint32_t unite(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t root = std::min(find(a), find(b));
    compress(a, root);
    compress(b, root);
    return root;
  }

  /// Turns parents into numbers 1..N, in one pass because parents come first. A component's smallest label was made at
  /// its first pixel in raster order, so that its number is Numbering::raster's.
  void flatten() {
    std::uint32_t count = 0;
    for (std::uint32_t label = 1; label < parents_.size(); ++label) {
      parents_[label] = parents_[label] < label ? parents_[parents_[label]] : ++count;
    }
  }

  /// After flatten().
  std::uint32_t number_of(std::uint32_t label) const { return parents_[label]; }

 private:
  std::uint32_t find(std::uint32_t label) const {
    while (parents_[label] < label) label = parents_[label];
    return label;
  }

  void compress(std::uint32_t label, std::uint32_t root) {
    while (parents_[label] < label) label = std::exchange(parents_[label], root);
    parents_[label] = root;
  }

  std::vector<std::uint32_t> parents_ = {0};
};

/// The rows of the scan mask at one pixel, e, as pointers that are read at -1, 0 and 1:  a b c
///                                                                                       d e
/// Values have a background pixel before and after the row; labels are read only where values say so.
struct Mask {
  const std::uint32_t* values_above;
  const std::uint32_t* values;
  const std::uint32_t* labels_above;
  const std::uint32_t* labels;
};

/// The label of e by the paper's decision tree. Whatever is linked to b is linked to e and so is known to be one
/// component with it, so that b alone is enough, and of the others only c can be of another component than a or d.
std::uint32_t label_by_eight(const Mask& at, Equivalences& equivalences) {
  const std::uint32_t e = at.values[0];
  if (at.values_above[0] == e) return at.labels_above[0];
  if (at.values_above[1] == e) {
    if (at.values_above[-1] == e) return equivalences.unite(at.labels_above[1], at.labels_above[-1]);
    if (at.values[-1] == e) return equivalences.unite(at.labels_above[1], at.labels[-1]);
    return at.labels_above[1];
  }
  if (at.values_above[-1] == e) return at.labels_above[-1];
  if (at.values[-1] == e) return at.labels[-1];
  return equivalences.add();
}

/// The same for 4-connectivity: b and d are one component already where a links them.
std::uint32_t label_by_four(const Mask& at, Equivalences& equivalences) {
  const std::uint32_t e = at.values[0];
  const bool left = at.values[-1] == e;
  if (at.values_above[0] != e) return left ? at.labels[-1] : equivalences.add();
  if (!left || at.values_above[-1] == e) return at.labels_above[0];
  return equivalences.unite(at.labels_above[0], at.labels[-1]);
}

template <class SomeCriterion>
LabelImage label(const Image& image, Connectivity connectivity, const SomeCriterion& criterion) {
  const auto width = static_cast<std::size_t>(image.size.width);
  LabelImage result{image.size, std::vector<std::uint32_t>(static_cast<std::size_t>(image.size.pixels()))};
  std::vector<std::uint32_t> values(width + 2);
  std::vector<std::uint32_t> values_above(width + 2);  // above the first row there is background
  Equivalences equivalences;

  std::uint32_t* labels = result.values.data();
  const std::uint32_t* labels_above = labels;
  for (int y = 0; y < image.size.height; ++y) {
    read_row(image, y, criterion, values.data() + 1);
    for (std::size_t x = 0; x < width; ++x) {
      if (values[x + 1] == 0) continue;
      const Mask mask{&values_above[x + 1], &values[x + 1], labels_above + x, labels + x};
      labels[x] =
          connectivity == Connectivity::eight ? label_by_eight(mask, equivalences) : label_by_four(mask, equivalences);
    }
    std::swap(values, values_above);
    labels_above = labels;
    labels += width;
  }

  equivalences.flatten();
  for (std::uint32_t& value : result.values) value = equivalences.number_of(value);
  return result;
}

}  // namespace

LabelImage label_wu(const Image& image, Connectivity connectivity, const Criterion& criterion) {
  if (const auto* foreground = std::get_if<Foreground>(&criterion)) return label(image, connectivity, *foreground);
  return label(image, connectivity, Equal{});
}

}  // namespace glccl::host
