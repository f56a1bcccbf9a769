// Images and volumes of any extent whose elements follow from their coordinates alone.
#include <cmath>
#include <cstring>

#include "engine/vocabulary/hash_noise.hpp"
#include "glccl/host/slab_sources.hpp"
#include "host/generate/canvas.hpp"

namespace glccl::host {
namespace {

/// An element is foreground if its hash is below density * 2^32.
SlabSource hash_noise(const Extent& extent, const GenerateOptions& options) {
  const HashNoise noise{static_cast<std::uint64_t>(std::floor(options.density * 0x1p32)), options.seed};
  const auto plane = static_cast<std::uint64_t>(slab_of(extent, 1).elements());
  SlabSource source{extent, PixelFormat::u8, [plane, noise](int first, int planes, void* elements) {
                      auto* to = static_cast<std::uint8_t*>(elements);
                      const std::uint64_t begin = static_cast<std::uint64_t>(first) * plane;
                      const std::uint64_t end = begin + static_cast<std::uint64_t>(planes) * plane;
                      for (std::uint64_t place = begin; place < end; ++place) {
                        *to++ = hash_noise_at(place, noise.seed) < noise.limit ? generated_foreground : 0;
                      }
                      return Status();
                    }};
  source.noise = noise;
  return source;
}

/// The gyroid of generate_volume(), which has a period of 32 elements on each axis.
Result<SlabSource> gyroid(const Extent& extent) {
  constexpr int period = 32;
  const Result<Image> pattern = generate_volume("gyroid", {period, period, period});
  if (!pattern) return pattern.error();
  return SlabSource{extent, PixelFormat::u8, [extent, bytes = pattern->bytes](int first, int planes, void* elements) {
                      auto* to = static_cast<std::uint8_t*>(elements);
                      const Extent slab = slab_of(extent, planes);
                      const int first_y = extent.is_volume() ? 0 : first;
                      const int first_z = extent.is_volume() ? first : 0;
                      for (int z = 0; z < slab.depth; ++z) {
                        for (int y = 0; y < slab.height; ++y) {
                          const int row = (first_z + z) % period * period + (first_y + y) % period;
                          const std::uint8_t* const from = &bytes[static_cast<std::size_t>(row * period)];
                          for (int x = 0; x < slab.width; ++x) *to++ = from[x % period];
                        }
                      }
                      return Status();
                    }};
}

}  // namespace

const std::vector<GenerateKind>& slab_kinds() {
  static const std::vector<GenerateKind> kinds = {
      {"hash-noise", "pixels that are foreground with a probability, by a hash of their coordinates"},
      {"gyroid", "one of the two labyrinths of a gyroid"},
  };
  return kinds;
}

Result<SlabSource> generate_slabs(const std::string& kind, const Extent& extent, const GenerateOptions& options) {
  if (!has_kind(slab_kinds(), kind)) {
    return Error{ErrorCode::invalid_argument,
                 "there is no kind \"" + kind + "\" that is made by coordinates: there are hash-noise and gyroid"};
  }
  if (Status status = check_not_empty(extent); !status) return status.error();
  if (!(options.density >= 0.0 && options.density <= 1.0)) {
    return Error{ErrorCode::invalid_argument,
                 "the density is " + std::to_string(options.density) + ": pass a probability from 0 to 1"};
  }
  return kind == "gyroid" ? gyroid(extent) : hash_noise(extent, options);
}

}  // namespace glccl::host
