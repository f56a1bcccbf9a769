#include "python/src/cuda/device_layout.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <utility>

#include "python/src/arrays.hpp"

namespace nb = nanobind;

namespace glccl::python {

DeviceView::DeviceView(const nb::tuple& view)
    : data(reinterpret_cast<void*>(nb::cast<std::uintptr_t>(view[0]))),
      dtype(nb::cast<std::string>(view[1])),
      shape(nb::cast<std::vector<std::int64_t>>(view[2])),
      strides(nb::cast<std::vector<std::int64_t>>(view[3])),
      device(nb::cast<int>(view[4])),
      stream(reinterpret_cast<void*>(nb::cast<std::uintptr_t>(view[5]))),
      waits(nb::cast<bool>(view[6])) {}

ArrayLayout layout_of(std::span<const std::int64_t> shape, std::span<const std::int64_t> strides, bool batch,
                      std::size_t element) {
  if (!strides.empty() && strides.size() != shape.size()) throw nb::value_error("shape and strides differ in length");
  // Side and stride of each axis x, y, z of an image; stride 0: no gaps.
  const std::size_t axes = shape.size() - (batch ? 1 : 0);
  std::array<int, 3> sides = {1, 1, 1};
  std::array<std::size_t, 3> pitches = {};
  for (std::size_t a = 0; a < axes; ++a) {
    const std::size_t from = shape.size() - 1 - a;
    sides[a] = side_of(static_cast<std::size_t>(shape[from]));
    if (!strides.empty()) pitches[a] = pitch_of(strides[from], static_cast<std::size_t>(shape[from]), 1);
  }
  ArrayLayout layout;
  layout.extent = {sides[0], sides[1], sides[2]};
  layout.row_bytes = pitches[1];
  layout.slice_bytes = pitches[2];
  if (!batch) return layout;
  layout.images = static_cast<std::size_t>(shape[0]);
  const ImageView view{nullptr, PixelFormat::u8, layout.extent, layout.row_bytes, layout.slice_bytes};
  const std::size_t row = view.row_bytes != 0 ? view.row_bytes : static_cast<std::size_t>(sides[0]) * element;
  const std::size_t slice = layout.slice_bytes != 0 ? layout.slice_bytes : row * static_cast<std::size_t>(sides[1]);
  const std::size_t gap = strides.empty() ? 0 : pitch_of(strides[0], layout.images, 1);
  layout.image_bytes = gap != 0 ? gap : slice * static_cast<std::size_t>(sides[2]);
  return layout;
}

namespace {

struct NamedFormat {
  const char* name;
  nb::dlpack::dtype_code code;
  int bits;
  PixelFormat format;
};

using Code = nb::dlpack::dtype_code;
constexpr std::array named_formats = {NamedFormat{"bool", Code::Bool, 8, PixelFormat::u8},
                                      NamedFormat{"uint8", Code::UInt, 8, PixelFormat::u8},
                                      NamedFormat{"uint16", Code::UInt, 16, PixelFormat::u16},
                                      NamedFormat{"uint32", Code::UInt, 32, PixelFormat::u32},
                                      NamedFormat{"uint64", Code::UInt, 64, PixelFormat::rg32u},
                                      NamedFormat{"int8", Code::Int, 8, PixelFormat::i8},
                                      NamedFormat{"int16", Code::Int, 16, PixelFormat::i16},
                                      NamedFormat{"int32", Code::Int, 32, PixelFormat::i32},
                                      NamedFormat{"int64", Code::Int, 64, PixelFormat::rg32u},
                                      NamedFormat{"float16", Code::Float, 16, PixelFormat::f16},
                                      NamedFormat{"float32", Code::Float, 32, PixelFormat::f32}};

}  // namespace

PixelFormat format_named(const std::string& dtype) {
  for (const NamedFormat& row : named_formats) {
    if (dtype == row.name) return row.format;
  }
  throw nb::type_error(("the CUDA engines read no " + dtype).c_str());
}

nb::dlpack::dtype dtype_named(const std::string& name) {
  if (name == "float64") return nb::dtype<double>();
  for (const NamedFormat& row : named_formats) {
    if (name == row.name) return {static_cast<std::uint8_t>(row.code), static_cast<std::uint8_t>(row.bits), 1};
  }
  throw nb::type_error(("DLPack has no " + name).c_str());
}

std::string name_of_dtype(const nb::dlpack::dtype& dtype) {
  for (const NamedFormat& row : named_formats) {
    if (dtype.lanes == 1 && dtype.code == static_cast<std::uint8_t>(row.code) && dtype.bits == row.bits) {
      return row.name;
    }
  }
  if (dtype.code == static_cast<std::uint8_t>(Code::Float) && dtype.bits == 64) return "float64";
  return "dtype " + std::to_string(dtype.code) + " of " + std::to_string(dtype.bits) + " bits";
}

}  // namespace glccl::python
