// Images made by rule: the same bytes for the same parameters on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "glccl/host/image.hpp"

namespace glccl::host {

/// Parameters of generate(); each kind reads the ones that name it.
struct GenerateOptions {
  std::uint32_t seed = 1;  ///< std::mt19937: noise, circles, objects, maze, text
  double density = 0.5;    ///< noise: the probability that a block is foreground, 0..1
  int granularity = 1;     ///< noise, checkerboard: side of a block in pixels; comb: width of a tooth and of a gap
  int circles = 2500;      ///< circles: discs per 1024 x 1024 pixels, radius 2..15
};

/// A kind of image: its name on the command line and a line that explains it.
struct GenerateKind {
  std::string name;
  std::string summary;
};

/// noise, circles, objects, spiral, comb, checkerboard, maze, text, full, empty. The definitions are in
/// host/generate.cpp, each with its kind.
const std::vector<GenerateKind>& generate_kinds();

/// An image of grey8 pixels 0 (background) and 255 (foreground) of any size from 1x1. Errors `invalid_argument`: an
/// unknown kind (the message lists them), a size below 1x1, a density outside 0..1, a granularity below 1, a negative
/// number of circles; `too_large`: no memory for it.
Result<Image> generate(const std::string& kind, Size size, const GenerateOptions& options = {});

}  // namespace glccl::host
