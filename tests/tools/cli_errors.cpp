// The program glccl with bad input: one line on standard error, the exit status of its kind, nothing on standard
// output, and every folder as it was.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/run_program.hpp"
#include "tests/tools/bad_input.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;

void write_file(const fs::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
  REQUIRE(fs::file_size(path) == content.size());
}

/// A fresh folder with every kind of input that the cases name.
fs::path make_inputs() {
  const fs::path folder = scratch_directory();
  const std::string coins = read_file(test_data("coins.png"));
  write_file(folder / "coins.png", coins);
  write_file(folder / "truncated.png", coins.substr(0, coins.size() / 2));
  write_file(folder / "shopping.png", "bread, milk, two coins\n");
  write_file(folder / "empty.png", "");
  write_file(folder / "small.pgm", "P2 1 1 1\n1\n");
  write_file(folder / "out.npy", "what was here before");
  fs::create_directory(folder / "folder");
  fs::create_directory(folder / "folder.tif");
  fs::create_symlink("coins.png", folder / "link.png");
  fs::create_symlink("/dev/null", folder / "device.npy");
  return folder;
}

void check(const BadInput& bad, const fs::path& folder) { check_refusals({"glccl"}, {bad}, folder); }

void check_all(const std::vector<BadInput>& cases) { check_refusals({"glccl"}, cases, make_inputs()); }

/// The number that follows a word in what `glccl info` prints.
int limit_from_info(const std::string& word) {
  const ProgramResult info = run_glccl({"info"}, scratch_directory());
  REQUIRE(info.status == 0);
  const std::size_t found = info.out.find(word);
  REQUIRE(found != std::string::npos);
  return std::stoi(info.out.substr(found + word.size()));
}

}  // namespace

TEST_CASE("glccl refuses input files that cannot be labeled", "[tools][cli]") {
  const std::vector<std::string> outputs = {"--labels", "out.npy", "--components", "out.csv", "--overlay", "out.png"};
  std::vector<BadInput> cases = {
      {"missing", {"label", "missing.png"}, file, {"missing.png", "no such file"}},
      {"truncated", {"label", "truncated.png"}, file, {"truncated.png"}},
      {"not an image", {"label", "shopping.png"}, file, {"shopping.png", "PNG"}},
      {"empty", {"label", "empty.png"}, file, {"empty.png", "empty"}},
      {"a folder", {"label", "folder"}, file, {"folder"}},
      {"a folder that is not there", {"label", "nowhere/coins.png"}, file, {"nowhere/coins.png"}},
  };
  for (BadInput& bad : cases) bad.arguments.insert(bad.arguments.end(), outputs.begin(), outputs.end());
  cases.push_back({"of the demo", {"demo", "--image", "missing.png", "--output", "new"}, file, {"missing.png"}});
  check_all(cases);
}

TEST_CASE("glccl refuses outputs that cannot be written", "[tools][cli]") {
  check_all({
      {"no such folder", {"label", "coins.png", "--labels", "nowhere/out.npy"}, file, {"nowhere/out.npy", "no folder"}},
      {"a folder", {"label", "coins.png", "--labels", "folder.tif"}, file, {"folder.tif", "folder"}},
      {"the second of three",
       {"label", "coins.png", "--labels", "out.npy", "--components", "nowhere/out.csv", "--overlay", "out.png"},
       file,
       {"nowhere/out.csv"}},
      {"below a file", {"label", "coins.png", "--labels", "coins.png/out.npy"}, file, {"coins.png/out.npy"}},
      {"a device", {"label", "coins.png", "--labels", "device.npy"}, file, {"device.npy", "device"}},
      {"generated into no folder", {"generate", "full", "--size", "4x4", "-o", "nowhere/a.png"}, file, {"nowhere"}},
      {"demo below a file", {"demo", "--image", "coins.png", "--output", "coins.png"}, file, {"coins.png", "--output"}},
  });
}

TEST_CASE("glccl refuses endings that it does not know", "[tools][cli]") {
  check_all({
      {"labels", {"label", "coins.png", "--labels", "out.jpg"}, usage, {"out.jpg", ".npy", ".tif", ".png"}},
      {"labels without", {"label", "coins.png", "--labels", "out"}, usage, {"out", ".npy"}},
      {"no name", {"label", "coins.png", "--labels", ""}, usage, {"--labels", "empty"}},
      {"table", {"label", "coins.png", "--components", "out.xls"}, usage, {"out.xls", ".csv", ".json"}},
      {"overlay", {"label", "coins.png", "--overlay", "out.gif"}, usage, {"out.gif", ".png"}},
      {"generate", {"generate", "full", "--size", "4x4", "-o", "out.bmp"}, usage, {"out.bmp", ".png"}},
  });
}

