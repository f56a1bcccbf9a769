#include "tools/bench/report.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <ostream>

#include "host/compare/counted.hpp"
#include "tools/bench/values.hpp"
#include "tools/glccl/text.hpp"

namespace glccl::tools {
namespace {

using Json = nlohmann::ordered_json;

/// Units of the columns: those of images or volumes, or where a report has both, of their elements.
struct Units {
  const char* rate = "Melement/s";
  const char* memory = "B/element";
};

Units units_of(const std::vector<BenchRow>& rows) {
  const auto volumes =
      std::count_if(rows.begin(), rows.end(), [](const BenchRow& row) { return row.size.is_volume(); });
  if (volumes == 0) return {"Mpixel/s", "B/pixel"};
  return static_cast<std::size_t>(volumes) == rows.size() ? Units{"Mvoxel/s", "B/voxel"} : Units{};
}

/// The connectivities of the rows, in their order: 8, or 8 and 26.
std::vector<int> connectivities_of(const std::vector<BenchRow>& rows) {
  std::vector<int> found;
  for (const BenchRow& row : rows) {
    const int one = static_cast<int>(row.connectivity);
    if (std::find(found.begin(), found.end(), one) == found.end()) found.push_back(one);
  }
  return found;
}

/// The key of a throughput in JSON.
const char* rate_key(const Extent& size) { return size.is_volume() ? "mvoxel_per_s" : "mpixel_per_s"; }

/// The throughput in millions of elements of `images` images or volumes of a size.
double melement_per_s(Extent size, int images, double milliseconds) {
  return milliseconds > 0.0 ? static_cast<double>(size.elements()) * images / 1000.0 / milliseconds : 0.0;
}

bool is_missing(const BenchRow& row) { return !row.missing.empty(); }

/// The geometric mean over the datasets of an engine and a size.
struct GeometricMean {
  std::string engine;
  Extent size;
  int images = 1;
  double milliseconds = 0.0;
  std::size_t last = 0;  ///< Index of its last row.
};

/// The geometric mean of the medians of the rows from `first` to `last`.
GeometricMean mean_of(const std::vector<BenchRow>& rows, std::size_t first, std::size_t last) {
  double logarithms = 0.0;
  for (std::size_t i = first; i <= last; ++i) logarithms += std::log(median(rows[i].times));
  const double milliseconds = std::exp(logarithms / static_cast<double>(last - first + 1));
  return {rows[first].engine, rows[first].size, rows[first].images, milliseconds, last};
}

std::vector<GeometricMean> geometric_means(const std::vector<BenchRow>& rows) {
  std::vector<GeometricMean> means;
  std::size_t first = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool ends = i + 1 == rows.size() || rows[i + 1].engine != rows[i].engine || rows[i + 1].size != rows[i].size;
    if (!ends) continue;
    // A mean over some datasets alone could not stand beside that of another engine.
    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = rows.begin() + static_cast<std::ptrdiff_t>(i + 1);
    if (std::none_of(begin, end, is_missing)) means.push_back(mean_of(rows, first, i));
    first = i + 1;
  }
  return means;
}

/// Prints the columns that rows and means share.
template <class Entry>
void print_case(std::ostream& out, const Entry& entry, const std::string& dataset, int column) {
  out << std::left << std::setw(column) << entry.engine << " " << std::setw(15) << dataset << " " << std::setw(12)
      << to_string(entry.size) << std::right;
}

template <class Entry>
void print_line(std::ostream& out, const Entry& entry, const std::string& dataset, double milliseconds, int column) {
  print_case(out, entry, dataset, column);
  out << std::setw(11) << fixed(milliseconds, 3) << std::setw(11)
      << fixed(melement_per_s(entry.size, entry.images, milliseconds), 1);
}

std::string scratch_by_element(const BenchRow& row) {
  if (!row.scratch_bytes) return "-";
  return fixed(static_cast<double>(*row.scratch_bytes) / (static_cast<double>(row.size.elements()) * row.images), 2);
}

Json json_row(const BenchRow& row) {
  Json json = {{"engine", row.engine},    {"dataset", row.dataset},
               {"width", row.size.width}, {"height", row.size.height},
               {"depth", row.size.depth}, {"connectivity", static_cast<int>(row.connectivity)},
               {"images", row.images}};
  if (is_missing(row)) {
    json["missing"] = row.missing;
    return json;
  }
  Json stages = Json::object();
  for (const BenchStage& stage : row.stages) stages[stage.name] = median(stage.times);
  const double milliseconds = median(row.times);
  json.update({{"times_ms", row.times},
               {"median_ms", milliseconds},
               {rate_key(row.size), melement_per_s(row.size, row.images, milliseconds)},
               {"call_ms", median(row.calls)},
               {"scratch_bytes", row.scratch_bytes ? Json(*row.scratch_bytes) : Json()},
               {"stages", stages}});
  return json;
}

}  // namespace

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
}

