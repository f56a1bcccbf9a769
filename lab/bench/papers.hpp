// The papers, one file each: the published numbers, and the measurements that stand beside them. A missing number is an
// empty cell.
#pragma once

#include <vector>

#include "lab/bench/measure.hpp"

namespace glccl::tools {

/// Tables 10-1 and 10-2, and figures 10.1 and 10.2 as the text of chapter 10 describes them.
std::vector<PaperTable> oconnell_tables(PaperBench& bench);

/// Figures 35.11 and 35.12.
std::vector<PaperTable> stava_tables(PaperBench& bench);

/// The two tables of execution times.
std::vector<PaperTable> links_tables(PaperBench& bench);

/// Tables 1 and 2 and figures 6 to 15.
std::vector<PaperTable> bester_tables(PaperBench& bench);

/// Table 1, and the extents in the records of cuda-qin beside those of the component table.
std::vector<PaperTable> qin_tables(PaperBench& bench);

}  // namespace glccl::tools
