#include "engine/gl/programs/context_programs.hpp"

#include <mutex>

#include "engine/gl/context_traits.hpp"
#include "engine/gl/programs/binaries.hpp"
#include "engine/gl/programs/hash.hpp"

namespace glccl::gl {
namespace {

/// All ContextPrograms that live. A list without memory of its own: objects that end after main() still find it.
std::mutex list_mutex;
constinit ContextPrograms* first_of_list = nullptr;

/// Vendor, renderer and version of the current context, a line each.
std::string driver_of_current() {
  std::string names;
  for (const GLenum name : {GL_VENDOR, GL_RENDERER, GL_VERSION}) {
    if (const GLubyte* text = api().GetString(name); text != nullptr) names += reinterpret_cast<const char*>(text);
    names += '\n';
  }
  return names;
}

bool current_compiles_in_parallel() {
  const ContextTraits context = traits_of_context();
  return context.has("GL_KHR_parallel_shader_compile") || context.has("GL_ARB_parallel_shader_compile");
}

}  // namespace

std::string key_of(const ProgramText& text, const std::string& driver) {
  Hash hash;
  hash.add(driver);
  for (const StageText& stage : text.stages) {
    hash.add(std::to_string(stage.stage));
    hash.add(stage.text);
  }
  hash.add(text.captured == nullptr ? "" : text.captured);
  return text.name + "-" + hash.digits();
}

std::shared_ptr<ContextPrograms> ContextPrograms::of_current() {
  const std::lock_guard lock(list_mutex);
  // An object in the list is whole, but its last user may just have ended: then lock() gives none.
  for (ContextPrograms* one = first_of_list; one != nullptr; one = one->next_) {
    if (!one->context_.is_current()) continue;
    if (std::shared_ptr<ContextPrograms> found = one->weak_from_this().lock()) return found;
  }
  auto made = std::make_shared<ContextPrograms>();
  made->next_ = first_of_list;
  first_of_list = made.get();
  return made;
}

ContextPrograms::ContextPrograms()
    : driver_(driver_of_current()),
      binary_formats_(binary_formats()),
      compiles_in_parallel_(current_compiles_in_parallel()) {}

ContextPrograms::~ContextPrograms() {
  const std::lock_guard lock(list_mutex);
  for (ContextPrograms** place = &first_of_list; *place != nullptr; place = &(*place)->next_) {
    if (*place != this) continue;
    *place = next_;
    return;
  }
}

std::shared_ptr<LinkedProgram> ContextPrograms::begin(const ProgramText& text, const ProgramBinaries& binaries) {
  std::erase_if(programs_, [](const auto& entry) { return entry.second.expired(); });
  auto program = std::make_shared<LinkedProgram>();
  program->key = key_of(text, driver_);
  if (const auto found = programs_.find(program->key); found != programs_.end()) {
    if (std::shared_ptr<LinkedProgram> used = found->second.lock()) return used;
  }
  if (!load(*program, text, binaries)) {
    program->build.emplace(text, binaries.store != nullptr && !binary_formats_.empty());
    if (!compiles_in_parallel_) static_cast<void>(finish(*program, binaries));  // the program keeps an error
  }
  programs_[program->key] = program;
  return program;
}

bool ContextPrograms::load(LinkedProgram& program, const ProgramText& text, const ProgramBinaries& binaries) const {
  if (binaries.load == nullptr || binary_formats_.empty()) return false;
  const std::vector<unsigned char> bytes = binaries.load(program.key);
  if (bytes.empty()) return false;
  Program loaded = make_program(text);
  if (!load_binary(loaded, bytes, binary_formats_)) return false;
  program.program = std::move(loaded);
  program.uniforms = Uniforms(program.program.name());
  return true;
}

bool ContextPrograms::is_done(const LinkedProgram& program) const {
  return !program.build || !compiles_in_parallel_ || program.build->is_done();
}

Result<void> ContextPrograms::finish(LinkedProgram& program, const ProgramBinaries& binaries) const {
  if (program.build) {
    Result<Program> linked = program.build->finish();
    program.build.reset();
    if (linked) {
      program.program = *std::move(linked);
      program.uniforms = Uniforms(program.program.name());
      if (binaries.store != nullptr && !binary_formats_.empty()) {
        const std::vector<unsigned char> bytes = binary_of(program.program);
        if (!bytes.empty()) binaries.store(program.key, bytes);
      }
    } else {
      program.error = linked.error();
    }
  }
  if (program.error) return *program.error;
  return {};
}

}  // namespace glccl::gl
