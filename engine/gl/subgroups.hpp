// Subgroups: the invocations of a compute shader that run in step and can vote and add without shared memory.
#pragma once

#include <string>

namespace glccl::gl {

/// The size of the subgroups that shaders use: a word of bits has 32 columns, and a vote gives a bit per invocation.
constexpr int used_subgroup_size = 32;

/// The subgroups of a context's compute shaders.
struct Subgroups {
  int size = 0;             ///< Invocations in a subgroup; 0 without GL_KHR_shader_subgroup.
  bool in_compute = false;  ///< Compute shaders have them.
  bool ballot = false;      ///< With votes.
  bool arithmetic = false;  ///< With sums.
  bool shuffle = false;     ///< With exchange of values.
};

/// The subgroups of the current context.
Subgroups query_subgroups();

/// Why shaders use shared memory instead of these subgroups; empty if they use the subgroups.
std::string why_unused(const Subgroups& subgroups);

}  // namespace glccl::gl
