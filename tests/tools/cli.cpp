// The program glccl as a user runs it: what it prints, and that its files are what the library makes.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "glccl/engines/registry.hpp"
#include "glccl/host/component_files.hpp"
#include "glccl/host/generate.hpp"
#include "glccl/host/image.hpp"
#include "glccl/host/image_files.hpp"
#include "glccl/host/label_files.hpp"
#include "glccl/host/overlay.hpp"
#include "glccl/host/slab_sources.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/support/references/reference.hpp"
#include "tests/tools/label_program.hpp"
#include "tools/glccl/mpi.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;

/// The labels that cpu-serial gives to a grey image above a threshold.
LabelImage expected_labels(const host::Image& image, double threshold, Connectivity connectivity) {
  return reference_labels(image, connectivity, Foreground{.low = threshold});
}

/// The line that begins with these words.
std::string line_of(const std::string& text, const std::string& begin) {
  const std::size_t found = text.find("\n" + begin);
  REQUIRE(found != std::string::npos);
  return text.substr(found + 1, text.find('\n', found + 1) - found - 1);
}

/// Whether the summary has a line "name      value".
bool says(const std::string& out, const std::string& name, const std::string& value) {
  const std::vector<std::string> lines = lines_of(out);
  return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
    return line.rfind(name + " ", 0) == 0 && line.size() > value.size() &&
           line.substr(line.find_first_not_of(' ', name.size())) == value;
  });
}

}  // namespace

TEST_CASE("label writes the files that the library makes of cpu-serial's labels", "[tools][slow][cli]") {
  const fs::path folder = scratch_directory();
  const host::Image coins = read_coins();
  const unsigned threshold = host::otsu_threshold(coins);
  const std::string image = test_data("coins.png").string();
  for (const std::string engine : {"raster", "cpu-serial", "auto"}) {
    for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight}) {
      const LabelImage labels = expected_labels(coins, threshold, connectivity);
      const std::vector<Component> components = measure(labels);
      for (const std::string name : {"out.npy", "out.tif", "out.png"}) {
        INFO(engine << " " << static_cast<int>(connectivity) << " " << name);
        const std::string table = name == "out.tif" ? "out.json" : "out.csv";
        const std::string out =
            run({"label", image, "--engine", engine, "--connectivity", std::to_string(static_cast<int>(connectivity)),
                 "--threshold", "otsu", "--labels", name, "--components", table, "--overlay", "overlay.png"},
                folder);
        CHECK(says(out, "components", std::to_string(components.size())));
        REQUIRE(host::write_labels(folder / ("expected-" + name), labels));
        REQUIRE(host::write_components(folder / ("expected-" + table), components, coins.extent));
        REQUIRE(host::write_image(folder / "expected-overlay.png", host::draw_overlay(coins, labels, components)));
        for (const std::string& file : {name, table, std::string("overlay.png")}) {
          const bool equal = read_file(folder / file) == read_file(folder / ("expected-" + file));
          CHECK(equal);
        }
      }
    }
  }
}

TEST_CASE("label writes files that can be read", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  const host::Image coins = read_coins();
  const LabelImage expected = expected_labels(coins, 120, Connectivity::eight);
  const std::uint32_t count = *std::max_element(expected.values.begin(), expected.values.end());
  const std::string image = test_data("coins.png").string();
  run({"label", image, "--threshold", "120", "--engine", "raster", "--labels", "a.npy", "--components", "a.csv"},
      folder);
  run({"label", image, "--threshold", "120", "--labels", "a.png", "--components", "a.json"}, folder);

  CHECK(first_difference(parse_npy(read_file(folder / "a.npy")), expected).empty());
  const Result<host::Image> png = host::read_image(folder / "a.png");
  REQUIRE(png);
  REQUIRE(png->format == PixelFormat::u16);
  CHECK(png->grey_at(383, 302) == expected.values.back());

  const std::vector<std::string> csv = lines_of(read_file(folder / "a.csv"));
  REQUIRE(csv.size() == count + 1);
  CHECK(csv[0] == "label,area,x0,y0,x1,y1,centroid_x,centroid_y,first_x,first_y,value");
  CHECK(csv.back().rfind(std::to_string(count) + ",", 0) == 0);
  const auto json = nlohmann::json::parse(read_file(folder / "a.json"), nullptr, false);
  REQUIRE(json.is_array());
  REQUIRE(json.size() == count);
  std::uint64_t area = 0;
  for (const auto& row : json) area += row.at("area").get<std::uint64_t>();
  CHECK(area == expected.values.size() -
                    static_cast<std::size_t>(std::count(expected.values.begin(), expected.values.end(), 0U)));
}