TEST_CASE("glccl refuses options that contradict each other", "[tools][cli]") {
  const auto label = [](std::vector<std::string> options) {
    options.insert(options.begin(), {"label", "coins.png"});
    return options;
  };
  check_all({
      {"equal, threshold", label({"--equal", "--threshold", "9"}), usage, {"--equal", "--threshold", "contradict"}},
      {"equal, difference", label({"--equal", "--max-difference", "3"}), usage, {"--equal", "--max-difference"}},
      {"threshold, difference",
       label({"--threshold", "9", "--max-difference", "3"}),
       usage,
       {"--threshold", "--max-difference"}},
      {"invert, equal", label({"--invert", "--equal"}), usage, {"--invert", "--equal"}},
      {"invert, difference", label({"--invert", "--max-difference", "1"}), usage, {"--invert", "--max-difference"}},
      {"measure, equal", label({"--equal", "--measure", "sum"}), usage, {"--measure", "--max-difference"}},
      {"measure of noise", label({"--max-difference", "3", "--measure", "hue"}), usage, {"hue", "luminance"}},
      {"luminance of grey", label({"--max-difference", "3", "--measure", "luminance"}), usage, {"luminance", "rgba8"}},
      {"background, threshold",
       label({"--threshold", "9", "--background", "0"}),
       usage,
       {"--background", "--equal", "--max-difference"}},
      {"background alone", label({"--background", "none"}), usage, {"--background", "--equal"}},
      {"background of letters", label({"--equal", "--background", "sky"}), usage, {"\"sky\"", "none", "R,G,B,A"}},
      {"background of two numbers", label({"--equal", "--background", "1,2"}), usage, {"\"1,2\"", "R,G,B"}},
      {"background with an empty number", label({"--equal", "--background", "1,,3"}), usage, {"\"1,,3\""}},
      {"background without its last number", label({"--equal", "--background", "1,2,"}), usage, {"\"1,2,\""}},
      {"background below zero", label({"--equal", "--background", "-1"}), usage, {"-1"}},
      {"background that is not stored", label({"--equal", "--background", "256"}), usage, {"256", "0 to 255"}},
      {"background of colors in grey", label({"--equal", "--background", "1,2,3"}), usage, {"(1, 2, 3 and", "u8"}},
      {"table of roots", label({"--numbering", "root", "--components", "a.csv"}), usage, {"--components", "raster"}},
      {"overlay of roots", label({"--numbering", "root", "--overlay", "a.png"}), usage, {"--overlay", "raster"}},
      {"a filter of roots", label({"--numbering", "root", "--min-area", "2"}), usage, {"--min-area 2", "raster"}},
      {"a filter of raster",
       label({"--engine", "raster", "--largest", "2"}),
       usage,
       {"raster does not have a filter", "--engine compute", "cpu-fast"}},
      {"holes of raster",
       label({"--engine", "raster", "--fill-holes", "2"}),
       usage,
       {"raster does not have filled holes", "--engine compute", "cpu-fast"}},
      {"holes of equal values",
       label({"--equal", "--fill-holes", "all"}),
       usage,
       {"--fill-holes and --equal contradict each other", "leave one of the two out"}},
      {"holes with a mask", label({"--mask", "a.png", "--fill-holes", "2"}), usage, {"--fill-holes and --mask"}},
      {"holes of another word", label({"--fill-holes", "many"}), usage, {"--fill-holes", "many"}},
      {"holes slab by slab", label({"--fill-holes", "2", "--memory", "1G"}), usage, {"--fill-holes and --memory"}},
      {"areas that no component has",
       label({"--min-area", "9", "--max-area", "8"}),
       usage,
       {"--min-area 9 --max-area 8", "keeps no component"}},
      {"none of the largest", label({"--largest", "0"}), usage, {"--largest 0", "from 1"}},
      {"a property that there is not",
       label({"--components", "a.csv", "--properties", "holes,roundness"}),
       usage,
       {"\"roundness\"", "axis_major_length, axis_minor_length"}},
      {"a property twice", label({"--components", "a.csv", "--properties", "holes,holes"}), usage, {"holes twice"}},
      {"properties without a table", label({"--properties", "holes"}), usage, {"--properties", "--components"}},
      {"a mask of raster",
       label({"--engine", "raster", "--mask", "coins.png"}),
       usage,
       {"raster does not have a mask", "--engine compute", "cpu-fast"}},
      {"a mask of another size",
       label({"--mask", "small.pgm"}),
       usage,
       {"--mask small.pgm is 1x1", "both have to be of one size"}},
      {"intensities that nothing asks for",
       label({"--intensity", "coins.png"}),
       usage,
       {"--intensity coins.png", "--properties intensity_mean"}},
      {"intensities that are missing",
       label({"--components", "a.csv", "--properties", "intensity_max"}),
       usage,
       {"intensity_max", "--intensity IMAGE"}},
      {"periodic axes of raster",
       label({"--engine", "raster", "--periodic", "x"}),
       usage,
       {"raster does not have periodic axes", "--engine compute", "cpu-fast"}},
      {"a periodic axis that there is not", label({"--periodic", "x,w"}), usage, {"--periodic", "\"w\"", "x, y and z"}},
      {"the third axis of an image", label({"--periodic", "z"}), usage, {"--periodic z", "is an image", "x and y"}},
      {"a soak with periodic axes",
       {"validate", "--soak", "1", "--periodic", "x,y"},
       usage,
       {"--soak takes no --periodic x,y", "leave it out"}},
      {"validate along no axis", {"validate", "--fuzz", "1", "--periodic", "x,w"}, usage, {"--periodic", "\"w\""}},
      {"validate of an image along z",
       {"validate", "--fuzz", "1", "--max-size", "9x9", "--periodic", "z"},
       usage,
       {"--periodic z", "image"}},
      {"a soak of a filter", {"validate", "--soak", "1", "--clear-border"}, usage, {"--soak", "--clear-border"}},
      {"a seed of letters", label({"--seeds", "here"}), usage, {"--seeds here", "X,Y"}},
      {"a seed of one coordinate", label({"--seeds", "3"}), usage, {"--seeds 3 ", "X,Y"}},
      {"a seed with an empty coordinate", label({"--seeds", "3,"}), usage, {"--seeds 3, ", "X,Y"}},
      {"a seed of a volume", label({"--seeds", "3,4,5"}), usage, {"--seeds 3,4,5", "3 coordinates", "an image"}},
      {"a seed outside", label({"--seeds", "0,0", "9999,4"}), usage, {"--seeds 9999,4", "outside"}},
      {"seeds of roots", label({"--seeds", "3,4", "--numbering", "root"}), usage, {"--seeds", "raster"}},
      {"boundaries in a file of labels", label({"--boundaries", "a.csv"}), usage, {"a.csv"}},
      {"contacts in an image", label({"--contacts", "a.png"}), usage, {"a.png", ".csv"}},
      {"contacts with little memory",
       label({"--contacts", "a.csv", "--memory", "1G"}),
       usage,
       {"--contacts", "--memory"}},
      {"seeds with little memory", label({"--seeds", "3,4", "--memory", "1G"}), usage, {"--seeds", "--memory"}},
      {"boundaries with little memory",
       label({"--boundaries", "a.png", "--memory", "1G"}),
       usage,
       {"--boundaries", "--memory"}},
      {"one file for two", label({"--labels", "a.png", "--overlay", "./a.png"}), usage, {"a.png", "two"}},
      {"onto the input", label({"--labels", "coins.png"}), usage, {"coins.png", "input"}},
      {"a report onto an input", {"validate", "coins.png", "--report", "./coins.png"}, usage, {"coins.png", "input"}},
      {"a report onto labels",
       {"validate", "coins.png", "--against", "out.npy", "--report", "out.npy"},
       usage,
       {"out.npy", "input"}},
      {"onto the input by a link", label({"--overlay", "link.png"}), usage, {"link.png", "input"}},
      {"difference on raster-paper",
       label({"--max-difference", "3", "--engine", "raster-paper"}),
       usage,
       {"raster-paper", "foreground and equal", "difference", "--engine raster, --engine compute"}},
      {"a plan of the CPU", {"info", "--plan", "8x8", "--engine", "cpu-serial"}, usage, {"cpu-serial", "raster"}},
      {"an engine without a plan", {"info", "--engine", "raster"}, usage, {"--plan"}},
      {"a demo on the CPU", {"demo", "--engine", "cpu-serial"}, usage, {"cpu-serial", "raster"}},
  });
}

