// Jobs whose ranks all write one file of labels of 64 bits, and fail on the way: nothing that looks like a result
// stays.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "tests/host/mpi/mpi_job.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;

/// A job that writes a BigTIFF of labels of 64 bits.
std::vector<std::string> wide_job(const std::string& image) {
  return {"label", image,      "--engine",   "mpi-slabs",     "--memory",
          "1G",    "--labels", "labels.tif", "--labels-type", "uint64"};
}

}  // namespace

TEST_CASE("a rank that is killed while all write a BigTIFF leaves none", "[host][slow][mpi][tiled]") {
  if (!can_run_mpi()) return;
  const fs::path folder = scratch_directory();
  // Rank 2 writes the last third of the 8 MB of labels. The signal of a file that grows beyond 6 MiB ends it there.
  const ProgramResult result =
      run_beside_script(wide_job("hash-noise:1000x1000:0.3"), R"(ulimit -f 12288; exec "$@")", folder, 3);
  INFO(result.out << result.err);
  CHECK(result.status != 0);
  CHECK_THAT(result.err, contains("rank 2") && contains("signal 25"));
  CHECK_FALSE(fs::exists(folder / "labels.tif"));
}

TEST_CASE("a strip in the middle that a rank cannot read is named, and leaves no labels", "[host][slow][mpi][tiled]") {
  if (!can_run_mpi()) return;
  const fs::path folder = scratch_directory();
  REQUIRE(host::write_image(folder / "noise.tif", make_image("noise", {300, 200})));
  const auto middle = static_cast<std::streamoff>(fs::file_size(folder / "noise.tif") / 2);
  std::fstream(folder / "noise.tif", std::ios::in | std::ios::out | std::ios::binary).seekp(middle)
      << std::string(500, '\xff');
  const ProgramResult result = run_job(3, wide_job("noise.tif"), folder);
  INFO(result.out << result.err);
  CHECK(result.status == 3);
  CHECK(result.out.empty());
  CHECK_THAT(result.err,
             contains("glccl: rank 1 of 3: cannot read noise.tif: it is damaged: strip ") && contains("(at byte "));
  fs::remove(folder / "noise.tif");
  CHECK(fs::is_empty(folder));
}

}  // namespace glccl::tests
