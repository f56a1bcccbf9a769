#include "tests/tools/view/view_support.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <set>

#include "glccl/host/image_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/processes/run_program.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;

constexpr int sidebar = 328;

}  // namespace

Display::Display() {
  std::array<int, 2> pipe_ends = {};
  REQUIRE(pipe2(pipe_ends.data(), O_CLOEXEC) == 0);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], 3);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<std::string> words = {"Xvfb",         "-displayfd", "3",   "-screen", "0",
                                    "1280x1024x24", "-nolisten",  "tcp", "-noreset"};
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const int error = posix_spawnp(&server_, "Xvfb", &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(pipe_ends[1]);
  if (error != 0) server_ = 0;
  // The server writes its number when it is ready, and closes the pipe when it fails.
  for (char letter = 0; read(pipe_ends[0], &letter, 1) == 1 && letter != '\n';) number_ += letter;
  close(pipe_ends[0]);
}

Display::~Display() {
  if (server_ <= 0) return;
  kill(server_, SIGTERM);
  waitpid(server_, nullptr, 0);
}

std::vector<std::string> Display::environment() const {
  // Mesa 25 complains on standard error where XDG_RUNTIME_DIR is not set.
  return {"DISPLAY=:" + number_, "WAYLAND_DISPLAY=", "LIBGL_ALWAYS_SOFTWARE=1", "ASAN_OPTIONS=detect_leaks=0",
          "XDG_RUNTIME_DIR=" + runtime_directory_.string()};
}

bool is_built() {
  if (has_program("glccl-view")) return true;
  WARN("skipped: glccl-view was not built, for Dear ImGui is not installed (package libimgui-dev)");
  return false;
}

bool can_run(const Display& display) {
  if (!is_built()) return false;
  if (!display.is_installed()) {
    WARN("skipped: Xvfb is not installed (package xvfb)");
    return false;
  }
  REQUIRE(display.is_running());
  return true;
}

bool is_hint(const std::string& err) {
  return err.starts_with("glccl-view: ") && err.find("--threshold otsu") != std::string::npos &&
         std::count(err.begin(), err.end(), '\n') == 1;
}

host::Image take_screenshot(const Display& display, std::vector<std::string> arguments, Extent extent) {
  const fs::path folder = scratch_directory();
  const std::vector<std::string> more = {
      "--frames",     "2",        "--size", std::to_string(extent.width) + "x" + std::to_string(extent.height),
      "--screenshot", "frame.png"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const ProgramResult result = run_program("glccl-view", arguments, folder, display.environment());
  INFO(result.err);
  REQUIRE(result.status == 0);
  CHECK((result.err.empty() || is_hint(result.err)));
  CHECK(result.out.empty());
  Result<host::Image> image = host::read_image(folder / "frame.png");
  REQUIRE(image);
  CHECK(image->extent == extent);
  REQUIRE(image->format == PixelFormat::rgba8);
  return *std::move(image);
}

std::uint32_t color_at(const host::Image& image, int x, int y) {
  const std::uint8_t* pixel = &image.bytes[4 * (static_cast<std::size_t>(y) * image.extent.width + x)];
  return pixel[0] | pixel[1] << 8U | pixel[2] << 16U | static_cast<std::uint32_t>(pixel[3]) << 24U;
}

std::vector<std::uint32_t> beside_sidebar(const host::Image& image, int height) {
  std::vector<std::uint32_t> colors;
  for (int y = 0; y < height; ++y) {
    for (int x = sidebar; x < image.extent.width; ++x) colors.push_back(color_at(image, x, y));
  }
  return colors;
}

Extent canvas_extent(const host::Image& image) {
  return {image.extent.width - sidebar, image.extent.height - std::min(188, image.extent.height / 3)};
}

std::vector<std::uint32_t> canvas_of(const host::Image& image) {
  return beside_sidebar(image, canvas_extent(image).height);
}

std::size_t count_colors(const std::vector<std::uint32_t>& colors) {
  std::set<std::uint32_t> found;
  for (std::size_t i = 0; i < colors.size(); ++i) {
    if (i == 0 || colors[i] != colors[i - 1]) found.insert(colors[i]);
  }
  return found.size();
}

}  // namespace glccl::tests
