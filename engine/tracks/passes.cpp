#include "engine/tracks/passes.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/common/shader_files.hpp"
#include "engine/common/storage_buffer.hpp"
#include "glsl/shared/locations.h"

namespace glccl::tracks {
namespace {

/// Bindings of the shaders of glsl/tracks.
constexpr GLuint labels_unit = 0;
constexpr GLuint last_labels_unit = 1;
constexpr GLuint image_unit = 0;

constexpr std::array buffer_labels = {"glccl tracks", "glccl last tracks", "glccl slots", "glccl pairs"};

gl::UsedState used_for(const Extent& extent) {
  return {.draws = false,
          .first_texture_unit = labels_unit,
          .texture_units = 2,
          .volume_textures = extent.is_volume(),
          .storage_buffers = 6,
          .image_units = 1};
}

}  // namespace

TrackPasses::TrackPasses(const Extent& extent)
    : extent_(extent), nearest_(gl::make_nearest_sampler()), state_table_(gl::make_state_table(used_for(extent))) {}

Result<void> TrackPasses::make_buffers(const TrackPlan& plan, const TrackerOptions& options) {
  const std::string what = "a tracker for " + std::to_string(options.max_components) + " components and " +
                           std::to_string(pairs_of(options)) + " pairs";
  for (std::size_t i = 0; i < track_buffers; ++i) {
    std::vector<unsigned char> begin(static_cast<std::size_t>(plan.bytes[i]));
    if (i == tracks_buffer) {
      const TracksHeader header = first_header(options);
      std::copy_n(reinterpret_cast<const unsigned char*>(&header), sizeof header, begin.begin());
    }
    const Result<void> made =
        make_storage_buffer(buffers_[i], what, plan.bytes[i], buffer_labels[i], bytes_, begin.data());
    if (!made) return made;
  }
  return {};
}

Result<TrackPasses> TrackPasses::create(const gl::Programs& programs, const Extent& extent,
                                        const TrackerOptions& options) {
  const TrackPlan plan = make_plan(extent, options);
  TrackPasses passes(extent);
  Result<void> status = passes.make_buffers(plan, options);
  if (status) status = gl::make_passes(programs, shader_files, plan.list, passes.passes_);
  if (!status) return status.error();
  return passes;
}

void TrackPasses::run(const TrackedInput& input, TimingDetail timing, DebugGroups groups) {
  const GLboolean layered = extent_.is_volume() ? GL_TRUE : GL_FALSE;
  gl::api().BindTextureUnit(labels_unit, input.labels);
  gl::api().BindTextureUnit(last_labels_unit, input.last_labels);
  gl::api().BindSampler(labels_unit, nearest_.name());
  gl::api().BindSampler(last_labels_unit, nearest_.name());
  gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, table_binding, input.table);
  for (GLuint i = 0; i < buffers_.size(); ++i) {
    gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, first_binding + i, buffers_[i].name());
  }
  gl::api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, words_binding, tracks());
  passes_[begin_tracks].program->uniforms.set(shared::AT_ARGUMENT, input.forgets ? 1 : 0);
  marks_.restart(timing, groups);
  dispatch(passes_[begin_tracks], marks_);
  if (input.copy != 0) {
    gl::api().BindImageTexture(image_unit, input.copy, 0, layered, 0, GL_WRITE_ONLY, GL_R32UI);
    dispatch(passes_[count_and_copy], marks_);
  } else {
    dispatch(passes_[count_pairs], marks_);
  }
  for (const TrackPass pass : {find_overlaps, choose_parents, claim_ids, keep_ids, count_births, name_tracks}) {
    dispatch(passes_[pass], marks_);
  }
  if (input.id_labels != 0) {
    gl::api().BindImageTexture(image_unit, input.id_labels, 0, layered, 0, GL_WRITE_ONLY, GL_R32UI);
    dispatch(passes_[write_ids], marks_);
  }
  marks_.end();
  gl::api().MemoryBarrier(GL_ALL_BARRIER_BITS);  // the caller may use the results in any way
}

}  // namespace glccl::tracks
