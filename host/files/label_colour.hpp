// The colours of labels in pictures and animations.
#pragma once

#include <array>
#include <cstdint>

namespace glccl::host {

/// Red, green and blue, each 0 to 255.
using Colour = std::array<int, 3>;

/// A saturated colour that depends on the label alone. Hues step by the golden ratio: consecutive labels, often
/// neighbours in the image, have distant hues, and no hue returns soon. Integers give the same colour on every machine.
Colour colour_of(std::uint32_t label);

}  // namespace glccl::host
