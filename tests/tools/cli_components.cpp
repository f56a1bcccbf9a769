// The options of glccl label that choose components, and that measure more of them.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/host/image_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/support/references/reference.hpp"
#include "tests/tools/label_program.hpp"

namespace glccl::tests {
namespace fs = std::filesystem;

TEST_CASE("label keeps the components of a filter", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  const host::Image coins = read_coins();
  const LabelingSpec spec{.criterion = Foreground{.low = 107.0},
                          .filter = {.min_area = 20, .max_area = 2800, .largest = 9, .clear_border = true}};
  const LabelImage expected = reference(coins, spec).labels;
  for (const char* engine : {"compute", "cpu-fast"}) {
    CAPTURE(engine);
    run({"label", test_data("coins.png").string(), "--engine", engine, "--threshold", "107", "--min-area", "20",
         "--max-area", "2800", "--largest", "9", "--clear-border", "--labels", "labels.npy"},
        folder);
    CHECK(first_difference(parse_npy(read_file(folder / "labels.npy")), expected) == "");
  }
}

TEST_CASE("label --fill-holes fills holes", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  const host::Image coins = read_coins();
  for (const auto& [word, area] : {std::pair("12", std::uint64_t{12}), std::pair("all", Filter::unlimited)}) {
    const LabelingSpec spec{.criterion = Foreground{.low = 107.0}, .filter = {.min_area = 20}, .fill_holes = area};
    const LabelImage expected = reference(coins, spec).labels;
    for (const char* engine : {"auto", "compute", "cpu-fast", "cpu-serial"}) {
      CAPTURE(engine, word);
      run({"label", test_data("coins.png").string(), "--engine", engine, "--threshold", "107", "--min-area", "20",
           "--fill-holes", word, "--labels", "labels.npy"},
          folder);
      CHECK(first_difference(parse_npy(read_file(folder / "labels.npy")), expected) == "");
    }
  }
}

TEST_CASE("label --fill-holes fills holes across the seams of --periodic", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  const LabelingSpec spec{.criterion = Foreground{.low = 107.0}, .fill_holes = 40, .periodic = {.x = true}};
  const LabelImage expected = reference(read_coins(), spec).labels;
  for (const char* engine : {"auto", "compute", "cpu-fast"}) {
    CAPTURE(engine);
    run({"label", test_data("coins.png").string(), "--engine", engine, "--threshold", "107", "--fill-holes", "40",
         "--periodic", "x", "--labels", "labels.npy"},
        folder);
    CHECK(first_difference(parse_npy(read_file(folder / "labels.npy")), expected) == "");
  }
}

TEST_CASE("label --periodic joins components across seams", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  std::ofstream(folder / "corners.pgm") << "P2 4 3 1\n1 0 0 1\n0 0 0 0\n0 1 0 1\n";
  using Values = std::vector<std::uint32_t>;
  const std::pair<const char*, Values> cases[] = {{"x", {1, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 3}},
                                                  {"y", {1, 0, 0, 2, 0, 0, 0, 0, 0, 1, 0, 2}},
                                                  {"y,x", {1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1}}};
  for (const char* engine : {"compute", "cpu-fast"}) {
    for (const auto& [axes, expected] : cases) {
      CAPTURE(engine, axes);
      run({"label", "corners.pgm", "--engine", engine, "--periodic", axes, "--labels", "labels.npy"}, folder);
      CHECK(parse_npy(read_file(folder / "labels.npy")).values == expected);
    }
  }
}

TEST_CASE("label --seeds keeps the components under the seeds, and --boundaries writes their boundaries",
          "[tools][cli]") {
  const fs::path folder = scratch_directory();
  std::ofstream(folder / "rings.pgm")
      << "P2 8 4 1\n1 1 1 0 1 1 1 1\n1 0 1 0 1 1 1 1\n1 1 1 0 1 1 1 1\n0 0 0 0 0 0 0 1\n";
  for (const char* engine : {"compute", "cpu-fast"}) {
    CAPTURE(engine);
    const std::string out = run({"label", "rings.pgm", "--engine", engine, "--seeds", "7,3", "1,1", "4,0", "--labels",
                                 "a.npy", "--components", "a.csv", "--boundaries", "a.png", "--connectivity", "4"},
                                folder);
    CHECK_THAT(out, contains("components  1 of 2") && contains("boundaries  a.png"));
    const LabelImage labels = parse_npy(read_file(folder / "a.npy"));
    CHECK(labels.values == std::vector<std::uint32_t>{0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1,  //
                                                      0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1});
    CHECK(lines_of(read_file(folder / "a.csv"))[1].substr(0, 14) == "1,13,4,0,7,3,5");
    const Result<host::Image> boundaries = host::read_image(folder / "a.png");
    REQUIRE(boundaries);
    CHECK(boundaries->bytes == std::vector<std::uint8_t>{0, 0, 0, 0, 255, 0,   0,   0, 0, 0, 0, 0, 255, 0, 0, 0,  //
                                                         0, 0, 0, 0, 255, 255, 255, 0, 0, 0, 0, 0, 0,   0, 0, 255});
  }
  const ProgramResult none = run_glccl({"label", "rings.pgm", "--seeds", "3,0", "--labels", "a.npy"}, folder);
  CHECK(none.status == 0);
  CHECK(none.err == "glccl: no component lies under --seeds\n");
  CHECK(parse_npy(read_file(folder / "a.npy")).values == std::vector<std::uint32_t>(32, 0));
}

TEST_CASE("label --properties adds columns to the component table", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  std::ofstream(folder / "ring.pgm") << "P2 6 4 1\n1 1 1 0 0 0\n1 0 1 0 1 1\n1 1 1 0 0 0\n0 0 0 0 0 0\n";
  run({"label", "ring.pgm", "--engine", "cpu-fast", "--components", "a.csv", "--properties",
       "euler_number,holes,touches_border,axis_major_length,orientation,boundary_sides"},
      folder);
  const std::vector<std::string> lines = lines_of(read_file(folder / "a.csv"));
  REQUIRE(lines.size() == 3);
  CHECK(lines[0] ==
        "label,area,x0,y0,x1,y1,centroid_x,centroid_y,first_x,first_y,value,euler_number,holes,touches_border,"
        "axis_major_length,orientation,boundary_sides");
  CHECK(lines[1] == "1,8,0,0,2,2,1.000000,1.000000,0,0,0,0,1,1,3.464102,-0.785398,16");
  CHECK(lines[2] == "2,2,4,1,5,1,4.500000,1.000000,4,1,0,1,0,1,2.000000,1.570796,6");
  run({"label", "ring.pgm", "--components", "a.json", "--properties", "eccentricity,perimeter_crofton,holes"}, folder);
  const auto table = nlohmann::json::parse(read_file(folder / "a.json"));
  CHECK(table[1]["eccentricity"] == 1.0);
  CHECK(table[0]["holes"] == 1);
  CHECK(table[1]["holes"] == 0);
  CHECK(table[0]["perimeter_crofton"] > table[1]["perimeter_crofton"]);
}

TEST_CASE("label --properties has exposed faces and Euler numbers of volumes", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  const host::Image volume{{3, 3, 2}, PixelFormat::u8, {1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0}};
  REQUIRE(host::write_image(folder / "ring.npy", volume));
  const std::string names = "euler_number,exposed_faces,exposed_faces_x,exposed_faces_y,exposed_faces_z";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"6", ",0,32,8,8,16"}, {"18", ",1,38,10,10,18"}, {"26", ",1,38,10,10,18"}};
  for (const auto& [connectivity, end] : cases) {
    CAPTURE(connectivity);
    run({"label", "ring.npy", "--connectivity", connectivity, "--components", "a.csv", "--properties", names}, folder);
    const std::vector<std::string> lines = lines_of(read_file(folder / "a.csv"));
    REQUIRE(lines.size() == (connectivity == "6" ? 3 : 2));
    CHECK_THAT(lines[0], contains("value," + names));
    CHECK(lines[1].substr(lines[1].size() - end.size()) == end);
  }
  const auto refusal = [&](const std::string& file, const std::string& property) {
    return run_glccl({"label", file, "--components", "b.csv", "--properties", property}, folder).err;
  };
  CHECK_THAT(refusal("ring.npy", "holes"), contains("the property holes is of images, and ring.npy is a volume of "
                                                    "3x3x2: leave it out, or label a slice"));
  std::ofstream(folder / "row.pgm") << "P2 3 1 1\n1 1 0\n";
  CHECK_THAT(refusal("row.pgm", "exposed_faces"),
             contains("the property exposed_faces is of volumes, and row.pgm is an image of 3x1: leave it out\n"));
}

