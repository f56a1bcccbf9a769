// What the laboratory (lab/, the option GLCCL_LAB) adds to the programs. Builds without it have no_laboratory.cpp.
#pragma once

#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "glccl/engines/registry.hpp"
#include "glccl/result.hpp"
#include "tools/bench/additions.hpp"

namespace glccl::host::mpi {
struct JobTask;
}

namespace glccl::tools {

/// The rows of its engines.
std::vector<engines::EngineInfo> lab_rows();

/// What can follow the names of its engines in `glccl bench --engines`.
std::span<const Addition> lab_additions();

/// What a rank of an MPI job does for a task of its engines.
void serve_lab_task(const host::mpi::JobTask& task);

/// The arguments of `glccl bench --paper`.
struct PaperArguments {
  std::string name;
  int repetitions = 5;
  int max_side = 32768;  ///< Images with a longer side are left out.
  int device = -1;       ///< The OpenGL device, as in host::ContextOptions.
  std::optional<std::string> json;
  std::optional<std::string> plot;
};

/// Repeats the measurements of a paper, image by image and engine by engine, and writes and prints the tables. An
/// engine that cannot run here leaves empty cells and a note. Makes an OpenGL context if it needs one. Errors:
/// `invalid_argument` for a paper that is not here (the message lists those that are), that of an engine that failed,
/// with nothing measured `invalid_argument` where `max_side` leaves no image, else `no_device`; `file`; `unsupported`
/// in a build without the laboratory.
Result<void> run_paper(const PaperArguments& arguments, std::ostream& out);

/// The names that run_paper() knows, with commas between them; in a build without the laboratory what would bring them.
std::string list_papers();

}  // namespace glccl::tools
