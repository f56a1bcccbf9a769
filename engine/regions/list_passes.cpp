#include "engine/regions/list_passes.hpp"

#include <string>
#include <utility>

#include "engine/common/shader_files.hpp"
#include "engine/common/storage_buffer.hpp"
#include "glsl/shared/regions.h"

namespace glccl::regions {

Result<ListPasses> ListPasses::create(const gl::Programs& programs, const Extent& extent,
                                      const RegionOptions& options) {
  const ListPlan plan = list_plan(extent, options);
  const std::string what = "lists of " + std::to_string(options.max_components) + " components, " +
                           std::to_string(elements_of(options, extent)) + " elements and " +
                           std::to_string(runs_of(options, extent)) + " runs";
  Result<SortPasses> sort = SortPasses::create(programs, plan, what);
  if (!sort) return sort.error();
  ListPasses made(*std::move(sort));
  made.end_bit_ = plan.end_bit;
  Result<void> status = make_storage_buffer(made.lists_, what, plan.bytes[ListPlan::lists], "glccl lists", made.bytes_);
  if (status) {
    status =
        make_storage_buffer(made.places_, what, plan.bytes[ListPlan::places], "glccl places of lists", made.bytes_);
  }
  if (status) status = gl::make_passes(programs, shader_files, plan.list, made.passes_);
  if (!status) return status.error();
  return made;
}

std::size_t ListPasses::dispatches() const { return passes_.size() + sort_.dispatches(shared::LENGTH_BITS, end_bit_); }

void ListPasses::run(GLuint table, gl::PassMarks& marks) {
  gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, ListPlan::table, table);
  gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, ListPlan::lists, lists_.name());
  gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, ListPlan::places, places_.name());
  sort_.bind();
  for (const auto pass : {ListPlan::count_runs, ListPlan::sum_runs, ListPlan::list_runs}) {
    dispatch(passes_[pass], marks);
  }
  sort_.swap();
  sort_.run(shared::LENGTH_BITS, end_bit_, marks);
  for (const auto pass : {ListPlan::count_elements, ListPlan::sum_elements, ListPlan::write_lists}) {
    dispatch(passes_[pass], marks);
  }
}

}  // namespace glccl::regions
