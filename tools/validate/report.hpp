// The reports of glccl validate: a table and failures for people, JSON for programs.
#pragma once

#include <iosfwd>
#include <string>

#include "tools/validate/run.hpp"

namespace glccl::tools {

/// What the report was made with.
struct ValidateContext {
  std::string renderer = {};               ///< Empty where there is no OpenGL.
  std::string cuda_device = {};            ///< Empty where no engine runs on one.
  std::vector<std::string> left_out = {};  ///< Engines that cannot run here, with the reason.
  InputPlan inputs;
};

/// Prints several lines: engine, input, how the labels differ, the shrunk image, files and commands.
void print_mismatch(std::ostream& out, const Mismatch& mismatch);

/// Prints one line per engine, and one that says whether results differ.
void print_validation(std::ostream& out, const ValidateContext& context, const ValidateReport& report);

/// All of this with the details of the failures, as JSON.
std::string validation_json(const ValidateContext& context, const ValidateReport& report);

}  // namespace glccl::tools
