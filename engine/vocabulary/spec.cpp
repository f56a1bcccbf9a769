#include "glccl/spec.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <span>

#include "engine/vocabulary/enumerators.hpp"
#include "engine/vocabulary/invalid.hpp"
#include "engine/vocabulary/list_of.hpp"
#include "engine/vocabulary/number_text.hpp"
#include "engine/vocabulary/spec_fields.hpp"
#include "engine/vocabulary/stored_range.hpp"
#include "glccl/table.hpp"

namespace glccl {
namespace {

Error unsupported(std::string message) { return {ErrorCode::unsupported, std::move(message)}; }

template <class Values, class Value>
bool has(const Values& values, const Value& value) {
  return std::find(std::begin(values), std::end(values), value) != std::end(values);
}

std::string text_of(Connectivity connectivity) { return std::to_string(static_cast<int>(connectivity)); }

/// Every Connectivity.
constexpr Connectivity connectivities[] = {Connectivity::full, Connectivity::four,     Connectivity::eight,
                                           Connectivity::six,  Connectivity::eighteen, Connectivity::twenty_six};

bool is_of_the_plane(Connectivity connectivity) {
  return connectivity == Connectivity::four || connectivity == Connectivity::eight;
}

/// The names of the formats for which `is_meant` holds.
template <class Predicate>
std::string list_formats(const Predicate& is_meant) {
  std::vector<std::string_view> names;
  for (const FormatTraits& format : pixel_formats()) {
    if (is_meant(format)) names.push_back(format.name);
  }
  return list_of(names, [](std::string_view name) { return name; });
}

/// Whether an engine reads a format.
bool reads(const Capabilities& engine, const FormatTraits& format) {
  return engine.formats.empty() ? format.bytes > 0 : std::ranges::count(engine.formats, format.format) != 0;
}

/// The largest LabelingSpec::fraction_bits in absolute value.
constexpr int most_fraction_bits = 64;

/// Formats of one channel always use it; others have to have the channel that a threshold is compared with.
Result<void> check_channel(const LabelingSpec& spec, const FormatTraits& format) {
  const auto* foreground = std::get_if<Foreground>(&spec.criterion);
  if (foreground == nullptr || foreground->channel == Channel::any || format.channels == 1) return {};
  constexpr std::array<std::string_view, 4> names = {"red", "green", "blue", "alpha"};
  const auto channel = static_cast<std::size_t>(foreground->channel);
  const auto channels = static_cast<std::size_t>(format.channels);
  if (channel < channels) return {};
  return unsupported(std::string(format.name) + " (" + std::string(format.gl_name) + ") has no channel " +
                     std::string(names[channel]) + ": it has " +
                     list_of(std::span(names).first(channels), [](std::string_view name) { return name; }));
}

/// Values that can never work, whatever the engine.
Result<void> check_values(const LabelingSpec& spec) {
  if (const auto* foreground = std::get_if<Foreground>(&spec.criterion)) {
    if (!(foreground->low < foreground->high)) {
      return invalid("foreground is what is above low, " + number_text(foreground->low) + ", and not above high, " +
                     number_text(foreground->high) + ": pass a high above low, infinity for no upper limit");
    }
    if (Result<void> status = check_enumerator("the channel", foreground->channel, Channel::any); !status)
      return status;
  }
  if (Result<void> status = check_filter(spec); !status) return status;
  if (Result<void> status = check_holes(spec); !status) return status;
  if (spec.fraction_bits && std::abs(std::int64_t{*spec.fraction_bits}) > most_fraction_bits) {
    return invalid("intensities have " + std::to_string(*spec.fraction_bits) + " bits of a fraction: pass " +
                   std::to_string(-most_fraction_bits) + " to " + std::to_string(most_fraction_bits) +
                   ", or none, so that each component has its own");
  }
  const auto* difference = std::get_if<Difference>(&spec.criterion);
  if (difference != nullptr && !(difference->largest >= 0.0)) {
    return invalid("the largest difference is " + number_text(difference->largest) + ": pass 0 or more");
  }
  const Measure measure = difference != nullptr ? difference->measure : Measure::sum;
  if (Result<void> status = check_enumerator("the measure", measure, Measure::largest); !status) return status;
  return check_enumerator("the numbering", spec.numbering, Numbering::root);
}

/// Whether a channel of the format stores this number.
bool stores(double number, const FormatTraits& format) {
  if (format.has_floats()) return std::isinf(number) || std::abs(number) <= double{std::numeric_limits<float>::max()};
  return number >= static_cast<double>(smallest_stored(format)) &&
         number <= static_cast<double>(largest_stored(format)) && number == std::floor(number);
}

Result<void> check_background(const PixelValue& background, const FormatTraits& format) {
  const auto channels = static_cast<std::size_t>(format.channels);
  for (std::size_t c = 0; c < background.size(); ++c) {
    if (c < channels ? stores(background[c], format) : background[c] == 0.0) continue;
    return invalid("the background is (" + list_of(background, number_text) + "), which " + std::string(format.name) +
                   " does not store: pass " +
                   (format.has_floats() ? "numbers of single precision"
                                        : "integers from " + std::to_string(smallest_stored(format)) + " to " +
                                              std::to_string(largest_stored(format))) +
                   (channels < background.size() ? ", and 0 for channels that it lacks" : ""));
  }
  return {};
}

Result<void> check_connectivity(Connectivity connectivity, const Extent& extent, const Capabilities& engine) {
  if (!has(connectivities, connectivity)) {
    return invalid("the connectivity is " + text_of(connectivity) + ": its enumeration has the values " +
                   list_of(connectivities, text_of));
  }
  const Connectivity resolved = connectivity_in(extent, connectivity);
  if (!has(engine.connectivities, resolved)) {
    return unsupported(std::string(engine.engine) + " has no " + text_of(resolved) + "-connectivity: it has " +
                       list_of(engine.connectivities, text_of));
  }
  if (extent.is_volume() && is_of_the_plane(connectivity)) {
    return invalid(text_of(connectivity) + "-connectivity is for images, and this is a volume of " + to_string(extent) +
                   ": use 6, 18 or 26");
  }
  return {};
}

Result<void> check_criterion(CriterionKind kind, const FormatTraits& format, const Capabilities& engine) {
  if (!has(engine.criteria, kind)) {
    return unsupported(std::string(engine.engine) + " has no criterion " + std::string(name_of(kind)) + ": it has " +
                       list_of(engine.criteria, [](CriterionKind one) { return name_of(one); }));
  }
  if (kind == CriterionKind::difference && !format.has_difference()) {
    return unsupported(
        "the criterion difference subtracts values, and those of " + std::string(format.name) + " (" +
        std::string(format.gl_name) + ") are ids: it works on " +
        list_formats([&](const FormatTraits& one) { return reads(engine, one) && one.has_difference(); }));
  }
  if (kind != CriterionKind::equal || format.has_equal) return {};
  return unsupported("the criterion equal compares stored integers, and " + std::string(format.name) + " (" +
                     std::string(format.gl_name) + ") has none: it works on " +
                     list_formats([&](const FormatTraits& one) { return reads(engine, one) && one.has_equal; }));
}

Result<void> check_measure(const Criterion& criterion, const FormatTraits& format, const Capabilities& engine) {
  const auto* difference = std::get_if<Difference>(&criterion);
  if (difference == nullptr || format.has_measure(difference->measure)) return {};
  return unsupported("the measure " + std::string(name_of(difference->measure)) + " is not defined for " +
                     std::string(format.name) + " (" + std::string(format.gl_name) + "): it works on " +
                     list_formats([&](const FormatTraits& one) {
                       return reads(engine, one) && one.has_measure(difference->measure);
                     }));
}

Result<void> check_format(const FormatTraits& format, const Capabilities& engine) {
  const auto is_read = [&](const FormatTraits& one) { return reads(engine, one); };
  if (is_read(format)) return {};
  return unsupported(std::string(engine.engine) + " does not read the format " + std::string(format.name) +
                     ": it reads " + list_formats(is_read));
}

/// In the order of Need.
constexpr NeedWords need_words[] = {
    {Need::filter, "LabelingSpec::filter", "a filter", "every component", "has no filter",
     "has no filter: label with compute, cuda-fast or an engine cpu-*"},
    {Need::measurements, "LabelingSpec::columns", "moments, quads and intensities", "area, box and centroid",
     "has no measurements",
     "measures area, box and centroid, and neither moments nor quads, cubes, seams or intensities: label with compute "
     "or an engine cuda-* or cpu-*"},
    {Need::mask, "Inputs::mask", "a mask", "all pixels", "has no mask",
     "has no mask: label with compute, cuda-fast or an engine cpu-*"},
    {Need::holes, "LabelingSpec::fill_holes", "filled holes", "holes as background", "fills no holes",
     "fills no holes: label with compute, cuda-fast or an engine cpu-*"},
    {Need::periodic, "LabelingSpec::periodic", "periodic axes", "borders", "has no periodic axes",
     "has no periodic axes: label with compute, cuda-fast or an engine cpu-*"},
};

Result<void> check_needs(Needs needs, const Capabilities& engine) {
  const NeedWords* const lack = words_of_first(needs.without(engine.needs));
  return lack == nullptr ? Result<void>() : unsupported(std::string(engine.engine) + " " + std::string(lack->refusal));
}

/// Connectivity 4 and 8, and full where it is 8, are those of images, which have no axis z.
Result<void> check_periodic(const LabelingSpec& spec, const Extent& extent) {
  const bool is_full = spec.connectivity == Connectivity::full;
  const Connectivity connectivity = is_full ? connectivity_in(extent, spec.connectivity) : spec.connectivity;
  if (!spec.periodic.z || !is_of_the_plane(connectivity)) return {};
  return invalid("the axis z is periodic, and " + text_of(connectivity) +
                 "-connectivity is for images: leave PeriodicAxes::z out, or use 6, 18 or 26");
}

/// Whether an image beside the labeled one has a format and its extent. `who` is its name.
Result<void> check_second(const ImageView& second, const Extent& image, const std::string& who) {
  if (Result<void> status = check_enumerator("the format", second.format, pixel_formats().back().format); !status) {
    return status;
  }
  if (second.extent == image) return {};
  return invalid(who + " is " + to_string(second.extent) + " and the labeled image is " + to_string(image) +
                 ": both have to be of one size");
}

}  // namespace

std::string to_string(const Extent& extent) {
  std::string text = std::to_string(extent.width) + "x" + std::to_string(extent.height);
  if (extent.depth != 1) text += "x" + std::to_string(extent.depth);
  return text;
}

Needs needs_of(const LabelingSpec& spec, bool masked) {
  LabelingSpec none;
  none.filter.min_area = std::min<std::uint64_t>(spec.filter.min_area, 1);  // every component has an element
  Needs needs;
  visit_fields(
      [&](const Field& field, const auto& asked, const auto& otherwise) {
        if (field.need && asked != otherwise) needs.add(*field.need);
      },
      spec, none);
  if (masked) needs.add(Need::mask);
  return needs;
}

const NeedWords* words_of_first(Needs needs) {
  for (const NeedWords& words : need_words) {
    if (needs.has(words.need)) return &words;
  }
  return nullptr;
}

bool Capabilities::has_volumes() const {
  return !std::all_of(connectivities.begin(), connectivities.end(), is_of_the_plane);
}

CriterionKind kind_of(const Criterion& criterion) { return static_cast<CriterionKind>(criterion.index()); }

std::string_view name_of(CriterionKind kind) {
  switch (kind) {
    case CriterionKind::foreground:
      return "foreground";
    case CriterionKind::equal:
      return "equal";
    case CriterionKind::difference:
      break;
  }
  return "difference";
}

std::string_view name_of(Measure measure) {
  switch (measure) {
    case Measure::sum:
      return "sum";
    case Measure::luminance:
      return "luminance";
    case Measure::largest:
      break;
  }
  return "largest";
}

Result<void> check_not_empty(const Extent& extent) {
  if (extent.width >= 1 && extent.height >= 1 && extent.depth >= 1) return {};
  return invalid("the image is " + to_string(extent) + ": it needs at least one pixel");
}

Result<void> check_extent(const Extent& extent, const Capabilities& engine) {
  if (Result<void> status = check_not_empty(extent); !status) return status;
  if (extent.is_volume() && !engine.has_volumes()) {
    return unsupported(std::string(engine.engine) + " labels images, and this is a volume of " + to_string(extent) +
                       ": use an engine that has connectivity 6, 18 or 26");
  }
  const std::string what = (extent.is_volume() ? "the volume is " : "the image is ") + to_string(extent);
  const std::string most = ": " + std::string(engine.engine) + " labels up to ";
  if (std::max({extent.width, extent.height, extent.depth}) > engine.largest_side) {
    return Error{ErrorCode::too_large,
                 what + most + std::to_string(engine.largest_side) + " in each direction, label it in parts"};
  }
  // Divided, because the product of three sides may exceed 64 bits.
  const std::int64_t slice = std::int64_t{extent.width} * extent.height;
  const bool own_limit = extent.is_volume() && engine.largest_volume != 0;
  const std::int64_t largest = own_limit ? engine.largest_volume : engine.largest_elements;
  if (slice > largest / extent.depth) {
    const bool countable = slice <= std::numeric_limits<std::int64_t>::max() / extent.depth;
    return Error{ErrorCode::too_large, what +
                                           (countable ? ", " + std::to_string(extent.elements()) + " elements" : "") +
                                           most + std::to_string(largest) + " elements, label it in parts"};
  }
  return {};
}

Result<void> check_rectangle(const Rectangle& rectangle, const Extent& image, const std::string& name) {
  const auto& [x0, y0, x1, y1, z0, z1] = rectangle;
  const auto refusal = [&name](const std::string& begin, const std::string& end, bool inside,
                               const std::string& whole) {
    return invalid("the rectangle from " + begin + " to before " + end + " is " + (inside ? "empty" : "not inside") +
                   ": " + name + " reaches from " + whole);
  };
  const bool slices_inside = z0 >= 0 && z1 <= image.depth;
  if (!slices_inside || z0 >= z1) {
    const auto slice = [](int z) { return "slice " + std::to_string(z); };
    return refusal(slice(z0), slice(z1), slices_inside,
                   "slice 0 to before " + slice(image.depth) + (image.is_volume() ? "" : ", so z0 is 0 and z1 is 1"));
  }
  const bool inside = x0 >= 0 && y0 >= 0 && x1 <= image.width && y1 <= image.height;
  if (inside && x0 < x1 && y0 < y1) return {};
  const auto corner = [](int x, int y) { return "(" + std::to_string(x) + ", " + std::to_string(y) + ")"; };
  return refusal(corner(x0, y0), corner(x1, y1), inside, "(0, 0) to before " + corner(image.width, image.height));
}

Result<void> check(const LabelingSpec& spec, PixelFormat format, const Extent& extent, const Capabilities& engine) {
  if (Result<void> status = check_enumerator("the format", format, pixel_formats().back().format); !status)
    return status;
  const FormatTraits& traits = traits_of(format);
  if (Result<void> status = check_values(spec); !status) return status;
  if (Result<void> status = check_extent(extent, engine); !status) return status;
  if (Result<void> status = check_connectivity(spec.connectivity, extent, engine); !status) return status;
  if (Result<void> status = check_needs(needs_of(spec), engine); !status) return status;
  if (Result<void> status = check_periodic(spec, extent); !status) return status;
  if (Result<void> status = check_columns(spec.columns, extent); !status) return status;
  if (Result<void> status = check_format(traits, engine); !status) return status;
  if (Result<void> status = check_channel(spec, traits); !status) return status;
  if (Result<void> status = check_criterion(kind_of(spec.criterion), traits, engine); !status) return status;
  if (Result<void> status = check_measure(spec.criterion, traits, engine); !status) return status;
  const PixelValue* const background = background_of(spec.criterion);
  return background == nullptr ? Result<void>() : check_background(*background, traits);
}

Result<void> check_columns(std::uint32_t columns, const Extent& extent) {
  if ((columns & ~measured_columns) != 0) {
    return invalid("the measured columns are " + std::to_string(columns) +
                   ": pass a set of table_column_moments, table_column_quads, table_column_intensity, "
                   "table_column_cubes and table_column_seams, " +
                   std::to_string(table_column_moments) + ", " + std::to_string(table_column_quads) + ", " +
                   std::to_string(table_column_intensity) + ", " + std::to_string(table_column_cubes) + " and " +
                   std::to_string(table_column_seams));
  }
  if ((columns & table_column_quads) != 0 && extent.is_volume()) {
    return unsupported("quads are windows of images, and this is a volume of " + to_string(extent) +
                       ": leave table_column_quads out");
  }
  if ((columns & table_column_cubes) != 0 && !extent.is_volume()) {
    return unsupported("cubes are windows of volumes, and this is an image of " + to_string(extent) +
                       ": leave table_column_cubes out");
  }
  const auto last = static_cast<std::uint64_t>(std::max({extent.width, extent.height, extent.depth}) - 1);
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  if ((columns & table_column_moments) == 0 || last == 0) return {};
  if (static_cast<std::uint64_t>(extent.elements()) <= most / (last * last)) return {};
  return Error{ErrorCode::too_large, "the moments of " + to_string(extent) + ", " + std::to_string(extent.elements()) +
                                         " elements up to " + std::to_string(last) +
                                         " from the first, exceed 64 bits: leave table_column_moments out"};
}

Result<void> check_mask(const LabelingSpec& spec, const ImageView* mask, const Extent& image,
                        const Capabilities& engine) {
  if (mask == nullptr) return {};
  if (Result<void> status = check_needs({Need::mask}, engine); !status) return status;
  if (spec.fill_holes != 0) {
    return invalid("a mask and filled holes contradict each other: pass no mask, or leave fill_holes at 0");
  }
  if (Result<void> status = check_second(*mask, image, "the mask"); !status) return status;
  if (mask->format == PixelFormat::u8 || mask->format == PixelFormat::unorm8) return {};
  return invalid("the mask has the format " + std::string(traits_of(mask->format).name) + ": pass u8 or unorm8");
}

Result<void> check_intensity(const LabelingSpec& spec, const ImageView* intensity, const Extent& image) {
  const bool measured = (spec.columns & table_column_intensity) != 0;
  if (intensity == nullptr) {
    return measured ? invalid("table_column_intensity is set and there is no image of intensities: pass one of " +
                              to_string(image))
                    : Result<void>();
  }
  if (!measured) {
    return invalid(
        "there is an image of intensities and LabelingSpec::columns lacks table_column_intensity: set it, or pass no "
        "image");
  }
  if (Result<void> status = check_second(*intensity, image, "the image of intensities"); !status) return status;
  const auto is_measured = [](const FormatTraits& one) { return one.channels == 1 && one.bytes > 0; };
  if (is_measured(traits_of(intensity->format))) return {};
  return invalid("the image of intensities has the format " + std::string(traits_of(intensity->format).name) +
                 ": pass " + list_formats(is_measured));
}

Result<void> check_second_images(const LabelingSpec& spec, const std::optional<ImageView>& mask,
                                 const std::optional<ImageView>& intensity, const Extent& image,
                                 const Capabilities& engine) {
  const auto pointer = [](const std::optional<ImageView>& view) { return view ? &*view : nullptr; };
  if (Result<void> fits = check_mask(spec, pointer(mask), image, engine); !fits) return fits;
  return check_intensity(spec, pointer(intensity), image);
}

Result<void> check_second_images(const LabelingSpec& spec, const InputFormats& formats, const Extent& image,
                                 const Capabilities& engine) {
  const auto view_of = [&](const std::optional<PixelFormat>& format) -> std::optional<ImageView> {
    if (!format) return std::nullopt;
    return ImageView{nullptr, *format, image};
  };
  return check_second_images(spec, view_of(formats.mask), view_of(formats.intensity), image, engine);
}

Result<void> check_table(const LabelingSpec& spec, std::uint32_t rows) {
  if (rows == 0 && spec.columns != 0) {
    return invalid("measurements are columns of the component table: ask for a table of 1 row or more");
  }
  if (rows == 0 || spec.numbering == Numbering::raster) return {};
  return invalid(
      "a component table and Numbering::root contradict each other: row i of a table is label i + 1; use "
      "Numbering::raster");
}

}  // namespace glccl
