#include "engine/regions/list_passes.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "engine/common/shader_files.hpp"
#include "engine/common/storage_buffer.hpp"
#include "glsl/shared/regions.h"

namespace glccl::regions {
namespace {

constexpr GLuint table_binding = 0;
constexpr GLuint lists_binding = 1;
constexpr GLuint places_binding = 2;

std::int64_t tiles_of(const Extent& extent) { return gl::groups_for(extent.elements(), shared::LIST_TILE); }

/// "NAME valueu", of numbers that need not fit an int.
std::string define_unsigned(const char* name, std::int64_t value) { return gl::define(name, value) + "u"; }

}  // namespace

Result<ListPasses> ListPasses::create(const gl::Programs& programs, const Extent& extent,
                                      const RegionOptions& options) {
  const std::int64_t runs = runs_of(options, extent);
  const std::int64_t counts = std::max(2 * tiles_of(extent), std::int64_t{gl::groups_for(runs, shared::REGION_GROUP)});
  const std::string what = "lists of " + std::to_string(options.max_components) + " components, " +
                           std::to_string(elements_of(options, extent)) + " elements and " + std::to_string(runs) +
                           " runs";
  Result<SortPasses> sort = SortPasses::create(programs, extent, what, runs, counts);
  if (!sort) return sort.error();
  ListPasses made(*std::move(sort));
  const auto list_bytes = static_cast<std::int64_t>(lists_bytes(options.max_components));
  const std::int64_t place_bytes = std::int64_t{sizeof(GLuint)} * elements_of(options, extent);
  Result<void> status = make_storage_buffer(made.lists_, what, list_bytes, "glccl lists", made.bytes_);
  if (status) status = make_storage_buffer(made.places_, what, place_bytes, "glccl places of lists", made.bytes_);
  if (status) status = made.compile(programs, extent, options);
  if (!status) return status.error();
  return made;
}

Result<void> ListPasses::compile(const gl::Programs& programs, const Extent& extent, const RegionOptions& options) {
  std::vector<std::string> defines = gl::extent_defines(extent, shared::REGION_GROUP);
  defines.insert(defines.end(), {gl::define("TILES", tiles_of(extent)), define_unsigned("ELEMENTS", extent.elements()),
                                 define_unsigned("MAX_COMPONENTS", options.max_components),
                                 define_unsigned("MAX_ELEMENTS", elements_of(options, extent)),
                                 define_unsigned("MAX_RUNS", runs_of(options, extent))});
  const gl::Groups one = {1, 1, 1};
  const gl::Groups tiles = gl::folded(tiles_of(extent), 1);
  const gl::Groups runs = gl::folded(runs_of(options, extent), shared::REGION_GROUP);
  const std::vector<gl::PassSource> sources = {
      {"count_runs", tiles},
      {"sum_runs", one},
      {"list_runs", tiles},
      // The runs are sorted here.
      {"count_elements", runs},
      {"sum_elements", one},
      {"write_lists", runs},
  };
  end_bit_ = shared::LENGTH_BITS + static_cast<int>(std::bit_width(options.max_components - 1));
  return gl::make_passes(programs, shader_files, "regions/", sources, defines, passes_);
}

std::size_t ListPasses::dispatches() const { return passes_.size() + sort_.dispatches(shared::LENGTH_BITS, end_bit_); }

void ListPasses::run(GLuint table, gl::PassMarks& marks) {
  gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, table_binding, table);
  gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, lists_binding, lists_.name());
  gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, places_binding, places_.name());
  sort_.bind();
  for (const PassIndex pass : {count_runs, sum_runs, list_runs}) dispatch(passes_[pass], marks);
  sort_.swap();
  sort_.run(shared::LENGTH_BITS, end_bit_, marks);
  for (const PassIndex pass : {count_elements, sum_elements, write_lists}) dispatch(passes_[pass], marks);
}

}  // namespace glccl::regions
