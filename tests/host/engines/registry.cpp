// What the registry says about engines that lack what is asked for.
#include "glccl/engines/registry.hpp"

#include <string>

#include "tests/support/catch.hpp"

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
  const std::string with_volumes =
      "use --engine compute, --engine cpu-serial, --engine cpu-fast, --engine cuda-stava, --engine cuda-links or "
      "--engine cuda-fast";
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

}  // namespace glccl::tests
