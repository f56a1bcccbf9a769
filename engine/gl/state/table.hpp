// The context state that a labeling touches, as one table. StateGuard walks it; so does its test, which poisons every
// entry in both polarities, in contexts of both profiles.
//
// The classes of state are those of the state tables of OpenGL 4.6 (core and compatibility) and of the extensions of
// current drivers. "Guarded" is saved, made neutral and restored, as far as the context has it.
//
// | state                                        | what it can do to a pass                         | here            |
// |----------------------------------------------|--------------------------------------------------|-----------------|
// | program; used bindings of textures, samplers,| passes set it                                    | guarded         |
// |   images, storage buffers; active texture    |                                                  |                 |
// | vertex array, draw framebuffer, indirect     | raster sets it                                   | guarded, raster |
// |   buffer, transform feedback object; of      |                                                  |                 |
// |   viewport 0 and draw buffer 0: viewport,    |                                                  |                 |
// |   blending, blend equation; depth function   |                                                  |                 |
// |   and mask, front stencil, point size        |                                                  |                 |
// | scissor, colour mask, logic op, culling,     | clips, drops or changes vertices and fragments   | guarded, raster |
// |   polygon mode, offset and smoothing, dither,|                                                  |                 |
// |   depth test, range and clamp, stencil test, |                                                  |                 |
// |   discard, primitive restart, clip distances |                                                  |                 |
// |   and control, sRGB, program point size      |                                                  |                 |
// | compatibility: alpha test, polygon stipple,  | drops fragments, changes points, clamps ids      | guarded, raster |
// |   smooth points, sprites, sizes of points,   |                                                  |                 |
// |   fragment colour clamping,                  |                                                  |                 |
// |   NV_primitive_restart                       |                                                  |                 |
// | parameter buffer (4.6)                       | Mesa limits indirect draws by it                 | guarded, raster |
// | EXT: depth bounds, window rectangles, raster | drop fragments, change coverage                  | guarded, raster |
// |   multisample; NV, INTEL: conservative       |                                                  |                 |
// |   rasterization; INTEL blackhole render      |                                                  |                 |
// | NV: exclusive scissor, representative        | drop fragments, shade several pixels at once,    | guarded, raster |
// |   fragments, shading rate image, coverage to | write coverage, move vertices, read draws from   |                 |
// |   colour, viewport swizzle, unified indirect | an address                                       |                 |
// |   draws                                      |                                                  |                 |
// | NV_clip_space_w_scaling                      | moves vertices; NVIDIA's driver (580) answers    | unknown:        |
// |                                              |   every query of it with GL_INVALID_ENUM         |   disable it    |
// | queries that count what is drawn, with       | would count the passes                           | refused, raster |
// |   pipeline statistics                        |                                                  | (idle_check.hpp)|
// | queries of dispatches and of time            | none, but they count and measure the passes too  | untouched       |
// | transform feedback                           | the program must not change                      | refused         |
// | selection and feedback mode, display list    | nothing is drawn, or commands are recorded       | refused         |
// | conditional rendering, glBegin               | passes are skipped; OpenGL has no query for it   | unknown: end it |
// | source: swizzle, base level,                 | texels are moved                                 | copied first    |
// |   GL_DEPTH_TEXTURE_MODE GL_ALPHA             |                                                  | (source.cpp)    |
// | source: border                               | texels are moved                                 | refused         |
// | source: GL_DEPTH_STENCIL_TEXTURE_MODE        | the other aspect is read                         | set and set back|
// |                                              |                                                  | (depth_stencil_ |
// |                                              |                                                  |  mode.hpp)      |
// | unpack and pixel-transfer state              | none: nothing is uploaded, clears are zeros      | untouched       |
// | pack state, query buffer                     | none; read-backs and times set and restore it    | untouched       |
// | multisampling (coverage, masks, shading,     | none: targets have one sample, and locations     | untouched       |
// |   sample locations, coverage modulation)     | belong to framebuffers                           |                 |
// | line, hint, patch, fade threshold, clear     | none: no pass draws lines or patches; clears     | untouched       |
// |   values, blend function and colour          | name their values; GL_MAX has no factors         |                 |
// | front face, back stencil, cull mode          | none: culling is off; routing draws points       | untouched       |
// | provoking vertex; origin of sprites          | none: only points have flat outputs, and no pass | untouched       |
// |                                              |   asks where in a point it is                    |                 |
// | advanced blending, dilation, subpixel bias   | none: only with what is neutral                  | untouched       |
// | transform feedback overflow queries          | none: raster's buffer has room for its vertex    | untouched       |
// | fixed function (matrices, lighting, fog,     | none: a program is in use, and it has no built-in| untouched       |
// |   colour sum, shade model, texture           | inputs or outputs                                |                 |
// |   environment, two-sided and vertex colour   |                                                  |                 |
// |   clamping, distance attenuation, client     |                                                  |                 |
// |   arrays), assembly programs                 |                                                  |                 |
#pragma once

#include <array>
#include <vector>

#include "engine/gl/functions/opengl.hpp"

namespace glccl::gl {

/// The kinds of state that an engine uses, and the ranges of its bindings.
struct UsedState {
  bool draws = false;  ///< It has render passes, not only dispatches.
  int first_texture_unit = 0;
  int texture_units = 0;
  bool volume_textures = false;       ///< The texture units also take 3-D textures.
  bool multisample_textures = false;  ///< The texture units also take multisampled textures.
  int storage_buffers = 0;            ///< From binding 0 on.
  int image_units = 0;                ///< From unit 0 on.
  bool blits = false;                 ///< It blits framebuffers, and draws nothing.
  /// Name of a framebuffer with 8 bits of stencil, for engines that draw. 0: the stencil reference is saved as the draw
  /// framebuffer clamps it.
  GLuint with_stencil = 0;
};

/// What the context holds for one entry. Each entry uses as many elements as it needs; the others are 0.
struct StateValue {
  std::array<GLint64, 7> integers{};
  std::array<GLdouble, 4> reals{};
  std::vector<GLint> list;  ///< Of states of any length.
  friend bool operator==(const StateValue&, const StateValue&) = default;
};

/// One piece of state. `index` is the capability or the number of the binding, where the name stands for several.
struct StateEntry {
  const char* name = "";
  GLuint index = 0;
  /// Reads it from the context.
  void (*save)(GLuint index, StateValue& found) = nullptr;
  /// Sets it to what the passes expect; null where passes set it themselves. `found` is what `save` read.
  void (*set_neutral)(GLuint index, const StateValue& found) = nullptr;
  /// Sets it to what `save` read.
  void (*restore)(GLuint index, const StateValue& saved) = nullptr;
  /// What StateGuard has saved. It stays here so that a labeling allocates nothing for it.
  StateValue saved = {};
};

/// The entries for an engine, in the order in which they have to be restored. Needs a current context, whose profile,
/// extensions and number of clip distances it asks for.
std::vector<StateEntry> make_state_table(const UsedState& used);

}  // namespace glccl::gl
