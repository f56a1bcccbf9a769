// Writes the shaders of all programs, HASH.comp each, or packs the modules that were compiled of them, HASH.spv:
//
//   glccl_vulkan_shaders write FOLDER
//   glccl_vulkan_shaders pack FOLDER FILE

#include <zlib.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "engine/compute/all_options.hpp"
#include "engine/compute/programs.hpp"
#include "glccl/options.hpp"
#include "vulkan/shaders/packed_modules.hpp"
#include "vulkan/subgroups.hpp"

namespace glccl::vulkan {
namespace {

namespace fs = std::filesystem;

using Keys = std::set<compute::ComputeProgramKey>;

/// Adds the programs of a labeling, of images and labels as they are.
void add_programs(const Request& request, Keys& keys) {
  for (const compute::ComputePlan& plan : compute::make_plans(request.plan_key())) {
    for (const compute::Dispatch& pass : plan.passes) {
      keys.insert(without_constants(key_of(pass, request, false)));
      if (takes_subgroups(pass.name)) keys.insert(without_constants(key_of(pass, request, true)));
    }
  }
}

/// Adds the programs of a labeling, of images and buffers.
void add_places(Request request, Keys& keys) {
  for (const bool labels_in_buffer : {false, true}) {
    request.label_place.buffer = labels_in_buffer ? 1 : 0;
    add_programs(request, keys);
    if (traits_of(request.source.format).bytes == 0) continue;
    Request of_buffers = request;
    for (CheckedSource* const source : {&of_buffers.source, &of_buffers.mask, &of_buffers.intensity}) {
      source->shape = SourceShape::buffer;
    }
    add_programs(of_buffers, keys);
  }
}

/// The shaders of all labelings that check() takes.
std::set<std::string> all_shaders() {
  const Capabilities& engine = capabilities_of(Engine::compute);
  Keys keys;
  for (const Extent extent : {Extent{9000, 9000}, Extent{70, 60, 50}}) {
    for (const FormatTraits& format : pixel_formats()) {
      for (const Criterion& criterion : compute::all_criteria()) {
        for (const Connectivity connectivity : engine.connectivities) {
          for (LabelingSpec spec : compute::single_options()) {
            spec.criterion = criterion;
            spec.connectivity = connectivity;
            if (!check(spec, format.format, extent, engine)) continue;
            Request request{{.extent = extent, .format = format.format}, spec_in(extent, spec), {.table_rows = 100}};
            request.source.shape = extent.is_volume() ? SourceShape::volume : SourceShape::flat;
            request.mask = request.intensity = request.source;
            InputFormats formats{format.format};
            if ((spec.columns & table_column_intensity) != 0) formats.intensity = format.format;
            if (!check_second_images(spec, formats, extent, engine)) continue;
            add_places(request, keys);
            formats.mask = format.format;
            if (!check_second_images(spec, formats, extent, engine)) continue;
            request.mask.texture = 1;
            add_places(request, keys);
          }
        }
      }
    }
  }
  std::set<std::string> texts;
  for (const compute::ComputeProgramKey& key : keys) texts.insert(vulkan_text_of(key).stages.front().text);
  return texts;
}

/// Writes all shaders, and removes what is left of others.
void write(const fs::path& folder) {
  fs::create_directories(folder);
  std::set<std::string> names;
  for (const std::string& text : all_shaders()) {
    char name[17];
    std::snprintf(name, sizeof(name), "%016llx", static_cast<unsigned long long>(hash_of(text)));
    names.insert(name);
    std::ofstream(folder / (std::string(name) + ".comp")) << text;
  }
  for (const fs::path& path : fs::directory_iterator(folder)) {
    if (!names.contains(path.stem().string())) fs::remove(path);
  }
}

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

bool pack(const fs::path& folder, const fs::path& to) {
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".spv") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());  // by the hashes, which have 16 digits each
  std::vector<PackedModule> modules;
  std::string data;
  const std::uint64_t begin = sizeof(PackedHeader) + paths.size() * sizeof(PackedModule);
  for (const fs::path& path : paths) {
    const std::string words = content_of(path);
    uLongf bytes = compressBound(words.size());
    std::string packed(bytes, '\0');
    const auto* from = reinterpret_cast<const Bytef*>(words.data());
    if (compress2(reinterpret_cast<Bytef*>(packed.data()), &bytes, from, words.size(), Z_BEST_COMPRESSION) != Z_OK) {
      return false;
    }
    modules.push_back({std::stoull(path.stem(), nullptr, 16), begin + data.size(), static_cast<std::uint32_t>(bytes),
                       static_cast<std::uint32_t>(words.size())});
    data.append(packed, 0, bytes);
  }
  const PackedHeader header{modules.size()};
  std::ofstream file(to, std::ios::binary);
  file.write(reinterpret_cast<const char*>(&header), sizeof(header));
  file.write(reinterpret_cast<const char*>(modules.data()),
             static_cast<std::streamsize>(modules.size() * sizeof(PackedModule)));
  file << data;
  return file.good();
}

}  // namespace
}  // namespace glccl::vulkan

int main(int count, char** arguments) {
  const std::vector<std::string> given(arguments, arguments + count);
  if (given.size() == 3 && given[1] == "write") {
    glccl::vulkan::write(given[2]);
    return 0;
  }
  if (given.size() == 4 && given[1] == "pack") return glccl::vulkan::pack(given[2], given[3]) ? 0 : 1;
  std::fputs("glccl_vulkan_shaders write FOLDER | pack FOLDER FILE\n", stderr);
  return 2;
}
