// The viewer: brings the subject, its labeling, the canvas and the panels together, frame by frame.
#pragma once

#include <optional>

#include "glccl/host/context.hpp"
#include "glccl/result.hpp"
#include "tools/view/album.hpp"
#include "tools/view/command_line.hpp"

namespace glccl::view {

/// Runs until the window is closed, or for Arguments::frames, and returns what the last frame looked like. Errors:
/// those of Subject and Labeler for what the command line asks; `gpu` later.
Result<host::Image> run_viewer(host::WindowContext& window, std::optional<Album> album, const Arguments& arguments);

}  // namespace glccl::view
