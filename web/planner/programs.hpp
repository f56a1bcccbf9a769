// The labelings and programs of WebGPU, for the planner and for tools/web, which writes the programs.
#pragma once

#include <string>

#include "engine/compute/programs.hpp"
#include "glccl/image.hpp"
#include "glccl/options.hpp"
#include "glccl/spec.hpp"

namespace glccl::web {

/// What can be labeled: what `compute` can, of formats that textures of WebGPU have.
inline const Capabilities& capabilities() {
  static const Capabilities made = [] {
    Capabilities web = capabilities_of(Engine::compute);
    web.engine = "web";
    web.formats = {PixelFormat::u8,  PixelFormat::u16, PixelFormat::u32, PixelFormat::i8,     PixelFormat::i16,
                   PixelFormat::i32, PixelFormat::f16, PixelFormat::f32, PixelFormat::unorm8, PixelFormat::rgba8};
    return web;
  }();
  return made;
}

/// Whether a labeling can be made. Errors: those of the three checks.
inline Result<void> check_labeling(const LabelingSpec& spec, const InputFormats& formats, const Extent& extent,
                                   std::uint32_t rows) {
  if (Result<void> checked = check(spec, formats.image, extent, capabilities()); !checked) return checked;
  if (Result<void> checked = check_second_images(spec, formats, extent, capabilities()); !checked) return checked;
  return check_table(spec, rows);
}

/// The request of a labeling that check_labeling() takes.
inline Request request_of(const LabelingSpec& spec, const InputFormats& formats, const Extent& extent,
                          std::uint32_t rows) {
  const auto source_of = [&](PixelFormat format) {
    CheckedSource source{.texture = 1, .extent = extent, .format = format};
    source.shape = extent.is_volume() ? SourceShape::volume : SourceShape::flat;
    return source;
  };
  Request request{source_of(formats.image), spec_in(extent, spec), {.table_rows = rows}};
  if (formats.mask) request.mask = source_of(*formats.mask);
  if (formats.intensity) request.intensity = source_of(*formats.intensity);
  return request;
}

/// The key of its plan. A workgroup has at most as many invocations as every device runs. Nothing orders the workgroups
/// of a dispatch, and what they store is seen by later dispatches alone.
inline PlanKey plan_key_of(const Request& request) {
  PlanKey key = request.plan_key();
  key.workgroups = {.most_invocations = 256, .unite_in_tiles = false, .last_continues = false};
  return key;
}

/// The name of a program: its pass, and all that programs of that pass differ in, but for constants.
inline std::string name_of(const compute::ComputeProgramKey& key) {
  std::string name = traits_of(key.pass).name;
  for (const int field :
       {key.group_size, static_cast<int>(key.connectivity), static_cast<int>(key.criterion),
        static_cast<int>(key.source.texels), key.source.channels, static_cast<int>(key.source.measure),
        static_cast<int>(key.volume), static_cast<int>(key.measures)}) {
    name += "-" + std::to_string(field);
  }
  return name;
}

}  // namespace glccl::web
