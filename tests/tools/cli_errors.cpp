// The program glccl with input that is bad on this machine: images beyond what OpenGL holds, more labels than a file
// holds, no device. tests/data/refusals.txt has what is bad everywhere.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/tools/bad_input.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;

void write_file(const fs::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
  REQUIRE(fs::file_size(path) == content.size());
}

void check(const BadInput& bad, const fs::path& folder) { check_refusals({"glccl"}, {bad}, folder); }

/// The number that follows a word in what `glccl info` prints.
int limit_from_info(const std::string& word) {
  const ProgramResult info = run_glccl({"info"}, scratch_directory());
  REQUIRE(info.status == 0);
  const std::size_t found = info.out.find(word);
  REQUIRE(found != std::string::npos);
  return std::stoi(info.out.substr(found + word.size()));
}

}  // namespace

TEST_CASE("OpenGL engines refuse an image beyond GL_MAX_TEXTURE_SIZE", "[tools][cli]") {
  const int limit = limit_from_info("GL_MAX_TEXTURE_SIZE");
  const fs::path folder = scratch_directory();
  const std::string wide = std::to_string(limit + 1) + "x1";
  const std::string tall = "1x" + std::to_string(limit + 1);
  for (const std::string& size : {wide, tall}) {
    REQUIRE(run_glccl({"generate", "full", "--size", size, "-o", size + ".png"}, folder).status == 0);
    for (const std::string engine : {"raster", "raster-paper"}) {
      check({size + " " + engine,
             {"label", size + ".png", "--engine", engine, "--labels", "out.npy"},
             file,
             {size, std::to_string(limit), "cpu-serial"}},
            folder);
    }
    const ProgramResult result = run_glccl({"label", size + ".png"}, folder);
    CHECK(result.status == 0);  // auto takes an engine that has the size
    CHECK_THAT(result.out, contains("cpu-fast"));
  }
}

TEST_CASE("label refuses to write more labels than a .png holds", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  REQUIRE(run_glccl({"generate", "checkerboard", "--size", "400x400", "-o", "board.png"}, folder).status == 0);
  write_file(folder / "old.png", "what was here before");
  for (const std::string labels : {"new.png", "old.png"}) {
    check({labels,
           {"label", "board.png", "--connectivity", "4", "--components", "a.csv", "--overlay", "o.png", "--labels",
            labels},
           usage,
           {labels, "80000", "65535", ".npy", ".tif"}},
          folder);
  }
}

TEST_CASE("glccl names what works without OpenGL 4.5", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  write_file(folder / "coins.png", read_file(test_data("coins.png")));
  write_file(folder / "out.npy", "what was here before");
  check({"device 99",
         {"label", "coins.png", "--engine", "raster", "--device", "99", "--labels", "out.npy"},
         no_device,
         {"99", "cpu-serial"}},
        folder);
  check({"device 99 of auto", {"label", "coins.png", "--device", "99"}, no_device, {"99"}}, folder);
  check({"device 99 of demo", {"demo", "--image", "coins.png", "--device", "99"}, no_device, {"99"}}, folder);
  check({"device 99 of info", {"info", "--device", "99"}, no_device, {"99"}}, folder);

  // Mesa can be told to have an older OpenGL. Other drivers do not listen.
  const std::vector<std::string> old = {"MESA_GL_VERSION_OVERRIDE=3.3", "MESA_GLSL_VERSION_OVERRIDE=330"};
  const ProgramResult info = run_glccl({"info"}, folder, old);
  INFO(info.out);
  CHECK(info.status == 0);  // a report is no failure
  CHECK_THAT(info.out, contains("cpu-serial"));
  if (info.out.find("No context") == std::string::npos) return;
  CHECK_THAT(info.out, contains("which lacks GLSL 4.50 (it has 3.30)"));
  CHECK_THAT(info.out.substr(info.out.find("\n  compute ")), contains("cannot run here: device 0 has OpenGL 3.3"));
  for (const std::string engine : {"raster", "raster-paper"}) {
    check({engine,
           {"label", "coins.png", "--engine", engine, "--labels", "out.npy", "--overlay", "out.png"},
           no_device,
           {"4.5", "cpu-serial"},
           old},
          folder);
  }
  const ProgramResult automatic = run_glccl({"label", "coins.png"}, folder, old);
  CHECK(automatic.status == 0);
  CHECK_THAT(automatic.out, contains("cpu-fast"));
}

}  // namespace glccl::tests
