// mpi-rows as a user runs it: the program under mpirun, compared with cpu-serial.
#include <filesystem>
#include <string>
#include <vector>

#include "tests/host/mpi/mpi_job.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;

}  // namespace

TEST_CASE("mpi-rows gives cpu-serial's labels on 1, 2, 3, 4 and 7 ranks", "[host][slow][mpi][many_ranks]") {
  if (!can_run_mpi()) return;
  const fs::path folder = scratch_directory();
  write_images(folder / "images");
  for (const int ranks : {1, 2, 3, 4, 7}) {
    // Both connectivities, all criteria; and random ones, of which many have fewer rows than there are ranks.
    const ProgramResult result =
        run_job(ranks, {"validate", "images", "--fuzz", "150", "--max-size", "90x60", "--engines", "mpi-rows"}, folder);
    INFO(ranks << " ranks: " << result.out << result.err);
    CHECK(result.status == 0);
    CHECK_THAT(result.out, contains("no mismatches"));
  }
}

TEST_CASE("mpi-rows writes the same file of labels as cpu-serial", "[host][slow][mpi]") {
  if (!can_run_mpi()) return;
  const fs::path folder = scratch_directory();
  write_images(folder / "images");
  struct Labeling {
    std::string image;
    std::vector<std::string> arguments;
    int ranks;
  };
  const std::vector<Labeling> cases = {
      {"noise5x3.png", {}, 7},
      {"spiral.png", {"--connectivity", "4"}, 3},
      {"comb.png", {}, 4},
      {"segments2.npy", {"--equal"}, 2},
      {"segments1.npy", {"--max-difference", "3", "--connectivity", "4"}, 3},
      {"middle.png", {"--invert"}, 4},
      {test_data("coins.png").string(), {"--threshold", "otsu"}, 7},
  };
  for (const Labeling& one : cases) {
    INFO(one.image << " on " << one.ranks << " ranks");
    std::vector<std::string> arguments = {"label", (folder / "images" / one.image).string()};
    arguments.insert(arguments.end(), one.arguments.begin(), one.arguments.end());
    std::vector<std::string> by_reference = arguments;
    by_reference.insert(by_reference.end(), {"--engine", "cpu-serial", "--labels", "expected.npy"});
    REQUIRE(run_glccl(by_reference, folder).status == 0);
    arguments.insert(arguments.end(), {"--engine", "mpi-rows", "--labels", "labels.npy"});
    const ProgramResult result = run_job(one.ranks, arguments, folder);
    INFO(result.err);
    REQUIRE(result.status == 0);
    const bool same = read_file(folder / "labels.npy") == read_file(folder / "expected.npy");
    CHECK(same);
  }
}

TEST_CASE("mpi-rows is one rank without mpirun", "[host][mpi]") {
  if (!can_run_mpi()) return;
  check_one_rank("mpi-rows");
}

TEST_CASE("a rank of mpi-rows that is killed ends the job with a message", "[host][slow][mpi]") {
  if (!can_run_mpi()) return;
  check_killed_rank("mpi-rows");
}

TEST_CASE("a rank of mpi-rows that has no memory for its block ends the job with a message", "[host][slow][mpi]") {
  if (!can_run_mpi()) return;
  check_rank_without_memory("mpi-rows", "does not have enough memory for its block");
}

}  // namespace glccl::tests
