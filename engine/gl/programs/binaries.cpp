#include "engine/gl/programs/binaries.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

#include "engine/gl/context_traits.hpp"
#include "engine/gl/programs/hash.hpp"

namespace glccl::gl {
namespace {

/// Before a binary: the digits of a hash of all that follows, then the format.
constexpr std::size_t digits_size = 32;
constexpr std::size_t head_size = digits_size + sizeof(GLenum);

std::string hash_of(std::span<const unsigned char> bytes) {
  Hash hash;
  hash.add(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  return hash.digits();
}

}  // namespace

std::vector<GLint> binary_formats() {
  const ContextTraits context = traits_of_context();
  const bool known = context.version >= 41 || context.has("GL_ARB_get_program_binary");
  if (!known || api().GetProgramBinary == nullptr || api().ProgramBinary == nullptr) return {};
  std::vector<GLint> formats(static_cast<std::size_t>(context_integer(GL_NUM_PROGRAM_BINARY_FORMATS)));
  if (!formats.empty()) api().GetIntegerv(GL_PROGRAM_BINARY_FORMATS, formats.data());
  return formats;
}

std::vector<unsigned char> binary_of(const Program& program) {
  GLint length = 0;
  api().GetProgramiv(program.name(), GL_PROGRAM_BINARY_LENGTH, &length);
  if (length <= 0) return {};
  std::vector<unsigned char> bytes(head_size + static_cast<std::size_t>(length));
  GLsizei written = 0;
  GLenum format = 0;
  api().GetProgramBinary(program.name(), length, &written, &format, bytes.data() + head_size);
  if (written <= 0) return {};
  bytes.resize(head_size + static_cast<std::size_t>(written));
  std::memcpy(bytes.data() + digits_size, &format, sizeof format);
  const std::string digits = hash_of(std::span(bytes).subspan(digits_size));
  std::copy(digits.begin(), digits.end(), bytes.begin());
  return bytes;
}

bool load_binary(const Program& program, std::span<const unsigned char> bytes, std::span<const GLint> formats) {
  if (bytes.size() <= head_size) return false;
  const std::string digits = hash_of(bytes.subspan(digits_size));
  if (!std::equal(digits.begin(), digits.end(), bytes.begin())) return false;
  GLenum format = 0;
  std::memcpy(&format, bytes.data() + digits_size, sizeof format);
  if (std::find(formats.begin(), formats.end(), static_cast<GLint>(format)) == formats.end()) return false;
  const std::span<const unsigned char> binary = bytes.subspan(head_size);
  api().ProgramBinary(program.name(), format, binary.data(), static_cast<GLsizei>(binary.size()));
  GLint linked = GL_FALSE;
  api().GetProgramiv(program.name(), GL_LINK_STATUS, &linked);
  return linked == GL_TRUE;
}

}  // namespace glccl::gl
