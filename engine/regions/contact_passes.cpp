#include "engine/regions/contact_passes.hpp"

#include <bit>
#include <string>
#include <utility>

#include "engine/common/shader_files.hpp"
#include "engine/common/storage_buffer.hpp"
#include "glccl/contacts.hpp"
#include "glsl/shared/label_pairs.h"
#include "glsl/shared/locations.h"
#include "glsl/shared/regions.h"

namespace glccl::regions {
namespace {

constexpr int label_bits = 32;
constexpr std::array buffer_labels = {"glccl contacts", "glccl slots of contacts", "glccl pairs of contacts"};

static_assert(shared::PAIR_GROUP == shared::REGION_GROUP && shared::PAIR_COLUMNS == shared::REGION_COLUMNS);

}  // namespace

Result<ContactPasses> ContactPasses::create(const gl::Programs& programs, const Extent& extent,
                                            std::uint32_t max_contacts) {
  constexpr std::int64_t word = sizeof(GLuint);
  const std::string what = "contacts of " + std::to_string(max_contacts) + " pairs";
  Result<SortPasses> sort = SortPasses::create(programs, extent, what, max_contacts);
  if (!sort) return sort.error();
  ContactPasses made(*std::move(sort));
  const std::int64_t slots = std::int64_t{2} * std::bit_ceil(max_contacts);
  const std::array<std::int64_t, 3> bytes = {static_cast<std::int64_t>(contacts_bytes(max_contacts)), 4 * word * slots,
                                             word * (4 + std::int64_t{max_contacts})};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const Result<void> status = make_storage_buffer(made.buffers_[i], what, bytes[i], buffer_labels[i], made.bytes_);
    if (!status) return status.error();
  }
  std::vector<std::string> defines = gl::extent_defines(extent, shared::REGION_GROUP);
  defines.insert(defines.end(),
                 {gl::define("SLOTS", slots), gl::define("MAX_PAIRS", max_contacts),
                  gl::define("STEPS", extent.is_volume() ? shared::STEPS_OF_VOLUME : shared::STEPS_OF_IMAGE)});
  const gl::Groups pairs = gl::folded(max_contacts, shared::REGION_GROUP);
  const std::vector<gl::PassSource> sources = {
      {"begin_contacts", gl::folded(slots, shared::REGION_GROUP)},
      {"count_contacts", groups_of_columns(extent, shared::PAIR_ROWS), {"SHARED_BUFFER coherent"}},
      {"key_contacts", pairs},
      {"write_contacts", pairs},
  };
  const Result<void> compiled = gl::make_passes(programs, shader_files, "regions/", sources, defines, made.passes_);
  if (!compiled) return compiled.error();
  return made;
}

// key_contacts and a sort run twice.
std::size_t ContactPasses::dispatches() const { return passes_.size() + 1 + 2 * sort_.dispatches(0, label_bits); }

void ContactPasses::run(int hops, gl::PassMarks& marks) {
  for (GLuint i = 0; i < buffers_.size(); ++i) {
    gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, i, buffers_[i].name());
  }
  sort_.bind();
  dispatch(passes_[begin_contacts], marks);
  passes_[count_contacts].program->uniforms.set(shared::AT_ARGUMENT, hops);
  dispatch(passes_[count_contacts], marks);
  for (const GLint by_first : {0, 1}) {
    passes_[key_contacts].program->uniforms.set(shared::AT_ARGUMENT, by_first);
    dispatch(passes_[key_contacts], marks);
    sort_.swap();
    sort_.run(0, label_bits, marks);
  }
  dispatch(passes_[write_contacts], marks);
}

}  // namespace glccl::regions
