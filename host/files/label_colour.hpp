// The colours of labels in pictures and animations.
#pragma once

#include <array>
#include <cstdint>

namespace glccl::host {

/// Red, green and blue, each 0 to 255.
using Colour = std::array<int, 3>;

/// The colour of a label other than 0, that of colour_of_label().
Colour colour_of(std::uint32_t label);

}  // namespace glccl::host
