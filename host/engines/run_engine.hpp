// Running an engine on one image.
#pragma once

#include <string>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/host/texture.hpp"
#include "glccl/labeler.hpp"
#include "glccl/result.hpp"
#include "host/engines/engine_variant.hpp"
#include "host/engines/registry.hpp"

namespace glccl::tools {

/// A labeling that was done.
struct Run {
  std::string engine;             ///< the name of the engine that did it, never `auto`
  std::string renderer;           ///< GL_RENDERER, or that it was the CPU
  LabelImage labels;              ///< on the CPU
  std::vector<StageTime> stages;  ///< with Options::timings
  double milliseconds = 0.0;      ///< from the texture or image to the labels on the CPU, without setting up
};

/// Labels an image, with a context of its own on `device` (-1: the best one) where the engine needs OpenGL. `auto` is
/// `compute` where OpenGL is hardware and has the criterion and the size, and else `cpu-serial`. For CUDA engines
/// `device` counts CUDA devices. Errors: those of check_support(), host::HeadlessContext::create(), host::upload(),
/// Labeler, CudaEngine and of the CPU's engines.
Result<Run> run_engine(const EngineInfo& engine, const host::Image& image, const Options& options, int device,
                       const EngineVariant& variant = {});

/// Labels a texture of the current context. Errors: those of Labeler.
Result<Run> run_on_texture(Engine engine, const host::Texture& texture, const Options& options);

}  // namespace glccl::tools
