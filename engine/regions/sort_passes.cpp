#include "engine/regions/sort_passes.hpp"

#include <utility>

#include "engine/common/shader_files.hpp"
#include "engine/common/storage_buffer.hpp"
#include "glsl/shared/locations.h"
#include "glsl/shared/regions.h"

namespace glccl::regions {

Result<SortPasses> SortPasses::create(const gl::Programs& programs, const ListPlan& plan, const std::string& what) {
  SortPasses made;
  Result<void> status =
      make_storage_buffer(made.counts_, what, plan.bytes[ListPlan::counts], "glccl counts of entries", made.bytes_);
  for (gl::Buffer& buffer : made.entries_) {
    if (!status) break;
    status = make_storage_buffer(buffer, what, plan.bytes[ListPlan::entries], "glccl sorted entries", made.bytes_);
  }
  if (status) status = gl::make_passes(programs, shader_files, plan.sort, made.passes_);
  if (!status) return status.error();
  return made;
}

void SortPasses::bind() const {
  gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, ListPlan::counts, counts_.name());
  gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, ListPlan::entries, entries_[0].name());
  gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, ListPlan::sorted_entries, entries_[1].name());
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
    for (const auto pass : {ListPlan::count_digits, ListPlan::sum_digits, ListPlan::sort_entries}) {
      if (pass != ListPlan::sum_digits) passes_[pass].program->uniforms.set(shared::AT_ARGUMENT, shift);
      dispatch(passes_[pass], marks);
    }
    swap();
  }
}

}  // namespace glccl::regions
