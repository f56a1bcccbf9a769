// The command line of glccl-view.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "glccl/host/image_files.hpp"
#include "glccl/result.hpp"
#include "tools/glccl/exit_status.hpp"
#include "tools/view/picture/camera.hpp"
#include "tools/view/settings.hpp"

namespace glccl::view {

/// The arguments of glccl-view.
struct ViewerArguments {
  std::string path;  ///< An image, a volume or a folder; empty: the live scene.
  host::ReadOptions read;
  std::optional<std::string> engine;
  Connectivity connectivity = Connectivity::full;
  tools::SelectionWords words;
  std::optional<std::string> slice_text;
  std::optional<std::string> turn_text;
  std::optional<std::string> point_text;
  std::string size_text = "1280x800";
  std::string show;
  Settings settings;
  std::optional<int> pass;

  Extent window_extent;              ///< Made of size_text.
  std::optional<host::Slice> slice;  ///< Made of slice_text.
  std::optional<Position> point;     ///< Made of point_text: where the mouse rests in an unattended run.
  double zoom = 0.0;                 ///< Window pixels per image pixel; 0: the image fits the window.
  int frames = 0;                    ///< Frames of an unattended run; 0: the viewer runs until its window is closed.
  std::string screenshot;
};

/// Parses the command line and calls `run` with the arguments, which are checked. --help and --version print and are
/// done. Every failure prints one line on standard error.
tools::ExitStatus run_program(int argc, const char* const* argv,
                              const std::function<Result<void>(const ViewerArguments&)>& run);

}  // namespace glccl::view
