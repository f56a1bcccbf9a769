// First of its files: extensions come before anything else. A subgroup is as wide as a word.
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#define SUBGROUPS
