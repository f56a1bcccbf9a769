#include "glccl/host/program_folder.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace glccl::host {
namespace {

namespace fs = std::filesystem;

std::vector<unsigned char> read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<unsigned char> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  std::error_code ignored;
  if (!bytes.empty()) fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);  // it was used
  return bytes;
}

/// Deletes the files that were not used for the longest time, until the others have at most `most_bytes`.
void shrink(const fs::path& folder, std::uintmax_t most_bytes) {
  struct Entry {
    fs::file_time_type used;
    std::uintmax_t bytes;
    fs::path path;
  };
  std::vector<Entry> entries;
  std::uintmax_t sum = 0;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code vanished;  // other processes delete files too
    const std::uintmax_t bytes = at->file_size(vanished);
    const fs::file_time_type used = at->last_write_time(vanished);
    if (vanished) continue;
    entries.push_back({used, bytes, at->path()});
    sum += bytes;
  }
  if (sum <= most_bytes) return;
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
  for (const Entry& entry : entries) {
    if (sum <= most_bytes) return;
    if (fs::remove(entry.path, error)) sum -= entry.bytes;
  }
}

void write_file(const fs::path& folder, const std::string& name, std::span<const unsigned char> bytes) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return;
  const fs::path whole = folder / (name + "." + std::to_string(std::random_device()()) + ".part");
  std::ofstream file(whole, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (file) fs::rename(whole, folder / name, error);
  if (!file || error) fs::remove(whole, error);
}

/// The value of a variable of the environment; empty without it.
std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The user's folder for caches; empty without one. The specification of $XDG_CACHE_HOME ignores relative paths.
fs::path user_cache_folder() {
#ifdef _WIN32
  return variable("LOCALAPPDATA");
#else
  const fs::path named = variable("XDG_CACHE_HOME");
  if (named.is_absolute()) return named;
  const fs::path home = variable("HOME");
  return home.is_absolute() ? home / ".cache" : fs::path();
#endif
}

}  // namespace

ProgramBinaries keep_programs_in(const fs::path& folder, std::uintmax_t most_bytes) {
  return {[folder](const std::string& key) { return read_file(folder / key); },
          [folder, most_bytes](const std::string& key, std::span<const unsigned char> bytes) {
            if (bytes.size() > most_bytes) return;  // all others would go, and it too
            write_file(folder, key, bytes);
            shrink(folder, most_bytes);
          }};
}

ProgramBinaries keep_programs_of_user() {
  const fs::path folder = user_cache_folder();
  if (folder.empty() || variable("GLCCL_PROGRAM_CACHE") == "0") return {};
  return keep_programs_in(folder / "glccl" / "programs");
}

}  // namespace glccl::host
