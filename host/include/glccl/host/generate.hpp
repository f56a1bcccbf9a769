// Images made by rule: the same bytes for the same parameters on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// Parameters of generate(); each kind reads the ones that name it.
struct GenerateOptions {
  std::uint32_t seed = 1;  ///< std::mt19937: every kind that draws
  double density = 0.5;    ///< noise, columns: the probability that a block or pixel is foreground, 0..1
  int granularity = 1;     ///< noise, checkerboard: side of a block in pixels; comb: width of a tooth and of a gap
  int circles = 2500;      ///< circles: discs per 1024 x 1024 pixels, radius 2..15
  int spacing = 20;        ///< columns: pixels from one background column to the next
};

/// A kind of image: its name on the command line and a line that explains it.
struct GenerateKind {
  std::string name;     ///< Its name on the command line: "noise".
  std::string summary;  ///< One line that explains it.
};

/// noise, columns, circles, objects, spiral, serpentine, comb, checkerboard, maze, text, page, letter, fingerprint,
/// full, empty. The definitions are in host/generate_*.cpp, each with its kind. The sparse and the dense spheres of
/// Stava and Benes are circles with 250 and 2500 in 1024 x 1024 pixels, their large objects are objects.
const std::vector<GenerateKind>& generate_kinds();

/// An image of u8 pixels 0 (background) and 255 (foreground) of any size from 1x1. Errors `invalid_argument`: an
/// unknown kind (the message lists them), a size below 1x1, a density outside 0..1, a granularity or a
/// spacing below 1, a negative number of circles; `too_large`: no memory for it.
Result<Image> generate(const std::string& kind, const Extent& extent, const GenerateOptions& options = {});

}  // namespace glccl::host
