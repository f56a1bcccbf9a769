#include "engine/vocabulary/laboratory.hpp"
#include "tools/glccl/laboratory.hpp"

namespace glccl::tools {

std::vector<engines::EngineInfo> lab_rows() { return {}; }

std::span<const Addition> lab_additions() { return {}; }

void serve_lab_task(const host::mpi::JobTask&) {}

Result<void> run_paper(const PaperArguments& arguments, std::ostream&) {
  return Error{ErrorCode::unsupported, "--paper " + arguments.name + std::string(is_in_laboratory)};
}

std::string list_papers() { return "none: this" + std::string(is_in_laboratory); }

}  // namespace glccl::tools
