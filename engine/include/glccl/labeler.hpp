// Labeling of OpenGL textures: textures in, label textures and component tables out.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "glccl/api.h"
#include "glccl/image.hpp"
#include "glccl/labels.hpp"
#include "glccl/options.hpp"
#include "glccl/result.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// Labels textures in the OpenGL context that is current when it is created. That context must be current in every
/// call: calls in another one, also in one that shares objects with it, are refused. The result textures may also be
/// used in contexts that share with it. A Labeler that ends while its context is current deletes all of its objects. In
/// a context that shares with it, it deletes what both have: textures, buffers, programs; a texture of `raster` keeps
/// its memory while a framebuffer of its own context holds it. In any other context it deletes nothing, and its objects
/// end with its context. glccl loads its own OpenGL functions, so any loader works beside it.
///
/// Installs no debug callback and never calls glFinish; label() reads nothing back. Conditional rendering must not be
/// active when label() is called: OpenGL has no query for it, so label() cannot refuse it.
class GLCCL_API Labeler {
 public:
  /// Loads OpenGL's functions, for this Labeler alone: no function, flag or table of the application's own loader
  /// changes. Programs are compiled by the first label() that needs them, or by prepare(). Labelers, Regions and
  /// Trackers of one context share their programs: none compiles what another one uses. Contexts that share objects
  /// have their own programs, because uniforms are state of a program, and such contexts may be current on different
  /// threads at one time.
  ///
  /// The context may be of either profile and of any version that has GLSL 4.50, compute shaders, shader storage
  /// buffers, direct state access and what else OpenGL 4.5 adds to 3.2, by extensions if its version is lower. Errors,
  /// which leave no GL error: `no_device` (no context is current; a context of OpenGL ES; a context that lacks any of
  /// these, which the message names; a function that get_proc_address does not find), `invalid_argument` for a number
  /// that is no engine.
  static Result<Labeler> create(const CreateOptions& options = {});
  /// Creates a Labeler of an engine, otherwise with the defaults of CreateOptions.
  static Result<Labeler> create(Engine engine);

  /// Moves. Calls of the other object fail afterwards, as check_context() does, until it is assigned to.
  Labeler(Labeler&&) noexcept;
  /// Moves.
  Labeler& operator=(Labeler&&) noexcept;
  ~Labeler();

  /// Whether calls can work: every other call begins with this check. Asks OpenGL three things about an object of the
  /// Labeler's own. Error `invalid_argument`: another context than that of create() is current, or none; this object
  /// was moved from.
  Result<void> check_context() const;

  /// Labels an image of any uncompressed format that OpenGL 4.5 requires, of any size from 1x1 to GL_MAX_TEXTURE_SIZE
  /// (and at most 32768) in each direction, or a volume: a GL_TEXTURE_3D, or all layers of a GL_TEXTURE_2D_ARRAY, of
  /// less than 2^32 - 1 voxels. `compute` and `automatic` label volumes by connectivity 6, 18 and 26; the other engines
  /// refuse them. A single slice of a volume is an image, for which 6 is 4, and 18 and 26 are 8. The texture of an
  /// image takes 4 and 8 alone. Returns once the commands are issued, not when they are done. Foreground works on
  /// all formats, Difference on all but integers of several channels, Equal on stored integers and on bytes of several
  /// channels that are not sRGB; raster_paper has no Difference.
  ///
  /// The image may share its texels with the target, or be the last result: all of it is read before labels are
  /// written. Objects of the last result that do not fit any more are deleted; OpenGL then sets the caller's bindings
  /// of their names to 0.
  ///
  /// Errors leave the previous result untouched, and no GL error behind: those of check_context(); of check(),
  /// check_table(), check_second_images() and check_tuning(); `invalid_argument` (no such object, level,
  /// layer or target; an incomplete texture or framebuffer; a texture that passes of this Labeler work on; a buffer
  /// that is mapped, too short, or the component table that is written; an offset or pitch that is misaligned or too
  /// small; a rectangle that reaches outside; a number outside its enumeration; active transform feedback; with
  /// `raster` an active query that counts what is drawn), `unsupported` (format or kind of texture; buffers for
  /// `raster`), `too_large`, `gpu` (out of memory, or the driver rejects a shader).
  Result<Labels> label(const Inputs& inputs, const LabelingSpec& spec = {}, const Outputs& outputs = {});

  /// Labels level 0 of a texture.
  template <std::integral Name>
  Result<Labels> label(Name texture, const LabelingSpec& spec = {}, const Outputs& outputs = {}) {
    return label(Inputs{.image = {.texture = static_cast<std::uint32_t>(texture)}}, spec, outputs);
  }

  /// Makes all that a label() of GL_TEXTURE_2Ds (of a volume: GL_TEXTURE_3Ds), level 0, of these formats with these
  /// arguments needs, so that it compiles nothing and allocates nothing: programs, textures, buffers, queries. It
  /// labels blank images, so that drivers also finish what they leave to the first draw. Waits for the compiler.
  /// Programs are kept for all later labelings, memory for those that fit. For buffers, arrays and other levels call
  /// label() once instead; Outputs::target_buffer is `unsupported`.
  ///
  /// The last result is given up. `outputs.target` is not touched; it says that the Labeler needs no label texture of
  /// its own. Takes, as long as it runs, the memory of images of these formats and this extent. Errors: those of
  /// label() that do not depend on a texture.
  Result<void> prepare(const InputFormats& formats, Extent extent, const LabelingSpec& spec = {},
                       const Outputs& outputs = {});

