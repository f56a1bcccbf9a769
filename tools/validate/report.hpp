// What glccl validate says: a table and failures for people, JSON for programs.
#pragma once

#include <iosfwd>
#include <string>

#include "tools/validate/run.hpp"

namespace glccl::tools {

/// With what, besides the report itself.
struct ValidateContext {
  std::string renderer;               ///< empty where there is no OpenGL
  std::string cuda_device;            ///< empty where no engine runs on one
  std::vector<std::string> left_out;  ///< engines that cannot run here, with the reason
  std::vector<Connectivity> connectivities;
  InputPlan inputs;
};

/// Several lines: engine, input, how the labels differ, the shrunk image, files and commands.
void print_mismatch(std::ostream& out, const Mismatch& mismatch);

/// A line for every engine, and one that says whether results differ.
void print_validation(std::ostream& out, const ValidateContext& context, const ValidateReport& report);

/// All of it, and what the failures consist of.
std::string validation_json(const ValidateContext& context, const ValidateReport& report);

}  // namespace glccl::tools
