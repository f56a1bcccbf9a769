#include "engine/regions/contact_passes.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "engine/common/shader_files.hpp"
#include "engine/common/storage_buffer.hpp"
#include "glccl/contacts.hpp"
#include "glsl/shared/label_pairs.h"
#include "glsl/shared/locations.h"
#include "glsl/shared/regions.h"

namespace glccl::regions {
namespace {

constexpr std::array buffer_labels = {"glccl contacts", "glccl slots of contacts", "glccl pairs of contacts",
                                      "glccl merged contacts"};

/// The grid of count_contacts.
gl::Groups groups_of_strips(const Extent& extent) {
  constexpr int strips_each = shared::PAIR_GROUP / shared::PAIR_COLUMNS;
  const std::int64_t strips = std::int64_t{gl::groups_for(extent.height, shared::PAIR_ROWS)} * extent.depth;
  return gl::folded(
      std::int64_t{gl::groups_for(extent.width, shared::PAIR_COLUMNS)} * gl::groups_for(strips, strips_each), 1);
}

static_assert(shared::PAIR_GROUP == shared::REGION_GROUP && shared::PAIR_COLUMNS == shared::REGION_COLUMNS);

}  // namespace

Result<ContactPasses> ContactPasses::create(const gl::Programs& programs, const Extent& extent,
                                            std::uint32_t max_contacts) {
  constexpr std::int64_t word = sizeof(GLuint);
  const std::string what = "contacts of " + std::to_string(max_contacts) + " pairs";
  ContactPasses made;
  const std::int64_t slots = std::int64_t{2} * std::bit_ceil(max_contacts);
  const std::array<std::int64_t, 4> bytes = {static_cast<std::int64_t>(contacts_bytes(max_contacts)), 4 * word * slots,
                                             word * (4 + std::int64_t{max_contacts}),
                                             std::int64_t{sizeof(Contact)} * max_contacts};
  // Counts and slots are 0 before the first call, too.
  const std::vector<unsigned char> zeros(static_cast<std::size_t>(std::max(bytes[1], bytes[2])));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const void* const begin = i == 1 || i == 2 ? zeros.data() : nullptr;
    const Result<void> status =
        make_storage_buffer(made.buffers_[i], what, bytes[i], buffer_labels[i], made.bytes_, begin);
    if (!status) return status.error();
  }
  made.merges_ = std::max(shared::merges_of_contacts(max_contacts), 1);
  const GLuint chunks = gl::groups_for(max_contacts, shared::CONTACT_CHUNK);
  std::vector<std::string> defines = gl::extent_defines(extent, shared::REGION_GROUP);
  defines.insert(defines.end(),
                 {gl::define("SLOTS", slots), gl::define("MAX_PAIRS", max_contacts), gl::define("CHUNKS", chunks)});
  const std::vector<gl::PassSource> sources = {
      {"count_contacts", groups_of_strips(extent), {"SHARED_BUFFER coherent"}},
      {"sort_contacts", gl::folded(chunks, 1)},
      {"merge_contacts", gl::folded(max_contacts, shared::REGION_GROUP)},
  };
  const Result<void> compiled = gl::make_passes(programs, shader_files, "regions/", sources, defines, made.passes_);
  if (!compiled) return compiled.error();
  return made;
}

// merge_contacts runs several times.
std::size_t ContactPasses::dispatches() const { return passes_.size() - 1 + static_cast<std::size_t>(merges_); }

void ContactPasses::run(int hops, gl::PassMarks& marks) {
  for (GLuint i = 0; i < buffers_.size(); ++i) {
    gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, i, buffers_[i].name());
  }
  passes_[count_contacts].program->uniforms.set(shared::AT_ARGUMENT, hops);
  dispatch(passes_[count_contacts], marks);
  dispatch(passes_[sort_contacts], marks);
  GLint width = shared::CONTACT_CHUNK;
  for (int i = 0; i < merges_; ++i, width *= shared::CONTACT_RUNS) {
    passes_[merge_contacts].program->uniforms.set(shared::AT_ARGUMENT, width);
    dispatch(passes_[merge_contacts], marks);
  }
}

}  // namespace glccl::regions
