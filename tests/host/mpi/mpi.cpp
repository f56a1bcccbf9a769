// mpi-slabs as a user runs it: the program under mpirun, compared with cpu-serial.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "glccl/host/generate.hpp"
#include "glccl/host/image.hpp"
#include "glccl/host/image_files.hpp"
#include "glccl/host/label_files.hpp"
#include "tests/host/mpi/mpi_job.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, const host::Image& image) { REQUIRE(host::write_image(path, image)); }

}  // namespace

TEST_CASE("mpi-slabs gives cpu-serial's labels and rows on 1, 2, 3, 4 and 7 ranks",
          "[host][slow][mpi][many_ranks][tiled]") {
  if (!can_run_mpi()) return;
  const fs::path folder = scratch_directory();
  write_images(folder / "images");
  for (const int ranks : {1, 2, 3, 4, 7}) {
    // Images and volumes of which many have fewer planes than there are ranks.
    for (const std::vector<std::string>& inputs :
         {std::vector<std::string>{"images", "--max-size", "90x60"}, {"--max-size", "20x15x25"}}) {
      std::vector<std::string> command = {"validate", "--fuzz", "150", "--engines", "mpi-slabs"};
      command.insert(command.end(), inputs.begin(), inputs.end());
      const ProgramResult result = run_job(ranks, command, folder);
      INFO(ranks << " ranks: " << result.out << result.err);
      CHECK(result.status == 0);
      CHECK_THAT(result.out, contains("no mismatches"));
    }
  }
}

TEST_CASE("ranks that read their slabs by themselves write the files of the whole", "[host][slow][mpi][tiled]") {
  if (!can_run_mpi()) return;
  const fs::path folder = scratch_directory();
  write(folder / "noise.npy", make_image("noise", {90, 70}));
  write(folder / "volume.npy", make_image("noise", {20, 30, 25}, {.density = 0.2}));
  const host::Image cells = make_image("cells", {60, 40}, {.granularity = 5});
  std::ofstream(folder / "cells.raw", std::ios::binary)
      .write(reinterpret_cast<const char*>(cells.bytes.data()), static_cast<std::streamsize>(cells.bytes.size()));
  const std::vector<std::vector<std::string>> images = {
      {"noise.npy", "--connectivity", "4", "--properties", "orientation"},
      {"volume.npy"},
      {"cells.raw", "--shape", "40x60", "--type", "u8", "--equal"}};
  for (std::vector<std::string> arguments : images) {
    arguments.insert(arguments.begin(), "label");
    std::vector<std::string> whole = arguments;
    whole.insert(whole.end(), {"--engine", "cpu-serial", "--labels", "whole.npy", "--components", "whole.csv"});
    REQUIRE(run_glccl(whole, folder).status == 0);
    for (const int ranks : {1, 2, 3, 7}) {
      INFO(arguments[1] << " on " << ranks << " ranks");
      std::vector<std::string> slabs = arguments;
      slabs.insert(slabs.end(),
                   {"--engine", "mpi-slabs", "--memory", "10M", "--labels", "slabs.npy", "--components", "slabs.csv"});
      const ProgramResult result = run_job(ranks, slabs, folder);
      INFO(result.err);
      REQUIRE(result.status == 0);
      CHECK(read_file(folder / "slabs.npy") == read_file(folder / "whole.npy"));
      CHECK(read_file(folder / "slabs.csv") == read_file(folder / "whole.csv"));
    }
  }
  // Counting alone gives what a stream gives.
  const auto components_of = [](const std::string& summary) {
    const std::size_t line = summary.find("components ");
    return summary.substr(line, summary.find('\n', line) - line);
  };
  for (const char* image : {"hash-noise:200x300:0.3", "hash-balls:90x80x70"}) {
    const std::vector<std::string> count = {"label", image, "--memory", "10M", "--engine"};
    std::vector<std::string> stream = count;
    stream.emplace_back("cpu-fast");
    std::vector<std::string> by_ranks = count;
    by_ranks.emplace_back("mpi-slabs");
    const ProgramResult result = run_job(3, by_ranks, folder);
    CHECK(result.status == 0);
    CHECK(components_of(result.out) == components_of(run_glccl(stream, folder).out));
  }
}

