// The tables of the papers as data: published numbers, and beside them the numbers measured here. They are printed,
// written as JSON and drawn (lab/bench/plot.py).
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/bench/run.hpp"

namespace glccl::tools {

/// One number per row; none if it was not published or not measured.
using Cells = std::vector<std::optional<double>>;

enum class Origin { published, here };

struct PaperColumn {
  std::string name;  ///< The engine, method or machine of the numbers.
  Origin origin = Origin::here;
  Cells cells;
};

/// A table or a figure of a paper. All numbers are in one unit.
struct PaperTable {
  std::string title;     ///< With its number in the paper.
  std::string unit;      ///< "ms"
  int digits = 0;        ///< Decimals in print.
  std::string row_name;  ///< Heading of the rows: "image".
  std::vector<std::string> rows;
  std::vector<PaperColumn> columns;
  std::string note = {};  ///< What a reader needs to know to compare.
};

/// The report of glccl bench --paper.
struct PaperReport {
  std::string paper;                                              ///< What --paper takes.
  std::string source;                                             ///< The publication.
  std::vector<std::pair<std::string, std::string>> machine = {};  ///< "CPU", "OpenGL", ... and their names.
  int repetitions = 0;
  std::vector<std::string> notes = {};  ///< About all tables, such as why engines are missing.
  std::vector<PaperTable> tables = {};
  std::vector<BenchRow> rows = {};  ///< All measurements.
};

/// The columns side by side, two spaces or more between them; missing numbers are "-", rows without any are left out.
void print_paper_table(std::ostream& out, const PaperTable& table);

/// The machine, the tables and the notes.
void print_paper(std::ostream& out, const PaperReport& report);

/// The same with all measurements as JSON: `paper`, `source`, `machine`, `repetitions`, `notes`, `tables` (with
/// `title`, `unit`, `row_name`, `rows`, `note` and `columns`, each with `name`, `origin` and `cells`, null where one is
/// missing) and `rows` as of bench_json().
std::string paper_json(const PaperReport& report);

/// a / b cell by cell; none if either is missing or b is 0. Requires equally many cells.
Cells ratios(const Cells& a, const Cells& b);

/// The mean of the numbers that are present; none without any.
std::optional<double> mean(const Cells& cells);

/// The serial fraction (1 / speedup - 1 / processes) / (1 - 1 / processes) of A. H. Karp and H. P. Flatt, Measuring
/// parallel processor performance, 1990. Requires a speedup above 0 and at least two processes.
double karp_flatt(double speedup, int processes);

}  // namespace glccl::tools
