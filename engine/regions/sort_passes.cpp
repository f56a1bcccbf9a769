#include "engine/regions/sort_passes.hpp"

#include <algorithm>
#include <utility>

#include "engine/common/shader_files.hpp"
#include "engine/common/storage_buffer.hpp"
#include "glsl/shared/locations.h"
#include "glsl/shared/regions.h"

namespace glccl::regions {
namespace {

constexpr GLuint counts_binding = 3;
constexpr GLuint entries_binding = 4;
constexpr GLuint sorted_entries_binding = 5;

static_assert(shared::DIGITS == shared::REGION_GROUP, "sort_entries has an invocation for each digit");

}  // namespace

Result<SortPasses> SortPasses::create(const gl::Programs& programs, const Extent& extent, const std::string& what,
                                      std::int64_t entries, std::int64_t counts) {
  constexpr std::int64_t word = sizeof(GLuint);
  const std::int64_t chunks = gl::groups_for(entries, shared::SORT_CHUNK);
  const std::int64_t digits = std::int64_t{shared::DIGITS} * chunks;
  SortPasses made;
  const std::int64_t count_bytes = word * (1 + shared::DIGITS + std::max(digits, counts));
  Result<void> status = make_storage_buffer(made.counts_, what, count_bytes, "glccl counts of entries", made.bytes_);
  for (gl::Buffer& buffer : made.entries_) {
    if (status) status = make_storage_buffer(buffer, what, 2 * word * entries, "glccl sorted entries", made.bytes_);
  }
  if (!status) return status.error();
  const gl::Groups of_chunks = gl::folded(chunks, 1);
  const std::vector<gl::PassSource> sources = {
      {"count_digits", of_chunks},
      {"sum_digits", {shared::DIGITS, 1, 1}},
      {"sort_entries", of_chunks},
  };
  const Result<void> compiled = gl::make_passes(programs, shader_files, "regions/", sources,
                                                gl::extent_defines(extent, shared::REGION_GROUP), made.passes_);
  if (!compiled) return compiled.error();
  return made;
}

void SortPasses::bind() const {
  gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, counts_binding, counts_.name());
  gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, entries_binding, entries_[0].name());
  gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, sorted_entries_binding, entries_[1].name());
}

void SortPasses::swap() {
  std::swap(entries_[0], entries_[1]);
  bind();
}

std::size_t SortPasses::dispatches(int first, int end) const {
  return passes_.size() * static_cast<std::size_t>((end - first + shared::DIGIT_BITS - 1) / shared::DIGIT_BITS);
}

void SortPasses::run(int first, int end, gl::PassMarks& marks) {
  for (GLint shift = first; shift < end; shift += shared::DIGIT_BITS) {
    for (const PassIndex pass : {count_digits, sum_digits, sort_entries}) {
      if (pass != sum_digits) passes_[pass].program->uniforms.set(shared::AT_ARGUMENT, shift);
      dispatch(passes_[pass], marks);
    }
    swap();
  }
}

}  // namespace glccl::regions
