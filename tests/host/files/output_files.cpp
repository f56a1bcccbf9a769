// Output files appear whole or not at all. The formats of labels and component tables.
#include <tiffio.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "glccl/host/component_files.hpp"
#include "glccl/host/generate.hpp"
#include "glccl/host/image_files.hpp"
#include "glccl/host/label_files.hpp"
#include "glccl/host/output_file.hpp"
#include "glccl/host/overlay.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/support/processes/small_disc.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using host::OutputFile;
using host::write_components;
using host::write_labels;

void put(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

long files_in(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

OutputFile open_with(const fs::path& path, const std::string& text) {
  Result<OutputFile> file = OutputFile::create(path);
  REQUIRE(file);
  CHECK(file->path() == path);
  REQUIRE(file->write(text.data(), text.size()));
  return std::move(*file);
}

std::string refused(const Result<void>& status, ErrorCode code) {
  REQUIRE_FALSE(status);
  CHECK(status.error().code == code);
  CHECK(status.error().message.find('\n') == std::string::npos);
  return status.error().message;
}

std::string refused(const fs::path& path, ErrorCode code = ErrorCode::file) {
  const Result<OutputFile> file = OutputFile::create(path);
  REQUIRE_FALSE(file);
  return refused(Result<void>(file.error()), code);
}

LabelImage counting_labels(Extent extent) {
  LabelImage labels{extent, {}};
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(extent.elements()); ++i) labels.values.push_back(i);
  return labels;
}

}  // namespace

