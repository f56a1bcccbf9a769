#include "tools/view/viewer.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "glccl/host/context.hpp"
#include "tools/glccl/exit_status.hpp"
#include "tools/glccl/options/arguments.hpp"
#include "tools/view/labeling.hpp"
#include "tools/view/panels/interface.hpp"
#include "tools/view/panels/panels.hpp"
#include "tools/view/picture/camera.hpp"
#include "tools/view/picture/frame.hpp"
#include "tools/view/picture/overlay.hpp"
#include "tools/view/picture/painter.hpp"
#include "tools/view/picture/plane.hpp"
#include "tools/view/viewed_source.hpp"

namespace glccl::view {
namespace {

constexpr float unattended_step = 1.0F / 60.0F;

/// Whether the device cannot go on after this error. Other errors are shown, and other choices may work.
bool is_fatal(const Error& error) { return error.code == ErrorCode::gpu || error.code == ErrorCode::no_device; }

class Viewer {
 public:
  Viewer(host::WindowContext& window, const ViewerArguments& arguments, Interface interface, Painter painter,
         ViewedSource source)
      : window_(window),
        arguments_(arguments),
        info_(host::describe_current_context()),
        settings_(arguments.settings),
        interface_(std::move(interface)),
        painter_(std::move(painter)),
        source_(std::move(source)) {
    settings_.every_frame = !info_.software;
  }

  Result<host::Image> run();

 private:
  bool unattended() const { return arguments_.frames > 0; }
  Result<void> update(int frame);
  Result<void> draw_frame();
  Result<void> grant(const Wishes& wishes);
  Result<void> begin();
  void place_image(const PanelLayout& layout);
  void listen_to_mouse(const Area& canvas);
  void listen_for_volume();
  void listen(const PanelLayout& layout, Wishes& wishes);
  void draw_canvas(const Viewport& viewport);
  std::optional<WindowPoint> mouse_on(const Area& canvas) const;
  void draw_overlay(const OverlayInput& input);

