// Writes the shaders of all programs of WebGPU, NAME.comp each, before they are translated (tools/web/generate):
//
//   glccl_web_programs FOLDER

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/compute/all_options.hpp"
#include "engine/compute/requests.hpp"
#include "web/planner/programs.hpp"

namespace glccl::web {
namespace {

/// What a labeling can ask for besides format, criterion and connectivity.
std::vector<LabelingSpec> all_options() {
  std::vector<LabelingSpec> all(4);
  all[1].filter.min_area = 5;
  all[2].filter.largest = 5;
  all[3].fill_holes = 5;
  return all;
}

/// Adds the programs of a labeling by their names.
void add_programs(const Request& request, std::map<std::string, std::string>& programs) {
  const std::vector<compute::ComputePlan> plans = compute::make_plans(plan_key_of(request));
  const std::vector<Request> requests = compute::requests_of(request, 1);
  for (std::size_t i = 0; i < plans.size(); ++i) {
    for (const compute::Dispatch& pass : plans[i].passes) {
      const compute::ComputeProgramKey key = compute::key_of(pass, requests[i], false);
      const std::string text = compute::web_text_of(key).stages.front().text;
      const auto [found, is_new] = programs.emplace(name_of(key), text);
      if (!is_new && found->second != text) throw std::logic_error("two programs are named " + found->first);
    }
  }
}

std::map<std::string, std::string> all_programs() {
  std::map<std::string, std::string> programs;
  for (const Extent extent : {Extent{9000, 9000}, Extent{70, 60, 50}}) {
    for (const PixelFormat format : capabilities().formats) {
      for (const Criterion& criterion : compute::all_criteria()) {
        for (const Connectivity connectivity : capabilities().connectivities) {
          for (LabelingSpec spec : all_options()) {
            spec.criterion = criterion;
            spec.connectivity = connectivity;
            if (check_labeling(spec, format, extent)) add_programs(request_of(spec, format, extent, 100), programs);
          }
        }
      }
    }
  }
  return programs;
}

}  // namespace
}  // namespace glccl::web

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("glccl_web_programs FOLDER\n", stderr);
    return 2;
  }
  const std::filesystem::path folder = arguments[1];
  std::filesystem::create_directories(folder);
  for (const auto& [name, text] : glccl::web::all_programs()) std::ofstream(folder / (name + ".comp")) << text;
  return 0;
}
