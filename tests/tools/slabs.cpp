// glccl label --memory as a user runs it: slab by slab it writes the files that it writes of the whole image.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "glccl/host/slab_plan.hpp"
#include "glccl/host/slab_sources.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/support/processes/small_disc.hpp"
#include "tests/support/references/reference.hpp"
#include "tests/support/skip.hpp"
#include "tests/tools/bad_input.hpp"
#include "tools/glccl/registry.hpp"
#include "tools/glccl/slabs/room.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

std::string label_slab_by_slab(Words arguments, const fs::path& folder) {
  arguments.insert(arguments.begin(), "label");
  const ProgramResult result = run_glccl(arguments, folder);
  INFO(result.err);
  REQUIRE(result.status == 0);
  CHECK(result.err.empty());
  return result.out;
}

Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// The value of a line of a summary.
std::string value_of(const std::string& summary, const std::string& name) {
  const std::size_t line = ("\n" + summary).find("\n" + name);
  REQUIRE(line != std::string::npos);
  const std::size_t value = summary.find_first_not_of(' ', line + name.size());
  return summary.substr(value, summary.find('\n', value) - value);
}

/// Checks that both ways write the same files, and that the second one has used several slabs.
void check_same(const Words& arguments, const std::string& memory, const fs::path& folder) {
  CAPTURE(arguments, memory);
  for (const char* table : {".csv", ".json"}) {
    const Words with_whole = {"--labels", "whole.npy", "--components", std::string("whole") + table};
    const std::string whole = label_slab_by_slab(arguments + with_whole, folder);
    const Words with_slabs = {"--labels", "slabs.npy", "--components", std::string("slabs") + table};
    const std::string slabs = label_slab_by_slab(arguments + with_slabs + Words{"--memory", memory}, folder);
    CHECK(read_file(folder / "slabs.npy") == read_file(folder / "whole.npy"));
    CHECK(read_file(folder / (std::string("slabs") + table)) == read_file(folder / (std::string("whole") + table)));
    CHECK(value_of(slabs, "components") == value_of(whole, "components"));
    CHECK(value_of(slabs, "criterion") == value_of(whole, "criterion"));
    CHECK(std::stoi(value_of(slabs, "slabs")) > 1);
  }
}

}  // namespace

TEST_CASE("glccl label --memory writes the files of glccl label", "[tools][cli][tiled][slow]") {
  const fs::path folder = scratch_directory();
  REQUIRE(host::write_image(folder / "noise.npy", make_image("noise", {200, 150})));
  REQUIRE(host::write_image(folder / "volume.npy", make_image("noise", {20, 30, 40}, {.density = 0.2})));
  host::Image colours = make_image("noise", {100, 120});
  colours.format = PixelFormat::rgba8;
  colours.extent = {50, 60};
  REQUIRE(host::write_image(folder / "colours.npy", colours));
  const host::Image shorts = make_image("cells", {90, 80}, {.granularity = 6});
  std::ofstream(folder / "shorts.raw", std::ios::binary)
      .write(reinterpret_cast<const char*>(shorts.bytes.data()), static_cast<std::streamsize>(shorts.bytes.size()));

  for (const char* engine : {"cpu-serial", "cpu-fast"}) {
    check_same({"noise.npy", "--engine", engine}, "100K", folder);
    check_same({"noise.npy", "--engine", engine, "--connectivity", "4", "--invert"}, "1M", folder);
    check_same({"volume.npy", "--engine", engine, "--connectivity", "18"}, "100K", folder);
  }
  REQUIRE(host::write_image(folder / "noise.tif", make_image("noise", {200, 150})));
  REQUIRE(host::write_image(folder / "volume.tif", make_image("noise", {20, 30, 40}, {.density = 0.2})));
  check_same({"noise.npy", "--properties", "orientation,axis_major_length,axis_minor_length,eccentricity"}, "100K",
             folder);
  check_same({"noise.npy", "--engine", "cpu-serial", "--properties", "touches_border,orientation"}, "100K", folder);
  check_same({"volume.npy", "--properties", "touches_border"}, "100K", folder);
  check_same({"noise.tif"}, "100K", folder);
  check_same({"volume.tif", "--connectivity", "6"}, "100K", folder);
  REQUIRE(host::write_image(folder / "volume.nii.gz", make_image("noise", {20, 30, 40}, {.density = 0.2})));
  check_same({"volume.nii.gz"}, "100K", folder);
  check_same({"colours.npy", "--threshold", "100"}, "20K", folder);
  check_same({"colours.npy", "--equal"}, "30K", folder);
  check_same({"shorts.raw", "--shape", "20x40x9", "--type", "u8", "--equal", "--connectivity", "6"}, "50K", folder);
  check_same({"shorts.raw", "--shape", "80x45", "--type", "i16", "--max-difference", "300"}, "20K", folder);
}

