// Passes with a compute shader: how they are made, and how they are dispatched.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/gl/functions/opengl.hpp"
#include "engine/gl/objects.hpp"
#include "engine/gl/pass_marks.hpp"
#include "engine/gl/programs/context_programs.hpp"
#include "engine/gl/shader_source.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::gl {

/// Workgroups in x, y and z.
using Groups = std::array<GLuint, 3>;

/// Workgroups of `in_group` jobs each that do `jobs`; at least one.
GLuint groups_for(std::int64_t jobs, std::int64_t in_group);

/// The same in x and y, neither beyond the limit of 65535 that every context has. A few workgroups can be too many.
Groups folded(std::int64_t jobs, std::int64_t in_group);

/// "NAME value".
std::string define(const char* name, std::int64_t value);

/// The defines of passes over an image or a volume, which is then the image of all its rows: GROUP_SIZE, WIDTH, HEIGHT,
/// DEPTH, ROWS (of all slices), and VOLUME of a volume.
std::vector<std::string> extent_defines(const Extent& extent, int group_size);

/// A pass of a list.
struct PassSource {
  const char* name;                       ///< Of its file, too.
  Groups groups;                          ///< At least as many as the pass has.
  std::vector<std::string> defines = {};  ///< Besides those of all passes of the list.
};

/// A compiled pass. Other objects may set the uniforms of its program between two dispatches.
struct CompiledPass {
  const char* name;
  std::shared_ptr<LinkedProgram> program;
  Groups groups;
};

/// Compiles a pass of `folder`, which ends with a slash, unless the context has its program. Error `gpu`: the driver
/// rejects the shader.
Result<CompiledPass> make_pass(const Programs& programs, const std::vector<ShaderFile>& table,
                               const std::string& folder, const PassSource& source, std::vector<std::string> defines);

/// Makes a list of passes, and appends them to `passes`. Error as make_pass().
Result<void> make_passes(const Programs& programs, const std::vector<ShaderFile>& table, const std::string& folder,
                         const std::vector<PassSource>& sources, const std::vector<std::string>& defines,
                         std::vector<CompiledPass>& passes);

/// Runs a pass; what it stores in buffers is visible to the next.
void dispatch(const char* name, const Program& program, const Groups& groups, PassMarks& marks);

inline void dispatch(const CompiledPass& pass, PassMarks& marks) {
  dispatch(pass.name, pass.program->program, pass.groups, marks);
}

}  // namespace glccl::gl
