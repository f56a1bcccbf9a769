// --properties: columns of the component table that follow from moments, quads, cubes, intensities and seams.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glccl/host/component_files.hpp"
#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl::tools {

/// A property of components, by the name that scikit-image has for it where it has one.
struct Property {
  std::string_view name;
  std::uint32_t columns = 0;  ///< What it is computed from: a set of TableColumn, some of images or volumes alone.
  bool of_volumes = false;    ///< Whether volumes have it.
  bool of_images = true;      ///< Whether images have it.
};

/// All names with commas between them.
std::string property_names();

/// Reads a list of names with commas between them. Error `invalid_argument`: a name that is no property, or that is
/// given twice.
Result<std::vector<Property>> parse_properties(const std::string& list);

/// Whether an image or volume of this extent has the properties. `name` is that of the file. Error `invalid_argument`.
Result<void> check_properties(const std::vector<Property>& properties, const Extent& extent, const std::string& name);

/// The properties of the components of labels, in their order. `spec` is that of the labels. `intensity` is the image
/// of intensities, null without one. Requires properties that check_properties() and check_second_images() do not
/// refuse. Errors: those of check_columns().
Result<std::vector<host::ComponentColumn>> measure_properties(const std::vector<Property>& properties,
                                                              const LabelImage& labels,
                                                              const std::vector<Component>& components,
                                                              const LabelingSpec& spec, const ImageView* intensity);

/// Whether labeling by slabs has a property: one that follows from rows and moments alone.
bool is_slab_property(const Property& property);

/// The names of these with commas between them.
std::string slab_property_names();

/// What labeling by slabs has to measure for such properties: LabelingSpec::columns.
std::uint32_t slab_columns_of(const std::vector<Property>& properties);

/// Such properties of some rows of the table of an image or volume of `extent`, in the order of the rows. `moments` are
/// theirs, or empty where slab_columns_of() has none.
std::vector<host::ComponentColumn> measure_slab_properties(const std::vector<Property>& properties,
                                                           std::span<const Component> components,
                                                           std::span<const Moments> moments, const Extent& extent);

}  // namespace glccl::tools
