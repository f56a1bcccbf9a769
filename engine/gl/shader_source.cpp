#include "engine/gl/shader_source.hpp"

#include <algorithm>

#ifdef GLCCL_DEVELOPMENT
#include <cstdlib>
#include <fstream>
#include <iterator>
#endif

namespace glccl::gl {
namespace {

#ifdef GLCCL_DEVELOPMENT
/// The file of the folder that GLCCL_GLSL_DIR names, or nothing: then the embedded text counts.
std::string edited_text(const std::string& name) {
  const char* folder = std::getenv("GLCCL_GLSL_DIR");
  if (folder == nullptr) return {};
  std::ifstream file(std::string(folder) + "/" + name);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}
#else
std::string edited_text(const std::string&) { return {}; }
#endif

std::string text_of(const std::vector<ShaderFile>& table, const std::string& name) {
  if (std::string text = edited_text(name); !text.empty()) return text;
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const ShaderFile& file) { return file.name == name; });
  if (found == table.end()) return "#error no shader file " + name + "\n";
  return std::string(found->text);
}

/// Files of glsl/shared include one another in C++; GLSL has no #include, and lists them instead. Lines keep their
/// number.
std::string without_includes(std::string text) {
  for (std::size_t at = text.find("#include"); at != std::string::npos; at = text.find("#include", at)) {
    text.erase(at, text.find('\n', at) - at);
  }
  return text;
}

}  // namespace

std::string compose_shader(const std::vector<ShaderFile>& table, const std::vector<std::string>& defines,
                           const std::vector<std::string>& files) {
  std::string text = "#version 450 core\n#define GLCCL_GLSL 1\n";
  for (const std::string& define : defines) text += "#define " + define + "\n";
  for (std::size_t i = 0; i < files.size(); ++i) {
    text += "#line 1 " + std::to_string(i) + "\n" + without_includes(text_of(table, files[i])) + "\n";
  }
  return text;
}

}  // namespace glccl::gl
