// The lists of kinds, and the checks of generate() and generate_volume().
#include "glccl/host/generate.hpp"

#include <algorithm>
#include <cstdio>
#include <new>
#include <utility>

#include "glccl/host/cpu.hpp"
#include "host/generate/kinds.hpp"

namespace glccl::host {
namespace {

/// A kind, and the function that draws it.
struct KindEntry {
  GenerateKind description;
  void (*draw)(PixelCanvas&, const GenerateOptions&);
};
using Kinds = std::vector<KindEntry>;

const Kinds& kinds_in_plane() {
  static const Kinds all = {
      {{"noise", "random blocks (seed, density, granularity)"}, generated::noise},
      {{"columns", "random pixels between evenly spaced background columns (seed, density, spacing)"},
       generated::columns},
      {{"circles", "overlapping discs of radius 2 to 15 (seed, circles)"}, generated::circles},
      {{"objects", "sixteen large ellipses (seed)"}, generated::objects},
      {{"spiral", "one path, one pixel wide, from the corner to the centre: the longest component"}, generated::spiral},
      {{"serpentine", "one path, one pixel wide, back and forth row by row"}, generated::serpentine},
      {{"comb", "teeth that only the last rows join: the worst case for union-find (granularity)"}, generated::comb},
      {{"checkerboard", "blocks that touch only at their corners (granularity)"}, generated::checkerboard},
      {{"stripes", "vertical stripes as wide as their gaps (granularity)"}, generated::stripes},
      {{"grid", "lines one pixel wide (granularity)"}, generated::grid},
      {{"maze", "corridors with exactly one path between any two places (seed)"}, generated::maze},
      {{"text", "lines of glyph-like strokes (seed)"}, generated::text},
      {{"page", "a printed page: margins, paragraphs, words (seed)"}, generated::page},
      {{"letter", "a scanned letter: letterhead, tilted text, signature, stamp, speckle (seed)"}, generated::letter},
      {{"fingerprint", "ridges around a core, with minutiae (seed)"}, generated::fingerprint},
      {{"cells", "cells of nearest sites, each of one value from 1 to 251 (granularity)"}, generated::cells},
      {{"smooth", "waves of values without edges"}, generated::smooth},
      {{"full", "every pixel foreground"}, generated::full},
      {{"empty", "every pixel background"}, generated::empty},
  };
  return all;
}

const Kinds& kinds_in_space() {
  static const Kinds all = {
      {{"noise", "random blocks (seed, density, granularity)"}, generated::noise},
      {{"balls", "overlapping balls (seed, bodies, least and largest radius)"}, generated::balls},
      {{"tubes", "straight tubes of radius 1 to 3 from wall to wall (seed, bodies)"}, generated::tubes},
      {{"gyroid", "a labyrinth that repeats every 32 elements"}, generated::gyroid},
      {{"hilbert", "a Hilbert curve, one element thick: a path that stays near itself"}, generated::hilbert},
      {{"spiral", "one path, one element thick, that winds in slices joined by stairs: the longest component"},
       generated::spiral},
      {{"checkerboard", "blocks that touch only at edges and corners (granularity)"}, generated::checkerboard},
      {{"cells", "cells of nearest sites, each of one value from 1 to 251 (granularity)"}, generated::cells},
      {{"full", "every element foreground"}, generated::full},
      {{"empty", "every element background"}, generated::empty},
  };
  return all;
}

Error invalid(const std::string& message) { return {ErrorCode::invalid_argument, "cannot generate: " + message}; }

std::string as_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

const KindEntry* find_kind(const Kinds& kinds, const std::string& name) {
  const auto found =
      std::find_if(kinds.begin(), kinds.end(), [&](const KindEntry& kind) { return kind.description.name == name; });
  return found == kinds.end() ? nullptr : &*found;
}

/// Error: there is no kind of this name among those of volumes, or of images.
Result<void> check_kind(const std::string& kind, bool in_space) {
  const Kinds& kinds = in_space ? kinds_in_space() : kinds_in_plane();
  if (find_kind(kinds, kind) != nullptr) return {};
  std::string known;
  for (const KindEntry& k : kinds) known += (known.empty() ? "" : ", ") + k.description.name;
  if (find_kind(in_space ? kinds_in_plane() : kinds_in_space(), kind) == nullptr) {
    return invalid("there is no kind \"" + kind + "\"; the kinds are " + known);
  }
  return invalid(in_space ? "\"" + kind +
                                "\" is a kind of images; give a size of two sides, as 640x480, or a kind of "
                                "volumes: " +
                                known
                          : "\"" + kind +
                                "\" is a kind of volumes; give a size of three sides, as 64x64x64, or a kind "
                                "of images: " +
                                known);
}

/// The checks that images and volumes share.
Result<void> check_options(const GenerateOptions& options) {
  if (!(options.density >= 0.0 && options.density <= 1.0)) {
    return invalid("density " + as_text(options.density) + " is not a probability; it has to be from 0 to 1");
  }
  if (options.granularity < 1) {
    return invalid("granularity " + std::to_string(options.granularity) + " is not a width; it has to be at least 1");
  }
  if (options.spacing < 1) {
    return invalid("spacing " + std::to_string(options.spacing) + " is not a distance; it has to be at least 1");
  }
  const std::pair<const char*, int> counts[] = {{" circles", options.circles}, {" bodies", options.bodies}};
  for (const auto& [noun, count] : counts) {
    if (count >= 0) continue;
    return invalid("there cannot be " + std::to_string(count) + noun + "; the number has to be at least 0");
  }
  if (options.least_radius < 0 || options.largest_radius < options.least_radius) {
    return invalid("radii from " + std::to_string(options.least_radius) + " to " +
                   std::to_string(options.largest_radius) + " are none; they have to be in order, and at least 0");
  }
  return {};
}

std::vector<GenerateKind> descriptions_of(const Kinds& kinds) {
  std::vector<GenerateKind> list;
  for (const KindEntry& kind : kinds) list.push_back(kind.description);
  return list;
}

Result<Image> draw_kind(const KindEntry& kind, const Extent& extent, const GenerateOptions& options) {
  try {
    PixelCanvas canvas(extent);
    kind.draw(canvas, options);
    return canvas.take();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::too_large, std::string("cannot generate: there is no memory for ") +
                                           (extent.is_volume() ? "a volume of " : "an image of ") + to_string(extent) +
                                           " pixels; ask for a smaller one"};
  }
}

}  // namespace

