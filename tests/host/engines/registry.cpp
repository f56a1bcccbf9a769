// What the registry says about engines that lack what is asked for.
#include "glccl/engines/registry.hpp"

#include <memory>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

std::string refusal(std::string_view engine, const LabelingSpec& spec, const Extent& extent = {1, 1}) {
  const engines::Registry registry;
  const Result<void> status = registry.check_support(**registry.find(engine), spec, extent);
  if (status) return {};
  CHECK(status.error().code == ErrorCode::unsupported);
  return status.error().message;
}

}  // namespace

TEST_CASE("check_support() names the engines that label volumes", "[host]") {
  const std::string vulkan = engines::Registry().find("vulkan") ? "--engine vulkan, " : "";  // a matter of the build
  const std::string with_volumes = "use --engine compute, " + vulkan +
                                   "--engine cpu-serial, --engine cpu-fast, --engine cuda-stava, --engine cuda-links "
                                   "or --engine cuda-fast";
  for (const Connectivity connectivity : {Connectivity::eight, Connectivity::twenty_six}) {
    CHECK(refusal("raster", {.connectivity = connectivity}, {4, 5, 6}) ==
          "engine raster does not have volumes: it has images; " + with_volumes);
  }
  CHECK(refusal("raster", {.connectivity = Connectivity::six}) == "");  // an image
  CHECK(refusal("cpu-serial", {.connectivity = Connectivity::six}, {4, 5, 6}) == "");
  CHECK(refusal("auto", {}, {4, 5, 6}) == "");
}

TEST_CASE("check_support() names the engines that have a criterion", "[host]") {
  const std::string message = refusal("raster-paper", {.criterion = Difference{}});
  CHECK_THAT(message,
             contains("engine raster-paper does not have the criterion \"difference\": it has foreground and equal"));
  CHECK_THAT(message, contains("--engine compute") && contains("--engine cpu-serial"));
  CHECK(refusal("raster-paper", {.criterion = Equal{}}) == "");
}

// The library's own registry: those of the laboratory join that of the program.
TEST_CASE("find() knows the engines of the laboratory by name", "[host]") {
  for (const char* name : {"cpu-wu", "mpi-rows", "cuda-jung", "cuda-jung-surface", "cuda-qin", "cuda-hawick"}) {
    const auto made = engines::Registry().make(name);
    REQUIRE_FALSE(made);
    CHECK(made.error().code == ErrorCode::invalid_argument);
    CHECK(made.error().message ==
          "engine " + std::string(name) + " is in the laboratory, which is built with -DGLCCL_LAB=ON");
  }
}

TEST_CASE("the runner of cpu-fast labels with the threads that are asked for", "[host][fast]") {
  const host::Image image = make_image("noise", {1024, 512}, {.seed = 9, .density = 0.6});
  const LabeledImage expected = reference(image);
  const Result<std::unique_ptr<engines::Runner>> runner = engines::Registry().make("cpu-fast");
  REQUIRE(runner);
  REQUIRE((*runner)->upload(image.view()));
  for (const int threads : {0, 1, 2, 4}) {
    CAPTURE(threads);
    REQUIRE((*runner)->label({}, {.table_rows = 1U << 20U, .threads = threads}));
    const Result<std::vector<Component>> components = (*runner)->components();
    REQUIRE(components);
    CHECK(first_difference(*components, expected.components) == "");
    const Result<LabelImage> labels = threads == 2 ? (*runner)->take_labels() : (*runner)->labels();
    REQUIRE(labels);
    CHECK(first_difference(*labels, expected.labels) == "");
  }
}

}  // namespace glccl::tests
