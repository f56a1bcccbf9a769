#include "engine/regions/contact_passes.hpp"

#include <algorithm>
#include <string>

#include "engine/common/shader_files.hpp"
#include "engine/common/storage_buffer.hpp"
#include "glsl/shared/locations.h"
#include "glsl/shared/regions.h"

namespace glccl::regions {
namespace {

constexpr std::array buffer_labels = {"glccl contacts", "glccl slots of contacts", "glccl pairs of contacts",
                                      "glccl merged contacts"};

}  // namespace

Result<ContactPasses> ContactPasses::create(const gl::Programs& programs, const Extent& extent,
                                            std::uint32_t max_contacts) {
  const std::string what = "contacts of " + std::to_string(max_contacts) + " pairs";
  const ContactPlan plan = contact_plan(extent, max_contacts);
  const auto& bytes = plan.bytes;
  ContactPasses made;
  made.merges_ = plan.merges;
  // Counts and slots are 0 before the first call, too.
  const std::vector<unsigned char> zeros(
      static_cast<std::size_t>(std::max(bytes[ContactPlan::slots], bytes[ContactPlan::pairs])));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const void* const begin = i == ContactPlan::slots || i == ContactPlan::pairs ? zeros.data() : nullptr;
    const Result<void> status =
        make_storage_buffer(made.buffers_[i], what, bytes[i], buffer_labels[i], made.bytes_, begin);
    if (!status) return status.error();
  }
  const Result<void> compiled = gl::make_passes(programs, shader_files, plan.list, made.passes_);
  if (!compiled) return compiled.error();
  return made;
}

// merge_contacts runs several times.
std::size_t ContactPasses::dispatches() const { return passes_.size() - 1 + static_cast<std::size_t>(merges_); }

void ContactPasses::run(int hops, gl::PassMarks& marks) {
  for (GLuint i = 0; i < buffers_.size(); ++i) {
    gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, i, buffers_[i].name());
  }
  passes_[ContactPlan::count_contacts].program->uniforms.set(shared::AT_ARGUMENT, hops);
  dispatch(passes_[ContactPlan::count_contacts], marks);
  dispatch(passes_[ContactPlan::sort_contacts], marks);
  GLint width = shared::CONTACT_CHUNK;
  for (int i = 0; i < merges_; ++i, width *= shared::CONTACT_RUNS) {
    passes_[ContactPlan::merge_contacts].program->uniforms.set(shared::AT_ARGUMENT, width);
    dispatch(passes_[ContactPlan::merge_contacts], marks);
  }
}

}  // namespace glccl::regions
