// Intensities by their definition, and images of them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/image.hpp"
#include "glccl/table.hpp"

namespace glccl::tests {

/// Sets Measurements::intensity of the rows of labels 1..rows.size(), element by element.
void add_intensities_by_definition(const LabelImage& labels, const ImageView& image, std::optional<int> fraction_bits,
                                   std::vector<Measurements>& rows);

/// The formats that can be measured.
std::vector<PixelFormat> intensity_formats();

/// An image of a format with values of all its bits: of floats numbers of every size, halves between two integers,
/// infinities and NaN too.
host::Image make_intensities(PixelFormat format, const Extent& extent, std::uint32_t seed);

/// An image of f16 or f32 of which every square of 16x16 elements has floats of another magnitude, from denormals on.
/// One element in a thousand is infinite or not a number.
host::Image make_scaled_floats(PixelFormat format, const Extent& extent, std::uint32_t seed);

}  // namespace glccl::tests
