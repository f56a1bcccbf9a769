// glccl bench --paper: the tables as data, and every paper as far as this machine has its engines, with small images.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "glccl/engines/registry.hpp"
#include "lab/bench/table.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/support/references/reference.hpp"
#include "tests/tools/bench/bench_support.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using tools::Cells;
using tools::Origin;

tools::PaperTable small_table() {
  return {"Table 7: speed",
          "Mpixel/s",
          1,
          "image",
          {"small", "a large one", "none"},
          {{"GTX 1", Origin::published, {1.25, std::nullopt, std::nullopt}},
           {"cuda-abacus", Origin::here, {std::nullopt, 1234.5, std::nullopt}}},
          "not the same images"};
}

nlohmann::json paper(const std::string& name, const std::string& max_side, std::string& out) {
  return run_bench({"--paper", name, "--max-side", max_side, "--repetitions", "1"}, out);
}

const nlohmann::json& find(const nlohmann::json& list, const char* key, std::string_view begin) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const nlohmann::json& one) {
    return one.at(key).get<std::string>().rfind(begin, 0) == 0;
  });
  INFO(begin);
  REQUIRE(found != list.end());
  return *found;
}

/// Checks what every report promises.
void check_report(const nlohmann::json& report, const std::string& out) {
  CHECK_FALSE(report.at("source").get<std::string>().empty());
  CHECK(report.at("repetitions") == 1);
  CHECK_FALSE(report.at("rows").empty());
  CHECK_FALSE(report.at("tables").empty());
  for (const nlohmann::json& table : report.at("tables")) {
    INFO(table.dump());
    CHECK_THAT(out, contains(table.at("title").get<std::string>()));
    CHECK_FALSE(table.at("columns").empty());
    for (const nlohmann::json& column : table.at("columns")) {
      CHECK(column.at("cells").size() == table.at("rows").size());
      CHECK_THAT(out, contains(column.at("name").get<std::string>()));
    }
  }
  for (const nlohmann::json& note : report.at("notes")) {
    CHECK_THAT(out, contains(note.get<std::string>()));
    CHECK_THAT(note.get<std::string>(), !contains("there is no"));  // engine or addition of a name in a paper's tables
  }
}

}  // namespace

TEST_CASE("print_paper_table() prints published and measured numbers side by side", "[tools][bench][paper]") {
  std::ostringstream out;
  print_paper_table(out, small_table());
  CHECK(out.str() ==
        "Table 7: speed, Mpixel/s\n"
        "\n"
        "             published         here\n"
        "image            GTX 1  cuda-abacus\n"
        "small              1.2            -\n"
        "a large one          -       1234.5\n"
        "not the same images\n");
}

TEST_CASE("paper_json() has null where a number is missing", "[tools][bench][paper]") {
  const tools::PaperReport report{"daily", "A. Nonymous", {{"CPU", "\xff old"}}, 3, {"a note"}, {small_table()}, {}};
  const nlohmann::json json = nlohmann::json::parse(paper_json(report), nullptr, false);
  REQUIRE(json.is_object());
  CHECK(json.at("paper") == "daily");
  CHECK(json.at("machine").contains("CPU"));
  CHECK(json.at("notes") == nlohmann::json::array({"a note"}));
  CHECK(json.at("rows") == nlohmann::json::array());
  const nlohmann::json& table = json.at("tables").at(0);
  CHECK(table.at("unit") == "Mpixel/s");
  CHECK(table.at("rows") == nlohmann::json::array({"small", "a large one", "none"}));
  CHECK(table.at("columns").at(0).at("origin") == "published");
  CHECK(table.at("columns").at(0).at("cells") == nlohmann::json::array({1.25, nullptr, nullptr}));
  CHECK(table.at("columns").at(1).at("origin") == "here");
  CHECK(table.at("columns").at(1).at("cells") == nlohmann::json::array({nullptr, 1234.5, nullptr}));
}

TEST_CASE("ratios() and mean() leave missing cells missing", "[tools][bench][paper]") {
  const Cells quotients = tools::ratios({6.0, std::nullopt, 1.0, 1.0}, {2.0, 1.0, std::nullopt, 0.0});
  CHECK(quotients == Cells{3.0, std::nullopt, std::nullopt, std::nullopt});
  CHECK(tools::mean({1.0, std::nullopt, 4.0}) == 2.5);
  CHECK_FALSE(tools::mean({std::nullopt}));
  CHECK_FALSE(tools::mean({}));
}

TEST_CASE("karp_flatt() gives the serial fractions of Bester and Pulles' tables", "[tools][bench][paper]") {
  struct Published {
    int processes;
    double speedup;
    double fraction;  ///< Serial fraction.
  };
  const std::vector<Published> published = {
      {2, 0.978, 1.045}, {4, 1.334, 0.666}, {8, 0.762, 1.357}, {16, 1.028, 0.971}, {32, 0.835, 1.204},
      {4, 1.322, 0.675}, {4, 1.223, 0.757}, {4, 1.613, 0.493}, {4, 1.429, 0.600},  {4, 1.273, 0.714}};
  for (const Published& one : published) {
    CAPTURE(one.processes, one.speedup);
    CHECK(std::abs(tools::karp_flatt(one.speedup, one.processes) - one.fraction) < 0.0015);
  }
  CHECK(tools::karp_flatt(8.0, 8) == 0.0);
  CHECK(tools::karp_flatt(1.0, 8) == 1.0);
}