Result<void> check_generate(const std::string& kind, const Extent& extent, const GenerateOptions& options) {
  if (extent.is_volume()) return check_generate_volume(kind, extent, options);
  if (Result<void> status = check_kind(kind, false); !status) return status;
  if (Result<void> status = check_options(options); !status) return status;
  if (extent.width >= 1 && extent.height >= 1 && extent.depth >= 1) return {};
  return invalid("the size " + to_string(extent) + " has no pixels; both sides have to be at least 1");
}

Result<void> check_generate_volume(const std::string& kind, const Extent& extent, const GenerateOptions& options) {
  if (Result<void> status = check_kind(kind, true); !status) return status;
  if (Result<void> status = check_options(options); !status) return status;
  if (extent.width < 1 || extent.height < 1 || extent.depth < 1) {
    return invalid("the size " + to_string(extent) + " has no elements; all sides have to be at least 1");
  }
  const std::int64_t most = serial_capabilities().largest_elements;
  if (std::int64_t{extent.width} * extent.height > most / extent.depth) {
    return Error{ErrorCode::too_large, "cannot generate: the size " + to_string(extent) + " is above " +
                                           std::to_string(most) + " elements; ask for a smaller one"};
  }
  return {};
}

bool has_kind(const std::vector<GenerateKind>& kinds, const std::string& name) {
  return std::any_of(kinds.begin(), kinds.end(), [&](const GenerateKind& kind) { return kind.name == name; });
}

const std::vector<GenerateKind>& generate_kinds() {
  static const std::vector<GenerateKind> descriptions = descriptions_of(kinds_in_plane());
  return descriptions;
}

const std::vector<GenerateKind>& volume_kinds() {
  static const std::vector<GenerateKind> descriptions = descriptions_of(kinds_in_space());
  return descriptions;
}

Result<Image> generate(const std::string& kind, const Extent& extent, const GenerateOptions& options) {
  if (extent.is_volume()) return generate_volume(kind, extent, options);
  if (Result<void> status = check_generate(kind, extent, options); !status) return status.error();
  return draw_kind(*find_kind(kinds_in_plane(), kind), extent, options);
}

Result<Image> generate_volume(const std::string& kind, const Extent& extent, const GenerateOptions& options) {
  if (Result<void> status = check_generate_volume(kind, extent, options); !status) return status.error();
  return draw_kind(*find_kind(kinds_in_space(), kind), extent, options);
}

}  // namespace glccl::host
