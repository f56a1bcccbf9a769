// The labels and component tables that every engine has to give: those of cpu-serial.
#pragma once

#include <string>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/image.hpp"
#include "glccl/types.hpp"

namespace glccl::tests {

/// 4 and 8: the connectivities of images.
inline constexpr Connectivity connectivities[] = {Connectivity::four, Connectivity::eight};

/// 6, 18 and 26: the connectivities of volumes.
inline constexpr Connectivity connectivities_of_space[] = {Connectivity::six, Connectivity::eighteen,
                                                           Connectivity::twenty_six};

/// Labels and component table of one image.
struct LabeledImage {
  LabelImage labels;
  std::vector<Component> components;
};

/// The labels that cpu-serial gives.
LabelImage reference_labels(const ImageView& image, Connectivity connectivity = Connectivity::eight,
                            const Criterion& criterion = Foreground{});
LabelImage reference_labels(const host::Image& image, Connectivity connectivity = Connectivity::eight,
                            const Criterion& criterion = Foreground{});

/// The labels that cpu-serial gives, and their table. Numbering::raster, whatever `spec` asks for. A mask counts
/// whether or not `spec` asks for one. Holes are filled where `spec` asks for that.
LabeledImage reference(const ImageView& image, const LabelingSpec& spec = {}, const ImageView* mask = nullptr);
LabeledImage reference(const host::Image& image, const LabelingSpec& spec = {});

/// The table of labels, without values. Requires that the labels are 1..N.
std::vector<Component> measure(const LabelImage& labels);

/// The same with the image's values where the criterion is Equal.
std::vector<Component> measure_with_values(const ImageView& image, const LabelImage& labels, const LabelingSpec& spec);

/// The first pixel in which two label images differ, "(3, 5): 2 instead of 1"; empty where they are equal.
std::string first_difference(const LabelImage& actual, const LabelImage& expected);

/// The first row in which two tables differ; empty where they are equal.
std::string first_difference(const std::vector<Component>& actual, const std::vector<Component>& expected);

/// Checks that labels and tables are equal.
void check_labeled(const LabeledImage& actual, const LabeledImage& expected);

/// The labels 1..N in raster order of each value's first pixel.
LabelImage renumber_in_raster_order(const LabelImage& labels);

}  // namespace glccl::tests
