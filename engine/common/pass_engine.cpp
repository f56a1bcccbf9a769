#include "engine/common/pass_engine.hpp"

namespace glccl {

PassEngine::PassEngine(const gl::UsedState& used)
    : nearest_(gl::make_sampler()), state_table_(gl::make_state_table(used)) {
  gl::UsedState with_volumes = used;
  with_volumes.volume_textures = true;
  state_table_of_volumes_ = gl::make_state_table(with_volumes);
  gl::api().SamplerParameteri(nearest_.name(), GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  gl::api().SamplerParameteri(nearest_.name(), GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  gl::api().SamplerParameteri(nearest_.name(), GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  gl::api().SamplerParameteri(nearest_.name(), GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  gl::api().SamplerParameteri(nearest_.name(), GL_TEXTURE_WRAP_R, GL_CLAMP_TO_EDGE);
}

}  // namespace glccl
