// mpi-slabs with an engine on a GPU for each rank, as a user runs it. Without a GPU the message is tested.
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "tests/host/mpi/mpi_job.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"

namespace glccl::tests {

namespace fs = std::filesystem;

TEST_CASE("ranks label their slabs on GPUs, or name the rank that has none", "[host][slow][mpi][tiled]") {
  if (!can_run_mpi()) return;
  const fs::path folder = scratch_directory();
  REQUIRE(host::write_image(folder / "volume.npy", make_image("noise", {20, 30, 25}, {.density = 0.2})));
  const std::vector<std::string> outputs = {"--labels", "labels.npy", "--components", "table.csv"};
  for (const char* engine : {"cpu-fast", "cuda-fast"}) {
    std::vector<std::string> arguments = {"label",    "volume.npy", "--engine",      "mpi-slabs",
                                          "--memory", "10M",        "--rank-engine", engine};
    arguments.insert(arguments.end(), outputs.begin(), outputs.end());
    const ProgramResult result = run_job(2, arguments, folder);
    INFO(result.out << result.err);
    if (result.status == 4) {
      CHECK_THAT(result.err, contains("glccl: rank 0 of 2: "));
      CHECK_FALSE(fs::exists(folder / "labels.npy"));
      continue;
    }
    REQUIRE(result.status == 0);
    CHECK_THAT(result.out, contains("a slab on each rank, by " + std::string(engine)));
    REQUIRE(run_glccl(
                {"label", "volume.npy", "--engine", "cpu-serial", "--labels", "whole.npy", "--components", "whole.csv"},
                folder)
                .status == 0);
    for (const auto& [slabs, whole] : {std::pair("labels.npy", "whole.npy"), {"table.csv", "whole.csv"}}) {
      CHECK(read_file(folder / slabs) == read_file(folder / whole));
      fs::remove(folder / slabs);
    }
  }
}

}  // namespace glccl::tests
