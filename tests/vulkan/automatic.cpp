// The engine `auto` where a GPU has Vulkan and no OpenGL: lavapipe stands for the GPU.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "glccl/engines/runner.hpp"
#include "host/engines/auto_runner.hpp"
#include "host/engines/vulkan_runner.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"
#include "tests/support/skip.hpp"

namespace glccl::tests {
namespace {

/// Labels an image of noise, checks labels, and says which engine it was.
std::string engine_for(engines::Runner& runner, const host::Image& image, const LabelingSpec& spec = {},
                       const engines::SecondImages& second = {}) {
  const std::vector<ImageView> images{image.view()};
  REQUIRE(runner.upload(images));
  REQUIRE(runner.upload_second_images(second));
  REQUIRE(runner.prepare(spec, {}));
  REQUIRE(runner.label(spec, {}));
  const Result<LabelImage> labels = runner.labels();
  REQUIRE(labels);
  CHECK(first_difference(*labels, reference(image, spec).labels) == "");
  return runner.engine();
}

}  // namespace

TEST_CASE("auto takes Vulkan where there is a GPU without OpenGL, and the CPU for what Vulkan refuses", "[vulkan]") {
  Result<std::unique_ptr<engines::Runner>> vulkan = engines::make_vulkan_runner({}, false);
  if (skip_gently(vulkan ? "" : vulkan.error().message)) return;
  const std::unique_ptr<engines::Runner> runner = engines::make_auto_runner(std::nullopt, *std::move(vulkan));
  const host::Image noise = make_image("noise", {70, 50});
  CHECK(engine_for(*runner, noise) == "vulkan");
  CHECK(engine_for(*runner, make_image("noise", {20, 30, 10})) == "vulkan");

  CAPTURE("a side beyond the device's images, then one within");
  CHECK(engine_for(*runner, make_image("noise", {40000, 2})) == "cpu-fast");
  CHECK(engine_for(*runner, noise) == "vulkan");

  CAPTURE("a mask that changes nothing");
  CHECK(engine_for(*runner, noise, {}, {.mask = noise.view()}) == "vulkan");
  CHECK_FALSE(runner->use_texture(1));
}

TEST_CASE("auto labels on the CPU where there is neither", "[vulkan]") {
  const std::unique_ptr<engines::Runner> runner = engines::make_auto_runner(std::nullopt, nullptr);
  CHECK(engine_for(*runner, make_image("noise", {70, 50})) == "cpu-fast");
}

}  // namespace glccl::tests
