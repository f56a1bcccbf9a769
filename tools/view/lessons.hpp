// What each pass does and what is to be seen of it, for people who follow the method.
#pragma once

#include <string_view>

#include "tools/view/pass_image.hpp"

namespace glccl::view {

struct Lesson {
  std::string_view pass;
  std::string_view origin;  ///< chapter of O'Connell's paper, or whose idea it is
  std::string_view does;
};

/// An unknown pass has empty texts.
Lesson lesson_of(std::string_view pass);

/// How to read the picture of what a pass has written.
std::string_view legend_of(const PassImage& image, std::string_view pass);

}  // namespace glccl::view
