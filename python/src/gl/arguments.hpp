// Arguments and errors of the extension module glccl._gl: names of enumerators, shapes in the order of numpy.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "glccl/options.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::python {

// Enumerators by the names that they have in Python. Each function raises ValueError for another name and lists the
// names.

/// "auto", "raster", "raster-paper" or "compute".
Engine engine_of(std::string_view name);
/// "raster" or "root".
Numbering numbering_of(std::string_view name);
/// "red", "green", "blue", "alpha" or "any".
Channel channel_of(std::string_view name);
/// "sum", "luminance" or "largest".
Measure measure_of(std::string_view name);
/// "depth" or "stencil".
Aspect aspect_of(std::string_view name);
/// "preserve" or "clobber".
StatePolicy state_policy_of(std::string_view name);
/// "whole", "stages" or "passes"; none without a name.
TimingDetail timing_of(std::optional<std::string_view> name);
/// A format by OpenGL's name of it without GL_, such as "R8UI".
PixelFormat format_of(std::string_view name);

/// The name of an engine in Python.
std::string_view python_name_of(Engine engine);

/// Which axes are periodic: x, y and z, and the number of axes that were named; 0: all of any number.
using PeriodicMembers = std::tuple<bool, bool, bool, int>;

/// A specification whose connectivity and number of axes may be left open.
struct OpenSpec {
  std::optional<int> connectivity;          ///< Nullopt: Connectivity::full.
  Criterion criterion;                      ///< LabelingSpec::criterion.
  Numbering numbering = Numbering::raster;  ///< LabelingSpec::numbering.
  Filter filter;                            ///< LabelingSpec::filter.
  std::uint64_t fill_holes = 0;             ///< LabelingSpec::fill_holes.
  PeriodicMembers periodic;                 ///< LabelingSpec::periodic.

  /// The specification for an image or volume of this extent. Error `invalid_argument`: periodic axes of another number
  /// than it has.
  Result<LabelingSpec> in(const Extent& extent) const;
};

/// The extent of an array of two or three axes. Raises ValueError for others.
Extent extent_of_shape(const std::vector<int>& shape);

/// The shape of the array that holds labels of this extent: (height, width), of a volume (depth, height, width).
std::vector<std::size_t> shape_of(const Extent& extent);

/// Raises an Error as an exception: glccl.Error for `no_device` and `gpu`, ValueError for all others. With
/// OpenGL `too_large` is a limit of textures or of a table, not a lack of memory.
[[noreturn]] void raise_gl(const Error& error);

/// Raises glccl.Error.
[[noreturn]] void raise_device_error(const Error& error);

}  // namespace glccl::python
