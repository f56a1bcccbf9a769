// The talk measured on a GeForce GTX 680: the times of all kernels added up.
#include <array>
#include <span>
#include <string>
#include <utility>

#include "lab/bench/papers.hpp"

namespace glccl::tools {
namespace {

/// A variant of the kernels, its additions to cuda-links, and its row of the talk's first table in ms.
struct LinksVariant {
  const char* name;
  const char* additions;
  double maze;
};

constexpr std::array<LinksVariant, 6> variants = {{
    {"1-gather, shared memory", "+1-gather+shared", 44},
    {"1-gather, shuffle", "+1-gather", 39},
    {"1- and max-gather, shared memory", "+max-gather+shared", 26},
    {"1- and max-gather, shuffle", "+max-gather", 23},
    {"1- and max-gather, LabelRoot, shared memory", "+shared", 12},
    {"1- and max-gather, LabelRoot, shuffle", "", 12},
}};

/// A row of the talk's second table in ms.
struct LinksRow {
  const char* name;
  Extent size;
  double gtc_2010;  ///< The speakers' kernels of 2010, with LabelRoot.
  double max_shared;
  double max_shuffle;
  double root_shared;
  double root_shuffle;
};

constexpr std::array<LinksRow, 3> published_rows = {{
    {"100by300", {100, 300}, 6.27, 3.0, 2.57, 1.66, 1.5},
    {"1Kby768", {1024, 768}, 8.2, 8.9, 7.15, 4.6, 3.7},
    {"4Kby4K", {4096, 4096}, 385, 380, 266, 112, 85},
}};

constexpr std::span<const LinksRow> published_span = published_rows;

/// As published: 4-connectivity, and regions of equal colour with no background among them.
PaperEngine links(const std::string& additions) {
  return {"cuda-links+root" + additions,
          {.spec = {.connectivity = Connectivity::four, .criterion = Difference{0.0F}}},
          "cuda-links" + additions};
}

PaperTable make_maze(PaperBench& bench) {
  const PaperImage maze{"maze", {"maze", "maze", {}}, {512, 512}};
  PaperTable table{"Typical execution times: maze, 512x512", "ms", 3, "kernel", {}, {}};
  PaperColumn paper{"GTX 680", Origin::published, {}};
  PaperColumn here{"cuda-links", Origin::here, {}};
  for (const LinksVariant& variant : variants) {
    table.rows.emplace_back(variant.name);
    paper.cells.emplace_back(variant.maze);
    here.cells.push_back(bench.time(links(variant.additions), {maze}).cells.front());
  }
  table.columns = {std::move(paper), std::move(here)};
  table.note =
      "the published maze is not available; measured instead: a perfect maze, whose corridors are one pixel wide; the "
      "slides with the moving pictures have 39 and 32 ms for 1-gather where the table has 44 and 39";
  return table;
}

PaperTable make_images(PaperBench& bench) {
  std::vector<PaperImage> images;
  for (const LinksRow& row : published_rows) {
    images.push_back({row.name, {"circles-2500", "circles", {.circles = 2500}}, row.size});
  }
  PaperTable table{
      "Typical execution times: the images of the CUDA TopCoder challenge", "ms", 3, "image", names_of(images),
      {published("GTC 2010", published_span, &LinksRow::gtc_2010)}};
  const auto add = [&](const std::string& name, double LinksRow::*member, const char* additions) {
    table.columns.push_back(published(name, published_span, member));
    table.columns.push_back(bench.time(links(additions), images));
  };
  add("max, shared", &LinksRow::max_shared, "+max-gather+shared");
  add("max, shuffle", &LinksRow::max_shuffle, "+max-gather");
  add("root, shared", &LinksRow::root_shared, "+shared");
  add("root, shuffle", &LinksRow::root_shuffle, "");
  table.note =
      "max: 1- and max-gather; root: LabelRoot besides; the published images are not available; measured instead: "
      "overlapping discs, 2500 to 1024x1024 pixels, in grey instead of RGB";
  return table;
}

}  // namespace

std::vector<PaperTable> links_tables(PaperBench& bench) { return {make_maze(bench), make_images(bench)}; }

}  // namespace glccl::tools