TEST_CASE("label takes the threshold and --invert", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  host::Image grey16{{3, 1}, PixelFormat::u16, std::vector<std::uint8_t>(6)};
  const std::vector<std::uint16_t> values = {1000, 0, 40000};
  std::memcpy(grey16.bytes.data(), values.data(), 6);
  REQUIRE(host::write_image(folder / "grey16.png", grey16));
  // Opaque: black, the darkest blue (luminance 0), white.
  const host::Image colors{{3, 1}, PixelFormat::rgba8, {0, 0, 0, 255, 0, 0, 1, 255, 255, 255, 255, 255}};
  REQUIRE(host::write_image(folder / "colors.png", colors));

  struct ThresholdCase {
    std::string name;
    std::vector<std::string> options;
    std::vector<std::uint32_t> labels;
  };
  const std::vector<ThresholdCase> cases = {
      {"non-zero values", {"grey16.png"}, {1, 0, 2}},
      {"non-zero values, inverted", {"grey16.png", "--invert"}, {0, 1, 0}},
      {"a value as threshold", {"grey16.png", "--threshold", "1000"}, {0, 0, 1}},
      {"a threshold between values", {"grey16.png", "--threshold", "999.5"}, {1, 0, 2}},
      {"a threshold, inverted", {"grey16.png", "--threshold", "1000", "--invert"}, {1, 1, 0}},
      {"the largest value as threshold", {"grey16.png", "--threshold", "40000"}, {0, 0, 0}},
      {"a threshold beyond all values", {"grey16.png", "--threshold", "1e30"}, {0, 0, 0}},
      {"a range", {"grey16.png", "--threshold", "999.5:1000"}, {1, 0, 0}},
      {"a range that ends at a value", {"grey16.png", "--threshold", "1000:40000"}, {0, 0, 1}},
      {"a range between values, inverted", {"grey16.png", "--threshold", "1e3:39999", "--invert"}, {1, 1, 1}},
      {"a range without end", {"grey16.png", "--threshold", "1000:inf"}, {0, 0, 1}},
      {"Otsu's threshold", {"grey16.png", "--threshold", "otsu"}, {0, 0, 1}},
      {"non-zero colors", {"colors.png"}, {0, 1, 1}},
      {"the luminance of colors", {"colors.png", "--threshold", "0"}, {0, 0, 1}},
      {"a range of luminance", {"colors.png", "--threshold", "0:254"}, {0, 0, 0}},
      {"the luminance, inverted", {"colors.png", "--threshold", "254", "--invert"}, {1, 1, 0}},
  };
  for (const std::string engine : {"raster", "cpu-serial"}) {
    for (const ThresholdCase& one : cases) {
      std::vector<std::string> arguments = {"label", "--engine", engine, "--labels", "out.npy"};
      arguments.insert(arguments.end(), one.options.begin(), one.options.end());
      INFO(engine << ": " << one.name);
      run(arguments, folder);
      CHECK(parse_npy(read_file(folder / "out.npy")).values == one.labels);
    }
  }
}

TEST_CASE("label connects pixels by value on the engines that can", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  const host::Image image{{5, 1}, PixelFormat::u8, {7, 7, 9, 0, 9}};
  REQUIRE(host::write_image(folder / "values.png", image));
  for (const char* engine : {"raster", "cpu-serial"}) {
    run({"label", "values.png", "--equal", "--engine", engine, "--labels", "out.npy"}, folder);
    CHECK(parse_npy(read_file(folder / "out.npy")).values == std::vector<std::uint32_t>{1, 1, 2, 0, 3});
    run({"label", "values.png", "--max-difference", "2.5", "--engine", engine, "--labels", "out.npy"}, folder);
    CHECK(parse_npy(read_file(folder / "out.npy")).values == std::vector<std::uint32_t>{1, 1, 1, 2, 3});
  }
}

