#include "tests/support/references/scipy.hpp"

#include <filesystem>

#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;

std::string numpy_name(PixelFormat format) {
  return format == PixelFormat::u8 ? "uint8" : format == PixelFormat::u16 ? "uint16" : "int16";
}

/// Runs the script with the python3 of the PATH, or else with Debian's: the package python3-scipy is for that one.
ProgramResult run_script(std::vector<std::string> arguments, const fs::path& folder) {
  arguments.insert(arguments.begin(), test_data("scipy_label.py").string());
  const auto with = [&](const std::string& program, const std::string& first) {
    std::vector<std::string> all = arguments;
    if (!first.empty()) all.insert(all.begin(), first);
    return run_program(program, all, folder);
  };
  const ProgramResult result = with("/usr/bin/env", "python3");
  return result.status == 0 || !fs::exists("/usr/bin/python3") ? result : with("/usr/bin/python3", "");
}

}  // namespace

ScipyLabels::ScipyLabels(const std::vector<host::Image>& volumes, bool by_value) {
  const fs::path folder = scratch_directory();
  {
    std::ofstream extents(folder / "extents");
    std::ofstream bytes(folder / "volumes", std::ios::binary);
    for (const host::Image& volume : volumes) {
      extents << volume.extent.depth << ' ' << volume.extent.height << ' ' << volume.extent.width << '\n';
      bytes.write(reinterpret_cast<const char*>(volume.bytes.data()),
                  static_cast<std::streamsize>(volume.bytes.size()));
    }
  }
  std::vector<std::string> arguments = {"extents", "volumes", "labels"};
  if (by_value) arguments.push_back(numpy_name(volumes.front().format));
  const ProgramResult scipy = run_script(arguments, folder);
  if (scipy.status == 3 || scipy.status == 127) {  // of the script; of env without python3
    missing_ = "python3 has no scipy; install it (Debian: python3-scipy)";
    return;
  }
  INFO(scipy.err);
  REQUIRE(scipy.status == 0);
  labels_.open(folder / "labels", std::ios::binary);
}

LabelImage ScipyLabels::next(const Extent& extent) {
  LabelImage labels{extent, std::vector<std::uint32_t>(static_cast<std::size_t>(extent.elements()))};
  labels_.read(reinterpret_cast<char*>(labels.values.data()), static_cast<std::streamsize>(4 * labels.values.size()));
  REQUIRE(labels_.good());
  return labels;
}

}  // namespace glccl::tests
