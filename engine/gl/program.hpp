// Compiling and linking a program from shader files.
#pragma once

#include <string>
#include <vector>

#include "engine/gl/objects.hpp"
#include "engine/gl/shader_source.hpp"
#include "glccl/result.hpp"

namespace glccl::gl {

/// What a program is made of: files of a shader table for each stage, and the defines both stages see.
struct ProgramSource {
  std::string name;                         ///< for messages and debuggers
  std::vector<std::string> vertex_files;    ///< common files first, the stage's own last
  std::vector<std::string> fragment_files;  ///< likewise
  std::vector<std::string> defines;         ///< "NAME value"
  const char* captured = nullptr;           ///< the output that transform feedback captures, if any
};

/// A program of one compute shader.
struct ComputeSource {
  std::string name;                  ///< for messages and debuggers
  std::vector<std::string> files;    ///< common files first, the program's own last
  std::vector<std::string> defines;  ///< "NAME value"
};

/// Compiles and links. Error `gpu`: the driver's log with the program's and the stage's name. Changes no context state.
Result<Program> build_program(const std::vector<ShaderFile>& table, const ProgramSource& source);
Result<Program> build_compute_program(const std::vector<ShaderFile>& table, const ComputeSource& source);

}  // namespace glccl::gl
