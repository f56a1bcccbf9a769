// Volumes in the program's subcommands, as a user runs them.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "glccl/host/generate.hpp"
#include "glccl/host/image_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/tools/bad_input.hpp"
#include "tests/tools/bench/bench_support.hpp"
#include "tests/tools/label_program.hpp"
#include "tests/tools/validate/broken_engines.hpp"
#include "tools/validate/fuzz.hpp"
#include "tools/validate/report.hpp"
#include "tools/validate/run.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using namespace glccl::tools;

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

TEST_CASE("label refuses a picture of labels of a volume before it labels", "[tools][cli][volume]") {
  const fs::path folder = scratch_directory();
  run({"generate", "full", "--size", "4x4x4", "-o", "a.nii"}, folder);
  const ProgramResult result = run_glccl({"label", "a.nii", "--connectivity", "4", "--labels", "a.png"}, folder);
  CHECK(result.status == 2);
  CHECK(result.err == "glccl: cannot write a.png: it is a volume and PNG holds one slice; use .npy or .tif\n");
}

TEST_CASE("validate finds faults of volumes, and shrinks them to volumes", "[tools][validate][volume]") {
  InputPlan plan;
  plan.fuzz = 60;
  plan.max_size = {20, 15, 10};
  // Voxels that share an edge or a corner are connected by 6-connectivity too.
  const TestedEngine engine = broken("broken", [](const Question& question, Answer& answer) {
    Question other = question;
    if (question.spec.connectivity == Connectivity::six) other.spec.connectivity = Connectivity::twenty_six;
    answer = *ask_reference(other);
  });
  const fs::path folder = scratch_directory();
  TestedEngines tested;
  tested.engines = {engine, broken("plane", count_backwards)};
  tested.engines[1].volumes = false;
  const Result<ValidateReport> report = run_validation({.output_folder = folder.string()}, tested, *list_inputs(plan));
  REQUIRE(report);
  CHECK(report->inputs == 60);
  CHECK(report->pixels == 0);
  CHECK(report->voxels > 60);
  CHECK(report->connectivities == std::vector{Connectivity::six, Connectivity::eighteen, Connectivity::twenty_six});
  std::uint64_t measured = 0;
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    measured += make_fuzz_input(seed, plan.max_size)->spec.columns != 0 ? 1 : 0;
  }
  CHECK(report->engines[0].labelings == 3 * (60 + measured));
  CHECK(report->engines[1].labelings == 0);
  CHECK(report->engines[1].volumes == 180);
  REQUIRE(report->mismatches.size() == 3);
  for (const Mismatch& mismatch : report->mismatches) {
    CAPTURE(mismatch.input, describe(mismatch.finding), describe(mismatch.shrunk_finding));
    CHECK(mismatch.engine == "broken");
    CHECK(mismatch.connectivity == Connectivity::six);
    CHECK(mismatch.size.is_volume());
    CHECK(mismatch.shrunk_size.is_volume());
    CHECK(mismatch.shrunk_size.elements() <= 8);
    CHECK(fs::exists(mismatch.shrunk_file));
    CHECK(fs::path(mismatch.shrunk_file).extension() == ".npy");
    CHECK_THAT(mismatch.commands.back(), contains("--max-size 20x15x10") && contains("--connectivity 6"));
  }
  std::ostringstream text;
  print_validation(text, {}, *report);
  CHECK_THAT(text.str(), contains(" Mvoxel, in ") && contains("no volumes    plane: they label images\n"));
  CHECK(text.str().find("Mpixel") == std::string::npos);
  CHECK(text.str().find("plane ") == std::string::npos);
}

