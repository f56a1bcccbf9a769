// The tables of the papers, beside what this machine does on images of the same kind.
#pragma once

#include <iosfwd>
#include <string>

#include "glccl/result.hpp"

namespace glccl::tools {

/// Measures what a paper measured and prints its tables with the published figures beside. Papers: `stava` (figures
/// 35.11 and 35.12; needs CUDA). Returns every repetition as JSON, as of bench_json(). Errors:
/// `invalid_argument` for a paper that is not here (the message lists those that are), those of run_benchmarks().
Result<std::string> run_paper(const std::string& name, int repetitions, std::ostream& out);

/// The names that run_paper() knows, with commas between them.
std::string list_papers();

}  // namespace glccl::tools
