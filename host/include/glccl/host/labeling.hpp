// Labeling on the CPU, and what is made of labels there.
#pragma once

#include <filesystem>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/host/output_file.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// The oracle, engine `cpu-serial`: union-find in two scans after Bester and Pulles, algorithm 1. Numbering::raster.
/// Values are compared as they are stored (0..255, 0..65535). Foreground: the channel, or with `any` the largest of the
/// four, of rgba8; a grey image has one channel, whatever `channel` says. Equal: zero in all channels is background.
/// Difference: no background. Requires an image of fewer than 2^32 - 1 pixels whose bytes match its size.
LabelImage label_serial(const Image& image, Connectivity connectivity, const Criterion& criterion);

/// Engine `cpu-wu`: two passes with a decision tree and union-find in an array after K. Wu, E. Otoo, K. Suzuki,
/// Optimizing two-pass connected-component labeling algorithms (2009), for 4-connectivity too. Numbering::raster.
/// Foreground and Equal as label_serial() has them. Requires another criterion than Difference: the decision tree
/// leaves out neighbours that are linked to one it looks at, which takes links that are transitive, and similarity is
/// not. Else requires what label_serial() does.
LabelImage label_wu(const Image& image, Connectivity connectivity, const Criterion& criterion);

/// The component table of labels numbered 1..N: row i describes label i + 1.
/// Error `invalid_argument` when the labels are not exactly 1..N (Numbering::root).
Result<std::vector<Component>> measure_components(const LabelImage& labels);

/// Sets Component::value of every row to the image's value at its first pixel: for labels made with Equal. Requires the
/// image that was labeled.
void read_values(const Image& image, std::vector<Component>& components);

/// Writes labels by the ending of the file's path: .npy (uint32, C order), .tif or .tiff (32-bit), .png (16-bit grey).
/// The file is neither closed nor committed. Errors: `invalid_argument` (unknown ending; labels above 65535 in a .png:
/// the message names the other two), `file`.
Status write_labels(OutputFile& file, const LabelImage& labels);

/// Writes to a temporary name beside `path` and renames, so that the path holds a whole file or what it held before.
Status write_labels(const std::filesystem::path& path, const LabelImage& labels);

/// Whether write_labels() knows the ending. Error `invalid_argument`, which lists the endings.
Status check_labels_path(const std::filesystem::path& path);

/// Writes a component table as .csv (header: label,area,x0,y0,x1,y1,centroid_x,centroid_y,first_x,first_y,value;
/// centroids with six decimals) or .json (an array of objects with the same names, one a line, plus the exact sums
/// sum_x, sum_y). The file is neither closed nor committed. Errors: `invalid_argument` (unknown ending), `file`.
Status write_components(OutputFile& file, const std::vector<Component>& components);

/// Writes to a temporary name beside `path` and renames, so that the path holds a whole file or what it held before.
Status write_components(const std::filesystem::path& path, const std::vector<Component>& components);

/// Whether write_components() knows the ending. Error `invalid_argument`, which lists the endings.
Status check_components_path(const std::filesystem::path& path);

/// The source, dimmed, with each component tinted in a colour of its own (a function of its label alone) and its box
/// drawn. rgba8. Requires labels of the source's size.
Image draw_overlay(const Image& source, const LabelImage& labels, const std::vector<Component>& components);

}  // namespace glccl::host
