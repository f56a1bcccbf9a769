#include "tools/validate/selftest.hpp"

#include <sys/utsname.h>

#include <fstream>
#include <ostream>
#include <thread>

#include "glccl/engines/registry.hpp"
#include "glccl/host/context.hpp"
#include "glccl/host/generate.hpp"
#include "tools/bench/median.hpp"
#include "tools/glccl/text.hpp"

namespace glccl::tools {
namespace {

/// The value behind `key` in a file of lines as "model name : Xeon" or "NAME=Debian"; empty where there is none.
std::string value_in(const char* path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t begin = line.find_first_not_of(" \t:=\"", key.size());
    return begin == std::string::npos ? "" : line.substr(begin, line.find_last_not_of('"') + 1 - begin);
  }
  return "";
}

std::string describe_system() {
  utsname system{};
  uname(&system);
  const std::string name = value_in("/etc/os-release", "PRETTY_NAME");
  return (name.empty() ? "" : name + ", ") + system.sysname + " " + system.release + ", " + system.machine;
}

/// A row of the table of what it ran on.
void print_row(std::ostream& out, const char* what, const std::string& value) {
  if (!value.empty()) out << "| " << what << " | " << value << " |\n";
}

std::string outcome_of(const EngineTally& tally) {
  if (tally.labelings == 0) return "nothing that it labels";
  if (tally.failures > 0) return "**" + std::to_string(tally.failures) + " WRONG**";
  return tally.differing > 0 ? std::to_string(tally.differing) + " split, as published" : "all equal";
}

}  // namespace

std::vector<InputRequest> selftest_inputs() {
  std::vector<InputRequest> requests;
  for (std::uint32_t seed = 1; seed <= 140; ++seed) requests.emplace_back(FuzzInput{seed, {257, 129}});
  for (std::uint32_t seed = 1; seed <= 60; ++seed) requests.emplace_back(FuzzInput{seed, {35, 33, 20}});
  return requests;
}

Result<std::vector<EngineTime>> time_engines(const TestedEngines& tested) {
  const Result<host::Image> noise = host::generate("noise", {1024, 1024});
  if (!noise) return noise.error();
  std::vector<EngineTime> times;
  for (const TestedEngine& engine : tested.engines) {
    engines::Runner& runner = *engine.runner;
    if (Result<void> status = runner.upload(noise->view()); !status) return status.error();
    double seconds = 0.0;
    const auto label = [&]() -> Result<void> {
      if (Result<void> status = runner.label({}); !status) return status;
      return runner.wait();
    };
    if (Result<void> status = time_median(9, label, seconds); !status) return status.error();
    times.push_back({engine.name, runner.device(), 1000.0 * seconds});
  }
  return times;
}

void print_selftest(std::ostream& out, const ValidateContext& context, const ValidateReport& report,
                    const std::vector<EngineTime>& times) {
  out << "| glccl | " GLCCL_VERSION " |\n| --- | --- |\n";
  print_row(out, "system", describe_system());
  print_row(out, "CPU",
            value_in("/proc/cpuinfo", "model name") + ", " + std::to_string(std::thread::hardware_concurrency()) +
                " threads");
  if (!context.renderer.empty()) {
    const host::ContextInfo info = host::describe_current_context();
    print_row(out, "OpenGL", info.renderer + ", " + info.version);
    print_row(out, "subgroups", info.why_no_subgroups.empty() ? "used by `compute`" : info.why_no_subgroups);
  }
  print_row(out, "CUDA", engines::describe_cuda_versions());
  for (const std::string& device : engines::describe_cuda_devices()) print_row(out, "CUDA device", device);
  for (const std::string& reason : context.left_out) print_row(out, "cannot run", reason);
  out << "\n| engine | on | labelings | | ms for 1024 squared |\n| --- | --- | --- | --- | --- |\n";
  for (std::size_t i = 0; i < times.size(); ++i) {
    const EngineTally& tally = report.engines[i];
    out << "| `" << tally.name << "` | " << times[i].device << " | " << tally.labelings << " | " << outcome_of(tally)
        << " | " << fixed(times[i].milliseconds, 3) << " |\n";
  }
  out << "\n"
      << report.inputs << " random images and volumes, in " << fixed(report.seconds, 0)
      << " s: " << (report.differs() ? "RESULTS DIFFER" : "all as `cpu-serial`")
      << ". Times are medians of 9 calls, until the "
      << "labels are there.\n";
}

}  // namespace glccl::tools
