#include "engine/gl/programs/context_programs.hpp"

#include <array>
#include <cstdint>
#include <mutex>
#include <string_view>

namespace glccl::gl {
namespace {

/// All ContextPrograms that live. A list without memory of its own: objects that end after main() still find it.
constinit std::mutex list_mutex;
constinit ContextPrograms* first_of_list = nullptr;

/// Two hashes of 64 bits each (FNV-1a, and the same with another offset and prime).
struct Hash {
  std::array<std::uint64_t, 2> values = {0xCBF29CE484222325U, 0x9E3779B97F4A7C15U};

  void add(std::string_view bytes) {
    for (const char byte : bytes) {
      values[0] = (values[0] ^ static_cast<unsigned char>(byte)) * 0x100000001B3U;
      values[1] = (values[1] ^ static_cast<unsigned char>(byte)) * 0xD6E8FEB86659FD93U;
    }
    for (std::uint64_t& value : values) value = (value ^ bytes.size()) * 0x100000001B3U;  // where a text ends
  }

  std::string digits() const {
    std::string text;
    for (const std::uint64_t value : values) {
      for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[value >> shift & 15U];
    }
    return text;
  }
};

}  // namespace

std::string key_of(const ProgramText& text) {
  Hash hash;
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

ContextPrograms::~ContextPrograms() {
  const std::lock_guard lock(list_mutex);
  for (ContextPrograms** place = &first_of_list; *place != nullptr; place = &(*place)->next_) {
    if (*place != this) continue;
    *place = next_;
    return;
  }
}

Result<std::shared_ptr<LinkedProgram>> ContextPrograms::find_or_build(const ProgramText& text) {
  const std::string key = key_of(text);
  std::erase_if(programs_, [](const auto& entry) { return entry.second.expired(); });
  if (std::shared_ptr<LinkedProgram> found = programs_[key].lock()) return found;
  Result<Program> program = build_program(text);
  if (!program) return program.error();
  auto made = std::make_shared<LinkedProgram>(*std::move(program));
  programs_[key] = made;
  return made;
}

}  // namespace glccl::gl
