// Dear ImGui in the viewer's window: its set-up, fonts and style.
#pragma once

#include <imgui.h>

#include <memory>
#include <optional>

#include "glccl/host/window.hpp"
#include "glccl/result.hpp"
#include "tools/view/picture/camera.hpp"

namespace glccl::view {

/// The fonts of the interface. ImGui's own font replaces each one that the machine lacks.
struct Fonts {
  ImFont* text = nullptr;
  ImFont* title = nullptr;
  ImFont* code = nullptr;
};

/// Keys that the viewer uses.
enum class Key { left, right, up, down, page_up, page_down, home, space, tab, x, y, z };

/// Dear ImGui, attached to a window.
class Interface {
 public:
  /// Attaches to the window, which must outlive it. Error `gpu`: ImGui rejects the context.
  static Result<Interface> create(const host::WindowContext& window);
  Interface(Interface&&) noexcept;
  Interface& operator=(Interface&&) noexcept;
  ~Interface();

  /// Begins a frame. With `step`, the frame counts as `step` seconds after the last one, and mouse and keyboard are
  /// ignored.
  void begin(std::optional<float> step);

  /// Draws all windows made since begin() into the bound framebuffer.
  void end();

  const Fonts& fonts() const;

  /// Whether a key went down in this frame while no text field has the focus. Arrows repeat while held.
  static bool pressed(Key key);

 private:
  struct State;
  explicit Interface(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

inline ImVec2 to_imgui(WindowPoint point) { return {point.x, point.y}; }

}  // namespace glccl::view