TEST_CASE("OutputFile appears when it is committed and leaves nothing otherwise", "[host][output]") {
  const fs::path path = scratch_file("out.txt");
  const fs::path folder = path.parent_path();
  { const OutputFile file = open_with(path, "dropped"); }
  CHECK(files_in(folder) == 0);

  OutputFile file = open_with(path, "new");
  CHECK_FALSE(fs::exists(path));
  CHECK(file.commit());
  CHECK(read_file(path) == "new");
  CHECK(files_in(folder) == 1);
  CHECK(refused(file.commit(), ErrorCode::file) == "cannot write " + path.string() + ": it is committed already");
  CHECK(refused(file.write("x", 1), ErrorCode::file) == "cannot write " + path.string() + ": it is closed already");

  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  OutputFile replacement = open_with(path, "newer");
  CHECK(read_file(path) == "new");
  replacement = open_with(path, "newest");  // drops the other
  CHECK(files_in(folder) <= 2);             // a temporary name where the file system has no files without names
  CHECK(replacement.commit());
  CHECK(read_file(path) == "newest");
  CHECK(fs::status(path).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
  CHECK(files_in(folder) == 1);
}

TEST_CASE("OutputFile follows a symbolic link", "[host][output]") {
  const fs::path path = scratch_file("target.txt");
  const fs::path link = path.parent_path() / "link.txt";
  put(path, "old");
  fs::create_symlink("target.txt", link);
  CHECK(open_with(link, "new").commit());
  CHECK(fs::is_symlink(link));
  CHECK(read_file(path) == "new");

  // Links to links, the last of which points to nothing yet.
  fs::create_directory(path.parent_path() / "folder");
  const fs::path chain = path.parent_path() / "chain.txt";
  fs::create_symlink("folder/dangling.txt", chain);
  fs::create_symlink("../created.txt", path.parent_path() / "folder" / "dangling.txt");
  CHECK(open_with(chain, "created").commit());
  CHECK(fs::is_symlink(chain));
  CHECK(fs::is_symlink(path.parent_path() / "folder" / "dangling.txt"));
  CHECK(read_file(path.parent_path() / "created.txt") == "created");
  CHECK(host::file_behind(chain) == fs::canonical(path.parent_path()) / "created.txt");
}

TEST_CASE("OutputFile::create() gives the reason why a path cannot be written", "[host][output]") {
  const fs::path folder = scratch_directory();
  const std::string start = "cannot write " + folder.string();
  CHECK(refused(folder) == start + ": it is a folder; name a file in it");
  CHECK(refused(folder / "no" / "x.png") ==
        start + "/no/x.png: there is no folder " + folder.string() + "/no; create it or name a file elsewhere");
  CHECK(refused("/dev/null") == "cannot write /dev/null: it is a device or pipe; name a regular file");
  fs::create_symlink("loop", folder / "loop");
  CHECK(refused(folder / "loop") == start + "/loop: Too many levels of symbolic links");
  fs::remove(folder / "loop");
  fs::create_symlink("nowhere/x", folder / "dangling");
  CHECK_THAT(refused(folder / "dangling"), contains("there is no folder " + folder.string() + "/nowhere"));
  fs::remove(folder / "dangling");
  CHECK(refused("", ErrorCode::invalid_argument) == "cannot write \"\": this names no file");
  CHECK(refused(folder / std::string(300, 'x')).find("File name too long") != std::string::npos);
  if (::geteuid() != 0) {  // root may write anywhere
    put(folder / "locked", "");
    fs::permissions(folder / "locked", fs::perms::owner_read);
    CHECK(refused(folder / "locked").find("Permission denied") != std::string::npos);
    fs::permissions(folder, fs::perms::owner_read | fs::perms::owner_exec);
    CHECK(refused(folder / "x").find("Permission denied") != std::string::npos);
    fs::permissions(folder, fs::perms::owner_all);
  }
  CHECK(OutputFile::create(folder / std::string(250, 'x')));
  CHECK(fs::is_empty(folder));
}

TEST_CASE("commit_all() makes several outputs appear together or not at all", "[host][output]") {
  const fs::path folder = scratch_directory();
  put(folder / "b", "old b");
  const auto outputs = [&] {
    std::vector<OutputFile> files;
    for (const char* name : {"a", "b", "c"}) files.push_back(open_with(folder / name, std::string("new ") + name));
    return files;
  };
  {
    // The last one cannot be renamed: a folder has taken its name.
    std::vector<OutputFile> files = outputs();
    fs::create_directories(folder / "c" / "full");
    refused(commit_all(files), ErrorCode::file);
    CHECK_FALSE(fs::exists(folder / "a"));
    CHECK(read_file(folder / "b") == "old b");
    fs::remove_all(folder / "c");
  }
  CHECK(files_in(folder) == 1);
  {
    std::vector<OutputFile> files = outputs();
    CHECK(commit_all(files));
  }
  CHECK(files_in(folder) == 3);
  for (const char* name : {"a", "b", "c"}) CHECK(read_file(folder / name) == std::string("new ") + name);

  std::vector<OutputFile> twice;
  twice.push_back(open_with(folder / "d", ""));
  twice.push_back(open_with(folder / "." / "d", ""));
  CHECK(refused(commit_all(twice), ErrorCode::invalid_argument) ==
        "cannot write " + (folder / "." / "d").string() + ": it is named for two outputs; name two files");
  twice.clear();
  CHECK(files_in(folder) == 3);
}

TEST_CASE("what a killed process left behind is in no output's way", "[host][output]") {
  const fs::path folder = scratch_directory();
  for (const char* name : {"a", "b"}) {
    put(folder / name, "old");
    // Another process may have had this one's number.
    for (int i = 0; i < 300; ++i) {
      for (const char* what : {"partial", "former"}) {
        const std::string number = std::to_string(getpid()) + "-" + std::to_string(i);
        put(folder / ("." + std::string(name) + "." + what + "-" + number), "left behind");
      }
    }
  }
  std::vector<OutputFile> files;
  for (const char* name : {"a", "b"}) files.push_back(open_with(folder / name, "new"));
  CHECK(commit_all(files));
  for (const char* name : {"a", "b"}) CHECK(read_file(folder / name) == "new");
  CHECK(files_in(folder) == 1202);
}

TEST_CASE("every writer reports a full disc and leaves what was there", "[host][output]") {
  const host::Image image = make_image("noise", {400, 400});
  const LabelImage labels = counting_labels({250, 250});
  const LabelImage volume = counting_labels({25, 25, 100});
  const std::vector<Component> components(2000, Component{1, 1, {}, 0, 0, 0, 0, 0});
  const std::vector<std::pair<const char*, std::function<Result<void>(const fs::path&)>>> writers = {
      {"a.png", [&](const fs::path& path) { return write_image(path, image); }},
      {"a.tif", [&](const fs::path& path) { return write_image(path, image); }},
      {"a.npy", [&](const fs::path& path) { return write_image(path, image); }},
      {"l.png", [&](const fs::path& path) { return write_labels(path, labels); }},
      {"l.tif", [&](const fs::path& path) { return write_labels(path, labels); }},
      {"l.npy", [&](const fs::path& path) { return write_labels(path, labels); }},
      {"l.nii", [&](const fs::path& path) { return write_labels(path, labels); }},
      {"l.nii.gz", [&](const fs::path& path) { return write_labels(path, labels); }},
      {"l.raw", [&](const fs::path& path) { return write_labels(path, labels); }},
      {"v.tif", [&](const fs::path& path) { return write_labels(path, volume); }},
      {"c.csv",
       [&](const fs::path& path) {
         return write_components(path, components, {1000, 1000});
       }},
      {"c.json",
       [&](const fs::path& path) {
         return write_components(path, components, {1000, 1000});
       }},
  };
  for (const auto& [name, write] : writers) {
    for (const rlim_t bytes : {rlim_t{0}, rlim_t{50}, rlim_t{700}}) {
      CAPTURE(name, bytes);
      const fs::path path = scratch_file(name);
      put(path, "old");
      const Result<void> status = [&, &write = write] {
        const SmallDisc disc(bytes);
        return write(path);
      }();
      CHECK(refused(status, ErrorCode::file) == "cannot write " + path.string() + ": File too large");
      CHECK(read_file(path) == "old");
      CHECK(files_in(path.parent_path()) == 1);
    }
    const fs::path path = scratch_file(name);
    CHECK(write(path));
    CHECK(files_in(path.parent_path()) == 1);
  }
}

TEST_CASE("write_labels() writes every label as it is", "[host][output]") {
  const LabelImage labels = counting_labels({301, 211});
  const fs::path npy = scratch_file("l.npy");
  REQUIRE(write_labels(npy, labels));
  const std::string bytes = read_file(npy);
  const std::string header =
      std::string("\x93NUMPY\x01\x00\x76\x00", 10) + "{'descr': '<u4', 'fortran_order': False, 'shape': (211, 301), }";
  REQUIRE(bytes.size() == 128 + 4 * labels.values.size());
  CHECK(bytes.substr(0, header.size()) == header);
  CHECK(bytes.substr(header.size(), 128 - header.size()) == std::string(127 - header.size(), ' ') + '\n');
  CHECK(std::memcmp(&bytes[128], labels.values.data(), 4 * labels.values.size()) == 0);

  const fs::path tif = scratch_file("l.tif");
  REQUIRE(write_labels(tif, labels));
  TIFF* tiff = TIFFOpen(tif.c_str(), "r");
  REQUIRE(tiff != nullptr);
  LabelImage back{labels.extent, std::vector<std::uint32_t>(labels.values.size())};
  for (std::uint32_t y = 0; y < 211; ++y) REQUIRE(TIFFReadScanline(tiff, &back.values[301 * y], y, 0) == 1);
  TIFFClose(tiff);
  CHECK(back == labels);

  const LabelImage few = counting_labels({256, 256});
  const fs::path png = scratch_file("l.png");
  REQUIRE(write_labels(png, few));
  const Result<host::Image> image = host::read_image(png);
  REQUIRE(image);
  REQUIRE(image->format == PixelFormat::u16);
  for (int y = 0; y < 256; y += 5) REQUIRE(image->grey_at(7, y) == static_cast<unsigned>(256 * y + 7));
}

TEST_CASE("write_labels() and write_components() go by the ending of the path", "[host][output]") {
  const LabelImage many = counting_labels({65537, 1});
  const fs::path png = scratch_file("l.png");
  CHECK(refused(write_labels(png, many), ErrorCode::invalid_argument) ==
        "cannot write " + png.string() + ": there are labels up to 65536 and PNG holds up to 65535; use .npy or .tif");
  CHECK(fs::is_empty(png.parent_path()));
  CHECK(
      refused(write_labels("l.csv", many), ErrorCode::invalid_argument) ==
      "cannot write l.csv as labels: the ending .csv is not known; use .npy, .tif, .tiff, .nii, .nii.gz, .raw or .png");
  CHECK(refused(write_components("c.npy", {}, {1, 1}), ErrorCode::invalid_argument) ==
        "cannot write c.npy as a component table: the ending .npy is not known; use .csv or .json");
  CHECK(refused(write_labels(png, LabelImage{{2, 2}, {1}}), ErrorCode::invalid_argument) ==
        "cannot write " + png.string() + ": there are 1 labels for 2x2 pixels");
  CHECK(host::check_labels_path("x.TIF"));
  CHECK(host::check_components_path("x.json"));
}

TEST_CASE("write_components() writes one row per component", "[host][output]") {
  const std::vector<Component> components = {{1, 3, {0, 0, 1, 1}, 1, 2, 0, 1, 0},
                                             {2, 1, {5, 7, 5, 7}, 5, 7, 0, 7 * 20 + 5, 4000000000U}};
  const Extent extent{20, 10};
  const fs::path csv = scratch_file("c.csv");
  REQUIRE(write_components(csv, components, extent));
  CHECK(read_file(csv) ==
        "label,area,x0,y0,x1,y1,centroid_x,centroid_y,first_x,first_y,value\n"
        "1,3,0,0,1,1,0.333333,0.666667,1,0,0\n"
        "2,1,5,7,5,7,5.000000,7.000000,5,7,4000000000\n");
  const fs::path json = scratch_file("c.json");
  REQUIRE(write_components(json, components, extent));
  CHECK(read_file(json) ==
        "[\n"
        R"({"label":1,"area":3,"x0":0,"y0":0,"x1":1,"y1":1,"centroid_x":0.3333333333333333,)"
        R"("centroid_y":0.6666666666666666,"first_x":1,"first_y":0,"sum_x":1,"sum_y":2,"value":0},)"
        "\n"
        R"({"label":2,"area":1,"x0":5,"y0":7,"x1":5,"y1":7,"centroid_x":5.0,"centroid_y":7.0,)"
        R"("first_x":5,"first_y":7,"sum_x":5,"sum_y":7,"value":4000000000})"
        "\n]\n");
  REQUIRE(write_components(json, {}, extent));
  CHECK(read_file(json) == "[]\n");
}

TEST_CASE("write_components() writes columns of z for volumes", "[host][output][volume]") {
  const Extent extent{20, 10, 4};
  const std::vector<Component> components = {{.label = 1,
                                              .area = 4,
                                              .box = {5, 7, 6, 8, 2, 3},
                                              .sum_x = 22,
                                              .sum_y = 29,
                                              .sum_z = 9,
                                              .first = place_of({6, 7, 2}, extent),
                                              .value = 3}};
  const fs::path csv = scratch_file("c.csv");
  REQUIRE(write_components(csv, components, extent));
  CHECK(read_file(csv) ==
        "label,area,x0,y0,z0,x1,y1,z1,centroid_x,centroid_y,centroid_z,first_x,first_y,first_z,value\n"
        "1,4,5,7,2,6,8,3,5.500000,7.250000,2.250000,6,7,2,3\n");
  const fs::path json = scratch_file("c.json");
  REQUIRE(write_components(json, components, extent));
  CHECK(read_file(json) ==
        "[\n"
        R"({"label":1,"area":4,"x0":5,"y0":7,"z0":2,"x1":6,"y1":8,"z1":3,"centroid_x":5.5,"centroid_y":7.25,)"
        R"("centroid_z":2.25,"first_x":6,"first_y":7,"first_z":2,"sum_x":22,"sum_y":29,"sum_z":9,"value":3})"
        "\n]\n");
}

TEST_CASE("draw_overlay() colours by label and dims the source", "[host][output]") {
  const host::Image source{{5, 5}, PixelFormat::u8, std::vector<std::uint8_t>(25, 100)};
  LabelImage labels{{5, 5}, std::vector<std::uint32_t>(25)};
  for (const std::size_t i : {6U, 7U, 8U, 11U, 12U, 13U, 16U, 17U, 18U}) labels.values[i] = 1;
  const host::Image overlay = draw_overlay(source, labels, measure(labels));
  REQUIRE(overlay.extent == source.extent);
  REQUIRE(overlay.format == PixelFormat::rgba8);
  const auto pixel = [&](std::size_t i) { return std::vector<int>(&overlay.bytes[4 * i], &overlay.bytes[4 * i] + 4); };
  CHECK(pixel(0) == std::vector<int>{40, 40, 40, 255});
  for (int c = 0; c < 3; ++c) {
    CHECK(pixel(12)[static_cast<std::size_t>(c)] == (100 + pixel(6)[static_cast<std::size_t>(c)]) / 2);  // tint and box
  }
  for (std::uint32_t& label : labels.values) label *= 2;
  CHECK(draw_overlay(source, labels, {}).bytes != overlay.bytes);

  // 10 bits: 1023 is white, and the background keeps two fifths.
  const host::Image wide{{2, 1}, PixelFormat::u16, {0xFF, 0x03, 0, 0}};
  CHECK(wide.white() == 1023);
  CHECK(draw_overlay(wide, {{2, 1}, {0, 0}}, {}).bytes == std::vector<std::uint8_t>{102, 102, 102, 255, 0, 0, 0, 255});
}

}  // namespace glccl::tests
