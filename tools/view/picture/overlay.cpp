#include "tools/view/picture/overlay.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "host/compare/counted.hpp"
#include "tools/view/picture/pass_image.hpp"

namespace glccl::view {
namespace {

constexpr ImU32 white = IM_COL32(255, 255, 255, 235);
constexpr ImU32 shadow = IM_COL32(10, 12, 16, 200);
constexpr float least_zoom_for_numbers = 40.0F;

std::string in_words(int x, int y) { return "(" + std::to_string(x) + ", " + std::to_string(y) + ")"; }

/// An element of the source: (x, y), in a volume (x, y, z).
std::string in_words(const Position& element, const Extent& source) {
  if (!source.is_volume()) return in_words(element.x, element.y);
  return "(" + std::to_string(element.x) + ", " + std::to_string(element.y) + ", " + std::to_string(element.z) + ")";
}

/// A point of the source with two decimals.
std::string with_decimals(const Vector& point, const Extent& source) {
  char text[96];
  std::snprintf(text, sizeof text, source.is_volume() ? "(%.2f, %.2f, %.2f)" : "(%.2f, %.2f)",
                static_cast<double>(point[0]), static_cast<double>(point[1]), static_cast<double>(point[2]));
  return text;
}

/// The texture of the pass that is shown, or labels.
PassImage shown_image(const OverlayInput& input) {
  const Labels& labels = input.labeling.labels();
  if (input.settings.show != Show::pass) return {ImageKind::labels, labels.texture, labels.extent};
  return input.labeling.pass_image();
}

/// Whether every texel stands for a pixel of the image.
bool is_per_pixel(const PassImage& image) { return image.kind == ImageKind::ids || image.kind == ImageKind::labels; }

bool is_list(const PassImage& image) {
  return image.kind == ImageKind::places || image.kind == ImageKind::roots || image.kind == ImageKind::boxes ||
         image.kind == ImageKind::counts;
}

WindowPoint to_window(const Vector& point, const OverlayInput& input) {
  const WindowPoint at = input.plane.at(point);
  return input.camera.to_window(at.x, at.y);
}

/// Draws the twelve edges of a box.
void draw_edges(const Box& box, const OverlayInput& input, ImU32 color, float thickness) {
  const std::array<Vector, 2> ends = {
      Vector{static_cast<float>(box.x0), static_cast<float>(box.y0), static_cast<float>(box.z0)},
      Vector{static_cast<float>(box.x1 + 1), static_cast<float>(box.y1 + 1), static_cast<float>(box.z1 + 1)}};
  const auto corner = [&ends](unsigned bits) {
    return Vector{ends[bits & 1U][0], ends[bits >> 1U & 1U][1], ends[bits >> 2U & 1U][2]};
  };
  for (unsigned from = 0; from < 8; ++from) {
    for (unsigned axis = 1; axis < 8; axis *= 2) {
      if ((from & axis) != 0) continue;
      ImGui::GetBackgroundDrawList()->AddLine(to_imgui(to_window(corner(from), input)),
                                              to_imgui(to_window(corner(from | axis), input)), color, thickness);
    }
  }
}

WindowPoint middle_of(Position pixel, const Camera& camera) {
  return camera.to_window(static_cast<float>(pixel.x) + 0.5F, static_cast<float>(pixel.y) + 0.5F);
}

void draw_rectangle(const Box& box, const Camera& camera, float thickness) {
  const WindowPoint from = camera.to_window(static_cast<float>(box.x0), static_cast<float>(box.y0));
  const WindowPoint to = camera.to_window(static_cast<float>(box.x1 + 1), static_cast<float>(box.y1 + 1));
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  list->AddRect(to_imgui(from), to_imgui(to), shadow, 0.0F, 0, thickness + 2.0F);
  list->AddRect(to_imgui(from), to_imgui(to), white, 0.0F, 0, thickness);
}

/// Draws the box of a component: its edges, or the rectangle that the slice has of it.
void draw_box(const Box& box, const OverlayInput& input) {
  if (!input.plane.is_projection()) {
    return draw_rectangle(box_in(input.plane.slice(), box), input.camera, 2.0F);
  }
  draw_edges(box, input, shadow, 4.0F);
  draw_edges(box, input, white, 2.0F);
}

/// An arrow from a pixel to the root that its id names.
void draw_pointer(Position pixel, Position root, const Camera& camera) {
  const WindowPoint from = middle_of(pixel, camera);
  const WindowPoint to = middle_of(root, camera);
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  if (length > 1.0F) {
    const WindowPoint along{(to.x - from.x) / length, (to.y - from.y) / length};
    const float head = std::min(11.0F, length);
    const WindowPoint neck{to.x - head * along.x, to.y - head * along.y};
    const float half = 0.45F * head;
    const ImVec2 left{neck.x - half * along.y, neck.y + half * along.x};
    const ImVec2 right{neck.x + half * along.y, neck.y - half * along.x};
    list->AddLine(to_imgui(from), to_imgui(neck), shadow, 5.0F);
    list->AddLine(to_imgui(from), to_imgui(neck), white, 2.0F);
    list->AddTriangleFilled(to_imgui(to), left, right, white);
    list->AddTriangle(to_imgui(to), left, right, shadow, 1.0F);
  }
  list->AddCircle(to_imgui(to), std::max(5.0F, camera.zoom() * 0.5F), shadow, 0, 4.0F);
  list->AddCircle(to_imgui(to), std::max(5.0F, camera.zoom() * 0.5F), white, 0, 2.0F);
}

/// A line of the text about the pixel.
void row(const char* name, const std::string& value) {
  ImGui::TextDisabled("%s", name);
  ImGui::SameLine(92.0F);
  ImGui::TextUnformatted(value.c_str());
}

void tell_component(Position element, const OverlayInput& input) {
  const std::uint32_t label = input.labeling.label_at(element);
  if (label == 0) return row("label", "0, background");
  row("label", std::to_string(label));
  const std::optional<Component> component = input.labeling.component(label);
  if (!component) return row("", "beyond the rows of the table");
  const Box& box = component->box;
  const auto area = static_cast<double>(component->area);
  const auto mean = [area](std::uint64_t sum) { return static_cast<float>(static_cast<double>(sum) / area); };
  const Vector centroid = {mean(component->sum_x), mean(component->sum_y), mean(component->sum_z)};
  const Extent extent = input.source.extent();
  const char* const unit = extent.is_volume() ? "voxel" : "pixel";
  row(extent.is_volume() ? "volume" : "area", host::counted(component->area, unit));
  row("box", in_words({box.x0, box.y0, box.z0}, extent) + " to " + in_words({box.x1, box.y1, box.z1}, extent));
  row("centroid", with_decimals(centroid, extent));
  row((std::string("first ") + unit).c_str(), in_words(position_of(component->first, extent), extent));

  draw_box(box, input);
  const WindowPoint center = to_window({centroid[0] + 0.5F, centroid[1] + 0.5F, centroid[2] + 0.5F}, input);
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  for (const float thickness : {4.0F, 2.0F}) {
    const ImU32 color = thickness > 2.0F ? shadow : white;
    list->AddLine({center.x - 6.0F, center.y}, {center.x + 6.0F, center.y}, color, thickness);
    list->AddLine({center.x, center.y - 6.0F}, {center.x, center.y + 6.0F}, color, thickness);
  }
}

void tell_id(Position pixel, const PassImage& image, const OverlayInput& input) {
  const Extent extent = input.source.extent();
  const int x = extent.width - 1 - pixel.x;
  const int y = extent.height - 1 - pixel.y;
  const std::uint32_t id = read_words(image, {x, y, x + 1, y + 1}).front();
  if (id == 0) return row("id", "0, background");
  const Position root = position_of_id(id, extent);
  row("id names", in_words(root.x, root.y));
  if (root.x == pixel.x && root.y == pixel.y) row("", "itself: it is a root");
  draw_pointer(pixel, root, input.camera);
}

/// The elements of a rectangle of a slice. In raster order they are its pixels.
Rectangle elements_of(const Rectangle& pixels, const host::Slice& slice) {
  const Position first = element_at(slice, {pixels.x0, pixels.y0});
  const Position last = element_at(slice, {pixels.x1 - 1, pixels.y1 - 1});
  return {first.x, first.y, last.x + 1, last.y + 1, first.z, last.z + 1};
}

/// Draws a number of one or two lines into the middle of a pixel.
void draw_number(const std::string& text, Position pixel, const OverlayInput& input) {
  const float size = std::clamp(input.camera.zoom() * 0.27F, 11.0F, 18.0F);
  const ImVec2 text_size = input.fonts.code->CalcTextSizeA(size, 1e6F, 0.0F, text.c_str());
  const WindowPoint middle = middle_of(pixel, input.camera);
  ImGui::GetBackgroundDrawList()->AddText(
      input.fonts.code, size, {std::round(middle.x - text_size.x / 2), std::round(middle.y - text_size.y / 2)},
      IM_COL32(12, 14, 18, 255), text.c_str());
}

}  // namespace

std::optional<Position> pixel_at(WindowPoint point, const OverlayInput& input) {
  if (!input.area.contains(point)) return std::nullopt;
  const WindowPoint at = input.camera.to_image(point);
  const Position pixel{static_cast<int>(std::floor(at.x)), static_cast<int>(std::floor(at.y))};
  const Extent extent = input.plane.extent();
  if (pixel.x < 0 || pixel.y < 0 || pixel.x >= extent.width || pixel.y >= extent.height) return std::nullopt;
  return pixel;
}

void draw_hover(Position pixel, Position element, const OverlayInput& input) {
  const PassImage image = shown_image(input);
  if (is_list(image)) return;  // its texels are not pixels of the image
  const WindowPoint corner = input.camera.to_window(static_cast<float>(pixel.x + 1), static_cast<float>(pixel.y + 1));
  const WindowPoint spot{std::min(corner.x + 14.0F, input.area.x + input.area.width - 310.0F),
                         std::min(corner.y + 14.0F, input.area.y + input.area.height - 170.0F)};
  ImGui::SetNextWindowPos(to_imgui(spot));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_PopupBg));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 6.0F);
  ImGui::Begin("hover", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoInputs |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
  row(input.source.extent().is_volume() ? "voxel" : "pixel", in_words(element, input.source.extent()));
  if (image.kind == ImageKind::ids) {
    tell_id(pixel, image, input);
  } else {
    tell_component(element, input);
  }
  ImGui::End();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  if (!input.plane.is_projection()) draw_rectangle({pixel.x, pixel.y, pixel.x, pixel.y}, input.camera, 1.0F);
}

