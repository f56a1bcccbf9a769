#include "tools/view/panels/lessons.hpp"

#include <algorithm>
#include <array>

namespace glccl::view {
namespace {

constexpr std::string_view ziegler = "Ziegler et al. 2006";
constexpr std::string_view tiles = "tiles of bits";
constexpr std::string_view ours = "makes it exact";

constexpr std::array lessons = {
    Lesson{"encode_ids", "chapter 4",
           "Every foreground pixel writes its own place: its id. From now on an id is a pointer to a pixel of the same "
           "component. Here each pixel points to itself."},
    Lesson{"vertical_runs", "chapter 4",
           "Pixels above one another form a run. Every pixel follows the ids along its column. Each pass reaches many "
           "times as far as the one before, until the whole run names its topmost pixel, its root."},
    Lesson{"gather_neighbor", "chapter 5",
           "The sweep takes column after column. Each pixel of this column scatters the largest neighboring id of the "
           "column before to the root of its run. GL_MAX blending keeps the largest id of all."},
    Lesson{"update_column", "chapter 5", "The pixels of the column take the id that their root has gathered."},
    Lesson{"scatter_back", "chapter 5",
           "Each pixel of the column scatters its new id to the roots of its neighbors in the column before. A smaller "
           "root takes the id, and the depth buffer marks it: update_roots will visit it."},
    Lesson{"update_roots", "chapter 6",
           "A root with a new id now points to a pixel that may point further. Each marked root follows its chain to "
           "the end. The depth test skips all pixels that are not marked."},
    Lesson{"update_children", "chapter 6",
           "Every pixel takes the id of its root: a merged component now has one color."},
    Lesson{"merge_blocks", "chapter 9",
           "Blocks of columns were swept side by side. Where runs touch across a border between blocks, the smaller "
           "root receives the larger id."},
    Lesson{"find_foreground", "chapter 4, as bits",
           "One fragment reads 32 pixels of a column and keeps a bit for each: foreground or not. Later passes look at "
           "32 pixels at once."},
    Lesson{"find_links", ours,
           "Finds the foreground, and which neighbors have equal or similar values, and keeps a bit for each pixel and "
           "direction. The image is not read again."},
    Lesson{"find_runs", "chapter 4, as bits",
           "Marks the end of every vertical run: the pixel to which chapter 4 points the whole run. The runs become a "
           "list, in raster order of these pixels."},
    Lesson{"end_runs", "chapter 4, as bits",
           "A run may cover many words of 32 pixels. Each word finds where the run through its last pixel ends, in log "
           "steps as in chapter 4."},
    Lesson{"hook_runs", "chapter 5, by gathering",
           "Every run takes the largest id among itself and the runs that it touches. Where chapter 5 scatters column "
           "by column, each fragment here looks at the lowest neighbor on both sides."},
    Lesson{"flatten_trees", "chapter 6",
           "Runs point to runs that point further. Each follows its chain, many steps in one pass, until every run "
           "names the root of its tree."},
    Lesson{"find_contacts", ours,
           "Marks where trees touch. Links inside of a tree are left out, and links that follow from others: few "
           "contacts are left."},
    Lesson{"list_contacts", ziegler,
           "Element k finds contact k by walking down the pyramid, and keeps the roots of its two trees."},
    Lesson{"update_trees", "chapter 6",
           "Roots that merge_rounds has marked follow their chain. The depth test skips all others."},
    Lesson{"place_roots", "chapter 6",
           "Every pixel takes the id of its component's root, for the passes that number roots by the stencil."},
    Lesson{"find_corners", "chapter 7, made cheaper",
           "The box of a component is the box of its corners: the pixels without a pixel of the component above and to "
           "the left, or below and to the right. Corners are far fewer than pixels."},
    Lesson{"histogram_pyramid", ziegler,
           "Counts the marks. Each level sums 16 numbers of the level below, until a single number is left."},
    Lesson{"count_points", ziegler,
           "The number at the top of the pyramid becomes the argument of an indirect draw. The CPU never learns it."},
    Lesson{"list_points", ziegler,
           "Every mask stores its marks where the running totals say. The marks, scattered over the image, become a "
           "list without gaps."},
    Lesson{
        "merge_rounds", ours,
        "Draws a point for every contact. Of the roots of its two trees, the larger is scattered to the smaller, and "
        "GL_MAX decides between rivals. An occlusion query sees whether anything merged; the GPU skips the rounds "
        "that are not needed."},
    Lesson{"find_roots", "compaction",
           "Marks the pixels or runs that still point to themselves, one per component: its first in raster order."},
    Lesson{"rank_masks", ziegler,
           "Turns the pyramid's numbers into running totals: the number of marks before a mask, or in it and after it. "
           "The first says where marks go in a list; the second numbers roots in raster order."},
    Lesson{"stencil_routing", "chapter 8",
           "Turns the roots into a list. Texel k of a small region lets the k-th fragment through its stencil test and "
           "rejects all others. Every root is drawn as a point that covers the region, so texel k keeps root k. One "
           "round gathers 255 roots."},
    Lesson{"check_routing", "chapter 8",
           "An occlusion query sees whether roots are left over. If so, the pyramid numbers all of them instead."},
    Lesson{"number_roots", "chapter 8", "Every gathered root scatters its number to its own pixel."},
    Lesson{"number_components", "the result",
           "Every pixel looks up the number of its root: 1 to N in raster order, 0 for the background."},
    Lesson{"number_runs", "the result",
           "Every run of the list looks up the number of its root: 1 to N in raster order."},
    Lesson{"label_pixels", "the result", "Every pixel takes the number of its run; the background is 0."},
    Lesson{"count_roots", "chapter 8", "An occlusion query counts the roots: each leaves one fragment."},
    Lesson{"list_components", "the table",
           "Every component gets its row with label and first pixel. Sums begin at zero."},
    Lesson{"sum_areas", "glccl",
           "Computes area and centroid from the ends of horizontal runs only. The sums of a run are the difference of "
           "two terms, and each end adds its own term."},
    Lesson{"bounding_boxes", "chapter 7",
           "Corners scatter their coordinates to the texel of their component, and GL_MAX keeps the outermost. Left "
           "and top are stored as distances from the other side."},
    Lesson{
        "write_boxes", "the table",
        "Copies the boxes into their rows. The table is complete, and a caller can draw from it without reading it."},
    Lesson{
        "label_tiles", tiles,
        "The elements of a tile become bits, 32 per word. Rows whose elements are neighbors anyway share one band of "
        "words. Runs that touch are united in shared memory. A component that reaches the tile's border becomes a "
        "node; of every other component the first element is marked."},
    Lesson{"merge_tiles", tiles,
           "Where runs touch across a border between tiles, their nodes are united. A compare-and-swap hangs the "
           "larger root below the smaller; an invocation that was overtaken continues from the value it finds."},
    Lesson{"merge_tiles_and_seams", tiles,
           "Takes the place of merge_tiles where an axis is periodic. Each element at the beginning of the axis is "
           "compared with its neighbors at the end, and the nodes of those that are linked are united too: label_tiles "
           "takes a seam for a border of its tiles."},
    Lesson{"settle_nodes", tiles,
           "Hangs every node directly below its root. Roots get a bit at their first pixel, as label_tiles did for "
           "components inside of tiles."},
    Lesson{
        "sum_nodes", tiles,
        "Takes the place of settle_nodes where small or large components are dropped. label_tiles has summed the area "
        "of each node; here they are added to those of their roots."},
    Lesson{"mark_kept_roots", tiles,
           "Marks the roots among the nodes whose area is within the limits. Roots without a mark get no number."},
    Lesson{"rank_words", tiles,
           "Counts the roots before each word of bits, in groups of 1024 words. The last workgroup turns the sums of "
           "the groups into running totals. The number of a root can now be looked up."},
    Lesson{"begin_rows", tiles,
           "Writes the table's header, and a row for every root among the nodes, because several tiles may add to it. "
           "Components inside of a tile need no row yet."},
    Lesson{"write_labels", tiles,
           "A tile looks up the labels of its nodes, then of its runs. Each element finds its run by counting bits and "
           "is written once, background too."},
    Lesson{"measure_components", tiles,
           "Computes areas, boxes and sums from the bits of runs, gathered tile by tile in shared memory. Components "
           "inside of a tile get whole rows; to the rows of nodes every tile adds its part."},
    Lesson{"begin_measurements", "the table",
           "Measures components in small boxes from the labels there. Moments and quads of the others begin at zero."},
    Lesson{"measure_labels", "the table",
           "Adds the squares and products of each pixel's coordinates to its component, and counts windows of 2x2 "
           "pixels by the pixels in them. Orientation, axes, holes and perimeter follow from these sums."},
    Lesson{
        "measure_cubes", "the table",
        "Counts the faces of voxels between a component and everything else, and adds up Euler numbers from windows of "
        "2x2x2 voxels."},
    Lesson{
        "find_crossings", "the table",
        "Compares labels at the beginning of a periodic axis with those of their neighbors at its end, and marks the "
        "components that meet there."},
    Lesson{
        "measure_seams", "the table",
        "Finds how far each of these components reaches on both sides of the seam. Its box and centroid with its parts "
        "side by side follow from that."},
    Lesson{"pack_mask", "the mask", "A word has a bit for each of 32 pixels of the mask that are not 0."},
    Lesson{"begin_intensities", "the table", "Sums of intensities begin at zero in all rows."},
    Lesson{
        "measure_intensities", "the table",
        "Adds the value that a second image has at each pixel to the pixel's component, alone, squared and times the "
        "pixel's coordinates. Mean, variance and weighted centroid follow from these sums."},
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
      return "The color shows the place of the root that a pixel's id names. A light frame marks a pixel that is its "
             "own root.";
    case ImageKind::labels:
      return "One color per component.";
    case ImageKind::numbers:
      return "Each root's pixel has the color of its number; the other pixels hold old values.";
    case ImageKind::places:
      return "The start of the list, texel by texel. The color shows the place that a point names. Texels past the end "
             "of the list are undefined.";
    case ImageKind::roots:
      return "The start of a list of ids, texel by texel. The color shows the place that an id names.";
    case ImageKind::boxes:
      return "One texel per component. The color shows the upper left corner of its box.";
    case ImageKind::masks:
      if (pass == "find_roots") return "Yellow: a root.";
      return pass == "find_runs" ? "Yellow: the end of a vertical run." : "Yellow: a corner.";
    case ImageKind::words:
      if (pass == "find_foreground") return "Yellow: foreground.";
      return pass == "find_links" ? "Yellow: a pixel with a link." : "Yellow: a contact between trees.";
    case ImageKind::ranks:
      return "The roots, each in the color of its number.";
    case ImageKind::counts:
      return "Numbers in the order of memory, level after level. Dark blue: 1; pink: a thousand; pale yellow: a "
             "million.";
    case ImageKind::table:
      return "This pass writes the component table, a buffer; the picture shows the labels. The mouse shows a "
             "component's row.";
    case ImageKind::nothing:
      return "This pass writes no texture; the picture shows the source.";
  }
  return "";
}

}  // namespace glccl::view