TEST_CASE("label takes the background", "[tools][cli][slow]") {
  const fs::path folder = scratch_directory();
  REQUIRE(host::write_image(folder / "grey.png", {{5, 1}, PixelFormat::u8, {7, 7, 9, 0, 9}}));
  // White, black, white, white with half alpha.
  const host::Image colors{
      {4, 1}, PixelFormat::rgba8, {255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 128}};
  REQUIRE(host::write_image(folder / "colors.png", colors));
  struct BackgroundCase {
    std::vector<std::string> options;
    std::vector<std::uint32_t> labels;
    std::string description;
  };
  const std::vector<BackgroundCase> cases = {
      {{"grey.png", "--equal", "--background", "none"}, {1, 1, 2, 3, 4}, "no background"},
      {{"grey.png", "--equal", "--background", "7"}, {0, 0, 1, 2, 3}, "7 is background"},
      {{"grey.png", "--max-difference", "2", "--background", "9"}, {1, 1, 0, 2, 0}, "9 is background"},
      {{"grey.png", "--max-difference", "2", "--background", "none"}, {1, 1, 1, 2, 3}, "no background"},
      {{"colors.png", "--equal", "--background", "255"}, {0, 1, 0, 2}, "255 is background"},
      {{"colors.png", "--equal", "--background", "0,0,0"}, {1, 0, 2, 3}, "0,0,0 is background"},
      {{"colors.png", "--max-difference", "255", "--measure", "largest"},
       {1, 1, 1, 1},
       "differences of largest up to 255"},
      {{"colors.png", "--max-difference", "254", "--measure", "luminance"}, {1, 2, 3, 3}, "of luminance up to 254"},
      {{"colors.png", "--max-difference", "255", "--measure", "sum"}, {1, 2, 3, 3}, "differences of sum up to 255"},
      {{"colors.png", "--max-difference", "999", "--background", "255,255,255,128"},
       {1, 1, 1, 0},
       "255,255,255,128 is"},
  };
  for (const std::string engine : {"compute", "cpu-serial"}) {
    for (const BackgroundCase& one : cases) {
      std::vector<std::string> arguments = {"label", "--engine", engine, "--labels", "out.npy"};
      arguments.insert(arguments.end(), one.options.begin(), one.options.end());
      CAPTURE(engine, one.options);
      CHECK_THAT(run(arguments, folder), contains(one.description));
      CHECK(parse_npy(read_file(folder / "out.npy")).values == one.labels);
    }
  }
}

TEST_CASE("label --numbering root tells the same components apart", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  const std::string image = test_data("coins.png").string();
  const std::vector<std::string> options = {"label", image, "--threshold", "otsu", "--engine", "raster", "--labels"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), options.begin(), options.end());
    return more;
  };
  const std::string raster = run(with({"raster.npy"}), folder);
  const std::string root = run(with({"root.npy", "--numbering", "root"}), folder);
  CHECK(says(raster, "components", "96"));
  CHECK(says(root, "components", "96"));
  const LabelImage numbers = parse_npy(read_file(folder / "raster.npy"));
  const LabelImage roots = parse_npy(read_file(folder / "root.npy"));
  std::vector<std::uint32_t> value_of(97);
  bool same = roots.values.size() == numbers.values.size();
  for (std::size_t i = 0; i < numbers.values.size() && same; ++i) {
    std::uint32_t& value = value_of.at(numbers.values[i]);
    if (value == 0) value = roots.values[i];
    same = value == roots.values[i];
  }
  CHECK(same);
  std::sort(value_of.begin(), value_of.end());
  CHECK(std::adjacent_find(value_of.begin(), value_of.end()) == value_of.end());
}

