// The command line of glccl-view.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "glccl/result.hpp"
#include "tools/view/camera.hpp"
#include "tools/view/settings.hpp"

namespace glccl::view {

struct Arguments {
  std::string path;  ///< an image or a folder; empty: the live scene
  std::string engine = "raster";
  std::optional<std::string> threshold;
  std::optional<std::string> point_text;
  std::string size_text = "1280x800";
  std::string show;
  Settings settings;
  std::optional<int> pass;

  Size window_size;            ///< filled by check()
  std::optional<Pixel> point;  ///< filled by check(): where the mouse rests in an unattended run
  double zoom = 0.0;           ///< window pixels of an image pixel; 0: the image fits the window
  int frames = 0;              ///< unattended: ends after that many; 0: runs until the window is closed
  std::string screenshot;
};

/// Declares the options; parsing fills `arguments`, which must outlive it.
void add_options(CLI::App& app, Arguments& arguments);

/// Understands what has a form of its own and fills the fields made from it. Error `invalid_argument`: a value that
/// cannot work, or two that contradict each other.
Status check(Arguments& arguments);

}  // namespace glccl::view
