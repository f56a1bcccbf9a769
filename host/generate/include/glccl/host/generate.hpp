// Images and volumes made by rule: the same bytes for the same parameters on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// Parameters of generate() and generate_volume(). Each parameter lists the kinds that read it.
struct GenerateOptions {
  std::uint32_t seed = 1;   ///< Seed of the std::mt19937 of every random kind.
  double density = 0.5;     ///< noise, columns: probability that a block or pixel is foreground, 0..1.
  int granularity = 1;      ///< noise, checkerboard: side of a block. comb, stripes: width of a tooth or stripe
                            ///< and of a gap. grid: pixels between lines. cells: distance of the sites. In pixels.
  int circles = 2500;       ///< circles: discs per 1024 x 1024 pixels, with radii of 2 to 15 pixels.
  int spacing = 20;         ///< columns: pixels from a background column to the next.
  int bodies = 500;         ///< balls, tubes: number per 256 x 256 x 256 elements.
  int least_radius = 2;     ///< balls: smallest radius in elements.
  int largest_radius = 15;  ///< balls: largest radius in elements.
};

/// A kind of image: its name on the command line, and one line of explanation.
struct GenerateKind {
  std::string name;     ///< Its name on the command line: "noise".
  std::string summary;  ///< One line that explains it.
};

/// Whether one of these kinds has the name.
bool has_kind(const std::vector<GenerateKind>& kinds, const std::string& name);

/// The kinds: noise, columns, circles, objects, spiral, serpentine, comb, checkerboard, stripes, grid, maze,
/// text, page, letter, fingerprint, cells, smooth, full, empty. Each is defined where host/generate/ draws it. The
/// sparse and dense spheres of Stava and Benes are `circles` with 250 and 2500 discs per 1024 x 1024 pixels, their
/// large objects are `objects`.
const std::vector<GenerateKind>& generate_kinds();

/// Checks the arguments of generate(). Errors: those of generate() but for the lack of memory.
Result<void> check_generate(const std::string& kind, const Extent& extent, const GenerateOptions& options);

/// A u8 image with pixels 0 (background) and 255 (foreground); cells and smooth have more values. Of an extent with
/// several slices it is the volume of generate_volume(). Errors: `invalid_argument` (an unknown kind, or one of volumes
/// alone: the message lists those of images; an extent below 1x1, a density outside 0..1, a granularity or spacing
/// below 1, a negative number of circles), `too_large` (no memory for the image).
Result<Image> generate(const std::string& kind, const Extent& extent, const GenerateOptions& options = {});

/// The kinds of volumes: noise, balls, tubes, gyroid, hilbert, spiral, checkerboard, cells, full, empty. Those that
/// have the name of a kind of image give that image where the extent has one slice. Each is defined where
/// host/generate/ draws it.
const std::vector<GenerateKind>& volume_kinds();

/// Checks the arguments of generate_volume(). Errors `invalid_argument` and `too_large`.
Result<void> check_generate_volume(const std::string& kind, const Extent& extent, const GenerateOptions& options);

/// A u8 volume with elements 0 (background) and 255 (foreground); cells has values from 1 to 251. Errors:
/// `invalid_argument` (an unknown kind, or one of images alone: the message lists those of volumes; an extent below
/// 1x1x1, a density outside 0..1, a granularity below 1, a negative number of bodies, radii that are negative or not in
/// order), `too_large` (more than 2^34 elements, or no memory for them).
Result<Image> generate_volume(const std::string& kind, const Extent& extent, const GenerateOptions& options = {});

}  // namespace glccl::host
