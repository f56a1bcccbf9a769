#include "engine/common/pitched.hpp"

#include <algorithm>
#include <utility>

#include "engine/vocabulary/invalid.hpp"

namespace glccl {
namespace {

Result<void> check_pitch(const std::string& what, const char* name, std::size_t pitch, const char* part,
                         std::uint64_t taken, std::size_t element) {
  if (pitch >= taken && pitch % element == 0) return {};
  const std::string found = what + " have a " + name + " of " + std::to_string(pitch) + " bytes";
  if (pitch < taken) return invalid(found + ", but a " + part + " takes " + std::to_string(taken));
  return invalid(found + ": it has to be a multiple of " + std::to_string(element));
}

std::uint64_t rounded_up(std::uint64_t bytes, std::uint64_t to) { return (bytes + to - 1) / to * to; }

}  // namespace

std::uint64_t Pitched::times(int count, std::size_t bytes) {
  constexpr std::uint64_t most = std::uint64_t{1} << 61;  // no buffer has as many bytes
  if (count == 0) return 0;
  return static_cast<std::uint64_t>(count) * std::min(std::uint64_t{bytes}, most / static_cast<std::uint64_t>(count));
}

Pitched Pitched::of(PixelFormat format, const Extent& extent, std::size_t offset, std::size_t row_bytes,
                    std::size_t slice_bytes) {
  const ImageView view{nullptr, format, extent, row_bytes, slice_bytes};
  return {extent, bytes_per_pixel(format), offset, view.row_pitch(), view.slice_pitch()};
}

std::array<std::int32_t, 4> PitchedPlace::uniform(int unit) const {
  const auto units = [unit](std::int64_t count) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(count / unit));
  };
  return {units(first), units(row_bytes), units(slice_bytes), has_vectors ? 1 : 0};
}

bool PitchedPlace::overlaps(const PitchedPlace& other) const {
  const std::int64_t own = begin + first;
  const std::int64_t others = other.begin + other.first;
  return own < others + other.taken && others < own + taken;
}

Result<void> check_in_buffer(const std::string& what, PixelFormat format, const Extent& extent) {
  const FormatTraits& traits = traits_of(format);
  if (traits.bytes == 0) {
    return Error{ErrorCode::unsupported,
                 what + " in a buffer are of format " + std::string(traits.name) + ", which only textures have"};
  }
  if (extent.width >= 1 && extent.height >= 1 && extent.depth >= 1) return {};
  return invalid(what + " in a buffer are " + to_string(extent) + ": each side is 1 or more");
}

Result<void> check_pitches(const std::string& what, const Pitched& image) {
  if (image.offset % image.element != 0) {
    return invalid(what + " begin at byte " + std::to_string(image.offset) +
                   " of their buffer, which is no multiple of " + std::to_string(image.element));
  }
  Result<void> status = check_pitch(what, "pitch", image.row_bytes, "row", image.bytes_of_row(), image.element);
  if (!status || image.extent.depth == 1) return status;
  return check_pitch(what, "slice pitch", image.slice_bytes, "slice", image.before_last_row() + image.bytes_of_row(),
                     image.element);
}

Result<PitchedPlace> find_place(const std::string& what, const Pitched& image, const BufferTraits& buffer) {
  const std::uint64_t taken = image.before_last_slice() + image.before_last_row() + image.bytes_of_row();
  const std::uint64_t end = rounded_up(std::min<std::uint64_t>(image.offset, buffer.end) + taken, 4);
  if (image.offset > buffer.end || end > buffer.end) {
    return invalid(what + " of " + to_string(image.extent) + " at byte " + std::to_string(image.offset) + " of " +
                   buffer.name + " take " + std::to_string(rounded_up(taken, 4)) +
                   " bytes, and the buffer ends at byte " + std::to_string(buffer.end));
  }
  const std::uint64_t begin = image.offset / buffer.alignment * buffer.alignment;
  const std::uint64_t vectors_end = rounded_up(end, 16);
  const std::uint64_t bound = (vectors_end <= buffer.end ? vectors_end : end) - begin;
  if (bound > buffer.most_bound) {
    return Error{ErrorCode::too_large, what + " take " + std::to_string(bound) + " bytes, and " + buffer.binder +
                                           " binds " + std::to_string(buffer.most_bound) + " at most (" + buffer.limit +
                                           "): label a smaller part"};
  }
  const bool aligned = image.offset % 16 == 0 && (image.extent.height == 1 || image.row_bytes % 16 == 0) &&
                       (image.extent.depth == 1 || image.slice_bytes % 16 == 0);
  return PitchedPlace{.begin = static_cast<std::int64_t>(begin),
                      .bytes = static_cast<std::int64_t>(bound),
                      .first = static_cast<std::int64_t>(image.offset - begin),
                      .row_bytes = static_cast<std::int64_t>(image.row_bytes),
                      .slice_bytes = static_cast<std::int64_t>(image.slice_bytes),
                      .taken = static_cast<std::int64_t>(taken),
                      .has_vectors = aligned && vectors_end <= buffer.end};
}

}  // namespace glccl
