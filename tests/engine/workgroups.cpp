// Workgroups of compute on a GPU, where there may be as many invocations as OpenGL has and few tiles are united by
// label_tiles, and on a renderer on the CPU, which gets few programs, and short ones.
#include <string>
#include <utility>
#include <vector>

#include "glccl/host/texture.hpp"
#include "glccl/labeler.hpp"
#include "tests/gl/changed_functions.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// A Labeler of compute in a context of a renderer of this name.
Labeler labeler_on(ChangedFunctions& functions, const char* renderer) {
  functions.renderer = renderer;
  Result<Labeler> labeler = Labeler::create({Engine::compute, get_changed_function});
  INFO((labeler ? "" : labeler.error().message));
  REQUIRE(labeler);
  return *std::move(labeler);
}

/// The names of the passes of a plan.
std::vector<std::string> passes_of(const std::vector<PlannedPass>& plan) {
  std::vector<std::string> passes;
  for (const PlannedPass& pass : plan) passes.push_back(pass.pass);
  return passes;
}

/// Labels an image, compares the labels with those of cpu-serial, and returns the names of the passes.
std::vector<std::string> check_labels(Labeler& labeler, const host::Image& image, const LabelingSpec& spec) {
  const Result<host::OwnedTexture> texture = host::upload(image.view());
  REQUIRE(texture);
  const Result<Labels> labels = labeler.label(texture->name(), spec, {.timing = TimingDetail::passes});
  INFO((labels ? "" : labels.error().message));
  REQUIRE(labels);
  CHECK(first_difference(*labeler.readback(), reference(image, spec).labels) == "");
  std::vector<std::string> passes;
  for (const StageTime& time : *labeler.times()) passes.push_back(time.pass);
  CHECK(passes == passes_of(*labeler.plan(image.extent, spec)));
  return passes;
}

}  // namespace

TEST_CASE_METHOD(GlFixture, "compute has other workgroups on a GPU than on a renderer on the CPU",
                 "[engine][slow][workgroups]") {
  const LabelingSpec specs[] = {
      {}, {.connectivity = Connectivity::four}, {.criterion = Equal{}}, {.criterion = Difference{.largest = 0.1F}}};
  ChangedFunctions functions;
  Labeler on_gpu = labeler_on(functions, "NVIDIA H200/PCIe/SSE2");
  Labeler on_cpu = labeler_on(functions, "llvmpipe (LLVM 15.0.6, 256 bits)");
  for (const LabelingSpec& spec : specs) {
    CAPTURE(spec.connectivity, kind_of(spec.criterion));
    // 18 tiles of 128 x 64 pixels, or 33 of 128 x 32; and one tile more than are few
    for (const Extent extent : {Extent{300, 350}, Extent{20, 128 * 64 + 1}}) {
      CAPTURE(extent);
      const host::Image image = make_image("noise", extent, {.density = 0.6F});
      const std::vector<std::string> long_plan = check_labels(on_cpu, image, spec);
      std::vector<std::string> plan = check_labels(on_gpu, image, spec);
      CHECK(long_plan.at(1) == "merge_tiles");
      CHECK(plan == passes_of(*Labeler::plan(Engine::compute, extent, spec)));
      if (extent.height == 350) plan.insert(plan.begin() + 1, "merge_tiles");
      CHECK(plan == long_plan);
    }
  }
}

}  // namespace glccl::tests