TEST_CASE("bench reproduces O'Connell's tables", "[tools][bench][paper]") {
  std::string out;
  const nlohmann::json report = paper("oconnell", "128", out);
  check_report(report, out);
  CHECK(report.at("machine").contains("OpenGL"));
  const nlohmann::json& table = find(report.at("tables"), "title", "Table 10-1");
  CHECK(table.at("rows").size() == 5);
  CHECK(find(table.at("columns"), "name", "S1070").at("cells") == nlohmann::json::array({3, 4, 9, 25, 90}));
  for (const char* engine : {"raster-paper, N = 1", "raster-paper, N = 4", "raster", "raster+table+routing"}) {
    const nlohmann::json& cells = find(table.at("columns"), "name", engine).at("cells");
    CHECK(cells.at(0).get<double>() > 0.0);
    CHECK(cells.at(1).is_null());  // beyond --max-side
  }
  CHECK_THAT(out, contains("--max-side"));
}

TEST_CASE("bench reproduces the figures of Stava and Benes", "[tools][bench][paper]") {
  std::string out;
  const nlohmann::json report = paper("stava", "512", out);
  check_report(report, out);
  const nlohmann::json& table = find(report.at("tables"), "title", "Figure 35.11: throughput");
  CHECK(find(table.at("columns"), "name", "Hawick").at("cells").at(0) == 328);
  CHECK(find(table.at("columns"), "name", "cpu-serial").at("cells").at(0).get<double>() > 0.0);
  const bool cuda = engines::why_no_cuda().empty();
  CHECK(find(table.at("columns"), "name", "cuda-stava").at("cells").at(0).is_null() != cuda);
  if (!cuda) CHECK_THAT(out, contains("not here: cuda-stava+root, cuda-hawick+root: " + engines::why_no_cuda()));
}

TEST_CASE("bench reproduces the tables of Bester and Pulles", "[tools][bench][paper]") {
  std::string out;
  const nlohmann::json report = paper("bester", "200", out);
  check_report(report, out);
  const nlohmann::json& fractions = find(report.at("tables"), "title", "Table 1, 1700x1700: serial fraction");
  CHECK(find(fractions.at("columns"), "name", "MPI").at("cells").at(4) == 1.204);
  const nlohmann::json& times = find(report.at("tables"), "title", "Figure 9");
  CHECK(times.at("rows").size() == 20);
  const nlohmann::json& serial = find(times.at("columns"), "name", "cpu-serial").at("cells");
  CHECK(serial.at(1).get<double>() > 0.0);
  CHECK(serial.at(2).is_null());
  const nlohmann::json& speedups = find(report.at("tables"), "title", "Figure 10");
  CHECK(find(speedups.at("columns"), "name", "GPU").at("cells").at(20) == 3.3);
}

TEST_CASE("bench reproduces the table of Qin and Fang", "[tools][bench][paper]") {
  std::string out;
  const nlohmann::json report = paper("qin", "600", out);
  check_report(report, out);
  const nlohmann::json& table = find(report.at("tables"), "title", "Table 1: components");
  const nlohmann::json& published = table.at("columns").at(0).at("cells");
  const nlohmann::json& here = table.at("columns").at(1).at("cells");
  for (const int row : {0, 1}) {
    CHECK(std::abs(here.at(row).get<double>() / published.at(row).get<double>() - 1.0) < 0.02);
    if (engines::why_no_cuda().empty()) CHECK(table.at("columns").at(2).at("cells").at(row) == here.at(row));
  }
  CHECK(here.at(2).is_null());
}

TEST_CASE("bench reproduces the talk's tables where there is CUDA", "[tools][bench][paper]") {
  if (engines::why_no_cuda().empty()) {
    std::string out;
    const nlohmann::json report = paper("links", "512", out);
    check_report(report, out);
    const nlohmann::json& maze = find(report.at("tables"), "title", "Typical execution times: maze");
    for (const nlohmann::json& cell : maze.at("columns").at(1).at("cells")) CHECK(cell.get<double>() > 0.0);
    return;
  }
  const fs::path folder = scratch_directory();
  const ProgramResult result = run_glccl({"bench", "--paper", "links", "--json", "report.json"}, folder);
  CHECK(result.status == 4);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, contains("--paper links") && contains("cuda-links") && contains(engines::why_no_cuda()));
  CHECK(fs::is_empty(folder));
}

TEST_CASE("bench draws a paper's tables, or says what is missing", "[tools][bench][paper]") {
  check_plot({"--paper", "qin", "--max-side", "600"});
}

}  // namespace glccl::tests
