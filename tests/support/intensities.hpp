// Intensities by their definition, and images of them.
#pragma once

#include <cstdint>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/image.hpp"
#include "glccl/table.hpp"

namespace glccl::tests {

/// Sets Measurements::intensity of the rows of labels 1..rows.size(), element by element.
void add_intensities_by_definition(const LabelImage& labels, const ImageView& image, int fraction_bits,
                                   std::vector<Measurements>& rows);

/// The formats that can be measured.
std::vector<PixelFormat> intensity_formats();

/// An image of a format with values of all its bits: of floats numbers of every size, halves between two integers,
/// infinities and NaN too.
host::Image make_intensities(PixelFormat format, const Extent& extent, std::uint32_t seed);

}  // namespace glccl::tests
