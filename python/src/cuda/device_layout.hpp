// Where the elements of an array in device memory lie, from the shape and strides that Python has.
#pragma once

#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "glccl/image.hpp"
#include "glccl/types.hpp"

namespace glccl::python {

/// Images or volumes of one extent at equal distances.
struct ArrayLayout {
  std::size_t images = 1;       ///< Their number.
  std::size_t image_bytes = 0;  ///< From one to the next.
  Extent extent;                ///< Of each.
  std::size_t row_bytes = 0;    ///< As ImageView::row_bytes.
  std::size_t slice_bytes = 0;  ///< As ImageView::slice_bytes.
};

/// The layout of an array whose elements have `element` bytes. `strides` are in bytes, and empty in C order. With
/// `batch` the first axis counts images. Requires elements without gaps along the last axis, one to three axes of an
/// image, and no axis of length 0. Throws ValueError for strides that are not positive and for sides beyond an int.
ArrayLayout layout_of(std::span<const std::int64_t> shape, std::span<const std::int64_t> strides, bool batch,
                      std::size_t element);

/// The format of a dtype by numpy's name; integers of 64 bits are rg32u. Throws TypeError where no engine reads it.
PixelFormat format_named(const std::string& dtype);

/// numpy's name of a dtype of DLPack, or another name if numpy has none.
std::string name_of_dtype(const nanobind::dlpack::dtype& dtype);

}  // namespace glccl::python
