// Dear ImGui in the viewer's window: its set-up, fonts and style.
#pragma once

#include <imgui.h>

#include <memory>
#include <optional>

#include "glccl/host/context.hpp"
#include "glccl/result.hpp"
#include "tools/view/camera.hpp"

namespace glccl::view {

/// The fonts of the interface; each is ImGui's own where there is no better one on the machine.
struct Fonts {
  ImFont* text = nullptr;
  ImFont* title = nullptr;
  ImFont* code = nullptr;
};

/// Keys that the viewer listens to.
enum class Key { left, right, page_up, page_down, home, space };

class Interface {
 public:
  /// Attaches to the window, which must outlive it. Error `gpu`: ImGui rejects the context.
  static Result<Interface> create(const host::WindowContext& window);
  Interface(Interface&&) noexcept;
  Interface& operator=(Interface&&) noexcept;
  ~Interface();

  /// Begins a frame. With `step` that many seconds have passed since the last one, and neither mouse nor keyboard are
  /// listened to.
  void begin(std::optional<float> step);

  /// Draws what was made since begin() into the framebuffer that is bound.
  void end();

  const Fonts& fonts() const;

  /// Whether a key went down in this frame and no text field wants it. Left and right repeat while they are held.
  static bool pressed(Key key);

 private:
  struct State;
  explicit Interface(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

inline ImVec2 to_imgui(Place place) { return {place.x, place.y}; }

}  // namespace glccl::view
