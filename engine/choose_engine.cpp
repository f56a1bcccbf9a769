#include "engine/choose_engine.hpp"

#include "engine/compute/buffers.hpp"

namespace glccl {

Engine choose_engine(Engine asked, const PlanKey& key, std::int64_t largest_block) {
  if (asked != Engine::automatic) return asked;
  const bool more = key.filtered || key.columns != 0 || key.masked || key.fills_holes || key.periodic.any();
  if (key.extent.is_volume() || more) return Engine::compute;
  if (key.raster != RasterOptions{}) return Engine::raster;
  return compute::Buffers::check(compute::make_plan(key), largest_block) ? Engine::compute : Engine::raster;
}

}  // namespace glccl
