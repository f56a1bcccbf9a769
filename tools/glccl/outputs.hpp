// The files that a labeling is written to: either all of them or none.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "glccl/contacts.hpp"
#include "glccl/host/component_files.hpp"
#include "glccl/host/image.hpp"
#include "glccl/host/label_files.hpp"
#include "glccl/host/overlay.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "tools/glccl/options/arguments.hpp"

namespace glccl::tools {

/// Paths of the outputs; an output without a path is not written.
struct OutputPaths {
  std::optional<std::string> labels = {};
  std::optional<std::string> components = {};
  std::optional<std::string> overlay = {};
  std::optional<std::string> boundaries = {};
  std::optional<std::string> contacts = {};
  std::optional<host::Slice> slice = {};  ///< Of a volume: the slice that `overlay` shows.
};

/// What is taken out of labels for outputs; what no path asks for is left out.
struct TakenOut {
  std::optional<host::Image> boundaries = {};
  std::optional<std::vector<Contact>> contacts = {};
};

/// What the overlay of an image or volume shows: "overlay.png", "overlay.png, 36 of 181 slices". Requires an overlay.
std::string describe_overlay(const OutputPaths& paths, const Extent& extent);

/// Checks the endings of the paths, and that none is an input or named twice. Error `invalid_argument`.
Result<void> check_outputs(const OutputPaths& paths, const std::vector<NamedFile>& inputs);

/// Checks that a volume has the slice of the overlay. Error `invalid_argument`: it is outside, or this is an image.
Result<void> check_slice(const OutputPaths& paths, const Extent& extent);

/// Checks before the work that files of these endings hold the labels of such an image or volume. Error
/// `invalid_argument`: labels of a volume in a .png.
Result<void> check_extent(const OutputPaths& paths, const Extent& extent);

/// Checks before the work that each output can be written. Leaves no file behind. Error `file`.
Result<void> try_outputs(const OutputPaths& paths);

/// The overlay of a volume in a .png is the slice that is asked for, or a contact sheet; other files hold all slices.
/// Writes under temporary names, then renames: either every path holds its new content, or each holds its former one.
/// Labels in NIfTI have the geometry, the component table the `further` columns; `taken_out` is what was asked
/// for by its paths. Errors: `invalid_argument` (too many labels for a .png), `file`.
Result<void> write_outputs(const OutputPaths& paths, const host::Image& source, const LabelImage& labels,
                           const std::vector<Component>& components,
                           const std::optional<host::NiftiGeometry>& geometry = std::nullopt,
                           const std::vector<host::ComponentColumn>& further = {}, const TakenOut& taken_out = {});

/// Checks that a file can be written there. Leaves no file behind. Error `file`.
Result<void> try_output(const std::optional<std::string>& path);

/// Writes a text under a temporary name, then renames. Does nothing without a path. Error `file`.
Result<void> write_text(const std::optional<std::string>& path, const std::string& text);

}  // namespace glccl::tools
