#include "glccl/host/component_files.hpp"

#include <charconv>
#include <nlohmann/json.hpp>
#include <string>

#include "host/files/file_ending.hpp"

namespace glccl::host {
namespace {

double centroid(std::uint64_t sum, const Component& component) {
  return static_cast<double>(sum) / static_cast<double>(component.area);
}

/// A number with six decimals in every locale. std::to_chars rounds exactly.
std::string six_decimals(double value) {
  char text[64];
  const auto result = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 6);
  return std::string(text, result.ptr);
}

std::string csv_row(const Component& c, const Extent& extent) {
  const Position first = position_of(c.first, extent);
  std::string row = std::to_string(c.label) + ',' + std::to_string(c.area);
  for (const int side : {c.box.x0, c.box.y0, c.box.x1, c.box.y1}) row += ',' + std::to_string(side);
  row += ',' + six_decimals(centroid(c.sum_x, c)) + ',' + six_decimals(centroid(c.sum_y, c));
  return row + ',' + std::to_string(first.x) + ',' + std::to_string(first.y) + ',' + std::to_string(c.value) + '\n';
}

std::string json_object(const Component& c, const Extent& extent) {
  const Position first = position_of(c.first, extent);
  const nlohmann::ordered_json object = {
      {"label", c.label},
      {"area", c.area},
      {"x0", c.box.x0},
      {"y0", c.box.y0},
      {"x1", c.box.x1},
      {"y1", c.box.y1},
      {"centroid_x", centroid(c.sum_x, c)},
      {"centroid_y", centroid(c.sum_y, c)},
      {"first_x", first.x},
      {"first_y", first.y},
      {"sum_x", c.sum_x},
      {"sum_y", c.sum_y},
      {"value", c.value},
  };
  return object.dump();
}

Status write_text(OutputFile& file, const std::string& text) { return file.write(text.data(), text.size()); }

Status write_csv(OutputFile& file, const std::vector<Component>& components, const Extent& extent) {
  Status status = write_text(file, "label,area,x0,y0,x1,y1,centroid_x,centroid_y,first_x,first_y,value\n");
  for (std::size_t i = 0; status && i < components.size(); ++i)
    status = write_text(file, csv_row(components[i], extent));
  return status;
}

/// Writes one object per line: a table of millions of components is never one document in memory, and its lines can be
/// searched.
Status write_json(OutputFile& file, const std::vector<Component>& components, const Extent& extent) {
  Status status = write_text(file, "[");
  for (std::size_t i = 0; status && i < components.size(); ++i) {
    status = write_text(file, (i == 0 ? "\n" : ",\n") + json_object(components[i], extent));
  }
  return status ? write_text(file, components.empty() ? "]\n" : "\n]\n") : status;
}

}  // namespace

Status check_components_path(const std::filesystem::path& path) {
  return check_ending(path, {".csv", ".json"}, "a component table");
}

Status write_components(OutputFile& file, const std::vector<Component>& components, const Extent& extent) {
  if (Status status = check_components_path(file.path()); !status) return status;
  return ending_of(file.path()) == ".csv" ? write_csv(file, components, extent) : write_json(file, components, extent);
}

Status write_components(const std::filesystem::path& path, const std::vector<Component>& components,
                        const Extent& extent) {
  return write_and_commit(path, check_components_path,
                          [&](OutputFile& file) { return write_components(file, components, extent); });
}

}  // namespace glccl::host
