// Properties of components, as skimage.measure.regionprops_table has them, from component tables (glccl/table.hpp): a
// column of doubles or integers of 64 bits for each, without gaps, in one block of memory.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "glccl/result.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl::cuda {

/// The properties. Those of one number are one column, others so many columns as `width` says.
enum class RegionProperty : std::uint8_t {
  label,  ///< The value of the elements.
  area,
  num_pixels,
  area_bbox,
  extent,
  bbox,
  centroid,
  axis_major_length,
  axis_minor_length,
  eccentricity,
  orientation,
  euler_number,
  perimeter_crofton,
  inertia_tensor,
  inertia_tensor_eigvals,
  intensity_mean,
  intensity_min,
  intensity_max,
  intensity_std,
  centroid_weighted,
};

/// How a property lies in memory.
struct PropertyTraits {
  std::string_view name;
  RegionProperty property;
  bool is_integer;          ///< Else a double.
  std::uint32_t per_axis;   ///< Columns for each axis; 0: one column; ...
  std::uint32_t power = 1;  ///< ... or, with 2, for each pair of axes.

  /// Columns of an array of so many axes.
  std::uint32_t width(std::uint32_t axes) const {
    return per_axis == 0 ? 1 : per_axis * (power == 2 ? axes * axes : axes);
  }
};

/// All properties.
std::span<const PropertyTraits> all_properties();

/// A table of components in device memory, and where its properties go.
struct PropertyTable {
  static constexpr std::size_t most_properties = 20;

  const void* table = nullptr;  ///< The table.
  std::uint32_t rows = 0;       ///< Components in it, all of which have rows.
  std::uint32_t columns = 0;    ///< The columns of its rows.
  Extent extent;                ///< Of the labels.
  std::uint32_t axes = 0;       ///< Of the array, 2 or 3, the last of which is x.
  bool is_signed = false;       ///< Whether the array's elements are signed.
};

/// Writes properties in the order of `stream`: columns of numbers of 64 bits, each of which begins `stride` numbers
/// behind the one before, the first at `block`. `*disorder`, which is 0, becomes 1 if the values of the components do
/// not ascend, or one of them is negative: then merge_rows() has to unite rows. Error `gpu`: the launch failed.
Result<void> write_properties(const PropertyTable& table, std::span<const RegionProperty> properties, void* block,
                              std::uint32_t stride, std::uint32_t* disorder, cudaStream_t stream);

}  // namespace glccl::cuda