TEST_CASE("glccl label --memory with cuda-fast writes the files of glccl label", "[tools][cli][tiled]") {
  const auto engine = tools::registry().make("cuda-fast", {});
  if (!engine && skip_gently(engine.error().message)) return;
  const fs::path folder = scratch_directory();
  REQUIRE(host::write_image(folder / "noise.npy", make_image("noise", {4000, 3000})));
  REQUIRE(host::write_image(folder / "volume.npy", make_image("noise", {200, 150, 90}, {.density = 0.2})));
  check_same({"noise.npy", "--engine", "cuda-fast"}, "20M", folder);
  check_same({"noise.npy", "--engine", "cuda-fast", "--properties", "orientation"}, "20M", folder);
  check_same({"volume.npy", "--engine", "cuda-fast", "--connectivity", "18"}, "20M", folder);
  check_same({"volume.npy", "--engine", "cuda-stava", "--connectivity", "6"}, "20M", folder);
}

TEST_CASE("glccl label --memory counts components of images that are made as they are read", "[tools][cli][tiled]") {
  const fs::path folder = scratch_directory();
  const auto expected = [](const std::string& kind, Extent extent, double density) {
    const Result<host::SlabSource> source = host::generate_slabs(kind, extent, {.density = density});
    REQUIRE(source);
    host::Image image{extent, PixelFormat::u8, {}};
    image.bytes.resize(static_cast<std::size_t>(extent.elements()));
    REQUIRE(source->read(0, host::planes_of(extent), image.bytes.data()));
    const Connectivity connectivity = extent.is_volume() ? Connectivity::twenty_six : Connectivity::eight;
    return std::to_string(reference(image, {connectivity}).components.size());
  };
  const std::string noise = label_slab_by_slab({"hash-noise:300x200:0.3", "--memory", "100K", "--report"}, folder);
  CHECK(value_of(noise, "components") == expected("hash-noise", {300, 200}, 0.3));
  CHECK(value_of(noise, "  bytes kept") == "0");
  CHECK(value_of(noise, "  planes read ") == "200");
  CHECK(value_of(noise, "  planes read twice") == "0");
  CHECK(std::stoi(value_of(noise, "  largest component")) > 1);
  CHECK(std::stoi(value_of(noise, "  foreground elements")) < 300 * 200 / 3);
  CHECK(std::stod(value_of(noise, "  elements per second")) > 0.0);
  CHECK(std::stoi(value_of(noise, "  elements held")) < 300 * 200);
  CHECK(std::stoi(value_of(noise, "  pairs across seams")) > 0);
  // The bits of 300x200 elements take 7500 bytes, which 100 KB have room for beside a slab, and 20 KB do not.
  const Words table = {"hash-noise:300x200:0.3", "--components", "table.csv", "--report", "--memory"};
  const std::string kept = label_slab_by_slab(table + Words{"100K"}, folder);
  CHECK(value_of(kept, "  planes read twice") == "0");
  CHECK(std::stoi(value_of(kept, "  slabs solved from kept")) > 0);
  CHECK(std::stoi(value_of(kept, "  bytes kept")) < 50000);
  const std::string little = label_slab_by_slab(table + Words{"20K"}, folder);
  const int again = std::stoi(value_of(little, "  planes read twice"));
  CHECK(again > 0);
  CHECK(again < 200);
  CHECK(value_of(little, "  planes read ") == std::to_string(200 + again));
  fs::remove(folder / "table.csv");
  const std::string gyroid = label_slab_by_slab({"gyroid:70x60x50", "--memory", "1M"}, folder);
  CHECK(value_of(gyroid, "components") == expected("gyroid", {70, 60, 50}, 0.5));
  const std::string discs =
      label_slab_by_slab({"hash-balls:300x200", "--memory", "100K", "--engine", "cpu-fast"}, folder);
  CHECK(value_of(discs, "components") == expected("hash-balls", {300, 200}, 0.5));
  const std::string balls = label_slab_by_slab({"hash-balls:70x60x50", "--memory", "1M", "--engine", "slabs"}, folder);
  CHECK(value_of(balls, "components") == expected("hash-balls", {70, 60, 50}, 0.5));
  CHECK(fs::is_empty(folder));
}