TEST_CASE("make_fuzz_input() makes volumes where the largest size is one", "[tools][validate][volume]") {
  const Extent most{40, 30, 20};
  std::set<PixelFormat> formats;
  std::set<std::string> kinds;
  int thin = 0;
  int flat = 0;
  for (std::uint32_t seed = 0; seed < 1500; ++seed) {
    const Result<ValidateInput> input = make_fuzz_input(seed, most);
    REQUIRE(input);
    const Extent& extent = input->image.extent;
    CHECK((extent.is_volume() && extent.width <= 40 && extent.height <= 30 && extent.depth <= 20));
    CHECK(input->image.bytes.size() ==
          static_cast<std::size_t>(extent.elements()) * bytes_per_pixel(input->image.format));
    if (seed % 50 == 0) CHECK(make_fuzz_input(seed, most)->image == input->image);
    formats.insert(input->image.format);
    std::string kind;
    std::istringstream(input->name.substr(input->name.find(": ") + 2)) >> kind;
    kinds.insert(kind);
    thin += extent.width == 1 || extent.height == 1 ? 1 : 0;
    flat += extent.depth == 2 ? 1 : 0;
  }
  for (const FormatTraits& format : pixel_formats()) {
    CAPTURE(format.format);
    CHECK(formats.contains(format.format) == (format.bytes > 0));
  }
  for (const host::GenerateKind& kind : host::volume_kinds()) CHECK(kinds.contains(kind.name));
  CHECK(thin > 50);
  CHECK(flat > 50);
  CHECK(make_fuzz_input(7, {1, 1, 2})->image.extent == Extent{1, 1, 2});
}

TEST_CASE("validate labels images and volumes, and names engines without volumes", "[tools][validate][volume]") {
  const fs::path folder = scratch_directory();
  const std::string out = run({"validate", "--datasets", "noise-0.5-g1,gyroid,text", "--sizes", "16,8x7x6", "--engines",
                               "raster", "--report", "report.json"},
                              folder);
  CHECK_THAT(out, contains("inputs        4, 0.00 Mpixel, 0.00 Mvoxel, in ") &&
                      contains("no volumes    raster: they label images\n") && contains("no mismatches"));
  const nlohmann::json report = nlohmann::json::parse(read_file(folder / "report.json"));
  CHECK(report.at("pixels") == 2 * 256);
  CHECK(report.at("voxels") == 2 * 336);
  CHECK(report.at("context").at("connectivities") == nlohmann::json({4, 8, 6, 18, 26}));
  CHECK(report.at("engines").at(0).at("labelings") == 4);
  CHECK(report.at("engines").at(0).at("volumes_left_out") == 6);
}

TEST_CASE("validate --against judges labels of volumes, with and without a header",
          "[tools][validate][against][volume]") {
  const fs::path folder = scratch_directory();
  run({"generate", "noise", "--size", "9x8x7", "--density", "0.3", "-o", "a.nii.gz"}, folder);
  for (const std::string labels : {"l.npy", "l.nii", "l.tif", "l.raw"}) {
    CAPTURE(labels);
    run({"label", "a.nii.gz", "--connectivity", "6", "--labels", labels}, folder);
    CHECK_THAT(run({"validate", "--against", labels, "a.nii.gz", "--connectivity", "6"}, folder),
               contains("0.00 Mvoxel") && contains("all equal"));
    const ProgramResult usual = run_glccl({"validate", "--against", labels, "a.nii.gz"}, folder);
    CHECK(usual.status == 1);
    CHECK_THAT(usual.out, contains("connectivity 26, a.nii.gz, 9x8x7"));
  }
  // The labels themselves as a volume without a header: 26-connected they are other components.
  const std::vector<std::string> raw = {"l.raw", "--shape", "7x8x9", "--type", "u32", "--equal"};
  std::vector<std::string> arguments = {"label", "--labels", "again.npy"};
  arguments.insert(arguments.end(), raw.begin(), raw.end());
  run(arguments, folder);
  arguments = {"validate", "--against", "again.npy"};
  arguments.insert(arguments.end(), raw.begin(), raw.end());
  CHECK_THAT(run(arguments, folder), contains("all equal"));
  arguments.insert(arguments.end(), {"--connectivity", "8"});
  const ProgramResult plane = run_glccl(arguments, folder);
  CHECK(plane.status == 2);
  CHECK_THAT(plane.err, contains("--connectivity 8 is for images, and l.raw"));
  const ProgramResult short_file =
      run_glccl({"validate", "--against", "l.npy", "l.raw", "--shape", "7x8x9", "--type", "u8"}, folder);
  CHECK(short_file.status == 3);
  CHECK_THAT(short_file.err, contains("l.raw") && contains("2016 bytes"));
}

