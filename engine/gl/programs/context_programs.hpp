// The programs of an OpenGL context, which all objects of that context share.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "engine/gl/context_mark.hpp"
#include "engine/gl/objects.hpp"
#include "engine/gl/program.hpp"
#include "engine/gl/uniforms.hpp"
#include "glccl/result.hpp"

namespace glccl::gl {

/// A program and its uniforms. Several objects may use it in turn, so each sets all uniforms that matter to it, by
/// `uniforms`, before it draws or dispatches.
struct LinkedProgram {
  explicit LinkedProgram(Program made) : program(std::move(made)), uniforms(program.name()) {}

  Program program;
  Uniforms uniforms;
};

/// Finds programs that are in use in its context, and builds others. A program ends with its last user.
///
/// Contexts of one share group have their own programs, although they could use the same objects: uniforms are state of
/// a program, and these contexts may be current on different threads at one time.
class ContextPrograms : public std::enable_shared_from_this<ContextPrograms> {
 public:
  /// The programs of the current context, made for its first user. Users that hold the result share it.
  static std::shared_ptr<ContextPrograms> of_current();

  /// Use of_current().
  ContextPrograms() = default;
  ~ContextPrograms();
  ContextPrograms(const ContextPrograms&) = delete;
  ContextPrograms& operator=(const ContextPrograms&) = delete;

  /// The program of a text; builds it unless it is in use. Its context must be current. Error as build_program().
  Result<std::shared_ptr<LinkedProgram>> find_or_build(const ProgramText& text);

 private:
  ContextMark context_;
  ContextPrograms* next_ = nullptr;                               ///< In the list of all contexts.
  std::map<std::string, std::weak_ptr<LinkedProgram>> programs_;  ///< By key_of() their texts.
};

/// The name of a program and a hash of 128 bits of all that a driver makes it of, in hexadecimal digits.
std::string key_of(const ProgramText& text);

}  // namespace glccl::gl
