// What each pass does and what its picture shows, for people who follow the method.
#pragma once

#include <string_view>

#include "tools/view/picture/pass_image.hpp"

namespace glccl::view {

/// The explanation of a pass.
struct Lesson {
  std::string_view pass;
  std::string_view origin;  ///< Chapter of O'Connell's paper, or the source of the idea.
  std::string_view does;
};

/// The lesson of a pass; empty texts for an unknown pass.
Lesson lesson_of(std::string_view pass);

/// How to read the picture of a pass.
std::string_view legend_of(const PassImage& image, std::string_view pass);

}  // namespace glccl::view
