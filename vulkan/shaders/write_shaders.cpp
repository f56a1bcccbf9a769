// Compiles the shaders of all programs to SPIR-V and packs the modules into a file. FOLDER keeps the modules, HASH.spv
// each, so that only what changed is compiled:
//
//   glccl_vulkan_shaders FOLDER FILE

#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>
#include <lzma.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "engine/common/shader_files.hpp"
#include "engine/compute/all_options.hpp"
#include "engine/compute/programs.hpp"
#include "engine/regions/plan.hpp"
#include "engine/tracks/plan.hpp"
#include "glccl/options.hpp"
#include "vulkan/shaders/packed_modules.hpp"
#include "vulkan/subgroups.hpp"

namespace glccl::vulkan {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t compression_preset = 2;  // from 4 on, 20 % less takes five times as long
constexpr std::size_t most_bytes_of_block = std::size_t{1} << 20;

using Keys = std::set<compute::ComputeProgramKey>;

/// Adds the programs of a labeling, of images and labels as they are: with a last workgroup that continues, and with a
/// pass in its place.
void add_programs(const Request& request, Keys& keys) {
  PlanKey key = request.plan_key();
  for (const bool continues : {true, false}) {
    key.workgroups = {.unite_in_tiles = false, .last_continues = continues};
    for (const compute::ComputePlan& plan : compute::make_plans(key)) {
      for (const compute::Dispatch& pass : plan.passes) {
        keys.insert(without_constants(key_of(pass, request, false)));
        if (takes_subgroups(pass.name)) keys.insert(without_constants(key_of(pass, request, true)));
      }
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

/// A shader, and where its module is kept.
struct Shader {
  std::string pass;
  std::uint64_t hash;
  std::string text;
  fs::path module;
};

/// The programs of all labelings that check() takes.
Keys all_programs() {
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
  return keys;
}

/// The passes of Trackers and Regions.
std::vector<gl::PassList> all_lists() {
  const RegionOptions one{.max_seeds = 1, .max_components = 1};
  std::vector<gl::PassList> lists;
  for (const Extent extent : {Extent{70, 60}, Extent{70, 60, 50}}) {
    lists.push_back(tracks::make_plan(extent, {.id_labels = true}).list);
    lists.back().passes.erase(lists.back().passes.begin() + tracks::count_and_copy);
    lists.push_back(regions::selection_plan(extent, one).list);
    lists.back().passes.push_back(regions::write_selection_pass(extent, true, false));
    lists.back().passes.push_back(regions::write_selection_pass(extent, false, true));
    lists.push_back(regions::boundary_list(extent));
    lists.push_back(regions::colour_list(extent));
    lists.push_back(regions::list_plan(extent, one).list);
    lists.push_back(regions::list_plan(extent, one).sort);
    lists.push_back(regions::contact_plan(extent, 1).list);
  }
  return lists;
}

/// All shaders. Those that are alike are neighbors.
std::vector<Shader> all_shaders(const fs::path& folder) {
  std::vector<Shader> shaders;
  std::set<std::uint64_t> hashes;
  const auto add = [&](const gl::ProgramText& program) {
    const std::string& text = program.stages.front().text;
    const std::uint64_t hash = hash_of(text);
    if (!hashes.insert(hash).second) return;
    char name[24];
    std::snprintf(name, sizeof(name), "%016llx.spv", static_cast<unsigned long long>(hash));
    shaders.push_back({program.name, hash, text, folder / name});
  };
  for (const compute::ComputeProgramKey& key : all_programs()) add(vulkan_text_of(key));
  for (const gl::PassList& list : all_lists()) {
    for (const gl::PassSource& pass : list.passes) {
      for (const bool in_buffers : {false, true}) add(gl::text_of(shader_files, list, pass, in_buffers));
    }
  }
  std::sort(shaders.begin(), shaders.end(), [](const Shader& first, const Shader& second) {
    return std::tie(first.pass, first.text) < std::tie(second.pass, second.text);
  });
  return shaders;
}

bool write_file(const fs::path& path, const char* data, std::size_t bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(data, static_cast<std::streamsize>(bytes));
  file.close();
  return file.good();
}

bool compile(const Shader& source) {
  const char* const text = source.text.c_str();
  const auto messages = static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules);
  glslang::TShader shader(EShLangCompute);
  shader.setStrings(&text, 1);
  shader.setEnvInput(glslang::EShSourceGlsl, EShLangCompute, glslang::EShClientVulkan, 100);
  shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_1);
  shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_3);
  glslang::TProgram program;
  program.addShader(&shader);
  if (!shader.parse(GetDefaultResources(), 450, false, messages) || !program.link(messages)) {
    std::fprintf(stderr, "%s\n%s%s", text, shader.getInfoLog(), program.getInfoLog());
    return false;
  }
  glslang::SpvOptions options;
  options.stripDebugInfo = true;
  options.disableOptimizer = true;
  std::vector<unsigned> words;
  glslang::GlslangToSpv(*program.getIntermediate(EShLangCompute), words, &options);
  // A module that an interrupted build wrote in part would be taken for a whole one.
  fs::path part = source.module;
  part.replace_extension(".part");
  if (!write_file(part, reinterpret_cast<const char*>(words.data()), words.size() * sizeof(unsigned))) return false;
  fs::rename(part, source.module);
  return true;
}

/// Compiles the shaders that have no module yet, on all cores.
bool compile_all(const std::vector<Shader>& shaders) {
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> failed = false;
  const auto work = [&] {
    for (std::size_t index = next++; index < shaders.size() && !failed; index = next++) {
      if (!fs::exists(shaders[index].module) && !compile(shaders[index])) failed = true;
    }
  };
  glslang::InitializeProcess();
  {
    std::vector<std::jthread> threads;
    for (unsigned thread = 1; thread < std::thread::hardware_concurrency(); ++thread) threads.emplace_back(work);
    work();
  }
  glslang::FinalizeProcess();
  return !failed;
}

void remove_others(const fs::path& folder, const std::vector<Shader>& shaders) {
  std::set<fs::path> kept;
  for (const Shader& shader : shaders) kept.insert(shader.module);
  for (const fs::path& path : fs::directory_iterator(folder)) {
    if (!kept.contains(path)) fs::remove(path);
  }
}

/// Modules that are compressed together.
struct Block {
  std::string pass;
  std::string words;
};

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Empty: liblzma failed.
std::string compressed(const std::string& words) {
  std::string packed(lzma_stream_buffer_bound(words.size()), '\0');
  std::size_t bytes = 0;
  if (lzma_easy_buffer_encode(compression_preset, LZMA_CHECK_NONE, nullptr,
                              reinterpret_cast<const std::uint8_t*>(words.data()), words.size(),
                              reinterpret_cast<std::uint8_t*>(packed.data()), &bytes, packed.size()) != LZMA_OK) {
    return {};
  }
  packed.resize(bytes);
  return packed;
}

bool pack(const std::vector<Shader>& shaders, const fs::path& to) {
  std::vector<Block> blocks;
  std::map<std::uint64_t, PackedModule> modules;
  for (const Shader& shader : shaders) {
    const std::string words = content_of(shader.module);
    if (blocks.empty() || blocks.back().pass != shader.pass ||
        blocks.back().words.size() + words.size() > most_bytes_of_block) {
      blocks.push_back({shader.pass, {}});
    }
    std::string& block = blocks.back().words;
    modules[shader.hash] = {shader.hash, static_cast<std::uint32_t>(blocks.size() - 1),
                            static_cast<std::uint32_t>(block.size()), static_cast<std::uint32_t>(words.size()), 0};
    block += words;
  }
  std::string data;
  const PackedHeader header{modules.size(), blocks.size()};
  const auto append = [&data](const auto& part) { data.append(reinterpret_cast<const char*>(&part), sizeof(part)); };
  append(header);
  for (const auto& [hash, module] : modules) append(module);
  std::uint64_t offset = data.size() + blocks.size() * sizeof(PackedBlock);
  std::string packed;
  for (const Block& block : blocks) {
    const std::string bytes = compressed(block.words);
    if (bytes.empty()) return false;
    append(PackedBlock{offset + packed.size(), static_cast<std::uint32_t>(bytes.size()),
                       static_cast<std::uint32_t>(block.words.size())});
    packed += bytes;
  }
  data += packed;
  return write_file(to, data.data(), data.size());
}

}  // namespace
}  // namespace glccl::vulkan

int main(int count, char** arguments) {
  using namespace glccl::vulkan;
  if (count != 3) {
    std::fputs("glccl_vulkan_shaders FOLDER FILE\n", stderr);
    return 2;
  }
  const fs::path folder = arguments[1];
  fs::create_directories(folder);
  const std::vector<Shader> shaders = all_shaders(folder);
  if (!compile_all(shaders)) return 1;
  remove_others(folder, shaders);
  return pack(shaders, arguments[2]) ? 0 : 1;
}
