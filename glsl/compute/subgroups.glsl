// The first of a pass's files: extensions come before anything else. A subgroup has 32 invocations, as many as a word
// has columns.
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#define SUBGROUPS
