#include "tools/view/lessons.hpp"

#include <algorithm>
#include <array>

namespace glccl::view {
namespace {

constexpr std::string_view ziegler = "Ziegler et al. 2006";
constexpr std::string_view tiles = "tiles of bits";
constexpr std::string_view ours = "what makes it exact";

constexpr std::array lessons = {
    Lesson{"encode_ids", "chapter 4",
           "Every foreground pixel writes down its own place: its id. From now on an id is a pointer, for it names the "
           "pixel that this one belongs to. Here each points to itself."},
    Lesson{"vertical_runs", "chapter 4",
           "Pixels above one another form a run. Every pixel follows the ids along its column, each pass many times as "
           "far as the one before, until the whole run names its topmost pixel, its root."},
    Lesson{
        "gather_neighbor", "chapter 5",
        "The sweep takes column after column. Each pixel of this column scatters the largest id beside it to the root "
        "of its run; GL_MAX blending keeps the largest of all."},
    Lesson{"update_column", "chapter 5", "The pixels of the column take the id that their root has gathered."},
    Lesson{"scatter_back", "chapter 5",
           "Roots of the columns behind that are smaller than what touches them are given the larger id, and the depth "
           "buffer marks them: they have to be updated later."},
    Lesson{
        "update_roots", "chapter 6",
        "A root that was given another id now points to a pixel that may point on. Each marked root follows its chain "
        "to the end; the depth test skips all pixels that are not marked."},
    Lesson{
        "check_roots", "chapter 6",
        "Marked roots whose chain goes on are drawn for an occlusion query alone: where there is none, the GPU skips "
        "the passes that follow."},
    Lesson{"update_children", "chapter 6",
           "Every pixel takes the id of its root: what has been merged is of one color from end to end."},
    Lesson{"merge_blocks", "chapter 9",
           "Blocks of columns were swept side by side. Where runs touch across a border between them, the smaller root "
           "is given the larger id."},
    Lesson{"find_contacts", ours,
           "Runs of neighboring columns may touch along many pixels; the first is enough to merge them. These contacts "
           "are marked, 16 pixels of a row in one mask."},
    Lesson{"find_corners", "chapter 7, made cheaper",
           "The box of a component is that of its corners: the pixels with none of it above and to the left, or below "
           "and to the right. They are far fewer than all its pixels."},
    Lesson{"histogram_pyramid", ziegler,
           "How many marks are there? Each level sums 16 numbers of the level below, until a single one is left."},
    Lesson{"count_points", ziegler,
           "The number at the top of the pyramid becomes the arguments of an indirect draw. The CPU never learns it."},
    Lesson{
        "list_points", ziegler,
        "Texel k finds mark k by walking down the pyramid. So the marks, strewn over the image, become a list without "
        "gaps, to draw points from."},
    Lesson{
        "merge_rounds", ours,
        "A point for every contact: of the roots of its two runs the larger is scattered to the smaller, and GL_MAX "
        "decides between rivals. An occlusion query sees whether there was any; the GPU skips the rounds that are not "
        "needed."},
    Lesson{"find_roots", "compaction",
           "The pixels that still point to themselves, one for every component: its first in raster order."},
    Lesson{
        "rank_masks", ziegler,
        "The pyramid's numbers as running totals: how many roots lie in a mask and after it. That numbers the roots in "
        "raster order."},
    Lesson{"stencil_routing", "chapter 8",
           "Every root is drawn over the whole region, and the stencil counts down at each texel: so each texel keeps "
           "another root, and roots become a list. A round gathers 255."},
    Lesson{"check_routing", "chapter 8",
           "An occlusion query sees whether roots are left over: then the pyramid numbers them all instead."},
    Lesson{"number_roots", "chapter 8", "Every root that was gathered scatters its number to its own pixel."},
    Lesson{"number_components", "the result",
           "Every pixel looks up the number of its root: 1 to N in raster order, 0 for the background."},
    Lesson{"count_roots", "chapter 8", "An occlusion query counts the roots: each leaves one fragment."},
    Lesson{"list_components", "the table", "Every component gets its row: label and first pixel; sums begin at zero."},
    Lesson{"sum_areas", "ours",
           "Area and centroid from the ends of horizontal runs alone: a run's sums are a difference of two terms, and "
           "each end adds its own by itself."},
    Lesson{
        "bounding_boxes", "chapter 7",
        "Corners scatter their coordinates to the texel of their component, and GL_MAX keeps the outermost: left and "
        "top as distances from the other side."},
    Lesson{
        "write_boxes", "the table",
        "The boxes go into their rows. The table is complete, and a caller can draw from it without ever reading it."},
    Lesson{
        "label_tiles", tiles,
        "The pixels of a tile become bits, 32 to a word. Runs that touch are united in shared memory, all of the tile. "
        "A component that reaches the tile's border becomes a node; of the others the first pixel is known."},
    Lesson{"merge_tiles", tiles,
           "Where runs touch across a border between tiles, their nodes are united: the larger root is hung below the "
           "smaller by a compare-and-swap, and whoever was overtaken goes on from what it finds there."},
    Lesson{"settle_nodes", tiles,
           "Every node is hung right below its root. Roots get a bit at their first pixel, as label_tiles has given it "
           "to the components inside of tiles."},
    Lesson{"rank_words", tiles, "How many roots come before each word of bits, in groups of 1024 words."},
    Lesson{"sum_ranks", tiles, "The groups' sums become running totals. A root's number can now be looked up."},
    Lesson{
        "begin_rows", tiles,
        "The table's header, and a row for every root among the nodes: several tiles may add to it. Components inside "
        "of a tile need no row yet."},
    Lesson{"write_labels", tiles,
           "A tile looks up the labels of its nodes, then of its runs. Each pixel finds its run by counting bits: one "
           "write a pixel, background too."},
    Lesson{
        "measure_components", tiles,
        "Areas, boxes and sums come from the bits of runs, gathered tile by tile in shared memory. Rows of components "
        "inside of a tile are written whole; to those of nodes every tile adds its part."},
};

}  // namespace

Lesson lesson_of(std::string_view pass) {
  const auto* const found =
      std::find_if(lessons.begin(), lessons.end(), [&](const Lesson& lesson) { return lesson.pass == pass; });
  return found == lessons.end() ? Lesson{pass, "", ""} : *found;
}

std::string_view legend_of(const PassImage& image, std::string_view pass) {
  switch (image.kind) {
    case ImageKind::ids:
      return "Color: the place of the root that a pixel's id names. A light frame: a pixel that is its own root.";
    case ImageKind::labels:
      return "Color: the component.";
    case ImageKind::numbers:
      return "Each root's pixel in the color of its number; the others hold what was there before.";
    case ImageKind::places:
      return "The start of the list, texel by texel. Color: the place that a point names. Past its end there may be "
             "anything.";
    case ImageKind::roots:
      return "The roots of this round, texel by texel. Color: the place that a root names.";
    case ImageKind::boxes:
      return "A texel for every component. Color: the upper left corner of its box.";
    case ImageKind::masks:
      if (pass == "find_roots") return "Yellow: a root.";
      if (pass == "find_corners") return "Yellow: a corner.";
      return "Yellow: contact with the pixel beside or below left; blue: with the one above left; white: with both.";
    case ImageKind::ranks:
      return "The roots, each in the color of its number.";
    case ImageKind::counts:
      return "Numbers as they lie in memory, level upon level. Dark blue: 1; pink: a thousand; pale yellow: a million.";
    case ImageKind::table:
      return "Written is the component table, a buffer; shown are the labels. The mouse tells each component's row.";
    case ImageKind::nothing:
      return "Nothing is written into a texture; the source is shown.";
  }
  return "";
}

}  // namespace glccl::view