TEST_CASE("label --properties says which components cross seams", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  std::ofstream(folder / "ends.pgm") << "P2 6 4 1\n1 0 0 0 0 1\n0 0 0 0 0 0\n1 1 1 1 1 1\n0 0 0 0 0 0\n";
  run({"label", "ends.pgm", "--engine", "cpu-fast", "--periodic", "x", "--components", "a.csv", "--properties",
       "crosses_x,crosses_y,unwrapped_x0,unwrapped_x1,unwrapped_y1,unwrapped_centroid_x"},
      folder);
  const std::vector<std::string> lines = lines_of(read_file(folder / "a.csv"));
  REQUIRE(lines.size() == 3);
  CHECK(lines[1] == "1,2,0,0,5,0,2.500000,0.000000,0,0,0,1,0,5,6,0,5.500000");
  CHECK(lines[2] == "2,6,0,2,5,2,2.500000,2.000000,0,2,0,1,0,-1,-1,-1,-1.000000");
}

TEST_CASE("label --mask labels the pixels in the mask", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  std::ofstream(folder / "row.pgm") << "P2 6 2 9\n1 1 1 1 0 1\n0 0 2 0 0 0\n";
  std::ofstream(folder / "mask.pgm") << "P2 6 2 900\n300 0 7 900 1 0\n1 1 256 0 1 1\n";
  for (const char* engine : {"compute", "cpu-fast", "cpu-serial"}) {
    CAPTURE(engine);
    run({"label", "row.pgm", "--engine", engine, "--mask", "mask.pgm", "--labels", "out.npy"}, folder);
    CHECK(parse_npy(read_file(folder / "out.npy")).values ==
          std::vector<std::uint32_t>{1, 0, 2, 2, 0, 0, 0, 0, 2, 0, 0, 0});
  }
}

TEST_CASE("label --intensity adds columns of a second image", "[tools][cli]") {
  const fs::path folder = scratch_directory();
  std::ofstream(folder / "row.pgm") << "P2 5 1 1\n1 1 0 1 0\n";
  std::ofstream(folder / "light.pgm") << "P2 5 1 900\n100 300 7 900 1\n";
  run({"label", "row.pgm", "--intensity", "light.pgm", "--components", "a.csv", "--properties",
       "intensity_mean,intensity_min,intensity_max,intensity_std,centroid_weighted_x,centroid_weighted_y"},
      folder);
  const std::vector<std::string> lines = lines_of(read_file(folder / "a.csv"));
  REQUIRE(lines.size() == 3);
  CHECK_THAT(lines[0], contains("value,intensity_mean,intensity_min,intensity_max,intensity_std,centroid_weighted_x,"));
  CHECK(lines[1] ==
        "1,2,0,0,1,0,0.500000,0.000000,0,0,0,200.000000,100.000000,300.000000,100.000000,0.750000,0.000000");
  CHECK(lines[2] == "2,1,3,0,3,0,3.000000,0.000000,3,0,0,900.000000,900.000000,900.000000,0.000000,3.000000,0.000000");
}

}  // namespace glccl::tests