TEST_CASE("label takes volumes", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  const Result<host::Image> volume = host::generate_volume("noise", {21, 13, 9}, {.density = 0.3});
  REQUIRE(volume);
  const fs::path file = folder / "volume.npy";
  REQUIRE(host::write_image(file, *volume));
  const auto are_labels = [&](const char* name, Connectivity connectivity) {
    const Result<host::LabelFile> labels = host::read_labels(folder / name);
    REQUIRE(labels);
    CHECK(labels->extent == volume->extent);
    const LabelImage expected = reference_labels(*volume, connectivity);
    return std::equal(expected.values.begin(), expected.values.end(), labels->values.begin(), labels->values.end());
  };
  const std::string out = run(
      {"label", file.string(), "--engine", "cpu-serial", "--labels", "26.npy", "--components", "table.csv"}, folder);
  CHECK(says(out, "image", file.string() + ", 21x13x9"));
  CHECK(says(out, "engine", "cpu-serial"));
  CHECK(are_labels("26.npy", Connectivity::twenty_six));
  CHECK_THAT(read_file(folder / "table.csv"), contains("z1"));
  static_cast<void>(
      run({"label", file.string(), "--engine", "compute", "--connectivity", "6", "--labels", "6.nii"}, folder));
  CHECK(are_labels("6.nii", Connectivity::six));
  const ProgramResult four = run_glccl({"label", file.string(), "--connectivity", "4"}, folder);
  CHECK(four.status == 2);
  CHECK_THAT(four.err, contains("--connectivity 4 is for images, and " + file.string() +
                                " is a volume of 21x13x9: use 6, 18 or 26"));
}

TEST_CASE("label takes an image as a volume of one slice", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  const host::Image line = make_image("noise", {90, 1});
  REQUIRE(host::write_image(folder / "line.npy", line));
  for (const auto& [asked, connectivity] : {std::pair("26", Connectivity::eight), std::pair("6", Connectivity::four)}) {
    CAPTURE(asked);
    for (const char* engine : {"raster", "compute", "cpu-fast", "slabs"}) {
      static_cast<void>(
          run({"label", "line.npy", "--engine", engine, "--connectivity", asked, "--labels", "labels.npy"}, folder));
      const Result<host::LabelFile> labels = host::read_labels(folder / "labels.npy");
      REQUIRE(labels);
      const LabelImage expected = reference_labels(line, connectivity);
      CHECK(std::equal(expected.values.begin(), expected.values.end(), labels->values.begin(), labels->values.end()));
    }
  }
}

TEST_CASE("label without outputs prints a summary and writes no file", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  const std::string image = test_data("coins.png").string();
  const std::string out = run({"label", image, "--threshold", "otsu", "--engine", "raster", "--timings"}, folder);
  CHECK(fs::is_empty(folder));
  CHECK(says(out, "image", image + ", 384x303"));
  CHECK(says(out, "engine", "raster"));
  CHECK(says(out, "components", "96"));
  CHECK(says(out, "largest", "label 1, area 8792, box (0, 0) to (295, 75)"));
  for (const char* stage : {"find_links", "vertical_runs", "merge_rounds", "number_components"}) {
    CHECK_THAT(out, contains(stage));
  }
}

TEST_CASE("generate draws ids and depths by OpenGL, the same for a seed", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  for (const auto& [kind, type] : {std::pair{"ids", "<u4"}, {"depth", "<f4"}}) {
    run({"generate", kind, "--size", "65x33", "--seed", "7", "-o", "a.npy"}, folder);
    run({"generate", kind, "--size", "65x33", "--seed", "7", "-o", "b.npy"}, folder);
    run({"generate", kind, "--size", "65x33", "--seed", "8", "-o", "c.npy"}, folder);
    const std::string bytes = read_file(folder / "a.npy");
    CHECK_THAT(bytes.substr(0, 128), contains(type) && contains("(33, 65)"));
    CHECK(bytes.size() == 128 + 4 * 65 * 33);
    CHECK(read_file(folder / "b.npy") == bytes);
    CHECK_FALSE(read_file(folder / "c.npy") == bytes);
  }
}