TEST_CASE("glccl refuses values that can never work", "[tools][cli]") {
  const auto label = [](std::vector<std::string> options) {
    options.insert(options.begin(), {"label", "coins.png"});
    return options;
  };
  check_all({
      {"nothing", {}, usage, {"subcommand", "label"}},
      {"subcommand", {"paint"}, usage, {"paint", "label", "generate", "info"}},
      {"option", label({"--color", "red"}), usage, {"--color", "--help"}},
      {"no image", {"label"}, usage, {"IMAGE"}},
      {"two images", label({"coins.png"}), usage, {"coins.png"}},
      {"engine", label({"--engine", "steam"}), usage, {"steam", "raster", "raster-paper", "cpu-serial", "auto"}},
      {"connectivity", label({"--connectivity", "6"}), usage, {"--connectivity", "6", "4", "8"}},
      {"connectivity of letters", label({"--connectivity", "four"}), usage, {"four", "4", "8"}},
      {"threshold", label({"--threshold", "bright"}), usage, {"bright", "otsu"}},
      {"a range without its end", label({"--threshold", "9:"}), usage, {"9:", "LOW:HIGH"}},
      {"three limits", label({"--threshold", "1:2:3"}), usage, {"1:2:3", "LOW:HIGH"}},
      {"an end that is no number", label({"--threshold", "1:nan"}), usage, {"1:nan", "LOW:HIGH"}},
      {"an empty range", label({"--threshold", "9:9"}), usage, {"9:9", "is empty", "HIGH is larger"}},
      {"negative threshold", label({"--threshold", "-1"}), usage, {"-1", "otsu"}},
      {"no number", label({"--threshold", "nan"}), usage, {"nan"}},
      {"negative difference", label({"--max-difference", "-1"}), usage, {"--max-difference"}},
      {"difference that is no number", label({"--max-difference", "nan"}), usage, {"--max-difference"}},
      {"numbering", label({"--numbering", "column"}), usage, {"column", "raster", "root"}},
      {"negative device", label({"--device", "-1"}), usage, {"--device"}},
      {"no size", {"generate", "full", "-o", "a.png"}, usage, {"--size"}},
      {"size 0", {"generate", "full", "--size", "0x5", "-o", "a.png"}, usage, {"0x5", "640x480"}},
      {"negative size", {"generate", "full", "--size", "5x-5", "-o", "a.png"}, usage, {"5x-5", "640x480"}},
      {"size of letters", {"generate", "full", "--size", "axb", "-o", "a.png"}, usage, {"axb", "640x480"}},
      {"half a size", {"generate", "full", "--size", "5x", "-o", "a.png"}, usage, {"5x", "640x480"}},
      {"more than a size", {"generate", "full", "--size", "5x5x5x5", "-o", "a.npy"}, usage, {"5x5x5x5", "64x65x67"}},
      {"a side of 0", {"generate", "full", "--size", "5x5x0", "-o", "a.npy"}, usage, {"5x5x0", "all numbers"}},
      {"a huge volume",
       {"generate", "full", "--size", "9999x9999x9999", "-o", "a.npy"},
       usage,
       {"9999x9999x9999", "17179869184 voxels"}},
      {"a volume in a picture", {"generate", "full", "--size", "4x4x4", "-o", "a.png"}, usage, {"a.png", "one slice"}},
      {"a volume of a kind of images",
       {"generate", "text", "--size", "4x4x4", "-o", "a.npy"},
       usage,
       {"\"text\" is a kind of images", "640x480", "volumes: noise, balls"}},
      {"an image of a kind of volumes",
       {"generate", "gyroid", "--size", "4x4", "-o", "a.npy"},
       usage,
       {"\"gyroid\" is a kind of volumes", "64x64x64", "images: noise, columns", "ids, depth"}},
      {"a volume that OpenGL does not draw",
       {"generate", "ids", "--size", "4x4x4", "-o", "a.npy"},
       usage,
       {"4x4x4", "WIDTHxHEIGHT"}},
      {"no ball", {"generate", "balls", "--size", "4x4x4", "--bodies", "-1", "-o", "a.npy"}, usage, {"-1 bodies"}},
      {"huge size", {"generate", "full", "--size", "99999x99999", "-o", "a.png"}, usage, {"99999x99999", "pixels"}},
      {"no such size",
       {"generate", "full", "--size", "1x99999999999999999999", "-o", "a.png"},
       usage,
       {"99999999999999999999", "pixels"}},
      {"kind",
       {"generate", "clouds", "--size", "4x4", "-o", "a.png"},
       usage,
       {"clouds", "noise", "spiral", "ids, depth"}},
      {"ids as a picture", {"generate", "ids", "--size", "4x4", "-o", "a.png"}, usage, {"a.png", "u32", ".npy"}},
      {"density", {"generate", "noise", "--size", "4x4", "--density", "2", "-o", "a.png"}, usage, {"density"}},
      {"seed", {"generate", "noise", "--size", "4x4", "--seed", "x", "-o", "a.png"}, usage, {"--seed"}},
      {"plan", {"info", "--plan", "40000x1"}, usage, {"40000x1", "32768"}},
  });
}

