// O. Stava and B. Benes measured on a GeForce GTX 480 and a 3 GHz Core 2 Duo, with labels that stay in device memory
// and are roots.
#include <array>
#include <span>
#include <string>
#include <utility>

#include "lab/bench/papers.hpp"

namespace glccl::tools {
namespace {

/// A column of figure 35.11 in Mpixel/s and as it gives speedups, and of figure 35.12 in percent.
struct StavaColumn {
  const char* example;
  int side;
  double wu;      ///< "CPU"
  double hawick;  ///< "CUDA1"
  double stava;   ///< "CUDA2"
  double over_wu;
  double over_hawick;
  std::array<std::optional<double>, 4> shares;  ///< Of kernels 1 to 4.
};

constexpr std::array<StavaColumn, 10> published_columns = {{
    {"(a) log", 512, 76, 328, 1542, 20.3, 4.7, {}},
    {"(b) large objects", 1024, 111, 403, 1049, 9.4, 2.6, {{34, 52, 7, 7}}},
    {"(b) large objects", 2048, 112, 482, 1294, 11.6, 2.7, {{40, 43, 8, 9}}},
    {"(b) large objects", 4096, 111, 508, 1553, 14.0, 3.1, {{46, 33, 9, 12}}},
    {"(c) 2500 spheres", 1024, 73, 233, 647, 8.8, 2.8, {{41, 48, 6, 5}}},
    {"(c) 2500 spheres", 2048, 73, 272, 735, 10.0, 2.7, {{45, 43, 6, 6}}},
    {"(c) 2500 spheres", 4096, 74, 279, 834, 11.2, 3.0, {{50, 37, 5, 8}}},
    {"(d) 250 spheres", 1024, 121, 233, 1398, 11.5, 2.5, {{44, 38, 8, 10}}},
    {"(d) 250 spheres", 2048, 124, 272, 1740, 14.0, 3.3, {{48, 34, 7, 11}}},
    {"(d) 250 spheres", 4096, 123, 279, 1939, 15.7, 3.5, {{53, 28, 7, 12}}},
}};

constexpr std::span<const StavaColumn> published_span = published_columns;

/// Kernels 1 to 4 by the names of their times.
constexpr std::array kernels = {"label_tiles", "merge_tiles", "flatten_borders", "flatten_labels"};

Dataset dataset_of(const StavaColumn& column) {
  switch (column.example[1]) {
    case 'b':
      return {"objects", "objects", {}};
    case 'c':
      return {"circles-2500", "circles", {.circles = 2500}};
    default:
      return {"circles-250", "circles", {.circles = 250}};
  }
}

std::vector<PaperImage> images() {
  std::vector<PaperImage> all;
  for (const StavaColumn& column : published_columns) {
    const std::string name = std::string(column.example) + " " + std::to_string(column.side);
    all.push_back({name, dataset_of(column), {column.side, column.side}});
  }
  return all;
}

PaperTable make_shares(const std::vector<PaperImage>& images, const PaperRows& stava) {
  PaperTable table{"Figure 35.12: share of each kernel", "%", 0, "image", names_of(images), {}};
  std::array<Cells, 4> times;
  for (std::size_t i = 0; i < 4; ++i) times[i] = stage_milliseconds(stava, kernels[i]);
  for (std::size_t i = 0; i < 4; ++i) {
    PaperColumn paper{kernels[i], Origin::published, {}};
    PaperColumn here{kernels[i], Origin::here, Cells(images.size())};
    for (std::size_t row = 0; row < images.size(); ++row) {
      paper.cells.push_back(published_columns[row].shares[i]);
      if (!times[i][row]) continue;
      const double all = *times[0][row] + *times[1][row] + *times[2][row] + *times[3][row];
      here.cells[row] = 100.0 * *times[i][row] / all;
    }
    table.columns.push_back(std::move(paper));
    table.columns.push_back(std::move(here));
  }
  return table;
}

}  // namespace

std::vector<PaperTable> stava_tables(PaperBench& bench) {
  const std::vector<PaperImage> all = images();
  const PaperRows stava = bench.measure({"cuda-stava+root"}, all);
  const PaperRows hawick = bench.measure({"cuda-hawick+root"}, all);
  const PaperRows wu = bench.measure({"cpu-wu"}, all);
  const PaperRows serial = bench.measure({"cpu-serial"}, all);
  const PaperTable speeds{"Figure 35.11: throughput",
                          "Mpixel/s",
                          0,
                          "image",
                          names_of(all),
                          {published("Stava", published_span, &StavaColumn::stava),
                           {"cuda-stava+root", Origin::here, throughput(stava)},
                           published("Hawick et al.", published_span, &StavaColumn::hawick),
                           {"cuda-hawick+root", Origin::here, throughput(hawick)},
                           published("Wu et al.", published_span, &StavaColumn::wu),
                           {"cpu-wu", Origin::here, throughput(wu)},
                           {"cpu-serial", Origin::here, throughput(serial)}},
                          "published: GeForce GTX 480, and a 3 GHz Core 2 Duo for Wu et al.; (a) are slices of a "
                          "scanned log, which are not available: (d) stands in; Hawick's figures of (d) repeat those "
                          "of (c)"};
  const PaperTable speedups{
      "Figure 35.11: speedup of Stava and Benes",
      "times",
      1,
      "image",
      names_of(all),
      {published("over Wu", published_span, &StavaColumn::over_wu),
       {"over cpu-wu", Origin::here, ratios(throughput(stava), throughput(wu))},
       published("over Hawick", published_span, &StavaColumn::over_hawick),
       {"over cuda-hawick", Origin::here, ratios(throughput(stava), throughput(hawick))}},
      "published speedups over Hawick in (d) do not follow from the throughputs printed above them (1398 / 233 = 6.0, "
      "not 2.5)"};
  return {speeds, speedups, make_shares(all, stava)};
}

}  // namespace glccl::tools
