// glccl bench --joins: the union phase of many ranks, simulated round by round.
#include "tools/bench/joins.hpp"

#include <sstream>
#include <string>
#include <vector>

#include "glccl/host/slab_sources.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/run_program.hpp"
#include "tests/tools/bad_input.hpp"

namespace glccl::tests {

TEST_CASE("joined slabs have the components of the whole, whatever their number", "[tools][bench]") {
  const std::vector<host::Image> images = {make_image("noise", {41, 30}, {.density = 0.5}),
                                           make_image("spiral", {40, 33}), make_image("comb", {30, 40}),
                                           make_image("empty", {5, 9}), make_image("hilbert", {16, 16, 16})};
  for (const host::Image& image : images) {
    const LabelingSpec spec{.connectivity = image.extent.is_volume() ? Connectivity::six : Connectivity::four};
    const std::size_t expected = reference(image, spec).components.size();
    const int planes = host::planes_of(image.extent);
    for (const int ranks : {1, 2, 3, 7, planes}) {
      CAPTURE(image.extent, ranks);
      const auto report = tools::measure_joins(host::source_of(image.view()), spec, ranks);
      REQUIRE(report);
      CHECK(report->components == expected);
      std::size_t rounds = 0;
      int joins = 0;
      for (int joined = 1; joined < ranks; joined *= 2) ++rounds;
      REQUIRE(report->rounds.size() == rounds);
      for (const tools::JoinRound& round : report->rounds) joins += round.joins;
      CHECK(joins == ranks - 1);
    }
  }
}

TEST_CASE("a rank of a job of any size holds the components of four planes", "[tools][bench]") {
  const auto source = host::generate_slabs("hash-noise", {64, 4000}, {.density = 0.4});
  REQUIRE(source);
  const auto report = tools::measure_joins(*source, {}, 1000);
  REQUIRE(report);
  for (const tools::JoinRound& round : report->rounds) CHECK(round.most_held <= 4 * 32);  // a row has at most 32 runs
}

TEST_CASE("glccl bench --joins prints a line for each round", "[tools][bench]") {
  const ProgramResult result = run_glccl(
      {"bench", "--joins", "hash-noise:64x100:0.3", "--ranks", "10", "--connectivity", "4"}, scratch_directory());
  INFO(result.err);
  CHECK(result.status == 0);
  CHECK(result.out.find("10 ranks") != std::string::npos);
  CHECK(result.out.find("\n    4        1 ") != std::string::npos);
  CHECK(result.out.find("\n    5 ") == std::string::npos);
}

TEST_CASE("glccl bench --joins and --slabs name what they cannot measure", "[tools][bench][errors]") {
  check_refusals(
      {"glccl", "bench"},
      {{"more ranks than planes",
        {"--joins", "hash-noise:64x100:0.3", "--ranks", "101"},
        usage,
        {"101 ranks for 100 planes", "1 to 100"}},
       {"no source", {"--joins", "circles:64x100"}, file, {"circles:64x100"}},
       {"differences of slabs", {"--slabs", "a.npy", "--criterion", "difference:2"}, usage, {"difference:2", "equal"}},
       {"no slabs", {"--slabs", "missing.npy"}, file, {"missing.npy", "no such file"}},
       {"slabs and joins", {"--slabs", "a.npy", "--joins", "a.npy"}, usage, {"--slabs", "--joins"}},
       {"parts of no image", {"--gpus", "0,1"}, usage, {"--gpus", "--slabs"}},
       {"parts and a device", {"--slabs", "a.npy", "--gpus", "0", "--device", "0"}, usage, {"--gpus", "--device"}},
       {"ranks of another benchmark", {"--ranks", "4"}, usage, {"--joins"}},
       {"connectivity of volumes",
        {"--joins", "hash-noise:64x100:0.3", "--connectivity", "4", "--engines", "cpu-fast"},
        usage,
        {"--engines"}}},
      scratch_directory());
}

}  // namespace glccl::tests
