#include "engine/gl/uniforms.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

#include "engine/gl/functions/functions.hpp"

namespace glccl::gl {
namespace {

/// Whether shared locations have such uniforms. The linker gives samplers locations as it likes.
bool is_shared_type(GLenum type) {
  constexpr GLenum types[] = {GL_BOOL, GL_FLOAT, GL_INT, GL_INT_VEC2, GL_INT_VEC4, GL_UNSIGNED_INT};
  return std::find(std::begin(types), std::end(types), type) != std::end(types);
}

}  // namespace

Uniforms::Uniforms(GLuint program) : program_(program) {
  GLint count = 0;
  api().GetProgramInterfaceiv(program, GL_UNIFORM, GL_ACTIVE_RESOURCES, &count);
  for (GLuint i = 0; i < static_cast<GLuint>(count); ++i) {
    constexpr std::array<GLenum, 2> properties = {GL_LOCATION, GL_TYPE};
    std::array<GLint, 2> values{};
    api().GetProgramResourceiv(program, GL_UNIFORM, i, 2, properties.data(), 2, nullptr, values.data());
    const auto [location, type] = values;
    if (location < 0 || location >= static_cast<GLint>(location_count)) continue;  // -1: a member of a block
    if (is_shared_type(static_cast<GLenum>(type))) present_ |= std::uint64_t{1} << location;
  }
}

bool Uniforms::changes(GLint location, const Words& words) {
  if (!has(location)) return false;
  Words& last = last_[static_cast<std::size_t>(location)];
  const std::uint64_t bit = std::uint64_t{1} << location;
  if ((known_ & bit) != 0 && last == words) return false;
  known_ |= bit;
  last = words;
  return true;
}

void Uniforms::set(GLint location, GLint value) {
  if (changes(location, {value})) api().ProgramUniform1i(program_, location, value);
}

void Uniforms::set(GLint location, GLuint value) {
  if (changes(location, {static_cast<GLint>(value)})) api().ProgramUniform1ui(program_, location, value);
}

void Uniforms::set(GLint location, GLfloat value) {
  if (changes(location, {std::bit_cast<GLint>(value)})) api().ProgramUniform1f(program_, location, value);
}

void Uniforms::set(GLint location, const std::array<GLint, 2>& value) {
  if (changes(location, {value[0], value[1]})) api().ProgramUniform2iv(program_, location, 1, value.data());
}

void Uniforms::set(GLint location, const std::array<GLint, 4>& value) {
  if (changes(location, value)) api().ProgramUniform4iv(program_, location, 1, value.data());
}

void Uniforms::set_levels(std::span<const std::array<GLint, 2>> levels) {
  if (!has(shared::AT_LEVELS) || std::equal(levels.begin(), levels.end(), last_levels_.begin(), last_levels_.end())) {
    return;
  }
  last_levels_.assign(levels.begin(), levels.end());
  api().ProgramUniform2iv(program_, shared::AT_LEVELS, static_cast<GLsizei>(levels.size()), levels.front().data());
}

void Uniforms::set_sizes(std::span<const GLuint> sizes) {
  if (!has(shared::AT_SIZES) || std::equal(sizes.begin(), sizes.end(), last_sizes_.begin(), last_sizes_.end())) return;
  last_sizes_.assign(sizes.begin(), sizes.end());
  api().ProgramUniform1uiv(program_, shared::AT_SIZES, static_cast<GLsizei>(sizes.size()), sizes.data());
}

}  // namespace glccl::gl
