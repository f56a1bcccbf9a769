#include "engine/gl/shader_source.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

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

/// The text of the file `name`, or nothing where there is no such file.
std::optional<std::string> text_of(const std::vector<ShaderFile>& table, const std::string& name) {
  if (std::string text = edited_text(name); !text.empty()) return text;
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const ShaderFile& file) { return file.name == name; });
  if (found == table.end()) return std::nullopt;
  return std::string(found->text);
}

/// The names in the `// needs` lines and in the #include lines of a text's head. The head ends at the first line of
/// code.
std::vector<std::string> needs_of(const std::string& text) {
  const std::string needs = "// needs  ";  // as "// reads  "; no sentence has two spaces
  const std::string include = "#include \"glsl/";
  std::vector<std::string> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && (line.empty() || line.starts_with("//") || line[0] == '#');) {
    if (line.starts_with(include)) names.push_back(line.substr(include.size(), line.find('.') - include.size()));
    if (!line.starts_with(needs)) continue;
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream listed(line.substr(needs.size()));
    for (std::string name; listed >> name;) names.push_back(name);
  }
  return names;
}

/// The file that `file` means by `need`, or an empty name.
std::string find_needed(const std::vector<ShaderFile>& table, const std::string& file, const std::string& need) {
  std::vector<std::string> folders;
  for (std::string folder = file; folder.find('/') != std::string::npos;) {
    folder.erase(folder.rfind('/'));
    folders.push_back(folder + "/");
  }
  folders.insert(folders.end(), {"", "common/", "shared/"});
  for (const std::string& folder : folders) {
    for (const char* ending : {".glsl", ".h"}) {
      std::string name = folder + need + ending;
      if (text_of(table, name)) return name;
    }
  }
  return {};
}

/// Shared headers include one another in C++; GLSL has no #include. Lines keep their number.
std::string without_includes(std::string text) {
  for (std::size_t at = text.find("#include"); at != std::string::npos; at = text.find("#include", at)) {
    text.erase(at, text.find('\n', at) - at);
  }
  return text;
}

/// Adds a file to `sources`, after the files that it needs. `begun` has the names of all files that are there already
/// or wait for their needs.
void add_source(const std::vector<ShaderFile>& table, const std::string& name, std::set<std::string>& begun,
                std::vector<ShaderSource>& sources) {
  if (!begun.insert(name).second) return;
  std::string text = text_of(table, name).value_or("#error no shader file " + name + "\n");
  std::string errors;
  for (const std::string& need : needs_of(text)) {
    const std::string needed = find_needed(table, name, need);
    if (needed.empty()) errors += "#error no shader file " + need + ", which " + name + " needs\n";
    if (!needed.empty()) add_source(table, needed, begun, sources);
  }
  sources.push_back({name, errors + without_includes(std::move(text))});
}

}  // namespace

std::vector<ShaderSource> sources_of(const std::vector<ShaderFile>& table, const std::vector<std::string>& files) {
  std::set<std::string> begun;
  std::vector<ShaderSource> sources;
  for (const std::string& file : files) add_source(table, file, begun, sources);
  return sources;
}

std::string compose_shader(const std::vector<ShaderFile>& table, const std::vector<std::string>& defines,
                           const std::vector<std::string>& files) {
  return compose_shader(defines, sources_of(table, files));
}

std::string compose_shader(const std::vector<std::string>& defines, const std::vector<ShaderSource>& sources) {
  std::string text = "#version 450 core\n#define GLCCL_GLSL 1\n";
  for (const std::string& define : defines) text += "#define " + define + "\n";
  int number = 0;
  for (const ShaderSource& source : sources) {
    text += "#line 1 " + std::to_string(number++) + "\n" + source.text + "\n";
  }
  return text;
}

}  // namespace glccl::gl
