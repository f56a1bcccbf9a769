// The programs that an engine uses, kept for as long as the engine.
#pragma once

#include <map>
#include <memory>
#include <utility>

#include "engine/gl/programs/context_programs.hpp"
#include "glccl/result.hpp"

namespace glccl {

/// Programs by what they are compiled for.
template <class Key>
class ProgramCache {
 public:
  /// The program of a key. When it is first needed, `find_or_build(key)` gives it. The pointer stays valid.
  template <class FindOrBuild>
  Result<gl::LinkedProgram*> find_or_build(const Key& key, const FindOrBuild& find_or_build) {
    auto found = programs_.find(key);
    if (found == programs_.end()) {
      Result<std::shared_ptr<gl::LinkedProgram>> program = find_or_build(key);
      if (!program) return program.error();
      found = programs_.try_emplace(key, *std::move(program)).first;
    }
    return found->second.get();
  }

 private:
  std::map<Key, std::shared_ptr<gl::LinkedProgram>> programs_;
};

}  // namespace glccl
