#include "engine/tracks/passes.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "engine/gl/program.hpp"
#include "engine/gl/work_groups.hpp"
#include "engine/shader_files.hpp"
#include "engine/storage_buffer.hpp"
#include "glsl/shared/label_pairs.h"
#include "glsl/shared/locations.h"
#include "glsl/shared/tracks.h"

namespace glccl::tracks {

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

/// What a job of a pass is: its number of workgroups follows from it.
enum class JobKind { slot, strip, pair, component, chunk };

gl::UsedState used_for(const Extent& extent) {
  return {.draws = false,
          .first_texture_unit = labels_unit,
          .texture_units = 2,
          .volume_textures = extent.is_volume(),
          .storage_buffers = 6,
          .image_units = 1};
}

}  // namespace

struct TrackPasses::PassTraits {
  const char* name;
  JobKind job;
  std::vector<std::string> files;  ///< Between tracks.glsl and the pass's own file.
};

const std::array<TrackPasses::PassTraits, TrackPasses::pass_count>& TrackPasses::traits() {
  static const std::array<PassTraits, pass_count> all = {{
      {"begin_tracks", JobKind::slot, {}},
      {"count_pairs", JobKind::strip, {"common/label_pairs.glsl"}},
      {"count_pairs", JobKind::strip, {"common/label_pairs.glsl"}},
      {"find_overlaps", JobKind::pair, {}},
      {"choose_parents", JobKind::pair, {}},
      {"claim_ids", JobKind::pair, {}},
      {"keep_ids", JobKind::component, {}},
      {"count_births", JobKind::chunk, {"tracks/births.glsl"}},
      {"name_tracks", JobKind::chunk, {"compute/prefix.glsl", "tracks/births.glsl"}},
      {"write_ids", JobKind::strip, {}},
  }};
  return all;
}

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
    : extent_(extent), nearest_(gl::make_sampler()), state_table_(gl::make_state_table(used_for(extent))) {
  glSamplerParameteri(nearest_.name(), GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glSamplerParameteri(nearest_.name(), GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

Status TrackPasses::make_programs(const TrackerOptions& options) {
  const Sizes sizes = sizes_of(options);
  const std::int64_t rows = std::int64_t{extent_.height} * extent_.depth;
  for (std::size_t i = 0; i < pass_count; ++i) {
    if (i == write_ids && !options.id_labels) continue;
    const PassTraits& pass = traits()[i];
    std::vector<std::string> defines;
    const auto define = [&](const char* name, std::int64_t value) {
      defines.push_back(std::string(name) + " " + std::to_string(value));
    };
    define("GROUP_SIZE", shared::PAIR_GROUP);
    define("MAX_COMPONENTS", sizes.components);
    define("MAX_PAIRS", sizes.pairs);
    define("SLOTS", sizes.slots);
    define("CHUNKS", sizes.chunks);
    define("WIDTH", extent_.width);
    define("HEIGHT", extent_.height);
    define("ROWS", rows);
    define("COPIES", i == count_and_copy ? 1 : 0);
    defines.emplace_back(i == count_pairs || i == count_and_copy ? "SHARED_BUFFER coherent" : "SHARED_BUFFER");
    if (extent_.is_volume()) define("VOLUME", 1);
    std::vector<std::string> files = {"shared/prelude.h",
                                      "shared/locations.h",
                                      "shared/tracks.h",
                                      "shared/label_pairs.h",
                                      "common/jobs.glsl",
                                      "common/places.glsl",
                                      "common/component_count.glsl",
                                      "tracks/tracks.glsl"};
    files.insert(files.end(), pass.files.begin(), pass.files.end());
    files.push_back(std::string("tracks/") + pass.name + ".comp");
    Result<gl::Program> program = gl::build_compute_program(shader_files, {pass.name, files, defines});
    if (!program) return program.error();
    programs_[i] = *std::move(program);
    constexpr int in_strips = shared::PAIR_GROUP / shared::PAIR_COLUMNS * shared::PAIR_ROWS;
    switch (pass.job) {
      case JobKind::slot:
        groups_[i] = folded(groups_for(std::max(sizes.slots, sizes.components), shared::PAIR_GROUP));
        break;
      case JobKind::strip:
        groups_[i] = {groups_for(extent_.width, shared::PAIR_COLUMNS), groups_for(rows, in_strips)};
        break;
      case JobKind::pair:
        groups_[i] = folded(groups_for(sizes.pairs, shared::PAIR_GROUP));
        break;
      case JobKind::component:
        groups_[i] = folded(groups_for(sizes.components, shared::PAIR_GROUP));
        break;
      case JobKind::chunk:
        groups_[i] = {static_cast<GLuint>(sizes.chunks), 1};
        break;
    }
  }
  return {};
}

Status TrackPasses::make_buffers(const TrackerOptions& options) {
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
    const Status made = make_storage_buffer(buffers_[i], what, bytes[i], buffer_labels[i], bytes_, begin.data());
    if (!made) return made;
  }
  return {};
}

Result<TrackPasses> TrackPasses::create(const Extent& extent, const TrackerOptions& options) {
  TrackPasses passes(extent, options);
  if (const Status status = passes.make_buffers(options); !status) return status.error();
  if (const Status status = passes.make_programs(options); !status) return status.error();
  return passes;
}

void TrackPasses::dispatch(Pass pass) {
  const char* name = traits()[pass].name;
  marks_.begin(name, name);
  glUseProgram(programs_[pass].name());
  glDispatchCompute(groups_[pass][0], groups_[pass][1], 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

void TrackPasses::run(const TrackedInput& input, TimingDetail timing) {
  const GLboolean layered = extent_.is_volume() ? GL_TRUE : GL_FALSE;
  glBindTextureUnit(labels_unit, input.labels);
  glBindTextureUnit(last_labels_unit, input.last_labels);
  glBindSampler(labels_unit, nearest_.name());
  glBindSampler(last_labels_unit, nearest_.name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, table_binding, input.table);
  for (GLuint i = 0; i < buffers_.size(); ++i) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, first_binding + i, buffers_[i].name());
  }
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, words_binding, tracks());
  glProgramUniform1i(programs_[begin_tracks].name(), shared::AT_ARGUMENT, input.forgets ? 1 : 0);
  marks_.restart(timing);
  dispatch(begin_tracks);
  if (input.copy != 0) {
    glBindImageTexture(image_unit, input.copy, 0, layered, 0, GL_WRITE_ONLY, GL_R32UI);
    dispatch(count_and_copy);
  } else {
    dispatch(count_pairs);
  }
  for (const Pass pass : {find_overlaps, choose_parents, claim_ids, keep_ids, count_births, name_tracks}) {
    dispatch(pass);
  }
  if (input.id_labels != 0) {
    glBindImageTexture(image_unit, input.id_labels, 0, layered, 0, GL_WRITE_ONLY, GL_R32UI);
    dispatch(write_ids);
  }
  marks_.end();
  glMemoryBarrier(GL_ALL_BARRIER_BITS);  // the caller may use the results in any way
}

}  // namespace glccl::tracks
