// Which engine Engine::automatic takes. The decision needs no image, so limits are tested that no test could allocate.
#include <cstdint>
#include <string>

#include "engine/compute/buffers.hpp"
#include "engine/faces/choose_engine.hpp"
#include "tests/support/catch.hpp"

namespace glccl::tests {
namespace {

constexpr std::int64_t least_block = std::int64_t{1} << 27;  // the limit that OpenGL 4.5 guarantees
constexpr Extent large{32768, 32768};

Engine chosen(const Extent& extent, const LabelingSpec& spec, std::int64_t largest_block, const Outputs& output = {}) {
  return choose_engine(Engine::automatic, plan_key_of(extent, spec, output), largest_block);
}

}  // namespace

TEST_CASE("automatic takes raster where a buffer of compute exceeds the context's limit", "[engine]") {
  for (const Criterion& criterion : {Criterion(Foreground{}), Criterion(Equal{}), Criterion(Difference{})}) {
    const LabelingSpec spec{.criterion = criterion};
    CAPTURE(kind_of(criterion));
    CHECK(chosen({640, 480}, spec, least_block) == Engine::compute);
    CHECK(chosen(large, spec, least_block) == Engine::raster);
    CHECK(chosen(large, spec, std::int64_t{1} << 31) == Engine::compute);
  }
}

TEST_CASE("automatic changes to raster at the byte where compute refuses", "[engine]") {
  const compute::ComputePlan plan = compute::make_plan(plan_key_of(large, {}));
  std::int64_t fits = std::int64_t{1} << 31;
  for (std::int64_t step = fits / 2; step > 0; step /= 2) {
    if (compute::Buffers::check(plan, fits - step)) fits -= step;
  }
  CHECK(chosen(large, {}, fits) == Engine::compute);
  CHECK(chosen(large, {}, fits - 1) == Engine::raster);
  const Result<void> refused = compute::Buffers::check(plan, fits - 1);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::too_large);
  CHECK_THAT(refused.error().message, contains(std::to_string(fits)) && contains("raster"));
}

TEST_CASE("automatic takes raster for raster's tuning, and other engines are never replaced", "[engine]") {
  const Outputs blocks{.raster = {.blocks = 4}};
  CHECK(chosen({640, 480}, {}, least_block, blocks) == Engine::raster);
  for (const Engine engine : {Engine::raster, Engine::raster_paper, Engine::compute}) {
    CHECK(choose_engine(engine, plan_key_of(large, {}), least_block) == engine);
  }
}

}  // namespace glccl::tests
