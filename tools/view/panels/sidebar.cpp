#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "tools/glccl/arguments.hpp"
#include "tools/view/panels/panels.hpp"

namespace glccl::view {
namespace {

constexpr float label_column = 104.0F;

void section(const char* title) {
  ImGui::Spacing();
  ImGui::Separator();
  ImGui::TextDisabled("%s", title);
}

/// Draws the name of a choice in a column of its own. The widget follows.
void name_of_choice(const char* name) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(name);
  ImGui::SameLine(label_column);
  ImGui::SetNextItemWidth(-1.0F);
}

template <class Value>
bool radio(const char* text, Value& value, Value choice) {
  const bool chosen = ImGui::RadioButton(text, value == choice);
  if (chosen) value = choice;
  return chosen;
}

/// A choice among words by their index.
template <std::size_t count>
bool combo(const char* name, int& index, const std::array<const char*, count>& words) {
  name_of_choice(name);
  return ImGui::Combo((std::string("##") + name).c_str(), &index, words.data(), static_cast<int>(count));
}

void draw_source_section(const PanelInput& input, Wishes& wishes) {
  const ViewedSource& source = input.source;
  section("SOURCE");
  ImGui::TextWrapped("%s", source.name().c_str());
  ImGui::TextDisabled("%s pixels", to_string(source.extent()).c_str());
  if (source.is_scene()) {
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x - 78.0F);
    if (ImGui::Button(input.settings.playing ? "Pause" : "Play", {78.0F, 0.0F})) {
      input.settings.playing = !input.settings.playing;
    }
  }
  if (source.count() > 1) {
    if (ImGui::Button("Previous")) wishes.go = -1;
    ImGui::SameLine();
    if (ImGui::Button("Next")) wishes.go = 1;
    ImGui::SameLine();
    ImGui::TextDisabled("%zu of %zu", source.index() + 1, source.count());
  }
}

void draw_show_section(const PanelInput& input, Wishes& wishes) {
  Settings& settings = input.settings;
  section("SHOW");
  radio("Source", settings.show, Show::source);
  ImGui::SameLine();
  radio("Labels", settings.show, Show::labels);
  ImGui::SameLine();
  if (radio("Passes", settings.show, Show::pass)) settings.playing = false;
  int coloring = settings.coloring == Coloring::place ? 0 : 1;
  if (combo("Colors by", coloring, std::array{"first pixel", "label"})) {
    settings.coloring = coloring == 0 ? Coloring::place : Coloring::label;
  }
  name_of_choice("Shading");
  ImGui::SliderFloat("##veil", &settings.veil, 0.0F, 1.0F, "%.2f");
  ImGui::Checkbox("Boxes", &settings.boxes);
  ImGui::SameLine(label_column);
  if (ImGui::Button("Fit to window")) wishes.fit = true;
}

/// Which pixels are connected, in the order of the words in draw_criterion().
enum Connected { non_zero, above, equal, difference };

Connected connected_by(const tools::Selection& selection) {
  if (selection.equal) return equal;
  if (selection.max_difference) return difference;
  return selection.threshold ? above : non_zero;
}

tools::Selection selection_by(int connected, bool inverted) {
  tools::Selection selection;
  if (connected == above) selection.threshold = tools::Threshold{.otsu = true};
  if (connected == equal) selection.equal = true;
  if (connected == difference) selection.max_difference = 8.0;
  selection.inverted = inverted && (connected == above || connected == non_zero);
  return selection;
}

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// The threshold in stored values; the one that Otsu's method found where it was asked to.
double threshold_in_force(const ViewedSource& source, const tools::Threshold& threshold) {
  if (!threshold.otsu) return threshold.low;
  const auto* foreground = std::get_if<Foreground>(&source.criterion());
  if (foreground == nullptr) return 0.0;
  return source.is_scene() ? std::floor(foreground->low * 255.0) : foreground->low;
}

