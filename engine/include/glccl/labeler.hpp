// The face of the OpenGL engine: textures in, label textures out.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// Which passes a Labeler runs.
enum class Engine {
  /// O'Connell's render passes followed by `merge_rounds`: exact for every input.
  raster,
  /// The schedule as published, without `merge_rounds`: splits components in the case of the paper's figure 5.8.
  raster_paper,
};

/// What to label for. The defaults label every non-zero pixel, 8-connected, numbered in raster order.
struct Options {
  Connectivity connectivity = Connectivity::eight;
  Criterion criterion = Foreground{};
  Numbering numbering = Numbering::raster;
  /// Vertical blocks that the column sweep works on at once (chapter 9), 1 up to the image's width; 0 lets the plan
  /// choose: one for raster_paper, as many as columns for raster, which leaves all merging to merge_rounds.
  int blocks = 0;
  bool timings = false;  ///< take a GPU timestamp around every stage; read them with Labeler::timings()
};

/// GPU time of one stage of the last labeling, in milliseconds. `stage` is the name of the pass in the documentation.
struct StageTime {
  std::string stage;
  double milliseconds = 0.0;
};

/// A label texture that stays on the GPU. It belongs to the Labeler and holds its contents until the next label() or
/// the Labeler's end.
struct Labels {
  std::uint32_t texture = 0;  ///< name of a GL_TEXTURE_2D, R32UI, one level; 0 is background
  Size size;
};

/// Labels textures in the OpenGL context that is current when it is created. Every member needs that context (or one
/// that shares with it, for the result textures) to be current, including the destructor.
///
/// State policy: every piece of context state is left as it was found. No debug callback is installed, glFinish is
/// never called, nothing is read back by label(). Conditional rendering must not be active when label() is called.
class Labeler {
 public:
  /// Compiles the engine's programs. Errors: `no_device` without a current OpenGL 4.5 context, `gpu` when the driver
  /// rejects a shader.
  static Result<Labeler> create(Engine engine = Engine::raster);

  Labeler(Labeler&&) noexcept;
  Labeler& operator=(Labeler&&) noexcept;
  ~Labeler();

  /// Labels level 0 of `texture`, a complete GL_TEXTURE_2D of format R8, R8UI, R16UI, R32UI, R32F or RGBA8, of any size
  /// from 1x1 to GL_MAX_TEXTURE_SIZE (and at most 32768) in each direction. Returns once the commands are issued, not
  /// when they are done. Criteria: Foreground on all of these formats, Equal on R8UI, R16UI, R32UI and RGBA8. Errors
  /// leave the previous result untouched: `invalid_argument` (no such texture), `unsupported` (format, target or
  /// criterion), `too_large`, `gpu` (out of memory).
  Result<Labels> label(std::uint32_t texture, const Options& options = {});

  /// Copies the last result to the CPU; waits for the GPU. Error: `invalid_argument` before the first label().
  Result<LabelImage> readback();

  /// GPU times of the last label() in the order of its plan, empty unless Options::timings was set; waits for the GPU.
  std::vector<StageTime> timings();

  /// The plan the engine follows for images of this size: one line a pass, for people to read.
  static std::string describe_plan(Engine engine, Size size, const Options& options = {});

 private:
  struct State;
  explicit Labeler(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glccl
