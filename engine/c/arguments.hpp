// Pointers that come into the C face. Structs that begin with their size may be those of another version of the
// headers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace glccl::c_api {

/// A pointer and its name in glccl.h. `bytes` is this library's size of a struct that begins with its size, else 0.
struct Argument {
  template <class Type>
  Argument(const char* name_, const Type* pointer_, bool may_be_null_ = false)
      : name(name_), pointer(pointer_), may_be_null(may_be_null_) {
    if constexpr (requires { pointer_->size; }) {
      static_assert(offsetof(Type, size) == 0);
      bytes = sizeof(Type);
    }
  }

  const char* name;
  const void* pointer;
  bool may_be_null;
  std::uint32_t bytes = 0;
};

/// An argument for which a null pointer may stand.
Argument opt(const char* name, const auto* pointer) { return {name, pointer, true}; }

/// What is wrong with an argument; empty if nothing is.
inline std::string fault_of(const Argument& argument) {
  const std::string name = "`" + std::string(argument.name) + "`";
  if (argument.pointer == nullptr) {
    return argument.may_be_null ? "" : name + " is a null pointer, which is not allowed here";
  }
  if (argument.bytes == 0) return "";
  std::uint32_t size = 0;
  std::memcpy(&size, argument.pointer, sizeof size);
  if (size >= sizeof size && size <= argument.bytes) return "";
  return name + " begins with the size " + std::to_string(size) +
         ": sizeof of the struct is needed, which is at most " + std::to_string(argument.bytes) +
         " in this version of the library";
}

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

/// Makes the caller's struct, of `size` bytes, one of `defaults`.
template <class Struct>
void set_defaults(const Struct& defaults, Struct* to, std::uint32_t size) {
  to->size = size;
  write_sized(defaults, to);
}

}  // namespace glccl::c_api
