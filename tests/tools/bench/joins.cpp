// glccl bench --joins: the union phase of many ranks, simulated round by round.
#include "tools/bench/joins.hpp"

#include <sstream>
#include <string>
#include <vector>

#include "glccl/host/slab_sources.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/support/references/reference.hpp"

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

}  // namespace glccl::tests
