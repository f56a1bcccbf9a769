#include "tools/view/panels/interface.hpp"

#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <array>
#include <cfloat>
#include <filesystem>
#include <string>
#include <system_error>

namespace glccl::view {
namespace {

/// A font of the package fonts-dejavu-core. ImGui's own bitmap font of 13 pixels is legible but tiring.
ImFont* load_font(const char* name, float size) {
  ImGuiIO& io = ImGui::GetIO();
  const std::string path = std::string("/usr/share/fonts/truetype/dejavu/") + name;
  std::error_code error;
  if (std::filesystem::is_regular_file(path, error)) {
    if (ImFont* font = io.Fonts->AddFontFromFileTTF(path.c_str(), size)) return font;
  }
  return io.Fonts->AddFontDefault();
}

ImVec4 rgb(int hex, float alpha = 1.0F) {
  const auto channel = [hex](int shift) { return static_cast<float>(hex >> shift & 255) / 255.0F; };
  return {channel(16), channel(8), channel(0), alpha};
}

/// Dark colours of low contrast, so that the canvas stands out.
void set_colors(ImVec4* colors) {
  colors[ImGuiCol_WindowBg] = rgb(0x14171E);
  colors[ImGuiCol_PopupBg] = rgb(0x1B1F28, 0.97F);
  colors[ImGuiCol_Border] = rgb(0x2A303C);
  colors[ImGuiCol_Text] = rgb(0xDCE1EA);
  colors[ImGuiCol_TextDisabled] = rgb(0x8A93A3);
  colors[ImGuiCol_Separator] = rgb(0x2A303C);
  colors[ImGuiCol_ScrollbarBg] = rgb(0x14171E);
  for (const int frame : {ImGuiCol_FrameBg, ImGuiCol_Button, ImGuiCol_Header}) colors[frame] = rgb(0x262C38);
  for (const int frame : {ImGuiCol_FrameBgHovered, ImGuiCol_ButtonHovered, ImGuiCol_HeaderHovered}) {
    colors[frame] = rgb(0x343C4C);
  }
  for (const int frame : {ImGuiCol_FrameBgActive, ImGuiCol_ButtonActive, ImGuiCol_HeaderActive}) {
    colors[frame] = rgb(0x41506B);
  }
  for (const int mark : {ImGuiCol_CheckMark, ImGuiCol_SliderGrab}) colors[mark] = rgb(0x6CB6FF);
  colors[ImGuiCol_SliderGrabActive] = rgb(0x9CCEFF);
}

void set_style() {
  ImGui::StyleColorsDark();
  ImGuiStyle& style = ImGui::GetStyle();
  style.WindowRounding = 0.0F;
  style.FrameRounding = style.GrabRounding = style.PopupRounding = 4.0F;
  style.WindowBorderSize = 0.0F;
  style.WindowPadding = {14.0F, 12.0F};
  style.FramePadding = {8.0F, 4.0F};
  style.ItemSpacing = {8.0F, 6.0F};
  style.AntiAliasedLines = style.AntiAliasedFill = true;
  set_colors(style.Colors);
}

}  // namespace

struct Interface::State {
  bool glfw = false;
  bool opengl = false;
  Fonts fonts;

  State() { ImGui::CreateContext(); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (opengl) ImGui_ImplOpenGL3_Shutdown();
    if (glfw) ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
  }
};

Interface::Interface(std::unique_ptr<State> state) : state_(std::move(state)) {}
Interface::Interface(Interface&&) noexcept = default;
Interface& Interface::operator=(Interface&&) noexcept = default;
Interface::~Interface() = default;

Result<Interface> Interface::create(const host::WindowContext& window) {
  auto state = std::make_unique<State>();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // Panels have fixed places, so there is nothing to save.
  io.LogFilename = nullptr;
  state->glfw = ImGui_ImplGlfw_InitForOpenGL(static_cast<GLFWwindow*>(window.native_handle()), true);
  state->opengl = state->glfw && ImGui_ImplOpenGL3_Init("#version 450 core");
  if (!state->opengl) {
    return Error{ErrorCode::gpu,
                 "Dear ImGui cannot draw with this OpenGL context; glccl label --overlay needs no window"};
  }
  state->fonts = {load_font("DejaVuSans.ttf", 15.0F), load_font("DejaVuSans-Bold.ttf", 19.0F),
                  load_font("DejaVuSansMono.ttf", 14.0F)};
  set_style();
  return Interface(std::move(state));
}

void Interface::begin(std::optional<float> step) {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  if (step) {
    ImGuiIO& io = ImGui::GetIO();
    io.DeltaTime = *step;
    io.MousePos = {-FLT_MAX, -FLT_MAX};
  }
  ImGui::NewFrame();
}

void Interface::end() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

const Fonts& Interface::fonts() const { return state_->fonts; }

bool Interface::pressed(Key key) {
  constexpr std::array keys = {ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow, ImGuiKey_DownArrow,
                               ImGuiKey_PageUp,    ImGuiKey_PageDown,   ImGuiKey_Home,    ImGuiKey_Space,
                               ImGuiKey_Tab,       ImGuiKey_X,          ImGuiKey_Y,       ImGuiKey_Z};
  if (ImGui::GetIO().WantTextInput) return false;
  const bool repeats = key <= Key::down;
  const auto name = keys[static_cast<std::size_t>(key)];
#if IMGUI_VERSION_NUM < 18700  // Before 1.87 keys were numbers of the backend.
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(name), repeats);
#else
  return ImGui::IsKeyPressed(name, repeats);
#endif
}

}  // namespace glccl::view