  /// The format and the extent of a source, for prepare(). Reads no texel. Errors: those of check_context();
  /// `invalid_argument` and `unsupported` as label() has them for such an image.
  Result<SourceTraits> inspect(const Source& source) const;
  /// Begins to compile the programs of labelings to come that it lacks, and returns without waiting where the driver
  /// compiles in threads of its own (GL_KHR_parallel_shader_compile, GL_ARB_parallel_shader_compile); other drivers
  /// compile them before it returns. Drivers may leave a part of the work to the first draw. Makes neither textures nor
  /// buffers, and keeps the last result.
  ///
  /// For GL_TEXTURE_2Ds (of volumes: GL_TEXTURE_3Ds), level 0, as the other prepare(). Errors: those of label() that do
  /// not depend on a texture; an image and a volume in one element are `invalid_argument`. A shader that the driver
  /// rejects may be reported by the first label() that needs it.
  Result<void> prepare(std::span<const ExpectedLabelings> expected);

  /// Whether the programs of prepare() are compiled, so that label() does not wait for them. Never waits. label() may
  /// be called before: it waits for the programs that it needs. True before the first prepare(), and where
  /// check_context() fails.
  bool is_ready() const;

  /// The engine that ran the last label(): never `automatic` after one succeeded. `automatic` for a Labeler that was
  /// moved from.
  Engine engine() const;

  /// Whether the GPU is done with the last label(), so that readback() waits only for its copy. Never waits. True
  /// before the first label(), and where readback() would fail with check_context().
  bool poll();

  /// Waits for the last label(); not at all before the first. Errors: those of check_context(), `gpu`.
  Result<void> wait();

  /// Copies the last labels to the CPU; waits for the GPU. Error: `invalid_argument` before the first label(), or when
  /// the caller has deleted its target or given it other storage.
  Result<LabelImage> readback();

  /// Copies the header of the last component table to the CPU; waits for the GPU. Error: `invalid_argument` without a
  /// table.
  Result<ComponentTableHeader> readback_header();

  /// Copies the last component table to the CPU; waits for the GPU. Errors: `invalid_argument` without a table,
  /// `too_large` where there are more components than rows (the message has both numbers).
  Result<std::vector<Component>> readback_components();

  /// Copies what LabelingSpec::columns asked for to the CPU, in the order of readback_components(); waits for the GPU.
  /// Errors: those of readback_components(), `invalid_argument` if nothing was asked for.
  Result<std::vector<Measurements>> readback_measurements();

  /// GPU times of the last label() in the order of its plan, empty unless Outputs::timing was set; waits for the GPU.
  /// Errors: those of check_context().
  Result<std::vector<StageTime>> times();

  /// Bytes of GPU memory that the Labeler keeps between labelings besides labels and table, by the sizes and formats of
  /// its textures and buffers; 0 before the first label(), and where check_context() fails.
  std::int64_t scratch_bytes() const;

  /// Bytes of GPU memory that such labelings take: scratch_bytes() of a Labeler without memory after prepare() with
  /// these arguments. Needs no context. Errors: those of prepare() that do not depend on one.
  static Result<std::int64_t> scratch_bytes_for(Engine engine, const InputFormats& formats, Extent extent,
                                                const LabelingSpec& spec = {}, const Outputs& outputs = {});

  /// Runs the first `passes` passes of the plan, for people who follow the method. Leaves no result: labels and table
  /// have to be made by label() again. Errors: those of label(), and `invalid_argument` for `passes` below 1 or above
  /// the length of the plan.
  Result<Step> step(const Inputs& inputs, const LabelingSpec& spec, const Outputs& outputs, int passes);

  /// The plan that the engine follows for images of this extent on a GPU, `masked` with a mask. `automatic` has the
  /// plan of the engine it would take. Needs no context. Errors: those of label() that do not depend on a texture.
  static Result<std::vector<PlannedPass>> plan(Engine engine, Extent extent, const LabelingSpec& spec = {},
                                               const Outputs& outputs = {}, bool masked = false);

  /// The plan that this Labeler follows. It is that of a GPU, but for `compute` where the renderer runs shaders on the
  /// CPU, as llvmpipe does: workgroups have 256 invocations, and few tiles are united by a pass of its own too. Needs
  /// no context. Errors: those of the static plan().
  Result<std::vector<PlannedPass>> plan(Extent extent, const LabelingSpec& spec = {}, const Outputs& outputs = {},
                                        bool masked = false) const;

  /// The static plan() as text: one line per pass, with long repetitions shortened. Errors: those of plan().
  static Result<std::string> describe_plan(Engine engine, Extent extent, const LabelingSpec& spec = {},
                                           const Outputs& outputs = {}, bool masked = false);

 private:
  struct State;
  explicit Labeler(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glccl
