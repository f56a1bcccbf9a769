// Writes the shaders of all programs of WebGPU, NAME.comp each, before they are translated (tools/web/generate):
//
//   glccl_web_programs FOLDER

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/compute/all_options.hpp"
#include "engine/compute/requests.hpp"
#include "web/planner/programs.hpp"

namespace glccl::web {
namespace {

/// What a labeling can ask for besides formats, criterion and connectivity.
std::vector<LabelingSpec> all_options() {
  std::vector<LabelingSpec> all = compute::single_options();
  all.emplace_back();
  all.back().fill_holes = 5;
  return all;
}

/// The inputs of labelings of images of a format: with each mask, and with each image of intensities.
std::vector<InputFormats> all_inputs(PixelFormat format) {
  std::vector<InputFormats> all = {{format}, {format, PixelFormat::u8}, {format, PixelFormat::unorm8}};
  for (const PixelFormat intensity : capabilities().formats) all.push_back({format, {}, intensity});
  return all;
}

/// Keys and shaders of programs, by their names.
using Programs = std::map<std::string, std::pair<compute::ComputeProgramKey, std::string>>;

/// Adds the programs of a labeling.
void add_programs(const Request& request, Programs& programs) {
  const std::vector<compute::ComputePlan> plans = compute::make_plans(plan_key_of(request));
  const std::vector<Request> requests = compute::requests_of(request, 1);
  for (std::size_t i = 0; i < plans.size(); ++i) {
    for (const compute::Dispatch& pass : plans[i].passes) {
      const compute::ComputeProgramKey key = compute::key_of(pass, requests[i], false);
      const auto [found, is_new] = programs.try_emplace(name_of(key));
      if (!is_new && found->second.first == without_constants(key)) continue;
      const std::string text = compute::web_text_of(key).stages.front().text;
      if (!is_new && found->second.second != text) throw std::logic_error("two programs are named " + found->first);
      found->second = {without_constants(key), text};
    }
  }
}

Programs all_programs() {
  Programs programs;
  for (const Extent extent : {Extent{9000, 9000}, Extent{70, 60, 50}}) {
    for (const PixelFormat format : capabilities().formats) {
      for (const Criterion& criterion : compute::all_criteria()) {
        for (const Connectivity connectivity : capabilities().connectivities) {
          for (LabelingSpec spec : all_options()) {
            spec.criterion = criterion;
            spec.connectivity = connectivity;
            const std::uint32_t rows = spec.numbering == Numbering::raster ? 100 : 0;
            for (const InputFormats& inputs : all_inputs(format)) {
              if (!check_labeling(spec, inputs, extent, rows)) continue;
              add_programs(request_of(spec, inputs, extent, rows), programs);
            }
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
  for (const auto& [name, program] : glccl::web::all_programs()) {
    std::ofstream(folder / (name + ".comp")) << program.second;
  }
  return 0;
}
