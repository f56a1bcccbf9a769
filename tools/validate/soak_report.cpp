#include "tools/validate/soak_report.hpp"

#include <algorithm>
#include <array>
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
void print_held(std::ostream& out, std::string_view what, const std::array<std::string, 3>& cells) {
  out << std::left << std::setw(20) << what << std::right;
  for (const std::string& cell : cells) out << std::setw(14) << cell;
  out << "\n";
}

void print_held(std::ostream& out, const std::vector<HeldResources>& held) {
  const std::array<const HeldResources*, 3> times = {&held.front(), &held[(held.size() - 1) / 2], &held.back()};
  const auto print = [&](std::string_view what, const auto& cell_of) {
    print_held(out, what, {cell_of(*times[0]), cell_of(*times[1]), cell_of(*times[2])});
  };
  print_held(out, "held", {"warmed up", "half way", "at the end"});
  print("after steps", [](const HeldResources& one) { return std::to_string(one.steps); });
  print("host memory", [](const HeldResources& one) { return mebibytes(one.host_bytes); });
  if (held.back().gpu_bytes) {
    print("GPU memory", [](const HeldResources& one) { return mebibytes(one.gpu_bytes.value_or(0)); });
  }
  for (std::size_t i = 0; i < held.back().objects.size(); ++i) {
    const auto count = [&](const HeldResources& one) { return one.objects[i].count; };
    if (count(held.front()) == 0 && count(held.back()) == 0) continue;
    print(held.back().objects[i].kind, [&](const HeldResources& one) { return std::to_string(count(one)); });
  }
}

Object to_json(const HeldResources& held) {
  Object objects = Object::object();
  for (const host::GlObjectCount& one : held.objects) objects[std::string(one.kind)] = one.count;
  return {{"steps", held.steps},
          {"host_bytes", held.host_bytes},
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
  print_held(out, report.held);
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
  Object held = Object::array();
  for (const HeldResources& one : report.held) held.push_back(to_json(one));
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
                         {"held", held},
                         {"growth", report.growth},
                         {"fails", report.fails()}};
  return object.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace glccl::tools