TEST_CASE("--frame picks from NIfTI, for the labels of validate --against and for bench --joins too",
          "[tools][validate][against][bench][volume]") {
  const fs::path folder = scratch_directory();
  run({"generate", "noise", "--size", "9x8x7", "--density", "0.3", "-o", "a.nii"}, folder);
  run({"label", "a.nii", "--labels", "l.nii"}, folder);
  // A first frame whose bytes are zero comes before the voxels.
  const auto add_frame = [&](const std::string& name, std::size_t bytes) {
    std::string file = read_file(folder / name);
    file.insert(352, std::string(9 * 8 * 7 * bytes, '\0'));
    file[40] = 4;  // axes
    file[48] = 2;  // places on the fourth
    std::ofstream(folder / ("movie-" + name), std::ios::binary) << file;
  };
  add_frame("a.nii", 1);
  add_frame("l.nii", 4);
  for (const std::string labels : {"l.nii", "movie-l.nii"}) {
    CAPTURE(labels);
    CHECK_THAT(run({"validate", "--against", labels, "movie-a.nii", "--frame", "1"}, folder), contains("all equal"));
  }
  CHECK(run_glccl({"validate", "--against", "l.nii", "movie-a.nii", "--frame", "0"}, folder).status == 1);
  const ProgramResult unpicked = run_glccl({"validate", "--against", "movie-l.nii", "a.nii"}, folder);
  CHECK(unpicked.status == 3);
  CHECK_THAT(unpicked.err, contains("movie-l.nii: its axis 4 has 2 places") && contains("as a file of its own"));
  // The first line counts components; times come behind it.
  const auto joined = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"bench", "--ranks", "3", "--joins"});
    const std::string out = run(arguments, folder);
    return out.substr(0, out.find('\n'));
  };
  CHECK(joined({"movie-a.nii", "--frame", "1"}) == joined({"a.nii"}));
  CHECK(joined({"movie-a.nii", "--frame", "0"}) != joined({"a.nii"}));
}

TEST_CASE("bench measures volumes by 26 neighbors, and counts voxels", "[tools][bench][volume]") {
  std::string out;
  nlohmann::json report = run_bench({"--engines", "cpu-serial", "--sizes", "8x7x6", "--repetitions", "1"}, out);
  std::set<std::string> datasets;
  for (const nlohmann::json& row : report.at("rows")) {
    datasets.insert(row.at("dataset").get<std::string>());
    CHECK(row.at("depth") == 6);
    CHECK(row.at("connectivity") == 26);
    const double speed = 8.0 * 7.0 * 6.0 / 1000.0 / row.at("median_ms").get<double>();
    CHECK(std::abs(row.at("mvoxel_per_s").get<double>() / speed - 1.0) < 1e-6);
    CHECK_FALSE(row.contains("mpixel_per_s"));
  }
  CHECK(datasets == std::set<std::string>{"noise-0.05-g1", "noise-0.2-g1", "noise-0.5-g1", "noise-0.3-g4",
                                          "noise-0.5-g16", "balls-400", "balls-4000", "gyroid", "full"});
  CHECK(report.at("context").at("connectivity") == 26);
  CHECK_THAT(out, contains("26-connectivity") && contains("Mvoxel/s") && contains("B/voxel") && contains("8x7x6"));

  report = run_bench({"--engines", "cpu-serial,raster", "--sizes", "8x7x6,16", "--datasets", "cells-8,gyroid,text",
                      "--repetitions", "1", "--criterion", "equal"},
                     out);
  CHECK(report.at("rows").size() == 8);
  for (const nlohmann::json& row : report.at("rows")) {
    CAPTURE(row.dump());
    const bool is_volume = row.at("depth") == 6;
    CHECK(row.at("connectivity") == (is_volume ? 26 : 8));
    const bool missing = is_volume && row.at("engine") == "raster";
    CHECK(row.contains("missing") == missing);
    if (!missing) CHECK(row.at(is_volume ? "mvoxel_per_s" : "mpixel_per_s") > 0.0);
  }
  CHECK(report.at("geometric_means").size() == 3);
  CHECK_THAT(out, contains("26- and 8-connectivity") && contains("Melement/s") && contains("B/element") &&
                      contains("missing: raster labels images and no volumes; measure "));
  report = run_bench({"--engines", "cpu-serial", "--sizes", "8x7x6", "--datasets", "gyroid", "--repetitions", "1",
                      "--connectivity", "6"},
                     out);
  CHECK(report.at("context").at("connectivity") == 6);
}

