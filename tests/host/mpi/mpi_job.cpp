#include "tests/host/mpi/mpi_job.hpp"

#include "glccl/host/image_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/sanitizers.hpp"

namespace glccl::tests {
namespace {

/// The program beside this one.
std::string glccl() { return (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "glccl").string(); }

}  // namespace

const std::vector<std::string>& mpi_environment() {
  static const std::vector<std::string> environment = {"OMPI_ALLOW_RUN_AS_ROOT=1",
                                                       "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                                                       "OMPI_MCA_rmaps_base_oversubscribe=1",
                                                       "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe",
                                                       "OMPI_MCA_hwloc_base_binding_policy=none",
                                                       "PRTE_MCA_hwloc_default_binding_policy=none",
                                                       "OMPI_MCA_btl=^tcp,ofi,openib",
                                                       "OMPI_MCA_mpi_yield_when_idle=1",
                                                       "OMPI_MCA_btl_vader_single_copy_mechanism=none",
                                                       "OMPI_MCA_btl_sm_single_copy_mechanism=none",
                                                       "ASAN_OPTIONS=detect_leaks=0"};
  return environment;
}

ProgramResult mpirun(std::vector<std::string> arguments, const std::filesystem::path& folder) {
  arguments.insert(arguments.begin(), {"timeout", "--kill-after=10", "300", "mpirun"});
  return run_program("/usr/bin/env", arguments, folder, mpi_environment());
}

ProgramResult run_job(int ranks, std::vector<std::string> arguments, const std::filesystem::path& folder) {
  arguments.insert(arguments.begin(), {"-n", std::to_string(ranks), glccl()});
  return mpirun(arguments, folder);
}

ProgramResult run_beside_script(const std::vector<std::string>& arguments, const std::string& script,
                                const std::filesystem::path& folder, int ranks) {
  const std::string by_rank =
      R"(if [ "$OMPI_COMM_WORLD_RANK" != )" + std::to_string(ranks - 1) + R"( ]; then exec "$@"; fi; )" + script;
  std::vector<std::string> words = {"-n", std::to_string(ranks), "sh", "-c", by_rank, "sh", glccl()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return mpirun(words, folder);
}

bool can_run_mpi() {
#ifndef GLCCL_WITH_MPI
  WARN("skipped: this build has no MPI");
  return false;
#endif
  if (mpirun({"--version"}, scratch_directory()).status == 0) return true;
  WARN("skipped: there is no mpirun (package openmpi-bin)");
  return false;
}

void write_images(const std::filesystem::path& folder) {
  const auto write = [&](const std::string& name, const host::Image& image) {
    REQUIRE(host::write_image(folder / name, image));
  };
  std::filesystem::create_directory(folder);
  for (const Extent extent : {Extent{5, 3}, {1, 1}, {1, 40}, {40, 1}, {33, 2}, {64, 50}, {31, 29}}) {
    const std::string name = std::to_string(extent.width) + "x" + std::to_string(extent.height);
    write("noise" + name + ".png", make_image("noise", extent, {.seed = 5, .density = 0.45}));
  }
  for (const std::string kind : {"spiral", "comb", "full", "empty", "checkerboard"}) {
    write(kind + ".png", make_image(kind, {61, 47}));
  }
  // The upper half and the last rows are without foreground.
  host::Image middle = make_image("noise", {50, 70});
  for (std::size_t i = 0; i < middle.bytes.size(); ++i) {
    if (i < 50 * 35 || i >= 50 * 60) middle.bytes[i] = 0;
  }
  write("middle.png", middle);
  for (int i = 0; i < 3; ++i) write("segments" + std::to_string(i) + ".npy", random_segments(i));
}

void check_one_rank(const std::string& engine) {
  const std::filesystem::path folder = scratch_directory();
  REQUIRE(host::write_image(folder / "noise.png", make_image("noise", {77, 41})));
  const ProgramResult result =
      run_glccl({"validate", "noise.png", "--engines", engine, "--fuzz", "20"}, folder, mpi_environment());
  INFO(result.err);
  CHECK(result.status == 0);
  CHECK_THAT(result.out, contains("no mismatches"));
}

void check_killed_rank(const std::string& engine) {
  // The script kills its own process, which exec makes glccl, long before rank 0 is done.
  const ProgramResult result = run_beside_script({"validate", "--fuzz", "1000000", "--engines", engine},
                                                 R"((sleep 2; kill -KILL $$) & exec "$@")", scratch_directory());
  INFO(engine << ": " << result.out << result.err);
  CHECK(result.status == 128 + 9);
  CHECK_THAT(result.err, contains("rank 1"));
  CHECK_THAT(result.err, contains("signal 9"));
}

void check_rank_without_memory([[maybe_unused]] const std::string& engine, [[maybe_unused]] const std::string& words) {
#ifdef GLCCL_WITH_ADDRESS_SANITIZER
  WARN("skipped: AddressSanitizer needs more address space than any limit leaves");
#else
  const std::filesystem::path folder = scratch_directory();
  REQUIRE(run_glccl({"generate", "empty", "--size", "12288x12288", "-o", "large.png"}, folder).status == 0);
  // The rank's block takes 360 MB, the program without it some 230 MB of address space.
  const ProgramResult result =
      run_beside_script({"label", "large.png", "--engine", engine}, R"(ulimit -v 450000; exec "$@")", folder);
  INFO(engine << ": " << result.out << result.err);
  CHECK(result.status == 3);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, contains("glccl: rank 1 of 2"));
  CHECK_THAT(result.err, contains(words));
#endif
}

}  // namespace glccl::tests
