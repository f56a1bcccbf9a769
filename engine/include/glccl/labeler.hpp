// The OpenGL face: textures in, label textures and component tables out.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "glccl/result.hpp"
#include "glccl/spec.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// The OpenGL engines.
enum class Engine {
  /// `compute` where it can do what is asked, else `raster`. Labeler::label() decides for each call.
  automatic,
  /// O'Connell's render passes followed by `merge_rounds`: exact for every input.
  raster,
  /// The schedule as published, without `merge_rounds`: splits components in the case of the paper's figure 5.8.
  raster_paper,
  /// Compute shaders: union-find over runs of bits, tile by tile in shared memory. Exact for every input.
  compute,
};

/// "automatic", "raster", "raster-paper" or "compute".
std::string_view name_of(Engine engine);

/// What an OpenGL engine can label in any context; the context's own limits come on top.
const Capabilities& capabilities_of(Engine engine);

/// What is labeled: a level of a texture, or a part of it. `Source{name}` is all of level 0.
struct Source {
  std::uint32_t texture = 0;  ///< Name of a GL_TEXTURE_2D or GL_TEXTURE_2D_ARRAY.
  int level = 0;              ///< Mip level.
  int layer = 0;              ///< Layer of an array texture; 0 for other textures.
  /// A part of the level, in its pixels. Coordinates of labels and components count from its corner. Default: the whole
  /// level.
  std::optional<Box> rectangle = std::nullopt;
};

/// What happens to the state of the caller's context.
enum class StatePolicy {
  preserve,  ///< Every piece of state is as it was found.
  /// Left as the engine needs it: program, vertex array, draw framebuffer, viewport 0, blending, depth, stencil and
  /// rasterizer state, colour mask, clip control, the 2-D and 2-D array textures and the samplers of units 0 to 7, the
  /// indirect buffer, transform feedback and query buffer bindings, and shader storage binding 0; with Engine::compute
  /// also shader storage bindings 1 to 7 and image unit 0. For callers that set all of their own state anyway.
  clobber,
};

/// How `raster` and `raster-paper` gather and number the roots of components.
enum class Compaction {
  histogram_pyramid,  ///< After Ziegler et al. 2006. Any number of components.
  /// Chapter 8: up to 1020 components in four rounds of 255, each of which draws a vertex for every pixel. Beyond 1020
  /// the GPU turns to the pyramid by itself.
  stencil_routing,
};

/// Tuning of `raster` and `raster-paper`. Other engines refuse values that differ from the defaults.
struct RasterOptions {
  /// Vertical blocks that the column sweep works on at once (chapter 9), 1 up to the image's width. 0 lets the plan
  /// choose: one block for raster_paper; as many as columns for raster, which leaves all merging to merge_rounds.
  int blocks = 0;
  Compaction compaction = Compaction::histogram_pyramid;
  friend bool operator==(const RasterOptions&, const RasterOptions&) = default;
};

/// Where results go and how the context is treated.
struct OutputOptions {
  /// The caller's texture for the labels: a GL_TEXTURE_2D, R32UI, level 0 of the labeled extent. 0: a texture of the
  /// Labeler's own.
  std::uint32_t target = 0;
  /// Capacity of the component table in rows; 0: no table is made. Needs Numbering::raster.
  std::uint32_t table_rows = 0;
  StatePolicy state_policy = StatePolicy::preserve;
  TimingDetail timing = TimingDetail::none;  ///< Read the times with Labeler::times().
  RasterOptions raster = {};
};

/// A component table that stays on the GPU; table.hpp has its layout.
struct ComponentTable {
  std::uint32_t buffer = 0;  ///< Name of a buffer object; 0 without a table.
  std::uint32_t rows = 0;    ///< Capacity in rows, OutputOptions::table_rows.
};

/// A result that stays on the GPU. Except for the caller's own target, its objects belong to the Labeler and hold their
/// contents until the next label() or the Labeler's end. Commands that the caller issues later may read them in any
/// way, without a barrier.
struct Labels {
  std::uint32_t texture = 0;  ///< Name of a GL_TEXTURE_2D, R32UI; 0 is background.
  Extent extent;
  ComponentTable table;
};

/// One pass of a plan, for people who follow the method.
struct PlannedPass {
  std::string pass;
  std::string stage;
  std::string text;  ///< One line: what the pass reads and writes and how it is drawn or dispatched.
};

/// What the texture of a Step holds.
enum class StepContents {
  none,    ///< No texture: buffers only.
  source,  ///< The caller's source.
  ids,     ///< R32F: the bits of ids (glsl/shared/ids.h), 0.0 for background.
  masks,   ///< R32UI: bits of 16 pixels.
  sums,    ///< R32UI: levels of the histogram pyramid, or running totals.
  points,  ///< R32UI: a list of pixels.
  labels,  ///< R32UI: labels, 0 for background.
  boxes,   ///< RGBA32F: bounding boxes, one texel per row of the table.
};

/// The texture that a pass has written. Its contents last until the next labeling.
struct Step {
  std::string image;  ///< Name of the texture in the plan: ids_a, ids_b, masks, sums, contacts, ranks, labels, ...
  StepContents contents = StepContents::none;
  std::uint32_t texture = 0;  ///< 0 where the contents are none.
  Extent extent;              ///< Extent of that texture.
};

/// Labels textures in the OpenGL context that is current when it is created. Every member needs that context (or one
/// that shares with it, for the result textures) to be current, including the destructor. glccl loads its own OpenGL
/// functions, so any loader works beside it.
///
/// No debug callback is installed, glFinish is never called, and label() reads nothing back. Conditional rendering must
/// not be active when label() is called: OpenGL offers no way to find out.
class Labeler {
 public:
  /// Compiles the engine's programs. Errors: `no_device` without a current OpenGL 4.5 context, `gpu` when the driver
  /// rejects a shader.
  static Result<Labeler> create(Engine engine = Engine::automatic);

  Labeler(Labeler&&) noexcept;
  Labeler& operator=(Labeler&&) noexcept;
  ~Labeler();

  /// Labels a texture of any GL format in image.hpp, of any size from 1x1 to GL_MAX_TEXTURE_SIZE (and at most 32768) in
  /// each direction. Returns once the commands are issued, not when they are done. Foreground and Difference work on
  /// all formats, Equal on u8, u16, u32 and rgba8; raster_paper has no Difference.
  ///
  /// Errors leave the previous result untouched: those of check() and check_table() in spec.hpp; `invalid_argument` (no
  /// such texture, level, layer or target; a rectangle that reaches outside; tuning of another engine; an active query
  /// or transform feedback), `unsupported` (format or kind of texture), `too_large`, `gpu` (out of memory).
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
