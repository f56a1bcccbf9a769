// Numbers that came in as an enumeration.
#pragma once

#include <string>
#include <type_traits>

#include "glccl/result.hpp"

namespace glccl {

/// Whether a value is one of an enumeration that counts from 0 to `last`. Error `invalid_argument`, which names it by
/// `name`.
template <class Enum>
Result<void> check_enumerator(const char* name, Enum value, Enum last) {
  const auto number = static_cast<std::underlying_type_t<Enum>>(value);
  const auto most = static_cast<std::underlying_type_t<Enum>>(last);
  if (number >= 0 && number <= most) return {};
  return Error{ErrorCode::invalid_argument, std::string(name) + " is " + std::to_string(number) +
                                                ": its enumeration has the values 0 to " + std::to_string(most)};
}

}  // namespace glccl
