// S. M. O'Connell measured on an underclocked GeForce 9800GT and a Tesla S1070, and OpenCV on a Phenom II X2 550 at 3.1
// GHz.
#include <array>
#include <span>
#include <string>
#include <utility>

#include "lab/bench/papers.hpp"

namespace glccl::tools {
namespace {

/// A row of tables 10-1 and 10-2, in ms.
struct OconnellRow {
  int side;
  double s1070;
  double gt9800;
  double opencv;
};

constexpr std::array<OconnellRow, 5> published_rows = {{
    {128, 3, 3, 3},
    {256, 4, 4, 5},
    {512, 9, 9, 9},
    {1024, 25, 27, 19},
    {2048, 90, 91, 70},
}};

constexpr std::span<const OconnellRow> published_span = published_rows;

/// More blocks gained nothing in the paper.
constexpr int best_blocks = 4;

PaperEngine with_blocks(int blocks) {
  return {"raster-paper", {.run = {.raster = {.blocks = blocks}}}, "raster-paper, N = " + std::to_string(blocks)};
}

/// The density of discs that gives 31 components at 512 x 512, as the image of figure 1.1 has.
Dataset blobs() { return {"circles-128", "circles", {.circles = 128}}; }

PaperImage blobs_of(int side) { return {std::to_string(side) + "x" + std::to_string(side), blobs(), {side, side}}; }

PaperTable make_rates(const PaperTable& times) {
  PaperTable table{"Chapter 10, figures 10.1 and 10.2 (a): images a second", "1/s", 0, "image", {}, {}};
  table.rows = {times.rows[2], times.rows[3]};
  table.columns.push_back({"9800GT", Origin::published, {112, 37}});
  for (const PaperColumn& column : times.columns) {
    if (column.origin == Origin::published) continue;
    table.columns.push_back({column.name, Origin::here, ratios({1000.0, 1000.0}, {column.cells[2], column.cells[3]})});
  }
  return table;
}

PaperTable make_components(PaperBench& bench) {
  std::vector<PaperImage> images;
  for (const int circles : {32, 128, 512, 2048, 8192}) {
    images.push_back({std::to_string(circles / 4) + " discs",
                      {"circles-" + std::to_string(circles), "circles", {.circles = circles}},
                      {512, 512}});
  }
  PaperTable table{
      "Figure 10.2 (b): time by the number of components, 512x512", "ms", 2, "image", names_of(images), {}};
  for (const PaperEngine& engine : {with_blocks(best_blocks), PaperEngine{"raster"}}) {
    table.columns.push_back(bench.time(engine, images));
  }
  table.note = "published: a plot in which the two are not related; not given as numbers";
  return table;
}

PaperTable make_blocks(PaperBench& bench) {
  PaperTable table{"Figure 10.2 (c): time by the number of blocks N, 512x512", "ms", 2, "blocks", {}, {}};
  PaperColumn here{"raster-paper", Origin::here, {}};
  for (const int blocks : {1, 2, 4, 8, 16, 32, 64, 128}) {
    table.rows.push_back("N = " + std::to_string(blocks));
    here.cells.push_back(bench.time(with_blocks(blocks), {blobs_of(512)}).cells.front());
  }
  table.columns.push_back(std::move(here));
  table.note = "published: a plot in which more than N = 4 gains nothing; not given as numbers";
  return table;
}

}  // namespace

std::vector<PaperTable> oconnell_tables(PaperBench& bench) {
  std::vector<PaperImage> images;
  for (const OconnellRow& row : published_rows) images.push_back(blobs_of(row.side));
  PaperTable devices{"Table 10-1: time by resolution",
                     "ms",
                     2,
                     "image",
                     names_of(images),
                     {published("S1070", published_span, &OconnellRow::s1070),
                      published("9800GT", published_span, &OconnellRow::gt9800)}};
  for (const PaperEngine& engine :
       {with_blocks(1), with_blocks(best_blocks), PaperEngine{"raster"}, PaperEngine{"raster+table+routing"}}) {
    devices.columns.push_back(bench.time(engine, images));
  }
  devices.note =
      "published: labels, boxes (chapter 7) and their retrieval (chapter 8); raster-paper ends with the labels, "
      "raster+table+routing goes on to the table by stencil routing; the published images are not available, these "
      "have 31 blobs at 512x512 as figure 1.1";
  PaperTable opencv{"Table 10-2: OpenCV and this work",
                    "ms",
                    2,
                    "image",
                    names_of(images),
                    {published("OpenCV", published_span, &OconnellRow::opencv)}};
  for (const char* const engine : {"opencv", "opencv-stats", "cpu-serial"}) {
    opencv.columns.push_back(bench.time({engine}, images));
  }
  opencv.columns.push_back(published("GPU", published_span, &OconnellRow::gt9800));
  opencv.columns.push_back(devices.columns.back());
  opencv.note = "published: OpenCV by contour tracing (Chang et al.); here by its connectedComponents";
  return {devices, opencv, make_rates(devices), make_components(bench), make_blocks(bench)};
}

}  // namespace glccl::tools
