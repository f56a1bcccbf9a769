#include "host/fast/row_packer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "host/cpu/row_values.hpp"
#include "host/fast/wide_values.hpp"

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#endif

namespace glccl::host {
namespace {

using uint = std::uint32_t;

constexpr int word_columns = 32;

#if defined(__SSE2__) || defined(_M_X64)
/// 32 bytes of 0 or 1 as bits, the first byte lowest.
uint pack_word(const std::uint8_t* flags) {
  const auto sixteen = [&](std::size_t first) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(flags + first));
    return static_cast<uint>(_mm_movemask_epi8(_mm_slli_epi16(bytes, 7)));
  };
  return sixteen(0) | sixteen(16) << 16U;
}
#else
/// Eight bytes of 0 or 1 as eight bits, the first byte lowest: a multiplication moves every byte's bit to the top byte.
uint pack_eight(const std::uint8_t* flags) {
  constexpr std::uint64_t gather =
      std::endian::native == std::endian::little ? 0x0102040810204080ULL : 0x8040201008040201ULL;
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, flags, sizeof bytes);
  return static_cast<uint>(bytes * gather >> 56U);
}

/// 32 bytes of 0 or 1 as bits, the first byte lowest.
uint pack_word(const std::uint8_t* flags) {
  return pack_eight(flags) | pack_eight(flags + 8) << 8U | pack_eight(flags + 16) << 16U |
         pack_eight(flags + 24) << 24U;
}
#endif

/// Packs flag(x) for x from `begin` below `end`, and 0 for other columns of `width` and for words of which no bit is
/// wanted. The inner loop of whole words has no branches, so that compilers vectorize it.
template <class Flag>
void pack(int begin, int end, int width, const uint* wanted, uint* words, const Flag& flag) {
  std::array<std::uint8_t, word_columns> flags;
  for (int x = 0; x < width; x += word_columns) {
    if (wanted != nullptr && wanted[x / word_columns] == 0) {
      words[x / word_columns] = 0;
      continue;
    }
    if (x >= begin && x + word_columns <= end) {
      const auto first = static_cast<std::size_t>(x);
      for (std::size_t i = 0; i < flags.size(); ++i) flags[i] = flag(first + i) ? 1 : 0;
    } else {
      flags = {};
      const int last = std::min(end - x, word_columns);
      for (int i = std::max(begin - x, 0); i < last; ++i) {
        flags[static_cast<std::size_t>(i)] = flag(static_cast<std::size_t>(x + i)) ? 1 : 0;
      }
    }
    words[x / word_columns] = pack_word(flags.data());
  }
}

constexpr bool is_wide(PixelFormat format) {
  return format == PixelFormat::rg32u || format == PixelFormat::rg32f || format == PixelFormat::rgba16f;
}

/// The unsigned integer that has the bytes of a pixel of one integer, or of a colour; void for other formats.
template <PixelFormat format>
struct IntegerOf {
  using Type = void;
};
template <class T>
struct IntegerAs {
  using Type = T;
};
template <>
struct IntegerOf<PixelFormat::u8> : IntegerAs<std::uint8_t> {};
template <>
struct IntegerOf<PixelFormat::i8> : IntegerAs<std::uint8_t> {};
template <>
struct IntegerOf<PixelFormat::unorm8> : IntegerAs<std::uint8_t> {};
template <>
struct IntegerOf<PixelFormat::u16> : IntegerAs<std::uint16_t> {};
template <>
struct IntegerOf<PixelFormat::i16> : IntegerAs<std::uint16_t> {};
template <>
struct IntegerOf<PixelFormat::u32> : IntegerAs<std::uint32_t> {};
template <>
struct IntegerOf<PixelFormat::i32> : IntegerAs<std::uint32_t> {};
template <>
struct IntegerOf<PixelFormat::rgba8> : IntegerAs<std::uint32_t> {};

template <class Integer>
Integer integer_at(const std::uint8_t* row, std::size_t x) {
  Integer value = 0;
  std::memcpy(&value, row + sizeof value * x, sizeof value);
  return value;
}

/// Foreground of a format. Every two foreground pixels are connected.
template <PixelFormat format>
struct ForegroundBits {
  RowForeground criterion;

  ForegroundBits(const Foreground& foreground) : criterion(foreground, format) {}

