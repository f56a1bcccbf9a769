// The face of the OpenGL engine: textures in, label textures and component tables out.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "glccl/result.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// Which passes a Labeler runs.
enum class Engine {
  /// O'Connell's render passes followed by `merge_rounds`: exact for every input.
  raster,
  /// The schedule as published, without `merge_rounds`: splits components in the case of the paper's figure 5.8.
  raster_paper,
  /// Compute shaders: union-find over runs of bits, tile by tile in shared memory. Exact for every input.
  compute,
};

/// What is labeled: a level of a texture, or a part of it. `Source{name}` is all of level 0.
struct Source {
  std::uint32_t texture = 0;  ///< name of a GL_TEXTURE_2D or GL_TEXTURE_2D_ARRAY
  int level = 0;              ///< mip level
  int layer = 0;              ///< of an array
  /// In pixels of the level; coordinates of labels and components count from its corner. Default: the whole level.
  std::optional<Box> rectangle = std::nullopt;
};

/// What happens to the state of the caller's context.
enum class StatePolicy {
  preserve,  ///< every piece of state is as it was found
  /// Left as the engine needs it: program, vertex array, draw framebuffer, viewport 0, blending, depth, stencil and
  /// rasterizer state, colour mask, clip control, the 2-D and 2-D array textures and the samplers of units 0 to 7, the
  /// indirect buffer, transform feedback and query buffer bindings, and shader storage binding 0; with Engine::compute
  /// also shader storage bindings 1 to 7 and image unit 0. For callers that set all of their own state anyway.
  clobber,
};

/// How the roots of components are gathered and numbered.
enum class Compaction {
  histogram_pyramid,  ///< after Ziegler et al. 2006; any number of components
  /// Chapter 8: up to 1020 components in four rounds of 255, each of which draws a vertex for every pixel. Beyond 1020
  /// the GPU turns to the pyramid by itself.
  stencil_routing,
};

/// What GPU timestamps are taken of.
enum class Timings {
  none,
  stages,  ///< a few for a labeling
  passes,  ///< every pass by itself, which slows down the rounds that are skipped
};

/// What to label for. The defaults label every non-zero pixel, 8-connected, numbered in raster order.
struct Options {
  Connectivity connectivity = Connectivity::eight;
  Criterion criterion = Foreground{};
  Numbering numbering = Numbering::raster;
  /// The caller's texture for the labels: a GL_TEXTURE_2D, R32UI, level 0 of the labeled size. 0: one of the Labeler's.
  std::uint32_t target = 0;
  /// Rows of the component table; 0: none is made. Needs Numbering::raster.
  std::uint32_t table_rows = 0;
  /// Vertical blocks that the column sweep works on at once (chapter 9), 1 up to the image's width; 0 lets the plan
  /// choose: one for raster_paper, as many as columns for raster, which leaves all merging to merge_rounds.
  int blocks = 0;
  Compaction compaction = Compaction::histogram_pyramid;
  StatePolicy state_policy = StatePolicy::preserve;
  Timings timings = Timings::none;  ///< read them with Labeler::timings()
};

/// GPU time of one stage of the last labeling, or with Timings::passes of all draws of one pass in it, in milliseconds.
/// Both go by their names in the documentation; `pass` is empty with Timings::stages.
struct StageTime {
  std::string stage;
  std::string pass;
  double milliseconds = 0.0;
};

/// A component table that stays on the GPU; table.hpp has its layout.
struct ComponentTable {
  std::uint32_t buffer = 0;  ///< name of a buffer object; 0 without a table
  std::uint32_t rows = 0;    ///< that it has room for, Options::table_rows
};

/// A result that stays on the GPU. Except for the caller's own target, its objects belong to the Labeler and hold their
/// contents until the next label() or the Labeler's end. Commands that the caller issues later may read them in any
/// way, without a barrier.
struct Labels {
  std::uint32_t texture = 0;  ///< name of a GL_TEXTURE_2D, R32UI; 0 is background
  Size size;
  ComponentTable table;
};