TEST_CASE("a rank that cannot read its slab ends the labeling with one line", "[host][slow][mpi][tiled]") {
  if (!can_run_mpi()) return;
  const fs::path folder = scratch_directory();
  write(folder / "noise.npy", make_image("noise", {90, 70}));
  fs::create_directory(folder / "other");
  const std::vector<std::string> arguments = {"label",    "noise.npy", "--engine", "mpi-slabs",
                                              "--memory", "10M",       "--labels", "labels.npy"};
  const auto check_refused = [&](const std::string& script, const std::string& words) {
    const ProgramResult result = run_beside_script(arguments, script, folder);
    INFO(result.out << result.err);
    CHECK(result.status == 3);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, contains(words));
    CHECK_FALSE(fs::exists(folder / "labels.npy"));
  };
  const std::string elsewhere = R"(cd other; exec "$@")";
  check_refused(elsewhere, "glccl: rank 1 of 2: cannot read noise.npy: there is no such file");
  write(folder / "other" / "noise.npy", make_image("noise", {90, 71}));
  check_refused(elsewhere, "glccl: rank 1 of 2: it sees another image, 90x71 of u8 instead of 90x70 of u8");

  const ProgramResult little = run_job(2, {"label", "noise.npy", "--engine", "mpi-slabs", "--memory", "20K"}, folder);
  CHECK(little.status == 3);
  CHECK_THAT(little.err, contains("a slab of 35 rows of 90x70 takes "));
  CHECK_THAT(little.err, contains(" on each of 2 ranks: start more ranks, or give that much"));
}

TEST_CASE("all ranks write the labels at once", "[host][slow][mpi][tiled]") {
  if (!can_run_mpi()) return;
  const fs::path folder = scratch_directory();
  write(folder / "volume.npy", make_image("noise", {20, 30, 25}, {.density = 0.2}));
  REQUIRE(run_glccl({"label", "volume.npy", "--labels", "whole.raw"}, folder).status == 0);
  const std::vector<std::string> arguments = {"label", "volume.npy", "--engine", "mpi-slabs", "--memory", "10M"};
  const auto job = [&](int ranks, const std::string& labels) {
    std::vector<std::string> words = arguments;
    words.insert(words.end(), {"--labels", labels});
    return run_job(ranks, words, folder);
  };
  CHECK(job(3, "slabs.raw").status == 0);
  CHECK(read_file(folder / "slabs.raw") == read_file(folder / "whole.raw"));
  CHECK(job(4, "slabs.tif").status == 0);
  const Result<host::LabelFile> found = host::read_labels(folder / "slabs.tif");
  REQUIRE(found);
  const Result<host::LabelFile> expected =
      host::read_raw_labels(folder / "whole.raw", {{20, 30, 25}, PixelFormat::u32});
  REQUIRE(expected);
  CHECK(*found == *expected);

  std::vector<std::string> wide = arguments;
  wide.insert(wide.end(), {"--labels-type", "uint64", "--labels", "wide.npy"});
  CHECK(run_job(3, wide, folder).status == 0);
  CHECK_THAT(read_file(folder / "wide.npy").substr(0, 80), contains("'<u8'"));
  const Result<host::LabelFile> widened = host::read_labels(folder / "wide.npy");
  REQUIRE(widened);
  CHECK(*widened == *expected);
}

TEST_CASE("a rank whose disc is full is named, and leaves no labels", "[host][slow][mpi][tiled]") {
  if (!can_run_mpi()) return;
  const fs::path folder = scratch_directory();
  // Rank 1 writes the second half of the 32 MB of labels of 64 bits, up to 20 MiB.
  const ProgramResult result =
      run_beside_script({"label", "hash-noise:2000x2000:0.3", "--engine", "mpi-slabs", "--memory", "1G", "--labels",
                         "labels.tif", "--labels-type", "uint64"},
                        R"(trap '' XFSZ; ulimit -f 40960; exec "$@")", folder);
  INFO(result.out << result.err);
  CHECK(result.status == 3);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, contains("glccl: rank 1 of 2: cannot write its labels to "));
  CHECK_THAT(result.err, contains(": File too large"));
  CHECK(fs::is_empty(folder));
}

