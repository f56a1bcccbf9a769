// The program's subcommand validate, as a user runs it.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/support/references/reference.hpp"
#include "tests/tools/bad_input.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;

/// Runs a validation that has to find nothing, in `folder`, and returns its report.
nlohmann::json validate(std::vector<std::string> arguments, const fs::path& folder, std::string& out) {
  arguments.insert(arguments.begin(), {"validate", "--report", "report.json"});
  const ProgramResult result = run_glccl(arguments, folder);
  INFO(result.out << result.err);
  REQUIRE(result.status == 0);
  CHECK(result.err.empty());  // progress is for terminals
  CHECK_THAT(result.out, contains("no mismatches"));
  CHECK_FALSE(fs::exists(folder / "glccl-validate"));
  out = result.out;
  return nlohmann::json::parse(read_file(folder / "report.json"));
}

nlohmann::json validate(const std::vector<std::string>& arguments) {
  std::string out;
  return validate(arguments, scratch_directory(), out);
}

const nlohmann::json& engine(const nlohmann::json& report, std::string_view name) {
  for (const nlohmann::json& one : report.at("engines")) {
    if (one.at("name").get<std::string>() == name) return one;
  }
  FAIL("the report has no engine " << name);
  return report;
}

}  // namespace

TEST_CASE("validate finds no mismatch on random images", "[tools][slow][validate]") {
  std::string out;
  const nlohmann::json report = validate({"--fuzz", "20", "--seed", "7", "--max-size", "150x97", "--engines",
                                          "raster,raster-paper,compute,cpu-fast,slabs"},
                                         scratch_directory(), out);
  CHECK(report.at("differs") == false);
  CHECK(report.at("inputs") == 20);
  CHECK(report.at("pixels") > 20);
  CHECK(report.at("seconds") > 0.0);
  CHECK(report.at("mismatches").empty());
  CHECK(report.at("unreadable").empty());
  const nlohmann::json& context = report.at("context");
  CHECK(context.at("reference") == "cpu-serial");
  CHECK(context.at("connectivities") == nlohmann::json({4, 8}));
  CHECK(context.at("fuzz") == 20);
  CHECK(context.at("seed") == 7);
  CHECK(context.at("max_size").at("width") == 150);
  CHECK(context.at("renderer") != "");
  CHECK(context.at("left_out").empty());
  const nlohmann::json& raster = engine(report, "raster");
  CHECK(raster.at("exact") == true);
  CHECK(raster.at("labelings") == 40);
  CHECK(raster.at("tables_compared") == 40);
  for (const char* key : {"skipped", "differing", "failures", "split", "joined", "textures_compared"}) {
    CHECK(raster.at(key) == 0);
  }
  CHECK(engine(report, "compute").at("textures_compared") == 40);
  const nlohmann::json& paper = engine(report, "raster-paper");
  CHECK(paper.at("exact") == false);
  CHECK(paper.at("skipped") > 0);  // it has no difference
  CHECK(paper.at("textures_compared") == paper.at("labelings"));
  CHECK_THAT(out, contains("raster ") && contains("40 labelings") && contains("all equal"));
}

TEST_CASE("validate takes every engine that can run, and says why the others cannot", "[tools][slow][validate]") {
  // One small image: a driver on the CPU compiles the programs of compute once more for each API and place of images.
  const nlohmann::json report = validate({"--fuzz", "1", "--seed", "7", "--max-size", "40x30"});
  const nlohmann::json& context = report.at("context");
  CHECK(context.contains("cuda_device"));
  std::string left_out;
  for (const nlohmann::json& line : context.at("left_out")) left_out += line.get<std::string>() + "\n";
  for (const char* name : {"raster", "compute", "compute+buffer", "cpu-fast", "slabs"}) {
    CHECK(engine(report, name).at("labelings") > 0);
  }
  const bool has_cuda = context.at("cuda_device") != "";
  CHECK((left_out.find("cuda-fast") == std::string::npos) == has_cuda);
}

