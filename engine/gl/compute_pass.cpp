#include "engine/gl/compute_pass.hpp"

#include <algorithm>
#include <utility>

namespace glccl::gl {

GLuint groups_for(std::int64_t jobs, std::int64_t in_group) {
  return static_cast<GLuint>(std::max<std::int64_t>(1, (jobs + in_group - 1) / in_group));
}

Groups folded(std::int64_t jobs, std::int64_t in_group) {
  constexpr GLuint most = 65535;
  const GLuint groups = groups_for(jobs, in_group);
  const GLuint rows = groups_for(groups, most);
  return {groups_for(groups, rows), rows, 1};
}

std::string define(const char* name, std::int64_t value) { return std::string(name) + " " + std::to_string(value); }

PassList::PassList(std::string in, const Extent& extent, int invocations)
    : folder(std::move(in)),
      group_size(invocations),
      volume(extent.is_volume()),
      sizes{{"WIDTH", extent.width},
            {"HEIGHT", extent.height},
            {"DEPTH", extent.depth},
            {"ROWS", std::int64_t{extent.height} * extent.depth}} {}

SizeValues PassList::size_values() const {
  SizeValues values{};
  std::transform(sizes.begin(), sizes.end(), values.begin(),
                 [](const PassSize& size) { return static_cast<std::uint32_t>(size.value); });
  return values;
}

ProgramText text_of(const std::vector<ShaderFile>& table, const PassList& list, const PassSource& source,
                    bool in_buffers) {
  std::vector<std::string> defines;
  for (std::size_t i = 0; i < list.sizes.size(); ++i) {
    const std::string word = "sizes[" + std::to_string(i) + "]";
    defines.push_back(list.sizes[i].name + (list.sizes[i].is_unsigned ? " " + word : " int(" + word + ")"));
  }
  if (source.reads_labels) defines.push_back(define("LABELS_IN_BUFFER", in_buffers ? 1 : 0));
  defines.push_back(define("GROUP_SIZE", list.group_size));
  if (list.volume && source.reads_labels) defines.emplace_back("VOLUME");
  defines.insert(defines.end(), source.defines.begin(), source.defines.end());
  return text_of(table, ComputeSource{source.name, {list.folder + source.name + ".comp"}, defines});
}

Result<void> make_passes(const Programs& programs, const std::vector<ShaderFile>& table, const PassList& list,
                         std::vector<CompiledPass>& passes) {
  for (const PassSource& source : list.passes) {
    std::shared_ptr<LinkedProgram> program = programs.begin(text_of(table, list, source, false));
    if (const Result<void> status = programs.finish(*program); !status) return status.error();
    passes.push_back({source.name, std::move(program), source.groups, list.size_values()});
  }
  return {};
}

void dispatch(const char* name, const Program& program, const Groups& groups, PassMarks& marks) {
  marks.begin(name, name);
  api().UseProgram(program.name());
  api().DispatchCompute(groups[0], groups[1], groups[2]);
  api().MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

void dispatch(const CompiledPass& pass, PassMarks& marks) {
  pass.program->uniforms.set_sizes(pass.sizes);
  dispatch(pass.name, pass.program->program, pass.groups, marks);
}

}  // namespace glccl::gl
