#include "engine/faces/choose_engine.hpp"

#include "engine/compute/buffers.hpp"

namespace glccl {

Engine choose_engine(Engine asked, const PlanKey& key, std::int64_t largest_block) {
  if (asked != Engine::automatic) return asked;
  if (key.extent.is_volume() || !key.needs.empty()) return Engine::compute;
  if (key.raster != RasterOptions{}) return Engine::raster;
  return compute::Buffers::check(compute::make_plan(key), largest_block) ? Engine::compute : Engine::raster;
}

}  // namespace glccl
