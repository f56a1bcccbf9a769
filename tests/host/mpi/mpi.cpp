// mpi-rows and mpi-slabs as a user runs them: the program under mpirun, compared with cpu-serial.
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
#include "tests/support/sanitizers.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, const host::Image& image) { REQUIRE(host::write_image(path, image)); }

/// Images whose blocks are uneven or empty for some numbers of ranks, and worst cases across borders.
void write_images(const fs::path& folder) {
  fs::create_directory(folder);
  for (const Extent extent : {Extent{5, 3}, {1, 1}, {1, 40}, {40, 1}, {33, 2}, {64, 50}, {31, 29}}) {
    const std::string name = std::to_string(extent.width) + "x" + std::to_string(extent.height);
    write(folder / ("noise" + name + ".png"), make_image("noise", extent, {.seed = 5, .density = 0.45}));
  }
  for (const std::string kind : {"spiral", "comb", "full", "empty", "checkerboard"}) {
    write(folder / (kind + ".png"), make_image(kind, {61, 47}));
  }
  // The upper half and the last rows are without foreground.
  host::Image middle = make_image("noise", {50, 70});
  for (std::size_t i = 0; i < middle.bytes.size(); ++i) {
    if (i < 50 * 35 || i >= 50 * 60) middle.bytes[i] = 0;
  }
  write(folder / "middle.png", middle);
  for (int i = 0; i < 3; ++i) write(folder / ("segments" + std::to_string(i) + ".npy"), random_segments(i));
}

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
  // Of the 32 MB of labels of 64 bits, rank 1 writes the second half, up to 20 MiB.
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

TEST_CASE("mpi-rows and mpi-slabs are one rank without mpirun", "[host][mpi]") {
  if (!can_run_mpi()) return;
  const fs::path folder = scratch_directory();
  write(folder / "noise.png", make_image("noise", {77, 41}));
  for (const char* engine : {"mpi-rows", "mpi-slabs"}) {
    const ProgramResult result =
        run_glccl({"validate", "noise.png", "--engines", engine, "--fuzz", "20"}, folder, mpi_environment());
    INFO(result.err);
    CHECK(result.status == 0);
    CHECK_THAT(result.out, contains("no mismatches"));
  }
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
      {{"label", "noise.png", "--engine", "mpi-rows"}, 0, "components "},
      {{"label", "--engine", "mpi-rows"}, 2, "glccl: IMAGE is required"},
      {{"label", "nowhere.png", "--engine", "mpi-rows"}, 3, "glccl: cannot read nowhere.png"},
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
  // The script kills its own process, which exec makes glccl, long before rank 0 is done.
  for (const char* engine : {"mpi-rows", "mpi-slabs"}) {
    const ProgramResult result = run_beside_script({"validate", "--fuzz", "1000000", "--engines", engine},
                                                   R"((sleep 2; kill -KILL $$) & exec "$@")", scratch_directory());
    INFO(engine << ": " << result.out << result.err);
    CHECK(result.status == 128 + 9);
    CHECK_THAT(result.err, contains("rank 1"));
    CHECK_THAT(result.err, contains("signal 9"));
  }
}

TEST_CASE("a rank that has no memory for its block ends the job with a message", "[host][slow][mpi]") {
  if (!can_run_mpi()) return;
#ifdef GLCCL_WITH_ADDRESS_SANITIZER
  WARN("skipped: AddressSanitizer needs more address space than any limit leaves");
#else
  const fs::path folder = scratch_directory();
  REQUIRE(run_glccl({"generate", "empty", "--size", "12288x12288", "-o", "large.png"}, folder).status == 0);
  // The rank's block takes 360 MB, the program without it some 230 MB of address space.
  for (const auto& [engine, words] : {std::pair{"mpi-rows", "does not have enough memory for its block"},
                                      {"mpi-slabs", ": there is no memory to label an image of 12288x6144"}}) {
    const ProgramResult result =
        run_beside_script({"label", "large.png", "--engine", engine}, R"(ulimit -v 450000; exec "$@")", folder);
    INFO(engine << ": " << result.out << result.err);
    CHECK(result.status == 3);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, contains("glccl: rank 1 of 2"));
    CHECK_THAT(result.err, contains(words));
  }
#endif
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
TEST_CASE("glccl without MPI refuses mpi-rows and runs a command once", "[host][mpi]") {
  const fs::path folder = scratch_directory();
  write(folder / "dot.png", draw({"#"}));
  const ProgramResult refused = run_glccl({"label", "dot.png", "--engine", "mpi-rows"}, folder);
  CHECK(refused.status == 4);
  CHECK_THAT(refused.err, contains("GLCCL_MPI=ON"));
  CHECK_THAT(run_glccl({"--version"}, folder, {"PMI_RANK=0"}).out, contains("glccl 0."));
  const ProgramResult other = run_glccl({"--version"}, folder, {"PMI_RANK=1"});
  CHECK(other.status == 0);
  CHECK(other.out.empty());
}
#endif

}  // namespace glccl::tests
