// The viewer's window in tests: an X server of the test's own whose screen is memory, and pictures of what it draws.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/types.hpp"
#include "tests/support/paths.hpp"

namespace glccl::tests {

/// Xvfb, which ends with this object.
class Display {
 public:
  Display();
  Display(const Display&) = delete;
  Display& operator=(const Display&) = delete;
  ~Display();

  bool is_installed() const { return server_ > 0; }
  bool is_running() const { return !number_.empty(); }

  /// Mesa's GLX keeps a few allocations until the process ends, from libraries that are unloaded by then and cannot be
  /// named in a suppression, so sanitized builds do not look for leaks of the viewer.
  std::vector<std::string> environment() const;

 private:
  std::filesystem::path runtime_directory_ = scratch_directory();
  pid_t server_ = 0;
  std::string number_;
};

/// Whether there is a viewer to test; says why not.
bool is_built();

/// Whether the cases that need a display can run; says why not.
bool can_run(const Display& display);

/// Whether the viewer's standard error is the hint at --threshold.
bool is_hint(const std::string& err);

/// Runs the viewer for a few frames. Requires that it succeeds with a picture of the window's size, and without a word
/// but the hint at --threshold.
host::Image take_screenshot(const Display& display, std::vector<std::string> arguments, Extent extent = {900, 700});

/// The pixel of a screenshot, red in the lowest byte.
std::uint32_t color_at(const host::Image& image, int x, int y);

/// The part of the window right of the sidebar, which shows no times: the canvas, or also the passes below it.
std::vector<std::uint32_t> beside_sidebar(const host::Image& image, int height);

/// The canvas, row by row.
std::vector<std::uint32_t> canvas_of(const host::Image& image);

/// The columns and rows of the canvas. Its left side is the sidebar's width.
Extent canvas_extent(const host::Image& image);

/// The number of different colours.
std::size_t count_colors(const std::vector<std::uint32_t>& colors);

}  // namespace glccl::tests
