// Labeling of OpenGL textures: textures in, label textures and component tables out.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "glccl/api.h"
#include "glccl/labels.hpp"
#include "glccl/options.hpp"
#include "glccl/result.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// Labels textures in the OpenGL context that is current when it is created. That context must be current in every call
/// and on destruction; the result textures may also be used in contexts that share with it. glccl loads its own OpenGL
/// functions, so any loader works beside it.
///
/// Installs no debug callback and never calls glFinish; label() reads nothing back. Conditional rendering must not be
/// active when label() is called: OpenGL has no query for it, so label() cannot refuse it.
class GLCCL_API Labeler {
 public:
  /// Loads OpenGL's functions. Programs are compiled by the first label() that needs them. Error: `no_device` without a
  /// current OpenGL 4.5 context.
  static Result<Labeler> create(Engine engine = Engine::automatic);

  /// Moves. The other object may only be destroyed or assigned to afterwards.
  Labeler(Labeler&&) noexcept;
  /// Moves.
  Labeler& operator=(Labeler&&) noexcept;
  ~Labeler();

  /// Labels a texture of any GL format in image.hpp, of any size from 1x1 to GL_MAX_TEXTURE_SIZE (and at most 32768) in
  /// each direction. Returns once the commands are issued, not when they are done. Foreground and Difference work on
  /// all formats, Equal on u8, u16, u32 and rgba8; raster_paper has no Difference.
  ///
  /// Errors leave the previous result untouched: those of check() and check_table() in spec.hpp; `invalid_argument` (no
  /// such texture, level, layer or target; a rectangle that reaches outside; tuning of another engine; an active query
  /// or transform feedback), `unsupported` (format or kind of texture), `too_large`, `gpu` (out of memory, or the
  /// driver rejects a shader).
  Result<Labels> label(const Source& source, const LabelingSpec& spec = {}, const OutputOptions& output = {});

  /// The engine that ran the last label(): never `automatic` after one succeeded.
  Engine engine() const;

  /// Whether the GPU is done with the last label(), so that readback() waits only for its copy. Never waits. True
  /// before the first label().
  bool poll();

  /// Copies the last labels to the CPU; waits for the GPU. Error: `invalid_argument` before the first label(), or when
  /// the caller has deleted its target.
  Result<LabelImage> readback();

  /// Copies the last component table to the CPU; waits for the GPU. Errors: `invalid_argument` without a table,
  /// `too_large` where there are more components than rows (the message has both numbers).
  Result<std::vector<Component>> readback_components();

  /// GPU times of the last label() in the order of its plan, empty unless OutputOptions::timing was set; waits for the
  /// GPU.
  std::vector<StageTime> times();

  /// Bytes of GPU memory that the Labeler keeps between labelings besides labels and table, by the sizes and formats of
  /// its textures and buffers; 0 before the first label().
  std::int64_t scratch_bytes() const;

  /// Runs the first `passes` passes of the plan, for people who follow the method. Leaves no result: labels and table
  /// have to be made by label() again. Errors: those of label(), and `invalid_argument` for `passes` below 1 or above
  /// the length of the plan.
  Result<Step> step(const Source& source, const LabelingSpec& spec, const OutputOptions& output, int passes);

  /// The plan that the engine follows for images of this extent. `automatic` has the plan of the engine it would take.
  static std::vector<PlannedPass> plan(Engine engine, Extent extent, const LabelingSpec& spec = {},
                                       const OutputOptions& output = {});

  /// The same plan as text: one line per pass, with long repetitions shortened.
  static std::string describe_plan(Engine engine, Extent extent, const LabelingSpec& spec = {},
                                   const OutputOptions& output = {});

 private:
  struct State;
  explicit Labeler(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glccl
