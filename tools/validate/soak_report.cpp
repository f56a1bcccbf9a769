#include "tools/validate/soak_report.hpp"

#include <algorithm>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <ostream>
#include <vector>

#include "tools/glccl/text.hpp"

namespace glccl::tools {
namespace {

using nlohmann::json;

/// Keeps the order in which the entries are written here.
using Object = nlohmann::ordered_json;

double per_second(std::uint64_t labelings, double seconds) {
  return seconds > 0.0 ? static_cast<double>(labelings) / seconds : 0.0;
}

std::string mebibytes(std::int64_t bytes) { return fixed(static_cast<double>(bytes) / 1048576.0, 1) + " MiB"; }

/// A line of the table of what is held.
void print_held(std::ostream& out, std::string_view what, const std::string& before, const std::string& after) {
  out << std::left << std::setw(20) << what << std::right << std::setw(14) << before << std::setw(14) << after << "\n";
}

void print_held(std::ostream& out, const HeldResources& before, const HeldResources& after) {
  print_held(out, "held", "warmed up", "at the end");
  print_held(out, "host memory", mebibytes(before.host_bytes), mebibytes(after.host_bytes));
  if (before.gpu_bytes && after.gpu_bytes) {
    print_held(out, "GPU memory", mebibytes(*before.gpu_bytes), mebibytes(*after.gpu_bytes));
  }
  for (std::size_t i = 0; i < after.objects.size(); ++i) {
    const std::int64_t first = before.objects[i].count;
    if (first == 0 && after.objects[i].count == 0) continue;
    print_held(out, after.objects[i].kind, std::to_string(first), std::to_string(after.objects[i].count));
  }
}

Object to_json(const HeldResources& held) {
  Object objects = Object::object();
  for (const host::GlObjectCount& one : held.objects) objects[std::string(one.kind)] = one.count;
  return {{"host_bytes", held.host_bytes},
          {"gpu_bytes", held.gpu_bytes ? Object(*held.gpu_bytes) : Object(nullptr)},
          {"objects", objects}};
}

}  // namespace

void print_soak(std::ostream& out, const SoakPlan& plan, const TestedEngines& tested, const SoakReport& report) {
  if (!tested.renderer.empty()) out << "OpenGL        " << tested.renderer << "\n";
  if (!tested.cuda_device.empty()) out << "CUDA          " << tested.cuda_device << "\n";
  out << "reference     cpu-serial\n"
      << "soak          " << fixed(report.seconds / 60.0, 2) << " minutes, seed " << plan.seed << ", " << report.steps
      << " steps from " << plan.first_step << " on" << (report.interrupted ? ", interrupted" : "") << "\n"
      << "labelings     " << report.labelings << ", " << fixed(per_second(report.labelings, report.seconds), 1)
      << " a second\n";
  out << std::left << std::setw(20) << "engine" << std::right << std::setw(10) << "labelings" << std::setw(10)
      << "tables" << std::setw(10) << "skipped" << std::setw(10) << "differ" << std::setw(12) << "s" << std::setw(12)
      << "per s"
      << "\n";
  for (const SoakTally& tally : report.engines) {
    out << std::left << std::setw(20) << tally.name << std::right << std::setw(10) << tally.labelings << std::setw(10)
        << tally.tables << std::setw(10) << tally.skipped << std::setw(10) << tally.differing << std::setw(12)
        << fixed(tally.seconds, 1) << std::setw(12) << fixed(per_second(tally.labelings, tally.seconds), 1)
        << (tally.exact || tally.differing == 0 ? "" : "  as published, no failure") << "\n";
  }
  print_held(out, report.before, report.after);
  for (const std::string& reason : tested.left_out) out << "not run       " << reason << "\n";
  for (const std::string& growth : report.growth) out << "GROWTH        " << growth << "\n";
  out << (report.mismatches > 0 ? std::to_string(report.mismatches) + " MISMATCHES" : "no mismatches") << ", "
      << (report.growth.empty() ? "no growth" : "GROWTH") << "\n";
}

std::string soak_json(const SoakPlan& plan, const TestedEngines& tested, const SoakReport& report) {
  Object engines = Object::array();
  for (const SoakTally& tally : report.engines) {
    engines.push_back({{"name", tally.name},
                       {"exact", tally.exact},
                       {"labelings", tally.labelings},
                       {"tables_compared", tally.tables},
                       {"skipped", tally.skipped},
                       {"differing", tally.differing},
                       {"seconds", tally.seconds}});
  }
  const Object object = {{"renderer", tested.renderer},
                         {"cuda_device", tested.cuda_device},
                         {"reference", "cpu-serial"},
                         {"left_out", tested.left_out},
                         {"seed", plan.seed},
                         {"first_step", plan.first_step},
                         {"max_size", {{"width", plan.max_size.width}, {"height", plan.max_size.height}}},
                         {"steps", report.steps},
                         {"labelings", report.labelings},
                         {"mismatches", report.mismatches},
                         {"seconds", report.seconds},
                         {"interrupted", report.interrupted},
                         {"engines", engines},
                         {"before", to_json(report.before)},
                         {"after", to_json(report.after)},
                         {"growth", report.growth},
                         {"fails", report.fails()}};
  return object.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace glccl::tools
