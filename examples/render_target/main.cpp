// A renderer that labels its own render targets. Each frame draws cubes, labels their visible parts on the GPU, follows
// them from the frame before, and draws their boxes over the picture, in colours that stay. The CPU reads nothing back
// within a frame.
#include <charconv>
#include <chrono>
#include <glccl/host/context.hpp>
#include <glccl/host/image_files.hpp>
#include <glccl/host/window.hpp>
#include <glccl/labeler.hpp>
#include <iostream>
#include <optional>
#include <string_view>

#include "renderer.hpp"

namespace {

constexpr glccl::Extent extent = {960, 540};
constexpr const char* usage = "usage: render_target [--depth] [--window] [--frames N] [--screenshot FILE.png]\n";

struct Arguments {
  bool depth = false;      ///< Label the depth target instead of the object ids.
  bool window = false;     ///< Show the frames.
  int frames = 0;          ///< Frames to draw; 0: 60, or in a window until it is closed.
  std::string screenshot;  ///< File for the last frame; empty: none.
};

std::optional<Arguments> parse(int count, char** words) {
  Arguments arguments;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    const std::string_view value = i + 1 < count ? words[i + 1] : "";
    if (word == "--depth") {
      arguments.depth = true;
    } else if (word == "--window") {
      arguments.window = true;
    } else if (word == "--frames" && !value.empty()) {
      const char* const end = value.data() + value.size();
      const auto [rest, problem] = std::from_chars(value.data(), end, arguments.frames);
      if (problem != std::errc() || rest != end || arguments.frames < 1) return std::nullopt;
      ++i;
    } else if (word == "--screenshot" && !value.empty()) {
      arguments.screenshot = value;
      ++i;
    } else {
      return std::nullopt;
    }
  }
  if (arguments.frames == 0 && !arguments.window) arguments.frames = 60;
  return arguments;
}

int fail(const glccl::Error& error) {
  std::cerr << "render_target: " << error.message << "\n";
  return 1;
}

glccl::Result<void> save(GLuint texture, const std::string& path) {
  glccl::host::Image image{extent, glccl::PixelFormat::rgba8, {}};
  image.bytes.resize(static_cast<std::size_t>(extent.elements()) * 4);
  glGetTextureImage(texture, 0, GL_RGBA, GL_UNSIGNED_BYTE, static_cast<GLsizei>(image.bytes.size()),
                    image.bytes.data());
  return glccl::host::write_image(path, image);
}

// All objects in here need the context and are destroyed before it.
int run(const Arguments& arguments, glccl::host::WindowContext* window) {
  auto renderer = Renderer::create(extent);
  if (!renderer) return fail(renderer.error());
  auto labeler = glccl::Labeler::create();
  if (!labeler) return fail(labeler.error());
  auto tracker = glccl::Tracker::create(extent, {.max_components = 4096});
  if (!tracker) return fail(tracker.error());

  // Object ids: neighbours with equal ids are connected, 0 is background. Depth: neighbours are connected where depth
  // has no step, so that a component is a surface; there is no background.
  glccl::LabelingSpec spec{.criterion = glccl::Equal{}};
  if (arguments.depth) spec.criterion = glccl::Difference{0.01F};
  glccl::Outputs output{.table_rows = 4096};
  const std::uint32_t texture = arguments.depth ? renderer->depth() : renderer->ids();

  const auto start = std::chrono::steady_clock::now();
  int frames = 0;
  const auto is_done = [&] { return frames == arguments.frames || (window != nullptr && window->should_close()); };
  do {
    renderer->draw_scene(static_cast<float>(frames++) / 60.0F);
    output.target = tracker->target();  // another one in each frame
    const auto labels = labeler->label(texture, spec, output);
    if (!labels) return fail(labels.error());
    const auto tracks = tracker->track(*labels);
    if (!tracks) return fail(tracks.error());
    renderer->draw_boxes(labels->table, *tracks);
    if (window == nullptr) continue;
    renderer->show(window->framebuffer_extent());
    window->swap_and_poll();
  } while (!is_done());
  glFinish();
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;

  const auto components = labeler->readback_components();
  if (!components) return fail(components.error());
  const auto tracked = tracker->readback();
  if (!tracked) return fail(tracked.error());
  std::cout << components->size() << " components (ids up to " << tracked->header.last_id << ") in the last of "
            << frames << " frames, " << elapsed.count() / frames << " ms a frame\n";
  if (arguments.screenshot.empty()) return 0;
  const glccl::Result<void> saved = save(renderer->colour(), arguments.screenshot);
  return saved ? 0 : fail(saved.error());
}

}  // namespace

int main(int count, char** words) {
  const std::optional<Arguments> arguments = parse(count, words);
  if (!arguments) {
    std::cerr << usage;
    return 1;
  }
  if (arguments->window) {
    auto context = glccl::host::WindowContext::create("glccl: render_target", extent);
    return context ? run(*arguments, &*context) : fail(context.error());
  }
  const auto context = glccl::host::HeadlessContext::create();
  return context ? run(*arguments, nullptr) : fail(context.error());
}
