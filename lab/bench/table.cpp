#include "lab/bench/table.hpp"

#include <algorithm>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <ostream>

#include "host/compare/counted.hpp"
#include "tools/bench/report.hpp"
#include "tools/glccl/text.hpp"

namespace glccl::tools {
namespace {

using Json = nlohmann::ordered_json;

std::string origin_name(Origin origin) { return origin == Origin::published ? "published" : "here"; }

std::string cell_text(const Cells& cells, std::size_t row, int digits) {
  if (row >= cells.size() || !cells[row]) return "-";
  return fixed(*cells[row], digits);
}

/// How wide a column is printed, with the gap before it.
int width_of(const PaperTable& table, const PaperColumn& column) {
  std::size_t width = std::max(column.name.size(), origin_name(column.origin).size());
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    width = std::max(width, cell_text(column.cells, row, table.digits).size());
  }
  return static_cast<int>(width) + 2;
}

/// Whether any column has a number in that row.
bool has_numbers(const PaperTable& table, std::size_t row) {
  return std::any_of(table.columns.begin(), table.columns.end(), [row](const PaperColumn& column) {
    return row < column.cells.size() && column.cells[row].has_value();
  });
}

Json json_table(const PaperTable& table) {
  Json columns = Json::array();
  for (const PaperColumn& column : table.columns) {
    Json cells = Json::array();
    for (const std::optional<double>& cell : column.cells) cells.push_back(cell ? Json(*cell) : Json());
    columns.push_back({{"name", column.name}, {"origin", origin_name(column.origin)}, {"cells", cells}});
  }
  return {{"title", table.title}, {"unit", table.unit}, {"row_name", table.row_name},
          {"rows", table.rows},   {"note", table.note}, {"columns", columns}};
}

}  // namespace

void print_paper_table(std::ostream& out, const PaperTable& table) {
  std::size_t widest = table.row_name.size();
  for (const std::string& row : table.rows) widest = std::max(widest, row.size());
  const int first = static_cast<int>(widest);
  out << table.title << ", " << table.unit << "\n\n" << std::string(widest, ' ');
  for (const PaperColumn& column : table.columns) {
    out << std::right << std::setw(width_of(table, column)) << origin_name(column.origin);
  }
  out << "\n" << std::left << std::setw(first) << table.row_name;
  for (const PaperColumn& column : table.columns) {
    out << std::right << std::setw(width_of(table, column)) << column.name;
  }
  out << "\n";
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if (!has_numbers(table, row)) continue;
    out << std::left << std::setw(first) << table.rows[row];
    for (const PaperColumn& column : table.columns) {
      out << std::right << std::setw(width_of(table, column)) << cell_text(column.cells, row, table.digits);
    }
    out << "\n";
  }
  if (!table.note.empty()) out << table.note << "\n";
}

void print_paper(std::ostream& out, const PaperReport& report) {
  out << report.source << "\n";
  for (const auto& [name, value] : report.machine) out << std::left << std::setw(13) << name << value << "\n";
  out << "median of " << host::counted(static_cast<std::uint64_t>(report.repetitions), "repetition") << "\n";
  for (const PaperTable& table : report.tables) {
    out << "\n";
    print_paper_table(out, table);
  }
  if (!report.notes.empty()) out << "\n";
  for (const std::string& note : report.notes) out << note << "\n";
}

std::string paper_json(const PaperReport& report) {
  Json machine = Json::object();
  for (const auto& [name, value] : report.machine) machine[name] = value;
  Json tables = Json::array();
  for (const PaperTable& table : report.tables) tables.push_back(json_table(table));
  const Json json = {{"paper", report.paper},
                     {"source", report.source},
                     {"machine", machine},
                     {"repetitions", report.repetitions},
                     {"notes", report.notes},
                     {"tables", tables},
                     {"rows", json_rows(report.rows)}};
  // A renderer's name is whatever the driver says.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Cells ratios(const Cells& a, const Cells& b) {
  Cells quotients(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] && b[i] && *b[i] != 0.0) quotients[i] = *a[i] / *b[i];
  }
  return quotients;
}

std::optional<double> mean(const Cells& cells) {
  double sum = 0.0;
  int count = 0;
  for (const std::optional<double>& cell : cells) {
    if (!cell) continue;
    sum += *cell;
    ++count;
  }
  return count == 0 ? std::nullopt : std::optional(sum / count);
}

double karp_flatt(double speedup, int processes) {
  const double share = 1.0 / processes;
  return (1.0 / speedup - share) / (1.0 - share);
}

}  // namespace glccl::tools
