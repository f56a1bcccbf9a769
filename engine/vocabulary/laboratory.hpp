// The engines of the laboratory (lab/) by name, for messages of builds that do not have them.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "glccl/result.hpp"

namespace glccl {

/// Their names.
inline constexpr std::array<std::string_view, 6> laboratory = {
    "cpu-wu", "mpi-rows", "cuda-jung", "cuda-jung-surface", "cuda-qin", "cuda-hawick"};

/// The end of a message about what a build lacks.
inline constexpr std::string_view is_in_laboratory = " is in the laboratory, which is built with -DGLCCL_LAB=ON";

/// Why a build does not have this engine, which may be NAME+ADDITIONS, if it is one of them; nothing for other names.
inline std::optional<Error> missing_laboratory(std::string_view engine) {
  const std::string name(engine.substr(0, engine.find('+')));
  if (std::find(laboratory.begin(), laboratory.end(), name) == laboratory.end()) return std::nullopt;
  return Error{ErrorCode::invalid_argument, "engine " + name + std::string(is_in_laboratory)};
}

}  // namespace glccl
