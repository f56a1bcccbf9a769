#include <imgui.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <string>

#include "tools/view/panels/panels.hpp"

namespace glccl::view {
namespace {

/// The index of a stage in the plan, which decides its colour.
std::size_t index_of(const std::vector<PlannedStage>& stages, const std::string& name) {
  const auto found =
      std::find_if(stages.begin(), stages.end(), [&](const PlannedStage& stage) { return stage.name == name; });
  return static_cast<std::size_t>(found - stages.begin());
}

/// The smallest of 1, 2, 5, 10, 20, ... (or 0.1, 0.2, 0.5) that is not below the value.
double round_up(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(std::max(value, 1e-3))));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * power >= value) return step * power;
  }
  return 10.0 * power;
}

std::string in_milliseconds(double milliseconds) {
  std::array<char, 32> text = {};
  const int decimals = milliseconds < 1.0 ? 3 : milliseconds < 100.0 ? 2 : 0;
  std::snprintf(text.data(), text.size(), "%.*f ms", decimals, milliseconds);
  return text.data();
}

/// Draws one column per frame, the newest on the right.
void draw_columns(const TimeHistory& times, const std::vector<PlannedStage>& stages, ImVec2 corner, ImVec2 size,
                  double largest) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float column = size.x / static_cast<float>(TimeHistory::length);
  for (std::size_t frame = 0; frame < times.frames(); ++frame) {
    const float right = corner.x + size.x - column * static_cast<float>(times.frames() - 1 - frame);
    float bottom = corner.y + size.y;
    for (const StageHistory& stage : times.stages()) {
      const float room = bottom - corner.y;
      const float height = std::min(static_cast<float>(stage.milliseconds[frame] / largest) * size.y, room);
      list->AddRectFilled({right - column, bottom - height}, {right, bottom},
                          stage_color(index_of(stages, stage.stage)));
      bottom -= height;
    }
  }
}

void draw_legend(const TimeHistory& times, const std::vector<PlannedStage>& stages, float width) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8.0F, 2.0F});
  for (const StageHistory& stage : times.stages()) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float side = ImGui::GetFontSize() * 0.62F;
    const float top = at.y + (ImGui::GetFontSize() - side) / 2 + 1;
    list->AddRectFilled({at.x, top}, {at.x + side, top + side}, stage_color(index_of(stages, stage.stage)), 2.0F);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + side + 8.0F);
    ImGui::TextUnformatted(stage.stage.c_str());
    const std::string time = in_milliseconds(stage.milliseconds.back());
    ImGui::SameLine(ImGui::GetStyle().WindowPadding.x + width - ImGui::CalcTextSize(time.c_str()).x);
    ImGui::TextUnformatted(time.c_str());
  }
  ImGui::PopStyleVar();
}

constexpr float strip_font = 13.0F;
constexpr float strip_padding = 6.0F;

ImVec2 strip_text_size(const std::string& text) {
  return ImGui::GetFont()->CalcTextSizeA(strip_font, FLT_MAX, 0.0F, text.c_str());
}

/// Widths of the stages in the strip. Each stage is wide enough for its name if all names fit, else wide enough to be
/// clicked. The stages share the rest of the width in proportion to their numbers of passes.
std::vector<float> strip_widths(const std::vector<PlannedStage>& stages, float width) {
  std::vector<float> widths;
  float named = 0.0F;
  float all = 0.0F;
  for (const PlannedStage& stage : stages) {
    widths.push_back(strip_text_size(stage.name).x + 2 * strip_padding + 2.0F);
    named += widths.back();
    all += static_cast<float>(stage.count);
  }
  if (named > width) {
    constexpr float clickable = 22.0F;
    std::fill(widths.begin(), widths.end(), clickable);
    named = clickable * static_cast<float>(stages.size());
  }
  const float rest = std::max(0.0F, width - named);
  for (std::size_t i = 0; i < stages.size(); ++i) widths[i] += rest * static_cast<float>(stages[i].count) / all;
  return widths;
}

ImU32 faded(ImU32 color, int alpha) {
  return (color & ~IM_COL32_A_MASK) | static_cast<ImU32>(alpha) << IM_COL32_A_SHIFT;
}

