// Volumes in the program's subcommands, as a user runs them.
#include <filesystem>
#include <string>
#include <vector>

#include "glccl/host/generate.hpp"
#include "glccl/host/image_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/run_program.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;

/// Runs glccl and requires that it succeeds without a word on standard error.
std::string run(const std::vector<std::string>& arguments, const fs::path& folder) {
  const ProgramResult result = run_glccl(arguments, folder);
  INFO(result.out << result.err);
  REQUIRE(result.status == 0);
  CHECK(result.err.empty());
  return result.out;
}

}  // namespace

TEST_CASE("generate writes volumes of every kind to every file of volumes", "[tools][cli][volume]") {
  const fs::path folder = scratch_directory();
  for (const std::string name : {"a.npy", "a.tif", "a.nii", "a.nii.gz"}) {
    CAPTURE(name);
    const std::string out = run({"generate", "balls", "--size", "33x21x9", "--seed", "4", "--bodies", "90000",
                                 "--least-radius", "1", "--largest-radius", "3", "-o", name},
                                folder);
    CHECK(out == name + ": balls, 33x21x9\n");
    const Result<host::Image> volume = host::read_image(folder / name);
    REQUIRE(volume);
    CHECK(*volume == *host::generate_volume("balls", {33, 21, 9},
                                            {.seed = 4, .bodies = 90000, .least_radius = 1, .largest_radius = 3}));
  }
  for (const host::GenerateKind& kind : host::volume_kinds()) {
    run({"generate", kind.name, "--size", "8x7x6", "-o", "b.nii"}, folder);
    CHECK(*host::read_image(folder / "b.nii") == *host::generate_volume(kind.name, {8, 7, 6}));
    CHECK_THAT(run({"generate", "--help"}, folder), contains(kind.name));
  }
}

}  // namespace glccl::tests
