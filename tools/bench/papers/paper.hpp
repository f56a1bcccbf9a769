// The tables of the papers, beside measurements of this machine on images of the same kind.
#pragma once

#include <string>

#include "glccl/result.hpp"
#include "tools/bench/papers/measure.hpp"
#include "tools/bench/papers/table.hpp"

namespace glccl::tools {

/// Repeats the measurements of a paper, image by image and engine by engine. Papers: `oconnell`, `stava`, `links`,
/// `bester`, `qin`. An engine that cannot run here leaves empty cells and a note. Makes an OpenGL context if it needs
/// one. Errors: `invalid_argument` for a paper that is not here (the message lists those that are), those of
/// PaperBench::finish().
Result<PaperReport> run_paper(const std::string& name, const PaperSettings& settings);

/// The names that run_paper() knows, with commas between them.
std::string list_papers();

}  // namespace glccl::tools
