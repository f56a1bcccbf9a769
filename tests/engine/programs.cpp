// What the programs of compute are compiled for: what their passes read, and nothing else.
#include "engine/compute/programs.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "engine/compute/all_options.hpp"
#include "engine/gl/programs/context_programs.hpp"
#include "engine/raster/programs.hpp"
#include "glccl/options.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/support/skip.hpp"

namespace glccl::tests {
namespace {

using compute::ComputePass;
using compute::ComputeProgramKey;

/// Few tiles, more, many, and a volume: sizes by which plans choose other workgroups.
constexpr std::array extents = {Extent{500, 400}, Extent{2000, 900}, Extent{9000, 9000}, Extent{70, 60, 50}};

/// The keys of every pass, over all formats, criteria, connectivities, sizes and options that check() takes.
std::map<ComputePass, std::set<ComputeProgramKey>> all_keys(bool subgroups) {
  std::map<ComputePass, std::set<ComputeProgramKey>> keys;
  const Capabilities& compute = capabilities_of(Engine::compute);
  const auto add = [&](const Request& request) {
    for (const compute::Dispatch& pass : compute::make_plan(request.plan_key()).passes) {
      keys[pass.name].insert(key_of(pass, request, subgroups));
    }
  };
  for (const Extent& extent : extents) {
    for (const FormatTraits& format : pixel_formats()) {
      for (const Criterion& criterion : compute::all_criteria()) {
        for (const Connectivity connectivity : compute.connectivities) {
          for (LabelingSpec spec : compute::single_options()) {
            spec.criterion = criterion;
            spec.connectivity = connectivity;
            if (!check(spec, format.format, extent, compute)) continue;
            Request request{{.extent = extent, .format = format.format}, spec_in(extent, spec), {.table_rows = 100}};
            request.source.shape = extent.is_volume() ? SourceShape::volume : SourceShape::flat;
            request.mask = request.intensity = request.source;
            add(request);
            if (spec != LabelingSpec{.connectivity = connectivity, .criterion = criterion}) continue;
            request.mask.texture = 1;
            add(request);
          }
        }
      }
    }
  }
  return keys;
}

}  // namespace

TEST_CASE("programs of compute depend on what their passes read", "[engine][plan]") {
  const auto keys = all_keys(false);
  const auto connectivities = [&](ComputePass pass) {
    std::set<Connectivity> found;
    for (const ComputeProgramKey& key : keys.at(pass)) found.insert(key.connectivity);
    return found.size();
  };
  // Those that know nothing of tiles: one program for images and one for volumes.
  for (const ComputePass pass : {ComputePass::rank_words, ComputePass::select_largest, ComputePass::drop_roots}) {
    CAPTURE(compute::traits_of(pass).name);
    CHECK(keys.at(pass).size() == 2);
  }
  // Each set of columns has one for images and one for volumes.
  CHECK(keys.at(ComputePass::measure_cubes).size() == 1);
  CHECK(connectivities(ComputePass::measure_labels) == 2);
  CHECK(connectivities(ComputePass::measure_intensities) == 2);
  // Connectivities and whether values are compared.
  CHECK(keys.at(ComputePass::settle_nodes).size() == 5 * 2);
  CHECK(connectivities(ComputePass::label_tiles) == 5);
  // Rows have values with Equal alone.
  for (const ComputeProgramKey& key : keys.at(ComputePass::begin_rows)) {
    if (key.criterion != CriterionKind::equal) CHECK(key.source.texels == SourceKind{}.texels);
  }
  std::size_t all = 0;
  for (const auto& [pass, of_pass] : keys) all += of_pass.size();
  CHECK(all == 1775);  // docs/architecture.md says so
  CHECK(keys.at(ComputePass::label_tiles).size() == 966);
}

namespace {

const std::string glslang = "/usr/bin/glslangValidator";
const std::string spirv_val = "/usr/bin/spirv-val";

/// Compiles a program for Vulkan, and checks that it keeps to the rules.
void check_in_vulkan(const ComputeProgramKey& key) {
  const gl::ProgramText text = vulkan_text_of(key);
  const std::filesystem::path folder = scratch_directory();
  std::ofstream(folder / "pass.comp") << text.stages.front().text;
  const ProgramResult compiled =
      run_program(glslang, {"--target-env", "vulkan1.1", "-o", "pass.spv", "pass.comp"}, folder);
  INFO(text.name << ": " << text.stages.front().sources << "\n" << compiled.out << compiled.err);
  REQUIRE(compiled.status == 0);
  const ProgramResult valid = run_program(spirv_val, {"--target-env", "vulkan1.1", "pass.spv"}, folder);
  INFO(valid.err);
  CHECK(valid.status == 0);
}

}  // namespace

TEST_CASE("programs of compute are programs of Vulkan", "[engine][plan]") {
  if (skip_gently(has_program(glslang) && has_program(spirv_val) ? "" : "no glslang-tools or no spirv-tools")) return;
  std::mt19937 random(Catch::rngSeed());
  for (const bool subgroups : {false, true}) {
    for (const auto& [pass, of_pass] : all_keys(subgroups)) {
      std::vector<ComputeProgramKey> some;
      std::sample(of_pass.begin(), of_pass.end(), std::back_inserter(some), 4, random);
      for (const ComputeProgramKey& key : some) check_in_vulkan(key);
    }
  }
}

namespace {

/// A labeling that users often ask for.
struct OrdinaryLabeling {
  PixelFormat format = PixelFormat::unorm8;
  Extent extent = {512, 512};
  LabelingSpec spec = {};
  Outputs outputs = {};
};

const OrdinaryLabeling ordinary_labelings[] = {
    {},
    {PixelFormat::unorm8, {512, 512}, {.connectivity = Connectivity::four}},
    {PixelFormat::u8, {512, 512}, {.criterion = Equal{}}},
    {PixelFormat::unorm8, {512, 512}, {.criterion = Difference{.largest = 0.1F}}},
    {PixelFormat::unorm8, {512, 512}, {.filter = {.min_area = 5}}},
    {PixelFormat::unorm8, {512, 512}, {}, {.table_rows = 1000}},
    {PixelFormat::unorm8, {4096, 4096}},
    {PixelFormat::u8},
    {PixelFormat::rgba8},
    {PixelFormat::depth24},
};

}  // namespace

TEST_CASE("ordinary labelings share most of their programs", "[engine][plan]") {
  std::set<std::string> of_compute;
  std::set<std::string> of_raster;
  for (const OrdinaryLabeling& one : ordinary_labelings) {
    const Request request{{.extent = one.extent, .format = one.format}, spec_in(one.extent, one.spec), one.outputs};
    for (const compute::Dispatch& pass : compute::make_plan(request.plan_key()).passes) {
      of_compute.insert(gl::key_of(text_of(key_of(pass, request, false)), ""));
    }
    if (!one.spec.filter.keeps_all()) continue;  // raster has no filter
    for (const raster::Draw& draw : raster::make_plan(Engine::raster, request.plan_key()).passes) {
      of_raster.insert(gl::key_of(text_of(key_of(raster::traits_of(draw.name), request)), ""));
    }
  }
  CHECK(of_compute.size() == 22);  // docs/architecture.md has both numbers
  CHECK(of_raster.size() == 36);
}

}  // namespace glccl::tests