TEST_CASE("glccl label labels slab by slab what it cannot label as a whole, and says so", "[tools][cli][tiled]") {
  const fs::path folder = scratch_directory();
  const ProgramResult noise = run_glccl({"label", "hash-noise:300x200:0.3", "--labels", "auto.npy"}, folder);
  CHECK(noise.status == 0);
  CHECK_THAT(noise.err,
             contains("glccl: hash-noise:300x200:0.3 is read slab by slab alone: it is labeled in slabs of up "
                      "to 200 rows and "));
  CHECK_THAT(noise.err, contains(" MiB of memory; --memory sets how much\n"));
  label_slab_by_slab({"hash-noise:300x200:0.3", "--memory", "100K", "--labels", "asked.npy"}, folder);
  CHECK(read_file(folder / "auto.npy") == read_file(folder / "asked.npy"));
}

TEST_CASE("an image that memory does not hold is found by its size", "[tools][tiled]") {
  const fs::path folder = scratch_directory();
  const std::string name = (folder / "noise.tif").string();
  REQUIRE(host::write_image(name, make_image("noise", {200, 150})));
  const std::int64_t needed =
      tools::whole_image_bytes({200, 150}, PixelFormat::u8, false, static_cast<std::int64_t>(fs::file_size(name)));
  CHECK(needed > 200 * 150 * 6);
  const auto reason = [](const std::string& image, std::int64_t available) {
    return tools::find_slab_reason(image, {}, {}, available);
  };
  CHECK_FALSE(reason(name, needed));
  REQUIRE(reason(name, needed - 1));
  CHECK(reason(name, needed - 1)->memory == (needed - 1) / 2);
  CHECK(reason(name, needed - 1)->text == name + " takes about 0.5 MiB of memory, and 0.5 MiB are available");
  CHECK(reason("scan.h5:/volume", 1 << 20)->text == "scan.h5:/volume is read slab by slab alone");
  CHECK_FALSE(reason(folder / "missing.npy", 0));
  REQUIRE(host::write_image(folder / "noise.png", make_image("noise", {200, 150})));
  CHECK_FALSE(reason(folder / "noise.png", 0));
  // A file without a header of more elements than are labeled at once.
  const std::string huge = (folder / "huge.raw").string();
  std::ofstream(huge, std::ios::binary).close();
  fs::resize_file(huge, std::uintmax_t{1} << 32);
  const auto raw =
      tools::find_slab_reason(huge, host::RawLayout{{1 << 16, 1 << 16}, PixelFormat::u8}, {}, std::int64_t{1} << 50);
  REQUIRE(raw);
  CHECK(raw->text == huge + " has 4294967296 elements, and up to 2147483647 are labeled at once");
  CHECK(tools::available_memory() > 1 << 20);
}

TEST_CASE("a labeling by slabs that is interrupted leaves no file", "[tools][cli][tiled]") {
  const fs::path folder = scratch_directory();
  const std::string glccl = (fs::read_symlink("/proc/self/exe").parent_path() / "glccl").string();
  const ProgramResult result = run_program("/usr/bin/env",
                                           {"timeout", "--signal=INT", "0.5", glccl, "label", "hash-noise:20000x200000",
                                            "--memory", "20M", "--labels", "labels.npy", "--components", "table.csv"},
                                           folder);
  CHECK(result.status == 124);
  CHECK(fs::is_empty(folder));
}

TEST_CASE("a labeling by slabs on a full disc leaves no file and names the slab", "[tools][cli][tiled]") {
  const fs::path folder = scratch_directory();
  const SmallDisc disc(100000);
  for (const Words& outputs : {Words{"--labels", "labels.npy"},
                               {"--labels", "labels.tif", "--labels-type", "uint64"},
                               {"--components", "table.csv", "--labels", "labels.raw"}}) {
    CAPTURE(outputs);
    const ProgramResult result = run_glccl(Words{"label", "hash-noise:300x200", "--memory", "50K"} + outputs, folder);
    CHECK(result.status == file);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, contains("glccl: rows "));
    CHECK_THAT(result.err, contains("cannot write labels."));
    CHECK(fs::is_empty(folder));
  }
}

