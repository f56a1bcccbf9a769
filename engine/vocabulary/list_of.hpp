// Lists in messages.
#pragma once

#include <cstddef>
#include <iterator>
#include <string>

namespace glccl {

/// "a, b and c", the names of values.
template <class Values, class Name>
std::string list_of(const Values& values, const Name& name) {
  std::string text;
  for (std::size_t i = 0; i < std::size(values); ++i) {
    text += (i == 0 ? "" : i + 1 == std::size(values) ? " and " : ", ") + std::string(name(values[i]));
  }
  return text;
}

}  // namespace glccl
