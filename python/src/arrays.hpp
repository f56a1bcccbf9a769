// Between arrays of Python and the vocabulary of glccl.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "glccl/image.hpp"
#include "glccl/intensity.hpp"
#include "glccl/result.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl::python {

/// The view of an array of one to three axes, the last of which is x. Its elements follow each other along x without
/// gaps, and the strides of its other axes are not negative. Throws TypeError for a dtype that no format stores, and
/// ValueError for other arrays.
ImageView view_of(const nanobind::ndarray<nanobind::ro>& array);

/// The side of an axis as Extent has it. Throws ValueError for a longer one.
int side_of(std::size_t side);

/// Bytes from an element to the next along an axis whose stride is in elements of `element` bytes; 0, "no gaps", where
/// there is no next one. Throws ValueError for strides that are not positive.
std::size_t pitch_of(std::int64_t stride, std::size_t side, std::size_t element);

/// Raises glccl.Error, in every extension module the same type.
[[noreturn]] void raise_device_error(const std::string& message);

/// Raises an Error as the exception that users of numpy expect: ValueError for what can never work, MemoryError for
/// `too_large`, glccl.Error for the GPU.
[[noreturn]] void raise(const Error& error);

/// The value of a Result. Raises its Error.
template <class T>
T value_or_raise(Result<T> result) {
  if (!result) raise(result.error());
  return std::move(*result);
}

/// An array that owns `values`. Requires as many values as `shape` has elements.
template <class T>
nanobind::ndarray<nanobind::numpy, T> own(std::vector<T> values, std::initializer_list<std::size_t> shape) {
  auto kept = std::make_unique<std::vector<T>>(std::move(values));
  T* const data = kept->data();
  const nanobind::capsule owner(kept.get(), [](void* vector) noexcept {
    const std::unique_ptr<std::vector<T>> freed(static_cast<std::vector<T>*>(vector));
  });
  kept.release();
  return nanobind::ndarray<nanobind::numpy, T>(data, shape, owner);
}

/// Components as a dict of arrays, with coordinates in the order of the axes of an array of `axes` axes: `area` (N),
/// `bbox` (N, 2 * axes, first corner and the element behind the last corner), `sums` (N, axes), `first` (N).
nanobind::dict columns_of(const std::vector<Component>& components, std::size_t axes);

/// Adds the central moments of second order as matrices of the array's axes, "central"; of arrays of two and three axes
/// "euler_numbers", in the order of connectivities from 1 to `axes`; of two axes also "ellipse" (glccl::Ellipse in the
/// order of its members) and "perimeter_crofton". `is_flat`: the measurements are those of an image, also where an
/// array has three axes.
void add_shapes(nanobind::dict& columns, const std::vector<Component>& components,
                const std::vector<Measurements>& measurements, std::size_t axes, bool is_flat);

/// Adds, in the order of the axes, "crosses" (N, axes; 0 or 1), whether a component crosses the seam of an axis;
/// "unwrapped_bbox", the bbox with the parts of a component side by side, -1 where it has no begin;
/// "unwrapped_centroid" likewise, NaN there. `extent` is that of the labels.
void add_seams(nanobind::dict& columns, const std::vector<Component>& components,
               const std::vector<Measurements>& measurements, std::size_t axes, const Extent& extent);

/// Adds the columns of intensities: "intensity" with the mean, the smallest, the largest value and the standard
/// deviation, and "centroid_weighted" in the order of the axes.
void add_intensities(nanobind::dict& columns, const std::vector<DoubleIntensity>& rows, std::size_t axes);

/// The same of Measurements::intensity.
void add_intensities(nanobind::dict& columns, const std::vector<Component>& components,
                     const std::vector<Measurements>& measurements, std::size_t axes);

}  // namespace glccl::python
