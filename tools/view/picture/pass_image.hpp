// The textures that passes write, and how they are shown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "glccl/labeler.hpp"
#include "glccl/types.hpp"

namespace glccl::view {

/// How the texture of a pass is shown. The engine raster works on the image turned by half a turn: the turned image.
enum class ImageKind {
  ids,      ///< R32F, one texel per pixel of the turned image.
  labels,   ///< R32UI, one texel per pixel of the image.
  numbers,  ///< R32UI, one texel per pixel of the turned image, most of which are undefined.
  places,   ///< R32UI or RG32UI, a list of places in the turned image or in a list.
  roots,    ///< R32F, a list of ids.
  boxes,    ///< RGBA32F, one texel per row of the component table.
  masks,    ///< R32UI, one texel per 32 pixels of a row of the turned image.
  words,    ///< R32UI or RGBA32UI, one texel per 32 pixels of a column of the turned image.
  ranks,    ///< RG32UI, masks whose bits are numbered.
  counts,   ///< R32UI, the levels of the histogram pyramid.
  table,    ///< No texture: the pass wrote into the component table.
  nothing,  ///< No texture.
};

/// The texture of a step, and how it is shown.
struct PassImage {
  ImageKind kind = ImageKind::nothing;
  std::uint32_t texture = 0;
  Extent extent;              ///< Extent of the texture.
  std::int64_t elements = 0;  ///< Elements of a list that are shown.
};

/// Describes the texture of `step`. `pass` is the pass that wrote it, `components` the number of components where it is
/// known.
PassImage describe_image(const Step& step, const std::string& pass, std::optional<std::uint64_t> components);

/// The words of a rectangle of an integer or float texture of one or two channels, in raster order; floats as their
/// bits. The rectangle lies inside of the texture. Waits for the GPU.
std::vector<std::uint32_t> read_words(const PassImage& image, const Rectangle& rectangle);

/// The pixel of the image that an id of the turned image names (glsl/shared/ids.h). Requires an id other than 0.
Position position_of_id(std::uint32_t bits, const Extent& image);

}  // namespace glccl::view
