// Where the elements of an array in device memory lie, from the shape and strides that Python has.
#pragma once

#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "glccl/image.hpp"
#include "glccl/types.hpp"

namespace glccl::python {

/// The address that Python has as an integer.
inline void* pointer(std::uintptr_t address) { return reinterpret_cast<void*>(address); }

/// An array in device memory: the tuple View of the package's Python code (glccl/_arrays/kinds.py).
struct DeviceView {
  /// Reads the members by their places.
  explicit DeviceView(const nanobind::tuple& view);

  void* data = nullptr;               ///< The first element.
  std::string dtype;                  ///< numpy's name, where there is one.
  std::vector<std::int64_t> shape;    ///< The sides of its axes.
  std::vector<std::int64_t> strides;  ///< In bytes; empty in C order.
  int device = 0;                     ///< The device whose memory it is.
  void* stream = nullptr;             ///< The cudaStream_t in whose order it is used.
  bool waits = false;                 ///< A call returns when its work has ended.
};

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

/// The dtype of DLPack by numpy's name. Throws TypeError for names that no array of glccl's has.
nanobind::dlpack::dtype dtype_named(const std::string& name);

/// numpy's name of a dtype of DLPack, or another name if numpy has none.
std::string name_of_dtype(const nanobind::dlpack::dtype& dtype);

}  // namespace glccl::python
