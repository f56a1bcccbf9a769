#include "engine/tracks/passes.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "engine/common/shader_files.hpp"
#include "engine/common/storage_buffer.hpp"
#include "glsl/shared/label_pairs.h"
#include "glsl/shared/locations.h"
#include "glsl/shared/tracks.h"

namespace glccl::tracks {

using gl::define;
using gl::folded;
using gl::groups_for;

namespace {

/// Bindings of the shaders of glsl/tracks.
constexpr GLuint labels_unit = 0;
constexpr GLuint last_labels_unit = 1;
constexpr GLuint image_unit = 0;
constexpr GLuint table_binding = 0;
constexpr GLuint first_binding = 1;
constexpr GLuint words_binding = 5;  ///< The tracks once more.

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

struct TrackPasses::Sizes {
  std::int64_t components;
  std::int64_t pairs;
  std::int64_t slots;  ///< A power of two, at least twice the pairs.
  std::int64_t chunks;
};

TrackPasses::Sizes TrackPasses::sizes_of(const TrackerOptions& options) {
  const std::uint32_t pairs = pairs_of(options);
  return {options.max_components, pairs, std::int64_t{2} * std::bit_ceil(pairs),
          groups_for(options.max_components, shared::TRACK_CHUNK)};
}

TrackPasses::TrackPasses(const Extent& extent, const TrackerOptions&)
    : extent_(extent), nearest_(gl::make_nearest_sampler()), state_table_(gl::make_state_table(used_for(extent))) {}

Result<void> TrackPasses::make_passes(const gl::Programs& programs, const TrackerOptions& options) {
  const Sizes sizes = sizes_of(options);
  std::vector<std::string> defines = gl::extent_defines(extent_, shared::PAIR_GROUP);
  defines.insert(defines.end(), {define("MAX_COMPONENTS", sizes.components), define("MAX_PAIRS", sizes.pairs),
                                 define("SLOTS", sizes.slots), define("CHUNKS", sizes.chunks)});
  const std::string coherent = "SHARED_BUFFER coherent";
  constexpr int rows_in_group = shared::PAIR_GROUP / shared::PAIR_COLUMNS * shared::PAIR_ROWS;
  const gl::Groups slots = folded(std::max(sizes.slots, sizes.components), shared::PAIR_GROUP);
  const gl::Groups strips = {groups_for(extent_.width, shared::PAIR_COLUMNS),
                             groups_for(std::int64_t{extent_.height} * extent_.depth, rows_in_group), 1};
  const gl::Groups pairs = folded(sizes.pairs, shared::PAIR_GROUP);
  const gl::Groups components = folded(sizes.components, shared::PAIR_GROUP);
  const gl::Groups chunks = {static_cast<GLuint>(sizes.chunks), 1, 1};
  std::vector<gl::PassSource> sources = {
      {"begin_tracks", slots},
      {"count_pairs", strips, {coherent}},
      {"count_pairs", strips, {coherent, "COPIES"}},
      {"find_overlaps", pairs},
      {"choose_parents", pairs},
      {"claim_ids", pairs},
      {"keep_ids", components},
      {"count_births", chunks},
      {"name_tracks", chunks},
  };
  if (options.id_labels) sources.push_back({"write_ids", strips});
  return gl::make_passes(programs, shader_files, "tracks/", sources, defines, passes_);
}

Result<void> TrackPasses::make_buffers(const TrackerOptions& options) {
  const Sizes sizes = sizes_of(options);
  constexpr std::int64_t word = sizeof(GLuint);
  constexpr std::int64_t earlier_words = 7;
  const std::array<std::int64_t, 4> bytes = {static_cast<std::int64_t>(tracks_bytes(options.max_components)),
                                             word * (4 + 2 * sizes.chunks + earlier_words * sizes.components),
                                             word * 3 * sizes.slots, word * sizes.pairs};
  const std::string what =
      "a tracker for " + std::to_string(sizes.components) + " components and " + std::to_string(sizes.pairs) + " pairs";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::vector<unsigned char> begin(static_cast<std::size_t>(bytes[i]));
    if (i == 0) {
      TracksHeader header;
      header.last_id = options.first_id - 1;
      header.capacity = options.max_components;
      header.deaths_at = static_cast<std::uint32_t>(deaths_offset(options.max_components));
      std::copy_n(reinterpret_cast<const unsigned char*>(&header), sizeof header, begin.begin());
    }
    const Result<void> made = make_storage_buffer(buffers_[i], what, bytes[i], buffer_labels[i], bytes_, begin.data());
    if (!made) return made;
  }
  return {};
}

Result<TrackPasses> TrackPasses::create(const gl::Programs& programs, const Extent& extent,
                                        const TrackerOptions& options) {
  TrackPasses passes(extent, options);
  if (const Result<void> status = passes.make_buffers(options); !status) return status.error();
  if (const Result<void> status = passes.make_passes(programs, options); !status) return status.error();
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
  for (const Pass pass : {find_overlaps, choose_parents, claim_ids, keep_ids, count_births, name_tracks}) {
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
