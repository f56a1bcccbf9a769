// The engines that glccl validate holds against the reference, each as a function from an image to labels and a table.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::tools {

/// One labeling, which every engine is asked for.
struct Task {
  const host::Image* image = nullptr;
  Connectivity connectivity = Connectivity::eight;
  Criterion criterion = Foreground{};
  std::uint32_t table_rows = 0;  ///< components there are, by the reference
};

/// What an engine makes of a Task, in Numbering::raster.
struct Answer {
  LabelImage labels;
  std::optional<std::vector<Component>> components = {};  ///< the engine's own table, where it made one
  std::string table_problem = {};  ///< why its table cannot be read, where that is the engine's own doing
  std::uint32_t texture = 0;       ///< the R32UI texture the labels lie in until its next labeling; 0: in none
};

/// An engine under test. Tests make them with faults.
struct TestedEngine {
  std::string name;
  bool exact = true;  ///< false: known to split components, which is counted and is no failure
  std::function<bool(const Task& task)> supports;
  std::function<Result<Answer>(const Task& task)> label;
};

/// Texels in which two textures of a size differ, counted on the GPU.
using CompareTextures = std::function<Result<std::uint64_t>(std::uint32_t texture, std::uint32_t other, Extent size)>;

/// Engines of this machine, ready to label. They share one context, which is current and ends with the last of them.
struct TestedEngines {
  std::vector<TestedEngine> engines;
  CompareTextures compare_textures;   ///< empty where there is no OpenGL
  std::string renderer;               ///< GL_RENDERER, empty where there is no OpenGL
  std::string cuda_device;            ///< its name, empty where no engine runs on one
  std::vector<std::string> left_out;  ///< engines that cannot run here, "cuda-stava, cuda-qin: built without CUDA"
};

/// The reference, cpu-serial.
Answer label_by_reference(const Task& task);

/// "raster,cuda-stava": engines of engines() without `auto`, and cuda-stava+texture, the same on OpenGL textures of the
/// context; the reference may be named and is left out. Without a list all that can run here, mpi-rows
/// only in a job of several ranks. `device` is an OpenGL
/// device, and the CUDA device is the same GPU where there is one. Errors: `invalid_argument` (unknown, named twice,
/// nothing but the reference), `no_device` (an engine of the list cannot run here; cpu-wu can everywhere), those of
/// Labeler::create() and CudaEngine::create().
Result<TestedEngines> make_tested_engines(const std::optional<std::string>& list, int device);

/// The names that a list takes, with commas between them.
std::string list_tested_engines();

}  // namespace glccl::tools
