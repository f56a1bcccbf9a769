#include "engine/gl/subgroups.hpp"

#include "engine/gl/context_traits.hpp"

namespace glccl::gl {
namespace {

// Enumerators of GL_KHR_shader_subgroup, which GLEW 2.2 lacks.
constexpr GLenum subgroup_size = 0x9532;                // GL_SUBGROUP_SIZE_KHR
constexpr GLenum subgroup_stages = 0x9533;              // GL_SUBGROUP_SUPPORTED_STAGES_KHR
constexpr GLenum subgroup_features = 0x9534;            // GL_SUBGROUP_SUPPORTED_FEATURES_KHR
constexpr GLint compute_stage = GL_COMPUTE_SHADER_BIT;  // of the stages
constexpr GLint arithmetic_feature = 0x00000004;        // GL_SUBGROUP_FEATURE_ARITHMETIC_BIT_KHR
constexpr GLint ballot_feature = 0x00000008;            // GL_SUBGROUP_FEATURE_BALLOT_BIT_KHR
constexpr GLint shuffle_feature = 0x00000010;           // GL_SUBGROUP_FEATURE_SHUFFLE_BIT_KHR

}  // namespace

Subgroups query_subgroups() {
  Subgroups subgroups;
  if (!traits_of_context().has("GL_KHR_shader_subgroup")) return subgroups;
  const GLint stages = context_integer(subgroup_stages);
  const GLint features = context_integer(subgroup_features);
  subgroups.size = context_integer(subgroup_size);
  subgroups.in_compute = (stages & compute_stage) != 0;
  subgroups.ballot = (features & ballot_feature) != 0;
  subgroups.arithmetic = (features & arithmetic_feature) != 0;
  subgroups.shuffle = (features & shuffle_feature) != 0;
  return subgroups;
}

std::string why_unused(const Subgroups& subgroups) {
  if (subgroups.size == 0) return "the driver has no GL_KHR_shader_subgroup";
  if (subgroups.size != used_subgroup_size) {
    return "the driver's subgroups have " + std::to_string(subgroups.size) + " invocations, not " +
           std::to_string(used_subgroup_size);
  }
  if (!subgroups.in_compute) return "the driver's compute shaders have no subgroups";
  if (!subgroups.ballot) return "the driver's subgroups have no votes";
  if (!subgroups.arithmetic) return "the driver's subgroups have no sums";
  if (!subgroups.shuffle) return "the driver's subgroups have no shuffles";
  return {};
}

}  // namespace glccl::gl