TEST_CASE("a labeling by slabs of a damaged TIFF leaves no file and names the slab and the strip", "[tools][tiled]") {
  const fs::path folder = scratch_directory();
  REQUIRE(host::write_image(folder / "noise.tif", make_image("noise", {300, 200})));
  const auto middle = static_cast<std::streamoff>(fs::file_size(folder / "noise.tif") / 2);
  std::fstream(folder / "noise.tif", std::ios::in | std::ios::out | std::ios::binary).seekp(middle)
      << std::string(500, '\xff');
  const ProgramResult result = run_glccl({"label", "noise.tif", "--memory", "50K", "--labels", "labels.npy"}, folder);
  CHECK(result.status == file);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, contains("glccl: rows ") && contains("cannot read noise.tif: it is damaged: strip "));
  CHECK_FALSE(fs::exists(folder / "labels.npy"));
}

#ifndef GLCCL_WITH_ADDRESS_SANITIZER  // which takes memory of its own
TEST_CASE("glccl label --memory takes what it is given and the memory of the program", "[tools][cli][tiled][slow]") {
  const fs::path folder = scratch_directory();
  for (const Words& outputs : {Words{}, {"--labels", "labels.npy"}, {"--components", "table.csv"}}) {
    CAPTURE(outputs);
    const std::string summary =
        label_slab_by_slab(Words{"hash-noise:8192x6144:0.3", "--memory", "128M", "--report"} + outputs, folder);
    CHECK(std::stoll(value_of(summary, "  peak resident bytes")) < (128 + 50) << 20);
  }
}
#endif

TEST_CASE("plan_slabs() gives slabs half of the memory", "[tools][tiled]") {
  const auto plan = [](Extent extent, std::int64_t memory) {
    return host::plan_slabs(extent, PixelFormat::u8, CriterionKind::foreground, false, memory);
  };
  const Extent large{1 << 14, 1 << 19};
  const auto of_gibibyte = plan(large, 1 << 30);
  REQUIRE(of_gibibyte);
  CHECK(of_gibibyte->planes > (1 << 25) / large.width);
  CHECK(of_gibibyte->planes < (1 << 29) / large.width / 6);
  CHECK(of_gibibyte->kept_bytes > 1 << 28);
  CHECK(of_gibibyte->kept_bytes < 1 << 29);
  CHECK(plan({10, 10}, 1 << 30)->planes == 10);
  CHECK(plan({10, 10, 20}, 1 << 30)->planes == 20);
  CHECK(plan({1 << 16, 1 << 20}, std::int64_t{1} << 50)->planes == 1 << 16);  // 2^32 elements a slab
  // The least memory that the message names is enough.
  const auto refused = plan(large, 1 << 10);
  REQUIRE_FALSE(refused);
  const std::string& message = refused.error().message;
  const std::size_t number = message.find(" takes ") + 7;
  const std::int64_t least = std::stoll(message.substr(number));
  CHECK(message == "a slab of one row of 16384x524288 takes " + std::to_string(least) +
                       " bytes of memory, and 1024 are given: give that much");
  CHECK_FALSE(plan(large, least - 1));
  REQUIRE(plan(large, least));
  CHECK(plan(large, least)->planes == 1);
  CHECK(plan(large, least)->kept_bytes == 0);
}

TEST_CASE("glccl label --labels-type uint64 writes the labels in 64 bits", "[tools][tiled]") {
  const fs::path folder = scratch_directory();
  const host::Image image = make_image("noise", {40, 30});
  REQUIRE(host::write_image(folder / "noise.npy", image));
  label_slab_by_slab({"noise.npy", "--memory", "20K", "--labels", "labels.raw", "--labels-type", "uint64"}, folder);
  std::string expected;
  for (const std::uint64_t label : reference_labels(image).values) {
    expected.append(reinterpret_cast<const char*>(&label), sizeof(label));
  }
  CHECK(read_file(folder / "labels.raw") == expected);
  label_slab_by_slab({"noise.npy", "--memory", "20K", "--labels", "labels.tif", "--labels-type", "uint64"}, folder);
  const std::string tiff = read_file(folder / "labels.tif");
  CHECK(tiff.substr(tiff.size() - expected.size()) == expected);
}

}  // namespace glccl::tests
