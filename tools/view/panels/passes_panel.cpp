#include <imgui.h>

#include <algorithm>
#include <string>

#include "tools/view/panels/lessons.hpp"
#include "tools/view/panels/panels.hpp"

namespace glccl::view {
namespace {

void go_to(Settings& settings, int pass) {
  settings.pass = pass;
  settings.show = Show::pass;
  settings.playing = false;
}

/// Draws the buttons for the previous and next pass, and the slider over all passes.
void draw_steps(const PanelInput& input) {
  Settings& settings = input.settings;
  const int count = static_cast<int>(input.labeling.plan().size());
  ImGui::PushButtonRepeat(true);
  if (ImGui::ArrowButton("previous", ImGuiDir_Left)) go_to(settings, std::max(1, settings.pass - 1));
  ImGui::SameLine(0.0F, 4.0F);
  if (ImGui::ArrowButton("next", ImGuiDir_Right)) go_to(settings, std::min(count, settings.pass + 1));
  ImGui::PopButtonRepeat();
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-1.0F);
  int pass = settings.pass;
  const std::string format = "pass %d of " + std::to_string(count);
  if (ImGui::SliderInt("##pass", &pass, 1, count, format.c_str())) go_to(settings, std::clamp(pass, 1, count));
}

void draw_lesson(const PanelInput& input, const PlannedPass& pass) {
  const Lesson lesson = lesson_of(pass.pass);
  ImGui::PushFont(input.fonts.title);
  ImGui::TextUnformatted(pass.pass.c_str());
  ImGui::PopFont();
  ImGui::SameLine();
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 4.0F);  // on the baseline of the larger font
  const std::string origin = (pass.stage == pass.pass ? "" : "in " + pass.stage) +
                             (pass.stage == pass.pass || lesson.origin.empty() ? "" : ", ") +
                             std::string(lesson.origin);
  ImGui::TextDisabled("%s", origin.c_str());
  constexpr float width = 170.0F;
  if (input.labeling.pass_image().kind == ImageKind::ids && ImGui::GetWindowWidth() > 3 * width) {
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {3.0F, 1.0F});
    ImGui::Checkbox("follow ids to the end", &input.settings.follow);
    ImGui::PopStyleVar();
  }
  ImGui::PushFont(input.fonts.code);
  ImGui::TextDisabled("%s", pass.text.c_str());
  ImGui::PopFont();
  ImGui::TextWrapped("%s", std::string(lesson.does).c_str());
  const std::string legend(legend_of(input.labeling.pass_image(), pass.pass));
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  ImGui::TextWrapped("%s", legend.c_str());
  ImGui::PopStyleColor();
}

void draw_invitation(bool volume) {
  ImGui::TextWrapped(
      "Labeling is a list of passes. Step through it with the arrows, the slider or the strip above, and see what each "
      "pass has written.");
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  ImGui::TextWrapped(
      "Left, Right: previous, next pass    Space: play, pause    Home: fit    Page Up, Page Down: previous, next image "
      "   Wheel: zoom    Drag: pan");
  if (volume) {
    ImGui::TextWrapped(
        "X, Y, Z: axis of the slice    Up, Down: previous, next slice    Tab: slice, projection    Drag a projection: "
        "turn    Right drag: pan");
  }
  ImGui::PopStyleColor();
}

}  // namespace

PanelLayout lay_out(float width, float height) {
  const float sidebar = std::min(328.0F, width / 2);
  const float passes = std::min(188.0F, height / 3);
  return {{0.0F, 0.0F, sidebar, height},
          {sidebar, height - passes, width - sidebar, passes},
          {sidebar, 0.0F, width - sidebar, height - passes}};
}

void draw_passes_panel(const Area& area, const PanelInput& input) {
  ImGui::SetNextWindowPos({area.x, area.y});
  ImGui::SetNextWindowSize({area.width, area.height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {14.0F, 9.0F});
  ImGui::Begin("passes", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  const auto& plan = input.labeling.plan();
  Settings& settings = input.settings;
  if (!plan.empty()) {
    const bool stepping = settings.show == Show::pass;
    const float width = ImGui::GetContentRegionAvail().x;
    const int clicked = draw_timeline(input.labeling.stages(), settings.pass, stepping, width);
    if (clicked > 0) go_to(settings, clicked);
    draw_steps(input);
    const auto index = static_cast<std::size_t>(std::clamp(settings.pass, 1, static_cast<int>(plan.size())) - 1);
    if (stepping) {
      draw_lesson(input, plan[index]);
    } else {
      draw_invitation(input.source.extent().is_volume());
    }
  }
  ImGui::End();
}

}  // namespace glccl::view
