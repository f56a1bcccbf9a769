// The command line of glccl-view.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "glccl/result.hpp"
#include "tools/view/picture/camera.hpp"
#include "tools/view/settings.hpp"

namespace glccl::view {

/// The arguments of glccl-view.
struct ViewerArguments {
  std::string path;  ///< An image or a folder; empty: the live scene.
  std::string engine = "raster";
  std::optional<std::string> threshold;
  std::optional<std::string> point_text;
  std::string size_text = "1280x800";
  std::string show;
  Settings settings;
  std::optional<int> pass;

  Extent window_extent;           ///< Set by check().
  std::optional<Position> point;  ///< Set by check(): where the mouse rests in an unattended run.
  double zoom = 0.0;              ///< Window pixels per image pixel; 0: the image fits the window.
  int frames = 0;                 ///< Frames of an unattended run; 0: the viewer runs until its window is closed.
  std::string screenshot;
};

/// Declares the options; parsing fills `arguments`, which must outlive it.
void add_options(CLI::App& app, ViewerArguments& arguments);

/// Parses the values that CLI11 leaves as text and sets the fields made of them. Error `invalid_argument`: a value that
/// cannot work, or two values that contradict each other.
Status check(ViewerArguments& arguments);

}  // namespace glccl::view