void draw_stage(const PlannedStage& stage, ImU32 color, ImVec2 corner, ImVec2 size, bool lit) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(corner, {corner.x + size.x - 2.0F, corner.y + size.y}, faded(color, lit ? 255 : 96), 3.0F);
  const ImVec2 text = strip_text_size(stage.name);
  if (text.x + 2 * strip_padding > size.x) return;
  list->AddText(ImGui::GetFont(), strip_font, {corner.x + strip_padding, corner.y + (size.y - text.y) / 2},
                lit ? IM_COL32(16, 19, 25, 255) : IM_COL32(220, 225, 234, 255), stage.name.c_str());
}

}  // namespace

ImU32 stage_color(std::size_t stage) {
  constexpr std::array<ImU32, 10> colors = {IM_COL32(108, 182, 255, 255), IM_COL32(94, 201, 168, 255),
                                            IM_COL32(246, 196, 84, 255),  IM_COL32(240, 136, 98, 255),
                                            IM_COL32(196, 146, 240, 255), IM_COL32(232, 124, 172, 255),
                                            IM_COL32(150, 204, 98, 255),  IM_COL32(98, 196, 214, 255),
                                            IM_COL32(214, 168, 122, 255), IM_COL32(160, 170, 188, 255)};
  return colors[stage % colors.size()];
}

void draw_times(const TimeHistory& times, const std::vector<PlannedStage>& stages, float width) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float legend = (ImGui::GetFontSize() + 2.0F) * static_cast<float>(times.stages().size() + 2);
  const ImVec2 size{width, std::clamp(ImGui::GetContentRegionAvail().y - legend, 24.0F, 72.0F)};
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(corner, {corner.x + size.x, corner.y + size.y}, IM_COL32(11, 13, 17, 255), 4.0F);
  ImGui::Dummy(size);
  if (times.frames() == 0) return;
  const double largest = round_up(times.typical_largest());
  draw_columns(times, stages, corner, size, largest);
  const std::string scale = in_milliseconds(largest);
  list->AddText({corner.x + 6.0F, corner.y + 3.0F}, IM_COL32(138, 147, 163, 255), scale.c_str());
  draw_legend(times, stages, width);
  const std::string total = in_milliseconds(times.total(times.frames() - 1));
  ImGui::TextDisabled("all");
  ImGui::SameLine(ImGui::GetStyle().WindowPadding.x + width - ImGui::CalcTextSize(total.c_str()).x);
  ImGui::TextUnformatted(total.c_str());
}

int draw_timeline(const std::vector<PlannedStage>& stages, int pass, bool active, float width) {
  constexpr float height = 24.0F;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const std::vector<float> widths = strip_widths(stages, width);
  int clicked = 0;
  float x = corner.x;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const PlannedStage& stage = stages[i];
    const bool lit = active && pass > stage.first && pass <= stage.first + stage.count;
    draw_stage(stage, stage_color(i), {x, corner.y}, {widths[i], height}, lit);
    ImGui::SetCursorScreenPos({x, corner.y});
    if (ImGui::InvisibleButton(stage.name.c_str(), {widths[i], height})) {
      const float fraction = (ImGui::GetIO().MousePos.x - x) / widths[i];
      clicked = stage.first + 1 +
                std::clamp(static_cast<int>(fraction * static_cast<float>(stage.count)), 0, stage.count - 1);
    }
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s: %d passes", stage.name.c_str(), stage.count);
    if (lit) {  // a mark at the pass
      const float at =
          x + (widths[i] - 2.0F) * (static_cast<float>(pass - stage.first) - 0.5F) / static_cast<float>(stage.count);
      ImGui::GetWindowDrawList()->AddTriangleFilled(
          {at - 6.0F, corner.y + height + 8.0F}, {at, corner.y + height + 1.0F}, {at + 6.0F, corner.y + height + 8.0F},
          IM_COL32(220, 225, 234, 255));
    }
    x += widths[i];
  }
  ImGui::SetCursorScreenPos(corner);
  ImGui::Dummy({width, height + 8.0F});
  return clicked;
}

}  // namespace glccl::view
