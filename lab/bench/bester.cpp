// C. Bester and L. Pulles measured on the nodes of a cluster, whose processors and GPUs they do not name; times are the
// mean of 10 runs and include the copies to the GPU and between processes.
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "lab/bench/papers.hpp"
#include "tools/glccl/mpi.hpp"

namespace glccl::tools {
namespace {

/// A column of table 1 (by processes) or of table 2 (by the width of the image).
struct BesterEntry {
  int of;
  double speedup;
  double serial_fraction;
};

constexpr int table_1_width = 1700;
constexpr std::array<BesterEntry, 5> table_1 = {
    {{2, 0.978, 1.045}, {4, 1.334, 0.666}, {8, 0.762, 1.357}, {16, 1.028, 0.971}, {32, 0.835, 1.204}}};

constexpr int table_2_processes = 4;
constexpr std::array<BesterEntry, 7> table_2 = {{{1400, 1.322, 0.675},
                                                 {1500, 1.223, 0.757},
                                                 {1600, 1.613, 0.493},
                                                 {1700, 1.335, 0.666},
                                                 {1800, 1.429, 0.600},
                                                 {1900, 1.273, 0.714},
                                                 {2000, 1.360, 0.647}}};

/// Figure 10, as section 5 gives its averages.
constexpr double average_gpu_speedup = 3.3;
constexpr double average_mpi_speedup = 1.4;

/// Figure 12, as section 5 gives it. Figure 14 is given as 25 to 50.
constexpr double mpi_overhead_percent = 10;

constexpr const char* only_plotted = "published: a plot; not given as numbers";

/// Section 4: random pixels, and black columns at even distances, which the paper does not give.
PaperImage random_image(int side) {
  return {std::to_string(side) + "x" + std::to_string(side), {"columns", "columns", {}}, {side, side}};
}

std::vector<PaperImage> random_images(int first, int last, int step) {
  std::vector<PaperImage> images;
  for (int side = first; side <= last; side += step) images.push_back(random_image(side));
  return images;
}

std::string by_ranks(int ranks) { return "mpi-rows+ranks-" + std::to_string(ranks); }

/// The times by a number of processes; none if this run has fewer.
PaperRows measure_ranks(PaperBench& bench, int ranks, const std::vector<PaperImage>& images) {
  const int there = count_mpi_ranks();
  if (ranks <= there || !why_no_mpi().empty()) return bench.measure({by_ranks(ranks)}, images);
  bench.leave_out(by_ranks(ranks), "this run has ranks: " + std::to_string(there) +
                                       "; start it as mpirun -n 32 glccl bench --paper bester");
  return PaperRows(images.size(), nullptr);
}

/// Speedups and serial fractions as two tables.
std::array<PaperTable, 2> make_karp_flatt(const std::string& title, const std::string& row_name,
                                          std::span<const BesterEntry> entries, const Cells& speedups,
                                          const std::vector<int>& processes) {
  PaperColumn fractions{"mpi-rows", Origin::here, Cells(speedups.size())};
  for (std::size_t i = 0; i < speedups.size(); ++i) {
    if (speedups[i]) fractions.cells[i] = karp_flatt(*speedups[i], processes[i]);
  }
  std::vector<std::string> rows;
  for (const BesterEntry& entry : entries) rows.push_back(std::to_string(entry.of));
  return {PaperTable{title + ": speedup of MPI",
                     "times",
                     3,
                     row_name,
                     rows,
                     {published("MPI", entries, &BesterEntry::speedup), {"mpi-rows", Origin::here, speedups}}},
          PaperTable{title + ": serial fraction of Karp and Flatt",
                     "e",
                     3,
                     row_name,
                     rows,
                     {published("MPI", entries, &BesterEntry::serial_fraction), std::move(fractions)}}};
}

std::array<PaperTable, 2> make_table_1(PaperBench& bench) {
  const std::vector<PaperImage> image = {random_image(table_1_width)};
  const Cells serial = milliseconds(bench.measure({"cpu-serial"}, image));
  Cells speedups;
  std::vector<int> processes;
  for (const BesterEntry& entry : table_1) {
    processes.push_back(entry.of);
    speedups.push_back(ratios(serial, milliseconds(measure_ranks(bench, entry.of, image))).front());
  }
  return make_karp_flatt("Table 1, 1700x1700", "processes", table_1, speedups, processes);
}

std::array<PaperTable, 2> make_table_2(PaperBench& bench) {
  const std::vector<PaperImage> images = random_images(1400, 2000, 100);
  const Cells serial = milliseconds(bench.measure({"cpu-serial"}, images));
  const Cells mpi = milliseconds(measure_ranks(bench, table_2_processes, images));
  const std::vector<int> processes(images.size(), table_2_processes);
  return make_karp_flatt("Table 2, 4 processes", "width", table_2, ratios(serial, mpi), processes);
}

/// A figure that has only plots: one column per engine.
PaperTable make_figure(PaperBench& bench, const std::string& title, const std::vector<PaperImage>& images,
                       const std::vector<std::string>& engines, const std::string& note) {
  PaperTable table{title, "ms", 3, "image", names_of(images), {}, note};
  for (const std::string& engine : engines) table.columns.push_back(bench.time({engine}, images));
  return table;
}

PaperTable make_figure_8(PaperBench& bench) {
  const std::vector<PaperImage> images = random_images(500, 2000, 500);
  PaperTable table{"Figure 8: processes", "ms", 3, "image", names_of(images), {}, only_plotted};
  for (const BesterEntry& entry : table_1) {
    table.columns.push_back({by_ranks(entry.of), Origin::here, milliseconds(measure_ranks(bench, entry.of, images))});
  }
  return table;
}

/// The engines of figures 9 to 15: 8x8 blocks in global memory, and four processes or as many as there are.
struct Contest {
  PaperRows serial;
  PaperRows gpu;      ///< With the copies.
  PaperRows kernels;  ///< Without the copies.
  PaperRows mpi;
  std::string mpi_name;
};

Contest measure_contest(PaperBench& bench, const std::vector<PaperImage>& images) {
  const int ranks = std::min(table_2_processes, count_mpi_ranks());
  return {bench.measure({"cpu-serial"}, images), bench.measure({"cuda-jung+root+transfer"}, images),
          bench.measure({"cuda-jung+root"}, images), measure_ranks(bench, ranks, images), by_ranks(ranks)};
}

PaperTable make_times(const std::string& title, const std::vector<PaperImage>& images, const Contest& contest) {
  return {title,
          "ms",
          3,
          "image",
          names_of(images),
          {{"cpu-serial", Origin::here, milliseconds(contest.serial)},
           {"cuda-jung+root+transfer", Origin::here, milliseconds(contest.gpu)},
           {contest.mpi_name, Origin::here, milliseconds(contest.mpi)}},
          only_plotted};
}

/// The column with its mean as one more row.
PaperColumn with_mean(const std::string& name, Cells cells) {
  cells.push_back(mean(cells));
  return {name, Origin::here, std::move(cells)};
}

/// Numbers that the paper gives for all images together, in the row of the means.
PaperColumn published_mean(const std::string& name, std::size_t images, std::optional<double> value) {
  PaperColumn column{name, Origin::published, Cells(images)};
  column.cells.push_back(value);
  return column;
}

PaperTable make_speedups(const std::vector<PaperImage>& images, const Contest& contest) {
  const Cells serial = milliseconds(contest.serial);
  PaperTable table{"Figure 10: speedup over serial", "times", 2, "image", names_of(images), {}};
  table.rows.emplace_back("mean");
  table.columns = {published_mean("GPU", images.size(), average_gpu_speedup),
                   with_mean("cuda-jung+root+transfer", ratios(serial, milliseconds(contest.gpu))),
                   published_mean("MPI", images.size(), average_mpi_speedup),
                   with_mean(contest.mpi_name, ratios(serial, milliseconds(contest.mpi)))};
  table.note = "published: a plot, and its means in the text";
  return table;
}

/// The share of the whole that is not `part`, in percent.
Cells overhead(const Cells& part, const Cells& whole) {
  Cells cells = ratios(part, whole);
  for (std::optional<double>& cell : cells) {
    if (cell) cell = 100.0 * (1.0 - *cell);
  }
  return cells;
}

PaperTable make_overheads(const std::vector<PaperImage>& images, const Contest& contest) {
  PaperTable table{
      "Figures 11 to 14: overhead, the share of the time that is not labeling", "%", 1, "image", names_of(images), {}};
  table.rows.emplace_back("mean");
  const Cells gpu = overhead(milliseconds(contest.kernels), milliseconds(contest.gpu));
  const Cells mpi = overhead(stage_milliseconds(contest.mpi, "label"), milliseconds(contest.mpi));
  table.columns = {with_mean("cuda-jung+root+transfer", gpu),
                   published_mean("MPI", images.size(), mpi_overhead_percent), with_mean(contest.mpi_name, mpi)};
  table.note =
      "published: plots, and in the text 25 to 50% for the GPU and about 10% for MPI; measured here: GPU time outside "
      "of "
      "the kernels, and MPI time outside of the slowest rank's labeling of its block";
  return table;
}

/// The pictures of section 4. The paper does not give their sizes.
std::vector<PaperImage> challenge_images() {
  return {{"page 850x1100", {"page", "page", {}}, {850, 1100}},
          {"maze 1001x1001", {"maze", "maze", {}}, {1001, 1001}},
          {"fingerprint 480x600", {"fingerprint", "fingerprint", {}}, {480, 600}},
          {"letter 1700x2200", {"letter", "letter", {}}, {1700, 2200}}};
}

}  // namespace

std::vector<PaperTable> bester_tables(PaperBench& bench) {
  const std::vector<PaperImage> sizes = random_images(100, 2000, 100);
  std::vector<PaperTable> tables;
  for (PaperTable& table : make_table_1(bench)) tables.push_back(std::move(table));
  for (PaperTable& table : make_table_2(bench)) tables.push_back(std::move(table));
  tables.push_back(make_figure(bench, "Figure 6: surface and global memory", sizes,
                               {"cuda-jung-surface+root", "cuda-jung+root"},
                               "published: a plot in which global memory is slightly faster; not given as numbers"));
  tables.push_back(make_figure(
      bench, "Figure 7: block sizes", sizes,
      {"cuda-jung+root+block-4", "cuda-jung+root+block-8", "cuda-jung+root+block-16", "cuda-jung+root+block-32"},
      "published: a plot in which blocks of 8x8 are generally the fastest; not given as numbers"));
  tables.push_back(make_figure_8(bench));
  const Contest contest = measure_contest(bench, sizes);
  tables.push_back(make_times("Figure 9: time by resolution", sizes, contest));
  tables.push_back(make_speedups(sizes, contest));
  tables.push_back(make_overheads(sizes, contest));
  const std::vector<PaperImage> challenge = challenge_images();
  tables.push_back(make_times("Figure 15: challenge images", challenge, measure_contest(bench, challenge)));
  return tables;
}

}  // namespace glccl::tools
