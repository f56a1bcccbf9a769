// Structs that begin with their size, of callers that were compiled with another version of the headers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace glccl::c_api {

/// The caller's struct, which may be null. Members that it lacks have the values of `defaults`.
template <class Struct>
Struct read_sized(const Struct* from, Struct defaults) {
  if (from != nullptr) std::memcpy(&defaults, from, std::min<std::size_t>(from->size, sizeof defaults));
  return defaults;
}

/// Writes the members that the caller's struct has, which keeps its size and may be null.
template <class Struct>
void write_sized(Struct made, Struct* to) {
  if (to == nullptr) return;
  made.size = to->size;
  std::memcpy(to, &made, std::min<std::size_t>(to->size, sizeof made));
}

}  // namespace glccl::c_api
