// The engines by name: what each one can do, where it comes from, and how to run it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/host/texture.hpp"
#include "glccl/labeler.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::tools {

struct EngineInfo {
  std::string_view name;     ///< what --engine takes
  std::string_view summary;  ///< one line
  std::string_view source;   ///< the publication it follows, with the chapter or algorithm
  std::vector<Connectivity> connectivities;
  std::vector<std::string_view> criteria;  ///< names as of criterion_name()
  std::optional<Engine> gl;                ///< which Labeler it is; none where it needs no OpenGL
  bool cuda = false;                       ///< it needs a CUDA device
};

/// Why the engine cannot run here, in one line: this build or this machine has no CUDA. Empty for engines that need
/// none; whether there is OpenGL 4.5, only a context tells.
std::string why_not_here(const EngineInfo& engine);

/// "foreground", "equal" or "difference".
std::string_view criterion_name(const Criterion& criterion);

/// Every engine that this program has, `auto` first.
std::span<const EngineInfo> engines();

/// Error `invalid_argument`, which lists the names.
Result<const EngineInfo*> find_engine(std::string_view name);

/// Error `unsupported` where the engine lacks the connectivity or the criterion; says what it has and which one has it.
Status check_support(const EngineInfo& engine, const Options& options);

/// The longest side of an image that the OpenGL engines label where GL_MAX_TEXTURE_SIZE is this: their ids end at
/// 32768.
int largest_side(int max_texture_size);

/// A labeling that was done.
struct Run {
  std::string engine;             ///< the name of the engine that did it, never `auto`
  std::string renderer;           ///< GL_RENDERER, or that it was the CPU
  LabelImage labels;              ///< on the CPU
  std::vector<StageTime> stages;  ///< with Options::timings
  double milliseconds = 0.0;      ///< from the texture or image to the labels on the CPU, without setting up
};

/// Labels an image, with a context of its own on `device` (-1: the best one) where the engine needs OpenGL. `auto` is
/// `raster` where OpenGL is hardware and has the criterion and the size, and else `cpu-serial`. For CUDA engines
/// `device` counts CUDA devices. Errors: those of check_support(), host::HeadlessContext::create(), host::upload(),
/// Labeler and CudaEngine.
Result<Run> run_engine(const EngineInfo& engine, const host::Image& image, const Options& options, int device);

/// Labels a texture of the current context. Errors: those of Labeler.
Result<Run> run_on_texture(Engine engine, const host::Texture& texture, const Options& options);

}  // namespace glccl::tools
