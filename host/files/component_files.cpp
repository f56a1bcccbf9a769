#include "glccl/host/component_files.hpp"

#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "host/files/file_ending.hpp"

namespace glccl::host {
namespace {

/// What a component's row has of one axis.
struct AxisColumns {
  char name;
  int low;
  int high;
  std::uint64_t sum;
  int first;
};

/// The columns of x and y, and in volumes of z.
std::vector<AxisColumns> axes_of(const Component& c, const Extent& extent) {
  const Position first = position_of(c.first, extent);
  std::vector<AxisColumns> axes = {{'x', c.box.x0, c.box.x1, c.sum_x, first.x},
                                   {'y', c.box.y0, c.box.y1, c.sum_y, first.y}};
  if (extent.is_volume()) axes.push_back({'z', c.box.z0, c.box.z1, c.sum_z, first.z});
  return axes;
}

double centroid(const AxisColumns& axis, const Component& component) {
  return static_cast<double>(axis.sum) / static_cast<double>(component.area);
}

/// A number with six decimals in every locale. std::to_chars rounds exactly.
std::string six_decimals(double value) {
  char text[64];
  const auto result = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 6);
  return std::string(text, result.ptr);
}

/// The line of a component, with the values that the `further` columns have in row `row_index`.
std::string csv_row(const Component& c, const Extent& extent, std::span<const ComponentColumn> further,
                    std::size_t row_index) {
  const std::vector<AxisColumns> axes = axes_of(c, extent);
  std::string row = std::to_string(c.label) + ',' + std::to_string(c.area);
  for (const AxisColumns& axis : axes) row += ',' + std::to_string(axis.low);
  for (const AxisColumns& axis : axes) row += ',' + std::to_string(axis.high);
  for (const AxisColumns& axis : axes) row += ',' + six_decimals(centroid(axis, c));
  for (const AxisColumns& axis : axes) row += ',' + std::to_string(axis.first);
  row += ',';
  row += std::to_string(c.value);
  for (const ComponentColumn& column : further) {
    const double value = column.values[row_index];
    row += ',';
    row += column.is_integer ? std::to_string(static_cast<std::int64_t>(value)) : six_decimals(value);
  }
  row += '\n';
  return row;
}

/// The object of a component, likewise.
std::string json_object(const Component& c, const Extent& extent, std::span<const ComponentColumn> further,
                        std::size_t row_index) {
  const std::vector<AxisColumns> axes = axes_of(c, extent);
  nlohmann::ordered_json object = {{"label", c.label}, {"area", c.area}};
  for (const AxisColumns& axis : axes) object[std::string(1, axis.name) + "0"] = axis.low;
  for (const AxisColumns& axis : axes) object[std::string(1, axis.name) + "1"] = axis.high;
  for (const AxisColumns& axis : axes) object[std::string("centroid_") + axis.name] = centroid(axis, c);
  for (const AxisColumns& axis : axes) object[std::string("first_") + axis.name] = axis.first;
  for (const AxisColumns& axis : axes) object[std::string("sum_") + axis.name] = axis.sum;
  object["value"] = c.value;
  for (const ComponentColumn& column : further) {
    const double value = column.values[row_index];
    if (column.is_integer) {
      object[column.name] = static_cast<std::int64_t>(value);
    } else {
      object[column.name] = value;
    }
  }
  return object.dump();
}

Result<void> write_text(OutputFile& file, const std::string& text) { return file.write(text.data(), text.size()); }

}  // namespace

Result<void> check_components_path(const std::filesystem::path& path) {
  return check_ending(path, {".csv", ".json"}, "a component table");
}

ComponentWriter::ComponentWriter(OutputFile& file, const Extent& extent, std::span<const ComponentColumn> further)
    : file_(file), extent_(extent), further_(further), is_csv_(ending_of(file.path()) == ".csv") {}

Result<void> ComponentWriter::begin() {
  if (Result<void> status = check_components_path(file_.path()); !status) return status;
  if (!is_csv_) return write_text(file_, "[");
  std::string head = extent_.is_volume() ? "label,area,x0,y0,z0,x1,y1,z1,centroid_x,centroid_y,centroid_z,first_x,"
                                           "first_y,first_z,value"
                                         : "label,area,x0,y0,x1,y1,centroid_x,centroid_y,first_x,first_y,value";
  for (const ComponentColumn& column : further_) head.append(1, ',').append(column.name);
  head += '\n';
  return write_text(file_, head);
}

Result<void> ComponentWriter::write(std::span<const Component> components) {
  Result<void> status;
  for (std::size_t i = 0; status && i < components.size(); ++i) status = write_row(components[i], further_, written_);
  return status;
}

Result<void> ComponentWriter::write(std::span<const Component> components, std::span<const ComponentColumn> further) {
  Result<void> status;
  for (std::size_t i = 0; status && i < components.size(); ++i) status = write_row(components[i], further, i);
  return status;
}

Result<void> ComponentWriter::write_row(const Component& component, std::span<const ComponentColumn> further,
                                        std::size_t row_index) {
  // One object per line: a table of millions of components is never one document in memory, and its lines can be
  // searched.
  const char* const separator = written_ == 0 ? "\n" : ",\n";
  ++written_;
  return write_text(file_, is_csv_ ? csv_row(component, extent_, further, row_index)
                                   : separator + json_object(component, extent_, further, row_index));
}

Result<void> ComponentWriter::end() {
  if (is_csv_) return {};
  return write_text(file_, written_ == 0 ? "]\n" : "\n]\n");
}

Result<void> write_components(OutputFile& file, const std::vector<Component>& components, const Extent& extent,
                              const std::vector<ComponentColumn>& further) {
  ComponentWriter writer(file, extent, further);
  if (Result<void> status = writer.begin(); !status) return status;
  if (Result<void> status = writer.write(components); !status) return status;
  return writer.end();
}

Result<void> write_components(const std::filesystem::path& path, const std::vector<Component>& components,
                              const Extent& extent) {
  return write_and_commit(path, check_components_path(path),
                          [&](OutputFile& file) { return write_components(file, components, extent); });
}

}  // namespace glccl::host