  bool is_foreground(const std::uint8_t* row, std::size_t x) const {
    if constexpr (is_wide(format)) {
      return is_wide_foreground(criterion, wide_pixel<format>(row, x));
    } else if constexpr (std::is_void_v<typename IntegerOf<format>::Type> || format == PixelFormat::rgba8) {
      return compared_value<format>(criterion, stored_value<format>(row, x)) != 0;
    } else {
      // In as many bits as are stored, of which a vector has more. The range ends at a value that the format stores.
      using Integer = typename IntegerOf<format>::Type;
      const auto from_first = static_cast<Integer>(integer_at<Integer>(row, x) - criterion.range.first);
      return (from_first <= static_cast<Integer>(criterion.range.span)) != criterion.range.inverted;
    }
  }
  bool are_linked(const std::uint8_t*, std::size_t, const std::uint8_t*, std::size_t) const { return true; }
};

template <PixelFormat format>
struct EqualBits {
  using Integer = std::conditional_t<is_wide(format), std::uint64_t, typename IntegerOf<format>::Type>;
  Integer background = 0;
  bool has_background = false;

  EqualBits(const Equal& equal) : has_background(equal.background.has_value()) {
    if (!has_background) return;
    if constexpr (is_wide(format)) {
      background = std::bit_cast<Integer>(*wide_background<std::array<std::uint32_t, 2>>(equal.background));
    } else {
      const auto value = static_cast<Integer>(stored_word(*equal.background, format));
      if constexpr (format == PixelFormat::rgba8) {  // stored_word() begins with red, whatever the order of bytes.
        const std::array<std::uint8_t, 4> bytes{
            static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value >> 8U),
            static_cast<std::uint8_t>(value >> 16U), static_cast<std::uint8_t>(value >> 24U)};
        background = std::bit_cast<Integer>(bytes);
      } else {
        background = value;
      }
    }
  }

  bool is_foreground(const std::uint8_t* row, std::size_t x) const {
    return (integer_at<Integer>(row, x) != background) | !has_background;
  }
  bool are_linked(const std::uint8_t* row, std::size_t x, const std::uint8_t* other, std::size_t other_x) const {
    return integer_at<Integer>(row, x) == integer_at<Integer>(other, other_x);
  }
};

template <PixelFormat format>
struct DifferenceBits {
  RowDifference criterion;

  DifferenceBits(const Difference& difference) : criterion(difference, format) {}

  bool is_foreground(const std::uint8_t* row, std::size_t x) const {
    return host::is_foreground(of_this_format(), stored_value<format>(row, x));
  }
  bool are_linked(const std::uint8_t* row, std::size_t x, const std::uint8_t* other, std::size_t other_x) const {
    return are_connected(of_this_format(), stored_value<format>(row, x), stored_value<format>(other, other_x));
  }

 private:
  /// The criterion with a format that the compiler knows, so that it takes the format's comparison alone.
  RowDifference of_this_format() const {
    RowDifference known = criterion;
    known.format = format;
    return known;
  }
};

template <PixelFormat format>
struct WideDifferenceBits {
  using Pixel = decltype(wide_pixel<format>(nullptr, 0));
  RowDifference criterion;
  std::optional<Pixel> background;

  WideDifferenceBits(const Difference& difference)
      : criterion(difference, format), background(wide_background<Pixel>(difference.background)) {}

  bool is_foreground(const std::uint8_t* row, std::size_t x) const {
    return !background || wide_pixel<format>(row, x) != *background;
  }
  bool are_linked(const std::uint8_t* row, std::size_t x, const std::uint8_t* other, std::size_t other_x) const {
    return are_similar(criterion, wide_pixel<format>(row, x), wide_pixel<format>(other, other_x));
  }
};

template <class Bits>
class PackerOf : public RowPacker {
 public:
  template <class SomeCriterion>
  PackerOf(const ImageView& image, const SomeCriterion& criterion) : image_(image), bits_(criterion) {}

  void pack_foreground(int y, int z, uint* words) const override {
    const std::uint8_t* const row = image_.row(y, z);
    const Bits bits = bits_;  // a copy that no store to `words` can change
    pack(0, image_.extent.width, image_.extent.width, nullptr, words,
         [&](std::size_t x) { return bits.is_foreground(row, x); });
  }

  void pack_links(int y, int z, int dx, int dy, int dz, const uint* wanted, uint* words) const override {
    const std::uint8_t* const row = image_.row(y, z);
    const std::uint8_t* const other = image_.row(y + dy, z + dz);
    const Bits bits = bits_;
    const int width = image_.extent.width;
    pack(std::max(0, -dx), width - std::max(0, dx), width, wanted, words,
         [&](std::size_t x) { return bits.are_linked(row, x, other, x + static_cast<std::size_t>(dx)); });
  }

