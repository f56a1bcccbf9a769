#include "tools/glccl/properties.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "glccl/host/cpu.hpp"
#include "glccl/intensity.hpp"
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
    of_intensity("intensity_min",
                 [](const MeasuredComponent& one) { return minimum_intensity(one.measurements.intensity); }),
    of_intensity("intensity_max",
                 [](const MeasuredComponent& one) { return maximum_intensity(one.measurements.intensity); }),
    of_intensity("intensity_std",
                 [](const MeasuredComponent& one) {
                   return std::sqrt(intensity_variance(one.measurements.intensity, one.component.area));
                 }),
    of_intensity("centroid_weighted_x", [](const MeasuredComponent& one) { return one.weighted().x; }),
    of_intensity("centroid_weighted_y", [](const MeasuredComponent& one) { return one.weighted().y; }),
    of_intensity("centroid_weighted_z", [](const MeasuredComponent& one) { return one.weighted().z; }),
};

const PropertyRow* find_property(std::string_view name) {
  const auto* const found = std::find_if(properties_known.begin(), properties_known.end(),
                                         [&](const PropertyRow& row) { return row.name == name; });
  return found == properties_known.end() ? nullptr : found;
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

Status check_properties(const std::vector<Property>& properties, const Extent& extent, const std::string& name) {
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
                                                              Connectivity connectivity, const ImageView* intensity,
                                                              int fraction_bits) {
  std::uint32_t columns = 0;
  for (const Property& property : properties) columns |= property.columns;
  columns &= ~std::uint32_t{labels.extent.is_volume() ? table_column_quads : table_column_cubes};
  if (const Status status = check_columns(columns, labels.extent); !status) return status.error();
  std::vector<Measurements> measured = host::measure_columns(labels, columns, components.size());
  if (intensity != nullptr) host::measure_intensities(labels, *intensity, fraction_bits, measured);
  std::vector<host::ComponentColumn> table;
  for (const Property& property : properties) {
    const PropertyRow& row = *find_property(property.name);
    host::ComponentColumn column{std::string(row.name), row.is_integer, {}};
    for (std::size_t i = 0; i < components.size(); ++i) {
      column.values.push_back(row.value({components[i], measured[i], labels.extent, connectivity}));
    }
    table.push_back(std::move(column));
  }
  return table;
}

}  // namespace glccl::tools
