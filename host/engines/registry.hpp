// The engines by name: what each one can do, and where it comes from.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glccl/cuda/labeler.hpp"
#include "glccl/host/image.hpp"
#include "glccl/labeler.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "host/engines/engine_variant.hpp"

namespace glccl::tools {

/// A labeling on the CPU, and where the engine has several stages their wall times.
struct CpuLabeling {
  LabelImage labels;
  std::vector<StageTime> stages = {};
};

/// An engine of the CPU. Numbering::raster, whatever the options say.
using LabelOnCpu = Result<CpuLabeling> (*)(const host::Image& image, const Options& options,
                                           const EngineVariant& variant);

/// An engine, of which it has one: `gl`, `cuda` or `cpu`; `auto` has none of its own.
struct EngineInfo {
  std::string_view name;     ///< what --engine takes
  std::string_view summary;  ///< one line
  std::string_view source;   ///< the publication it follows, with the chapter or algorithm
  std::vector<Connectivity> connectivities;
  std::vector<std::string_view> criteria;  ///< names as of criterion_name()
  std::optional<Engine> gl = {};           ///< which Labeler it is
  std::optional<cuda::Algorithm> cuda = {};
  LabelOnCpu cpu = nullptr;
  std::string (*why_not)() = nullptr;  ///< why it cannot run here, empty where it can; null: it always can
};

/// Why the engine cannot run here, in one line: this build or this machine has no CUDA or no MPI. Empty for engines
/// that can; whether there is OpenGL 4.5, only a context tells.
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

}  // namespace glccl::tools
