#include "engine/compute/engine.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "engine/component_table.hpp"
#include "engine/gl/memory.hpp"

namespace glccl::compute {
namespace {

/// Bindings that the shaders of glsl/ name.
constexpr GLuint source_unit = 1;
constexpr GLuint labels_unit = 0;

Status check(const SourceView& source, const Options& options) {
  if (std::holds_alternative<Equal>(options.criterion) && !source.has_equal) {
    return Error{ErrorCode::unsupported,
                 "texture " + std::to_string(source.texture) +
                     " has no values to compare for equality: pass R8UI, R16UI, R32UI or RGBA8"};
  }
  return check_table_rows(options.table_rows);
}

Result<gl::Texture> make_labels(Size size) {
  gl::Texture labels = gl::try_make_texture(GL_R32UI, size, "glccl labels");
  if (labels) return labels;
  return Error{ErrorCode::gpu, "no GPU memory for the texture glccl labels of " + std::to_string(size.width) + "x" +
                                   std::to_string(size.height) + ": free some, or label a smaller image"};
}

}  // namespace

ComputeEngine::ComputeEngine() : nearest_(gl::make_sampler()), subgroups_(has_subgroups()) {
  glSamplerParameteri(nearest_.name(), GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glSamplerParameteri(nearest_.name(), GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glSamplerParameteri(nearest_.name(), GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glSamplerParameteri(nearest_.name(), GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

Result<Labels> ComputeEngine::label(const SourceView& source, const Options& options) {
  if (const Status status = prepare(source, options); !status) return status.error();
  run(source, options, plan_.passes.size());
  glMemoryBarrier(GL_ALL_BARRIER_BITS);  // the caller may use labels and table in any way
  ComponentTable table;
  if (options.table_rows > 0) table = {table_.name(), options.table_rows};
  return Labels{labels_of(options), plan_.size, table};
}

Result<Step> ComputeEngine::step(const SourceView& source, const Options& options, int passes) {
  if (const Status status = prepare(source, options); !status) return status.error();
  const int length = static_cast<int>(plan_.passes.size());
  if (passes < 1 || passes > length) {
    return Error{ErrorCode::invalid_argument,
                 "the first " + std::to_string(passes) + " passes: this plan has 1 to " + std::to_string(length)};
  }
  run(source, options, static_cast<std::size_t>(passes));
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
  // Before write_labels their texture has nothing of this image.
  const auto first = plan_.passes.begin();
  const bool written =
      std::any_of(first, first + passes, [](const Pass& pass) { return pass.name == PassName::write_labels; });
  return written ? Step{"labels", labels_of(options), plan_.size} : Step{"buffers", 0, {}};
}

Status ComputeEngine::prepare(const SourceView& source, const Options& options) {
  if (const Status status = check(source, options); !status) return status;
  Plan plan = make_plan(source.size, options);
  Fresh fresh;
  if (!buffers_.fit(plan)) {
    Result<Buffers> buffers = Buffers::create(plan);
    if (!buffers) return buffers.error();
    fresh.buffers = *std::move(buffers);
  }
  if (options.target == 0 && labels_size_ != source.size) {
    Result<gl::Texture> labels = make_labels(source.size);
    if (!labels) return labels.error();
    fresh.labels = *std::move(labels);
  }
  if (options.table_rows > 0 && table_size_ != options.table_rows) {
    Result<gl::Buffer> table = make_table(options.table_rows);
    if (!table) return table.error();
    fresh.table = *std::move(table);
  }
  if (const Status status = prepare_programs(source, options, plan); !status) return status;

  if (fresh.buffers) buffers_ = *std::move(fresh.buffers);
  if (fresh.labels) {
    labels_ = *std::move(fresh.labels);
    labels_size_ = source.size;
  }
  if (fresh.table) {
    table_ = *std::move(fresh.table);
    table_size_ = options.table_rows;
  }
  plan_ = std::move(plan);
  return {};
}

Status ComputeEngine::prepare_programs(const SourceView& source, const Options& options, const Plan& plan) {
  active_.clear();
  for (const Pass& pass : plan.passes) {
    const ProgramKey key = key_of(pass, source, options, subgroups_);
    auto found = programs_.find(key);
    if (found == programs_.end()) {
      Result<gl::Program> program = build_program(key);
      if (!program) return program.error();
      found = programs_.emplace(key, *std::move(program)).first;
    }
    const GLuint program = found->second.name();
    set_uniforms(program, plan, source, options.criterion);
    active_.push_back(program);
  }
  return {};
}

void ComputeEngine::run(const SourceView& source, const Options& options, std::size_t passes) {
  glBindTextureUnit(source_unit, source.texture);
  glBindSampler(source_unit, nearest_.name());
  glBindImageTexture(labels_unit, labels_of(options), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32UI);
  buffers_.bind();
  if (plan_.table_rows > 0) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, table_binding, table_.name());

  marks_.restart(options.timings);
  for (std::size_t i = 0; i < passes; ++i) {
    const Pass& pass = plan_.passes[i];
    marks_.begin(name_of(pass.name), name_of(pass.name));
    glUseProgram(active_[i]);
    glDispatchCompute(static_cast<GLuint>(pass.groups_x), static_cast<GLuint>(pass.groups_y), 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  }
  marks_.end();
}

}  // namespace glccl::compute
