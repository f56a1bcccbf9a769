// The programs of an OpenGL context, which all objects of that context share.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/gl/context_mark.hpp"
#include "engine/gl/objects.hpp"
#include "engine/gl/program.hpp"
#include "engine/gl/uniforms.hpp"
#include "glccl/options.hpp"
#include "glccl/result.hpp"

namespace glccl::gl {

/// A program and its uniforms, once ContextPrograms::finish() has succeeded. Several objects may use it in turn, so
/// each sets all uniforms that matter to it, by `uniforms`, before it draws or dispatches.
struct LinkedProgram {
  std::string key;                    ///< key_of() its text.
  std::optional<ProgramBuild> build;  ///< While it is compiled.
  std::optional<Error> error;         ///< Why it could not be built.
  Program program;
  Uniforms uniforms;
};

/// Finds programs that are in use in its context, and builds others. A program ends with its last user.
///
/// Contexts of one share group have their own programs, although they could use the same objects: uniforms are state of
/// a program, and these contexts may be current on different threads at one time.
///
/// Its context must be current in every call.
class ContextPrograms : public std::enable_shared_from_this<ContextPrograms> {
 public:
  /// The programs of the current context, made for its first user. Users that hold the result share it.
  static std::shared_ptr<ContextPrograms> of_current();

  /// Use of_current().
  ContextPrograms();
  ~ContextPrograms();
  ContextPrograms(const ContextPrograms&) = delete;
  ContextPrograms& operator=(const ContextPrograms&) = delete;

  /// The program of a text: one that is in use, or one that is loaded, or one that the driver begins to compile. Waits
  /// for drivers that do not compile in threads of their own.
  std::shared_ptr<LinkedProgram> begin(const ProgramText& text, const ProgramBinaries& binaries);

  /// Whether finish() does not wait. Never waits.
  bool is_done(const LinkedProgram& program) const;

  /// Waits until the program is compiled, and stores it then. Error as build_program(); the program then keeps it.
  Result<void> finish(LinkedProgram& program, const ProgramBinaries& binaries) const;

 private:
  /// Loads a program that was stored with its key. False: there is none that is right.
  bool load(LinkedProgram& program, const ProgramText& text, const ProgramBinaries& binaries) const;

  ContextMark context_;
  std::string driver_;                 ///< The names of vendor and renderer, and the version.
  std::vector<GLint> binary_formats_;  ///< As binary_formats().
  bool compiles_in_parallel_ = false;  ///< The driver compiles in threads of its own, and tells when it is done.
  ContextPrograms* next_ = nullptr;    ///< In the list of all contexts.
  std::map<std::string, std::weak_ptr<LinkedProgram>> programs_;  ///< By their keys.
};

/// The programs of a context as one of its objects makes them: with the functions of its caller.
struct Programs {
  explicit Programs(ProgramBinaries given = {}) : binaries(std::move(given)) {}

  std::shared_ptr<LinkedProgram> begin(const ProgramText& text) const { return of_context->begin(text, binaries); }
  bool is_done(const LinkedProgram& program) const { return of_context->is_done(program); }
  Result<void> finish(LinkedProgram& program) const { return of_context->finish(program, binaries); }

  std::shared_ptr<ContextPrograms> of_context = ContextPrograms::of_current();
  ProgramBinaries binaries;
};

/// The name of a program and a hash of the driver's names and of all that the driver makes the program of.
std::string key_of(const ProgramText& text, const std::string& driver);

}  // namespace glccl::gl
