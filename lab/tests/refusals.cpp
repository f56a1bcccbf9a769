// What the programs say of the laboratory: with it of papers that are not there, and without it where it is.
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/tools/bad_input.hpp"

namespace glccl::tests {

TEST_CASE("bench refuses papers that it does not have or cannot measure", "[tools][cli][errors][paper]") {
  const std::string papers = "oconnell, stava, links, bester, qin";
  check_refusals(
      {"glccl", "bench"},
      {{"no paper", {"--paper", "daily"}, usage, {"\"daily\"", papers}},
       {"no paper, with a report", {"--json", "report.json", "--paper", "daily"}, usage, {"\"daily\"", papers}},
       {"no image",
        {"--paper", "stava", "--max-side", "100"},
        usage,
        {"--paper stava", "nothing to measure", "--max-side"}}},
      scratch_directory());
}

TEST_CASE("a program without the laboratory says how to build it", "[tools][cli][errors]") {
  const std::string words = " is in the laboratory, which is built with -DGLCCL_LAB=ON";
  std::vector<BadInput> cases = {{"a paper", {"bench", "--paper", "stava"}, usage, {"--paper stava" + words}}};
  for (const std::string engine : {"cpu-wu", "mpi-rows", "cuda-jung", "cuda-jung-surface", "cuda-qin", "cuda-hawick"}) {
    const std::string message = "engine " + engine + words;
    cases.push_back({engine, {"label", test_data("coins.png").string(), "--engine", engine}, usage, {message}});
    cases.push_back({engine, {"bench", "--engines", engine}, usage, {message}});
    cases.push_back({engine, {"validate", "--fuzz", "1", "--engines", engine}, usage, {message}});
  }
  check_refusals({"without_lab/glccl"}, cases, scratch_directory());
}

}  // namespace glccl::tests