void name_axes(const OverlayInput& input) {
  const Extent extent = input.source.extent();
  const std::array<Vector, 3> ends = {Vector{static_cast<float>(extent.width), 0.0F, 0.0F},
                                      Vector{0.0F, static_cast<float>(extent.height), 0.0F},
                                      Vector{0.0F, 0.0F, static_cast<float>(extent.depth)}};
  const WindowPoint origin = to_window({0.0F, 0.0F, 0.0F}, input);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const WindowPoint end = to_window(ends[axis], input);
    const float length = std::hypot(end.x - origin.x, end.y - origin.y);
    if (length < 24.0F) continue;  // the eye looks along it
    const WindowPoint name{end.x + 12.0F * (end.x - origin.x) / length, end.y + 12.0F * (end.y - origin.y) / length};
    const char letter = static_cast<char>('x' + axis);
    ImGui::GetBackgroundDrawList()->AddText({name.x - 4.0F, name.y - 8.0F}, white, &letter, &letter + 1);
  }
}

void draw_numbers(const OverlayInput& input) {
  if (input.camera.zoom() < least_zoom_for_numbers || input.settings.show == Show::source) return;
  const PassImage image = shown_image(input);
  if (!is_per_pixel(image) || input.plane.is_projection()) return;
  const Extent extent = input.plane.extent();
  const WindowPoint from = input.camera.to_image({input.area.x, input.area.y});
  const WindowPoint to = input.camera.to_image({input.area.x + input.area.width, input.area.y + input.area.height});
  const Rectangle seen{std::max(0, static_cast<int>(std::floor(from.x))),
                       std::max(0, static_cast<int>(std::floor(from.y))),
                       std::min(extent.width, static_cast<int>(std::floor(to.x)) + 1),
                       std::min(extent.height, static_cast<int>(std::floor(to.y)) + 1)};
  if (seen.x0 >= seen.x1 || seen.y0 >= seen.y1) return;
  const bool ids = image.kind == ImageKind::ids;
  const Rectangle read =
      ids ? Rectangle{extent.width - seen.x1, extent.height - seen.y1, extent.width - seen.x0, extent.height - seen.y0}
          : elements_of(seen, input.plane.slice());
  const std::vector<std::uint32_t> words = read_words(image, read);
  const int columns = seen.x1 - seen.x0;
  for (int y = 0; y < seen.y1 - seen.y0; ++y) {
    for (int x = 0; x < columns; ++x) {
      const std::uint32_t word =
          words[static_cast<std::size_t>(y) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(x)];
      if (word == 0) continue;
      const Position pixel = ids ? Position{seen.x1 - 1 - x, seen.y1 - 1 - y} : Position{seen.x0 + x, seen.y0 + y};
      const Position root = ids ? position_of_id(word, extent) : Position{};
      draw_number(ids ? std::to_string(root.x) + "\n" + std::to_string(root.y) : std::to_string(word), pixel, input);
    }
  }
}

}  // namespace glccl::view
