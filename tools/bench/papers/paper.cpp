#include "tools/bench/papers/paper.hpp"

#include "tools/bench/papers/papers.hpp"
#include "tools/glccl/text.hpp"

namespace glccl::tools {
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

}  // namespace

Result<PaperReport> run_paper(const std::string& name, const PaperSettings& settings) {
  for (const Paper& paper : papers) {
    if (paper.name != name) continue;
    PaperReport report{paper.name, paper.source};
    PaperBench bench(settings);
    report.tables = paper.tables(bench);
    if (const Status status = bench.finish(report); !status) return status.error();
    return report;
  }
  return Error{ErrorCode::invalid_argument, "--paper: there is no paper \"" + name + "\": there are " + list_papers()};
}

std::string list_papers() { return join_names(papers); }

}  // namespace glccl::tools
