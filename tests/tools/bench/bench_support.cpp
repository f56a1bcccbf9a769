#include "tests/tools/bench/bench_support.hpp"

#include <filesystem>

#include "glccl/host/image_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;

ProgramResult run_bench_in(std::vector<std::string> arguments, const std::vector<std::string>& more,
                           const fs::path& folder) {
  arguments.insert(arguments.begin(), "bench");
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_glccl(arguments, folder);
}

std::ptrdiff_t files_in(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

}  // namespace

nlohmann::json run_bench(std::vector<std::string> arguments, std::string& out) {
  const fs::path folder = scratch_directory();
  const ProgramResult result = run_bench_in(std::move(arguments), {"--json", "report.json"}, folder);
  INFO(result.err);
  REQUIRE(result.status == 0);
  CHECK(result.err.empty());
  CHECK(files_in(folder) == 1);
  out = result.out;
  nlohmann::json report = nlohmann::json::parse(read_file(folder / "report.json"), nullptr, false);
  REQUIRE(report.is_object());
  return report;
}

void check_plot(std::vector<std::string> arguments) {
  const fs::path folder = scratch_directory();
  const ProgramResult result = run_bench_in(std::move(arguments), {"--repetitions", "1", "--plot", "plot.png"}, folder);
  if (result.status == 0) {
    const Result<host::Image> plot = host::read_image(folder / "plot.png");
    REQUIRE(plot);
    CHECK(plot->extent.width > 500);
    CHECK(files_in(folder) == 1);
    return;
  }
  CHECK(result.status == 3);
  CHECK_THAT(result.err, contains("cannot draw plot.png") && contains("install"));
  CHECK(files_in(folder) == 0);
}

}  // namespace glccl::tests
