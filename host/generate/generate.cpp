// The list of kinds, and the checks of generate().
#include "glccl/host/generate.hpp"

#include <algorithm>
#include <cstdio>
#include <new>

#include "host/generate/kinds.hpp"

namespace glccl::host {
namespace {

struct KindEntry {
  GenerateKind description;
  void (*draw)(PixelCanvas&, const GenerateOptions&);
};

const std::vector<KindEntry>& kinds() {
  static const std::vector<KindEntry> all = {
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

Error invalid(const std::string& message) { return {ErrorCode::invalid_argument, "cannot generate: " + message}; }

std::string as_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

const KindEntry* find_kind(const std::string& name) {
  const auto found = std::find_if(kinds().begin(), kinds().end(),
                                  [&](const KindEntry& kind) { return kind.description.name == name; });
  return found == kinds().end() ? nullptr : &*found;
}

}  // namespace

Status check_generate(const std::string& kind, const Extent& extent, const GenerateOptions& options) {
  if (find_kind(kind) == nullptr) {
    std::string known;
    for (const KindEntry& k : kinds()) known += (known.empty() ? "" : ", ") + k.description.name;
    return invalid("there is no kind \"" + kind + "\"; the kinds are " + known);
  }
  if (extent.width < 1 || extent.height < 1) {
    return invalid("the size " + to_string(extent) + " has no pixels; both sides have to be at least 1");
  }
  if (!(options.density >= 0.0 && options.density <= 1.0)) {
    return invalid("density " + as_text(options.density) + " is not a probability; it has to be from 0 to 1");
  }
  if (options.granularity < 1) {
    return invalid("granularity " + std::to_string(options.granularity) + " is not a width; it has to be at least 1");
  }
  if (options.spacing < 1) {
    return invalid("spacing " + std::to_string(options.spacing) + " is not a distance; it has to be at least 1");
  }
  if (options.circles < 0) {
    return invalid("there cannot be " + std::to_string(options.circles) + " circles; the number has to be at least 0");
  }
  return {};
}

const std::vector<GenerateKind>& generate_kinds() {
  static const std::vector<GenerateKind> descriptions = [] {
    std::vector<GenerateKind> list;
    for (const KindEntry& kind : kinds()) list.push_back(kind.description);
    return list;
  }();
  return descriptions;
}

Result<Image> generate(const std::string& kind, const Extent& extent, const GenerateOptions& options) {
  if (Status status = check_generate(kind, extent, options); !status) return status.error();
  try {
    PixelCanvas canvas(extent);
    find_kind(kind)->draw(canvas, options);
    return canvas.take();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::too_large, "cannot generate: there is no memory for an image of " + to_string(extent) +
                                           " pixels; ask for a smaller one"};
  }
}

}  // namespace glccl::host
