// The program glccl-view: parses the command line, opens the image and the window, and reports an error as one line and
// an exit status.
#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <utility>

#include "glccl/host/image_files.hpp"
#include "glccl/host/output_file.hpp"
#include "glccl/host/window.hpp"
#include "tools/glccl/command_line.hpp"
#include "tools/glccl/exit_status.hpp"
#include "tools/view/album.hpp"
#include "tools/view/command_line.hpp"
#include "tools/view/viewer.hpp"

namespace glccl::view {
namespace {

using namespace tools;  // the exit statuses

constexpr const char* name = "glccl-view";

Status run(ViewerArguments& arguments) {
  if (const Status status = check(arguments); !status) return status;
  std::optional<Album> album;
  if (!arguments.path.empty()) {
    Result<Album> opened = Album::open(arguments.path);
    if (!opened) return opened.error();
    album = *std::move(opened);
  }
  std::optional<host::OutputFile> screenshot;
  if (!arguments.screenshot.empty()) {  // opened first, so that a wrong path fails at once
    Result<host::OutputFile> opened = host::OutputFile::create(arguments.screenshot);
    if (!opened) return opened.error();
    screenshot = *std::move(opened);
  }
  Result<host::WindowContext> window = host::WindowContext::create("glccl-view", arguments.window_extent);
  if (!window) {
    return Error{window.error().code, window.error().message +
                                          "; without one: xvfb-run -a glccl-view --frames 1 --screenshot OUT.png, or "
                                          "glccl label IMAGE --overlay OUT.png"};
  }
  const Result<host::Image> image = run_viewer(*window, std::move(album), arguments);
  if (!image) return image.error();
  if (!screenshot) return {};
  if (const Status status = host::write_image(*screenshot, *image); !status) return status;
  return screenshot->commit();
}

ExitStatus run_program(int argc, char** argv) {
  CLI::App program{"Shows connected components in a window, live, and the passes that find them one by one.",
                   "glccl-view"};
  program.set_version_flag("--version", "glccl-view " GLCCL_VERSION);
  program.footer("Exit status: 0 done, 2 usage, 3 file, 4 no device, 5 GPU error.");
  ViewerArguments arguments;
  add_options(program, arguments);
  return run_command_line(
      program, argc, argv,
      [](const CLI::ParseError& error) { return std::string(error.what()) + "; glccl-view --help lists the options"; },
      [&] {
        const Status status = run(arguments);
        return status ? done : fail(name, exit_status(status.error().code), status.error().message);
      });
}

}  // namespace
}  // namespace glccl::view

int main(int argc, char** argv) {
  using namespace glccl::view;
  return run_guarded(name, [&] { return run_program(argc, argv); });
}
