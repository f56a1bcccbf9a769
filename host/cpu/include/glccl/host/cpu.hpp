// Labeling on the CPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/image.hpp"
#include "glccl/intensity.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// Capabilities of the engine `cpu-serial`: all criteria on images and volumes of all formats that have bytes in
/// memory, up to 2^34 elements.
Capabilities serial_capabilities();

/// The engine `cpu-serial`, which other engines are tested against: union-find in two scans after C. Bester and L.
/// Pulles, Connected-Components Labeling, algorithm 1, in space. An image is a volume of depth 1. The labels have
/// Numbering::raster for either value of `spec.numbering`. Floats are compared as glccl/spec.hpp says, by the CPU's own
/// arithmetic: in a thread that flushes denormals to zero (-ffast-math) they are flushed here too.
///
/// `mask` is one of check_mask(); null: none.
///
/// Errors: those of check() with serial_capabilities() and of check_mask(), and `too_large` where there is no memory
/// for the labels, or where the first scan needs more labels than 32 bits have. It needs one per element without a
/// connected neighbour before it in raster order, so never more than there are elements.
Result<LabelImage> label_serial(const ImageView& image, const LabelingSpec& spec, const ImageView* mask = nullptr);

/// The component table of labels 1..N: row i describes label i + 1. Component::value is 0.
/// Error `invalid_argument`: the labels are not exactly 1..N (Numbering::root).
Result<std::vector<Component>> measure_components(const LabelImage& labels);

/// What LabelingSpec::columns asks for, of labels 1..`components`: row i describes label i + 1, and
/// larger labels are left out. Requires columns and an extent that check_columns() does not refuse. Leaves Intensity
/// and Seams out, for which there are measure_intensities() and measure_seams().
std::vector<Measurements> measure_columns(const LabelImage& labels, std::uint32_t columns, std::size_t components);

/// The moments of labels 1..`components`: row i describes label i + 1, and larger labels are left out. Requires
/// an extent that check_columns() does not refuse for table_column_moments.
std::vector<Moments> measure_moments(const LabelImage& labels, std::size_t components);

/// Sets Measurements::intensity of `rows`, row i for label i + 1, from an image of the labels' extent that
/// check_intensity() does not refuse; `fraction_bits` as in LabelingSpec. Larger labels are left out.
void measure_intensities(const LabelImage& labels, const ImageView& intensity, std::optional<int> fraction_bits,
                         std::vector<Measurements>& rows);

/// Measures doubles, one for each element, over labels 1..`components`; larger labels are left out. Values are
/// rounded to integers of 62 bits and a sign: with M the largest magnitude of a component, the mean has an error of
/// 2^-62 M, and then that of a double. Infinities and NaN concern the component that has them.
std::vector<DoubleIntensity> measure_intensities(const LabelImage& labels, std::span<const double> values,
                                                 std::size_t components);

/// Applies LabelingSpec::filter to labels 1..N and their table: the labels of dropped components become 0, the others
/// are numbered 1..M in the same order, and the table keeps their rows. Engines on the CPU label without a filter, and
/// host::Labeler calls this. The axes `periodic` have no border. Throws std::bad_alloc and then changes nothing.
void filter_components(const Filter& filter, LabelImage& labels, std::vector<Component>& components,
                       const PeriodicAxes& periodic = {});

/// The foreground with its holes filled, from the labels 1..N that background_spec() gives and their table: 255 where
/// it or a hole of at most `largest_hole` elements is, 0 elsewhere, in PixelFormat::u8. The axes `periodic` have no
/// border. Engines on the CPU label the result by Foreground{}. Throws std::bad_alloc.
Image draw_filled(const LabelImage& background, const std::vector<Component>& components, std::uint64_t largest_hole,
                  const PeriodicAxes& periodic = {});

/// The same of an image, by cpu-serial: what no path through the background reaches from the border of an axis that is
/// not periodic. A hole may cross the seam of a periodic axis, and even wind around it between two walls. With all axes
/// periodic there is no outside, so every component of the background is a hole. Errors: those of label_serial() and
/// check_holes(), and `invalid_argument` for LabelingSpec::fill_holes of 0.
Result<Image> fill_holes(const ImageView& image, const LabelingSpec& spec);

/// Sets Component::value of every row to the value of its first pixel: for labels made with Equal. Requires the image
/// that was labeled, in a format that has Equal.
void read_values(const ImageView& image, std::vector<Component>& components);

}  // namespace glccl::host
