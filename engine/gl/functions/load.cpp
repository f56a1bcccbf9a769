#include "engine/gl/functions/load.hpp"

#include <charconv>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/gl/context_traits.hpp"
#include "engine/gl/functions/default_loader.hpp"
#include "engine/vocabulary/list_of.hpp"

namespace glccl::gl {
namespace {

/// What the engines use beyond OpenGL 3.2: an extension, and the version of OpenGL that has it anyway.
struct Feature {
  const char* extension;
  int version;
};

constexpr Feature features[] = {
    {"GL_ARB_sampler_objects", 33},
    {"GL_ARB_timer_query", 33},
    {"GL_ARB_draw_buffers_blend", 40},
    {"GL_ARB_draw_indirect", 40},
    {"GL_ARB_transform_feedback2", 40},
    {"GL_ARB_separate_shader_objects", 41},
    {"GL_ARB_viewport_array", 41},
    {"GL_ARB_shader_image_load_store", 42},
    {"GL_ARB_texture_storage", 42},
    {"GL_ARB_compute_shader", 43},
    {"GL_ARB_copy_image", 43},
    {"GL_ARB_framebuffer_no_attachments", 43},
    {"GL_ARB_program_interface_query", 43},
    {"GL_ARB_shader_storage_buffer_object", 43},
    {"GL_ARB_stencil_texturing", 43},
    {"GL_KHR_debug", 43},
    {"GL_ARB_buffer_storage", 44},
    {"GL_ARB_clear_texture", 44},
    {"GL_ARB_query_buffer_object", 44},
    {"GL_ARB_clip_control", 45},
    {"GL_ARB_direct_state_access", 45},
    {"GL_ARB_get_texture_sub_image", 45},
    {"GL_ARB_texture_barrier", 45},
};

/// The number of a version at the beginning of a text: 45 of "4.5 (Core Profile) Mesa 22.3.6", 450 of "4.50 NVIDIA".
int version_in(std::string_view text) {
  int major = 0;
  int minor = 0;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, major);
  if (first.ptr == end || *first.ptr != '.') return 0;
  const auto second = std::from_chars(first.ptr + 1, end, minor);
  return (second.ptr - first.ptr > 2 ? 100 : 10) * major + minor;
}

std::string_view text_named(GLenum name) {
  const GLubyte* text = api().GetString(name);
  return text == nullptr ? std::string_view() : reinterpret_cast<const char*>(text);
}

Error no_device(std::string message) { return {ErrorCode::no_device, std::move(message)}; }

/// What the current context of this version lacks. Asks only what it knows.
std::vector<std::string> find_lacks(int version) {
  std::vector<std::string> lacks;
  const std::string language(version < 20 ? "" : text_named(GL_SHADING_LANGUAGE_VERSION));
  if (version_in(language) < 450) lacks.push_back("GLSL 4.50 (it has " + (language.empty() ? "none" : language) + ")");
  if (version < 32) {
    if (lacks.empty()) lacks.emplace_back("OpenGL 3.2");
    return lacks;
  }
  const ContextTraits context = traits_of_context();
  for (const Feature& row : features) {
    if (version < row.version && !context.has(row.extension)) lacks.emplace_back(row.extension);
  }
  return lacks;
}

/// Whether the table has these functions, and the current context what labeling needs. The functions of a context that
/// lacks something may be there: libglvnd has a function for each name that it is asked for.
Result<void> check_functions(const Functions& functions, const std::string& who) {
  const auto without = [&](const char* name) {
    return no_device(who + " returns null for " + name +
                     ": pass as get_proc_address the function of the library that made the current context, such as "
                     "eglGetProcAddress or glfwGetProcAddress");
  };
  if (functions.GetString == nullptr) return without("glGetString");
  const std::string version(text_named(GL_VERSION));
  if (version.empty()) {
    return no_device("no OpenGL context is current for " + who + ": make one of its library current first");
  }
  if (version.starts_with("OpenGL ES")) {
    return no_device("the current context is " + version +
                     ": make a context of desktop OpenGL current, with GLSL 4.50 as OpenGL 4.5 has it");
  }
  const int number = version_in(version);
  if (functions.GetIntegerv == nullptr) return without("glGetIntegerv");
  if (functions.GetStringi == nullptr && number >= 30) return without("glGetStringi");
  const std::vector<std::string> lacks = find_lacks(number);
  if (!lacks.empty()) {
    return no_device("the current context, OpenGL " + version + ", lacks " + list_of(lacks, std::identity()) +
                     ": make one of OpenGL 4.5 current");
  }
  if (const char* const name = functions.load.missing(); name != nullptr) return without(name);
  return {};
}

}  // namespace

Result<Functions> load_functions(GetProcAddress get) {
  std::string who = "get_proc_address";
  if (get == nullptr) {
    get = find_get_proc_address();
    if (get == nullptr) {
      return no_device(
          "no OpenGL context is current: make one current first, with GLSL 4.50 as OpenGL 4.5 has it, or pass "
          "get_proc_address if it is of another library than EGL, GLX, OSMesa and WGL");
    }
    who = "the library of the current context";
  }
  const Functions functions(get);
  const UseFunctions use(&functions);
  if (const Result<void> status = check_functions(functions, who); !status) return status.error();
  keep_loaded(reinterpret_cast<void (*)()>(functions.GetString));
  return functions;
}

std::string describe_lacks() {
  const GetProcAddress get = find_get_proc_address();
  if (get == nullptr) return {};
  const Functions functions(get);
  if (functions.GetString == nullptr || functions.GetIntegerv == nullptr || functions.GetStringi == nullptr) return {};
  const UseFunctions use(&functions);
  return list_of(find_lacks(version_in(text_named(GL_VERSION))), std::identity());
}

}  // namespace glccl::gl
