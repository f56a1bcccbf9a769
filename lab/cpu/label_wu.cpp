// K. Wu, E. Otoo, K. Suzuki, Optimizing two-pass connected-component labeling algorithms, Pattern Analysis and
// Applications 12, 2009: the scan with a decision tree and the union-find in an array.
#include "lab/cpu/label_wu.hpp"

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

#include "host/cpu/allocate_labels.hpp"
#include "host/cpu/join_seams.hpp"
#include "host/cpu/row_values.hpp"
#include "lab/cpu/row_capabilities.hpp"

namespace glccl::host {
namespace {

/// Provisional labels, and which of them belong to one component. The array holds the parent of every label. A parent
/// is never larger than its child, a root is its own parent, and 0 stays the background.
class Equivalences {
 public:
  std::uint32_t add() {
    const auto label = static_cast<std::uint32_t>(parents_.size());
    parents_.push_back(label);
    return label;
  }

  /// Joins the trees of two labels, makes every label on both paths a child of the root, and returns the root.
  std::uint32_t unite(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t root = std::min(find(a), find(b));
    compress(a, root);
    compress(b, root);
    return root;
  }

  /// Turns parents into numbers 1..N. One pass is enough because parents come first. The smallest label of a component
  /// was made at its first pixel in raster order, so the numbers are those of Numbering::raster.
  void flatten() {
    std::uint32_t count = 0;
    for (std::uint32_t label = 1; label < parents_.size(); ++label) {
      parents_[label] = parents_[label] < label ? parents_[parents_[label]] : ++count;
    }
  }

  /// The number of a provisional label. Requires flatten().
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

/// The scan mask at pixel e, as pointers into two rows that are read at -1, 0 and 1:  a b c
///                                                                                    d e
/// Values have a background pixel before and after the row. A label is read only where the value equals that of e.
struct Mask {
  const std::uint32_t* values_above;
  const std::uint32_t* values;
  const std::uint32_t* labels_above;
  const std::uint32_t* labels;
};

/// The label of e by the paper's decision tree. If b is connected to e, then a, c and d, where connected to e, are
/// connected to b too and already in its component: b alone is enough. Otherwise a and d are in one component, and only
/// c can be in another one.
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

/// The same for 4-connectivity: if a is connected too, b and d are already in one component.
std::uint32_t label_by_four(const Mask& at, Equivalences& equivalences) {
  const std::uint32_t e = at.values[0];
  const bool left = at.values[-1] == e;
  if (at.values_above[0] != e) return left ? at.labels[-1] : equivalences.add();
  if (!left || at.values_above[-1] == e) return at.labels_above[0];
  return equivalences.unite(at.labels_above[0], at.labels[-1]);
}

/// Makes the values of a row 0, which is background, where its mask is 0.
void clear_masked(const std::uint8_t* mask, std::size_t width, std::uint32_t* values) {
  for (std::size_t x = 0; x < width; ++x) values[x] = mask[x] != 0 ? values[x] : 0;
}

template <class SomeCriterion>
void label(const ImageView& image, Connectivity connectivity, const SomeCriterion& criterion, const ImageView* mask,
           std::vector<std::uint32_t>& result) {
  const auto width = static_cast<std::size_t>(image.extent.width);
  std::vector<std::uint32_t> values(width + 2);
  std::vector<std::uint32_t> values_above(width + 2);  // above the first row there is background
  Equivalences equivalences;

  std::uint32_t* labels = result.data();
  const std::uint32_t* labels_above = labels;
  for (int y = 0; y < image.extent.height; ++y) {
    read_row(image, y, criterion, values.data() + 1);
    if (mask != nullptr) clear_masked(mask->row(y), width, values.data() + 1);
    for (std::size_t x = 0; x < width; ++x) {
      if (values[x + 1] == 0) continue;
      const Mask around{&values_above[x + 1], &values[x + 1], labels_above + x, labels + x};
      labels[x] = connectivity == Connectivity::eight ? label_by_eight(around, equivalences)
                                                      : label_by_four(around, equivalences);
    }
    std::swap(values, values_above);
    labels_above = labels;
    labels += width;
  }

  equivalences.flatten();
  for (std::uint32_t& value : result) value = equivalences.number_of(value);
}

template <PixelFormat format>
bool has_value(const ImageView& image, std::uint32_t value) {
  const auto width = static_cast<std::size_t>(image.extent.width);
  for (int y = 0; y < image.extent.height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      if (stored_value<format>(image.row(y), x) == value) return true;
    }
  }
  return false;
}

/// A value that no pixel has. There is one, because an image has fewer pixels than there are values of 32 bits.
std::uint32_t absent_value(const ImageView& image) {
  constexpr std::uint32_t wide = 0x80000000;
  if (bytes_per_pixel(image.format) < sizeof wide) return wide;
  constexpr std::uint32_t step = 0x9E3779B9;  // odd, so that all values have their turn
  std::uint32_t value = wide;
  while (has_value<PixelFormat::u32>(image, value)) value += step;
  return value;
}

}  // namespace

Capabilities wu_capabilities() {
  Capabilities capabilities = row_capabilities("cpu-wu");
  capabilities.criteria = {CriterionKind::foreground, CriterionKind::equal};
  capabilities.needs = {Need::mask, Need::periodic};
  return capabilities;
}

Result<LabelImage> label_wu(const ImageView& image, const LabelingSpec& asked, const ImageView* mask) {
  if (Result<void> status = check(asked, image.format, image.extent, wu_capabilities()); !status) return status.error();
  if (Result<void> status = check_mask(asked, mask, image.extent, wu_capabilities()); !status) return status.error();
  const LabelingSpec spec = spec_in(image.extent, asked);
  Result<LabelImage> result = allocate_labels(image.extent);
  if (!result) return result;
  try {
    if (const auto* foreground = std::get_if<Foreground>(&spec.criterion)) {
      label(image, spec.connectivity, RowForeground(*foreground, image.format), mask, result->values);
    } else {
      // The scan takes 0 for background, and pixels of the background's value are 0.
      RowEqual equal(std::get<Equal>(spec.criterion), image.format);
      if (!equal.has_background) equal.background = absent_value(image);
      label(image, spec.connectivity, equal, mask, result->values);
    }
  } catch (const std::bad_alloc&) {
    return no_memory_for_labels(image.extent);
  }
  if (Result<void> joined = join_seams(image, spec, mask, *result, nullptr); !joined) return joined.error();
  return result;
}

}  // namespace glccl::host
