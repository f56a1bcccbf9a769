#include "tools/glccl/properties.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

#include "glccl/host/cpu.hpp"
#include "glccl/host/seams.hpp"
#include "glccl/intensity.hpp"
#include "glccl/seams.hpp"
#include "glccl/shape.hpp"
#include "glccl/spec.hpp"
#include "glccl/table.hpp"
#include "tools/glccl/text.hpp"

namespace glccl::tools {
namespace {

/// A component with what was measured of it.
struct MeasuredComponent {
  const Component& component;
  const Measurements& measurements;
  Extent extent;
  Connectivity connectivity;

  Ellipse ellipse() const { return ellipse_of(central_moments(component, measurements.moments), component.area); }
  double euler() const {
    return static_cast<double>(extent.is_volume() ? euler_number(measurements.cubes, connectivity)
                                                  : euler_number(measurements.quads, connectivity));
  }
  WeightedCentroid weighted() const { return weighted_centroid(measurements.intensity); }

  double crosses(AxisSeam Seams::*axis) const { return crosses_seam(measurements.seams.*axis) ? 1.0 : 0.0; }

  /// A side of the unwrapped box; -1 where there is none.
  double side(int Box::*of) const {
    const std::optional<Box> box = unwrapped_box(component, measurements.seams, extent);
    return box ? (*box).*of : -1.0;
  }