TEST_CASE("a rank that is killed at any moment leaves no labels", "[host][slow][mpi][tiled]") {
  if (!can_run_mpi()) return;
  const fs::path folder = scratch_directory();
  const std::string seconds = "0." + std::to_string(10 + std::random_device()() % 90);
  const ProgramResult result = run_beside_script(
      {"label", "hash-noise:20000x20000:0.3", "--engine", "mpi-slabs", "--memory", "8G", "--labels", "labels.npy"},
      "(sleep " + seconds + R"(; kill -KILL $$) & exec "$@")", folder);
  INFO("after " << seconds << " s: " << result.out << result.err);
  CHECK(result.status == 128 + 9);
  CHECK_FALSE(fs::exists(folder / "labels.npy"));
}

TEST_CASE("more ranks than planes are refused with one line", "[host][slow][mpi][tiled]") {
  if (!can_run_mpi()) return;
  const fs::path folder = scratch_directory();
  write(folder / "flat.npy", make_image("noise", {50, 2}));
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--memory", "10M"}}) {
    std::vector<std::string> arguments = {"label", "flat.npy", "--engine", "mpi-slabs", "--labels", "labels.npy"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramResult result = run_job(3, arguments, folder);
    CHECK(result.status == 2);
    CHECK_THAT(result.err, contains("glccl: mpi-slabs on 3 ranks: 50x2 has 2 rows, and each rank takes at least one: "
                                    "start up to 2 ranks"));
    CHECK_FALSE(fs::exists(folder / "labels.npy"));
  }
}

TEST_CASE("mpi-slabs is one rank without mpirun", "[host][mpi]") {
  if (!can_run_mpi()) return;
  check_one_rank("mpi-slabs");
}

TEST_CASE("rank 0 alone runs the command and sets the exit status of the job", "[host][slow][mpi]") {
  if (!can_run_mpi()) return;
  const fs::path folder = scratch_directory();
  write(folder / "noise.png", make_image("noise", {20, 20}));
  struct Job {
    std::vector<std::string> arguments;
    int status;
    std::string words;  ///< What the ranks print together has them once.
  };
  const std::vector<Job> cases = {
      {{"--version"}, 0, "glccl 0."},
      {{"label", "noise.png", "--engine", "cpu-serial"}, 0, "components "},
      {{"label", "noise.png", "--engine", "mpi-slabs"}, 0, "components "},
      {{"label", "--engine", "mpi-slabs"}, 2, "glccl: IMAGE is required"},
      {{"label", "nowhere.png", "--engine", "mpi-slabs"}, 3, "glccl: cannot read nowhere.png"},
  };
  for (const Job& one : cases) {
    const ProgramResult result = run_job(3, one.arguments, folder);
    const std::string said = result.out + result.err;
    INFO(one.arguments.back() << ": " << said);
    CHECK(result.status == one.status);
    const std::size_t first = said.find(one.words);
    CHECK(first != std::string::npos);
    CHECK(said.find(one.words, first + 1) == std::string::npos);
  }
}

TEST_CASE("a rank that is killed ends the job with a message", "[host][slow][mpi]") {
  if (!can_run_mpi()) return;
  check_killed_rank("mpi-slabs");
}

TEST_CASE("a rank that has no memory for its block ends the job with a message", "[host][slow][mpi]") {
  if (!can_run_mpi()) return;
  check_rank_without_memory("mpi-slabs", ": there is no memory to label an image of 12288x6144");
}

TEST_CASE("glccl refuses to run under the mpirun of another MPI", "[host][mpi]") {
  if (!can_run_mpi()) return;
  std::vector<std::string> variables = mpi_environment();
  variables.push_back("PMI_RANK=1");
  const ProgramResult result = run_glccl({"--version"}, scratch_directory(), variables);
  CHECK(result.status == 4);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, contains("started as rank 1 of an MPI job, but Open MPI"));
}

#ifndef GLCCL_WITH_MPI
TEST_CASE("glccl without MPI refuses mpi-slabs and runs a command once", "[host][mpi]") {
  const fs::path folder = scratch_directory();
  write(folder / "dot.png", draw({"#"}));
  const ProgramResult refused = run_glccl({"label", "dot.png", "--engine", "mpi-slabs"}, folder);
  CHECK(refused.status == 4);
  CHECK_THAT(refused.err, contains("GLCCL_MPI=ON"));
  CHECK_THAT(run_glccl({"--version"}, folder, {"PMI_RANK=0"}).out, contains("glccl 0."));
  const ProgramResult other = run_glccl({"--version"}, folder, {"PMI_RANK=1"});
  CHECK(other.status == 0);
  CHECK(other.out.empty());
}
#endif

}  // namespace glccl::tests
