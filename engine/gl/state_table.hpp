// The context state that a labeling touches, as one table. StateGuard walks it; so does its test, which poisons every
// entry in both polarities.
//
// Saved, set and restored, for engines that draw:
//   - capabilities that clip, cull, drop or change what a pass draws, and all clip distances
//   - of viewport 0: scissor test, viewport, depth range; of draw buffer 0: blending, blend equation, colour mask
//   - vertex array, draw framebuffer, indirect buffer, transform feedback object
//   - depth function and mask, clip control, polygon mode, point size, stencil state of front faces
// for every engine:
//   - program; of the used bindings: shader storage buffers, images, 2-D and 2-D array textures, samplers; active
//   texture
//
// Refused by Labeler::label(), because it cannot be put aside: an active query that counts what is drawn, active
// transform feedback.
//
// Unknown, because OpenGL has no query for it: conditional rendering. The caller has to end it before label().
//
// Untouched, because the engines use direct state access: every other binding and parameter, pixel-unpack state
// included. Downloads set pixel-pack state, and restore it (tight_transfer.hpp).
#pragma once

#include <GL/glew.h>

#include <array>
#include <vector>

namespace glccl::gl {

/// The kinds of state that an engine uses, and the ranges of its bindings.
struct UsedState {
  bool draws = false;  ///< It has render passes, not only dispatches.
  int first_texture_unit = 0;
  int texture_units = 0;
  int storage_buffers = 0;  ///< From binding 0 on.
  int image_units = 0;      ///< From unit 0 on.
};

/// What the context holds for one entry. Each entry uses as many elements as it needs; the others are 0.
struct StateValue {
  std::array<GLint64, 7> integers{};
  std::array<GLdouble, 4> reals{};
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
};

/// The entries for an engine, in the order in which they have to be restored. Needs a current context, whose number of
/// clip distances it asks for.
std::vector<StateEntry> make_state_table(const UsedState& used);

}  // namespace glccl::gl
