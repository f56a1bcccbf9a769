#include "engine/gl/compute_pass.hpp"

#include <algorithm>
#include <utility>

#include "engine/gl/program.hpp"

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

std::vector<std::string> extent_defines(const Extent& extent, int group_size) {
  std::vector<std::string> defines = {define("GROUP_SIZE", group_size), define("WIDTH", extent.width),
                                      define("HEIGHT", extent.height), define("DEPTH", extent.depth),
                                      define("ROWS", std::int64_t{extent.height} * extent.depth)};
  if (extent.is_volume()) defines.emplace_back("VOLUME");
  return defines;
}

Result<CompiledPass> make_pass(const Programs& programs, const std::vector<ShaderFile>& table,
                               const std::string& folder, const PassSource& source, std::vector<std::string> defines) {
  defines.insert(defines.end(), source.defines.begin(), source.defines.end());
  const ComputeSource pass{source.name, {folder + source.name + ".comp"}, defines};
  std::shared_ptr<LinkedProgram> program = programs.begin(text_of(table, pass));
  if (const Result<void> status = programs.finish(*program); !status) return status.error();
  return CompiledPass{source.name, std::move(program), source.groups};
}

Result<void> make_passes(const Programs& programs, const std::vector<ShaderFile>& table, const std::string& folder,
                         const std::vector<PassSource>& sources, const std::vector<std::string>& defines,
                         std::vector<CompiledPass>& passes) {
  for (const PassSource& source : sources) {
    Result<CompiledPass> pass = make_pass(programs, table, folder, source, defines);
    if (!pass) return pass.error();
    passes.push_back(*std::move(pass));
  }
  return {};
}

void dispatch(const char* name, const Program& program, const Groups& groups, PassMarks& marks) {
  marks.begin(name, name);
  api().UseProgram(program.name());
  api().DispatchCompute(groups[0], groups[1], groups[2]);
  api().MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

}  // namespace glccl::gl
