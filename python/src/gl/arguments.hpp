// Arguments and errors of the extension module glccl._gl: names of enumerators, shapes in the order of numpy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "glccl/buffers.hpp"
#include "glccl/image.hpp"
#include "glccl/options.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::python {

// Enumerators by the names that they have in Python. Each function raises ValueError for another name and lists the
// names.

/// "auto", "raster", "raster-paper" or "compute".
Engine engine_of(std::string_view name);
/// "raster" or "root", as Spec takes it.
std::string_view checked_numbering(std::string_view name);
/// "red", "green", "blue", "alpha" or "any".
Channel channel_of(std::string_view name);
/// "sum", "luminance" or "largest".
Measure measure_of(std::string_view name);
/// "depth" or "stencil".
Aspect aspect_of(std::string_view name);
Samples samples_of(std::string_view name);
/// "preserve" or "clobber".
StatePolicy state_policy_of(std::string_view name);
DebugGroups debug_groups_of(bool pushed);
/// "whole", "stages" or "passes"; none without a name.
TimingDetail timing_of(std::optional<std::string_view> name);
/// A format by OpenGL's name of it without GL_, such as "R8UI".
PixelFormat format_of(std::string_view name);

/// OpenGL's names of the formats of images in buffers.
std::vector<std::string_view> buffer_formats();

/// The name of an engine in Python.
std::string_view python_name_of(Engine engine);

/// What is asked for before the number of the image's axes is known.
struct Asked {
  int named = 0;             ///< The number of bools of `periodic`; 0: one for all axes.
  bool shapes = false;       ///< The columns that shapes of components need.
  bool intensities = false;  ///< table_column_intensity.
};

/// A specification for an image or volume of this extent, with the columns that are asked for, and with a table and
/// periodic axes also that of seams. Error `invalid_argument`: another number of axes than the image has.
Result<LabelingSpec> spec_for(const LabelingSpec& spec, const Asked& asked, const Extent& extent,
                              const Outputs& output);

/// The extent of an array of two or three axes. Raises ValueError for others.
Extent extent_of_shape(const std::vector<int>& shape);

/// The shape of the array that holds labels of this extent: (height, width), of a volume (depth, height, width).
std::vector<std::size_t> shape_of(const Extent& extent);

/// An image or volume of this shape in a buffer. `strides` are the bytes from an element to the next along each axis;
/// nothing: there are no gaps. The stride of an axis with one element does not matter. Raises ValueError for a shape or
/// strides of other axes, and for elements of a row with gaps between them.
BufferImage buffer_image_of(std::uint32_t name, std::string_view format, const std::vector<int>& shape,
                            std::size_t offset, const std::optional<std::vector<std::size_t>>& strides);

/// A buffer as the target of labels of this extent. Error `invalid_argument`: it has another extent, or elements that
/// are no integers of 32 bits.
Result<BufferLabels> buffer_labels_of(const BufferImage& target, const Extent& extent);

/// Labels as an array of two axes, of a volume of three.
nanobind::ndarray<nanobind::numpy, std::uint32_t> array_of(LabelImage labels);

/// Raises an Error as an exception: glccl.Error for `no_device` and `gpu`, ValueError for all others. With
/// OpenGL `too_large` is a limit of textures or of a table, not a lack of memory.
[[noreturn]] void raise_gl(const Error& error);

}  // namespace glccl::python