/// One pass of a plan, for people who follow the method.
struct PlannedPass {
  std::string pass;
  std::string stage;
  std::string text;  ///< one line: what it reads and writes and how it is drawn
};

/// The texture that a pass has written. Its contents last until the next labeling.
struct Step {
  std::string image;          ///< its name in the plan: ids_a, ids_b, masks, sums, contacts, ranks, labels, ...
  std::uint32_t texture = 0;  ///< R32F ids (glsl/common/ids.glsl), R32UI, RG32UI or RGBA32F; 0 where it is no texture
  Size size;                  ///< of that texture
};

/// Labels textures in the OpenGL context that is current when it is created. Every member needs that context (or one
/// that shares with it, for the result textures) to be current, including the destructor. It does not matter by what
/// the caller loads OpenGL.
///
/// No debug callback is installed, glFinish is never called, nothing is read back by label(). Conditional rendering
/// must not be active when label() is called: OpenGL gives no way to find out.
class Labeler {
 public:
  /// Compiles the engine's programs. Errors: `no_device` without a current OpenGL 4.5 context, `gpu` when the driver
  /// rejects a shader.
  static Result<Labeler> create(Engine engine = Engine::raster);

  Labeler(Labeler&&) noexcept;
  Labeler& operator=(Labeler&&) noexcept;
  ~Labeler();

  /// Labels a texture of format R8, R8UI, R16UI, R32UI, R32F, RGBA8, SRGB8_ALPHA8, RGBA16F, DEPTH_COMPONENT24 or
  /// DEPTH_COMPONENT32F, of any size from 1x1 to GL_MAX_TEXTURE_SIZE (and at most 32768) in each direction. Returns
  /// once the commands are issued, not when they are done. Criteria: Foreground and Difference on all of these formats,
  /// Equal on R8UI, R16UI, R32UI and RGBA8; raster_paper has no Difference. Errors leave the previous result untouched:
  /// `invalid_argument` (no such texture, level, layer or target; a rectangle that reaches outside; options that
  /// contradict each other; a query or transform feedback under way), `unsupported` (format, kind of texture or
  /// criterion), `too_large`, `gpu` (out of memory).
  Result<Labels> label(const Source& source, const Options& options = {});

  /// Whether the GPU is done with the last label(): then readback() waits for nothing but the copy. Never waits. True
  /// before the first label().
  bool poll();

  /// Copies the last labels to the CPU; waits for the GPU. Error: `invalid_argument` before the first label(), or when
  /// the caller has deleted its target.
  Result<LabelImage> readback();

  /// Copies the last component table to the CPU; waits for the GPU. Errors: `invalid_argument` without a table,
  /// `too_large` where there are more components than rows (the message has both numbers).
  Result<std::vector<Component>> readback_components();

  /// GPU times of the last label() in the order of its plan, empty unless Options::timings was set; waits for the GPU.
  std::vector<StageTime> timings();

  /// Bytes of GPU memory that the Labeler keeps between labelings besides labels and table, by the sizes and formats of
  /// its textures and buffers; 0 before the first label().
  std::int64_t scratch_bytes() const;

  /// Runs the first `passes` passes of the plan, for people who follow the method, and leaves no result: labels and
  /// table have to be made by label() again. Errors: those of label(), and `invalid_argument` for `passes` below 1 or
  /// above the length of the plan.
  Result<Step> step(const Source& source, const Options& options, int passes);

  /// The plan the engine follows for images of this size.
  static std::vector<PlannedPass> plan(Engine engine, Size size, const Options& options = {});

  /// The same for people to read: one line a pass, long repetitions cut.
  static std::string describe_plan(Engine engine, Size size, const Options& options = {});

 private:
  struct State;
  explicit Labeler(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glccl