TEST_CASE("a selftest prints a text for an issue", "[tools][slow][validate]") {
  const ProgramResult result = run_glccl({"validate", "--selftest", "--engines", "cpu-fast"}, scratch_directory());
  INFO(result.out << result.err);
  CHECK(result.status == 0);
  CHECK_THAT(result.out, contains("| glccl | ") && contains("| system | ") && contains("| `cpu-fast` | CPU | ") &&
                             contains("200 random images and volumes") && contains("all as `cpu-serial`"));
}

TEST_CASE("validate takes images, folders, datasets and the atlas", "[tools][slow][validate]") {
  const fs::path folder = scratch_directory();
  fs::create_directories(folder / "images" / "below");
  fs::copy(test_data("coins.png"), folder / "images" / "coins.png");
  fs::copy(test_data("coins.png"), folder / "images" / "below" / "not looked at.png");
  std::ofstream(folder / "images" / "notes.txt") << "no image";
  std::ofstream(folder / "images" / "broken.png") << "no image either";
  std::string out;
  nlohmann::json report = validate({"images", "--engines", "raster,cpu-serial"}, folder, out);
  CHECK(report.at("inputs") == 4);  // by non-zero pixels, by Otsu's threshold, by equal values, by differences
  CHECK(report.at("engines").size() == 1);
  CHECK(engine(report, "raster").at("labelings") == 8);
  CHECK(report.at("unreadable").size() == 1);
  CHECK_THAT(out, contains("broken.png") && contains("no mismatches; 1 file not read"));

  const std::string coins = test_data("coins.png").string();
  report = validate({coins, "--threshold", "otsu", "--invert", "--engines", "raster", "--connectivity", "4"});
  CHECK(engine(report, "raster").at("labelings") == 1);
  report = validate({"--datasets", "spiral,text", "--sizes", "40,33x7", "--engines", "raster", "--connectivity", "8"});
  CHECK(engine(report, "raster").at("labelings") == 4);
  report = validate({"--atlas", "--engines", "raster"});
  CHECK(report.at("pixels") == 1280 * 1280);
  report = validate({"--atlas", "--equal", "--engines", "cpu-fast", "--connectivity", "8"});
  CHECK(report.at("pixels") == 3645 * 2916);
  CHECK(engine(report, "cpu-fast").at("labelings") == 1);
}

TEST_CASE("compute labels every volume of 3x3x2 in the atlas of validate", "[tools][slow][validate][volumes]") {
  // Some of its volumes lie across borders of words and tiles.
  const nlohmann::json report = validate({"--atlas", "--max-size", "3x3x2", "--engines", "compute"});
  CHECK(report.at("voxels") == 256 * 256 * 192);
  CHECK(engine(report, "compute").at("labelings") == 3);
}

TEST_CASE("validate counts the components that raster-paper splits", "[tools][validate]") {
  std::string out;
  const nlohmann::json report =
      validate({"--datasets", "noise-0.5-g1", "--sizes", "64", "--engines", "raster-paper"}, scratch_directory(), out);
  CHECK(engine(report, "raster-paper").at("split") > 0);
  CHECK(engine(report, "raster-paper").at("failures") == 0);
  CHECK_THAT(out, contains("split") && contains("as published"));
}

TEST_CASE("validate says that nothing could be read, or that nothing was labeled", "[tools][validate][errors]") {
  const fs::path folder = scratch_directory();
  fs::create_directories(folder / "images");
  std::ofstream(folder / "images" / "a.png") << "no image";
  std::ofstream(folder / "images" / "b.tif") << "no image either";
  const ProgramResult unread = run_glccl({"validate", "images", "--report", "report.json"}, folder);
  CHECK(unread.status == file);
  CHECK(unread.out.empty());
  CHECK(std::count(unread.err.begin(), unread.err.end(), '\n') == 3);
  CHECK_THAT(unread.err, contains("glccl: cannot read images/a.png: ") &&
                             contains("glccl: cannot read images/b.tif: ") &&
                             contains("glccl: nothing was compared: no image could be read\n"));
  CHECK_FALSE(fs::exists(folder / "report.json"));

  const ProgramResult unlabeled = run_glccl(
      {"validate", "--datasets", "spiral", "--sizes", "9", "--max-difference", "3", "--engines", "raster-paper"},
      folder);
  CHECK(unlabeled.status == usage);
  CHECK(unlabeled.out.empty());
  CHECK_THAT(unlabeled.err,
             contains("no engine has labeled anything; raster-paper: ") && contains("no criterion difference"));
}

