// Programs, kept for as long as their engine.
#pragma once

#include <map>
#include <utility>

#include "engine/gl/objects.hpp"
#include "engine/gl/uniforms.hpp"
#include "glccl/result.hpp"

namespace glccl {

/// A program and its uniforms.
struct CachedProgram {
  explicit CachedProgram(gl::Program made) : program(std::move(made)), uniforms(program.name()) {}

  gl::Program program;
  gl::Uniforms uniforms;
};

/// Programs by what they are compiled for.
template <class Key>
class ProgramCache {
 public:
  /// The program of a key. When it is first needed, `build(key)` makes it. The pointer stays valid.
  template <class Build>
  Result<CachedProgram*> find_or_build(const Key& key, const Build& build) {
    auto found = programs_.find(key);
    if (found == programs_.end()) {
      Result<gl::Program> program = build(key);
      if (!program) return program.error();
      found = programs_.try_emplace(key, *std::move(program)).first;
    }
    return &found->second;
  }

 private:
  std::map<Key, CachedProgram> programs_;
};

}  // namespace glccl
