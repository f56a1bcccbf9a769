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

/// The shader text for one stage: `#version 450 core`, `#define GLCCL_GLSL 1`, one `#define` per element of `defines`
/// ("NAME value"), then the files in order with `#line` between them, so that a compiler message of source N names the
/// N-th of `files`. Lines with `#include`, which files of glsl/shared have for C++, become empty.
///
/// In a development build the environment variable GLCCL_GLSL_DIR names a folder whose files replace the embedded ones.
/// A file that is not in `table` yields an `#error` line that names it, so that compilation reports it.
std::string compose_shader(const std::vector<ShaderFile>& table, const std::vector<std::string>& defines,
                           const std::vector<std::string>& files);

}  // namespace glccl::gl
