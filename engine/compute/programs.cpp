#include "engine/compute/programs.hpp"

#include <string>
#include <vector>

#include "engine/gl/program.hpp"
#include "engine/shader_files.hpp"
#include "glsl/shared/tile_geometry.h"

namespace glccl::compute {

ComputeProgramKey key_of(const Dispatch& pass, const Request& request, bool subgroups) {
  const ComputePassTraits& traits = traits_of(pass.name);
  ComputeProgramKey key;
  key.pass = pass.name;
  key.group_size = pass.group_size;
  key.connectivity = request.spec.connectivity;
  key.criterion = kind_of(request.spec.criterion);
  key.subgroups = subgroups;
  key.merges = pass.merges;
  if (traits.depends_on_numbering) key.numbering = request.spec.numbering;
  if (!traits.reads_source) return key;
  key.source = kind_of(request.source, request.spec.criterion);
  // textureGather makes denormal floats 0 on NVIDIA's GPUs, texelFetch does not.
  key.gathered = pass.name == ComputePass::label_tiles && subgroups && key.criterion == CriterionKind::foreground &&
                 key.source.channels == 1 && key.source.texels != Texels::floats && !key.source.layered &&
                 request.source.level == 0;
  return key;
}

Result<gl::Program> build_program(const ComputeProgramKey& key) {
  const ComputePassTraits& traits = traits_of(key.pass);
  const Bands bands = bands_of(key.connectivity, key.criterion);
  const bool numbered = key.numbering == Numbering::raster;
  std::vector<std::string> defines = source_defines(key.source, key.criterion);
  defines.push_back("CONNECTIVITY " + std::to_string(static_cast<int>(key.connectivity)));
  defines.push_back("GROUP_SIZE " + std::to_string(key.group_size));
  defines.push_back("ROWS " + std::to_string(bands.rows));
  defines.push_back("BANDS " + std::to_string(bands.in_tile));
  defines.push_back(std::string("NUMBERED ") + (numbered ? "1" : "0"));
  defines.push_back(std::string("MERGES ") + (key.merges ? "1" : "0"));
  defines.push_back(std::string("SHARED_BUFFER") + (key.merges || traits.shares_buffers ? " coherent" : ""));
  defines.push_back(std::string("GATHERED ") + (key.gathered ? "1" : "0"));
  std::vector<std::string> files;
  if (key.subgroups) files.emplace_back("compute/subgroups.glsl");  // begins with #extension
  files.insert(files.end(), {"shared/prelude.h", "shared/locations.h", "shared/tile_geometry.h", "shared/words.h",
                             "shared/border_links.h", "shared/table_layout.h", "compute/words.glsl"});
  files.insert(files.end(), traits.files.begin(), traits.files.end());
  return gl::build_compute_program(shader_files, {traits.name, files, defines});
}

void set_uniforms(gl::Uniforms& uniforms, const ComputePlan& plan, const Request& request) {
  uniforms.set(shared::AT_IMAGE_SIZE, std::array<GLint, 2>{plan.key.extent.width, plan.key.extent.height});
  uniforms.set(shared::AT_WORD_COUNT, std::array<GLint, 2>{plan.words.width, plan.words.height});
  uniforms.set(shared::AT_COLUMNS_EACH, static_cast<GLint>(plan.columns_each));
  uniforms.set(shared::AT_TABLE_ROWS, static_cast<GLuint>(plan.key.table_rows));
  set_source_uniforms(uniforms, request.source, request.spec.criterion);
}

}  // namespace glccl::compute