TEST_CASE("label draws overlays of volumes: a sheet, a slice, or all slices", "[tools][cli][volume]") {
  const fs::path folder = scratch_directory();
  run({"generate", "gyroid", "--size", "33x21x50", "-o", "a.nii"}, folder);
  struct OverlayCase {
    std::vector<std::string> options;
    Extent extent;
    std::string summary;
  };
  const std::vector<OverlayCase> cases = {
      {{"--overlay", "o.png"}, {6 * 33 + 5 * 2, 6 * 21 + 5 * 2}, "overlay     o.png, 36 of 50 slices\n"},
      {{"--overlay", "o.png", "--slice", "z:49"}, {33, 21}, "overlay     o.png, slice z:49\n"},
      {{"--overlay", "o.png", "--slice", "x:0"}, {21, 50}, "overlay     o.png, slice x:0\n"},
      {{"--overlay", "o.tif", "--slice", "y:20"}, {33, 50}, "overlay     o.tif, slice y:20\n"},
      {{"--overlay", "o.tif"}, {33, 21, 50}, "overlay     o.tif\n"},
  };
  for (const OverlayCase& one : cases) {
    CAPTURE(one.options);
    std::vector<std::string> arguments = {"label", "a.nii"};
    arguments.insert(arguments.end(), one.options.begin(), one.options.end());
    CHECK_THAT(run(arguments, folder), contains(one.summary));
    const Result<host::Image> overlay = host::read_image(folder / one.options[1]);
    REQUIRE(overlay);
    CHECK(overlay->extent == one.extent);
  }
  const std::vector<BadInput> refused = {
      {"outside", {"a.nii", "--overlay", "p.png", "--slice", "y:21"}, usage, {"--slice y:21", "33x21x50", "is 20"}},
      {"an image", {"b.npy", "--overlay", "p.png", "--slice", "z:0"}, usage, {"--slice z:0", "image of 9x8"}},
      {"no axis", {"a.nii", "--overlay", "p.png", "--slice", "w:0"}, usage, {"\"w:0\"", "z:10"}},
      {"below 0", {"a.nii", "--overlay", "p.png", "--slice", "z:-1"}, usage, {"\"z:-1\""}},
      {"no number", {"a.nii", "--overlay", "p.png", "--slice", "z:1y"}, usage, {"\"z:1y\""}},
      {"no overlay", {"a.nii", "--slice", "z:0"}, usage, {"--slice", "--overlay"}},
  };
  run({"generate", "full", "--size", "9x8", "-o", "b.npy"}, folder);
  check_refusals({"glccl", "label"}, refused, folder);
}

}  // namespace glccl::tests
