#include "engine/vocabulary/number_text.hpp"

#include <array>
#include <charconv>

namespace glccl {

std::string number_text(double number) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

}  // namespace glccl
