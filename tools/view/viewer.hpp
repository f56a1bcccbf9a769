// The viewer: in each frame it draws the source, labels it, and draws the canvas and the panels.
#pragma once

#include <optional>

#include "glccl/host/image.hpp"
#include "glccl/host/window.hpp"
#include "glccl/result.hpp"
#include "tools/view/album.hpp"
#include "tools/view/command_line.hpp"

namespace glccl::view {

/// Runs until the window is closed, or for ViewerArguments::frames frames. Returns the last frame. Errors: those of
/// ViewedSource and Labeler in the first frame, `gpu` later.
Result<host::Image> run_viewer(host::WindowContext& window, std::optional<Album> album,
                               const ViewerArguments& arguments);

}  // namespace glccl::view
