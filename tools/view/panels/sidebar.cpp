#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "tools/glccl/options/arguments.hpp"
#include "tools/view/panels/panels.hpp"

namespace glccl::view {
namespace {

constexpr float label_column = 104.0F;

void section(const char* title) {
  ImGui::Spacing();
  ImGui::Separator();
  ImGui::TextDisabled("%s", title);
}

/// Moves to the right end of the section's title line, where a widget follows whose frame is as high as the text.
void beside_title(const char* text) {
  const float box = ImGui::GetFrameHeight();
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(text).x - box);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ImGui::GetStyle().FramePadding.x, 0.0F});
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
  ImGui::TextDisabled("%s %s", to_string(source.extent()).c_str(), source.extent().is_volume() ? "voxels" : "pixels");
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
  int coloring = static_cast<int>(settings.coloring);
  if (combo("Colors by", coloring, std::array{"first pixel", "label", "id"})) {
    settings.coloring = static_cast<Coloring>(coloring);
  }
  name_of_choice("Shading");
  ImGui::SliderFloat("##veil", &settings.veil, 0.0F, 1.0F, "%.2f");
  ImGui::Checkbox("Boxes", &settings.boxes);
  ImGui::SameLine(label_column);
  if (ImGui::Button("Fit to window")) wishes.fit = true;
}

/// A slider along each axis, whose slice is shown when it is moved, or the projection.
void draw_volume_section(const PanelInput& input) {
  VolumeView& view = input.settings.volume;
  const Extent& extent = input.source.extent();
  section("VOLUME");
  beside_title("Projection");
  ImGui::Checkbox("Projection", &view.projected);
  ImGui::PopStyleVar();
  for (const host::Axis axis : {host::Axis::x, host::Axis::y, host::Axis::z}) {
    const int last = length_along(axis, extent) - 1;
    host::Slice slice{axis, view.places[static_cast<std::size_t>(axis)]};
    const std::string name(1, static_cast<char>('x' + static_cast<int>(axis)));
    const bool shown = !view.projected && view.axis == axis;
    bool chosen = ImGui::RadioButton(name.c_str(), shown);
    ImGui::SameLine();
    ImGui::SetNextItemWidth(-92.0F);
    chosen |= ImGui::SliderInt(("##" + name).c_str(), &slice.place, 0, last, "");
    slice.place = std::clamp(slice.place, 0, last);
    ImGui::SameLine();
    ImGui::TextDisabled("%d of %d", slice.place, last);
    if (chosen) view.show(slice);
  }
}

/// Which pixels are connected, in the order of the words in draw_criterion().
enum Connected { non_zero, above, equal, difference };

Connected connected_by(const tools::Selection& selection) {
  if (selection.equal) return equal;
  if (selection.max_difference) return difference;
  return selection.threshold ? above : non_zero;
}

tools::Selection selection_by(int connected, bool inverted, const ViewedSource& source) {
  const ValueRange& values = source.values();
  tools::Selection selection;
  if (connected == above && source.has_otsu()) selection.threshold = tools::Threshold{.otsu = true};
  if (connected == above && !source.has_otsu()) {
    const double middle = (values.least + values.largest) / 2.0;
    selection.threshold = tools::Threshold{.low = values.whole ? std::floor(middle) : middle};
  }
  if (connected == equal) selection.equal = true;
  if (connected == difference) selection.max_difference = values.whole ? 8.0 : (values.largest - values.least) / 32.0;
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

/// Draws a slider for a stored value. Returns whether it was moved.
bool draw_value(const char* id, double& value, const ValueRange& range, ImGuiSliderFlags flags = 0,
                const char* format = nullptr) {
  if (format == nullptr) format = range.whole ? "%.0f" : "%.4g";
  const auto least = static_cast<float>(range.least);
  const auto largest = static_cast<float>(range.largest);
  auto moved = static_cast<float>(value);
  if (!ImGui::SliderFloat(id, &moved, least, largest, format, flags)) return false;
  moved = std::clamp(moved, least, largest);
  value = range.whole ? std::round(moved) : moved;
  return true;
}

/// Draws the slider for the upper limit of foreground, whose right end is no limit, and the checkbox of its complement.
void draw_upper_limit(const PanelInput& input, Wishes& wishes) {
  tools::Selection& selection = input.settings.selection;
  const ValueRange& range = input.source.values();
  const double low = threshold_in_force(input.source, *selection.threshold);
  double high = std::min(selection.threshold->high, range.largest);
  name_of_choice("Up to");
  ImGui::SetNextItemWidth(-104.0F);
  const char* const format = selection.threshold->high < range.largest ? nullptr : "no limit";
  if (draw_value("##high", high, range, 0, format) && high > low) {
    selection.threshold = tools::Threshold{.low = low, .high = high < range.largest ? high : unlimited};
    wishes.select = true;
  }
  ImGui::SameLine();
  wishes.select |= ImGui::Checkbox("Inverted", &selection.inverted);
}

void draw_threshold(const PanelInput& input, Wishes& wishes) {
  tools::Selection& selection = input.settings.selection;
  double low = threshold_in_force(input.source, *selection.threshold);
  const bool has_otsu = !input.source.is_scene() && input.source.has_otsu();
  name_of_choice("Threshold");
  ImGui::SetNextItemWidth(has_otsu ? -62.0F : -1.0F);
  if (draw_value("##threshold", low, input.source.values())) {
    const bool keeps_high = !selection.threshold->otsu && selection.threshold->high > low;
    selection.threshold = tools::Threshold{.low = low, .high = keeps_high ? selection.threshold->high : unlimited};
    wishes.select = true;
  }
  if (!has_otsu) return;
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
    selection = selection_by(connected, selection.inverted, input.source);
    wishes.select = true;
  }
  if (selection.threshold) {
    draw_threshold(input, wishes);
    draw_upper_limit(input, wishes);
  }
  if (selection.max_difference) {
    ValueRange range = input.source.values();
    range = {0.0, (range.largest - range.least) / 4.0, range.whole};
    name_of_choice("Difference");
    wishes.select |= draw_value("##difference", *selection.max_difference, range, ImGuiSliderFlags_Logarithmic);
  }
  if (connected == non_zero) {
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
  if (input.source.extent().is_volume()) {
    radio("6", settings.connectivity, Connectivity::six);
    ImGui::SameLine();
    radio("18", settings.connectivity, Connectivity::eighteen);
    ImGui::SameLine();
    radio("26", settings.connectivity, Connectivity::twenty_six);
  } else {
    radio("4", settings.connectivity, Connectivity::four);
    ImGui::SameLine();
    radio("8", settings.connectivity, Connectivity::eight);
  }
  draw_criterion(input, wishes);
  if (settings.engine == Engine::compute) return;  // it has no choice of this
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
  if (input.source.extent().is_volume()) draw_volume_section(input);
  draw_show_section(input, wishes);
  draw_labeling_section(input, wishes);
  draw_result(input);
  section("GPU TIME");
  if (!input.source.is_scene()) {
    beside_title("Label every frame");
    ImGui::Checkbox("Label every frame", &input.settings.every_frame);
    ImGui::PopStyleVar();
  }
  draw_times(input.labeling.times(), input.labeling.stages(), ImGui::GetContentRegionAvail().x);
  ImGui::End();
}

}  // namespace glccl::view
