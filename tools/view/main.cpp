// The program glccl-view: opens the image and the window.
#include <optional>
#include <utility>

#include "glccl/host/image_files.hpp"
#include "glccl/host/output_file.hpp"
#include "glccl/host/window.hpp"
#include "tools/glccl/process.hpp"
#include "tools/view/album.hpp"
#include "tools/view/command_line.hpp"
#include "tools/view/viewer.hpp"

namespace glccl::view {
namespace {

Result<void> run(const ViewerArguments& arguments) {
  std::optional<Album> album;
  if (!arguments.path.empty()) {
    Result<Album> opened = Album::open(arguments.path, arguments.read);
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
  if (const Result<void> status = host::write_image(*screenshot, *image); !status) return status;
  return screenshot->commit();
}

}  // namespace
}  // namespace glccl::view

int main(int argc, char** argv) {
  using namespace glccl::view;
  glccl::tools::prepare_process();
  return glccl::tools::run_guarded("glccl-view", [&] { return run_program(argc, argv, run); });
}
