// Where shader text comes from: files of glsl/, embedded at build time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace glccl::gl {

/// One file of glsl/: its name relative to that folder ("raster/paper/encode_ids.frag") and its text.
struct ShaderFile {
  std::string_view name;
  std::string_view text;
};

/// One file of a shader.
struct ShaderSource {
  std::string name;
  std::string text;
};

/// The sources of a shader: `files` in their order, before each of them the files that it needs, and each file once.
///
/// A file names in its head comment what it needs, with two spaces before the first name:
///
///     // needs  ids, neighbors, parts/lists
///
/// A name is a path without its ending, .glsl or .h. It is looked for in the folder of the file that has the line, in
/// the folders above that one up to glsl/, in glsl/common and in glsl/shared. What files of glsl/shared include for C++
/// they need in GLSL. A file that is not found yields an `#error` line that names it and the file that needs it.
///
/// In a development build the environment variable GLCCL_GLSL_DIR names a folder whose files replace those of `table`.
std::vector<ShaderSource> sources_of(const std::vector<ShaderFile>& table, const std::vector<std::string>& files);

/// The shader text for one stage: `#version 450 core`, `#define GLCCL_GLSL 1`, one `#define` per element of `defines`
/// ("NAME value"), then the sources of `files` with `#line` between them, so that a compiler message of source N names
/// the N-th of sources_of().
std::string compose_shader(const std::vector<ShaderFile>& table, const std::vector<std::string>& defines,
                           const std::vector<std::string>& files);

/// The same of the sources_of() the files.
std::string compose_shader(const std::vector<std::string>& defines, const std::vector<ShaderSource>& sources);

}  // namespace glccl::gl
