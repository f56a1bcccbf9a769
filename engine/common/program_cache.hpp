// The programs that an engine uses, kept for as long as the engine.
#pragma once

#include <algorithm>
#include <map>
#include <memory>

#include "engine/gl/programs/context_programs.hpp"
#include "glccl/result.hpp"

namespace glccl {

/// Programs by what they are compiled for.
template <class Key>
class ProgramCache {
 public:
  /// `programs` must outlive it.
  explicit ProgramCache(const gl::Programs& programs) : programs_(programs) {}

  /// Begins to make the program of a key, `text_of(key)`, where it is first needed.
  template <class TextOf>
  void begin(const Key& key, const TextOf& text_of) {
    if (!kept_.contains(key)) kept_.emplace(key, programs_.begin(text_of(key)));
  }

  /// The program of a key, made where it is first needed. The pointer stays valid. Error `gpu`: the driver's log.
  template <class TextOf>
  Result<gl::LinkedProgram*> find_or_build(const Key& key, const TextOf& text_of) {
    begin(key, text_of);
    gl::LinkedProgram& program = *kept_.at(key);
    const Result<void> status = programs_.finish(program);
    if (status) return &program;
    kept_.erase(key);
    return status.error();
  }

  /// Whether no begun program is still being compiled. Never waits.
  bool is_done() const {
    return std::all_of(kept_.begin(), kept_.end(), [&](const auto& kept) { return programs_.is_done(*kept.second); });
  }

 private:
  const gl::Programs& programs_;
  std::map<Key, std::shared_ptr<gl::LinkedProgram>> kept_;
};

}  // namespace glccl
