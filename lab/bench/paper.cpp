// glccl bench --paper: the tables of the papers, beside measurements of this machine on images of the same kind.
#include "lab/bench/papers.hpp"
#include "tools/bench/plot.hpp"
#include "tools/glccl/laboratory.hpp"
#include "tools/glccl/outputs.hpp"
#include "tools/glccl/text.hpp"

namespace glccl::tools {

extern const char* const plot_papers_script;  // plot.py, embedded by CMake

namespace {

struct Paper {
  const char* name;
  const char* source;
  std::vector<PaperTable> (*tables)(PaperBench& bench);
};

constexpr Paper papers[] = {
    {"oconnell", "S. M. O'Connell, A GPU Implementation of Connected Component Labeling", oconnell_tables},
    {"stava", "O. Stava and B. Benes, Connected Component Labeling in CUDA, GPU Computing Gems, chapter 35",
     stava_tables},
    {"links", "Connected Components Revisited on Kepler, GPU Technology Conference 2013, session 3193", links_tables},
    {"bester", "C. Bester and L. Pulles, Connected-Components Labeling, 2017", bester_tables},
    {"qin",
     "F. Qin and B. Fang, GPU accelerated parallel labeling algorithm of connected-domains in binary images, 2010",
     qin_tables},
};

Result<PaperReport> measure_paper(const std::string& name, const PaperSettings& settings) {
  for (const Paper& paper : papers) {
    if (paper.name != name) continue;
    PaperReport report{paper.name, paper.source};
    PaperBench bench(settings);
    report.tables = paper.tables(bench);
    if (const Result<void> status = bench.finish(report); !status) return status.error();
    return report;
  }
  return Error{ErrorCode::invalid_argument, "--paper: there is no paper \"" + name + "\": there are " + list_papers()};
}

}  // namespace

Result<void> run_paper(const PaperArguments& arguments, std::ostream& out) {
  const Result<PaperReport> report =
      measure_paper(arguments.name, {arguments.repetitions, arguments.max_side, arguments.device});
  if (!report) return report.error();
  const std::string json = paper_json(*report);
  if (const Result<void> status = write_text(arguments.json, json); !status) return status;
  if (arguments.plot) {
    if (const Result<void> status = plot_report(plot_papers_script, json, *arguments.plot); !status) return status;
  }
  print_paper(out, *report);
  return {};
}

std::string list_papers() { return join_names(papers); }

}  // namespace glccl::tools