#ifdef GLCCL_TEST_SHADERS
TEST_CASE("validate ends with status 1 where results differ", "[tools][validate][slow]") {
  // Development builds read their shaders from a folder: one of them numbers the second component like the first.
  const fs::path folder = scratch_directory();
  const fs::path shaders = folder / "glsl";
  fs::copy(GLCCL_TEST_SHADERS, shaders, fs::copy_options::recursive);
  std::string text = read_file(shaders / "raster" / "runs" / "number_runs.frag");
  const std::string right = "? rank_of(root)";
  const std::size_t place = text.find(right);
  REQUIRE(place != std::string::npos);
  text.replace(place, right.size(), "? max(2u, rank_of(root)) - 1u");
  std::ofstream(shaders / "raster" / "runs" / "number_runs.frag") << text;

  const ProgramResult result = run_glccl({"validate", "--fuzz", "20", "--max-size", "50x40", "--engines", "raster",
                                          "--connectivity", "4", "--report", "report.json", "--output-folder", "found"},
                                         folder, {"GLCCL_GLSL_DIR=" + shaders.string()});
  INFO(result.out << result.err);
  CHECK(result.status == 1);
  CHECK(result.err.empty());
  CHECK_THAT(result.out, contains("MISMATCH raster") && contains("shrunk to") && contains("RESULTS DIFFER"));
  const nlohmann::json report = nlohmann::json::parse(read_file(folder / "report.json"));
  CHECK(report.at("differs") == true);
  const nlohmann::json& mismatches = report.at("mismatches");
  REQUIRE(mismatches.size() == 3);
  for (const nlohmann::json& mismatch : mismatches) {
    INFO(mismatch.dump());
    for (const char* key :
         {"engine", "input", "seed", "size", "connectivity", "finding", "repeatable", "shrunk", "files", "commands"}) {
      CHECK(mismatch.contains(key));
    }
    CHECK(mismatch.at("shrunk").at("size").at("width").get<int>() *
              mismatch.at("shrunk").at("size").at("height").get<int>() <=
          4);
    for (const char* key : {"x", "y", "actual", "expected", "pixels", "split", "joined", "missing", "extra",
                            "count_actual", "count_expected"}) {
      CHECK(mismatch.at("finding").at("labels").contains(key));
    }
    for (const char* saved : {"shrunk", "original"}) {
      CHECK(fs::exists(folder / mismatch.at("files").at(saved).get<std::string>()));
    }
  }
}
#endif

TEST_CASE("info lists the CUDA engines everywhere and says why they cannot run", "[tools][validate][cuda]") {
  const fs::path folder = scratch_directory();
  const ProgramResult info = run_glccl({"info"}, folder);
  REQUIRE(info.status == 0);
  CHECK_THAT(info.out, contains("CUDA devices") && contains("Stava"));
  for (const char* engine : {"cuda-stava", "cuda-links", "cuda-fast"}) CHECK_THAT(info.out, contains(engine));
  const std::string coins = test_data("coins.png").string();
  const std::vector<std::string> label = {"label",       coins,  "--engine", "cuda-stava",
                                          "--threshold", "otsu", "--labels", "labels.npy"};
  const ProgramResult result = run_glccl(label, folder);
  if (info.out.find("cannot run here") == std::string::npos) {
    CHECK(result.status == 0);
    CHECK_THAT(result.out, contains("cuda-stava") && contains("components"));
    return;
  }
  INFO(result.err);
  CHECK(result.status == 4);
  CHECK_THAT(result.err, contains("CUDA") && contains("cpu-serial"));
  CHECK(fs::is_empty(folder));
  const ProgramResult validation = run_glccl({"validate", "--fuzz", "1", "--engines", "cuda-stava"}, folder);
  CHECK(validation.status == 4);
  CHECK_THAT(validation.err, contains("cuda-stava cannot run here"));
}

}  // namespace glccl::tests
