// Numbers in files, by NumPy's names of their types, and the formats of images that hold them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "host/files/decode.hpp"

namespace glccl::host {

/// A type of numbers.
struct ScalarType {
  const char* name;   ///< NumPy's, without the byte order: "u1" to "u8", "i1" to "i8", "f2" to "f8".
  std::size_t bytes;  ///< Of a number.
  /// The value of a number, which the mantissa of 64 bits holds. Null: of numbers that are elements alone.
  long double (*value)(const std::uint8_t*);
  std::optional<PixelFormat> format;  ///< The format whose elements are these numbers.
};

/// The type of this name; null where no image holds its numbers. "b1" is "u1".
const ScalarType* find_scalar(std::string_view name);

/// The format of images of such numbers: integers of 64 bits become i32 or u32, and floats of 64 bits f32.
PixelFormat format_of(const ScalarType& type);

/// Writes the elements of format_of(type) that numbers stand for, which are in the byte order of the machine. `first`
/// is the place of the first one in the file. Error `file`: a number that the format does not hold as it is.
Result<void> convert_scalars(const ScalarType& type, FileBytes numbers, std::uint64_t first, std::uint8_t* elements);

/// A number as text: integers without a fraction.
std::string to_text(const ScalarType& type, long double value);

/// The error of number `place` of a file, which a format does not hold.
Error does_not_hold(PixelFormat format, std::uint64_t place, long double value);

}  // namespace glccl::host
