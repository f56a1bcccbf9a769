// What raster and compute have in common: an engine that follows a plan, a list of passes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/common/outputs.hpp"
#include "engine/common/plan_key.hpp"
#include "engine/common/source.hpp"
#include "engine/gl/objects.hpp"
#include "engine/gl/pass_marks.hpp"
#include "engine/gl/state/replaced_objects.hpp"
#include "engine/gl/state/table.hpp"
#include "glccl/labels.hpp"
#include "glccl/options.hpp"
#include "glccl/result.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// A labeling that has passed all checks which are the same for every engine.
struct Request {
  CheckedSource source;
  LabelingSpec spec;
  Outputs output;
  CheckedSource mask = {};       ///< Inputs::mask; texture 0: none.
  CheckedSource intensity = {};  ///< Inputs::intensity; texture 0: none.
  BufferPlace label_place = {};  ///< Outputs::target_buffer.
  bool inverted_filter = false;  ///< The filter keeps the components that do not pass it, and drops the others.

  /// The columns of the component table: a set of TableColumn.
  std::uint32_t columns() const { return table_columns_of(source.extent, spec.columns); }

  PlanKey plan_key() const {
    return plan_key_of(source.extent, spec, output, mask.is_given(), traits_of(intensity.format).has_floats());
  }

  /// Whether an image or the labels are in a buffer.
  bool has_buffers() const {
    return source.place.buffer != 0 || mask.place.buffer != 0 || intensity.place.buffer != 0 || label_place.buffer != 0;
  }

  /// Whether a texture that is read is a GL_TEXTURE_3D.
  bool reads_volume_texture() const {
    return source.shape == SourceShape::volume || mask.shape == SourceShape::volume ||
           intensity.shape == SourceShape::volume || (spec.fill_holes != 0 && source.extent.is_volume());
  }
};

/// Runs plans. Keeps programs, memory and the plan between labelings. Every member needs its context to be current;
/// expect(), prepare() and run() also need the neutral state of a gl::StateGuard over state_table().
class PassEngine {
 public:
  explicit PassEngine(const gl::UsedState& used);
  virtual ~PassEngine() = default;
  PassEngine(const PassEngine&) = delete;
  PassEngine& operator=(const PassEngine&) = delete;

  /// Makes plan, programs and memory for the request. An error leaves those of the last request as they were. Errors:
  /// `too_large`, `unsupported` (what this context lacks), `gpu` (no memory, or the driver rejects a shader).
  virtual Result<void> prepare(const Request& request, gl::ReplacedObjects& replaced) = 0;

  /// Begins to compile the programs of a later request. Errors: those of prepare() that need no memory and no compiler.
  virtual Result<void> expect(const Request& request) = 0;

  /// Whether the programs of expect() are compiled. Never waits.
  virtual bool is_ready() const = 0;

  /// Length of the plan that prepare() made.
  virtual int pass_count() const = 0;

  /// Issues the first `passes` passes of the plan.
  virtual void run(const Request& request, const Targets& targets, int passes) = 0;

  /// The texture that the last of the first `passes` passes has written.
  virtual Step step_after(const Targets& targets, int passes) const = 0;

  /// Whether a texture is one that the passes work on. Such a texture can be neither source nor target.
  virtual bool works_on(GLuint) const { return false; }

  /// As Labeler::scratch_bytes().
  virtual std::int64_t scratch_bytes() const = 0;

  /// As Labeler::times().
  std::vector<StageTime> times() const { return marks_.times(); }

  /// The context state that expect(), prepare() and run() change for the request.
  std::span<gl::StateEntry> state_table(const Request& request) {
    if (request.has_buffers()) return state_table_with_buffers();
    return request.reads_volume_texture() ? state_table_of_volumes_ : state_table_;
  }

 protected:
  gl::Sampler nearest_;
  gl::PassMarks marks_;

 private:
  std::span<gl::StateEntry> state_table_with_buffers();

  gl::UsedState used_;  ///< With 3-D textures.
  gl::Texture stencil_;
  gl::Framebuffer with_stencil_;  ///< UsedState::with_stencil of engines that draw.
  std::vector<gl::StateEntry> state_table_;
  std::vector<gl::StateEntry> state_table_of_volumes_;    ///< With 3-D textures: images do not pay for them.
  std::vector<gl::StateEntry> state_table_with_buffers_;  ///< Made when it is first needed.
};

}  // namespace glccl
