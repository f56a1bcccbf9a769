#include "tools/validate/report.hpp"

#include <algorithm>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <ostream>

#include "host/compare/counted.hpp"
#include "tools/glccl/text.hpp"

namespace glccl::tools {
namespace {

using host::counted;
using nlohmann::json;

/// Keeps the order in which the entries are written here.
using Object = nlohmann::ordered_json;

/// What an engine's line ends with.
std::string verdict(const EngineTally& tally) {
  if (tally.labelings == 0) return "nothing that it supports";
  std::string text;
  if (tally.differing == 0) {
    text = "all equal";
  } else {
    text = std::to_string(tally.differing) + " differ: " + counted(tally.split, "component") + " split, " +
           std::to_string(tally.joined) + " joined";
  }
  if (tally.failures > 0) return text + "; " + counted(tally.failures, "failure");
  if (!tally.exact && tally.differing > 0) text += " (as published, no failure)";
  return text;
}

Object to_json(Extent size) {
  Object object = {{"width", size.width}, {"height", size.height}};
  if (size.is_volume()) object["depth"] = size.depth;
  return object;
}

template <class Optional>
Object or_null(const Optional& value) {
  return value ? Object(*value) : Object(nullptr);
}

Object to_json(const Finding& finding) {
  Object object = {{"kind", kind_of(finding)}, {"text", describe(finding)}, {"labels", nullptr}, {"table", nullptr}};
  if (const auto& labels = finding.labels) {
    object["labels"] = {{"x", labels->first.x},
                        {"y", labels->first.y},
                        {"actual", labels->first.actual},
                        {"expected", labels->first.expected},
                        {"pixels", labels->pixels},
                        {"split", labels->split},
                        {"joined", labels->joined},
                        {"missing", labels->missing},
                        {"extra", labels->extra},
                        {"count_actual", labels->count_actual},
                        {"count_expected", labels->count_expected}};
    if (labels->first.z) object["labels"]["z"] = *labels->first.z;
  }
  if (const auto& table = finding.table) {
    object["table"] = {{"row", table->row},
                       {"column", table->column},
                       {"actual", table->actual},
                       {"expected", table->expected},
                       {"rows", table->rows}};
  }
  return object;
}

Object to_json(const host::FaultyComponent& faulty) {
  Object object = {{"fault", host::name_of(faulty.fault)},
                   {"components", faulty.components},
                   {"labels", faulty.labels},
                   {"x", faulty.x},
                   {"y", faulty.y},
                   {"pixels", faulty.pixels},
                   {"size", faulty.size}};
  if (faulty.z) object["z"] = *faulty.z;
  return object;
}

Object to_json(const Mismatch& mismatch) {
  constexpr std::size_t most_listed = 1000;
  Object components = Object::array();
  for (const host::FaultyComponent& faulty : mismatch.components) {
    if (components.size() < most_listed) components.push_back(to_json(faulty));
  }
  return {{"engine", mismatch.engine},
          {"input", mismatch.input},
          {"seed", or_null(mismatch.seed)},
          {"size", to_json(mismatch.size)},
          {"connectivity", static_cast<int>(mismatch.connectivity)},
          {"finding", to_json(mismatch.finding)},
          {"faulty_components", mismatch.components.size()},
          {"components", components},
          {"repeatable", mismatch.repeatable},
          {"shrunk", {{"size", to_json(mismatch.shrunk_size)}, {"finding", to_json(mismatch.shrunk_finding)}}},
          {"files",
           {{"shrunk", mismatch.shrunk_file},
            {"original", mismatch.original_file},
            {"difference", mismatch.difference_file}}},
          {"commands", mismatch.commands}};
}

Object to_json(const EngineTally& tally) {
  return {{"name", tally.name},
          {"exact", tally.exact},
          {"labelings", tally.labelings},
          {"skipped", tally.skipped},
          {"volumes_left_out", tally.volumes},
          {"differing", tally.differing},
          {"failures", tally.failures},
          {"split", tally.split},
          {"joined", tally.joined},
          {"tables_compared", tally.tables},
          {"textures_compared", tally.textures},
          {"seconds", tally.seconds}};
}

Object to_json(const ValidateContext& context, const ValidateReport& report) {
  Object connectivities = Object::array();
  for (const Connectivity connectivity : report.connectivities)
    connectivities.push_back(static_cast<int>(connectivity));
  return {{"renderer", context.renderer},     {"cuda_device", context.cuda_device},
          {"reference", "cpu-serial"},        {"left_out", context.left_out},
          {"connectivities", connectivities}, {"fuzz", context.inputs.fuzz},
          {"seed", context.inputs.seed},      {"max_size", to_json(context.inputs.max_size)}};
}

}  // namespace

void print_mismatch(std::ostream& out, const Mismatch& mismatch) {
  out << "MISMATCH " << mismatch.engine << ", connectivity " << static_cast<int>(mismatch.connectivity) << ", "
      << mismatch.input << ", " << to_string(mismatch.size);
  if (mismatch.seed) out << ", seed " << *mismatch.seed;
  out << "\n  " << describe(mismatch.finding) << "\n";
  constexpr std::size_t most = 8;
  for (std::size_t i = 0; i < std::min(most, mismatch.components.size()); ++i) {
    out << "    " << host::describe(mismatch.components[i]) << "\n";
  }
  if (mismatch.components.size() > most) out << "    and " << mismatch.components.size() - most << " more\n";
  if (mismatch.repeatable) {
    out << "  shrunk to " << to_string(mismatch.shrunk_size) << ": " << describe(mismatch.shrunk_finding) << "\n";
  } else if (!mismatch.shrunk_file.empty()) {
    out << "  not shrunk: labeled once more by itself it is right, so the fault depends on what came before, or on "
           "chance\n";
  }
  std::string files;
  for (const std::string& file : {mismatch.shrunk_file, mismatch.original_file, mismatch.difference_file}) {
    if (!file.empty()) files += (files.empty() ? "  " : ", ") + file;
  }
  if (!files.empty()) out << files << "\n";
  for (const std::string& command : mismatch.commands) out << "    " << command << "\n";
}

void print_validation(std::ostream& out, const ValidateContext& context, const ValidateReport& report) {
  if (!context.renderer.empty()) out << "OpenGL        " << context.renderer << "\n";
  if (!context.cuda_device.empty()) out << "CUDA          " << context.cuda_device << "\n";
  out << "inputs        " << report.inputs << ", ";
  if (report.pixels > 0) out << fixed(static_cast<double>(report.pixels) / 1.0e6, 2) << " Mpixel, ";
  if (report.voxels > 0) out << fixed(static_cast<double>(report.voxels) / 1.0e6, 2) << " Mvoxel, ";
  out << "in " << fixed(report.seconds, 1) << " s\n"
      << "reference     cpu-serial\n";
  std::size_t widest = 0;
  for (const EngineTally& tally : report.engines) widest = std::max(widest, tally.name.size());
  for (const EngineTally& tally : report.engines) {
    if (tally.volumes > 0 && tally.labelings + tally.skipped == 0) continue;
    out << std::left << std::setw(static_cast<int>(widest)) << tally.name << std::right << std::setw(8)
        << tally.labelings << " labelings, " << std::setw(7) << fixed(tally.seconds, 1) << " s: " << verdict(tally);
    if (tally.skipped > 0) out << "; " << tally.skipped << " skipped";
    out << "\n";
  }
  for (const std::string& reason : context.left_out) out << "not run       " << reason << "\n";
  if (const std::string engines = report.without_volumes(); !engines.empty()) {
    out << "no volumes    " << engines << ": they label images\n";
  }
  for (const std::string& reason : report.unreadable) out << "not read      " << reason << "\n";
  out << (report.differs() ? "RESULTS DIFFER" : "no mismatches");
  if (!report.unreadable.empty()) out << "; " << counted(report.unreadable.size(), "file") << " not read";
  out << "\n";
}

std::string validation_json(const ValidateContext& context, const ValidateReport& report) {
  Object object = {{"context", to_json(context, report)},
                   {"inputs", report.inputs},
                   {"pixels", report.pixels},
                   {"voxels", report.voxels},
                   {"seconds", report.seconds},
                   {"differs", report.differs()},
                   {"unreadable", report.unreadable},
                   {"engines", Object::array()},
                   {"mismatches", Object::array()}};
  for (const EngineTally& tally : report.engines) object["engines"].push_back(to_json(tally));
  for (const Mismatch& mismatch : report.mismatches) object["mismatches"].push_back(to_json(mismatch));
  return object.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace glccl::tools
