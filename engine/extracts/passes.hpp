// A pass of an Extractor: a program and its dispatch; and the passes of selections and boundaries.
#pragma once

#include <GL/glew.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/gl/objects.hpp"
#include "engine/gl/pass_marks.hpp"
#include "glccl/extracts.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::extracts {

/// Bindings of the shaders of glsl/extracts.
inline constexpr int texture_units = 1;
inline constexpr int image_units = 2;
inline constexpr int storage_buffers = 6;

/// What a pass is compiled from, besides what all have.
struct PassSource {
  const char* name = "";
  std::vector<std::string> files;    ///< Between extracts.glsl and the pass's own file.
  std::vector<std::string> defines;  ///< "NAME value".
};

/// A compiled pass.
struct Pass {
  const char* name = "";
  gl::Program program;
  std::array<GLuint, 2> groups{};  ///< Workgroups in x and y, at least as many as the pass has.
};

/// "NAME value".
std::string define(const char* name, std::int64_t value);

/// Compiles a pass for labels of this extent. Error `gpu`: the driver rejects the shader.
Result<Pass> make_pass(const Extent& extent, const PassSource& source, std::int64_t groups);

/// Compiles passes with so many workgroups each, and appends them to `passes`. Error as make_pass().
Status make_passes(const Extent& extent, const std::vector<std::pair<PassSource, std::int64_t>>& sources,
                   std::vector<Pass>& passes);

/// Workgroups of EXTRACT_GROUP invocations that have `rows` rows of a column each, EXTRACT_COLUMNS columns together.
std::int64_t groups_of_columns(const Extent& extent, int rows);

/// Runs a pass; what it stores in buffers is visible to the next.
void dispatch(const Pass& pass, gl::PassMarks& marks);

/// Textures and their place in a selection; 0: not asked for.
struct SelectionImages {
  GLuint mask = 0;
  GLuint labels = 0;
};

/// The passes that glsl/extracts/extracts.glsl lists, for selections. The labels are bound to texture unit 0.
class SelectionPasses {
 public:
  /// Compiles the programs and makes the buffers. Requires check_extractor(). Error `gpu`.
  static Result<SelectionPasses> create(const Extent& extent, const ExtractorOptions& options);

  /// Issues all passes. Requires check_seeds().
  void run(std::span<const Position> seeds, const SelectionImages& images, const Extent& extent, gl::PassMarks& marks);

  /// How many passes run() issues.
  std::size_t dispatches() const { return passes_.size(); }

  /// The buffer of seeds.
  GLuint seeds() const { return seeds_.name(); }

  /// Bytes of all buffers.
  std::int64_t bytes() const { return bytes_; }

 private:
  Status make_buffers(std::uint32_t max_seeds);

  std::vector<Pass> passes_;  ///< In their order.
  gl::Buffer seeds_;
  gl::Buffer slots_;
  gl::Buffer positions_;
  std::int64_t bytes_ = 0;
};

/// The pass find_boundaries.
Result<Pass> make_boundary_pass(const Extent& extent);

/// Runs it. The labels are bound to texture unit 0.
void run_boundary_pass(const Pass& pass, int hops, GLuint mask, const Extent& extent, gl::PassMarks& marks);

}  // namespace glccl::extracts
