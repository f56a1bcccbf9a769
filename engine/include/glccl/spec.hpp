// The one check of a specification. Every engine calls it, so every engine refuses the same input with the same
// words.
//
// Floats at the edge, in every engine alike, also on GPUs that flush denormals to zero. Formats that store floats are
// compared and subtracted in IEEE 754 single precision, rounded to nearest; half floats become single floats first, and
// the differences of a pixel's channels are added in their order, or compared one by one by Measure::largest.
//   denormal      a number like any other: 1e-40 exceeds 0, and differs from 0 by 1e-40
//   -0            equals +0
//   infinity      is above every finite number, and lies in a range of Foreground only without an upper limit. Minus
//                 infinity lies in none. The difference from any other number is infinite, which is at most
//                 Difference::largest only if that is infinite. The difference from itself is NaN.
//   NaN           lies in no range: Foreground makes it background, and inverted foreground. It is similar to nothing,
//                 not even to NaN: with Difference it is a component of one pixel.
//   background    is compared as a number: -0 equals +0, and NaN is never background
//   overflow      the difference of large numbers of opposite sign is infinite
//   Channel::any  one channel in the range is enough, whatever the others are
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "glccl/api.h"
#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// The kinds of a Criterion, in its order.
enum class CriterionKind {
  foreground,  ///< Foreground.
  equal,       ///< Equal.
  difference,  ///< Difference.
};

/// The kind of a criterion.
GLCCL_API CriterionKind kind_of(const Criterion& criterion);

/// "foreground", "equal" or "difference".
GLCCL_API std::string_view name_of(CriterionKind kind);

/// "sum", "luminance" or "largest".
GLCCL_API std::string_view name_of(Measure measure);

/// What a specification may need of an engine besides connectivities, criteria and formats.
enum class Need : std::uint8_t {
  filter,        ///< To drop components: LabelingSpec::filter.
  measurements,  ///< To measure LabelingSpec::columns.
  mask,          ///< To leave elements out: a mask beside the image.
  holes,         ///< To fill holes: LabelingSpec::fill_holes.
  periodic,      ///< To join components at seams: LabelingSpec::periodic.
};

/// A set of needs.
class Needs {
 public:
  constexpr Needs() = default;
  /// The set of these needs.
  constexpr Needs(std::initializer_list<Need> needs) {
    for (const Need need : needs) add(need);
  }
  /// Adds a need, unless the set has it.
  constexpr void add(Need need) { bits_ |= bit_of(need); }
  /// Takes a need out, if the set has it.
  constexpr void remove(Need need) { bits_ &= ~bit_of(need); }
  /// Whether the set has a need.
  constexpr bool has(Need need) const { return (bits_ & bit_of(need)) != 0; }
  /// Whether the set has no need.
  constexpr bool empty() const { return bits_ == 0; }
  /// These needs without those of `others`.
  constexpr Needs without(Needs others) const {
    Needs rest;
    rest.bits_ = bits_ & ~others.bits_;
    return rest;
  }
  friend constexpr bool operator==(const Needs&, const Needs&) = default;

 private:
  static constexpr std::uint32_t bit_of(Need need) { return 1U << static_cast<unsigned>(need); }
  std::uint32_t bits_ = 0;
};

/// What a specification needs of an engine; `masked`: for an image with a mask.
GLCCL_API Needs needs_of(const LabelingSpec& spec, bool masked = false);

/// The images and specifications that an engine can label.
struct Capabilities {
  std::string_view engine;  ///< The engine's name, for messages: "compute", "cuda-stava".
  /// Connectivities it has, without Connectivity::full. With 6, 18 or 26 among them it labels volumes.
  std::vector<Connectivity> connectivities = {Connectivity::four, Connectivity::eight};
  /// Criteria it has.
  std::vector<CriterionKind> criteria = {CriterionKind::foreground, CriterionKind::equal, CriterionKind::difference};
  std::vector<PixelFormat> formats;            ///< Formats it reads; empty: all that have bytes in memory.
  std::int64_t largest_side = 0x7FFFFFFF;      ///< Largest width, height and depth.
  std::int64_t largest_elements = 0xFFFFFFFE;  ///< Largest number of elements: labels have 32 bits.
  std::int64_t largest_volume = 0;             ///< The same for volumes; 0: `largest_elements` holds for them too.
  Needs needs = {};                            ///< The needs that it meets.

  /// Whether it meets a need.
  bool has(Need need) const { return needs.has(need); }

  /// Whether it labels volumes.
  GLCCL_API bool has_volumes() const;
};

/// Whether there is anything to label. Error `invalid_argument`: a side is below 1. check() includes this check.
GLCCL_API Result<void> check_not_empty(const Extent& extent);

/// Whether an engine labels images or volumes of this extent. check() includes this check. Errors: `invalid_argument`
/// (a side below 1), `unsupported` (a volume for an engine that labels images), `too_large` (a side or number of
/// elements beyond the engine's limit).
GLCCL_API Result<void> check_extent(const Extent& extent, const Capabilities& engine);

/// Whether a rectangle, whose ends are exclusive, has elements and lies inside an image or volume. `name` is the
/// image's, for the message: "texture 3". Error `invalid_argument`.
GLCCL_API Result<void> check_rectangle(const Rectangle& rectangle, const Extent& image, const std::string& name);

