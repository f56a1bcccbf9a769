// The engine behind Engine::automatic.
#pragma once

#include <cstdint>

#include "engine/common/plan_key.hpp"

namespace glccl {

/// The engine that labels where `asked` was asked for. `automatic` takes compute, or for an image raster where the
/// tuning is raster's or where a buffer of compute exceeds `largest_block` bytes (GL_MAX_SHADER_STORAGE_BLOCK_SIZE).
Engine choose_engine(Engine asked, const PlanKey& key, std::int64_t largest_block);

}  // namespace glccl
