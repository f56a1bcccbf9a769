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
#include "engine/gl/program.hpp"
#include "engine/gl/programs/context_programs.hpp"
#include "engine/gl/shader_source.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "glsl/shared/locations.h"

namespace glccl::gl {

/// Workgroups in x, y and z.
using Groups = std::array<GLuint, 3>;

/// Workgroups of `in_group` jobs each that do `jobs`; at least one.
GLuint groups_for(std::int64_t jobs, std::int64_t in_group);

/// The same in x and y, neither beyond the limit of 65535 that every context has. A few workgroups can be too many.
Groups folded(std::int64_t jobs, std::int64_t in_group);

/// "NAME value".
std::string define(const char* name, std::int64_t value);

/// A number in the programs of a list of passes.
struct PassSize {
  const char* name;
  std::int64_t value;
  bool is_unsigned = false;  ///< It need not fit an int.
};

/// The values of the sizes of a list, in their order.
using SizeValues = std::array<std::uint32_t, shared::MOST_SIZES>;

/// A pass of a list.
struct PassSource {
  const char* name;           ///< Of its file, too.
  Groups groups;              ///< At least as many as the pass has.
  bool reads_labels = false;  ///< Its program depends on how labels are stored (glsl/common/label_images.glsl).
  std::vector<std::string> defines = {};
};

/// Passes over the labels of an image or a volume, which is then the image of all its rows, as OpenGL and Vulkan run
/// them.
struct PassList {
  std::string folder;  ///< Of their files, with a slash behind it.
  int group_size = 1;
  bool volume = false;
  std::vector<PassSize> sizes;
  std::vector<PassSource> passes;

  /// Of an extent: its sizes are WIDTH, HEIGHT, DEPTH and ROWS (of all slices).
  PassList(std::string in, const Extent& extent, int invocations);

  SizeValues size_values() const;
};

/// The shader of a pass, for OpenGL and Vulkan: sizes are uniforms or push constants (glsl/common/arguments.glsl).
/// `in_buffers`: what it reads and writes for each element is in buffers, as Vulkan has it.
ProgramText text_of(const std::vector<ShaderFile>& table, const PassList& list, const PassSource& source,
                    bool in_buffers);

/// A compiled pass. Other objects may set the uniforms of its program between two dispatches.
struct CompiledPass {
  const char* name;
  std::shared_ptr<LinkedProgram> program;
  Groups groups;
  SizeValues sizes;
};

/// Compiles the passes of a list that the context has no programs of, and appends them to `passes`. Error `gpu`: the
/// driver rejects a shader.
Result<void> make_passes(const Programs& programs, const std::vector<ShaderFile>& table, const PassList& list,
                         std::vector<CompiledPass>& passes);

/// Runs a pass; what it stores in buffers is visible to the next.
void dispatch(const char* name, const Program& program, const Groups& groups, PassMarks& marks);

/// The same for its sizes.
void dispatch(const CompiledPass& pass, PassMarks& marks);

}  // namespace glccl::gl