  host::WindowContext& window_;
  const ViewerArguments& arguments_;
  host::ContextInfo info_;
  Settings settings_;
  Interface interface_;
  Painter painter_;
  ViewedSource source_;
  Labeling labeling_;
  Frame frame_;
  Camera camera_;
  Extent placed_;  ///< Extent of the plane that the camera was set for.
  bool refit_ = true;
  float time_ = 0.0F;
  std::string message_;  ///< The error of the last wish, or empty.
};

/// Applies what the command line asks for to the settings. Errors `invalid_argument`: what only volumes have for an
/// image, and the reverse.
Result<void> Viewer::begin() {
  const Extent extent = source_.extent();
  if (settings_.volume.projected && !extent.is_volume()) {
    return Error{ErrorCode::invalid_argument,
                 "--project is for volumes, and " + source_.name() + " is an image of " + to_string(extent)};
  }
  settings_.adapt_to(extent);
  if (source_.is_scene()) settings_.coloring = Coloring::id;
  if (arguments_.engine) settings_.engine = arguments_.settings.engine;
  const auto connectivity = tools::connectivity_for(arguments_.connectivity, extent, source_.name());
  if (!connectivity) return connectivity.error();
  settings_.connectivity = *connectivity;
  if (arguments_.slice) {
    if (const Result<void> status = tools::check_slice(*arguments_.slice, extent); !status) return status;
    settings_.volume.show(*arguments_.slice);
  }
  return {};
}

Result<host::Image> Viewer::run() {
  if (const Result<void> status = begin(); !status) return status.error();
  for (int frame = 1; !window_.should_close(); ++frame) {
    const Extent extent = window_.framebuffer_extent();
    if (extent.width < 1 || extent.height < 1) {  // minimized
      window_.swap_and_poll();
      continue;
    }
    if (const Result<void> status = update(frame); !status) return status.error();
    if (const Result<void> status = draw_frame(); !status) return status.error();
    if (frame == 1 && !source_.hint().empty()) tools::say("glccl-view", source_.hint());
    frame_.show();
    window_.swap_and_poll();
    if (frame == arguments_.frames) break;
  }
  return frame_.read();
}

/// Makes the camera show all of a plane whose extent is new, or what the command line asks for.
void Viewer::place_image(const PanelLayout& layout) {
  const Extent extent = ShownPlane(source_.extent(), settings_.volume).extent();
  if (extent == placed_ && !refit_) return;
  camera_.fit(layout.canvas, extent);
  const bool first = placed_.width == 0;
  if (first && arguments_.zoom > 0.0) {
    camera_.set_zoom(static_cast<float>(arguments_.zoom));
    camera_.center(layout.canvas, static_cast<float>(extent.width) / 2, static_cast<float>(extent.height) / 2);
  }
  if (first && arguments_.point && arguments_.zoom > 0.0) {
    camera_.center(layout.canvas, static_cast<float>(arguments_.point->x) + 0.5F,
                   static_cast<float>(arguments_.point->y) + 0.5F);
  }
  placed_ = extent;
  refit_ = false;
}

/// The wheel zooms, the left button pans or turns a projection, the right one pans.
void Viewer::listen_to_mouse(const Area& canvas) {
  const ImGuiIO& io = ImGui::GetIO();
  const WindowPoint mouse{io.MousePos.x, io.MousePos.y};
  if (io.WantCaptureMouse || !canvas.contains(mouse)) return;
  if (io.MouseWheel != 0.0F) camera_.zoom_at(mouse, std::pow(1.25F, io.MouseWheel));
  const bool left = ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1.0F);
  if (left && settings_.volume.projected) {
    settings_.volume.turn.by(io.MouseDelta.x, io.MouseDelta.y);
  } else if (left || ImGui::IsMouseDragging(ImGuiMouseButton_Right, 1.0F)) {
    camera_.pan(io.MouseDelta.x, io.MouseDelta.y);
  }
}

/// Reads the mouse over the canvas and the keyboard.
void Viewer::listen(const PanelLayout& layout, Wishes& wishes) {
  listen_to_mouse(layout.canvas);
  if (source_.extent().is_volume()) listen_for_volume();
  const int steps = (Interface::pressed(Key::right) ? 1 : 0) - (Interface::pressed(Key::left) ? 1 : 0);
  if (steps != 0) {
    settings_.pass += settings_.show == Show::pass ? steps : 0;
    settings_.show = Show::pass;
    settings_.playing = false;
  }
  if (Interface::pressed(Key::page_up)) wishes.go = -1;
  if (Interface::pressed(Key::page_down)) wishes.go = 1;
  if (Interface::pressed(Key::home)) wishes.fit = true;
  if (Interface::pressed(Key::space)) settings_.playing = !settings_.playing;
}

/// The keys that choose a slice.
void Viewer::listen_for_volume() {
  VolumeView& view = settings_.volume;
  for (const auto& [key, axis] : {std::pair(Key::x, host::Axis::x), {Key::y, host::Axis::y}, {Key::z, host::Axis::z}}) {
    if (Interface::pressed(key)) view.show({axis, view.places[static_cast<std::size_t>(axis)]});
  }
  const int steps = (Interface::pressed(Key::down) ? 1 : 0) - (Interface::pressed(Key::up) ? 1 : 0);
  if (steps != 0) {
    const host::Slice slice = view.slice();
    view.show({slice.axis, std::clamp(slice.place + steps, 0, length_along(slice.axis, source_.extent()) - 1)});
  }
  if (Interface::pressed(Key::tab)) view.projected = !view.projected;
}

Result<void> Viewer::grant(const Wishes& wishes) {
  Result<void> status;
  const Extent before = source_.extent();
  if (wishes.go != 0 || wishes.select) message_.clear();
  if (wishes.go != 0) {
    status = source_.go(wishes.go, settings_.selection);
  } else if (wishes.select) {
    status = source_.select(settings_.selection);
  }
  if (source_.extent() != before) settings_.adapt_to(source_.extent());
  if (wishes.fit) refit_ = true;
  if (!status && is_fatal(status.error())) return status;
  if (!status) message_ = status.error().message;
  return {};
}

void Viewer::draw_canvas(const Viewport& viewport) {
  const Labels& labels = labeling_.labels();
  const bool labeled = labels.texture != 0 && labels.extent == source_.extent();
  if (settings_.show == Show::source || !labeled) return painter_.draw_source(viewport, source_);
  if (settings_.show == Show::labels) {
    painter_.draw_labels(viewport, source_, labels, labeling_.tracks(), settings_);
    if (settings_.boxes) painter_.draw_boxes(viewport, labels, labeling_.tracks(), settings_);
    return;
  }
  const PassImage image = labeling_.pass_image();
  if (image.kind != ImageKind::table) return painter_.draw_pass(viewport, source_, image, labels.table, settings_);
  // Stepping leaves no table, but the labeling made the same one.
  painter_.draw_labels(viewport, source_, labels, labeling_.tracks(), settings_);
  if (labeling_.pass() == "write_boxes") painter_.draw_boxes(viewport, labels, labeling_.tracks(), settings_);
}

/// The mouse, where it is on the canvas. In an unattended run it rests where the command line says.
std::optional<WindowPoint> Viewer::mouse_on(const Area& canvas) const {
  const ImGuiIO& io = ImGui::GetIO();
  WindowPoint mouse{io.MousePos.x, io.MousePos.y};
  if (unattended() && arguments_.point) {
    mouse = camera_.to_window(static_cast<float>(arguments_.point->x) + 0.5F,
                              static_cast<float>(arguments_.point->y) + 0.5F);
  }
  const bool captured = io.WantCaptureMouse && !unattended();
  return canvas.contains(mouse) && !captured ? std::optional(mouse) : std::nullopt;
}

void Viewer::draw_overlay(const OverlayInput& input) {
  const Labels& labels = labeling_.labels();
  if (labels.texture == 0 || !(labels.extent == source_.extent())) return;
  const Area& area = input.area;
  ImGui::GetBackgroundDrawList()->PushClipRect({area.x, area.y}, {area.x + area.width, area.y + area.height});
  draw_numbers(input);
  if (input.plane.is_projection()) name_axes(input);
  if (const auto mouse = mouse_on(area)) {
    if (const auto pixel = pixel_at(*mouse, input)) {
      const auto element =
          input.plane.is_projection() ? painter_.hit() : std::optional(element_at(input.plane.slice(), *pixel));
      if (element) draw_hover(*pixel, *element, input);
    }
  }
  ImGui::GetBackgroundDrawList()->PopClipRect();
}

/// Advances the time and labels. Errors of what the command line asks for show in the first frame.
Result<void> Viewer::update(int frame) {
  if (settings_.playing) time_ += unattended() ? unattended_step : ImGui::GetIO().DeltaTime;
  source_.draw(time_);
  labeling_.update(source_, settings_);
  const auto& problem = labeling_.problem();
  if (problem && (frame == 1 || is_fatal(*problem))) return *problem;
  const std::size_t passes = labeling_.plan().size();
  if (frame == 1 && static_cast<std::size_t>(arguments_.pass.value_or(1)) > passes) {
    return Error{ErrorCode::invalid_argument, "--step " + std::to_string(*arguments_.pass) + ": this plan has " +
                                                  std::to_string(passes) + " passes"};
  }
  return {};
}

Result<void> Viewer::draw_frame() {
  const Extent extent = window_.framebuffer_extent();
  if (const Result<void> status = frame_.begin(extent); !status) return status;
  interface_.begin(unattended() ? std::optional(unattended_step) : std::nullopt);
  const ImVec2 units = ImGui::GetIO().DisplaySize;
  const PanelLayout layout = lay_out(units.x, units.y);
  place_image(layout);
  Wishes wishes;
  if (!unattended()) listen(layout, wishes);

  const float scale = static_cast<float>(extent.width) / std::max(units.x, 1.0F);
  const auto scaled = [scale](const Area& area) {
    return Area{area.x * scale, area.y * scale, area.width * scale, area.height * scale};
  };
  const ShownPlane plane(source_.extent(), settings_.volume);
  const WindowPoint origin = camera_.origin();
  Viewport viewport{extent, scaled(layout.canvas),
                    scaled({origin.x, origin.y, camera_.zoom() * static_cast<float>(plane.extent().width),
                            camera_.zoom() * static_cast<float>(plane.extent().height)}),
                    plane};
  if (const auto mouse = mouse_on(layout.canvas)) viewport.mouse = {mouse->x * scale, mouse->y * scale};
  draw_canvas(viewport);
  draw_overlay({layout.canvas, camera_, interface_.fonts(), source_, labeling_, settings_, plane});
  const auto& problem = labeling_.problem();
  const PanelInput input{interface_.fonts(), source_, labeling_, settings_, problem ? problem->message : message_,
                         info_.renderer};
  draw_sidebar(layout.sidebar, input, wishes);
  draw_passes_panel(layout.passes, input);
  interface_.end();
  return grant(wishes);
}

}  // namespace

Result<host::Image> run_viewer(host::WindowContext& window, std::optional<Album> album,
                               const ViewerArguments& arguments) {
  Result<Interface> interface = Interface::create(window);
  if (!interface) return interface.error();
  Result<Painter> painter = Painter::create();
  if (!painter) return painter.error();
  Result<ViewedSource> source = ViewedSource::create(std::move(album), arguments.settings.selection);
  if (!source) return source.error();
  Viewer viewer(window, arguments, *std::move(interface), *std::move(painter), *std::move(source));
  return viewer.run();
}

}  // namespace glccl::view
