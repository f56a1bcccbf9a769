// Numbers of workgroups.
#pragma once

#include <GL/glew.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace glccl::gl {

/// Workgroups of `in_group` jobs each that do `jobs`; at least one.
inline GLuint groups_for(std::int64_t jobs, std::int64_t in_group) {
  return static_cast<GLuint>(std::max<std::int64_t>(1, (jobs + in_group - 1) / in_group));
}

/// Workgroups in x and y, at least `groups` in all, neither beyond the limit of 65535 that every context has. A few
/// workgroups can be too many.
inline std::array<GLuint, 2> folded(GLuint groups) {
  constexpr GLuint most = 65535;
  const GLuint rows = groups_for(groups, most);
  return {groups_for(groups, rows), rows};
}

}  // namespace glccl::gl