  /// A coordinate of the unwrapped centroid; -1 where there is none.
  double centre(double UnwrappedCentroid::*of) const {
    const std::optional<UnwrappedCentroid> centroid = unwrapped_centroid(component, measurements.seams, extent);
    return centroid ? (*centroid).*of : -1.0;
  }
};

struct PropertyRow : Property {
  bool is_integer = false;
  double (*value)(const MeasuredComponent& one) = nullptr;
};

/// A property of the values that a second image has at a component.
constexpr PropertyRow of_intensity(std::string_view name, double (*value)(const MeasuredComponent& one)) {
  return {{name, table_column_intensity, true}, false, value};
}

/// A property of the surface of components of volumes.
constexpr PropertyRow of_surface(std::string_view name, double (*value)(const MeasuredComponent& one)) {
  return {{name, table_column_cubes, true, false}, true, value};
}

/// A property that follows from the component's seams.
constexpr PropertyRow of_seams(std::string_view name, bool is_integer, double (*value)(const MeasuredComponent& one)) {
  return {{name, table_column_seams, true}, is_integer, value};
}

constexpr std::array properties_known = {
    PropertyRow{{"axis_major_length", table_column_moments},
                false,
                [](const MeasuredComponent& one) { return one.ellipse().axis_major_length; }},
    PropertyRow{{"axis_minor_length", table_column_moments},
                false,
                [](const MeasuredComponent& one) { return one.ellipse().axis_minor_length; }},
    PropertyRow{{"eccentricity", table_column_moments},
                false,
                [](const MeasuredComponent& one) { return one.ellipse().eccentricity; }},
    PropertyRow{{"orientation", table_column_moments},
                false,
                [](const MeasuredComponent& one) { return one.ellipse().orientation; }},
    PropertyRow{{"euler_number", table_column_quads | table_column_cubes, true},
                true,
                [](const MeasuredComponent& one) { return one.euler(); }},
    PropertyRow{{"holes", table_column_quads}, true, [](const MeasuredComponent& one) { return 1.0 - one.euler(); }},
    PropertyRow{{"perimeter_crofton", table_column_quads},
                false,
                [](const MeasuredComponent& one) { return perimeter_crofton(one.measurements.quads); }},
    PropertyRow{
        {"boundary_sides", table_column_quads},
        true,
        [](const MeasuredComponent& one) { return static_cast<double>(boundary_sides(one.measurements.quads)); }},
    of_surface("exposed_faces",
               [](const MeasuredComponent& one) { return static_cast<double>(exposed_faces(one.measurements.cubes)); }),
    of_surface("exposed_faces_x",
               [](const MeasuredComponent& one) { return static_cast<double>(one.measurements.cubes.faces_x); }),
    of_surface("exposed_faces_y",
               [](const MeasuredComponent& one) { return static_cast<double>(one.measurements.cubes.faces_y); }),
    of_surface("exposed_faces_z",
               [](const MeasuredComponent& one) { return static_cast<double>(one.measurements.cubes.faces_z); }),
    PropertyRow{{"touches_border", 0, true},
                true,
                [](const MeasuredComponent& one) { return touches_border(one.component.box, one.extent) ? 1.0 : 0.0; }},
    of_intensity(
        "intensity_mean",
        [](const MeasuredComponent& one) { return mean_intensity(one.measurements.intensity, one.component.area); }),
    of_intensity("intensity_min", [](const MeasuredComponent& one) { return one.measurements.intensity.minimum; }),
    of_intensity("intensity_max", [](const MeasuredComponent& one) { return one.measurements.intensity.maximum; }),
    of_intensity("intensity_std",
                 [](const MeasuredComponent& one) {
                   return std::sqrt(intensity_variance(one.measurements.intensity, one.component.area));
                 }),
    of_intensity("centroid_weighted_x", [](const MeasuredComponent& one) { return one.weighted().x; }),
    of_intensity("centroid_weighted_y", [](const MeasuredComponent& one) { return one.weighted().y; }),
    of_intensity("centroid_weighted_z", [](const MeasuredComponent& one) { return one.weighted().z; }),
    of_seams("crosses_x", true, [](const MeasuredComponent& one) { return one.crosses(&Seams::x); }),
    of_seams("crosses_y", true, [](const MeasuredComponent& one) { return one.crosses(&Seams::y); }),
    of_seams("crosses_z", true, [](const MeasuredComponent& one) { return one.crosses(&Seams::z); }),
    of_seams("unwrapped_x0", true, [](const MeasuredComponent& one) { return one.side(&Box::x0); }),
    of_seams("unwrapped_x1", true, [](const MeasuredComponent& one) { return one.side(&Box::x1); }),
    of_seams("unwrapped_y0", true, [](const MeasuredComponent& one) { return one.side(&Box::y0); }),
    of_seams("unwrapped_y1", true, [](const MeasuredComponent& one) { return one.side(&Box::y1); }),
    of_seams("unwrapped_z0", true, [](const MeasuredComponent& one) { return one.side(&Box::z0); }),
    of_seams("unwrapped_z1", true, [](const MeasuredComponent& one) { return one.side(&Box::z1); }),
    of_seams("unwrapped_centroid_x", false,
             [](const MeasuredComponent& one) { return one.centre(&UnwrappedCentroid::x); }),
    of_seams("unwrapped_centroid_y", false,
             [](const MeasuredComponent& one) { return one.centre(&UnwrappedCentroid::y); }),
    of_seams("unwrapped_centroid_z", false,
             [](const MeasuredComponent& one) { return one.centre(&UnwrappedCentroid::z); }),
};

const PropertyRow* find_property(std::string_view name) {
  const auto* const found = std::find_if(properties_known.begin(), properties_known.end(),
                                         [&](const PropertyRow& row) { return row.name == name; });
  return found == properties_known.end() ? nullptr : found;
}

/// The columns of properties. `measured(i)` tells what was measured of component `i`.
template <class MeasuredOf>
std::vector<host::ComponentColumn> make_columns(const std::vector<Property>& properties, std::size_t components,
                                                const MeasuredOf& measured) {
  std::vector<host::ComponentColumn> table;
  for (const Property& property : properties) {
    const PropertyRow& row = *find_property(property.name);
    host::ComponentColumn column{std::string(row.name), row.is_integer, {}};
    column.values.reserve(components);
    for (std::size_t i = 0; i < components; ++i) column.values.push_back(row.value(measured(i)));
    table.push_back(std::move(column));
  }
  return table;
}

}  // namespace

std::string property_names() { return join_names(properties_known); }

Result<std::vector<Property>> parse_properties(const std::string& list) {
  std::vector<Property> properties;
  for (const std::string& word : split(list)) {
    const PropertyRow* row = find_property(word);
    if (row == nullptr) {
      return Error{ErrorCode::invalid_argument,
                   "--properties has no \"" + word + "\": the properties are " + property_names()};
    }
    const auto is_same = [&](const Property& one) { return one.name == row->name; };
    if (std::any_of(properties.begin(), properties.end(), is_same)) {
      return Error{ErrorCode::invalid_argument, "--properties names " + word + " twice: name it once"};
    }
    properties.push_back(*row);
  }
  return properties;
}

Result<void> check_properties(const std::vector<Property>& properties, const Extent& extent, const std::string& name) {
  const auto refuse = [&](const Property& property, const char* has, const char* is, const char* instead) {
    return Error{ErrorCode::invalid_argument, "the property " + std::string(property.name) + " is of " + has +
                                                  ", and " + name + " is " + is + " of " + to_string(extent) +
                                                  ": leave it out" + instead};
  };
  for (const Property& property : properties) {
    if (extent.is_volume() && !property.of_volumes) return refuse(property, "images", "a volume", ", or label a slice");
    if (!extent.is_volume() && !property.of_images) return refuse(property, "volumes", "an image", "");
  }
  return {};
}

Result<std::vector<host::ComponentColumn>> measure_properties(const std::vector<Property>& properties,
                                                              const LabelImage& labels,
                                                              const std::vector<Component>& components,
                                                              const LabelingSpec& spec, const ImageView* intensity) {
  std::uint32_t columns = 0;
  for (const Property& property : properties) columns |= property.columns;
  columns &= ~std::uint32_t{labels.extent.is_volume() ? table_column_quads : table_column_cubes};
  if (const Result<void> status = check_columns(columns, labels.extent); !status) return status.error();
  std::vector<Measurements> measured = host::measure_columns(labels, columns, components.size());
  if (intensity != nullptr) host::measure_intensities(labels, *intensity, spec.fraction_bits, measured);
  if ((columns & table_column_seams) != 0) {
    host::measure_seams(labels, spec.connectivity, spec.periodic, measured);
  }
  return make_columns(properties, components.size(), [&](std::size_t i) {
    return MeasuredComponent{components[i], measured[i], labels.extent, spec.connectivity};
  });
}

bool is_slab_property(const Property& property) {
  return (property.columns & ~std::uint32_t{table_column_moments}) == 0;
}

std::string slab_property_names() {
  std::vector<Property> known;
  std::copy_if(properties_known.begin(), properties_known.end(), std::back_inserter(known), is_slab_property);
  return join_names(known);
}

std::uint32_t slab_columns_of(const std::vector<Property>& properties) {
  std::uint32_t columns = 0;
  for (const Property& property : properties) columns |= property.columns;
  return columns;
}

std::vector<host::ComponentColumn> measure_slab_properties(const std::vector<Property>& properties,
                                                           std::span<const Component> components,
                                                           std::span<const Moments> moments, const Extent& extent) {
  Measurements measurements;
  return make_columns(properties, components.size(), [&](std::size_t i) {
    if (!moments.empty()) measurements.moments = moments[i];
    return MeasuredComponent{components[i], measurements, extent, Connectivity::eight};
  });
}

}  // namespace glccl::tools