TEST_CASE("glccl refuses empty values and lists with empty elements", "[tools][cli]") {
  const std::vector<std::pair<std::vector<std::string>, std::vector<std::string>>> options = {
      {{"label", "coins.png"},
       {"--engine", "--connectivity", "--threshold", "--max-difference", "--numbering", "--labels", "--components",
        "--overlay", "--device"}},
      {{"validate", "--fuzz", "1"},
       {"--seed", "--max-size", "--datasets", "--sizes", "--engines", "--report", "--output-folder", "--device"}},
      {{"bench", "--engines", "cpu-serial"},
       {"--datasets", "--sizes", "--blocks", "--repetitions", "--json", "--plot", "--device"}},
      {{"generate", "noise", "--size", "8x8", "-o", "new.png"},
       {"--seed", "--density", "--granularity", "--circles", "--spacing"}},
      {{"info", "--plan", "8x8"}, {"--engine", "--connectivity", "--device"}},
      {{"demo"}, {"--output", "--image", "--engine", "--device"}},
  };
  std::vector<BadInput> cases = {
      {"an engine in the middle", {"bench", "--engines", "cpu-serial,,raster"}, usage, {"--engines", "\"\""}},
      {"an engine at the end", {"validate", "--fuzz", "1", "--engines", "cpu-wu,"}, usage, {"--engines", "\"\""}},
      {"a size at the beginning", {"bench", "--sizes", ",8"}, usage, {"--sizes", "\"\""}},
      {"a dataset at the end", {"bench", "--datasets", "text,"}, usage, {"--datasets", "\"\""}},
      {"an addition", {"bench", "--engines", "raster+"}, usage, {"--engines", "\"+\""}},
      {"an image", {"label", ""}, usage, {"IMAGE", "empty"}},
  };
  for (const auto& [command, names] : options) {
    for (const std::string& name : names) {
      std::vector<std::string> arguments = command;
      arguments.insert(arguments.end(), {name, ""});
      cases.push_back({command.front() + " " + name, arguments, usage, {name + ": its value is empty", "--help"}});
    }
  }
  check_all(cases);
}

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
  const fs::path folder = make_inputs();
  check({"device 99",
         {"label", "coins.png", "--engine", "raster", "--device", "99", "--labels", "out.npy"},
         no_device,
         {"99", "cpu-serial"}},
        folder);
  check({"device 99 of auto", {"label", "coins.png", "--device", "99"}, no_device, {"99"}}, folder);
  check({"device 99 of demo", {"demo", "--image", "coins.png", "--device", "99"}, no_device, {"99"}}, folder);
  check({"device 99 of info", {"info", "--device", "99"}, no_device, {"99"}}, folder);

  // Mesa can be told to have an older OpenGL. Other drivers do not listen.
  const std::vector<std::string> old = {"MESA_GL_VERSION_OVERRIDE=3.3"};
  const ProgramResult info = run_glccl({"info"}, folder, old);
  INFO(info.out);
  CHECK(info.status == 0);  // a report is no failure
  CHECK_THAT(info.out, contains("cpu-serial"));
  if (info.out.find("No context") == std::string::npos) return;
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