/// Whether an engine can label an image of this format and extent for this specification.
///
/// An extent of depth 1 is an image, and also the thinnest volume: connectivity 6, 18 and 26 label it too, with the
/// result of 4, 8 and 8. A stack of slices thus needs no special case for a single one, and an array of shape
/// (1, height, width) gives the labels that scipy.ndimage.label gives with a structure of three dimensions.
/// Connectivity 4 and 8 do not say what connects slices, so they are refused for every greater depth. Full connectivity
/// is 8 in a slice and 26 in every greater depth.
///
/// Errors: `invalid_argument` (a side below 1; a range of Foreground that is empty or has a NaN; a difference that is
/// negative or NaN; a background that the format does not store; a number outside its enumeration; connectivity 4
/// or 8 for a volume; a filter that no component passes, or with Numbering::root; holes filled for another criterion
/// than Foreground; columns that are not measured; bits of a fraction outside of their range; a
/// periodic z of an image), `unsupported` (a connectivity, criterion or format that the engine lacks; a filter,
/// measurements, filled holes or periodic axes for an engine without; a volume for an engine that labels
/// images; Equal on a format without stored integers; Difference on a format of ids; a measure or channel that the
/// format lacks; quads of a volume), `too_large` (a side or number of elements beyond the engine's limit; an extent
/// whose moments 64 bits do not hold).
GLCCL_API Result<void> check(const LabelingSpec& spec, PixelFormat format, const Extent& extent,
                             const Capabilities& engine);

/// Whether a component can pass the filter, and labels are numbered, which it needs. check() includes this check. Error
/// `invalid_argument`.
GLCCL_API Result<void> check_filter(const LabelingSpec& spec);

/// Whether LabelingSpec::fill_holes goes with the criterion. check() includes this check. Error
/// `invalid_argument`.
GLCCL_API Result<void> check_holes(const LabelingSpec& spec);

/// The labeling of the background whose components are the holes and the outside of LabelingSpec::fill_holes: the
/// opposite range, dual_of() the connectivity, the same periodic axes, Numbering::raster, without filter, columns and
/// holes. Requires a specification of spec_in() that check_holes() does not refuse, and Foreground.
GLCCL_API LabelingSpec background_spec(const LabelingSpec& spec);

/// Whether LabelingSpec::columns can be measured in images or volumes of this extent. check() includes this check.
/// Errors: those of check() about columns.
GLCCL_API Result<void> check_columns(std::uint32_t columns, const Extent& extent);

/// Whether a mask fits a labeling of images of extent `image`; null: there is none. Its data are not looked at. Only
/// the elements at which a mask is not 0 are labeled. All others are background for every criterion, also for an
/// inverted one, and connect nothing. Errors: `unsupported` (an engine without masks), `invalid_argument` (another
/// extent or format than PixelFormat::u8 or unorm8; filled holes).
GLCCL_API Result<void> check_mask(const LabelingSpec& spec, const ImageView* mask, const Extent& image,
                                  const Capabilities& engine);

/// Whether an image of intensities fits a labeling of images of extent `image`; null: there is none. Its data are not
/// looked at. Error `invalid_argument`: table_column_intensity without an image, or the other way round; another
/// extent; a format of several channels, or without bytes in memory.
GLCCL_API Result<void> check_intensity(const LabelingSpec& spec, const ImageView* intensity, const Extent& image);

/// check_mask() and check_intensity(); nothing: there is no such image.
GLCCL_API Result<void> check_second_images(const LabelingSpec& spec, const std::optional<ImageView>& mask,
                                           const std::optional<ImageView>& intensity, const Extent& image,
                                           const Capabilities& engine);

/// The same before there are images: of these formats, and of the extent of the labeled image.
GLCCL_API Result<void> check_second_images(const LabelingSpec& spec, const InputFormats& formats, const Extent& image,
                                           const Capabilities& engine);

/// Whether a table of `rows` rows can be made with this numbering; 0 rows are no table. Error `invalid_argument`:
/// Numbering::root, because row i of a table is label i + 1; measurements without a table.
GLCCL_API Result<void> check_table(const LabelingSpec& spec, std::uint32_t rows);

/// The stored integers of Foreground. A value v lies in the range if v - first <= span in arithmetic modulo 2^32, which
/// is one comparison; signed integers are extended to 32 bits. A pixel is foreground if its channel, or one of
/// Channel::any, lies in the range; with `inverted` if not.
struct IntegerRange {
  std::uint32_t first = 0;  ///< The range's first value.
  std::uint32_t span = 0;   ///< From the first value to the last one, which the format stores too.
  bool inverted = false;    ///< Foreground::inverted; its opposite where no stored value lies between `low` and `high`.
};

/// Foreground on stored integers. Byte b of unorm8 and rgba8 stands for b / 255.0F. Requires a format that stores
/// integers.
GLCCL_API IntegerRange integer_range(const Foreground& foreground, PixelFormat format);

/// The largest difference that connects as engines compare it: Difference::largest, and 256 times as much for
/// Measure::luminance, whose integers are not divided.
GLCCL_API double scaled_largest(const Difference& difference);

/// The largest integer of 32 bits that is not above `limit`. Requires a limit from 0.
GLCCL_API std::uint32_t largest_integer_below(double limit);

/// The background of Equal or Difference; null where there is none, and for Foreground.
GLCCL_API const PixelValue* background_of(const Criterion& criterion);

/// A pixel of a format that stores integers of up to 32 bits in all, as Component::value has it. Requires a value that
/// check() does not refuse.
GLCCL_API std::uint32_t stored_word(const PixelValue& value, PixelFormat format);

/// The largest float that is not above `limit`: a float exceeds one where it exceeds the other. Requires a number.
GLCCL_API float largest_float_below(double limit);

}  // namespace glccl