TEST_CASE("generate gives the same bytes for the same seed", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  run({"generate", "noise", "--size", "65x33", "--seed", "7", "--density", "0.4", "-o", "a.npy"}, folder);
  run({"generate", "noise", "--size", "65x33", "--seed", "7", "--density", "0.4", "-o", "b.npy"}, folder);
  run({"generate", "noise", "--size", "65x33", "--seed", "8", "--density", "0.4", "-o", "c.npy"}, folder);
  CHECK(read_file(folder / "a.npy") == read_file(folder / "b.npy"));
  CHECK(read_file(folder / "a.npy") != read_file(folder / "c.npy"));
  for (const std::string name : {"a.png", "a.tif"}) {
    run({"generate", "maze", "--size", "21x15", "-o", name}, folder);
    const Result<host::Image> image = host::read_image(folder / name);
    REQUIRE(image);
    CHECK(image->extent == Extent{21, 15});
  }
}

TEST_CASE("glccl prints info and help", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  const std::string info = run({"info"}, folder);
  for (const char* word :
       {"glccl 0.", "PNG, JPEG", "GL_MAX_TEXTURE_SIZE", "auto", "raster", "raster-paper", "cpu-serial", "O'Connell",
        "C. Bester and L. Pulles", "foreground, equal, difference", "OpenGL 4.", "used by compute"}) {
    CHECK_THAT(info, contains(word));
  }
  // Each optional part has its version, or how to build with it.
  const std::string cuda = engines::describe_cuda_code();
  CHECK_THAT(line_of(info, "  CUDA  "), contains(cuda.empty() ? "built without CUDA; install" : "code for " + cuda));
  const std::string mpi = tools::describe_mpi();
  CHECK_THAT(line_of(info, "  MPI  "), contains(mpi.empty() ? "built without MPI; install" : mpi));
  const std::string hdf5 = host::describe_hdf5();
  CHECK_THAT(line_of(info, "  HDF5  "), contains(hdf5.empty() ? "built without HDF5; install" : hdf5));
  CHECK((cuda.empty() || std::regex_match(cuda, std::regex("compute capability \\d+\\.\\d.*"))));
  CHECK((hdf5.empty() || std::regex_match(hdf5, std::regex("\\d+\\.\\d+\\.\\d+"))));
  CHECK_THAT(run({"info", "--plan", "64x64"}, folder), contains("merge_rounds"));
  const std::string paper = run({"info", "--plan", "64x64", "--engine", "raster-paper"}, folder);
  CHECK_THAT(paper, contains("scatter_back"));
  CHECK(paper.find("merge_rounds") == std::string::npos);
  const auto plan_by = [&](const char* connectivity) {
    return run({"info", "--plan", "300x200", "--engine", "compute", "--connectivity", connectivity}, folder);
  };
  CHECK(plan_by("6") == plan_by("4"));
  CHECK(plan_by("26") == run({"info", "--plan", "300x200", "--engine", "compute"}, folder));
  CHECK_THAT(run({"--version"}, folder), contains("glccl 0."));
  CHECK_THAT(run({"--help"}, folder), contains("Exit status"));
  CHECK_THAT(run({"label", "--help"}, folder), contains("--max-difference"));
  CHECK_THAT(run({"generate", "--help"}, folder), contains("checkerboard"));
}

TEST_CASE("demo labels a photograph and a scene", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  const std::string image = test_data("coins.png").string();
  const std::string out = run({"demo", "--output", "results/demo", "--image", image}, folder);
  CHECK(says(out, "components", "96"));
  CHECK(says(out, "engine", "compute"));
  for (const char* word : {"renderer", "400 shapes", "label_tiles", "write_labels"}) {
    CHECK_THAT(out, contains(word));
  }
  for (const char* input : {"coins", "scene"}) {
    const fs::path results = folder / "results/demo" / input;
    const std::vector<std::string> csv = lines_of(read_file(results / "components.csv"));
    CHECK(csv.size() > 50);
    CHECK(says(out, "components", std::to_string(csv.size() - 1)));
    const Result<host::Image> overlay = host::read_image(results / "overlay.png");
    REQUIRE(overlay);
    CHECK(fs::file_size(results / "labels.tif") > 1000);
    CHECK(std::distance(fs::directory_iterator(results), fs::directory_iterator()) == 3);
  }
}

}  // namespace glccl::tests
