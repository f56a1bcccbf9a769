// Building blocks of the state table's entries.
#pragma once

#include <vector>

#include "engine/gl/context_traits.hpp"
#include "engine/gl/functions/functions.hpp"
#include "engine/gl/objects.hpp"
#include "engine/gl/state/table.hpp"

namespace glccl::gl {

/// The first integer that a query gives, for an index of a binding too. Queries for 32 bits clamp unsigned state, such
/// as masks of stencil, to 2^31 - 1.
inline GLint64 integer(GLenum name) {
  GLint64 value = 0;
  api().GetInteger64v(name, &value);
  return value;
}
inline GLint64 integer(GLenum name, GLuint index) {
  GLint64 value = 0;
  api().GetInteger64i_v(name, index, &value);
  return value;
}

/// Saves the answers to queries for the context, for an index of a binding, or for a capability at an index.
template <GLenum... queries>
void save(GLuint, StateValue& found) {
  found.integers = {integer(queries)...};
}
template <GLenum... queries>
void save_at(GLuint index, StateValue& found) {
  found.integers = {integer(queries, index)...};
}
template <GLenum capability>
void save_enabled(GLuint index, StateValue& found) {
  found.integers[0] = api().IsEnabledi(capability, index);
}

template <GLenum capability>
void disable_at(GLuint index, const StateValue&) {
  api().Disablei(capability, index);
}
template <GLenum capability>
void restore_enabled(GLuint index, const StateValue& saved) {
  (saved.integers[0] != 0 ? api().Enablei : api().Disablei)(capability, index);
}

inline GLenum as_enum(GLint64 value) { return static_cast<GLenum>(value); }
inline GLuint as_name(GLint64 value) { return static_cast<GLuint>(value); }

/// Binds a buffer to a target as it was found.
inline void restore_buffer(GLenum target, const StateValue& saved) {
  api().BindBuffer(target, bindable(saved.integers[0], api().IsBuffer));
}

inline void save_capability(GLuint capability, StateValue& found) { found.integers[0] = api().IsEnabled(capability); }

/// A capability that is disabled unless a pass enables it.
inline StateEntry disabled(const char* name, GLenum capability) {
  return {
      name, capability, save_capability,
      [](GLuint index, const StateValue& found) {
        if (found.integers[0] != 0) api().Disable(index);
      },
      [](GLuint index, const StateValue& saved) { (saved.integers[0] != 0 ? api().Enable : api().Disable)(index); }};
}

/// Adds what extensions of the context, and OpenGL 4.6, change in drawing. Nothing for extensions that it lacks.
void add_extension_state(const ContextTraits& context, std::vector<StateEntry>& table);

/// Adds what compatibility profiles change in drawing.
void add_compatibility_state(const ContextTraits& context, std::vector<StateEntry>& table);

/// The stencil state of front faces, also where EXT_stencil_two_side lets queries answer for another face.
/// `with_stencil` is UsedState::with_stencil.
StateEntry front_stencil(const ContextTraits& context, GLuint with_stencil);

}  // namespace glccl::gl
