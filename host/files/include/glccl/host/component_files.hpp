// Component tables as files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "glccl/host/output_file.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// A further column of a component table.
struct ComponentColumn {
  std::string name;            ///< Its name in the file.
  bool is_integer = false;     ///< Its values are written without decimals.
  std::vector<double> values;  ///< One per component.
};

/// Writes the components of an image or volume of `extent` as .csv or .json, by the ending of the file's path. The
/// columns of .csv are label,area,x0,y0,x1,y1,centroid_x,centroid_y,first_x,first_y,value; in volumes z0, z1,
/// centroid_z and first_z follow the columns of y. Centroids have six decimals. A .json is an array with one object per
/// line, with the same names and the exact sums sum_x, sum_y and in volumes sum_z. `further` columns come last. The
/// file is neither closed nor committed. Errors: `invalid_argument` (unknown ending), `file`.
Result<void> write_components(OutputFile& file, const std::vector<Component>& components, const Extent& extent,
                              const std::vector<ComponentColumn>& further = {});

/// Writes the same file in parts: begin(), then write() any number of times with rows in the order of their labels,
/// then end().
class ComponentWriter {
 public:
  /// Writes to `file`. It and the `further` columns have to live as long. These have a value for each row, or, where
  /// rows come with columns of their own, none.
  ComponentWriter(OutputFile& file, const Extent& extent, std::span<const ComponentColumn> further = {});

  /// Writes what comes before the rows. Errors: those of write_components().
  Result<void> begin();

  /// Writes rows. Error `file`.
  Result<void> write(std::span<const Component> components);

  /// Writes rows with columns of their own: those that the constructor has got, with a value for each of these rows.
  /// Error `file`.
  Result<void> write(std::span<const Component> components, std::span<const ComponentColumn> further);

  /// Writes what comes behind the rows. Error `file`.
  Result<void> end();

 private:
  Result<void> write_row(const Component& component, std::span<const ComponentColumn> further, std::size_t row_index);

  OutputFile& file_;
  Extent extent_;
  std::span<const ComponentColumn> further_;
  bool is_csv_;
  std::size_t written_ = 0;  ///< Rows.
};

/// The same through a temporary file that is renamed, so that the path holds a whole file or its former content.
Result<void> write_components(const std::filesystem::path& path, const std::vector<Component>& components,
                              const Extent& extent);

/// Whether write_components() knows the ending. Error `invalid_argument`: the message lists the endings.
Result<void> check_components_path(const std::filesystem::path& path);

}  // namespace glccl::host
