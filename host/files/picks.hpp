// Axes of a file besides x, y and z, on which ReadOptions pick a place: channels and frames.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "glccl/host/image_files.hpp"
#include "glccl/result.hpp"

namespace glccl::host {

/// An axis and what is asked of it.
struct PickedAxis {
  const char* name;  ///< "channel" or "frame", also the name of its option.
  std::uint64_t length = 1;
  std::optional<std::uint32_t> asked = {};
};

/// "1 frame", "3 frames".
std::string counted(std::uint64_t count, const char* what);

/// The place on the axis that is picked, from 0; 0 where none is. Error `file`: the axis does not have the place.
Result<std::uint64_t> pick_place(const PickedAxis& axis, const ReadOptions& options);

/// How to pick a place on each axis of several places of which none is picked: the end of a message that refuses the
/// file.
std::string ways_to_pick(std::span<const PickedAxis> axes, const ReadOptions& options);

}  // namespace glccl::host
