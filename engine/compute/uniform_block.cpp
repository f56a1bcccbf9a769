#include "engine/compute/uniform_block.hpp"

#include <cstring>
#include <optional>

#include "glsl/shared/locations.h"

namespace glccl::compute {
namespace {

/// The place of a uniform in glsl/common/uniforms.glsl, in bytes; nothing: it is another engine's.
std::optional<std::size_t> place_of(int location) {
  switch (location) {
    case shared::AT_ORIGIN:
    case shared::AT_SOURCE_PLACE:
      return 0;
    case shared::AT_VOLUME:
      return 16;
    case shared::AT_FILTER:
      return 32;
    case shared::AT_BACKGROUND:
    case shared::AT_INVERTED:
      return 48;
    case shared::AT_CHANNEL:
      return 52;
    case shared::AT_LOW:
      return 56;
    case shared::AT_HIGH:
      return 60;
    case shared::AT_IMAGE_SIZE:
      return 64;
    case shared::AT_WORD_COUNT:
      return 72;
    case shared::AT_COLUMNS_EACH:
      return 80;
    case shared::AT_TABLE_ROWS:
      return 84;
    case shared::AT_PERIODIC:
      return 88;
    case shared::AT_FRACTION_BITS:
      return 92;
    case shared::AT_SCALE:
      return 96;
    case shared::AT_IS_SRGB:
      return 100;
    case shared::AT_HAS_BACKGROUND:
      return 104;
    case shared::AT_LARGEST:
      return 108;
    case shared::AT_LABEL_PLACE:
      return 112;
    default:
      return std::nullopt;
  }
}

}  // namespace

template <class Value>
void UniformBlock::store(int location, const Value& value) {
  const std::optional<std::size_t> place = place_of(location);
  if (place) std::memcpy(reinterpret_cast<unsigned char*>(words_.data()) + *place, &value, sizeof(value));
}

void UniformBlock::set(int location, std::int32_t value) { store(location, value); }
void UniformBlock::set(int location, std::uint32_t value) { store(location, value); }
void UniformBlock::set(int location, float value) { store(location, value); }
void UniformBlock::set(int location, const std::array<std::int32_t, 2>& value) { store(location, value); }
void UniformBlock::set(int location, const std::array<std::int32_t, 4>& value) { store(location, value); }

}  // namespace glccl::compute
