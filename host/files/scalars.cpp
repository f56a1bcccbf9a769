#include "host/files/scalars.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <string>

namespace glccl::host {
namespace {

template <class Stored>
long double value_of(const std::uint8_t* number) {
  Stored stored;
  std::memcpy(&stored, number, sizeof stored);
  return static_cast<long double>(stored);
}

constexpr ScalarType scalar_types[] = {
    {"u1", 1, value_of<std::uint8_t>, PixelFormat::u8},
    {"i1", 1, value_of<std::int8_t>, PixelFormat::i8},
    {"u2", 2, value_of<std::uint16_t>, PixelFormat::u16},
    {"i2", 2, value_of<std::int16_t>, PixelFormat::i16},
    {"u4", 4, value_of<std::uint32_t>, PixelFormat::u32},
    {"i4", 4, value_of<std::int32_t>, PixelFormat::i32},
    {"u8", 8, value_of<std::uint64_t>, std::nullopt},
    {"i8", 8, value_of<std::int64_t>, std::nullopt},
    {"f2", 2, nullptr, PixelFormat::f16},
    {"f4", 4, value_of<float>, PixelFormat::f32},
    {"f8", 8, value_of<double>, std::nullopt},
};

/// Writes numbers as numbers of type `To`.
template <class To>
Result<void> convert_to(const ScalarType& type, FileBytes numbers, std::uint64_t first, std::uint8_t* elements) {
  for (std::size_t i = 0; i < numbers.size() / type.bytes; ++i) {
    const long double value = type.value(&numbers[i * type.bytes]);
    const bool in_range = !std::isfinite(value) || (value >= std::numeric_limits<To>::lowest() &&
                                                    value <= static_cast<long double>(std::numeric_limits<To>::max()));
    const To element = in_range ? static_cast<To>(value) : To{};
    if (!in_range || (static_cast<long double>(element) != value && !std::isnan(value))) {
      return does_not_hold(format_of(type), first + i, value);
    }
    std::memcpy(elements + i * sizeof element, &element, sizeof element);
  }
  return {};
}

}  // namespace

const ScalarType* find_scalar(std::string_view name) {
  if (name == "b1") name = "u1";
  const auto* found = std::find_if(std::begin(scalar_types), std::end(scalar_types),
                                   [&](const ScalarType& type) { return type.name == name; });
  return found == std::end(scalar_types) ? nullptr : found;
}

PixelFormat format_of(const ScalarType& type) {
  if (type.format) return *type.format;
  if (type.name[0] == 'f') return PixelFormat::f32;
  return type.name[0] == 'i' ? PixelFormat::i32 : PixelFormat::u32;
}

Result<void> convert_scalars(const ScalarType& type, FileBytes numbers, std::uint64_t first, std::uint8_t* elements) {
  if (type.format) {
    std::copy(numbers.begin(), numbers.end(), elements);
    return {};
  }
  switch (format_of(type)) {
    case PixelFormat::f32:
      return convert_to<float>(type, numbers, first, elements);
    case PixelFormat::i32:
      return convert_to<std::int32_t>(type, numbers, first, elements);
    default:
      return convert_to<std::uint32_t>(type, numbers, first, elements);
  }
}

std::string to_text(const ScalarType& type, long double value) {
  if (type.name[0] == 'f') return std::to_string(static_cast<double>(value));
  return value < 0 ? std::to_string(static_cast<std::int64_t>(value))
                   : std::to_string(static_cast<std::uint64_t>(value));
}

Error does_not_hold(PixelFormat format, std::uint64_t place, long double value) {
  return {ErrorCode::file, "its element " + std::to_string(place) + " is " + std::to_string(value) + ", which " +
                               std::string(traits_of(format).name) +
                               " does not hold; images of 32 bits can be read, so convert it to those"};
}

}  // namespace glccl::host
