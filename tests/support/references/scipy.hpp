// Labels of volumes by scipy.ndimage.label, which tests/data/scipy_label.py runs.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/types.hpp"

namespace glccl::tests {

/// scipy's labels of volumes, one after another.
class ScipyLabels {
 public:
  /// Labels u8 volumes by their elements that are not zero. With `by_value` volumes of one format, u8, u16 or i16, by
  /// equal values other than zero, with labels in the order of the values.
  explicit ScipyLabels(const std::vector<host::Image>& volumes, bool by_value = false);

  /// Why there are no labels: there is no scipy. Empty where there are.
  const std::string& missing() const { return missing_; }

  /// The next labels: of the first volume those of connectivity 6, 18 and 26, then those of the second volume.
  LabelImage next(const Extent& extent);

  /// Whether all labels were read.
  bool at_end() { return labels_.peek() == std::ifstream::traits_type::eof(); }

 private:
  std::string missing_;
  std::ifstream labels_;
};

}  // namespace glccl::tests