 private:
  ImageView image_;
  Bits bits_;
};

/// A packer whose foreground is that of another, where a mask is not 0. Links of other pixels do not matter.
class MaskedPacker : public RowPacker {
 public:
  MaskedPacker(std::unique_ptr<RowPacker> packer, const ImageView& mask) : packer_(std::move(packer)), mask_(mask) {}

  void pack_foreground(int y, int z, uint* words) const override {
    packer_->pack_foreground(y, z, words);
    const std::uint8_t* const row = mask_.row(y, z);
    // Words without foreground need no mask, and become 0.
    std::array<uint, masked_words> found;
    const int width = mask_.extent.width;
    for (int x = 0; x < width; x += masked_words * word_columns) {
      const int columns = std::min(width - x, masked_words * word_columns);
      pack(0, columns, columns, words + x / word_columns, found.data(),
           [&](std::size_t i) { return row[static_cast<std::size_t>(x) + i] != 0; });
      for (int i = 0; i * word_columns < columns; ++i) {
        words[x / word_columns + i] &= found[static_cast<std::size_t>(i)];
      }
    }
  }

  void pack_links(int y, int z, int dx, int dy, int dz, const uint* wanted, uint* words) const override {
    packer_->pack_links(y, z, dx, dy, dz, wanted, words);
  }

 private:
  static constexpr int masked_words = 64;  ///< Words of the mask that are packed at a time.
  std::unique_ptr<RowPacker> packer_;
  ImageView mask_;
};

template <PixelFormat format>
std::unique_ptr<RowPacker> make_for(const ImageView& image, const Criterion& criterion) {
  if (const auto* foreground = std::get_if<Foreground>(&criterion)) {
    return std::make_unique<PackerOf<ForegroundBits<format>>>(image, *foreground);
  }
  if constexpr (format == PixelFormat::rg32u || !std::is_void_v<typename IntegerOf<format>::Type>) {
    if (const auto* equal = std::get_if<Equal>(&criterion)) {
      return std::make_unique<PackerOf<EqualBits<format>>>(image, *equal);
    }
  }
  if constexpr (format != PixelFormat::rg32u) {
    if (const auto* difference = std::get_if<Difference>(&criterion)) {
      using Bits = std::conditional_t<is_wide(format), WideDifferenceBits<format>, DifferenceBits<format>>;
      return std::make_unique<PackerOf<Bits>>(image, *difference);
    }
  }
  return nullptr;  // check() refuses these.
}

std::unique_ptr<RowPacker> make_for_any(const ImageView& image, const Criterion& criterion) {
  switch (image.format) {
    case PixelFormat::u16:
      return make_for<PixelFormat::u16>(image, criterion);
    case PixelFormat::u32:
      return make_for<PixelFormat::u32>(image, criterion);
    case PixelFormat::i8:
      return make_for<PixelFormat::i8>(image, criterion);
    case PixelFormat::i16:
      return make_for<PixelFormat::i16>(image, criterion);
    case PixelFormat::i32:
      return make_for<PixelFormat::i32>(image, criterion);
    case PixelFormat::rg32u:
      return make_for<PixelFormat::rg32u>(image, criterion);
    case PixelFormat::unorm8:
      return make_for<PixelFormat::unorm8>(image, criterion);
    case PixelFormat::f16:
      return make_for<PixelFormat::f16>(image, criterion);
    case PixelFormat::f32:
      return make_for<PixelFormat::f32>(image, criterion);
    case PixelFormat::rg16f:
      return make_for<PixelFormat::rg16f>(image, criterion);
    case PixelFormat::rg32f:
      return make_for<PixelFormat::rg32f>(image, criterion);
    case PixelFormat::rgba8:
      return make_for<PixelFormat::rgba8>(image, criterion);
    case PixelFormat::rgba16f:
      return make_for<PixelFormat::rgba16f>(image, criterion);
    default:
      return make_for<PixelFormat::u8>(image, criterion);
  }
}

}  // namespace

std::unique_ptr<RowPacker> make_row_packer(const ImageView& image, const Criterion& criterion, const ImageView* mask) {
  std::unique_ptr<RowPacker> packer = make_for_any(image, criterion);
  if (mask == nullptr) return packer;
  return std::make_unique<MaskedPacker>(std::move(packer), *mask);
}

}  // namespace glccl::host
