#include "engine/vocabulary/number_text.hpp"

#include <array>

/// Writes the shortest text of a number, in at most 32 bytes, and returns its length. JavaScript has it, and
/// std::to_chars would be half of the module.
extern "C" __attribute__((import_module("glccl"), import_name("number_text"))) int glccl_number_text(double number,
                                                                                                     char* text);

namespace glccl {

std::string number_text(double number) {
  std::array<char, 32> text{};
  const int length = glccl_number_text(number, text.data());
  return {text.data(), static_cast<std::size_t>(length)};
}

}  // namespace glccl
