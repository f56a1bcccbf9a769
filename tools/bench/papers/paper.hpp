// The tables of the papers, beside what this machine does on images of the same kind.
#pragma once

#include <string>

#include "glccl/result.hpp"
#include "tools/bench/papers/measure.hpp"
#include "tools/bench/papers/table.hpp"

namespace glccl::tools {

/// Measures what a paper measured, image by image and engine by engine. Papers: `oconnell`, `stava`, `links`, `bester`,
/// `qin`. Engines that cannot run here leave their cells empty and a note. Makes the OpenGL context that it needs.
/// Errors: `invalid_argument` for a paper that is not here (the message lists those that are), those of
/// PaperBench::finish().
Result<PaperReport> run_paper(const std::string& name, const PaperSettings& settings);

/// The names that run_paper() knows, with commas between them.
std::string list_papers();

}  // namespace glccl::tools
