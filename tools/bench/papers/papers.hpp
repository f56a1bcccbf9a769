// The papers, a file each: the published numbers, and what to measure to put beside them. Each function measures as
// it goes; where something is missing its cells are empty.
#pragma once

#include <vector>

#include "tools/bench/papers/measure.hpp"

namespace glccl::tools {

/// Tables 10-1 and 10-2 and what chapter 10 says of figures 10.1 and 10.2.
std::vector<PaperTable> oconnell_tables(PaperBench& bench);

/// Figures 35.11 and 35.12.
std::vector<PaperTable> stava_tables(PaperBench& bench);

/// The two tables of execution times.
std::vector<PaperTable> links_tables(PaperBench& bench);

/// Tables 1 and 2 and figures 6 to 15.
std::vector<PaperTable> bester_tables(PaperBench& bench);

/// Table 1, and the extents of cuda-qin beside the component table's.
std::vector<PaperTable> qin_tables(PaperBench& bench);

}  // namespace glccl::tools
