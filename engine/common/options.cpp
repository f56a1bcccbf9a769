#include "glccl/options.hpp"

#include "engine/vocabulary/enumerators.hpp"
#include "glsl/shared/ids.h"

namespace glccl {
namespace {

Capabilities make_capabilities(Engine engine) {
  Capabilities capabilities;
  capabilities.engine = name_of(engine);
  if (engine == Engine::raster_paper) capabilities.criteria = {CriterionKind::foreground, CriterionKind::equal};
  if (engine == Engine::compute || engine == Engine::automatic) {
    capabilities.connectivities = {Connectivity::four, Connectivity::eight, Connectivity::six, Connectivity::eighteen,
                                   Connectivity::twenty_six};
    capabilities.needs = {Need::filter, Need::measurements, Need::mask, Need::holes, Need::periodic};
  }
  for (const FormatTraits& format : pixel_formats()) capabilities.formats.push_back(format.format);
  capabilities.largest_side = shared::LARGEST_GL_SIDE;
  return capabilities;
}

}  // namespace

std::string_view name_of(Engine engine) {
  switch (engine) {
    case Engine::automatic:
      return "automatic";
    case Engine::raster:
      return "raster";
    case Engine::raster_paper:
      return "raster-paper";
    case Engine::compute:
      break;
  }
  return "compute";
}

const Capabilities& capabilities_of(Engine engine) {
  static const Capabilities all[] = {make_capabilities(Engine::automatic), make_capabilities(Engine::raster),
                                     make_capabilities(Engine::raster_paper), make_capabilities(Engine::compute)};
  return all[static_cast<std::size_t>(engine)];
}

Result<void> check_engine(Engine engine) { return check_enumerator("the engine", engine, Engine::compute); }

Result<void> check_tuning(Engine engine, const RasterOptions& options, const Extent& extent) {
  if (options.blocks < 0 || options.blocks > extent.width) {
    return Error{ErrorCode::invalid_argument, std::to_string(options.blocks) + " blocks: pass 1 to " +
                                                  std::to_string(extent.width) +
                                                  ", the image's width, or 0 to let the plan choose"};
  }
  const Result<void> status = check_enumerator("the compaction", options.compaction, Compaction::stencil_routing);
  if (!status) return status;
  if (extent.is_volume() && options != RasterOptions{}) {
    return Error{ErrorCode::invalid_argument, "blocks and compaction are for images, and this is a volume of " +
                                                  to_string(extent) + ": leave Outputs::raster at its defaults"};
  }
  if (engine == Engine::compute && options != RasterOptions{}) {
    return Error{ErrorCode::invalid_argument,
                 "the engine compute has no blocks and no compaction: leave Outputs::raster at its defaults, or "
                 "use the engine raster"};
  }
  return {};
}

}  // namespace glccl
