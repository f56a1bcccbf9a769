// An image of objects that OpenGL draws with a depth test: the id buffer and the depth buffer of a renderer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "glccl/host/generate.hpp"
#include "glccl/host/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// The objects of a scene of draw_objects().
inline constexpr int drawn_objects = 4000;

/// The kinds of draw_objects(): ids and depth.
const std::vector<GenerateKind>& drawn_kinds();

/// Draws 4000 overlapping discs, squares and triangles of any angle, placed by `seed`, in the current context. Their
/// sizes grow with the image: extents of one shape have the same scene. The radii are 0.3 to 1.1 times the side of the
/// square that each object has to itself, which leaves about a fifth of the image background. Each object is a plane,
/// tilted a little, at a depth from 0.1 to 0.9. Depth is reversed: the object of the largest value is seen.
///
/// Kind "ids": u32, the number of the object that is seen, 1 to 4000, and 0 where there is none. Kind "depth": f32, its
/// depth in 0.02 to 0.98, and 0 where there is no object. A seed gives the same image on the same driver; drivers may
/// differ in the pixels of borders and in the last bits of depth.
///
/// Leaves the context's state as it was. Errors: `invalid_argument` (a kind that drawn_kinds() lacks, an extent without
/// pixels), `no_device` (no context is current), `too_large` (beyond GL_MAX_TEXTURE_SIZE, or no memory for the image),
/// `gpu`.
Result<Image> draw_objects(const std::string& kind, const Extent& extent, std::uint32_t seed);

}  // namespace glccl::host
