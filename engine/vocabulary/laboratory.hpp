// The engines of the laboratory (lab/) by name, for messages of builds that do not have them.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace glccl {

/// Their names.
inline constexpr std::array<std::string_view, 6> laboratory = {
    "cpu-wu", "mpi-rows", "cuda-jung", "cuda-jung-surface", "cuda-qin", "cuda-hawick"};

/// The end of a message about what a build lacks.
inline constexpr std::string_view is_in_laboratory = " is in the laboratory, which is built with -DGLCCL_LAB=ON";

/// Whether it is the name of one of them.
constexpr bool names_laboratory(std::string_view engine) {
  return std::find(laboratory.begin(), laboratory.end(), engine) != laboratory.end();
}

}  // namespace glccl