void print_bench_table(std::ostream& out, const BenchReport& report) {
  const int blocks = report.options.run.raster.blocks;
  std::size_t widest = 12;
  for (const BenchRow& row : report.rows) widest = std::max(widest, row.engine.size());
  const int column = static_cast<int>(widest) + 1;
  const Units units = units_of(report.rows);
  std::string connectivities;
  for (const int one : connectivities_of(report.rows)) {
    connectivities += (connectivities.empty() ? "" : "- and ") + std::to_string(one);
  }
  out << "GL_RENDERER  " << report.context.renderer << "\nGL_VERSION   " << report.context.version << "\n"
      << connectivities << "-connectivity, " << criterion_text(report.options.spec.criterion) << ", "
      << format_text(report.format) << ", blocks " << (blocks == 0 ? "as the plan chooses" : std::to_string(blocks))
      << ", median of " << host::counted(static_cast<std::uint64_t>(report.repetitions), "repetition") << "\n\n"
      << std::left << std::setw(column) << "engine"
      << " " << std::setw(15) << "dataset"
      << " " << std::setw(12) << "size" << std::right << std::setw(11) << "median ms" << std::setw(11) << units.rate
      << std::setw(9) << "call ms" << std::setw(11) << units.memory << "  stages, median ms\n";
  const std::vector<GeometricMean> means = geometric_means(report.rows);
  auto mean = means.begin();
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    const BenchRow& row = report.rows[i];
    if (is_missing(row)) {
      print_case(out, row, row.dataset, column);
      out << "  missing: " << row.missing << "\n";
      continue;
    }
    print_line(out, row, row.dataset, median(row.times), column);
    out << std::setw(9) << fixed(median(row.calls), 3) << std::setw(11) << scratch_by_element(row);
    for (const BenchStage& stage : row.stages) out << "  " << stage.name << " " << fixed(median(stage.times), 3);
    out << "\n";
    if (mean == means.end() || i != mean->last) continue;
    print_line(out, *mean, "geometric mean", mean->milliseconds, column);
    out << "\n";
    ++mean;
  }
}

nlohmann::ordered_json json_rows(const std::vector<BenchRow>& rows) {
  Json array = Json::array();
  for (const BenchRow& row : rows) array.push_back(json_row(row));
  return array;
}

std::string bench_json(const BenchReport& report) {
  Json means = Json::array();
  for (const GeometricMean& mean : geometric_means(report.rows)) {
    means.push_back({{"engine", mean.engine},
                     {"width", mean.size.width},
                     {"height", mean.size.height},
                     {"depth", mean.size.depth},
                     {"images", mean.images},
                     {"geometric_mean_ms", mean.milliseconds},
                     {rate_key(mean.size), melement_per_s(mean.size, mean.images, mean.milliseconds)}});
  }
  const std::vector<int> connectivities = connectivities_of(report.rows);
  const Json json = {
      {"context",
       {{"renderer", report.context.renderer},
        {"version", report.context.version},
        {"connectivity", connectivities.size() == 1 ? Json(connectivities.front()) : Json(connectivities)},
        {"criterion", criterion_text(report.options.spec.criterion)},
        {"format", format_text(report.format)},
        {"blocks", report.options.run.raster.blocks},
        {"repetitions", report.repetitions}}},
      {"rows", json_rows(report.rows)},
      {"geometric_means", means}};
  // The renderer's name comes from the driver and may not be UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace glccl::tools
