// What the textures that passes write hold, and how to look at them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "glccl/labeler.hpp"
#include "glccl/types.hpp"
#include "tools/view/camera.hpp"

namespace glccl::view {

enum class ImageKind {
  ids,      ///< R32F, a pixel of the turned image each
  labels,   ///< R32UI, a pixel of the image each
  numbers,  ///< R32UI, a pixel of the turned image each, most of which hold anything
  places,   ///< R32UI, a list of places of the turned image
  roots,    ///< R32F, a list of ids
  boxes,    ///< RGBA32F, a row of the component table each
  masks,    ///< R32UI, 16 pixels of a row of the turned image each
  ranks,    ///< RG32UI, masks that are numbered
  counts,   ///< R32UI of another shape
  table,    ///< none: the pass wrote into the component table
  nothing,  ///< none at all
};

/// A step's image, as its texture's format and size tell.
struct PassImage {
  ImageKind kind = ImageKind::nothing;
  std::uint32_t texture = 0;
  Size size;                  ///< of the texture
  int bits = 1;               ///< of a pixel in masks
  std::int64_t elements = 0;  ///< that are of interest in a list
};

/// `pass` is the pass that wrote it; `image` the size of the image that is labeled; `components` how many it has, where
/// that is known.
PassImage describe_image(const Step& step, const std::string& pass, Size image,
                         std::optional<std::uint32_t> components);

/// The words of an integer or float texture of one or two channels in a box that lies inside of it, row by row; floats
/// by their bits. Waits for the GPU.
std::vector<std::uint32_t> read_words(const PassImage& image, const Box& box);

/// The pixel of the image that an id of the turned image names (glsl/common/ids.glsl). Requires an id other than 0.
Pixel place_of_id(std::uint32_t bits, Size image);

}  // namespace glccl::view
