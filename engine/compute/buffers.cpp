#include "compute/buffers.hpp"

#include <array>
#include <string>
#include <utility>

#include "gl/memory.hpp"

namespace glccl::compute {
namespace {

/// The bindings that glsl/compute names.
enum Binding : GLuint { at_pixels = 1, at_starts, at_roots, at_ranks, at_sums };

std::int64_t word_bytes(const Plan& plan) { return plan.row_words() * std::int64_t{sizeof(GLuint)}; }

std::int64_t sum_bytes(const Plan& plan) {
  const std::int64_t groups = (plan.row_words() + ranked_words - 1) / ranked_words;
  return (groups + 1) * std::int64_t{sizeof(GLuint)};
}

}  // namespace

std::int64_t bytes_of_buffers(const Plan& plan) { return 4 * word_bytes(plan) + sum_bytes(plan); }

Result<Buffers> Buffers::create(const Plan& plan) {
  Buffers buffers;
  buffers.row_words_ = plan.row_words();
  const std::array wanted = {
      std::pair{&buffers.pixels_, "glccl pixels"}, std::pair{&buffers.starts_, "glccl starts"},
      std::pair{&buffers.roots_, "glccl roots"},   std::pair{&buffers.ranks_, "glccl ranks"},
      std::pair{&buffers.sums_, "glccl sums"},
  };
  for (const auto& [buffer, label] : wanted) {
    *buffer = gl::try_make_buffer(buffer == &buffers.sums_ ? sum_bytes(plan) : word_bytes(plan), label);
    if (*buffer) continue;
    return Error{ErrorCode::gpu, std::string("no GPU memory for the buffer ") + label + " of an image of " +
                                     std::to_string(plan.size.width) + "x" + std::to_string(plan.size.height) +
                                     ": free some, or label a smaller image (" +
                                     std::to_string(bytes_of_buffers(plan)) + " bytes are needed besides the labels)"};
  }
  return buffers;
}

bool Buffers::fit(const Plan& plan) const { return row_words_ == plan.row_words(); }

void Buffers::bind() const {
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, at_pixels, pixels_.name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, at_starts, starts_.name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, at_roots, roots_.name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, at_ranks, ranks_.name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, at_sums, sums_.name());
}

}  // namespace glccl::compute