void draw_threshold(const PanelInput& input, Wishes& wishes) {
  tools::Selection& selection = input.settings.selection;
  const auto largest = static_cast<float>(input.source.largest_value());
  auto value = static_cast<float>(threshold_in_force(input.source, *selection.threshold));
  name_of_choice("Threshold");
  ImGui::SetNextItemWidth(input.source.is_scene() ? -1.0F : -62.0F);
  if (ImGui::SliderFloat("##threshold", &value, 0.0F, largest, "%.0f")) {
    const double low = std::round(std::clamp(value, 0.0F, largest));
    const bool keeps_high = !selection.threshold->otsu && selection.threshold->high > low;
    selection.threshold = tools::Threshold{.low = low, .high = keeps_high ? selection.threshold->high : unlimited};
    wishes.select = true;
  }
  if (input.source.is_scene()) return;
  ImGui::SameLine();
  if (ImGui::Button("Otsu", {-1.0F, 0.0F})) {
    selection.threshold = tools::Threshold{.otsu = true};
    wishes.select = true;
  }
}

void draw_criterion(const PanelInput& input, Wishes& wishes) {
  tools::Selection& selection = input.settings.selection;
  int connected = connected_by(selection);
  if (combo("Connected", connected,
            std::array{"non-zero pixels", "pixels above T", "equal values", "values D apart or less"})) {
    selection = selection_by(connected, selection.inverted);
    wishes.select = true;
  }
  if (selection.threshold) draw_threshold(input, wishes);
  if (selection.max_difference) {
    auto value = static_cast<float>(*selection.max_difference);
    name_of_choice("Difference");
    if (ImGui::SliderFloat("##difference", &value, 0.0F, static_cast<float>(input.source.largest_value() / 4.0), "%.0f",
                           ImGuiSliderFlags_Logarithmic)) {
      selection.max_difference = std::round(std::max(0.0F, value));
      wishes.select = true;
    }
  }
  if (connected == non_zero || connected == above) {
    name_of_choice("");
    wishes.select |= ImGui::Checkbox("Inverted", &selection.inverted);
  }
}

void draw_labeling_section(const PanelInput& input, Wishes& wishes) {
  Settings& settings = input.settings;
  section("LABELING");
  name_of_choice("Engine");
  if (ImGui::BeginCombo("##Engine", std::string(name_of(settings.engine)).c_str())) {
    for (const Engine engine : engines) {
      if (ImGui::Selectable(std::string(name_of(engine)).c_str(), engine == settings.engine)) settings.engine = engine;
    }
    ImGui::EndCombo();
  }
  name_of_choice("Neighbors");
  radio("4", settings.connectivity, Connectivity::four);
  ImGui::SameLine();
  radio("8", settings.connectivity, Connectivity::eight);
  draw_criterion(input, wishes);
  int compaction = settings.compaction == Compaction::histogram_pyramid ? 0 : 1;
  if (combo("Compaction", compaction, std::array{"histogram pyramid", "stencil routing"})) {
    settings.compaction = compaction == 0 ? Compaction::histogram_pyramid : Compaction::stencil_routing;
  }
}

void draw_result(const PanelInput& input) {
  if (!input.message.empty()) {
    ImGui::Spacing();
    ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32(255, 138, 122, 255));
    ImGui::TextWrapped("%s", input.message.c_str());
    ImGui::PopStyleColor();
    return;
  }
  name_of_choice("Components");
  const auto count = input.labeling.component_count();
  ImGui::TextUnformatted(count ? std::to_string(*count).c_str() : "...");
  if (!input.source.hint().empty()) ImGui::TextWrapped("%s", input.source.hint().c_str());
}

}  // namespace

void draw_sidebar(const Area& area, const PanelInput& input, Wishes& wishes) {
  ImGui::SetNextWindowPos({area.x, area.y});
  ImGui::SetNextWindowSize({area.width, area.height});
  ImGui::Begin("sidebar", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoNav);
  ImGui::PushFont(input.fonts.title);
  ImGui::TextUnformatted("glccl");
  ImGui::PopFont();
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", input.renderer.c_str());
  draw_source_section(input, wishes);
  draw_show_section(input, wishes);
  draw_labeling_section(input, wishes);
  draw_result(input);
  section("GPU TIME");
  draw_times(input.labeling.times(), input.labeling.stages(), ImGui::GetContentRegionAvail().x);
  if (!input.source.is_scene()) ImGui::Checkbox("Label every frame", &input.settings.every_frame);
  ImGui::End();
}

}  // namespace glccl::view
