// Compiling and linking a program from shader files.
#pragma once

#include <string>
#include <vector>

#include "engine/gl/objects.hpp"
#include "engine/gl/shader_source.hpp"
#include "glccl/result.hpp"

namespace glccl::gl {

/// The sources of a program with two stages: a file of a shader table per stage, and the defines of both. A file names
/// those that it needs.
struct ProgramSource {
  std::string name;  ///< For messages and debuggers.
  std::string vertex_file;
  std::string fragment_file;
  std::vector<std::string> defines;  ///< "NAME value".
  const char* captured = nullptr;    ///< The output that transform feedback captures, if any.
};

/// The sources of a program with a compute shader.
struct ComputeSource {
  std::string name;                  ///< For messages and debuggers.
  std::vector<std::string> files;    ///< Files with extensions first, the program's own last.
  std::vector<std::string> defines;  ///< "NAME value".
};

/// The shader of one stage.
struct StageText {
  GLenum stage;
  std::string text;
  std::string sources;  ///< The names of its sources, with their numbers in the driver's log.
};

/// All that a driver makes a program of.
struct ProgramText {
  std::string name;  ///< For messages and debuggers.
  std::vector<StageText> stages;
  const char* captured = nullptr;  ///< As ProgramSource::captured.
};

ProgramText text_of(const std::vector<ShaderFile>& table, const ProgramSource& source);
ProgramText text_of(const std::vector<ShaderFile>& table, const ComputeSource& source);

/// A program without shaders, with its name for debuggers.
Program make_program(const ProgramText& text);

/// A program that a driver compiles, perhaps in threads of its own.
class ProgramBuild {
 public:
  /// Issues the commands that compile and link it. `retrievable`: its binary will be asked for, where the context has
  /// binaries.
  explicit ProgramBuild(const ProgramText& text, bool retrievable = false);

  /// Whether finish() does not wait. Needs GL_KHR_parallel_shader_compile, or the same of ARB.
  bool is_done() const;

  /// Waits for the driver. Error `gpu`: the driver's log with the names of program and stage.
  Result<Program> finish();

 private:
  struct Stage {
    GLenum stage;
    std::string sources;  ///< As StageText::sources.
    Shader shader;
  };

  std::string name_;
  std::vector<Stage> stages_;
  Program program_;
};

/// Compiles and links. Error `gpu`: the driver's log with the names of program and stage. Changes no context state.
Result<Program> build_program(const std::vector<ShaderFile>& table, const ProgramSource& source);
Result<Program> build_compute_program(const std::vector<ShaderFile>& table, const ComputeSource& source);

}  // namespace glccl::gl
