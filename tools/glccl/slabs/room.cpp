#include "tools/glccl/slabs/room.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <system_error>

#include "glccl/host/slab_sources.hpp"
#include "tools/glccl/slabs/open_source.hpp"
#include "tools/glccl/text.hpp"

namespace glccl::tools {
namespace {

namespace fs = std::filesystem;

/// The number behind a word at the beginning of a line: of "VmSize:   1234 kB" 1234.
std::optional<std::int64_t> number_behind(const char* path, const std::string& word) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(word)) continue;
    return std::atoll(line.c_str() + word.size());
  }
  return std::nullopt;
}

/// The number that a file begins with; none where it has none, as "max".
std::optional<std::int64_t> number_in(const fs::path& path) {
  std::ifstream file(path);
  std::int64_t number = 0;
  return file >> number ? std::optional(number) : std::nullopt;
}

/// What is left within the limits of the control groups of this process (version 2) and those around them.
std::int64_t left_in_groups() {
  std::int64_t left = std::numeric_limits<std::int64_t>::max();
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("0::/")) continue;
    const fs::path root = "/sys/fs/cgroup";
    for (fs::path group = line.substr(4);; group = group.parent_path()) {
      const auto most = number_in(root / group / "memory.max");
      const auto used = number_in(root / group / "memory.current");
      if (most && used) left = std::min(left, std::max<std::int64_t>(*most - *used, 0));
      if (group.empty()) break;
    }
  }
  return left;
}

/// "70.5 GiB".
std::string describe_bytes(std::int64_t bytes) {
  return bytes >> 30 > 0 ? fixed(static_cast<double>(bytes) / (1 << 30), 1) + " GiB"
                         : fixed(static_cast<double>(bytes) / (1 << 20), 1) + " MiB";
}

}  // namespace

std::int64_t available_memory() {
  std::int64_t available = left_in_groups();
  if (const auto kilobytes = number_behind("/proc/meminfo", "MemAvailable:")) {
    available = std::min(available, *kilobytes << 10);
  }
  struct rlimit limit = {};
  if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    const std::int64_t used = number_behind("/proc/self/status", "VmSize:").value_or(0) << 10;
    available = std::min(available, std::max<std::int64_t>(static_cast<std::int64_t>(limit.rlim_cur) - used, 0));
  }
  return available;
}

std::int64_t whole_image_bytes(const Extent& extent, PixelFormat format, bool compares_values,
                               std::int64_t file_bytes) {
  const auto element = static_cast<std::int64_t>(bytes_per_pixel(format));
  constexpr std::int64_t label = 4;
  constexpr std::int64_t row = 10;  // 80 bytes for every eighth element
  const std::int64_t labeler = compares_values ? 9 : 2;
  return file_bytes + extent.elements() * (2 * element + label + row + labeler);
}

std::optional<SlabReason> find_slab_reason(const std::string& image, const std::optional<host::RawLayout>& raw,
                                           const Selection& selection, std::int64_t available,
                                           const host::ReadOptions& read) {
  const bool in_slabs_alone = !raw && (is_generated(image) || host::parse_dataset_name(image));
  if (in_slabs_alone) return SlabReason{image + " is read slab by slab alone", available / 2};
  const Result<host::SlabSource> source = open_source(source_text(image, raw, read));
  if (!source) return std::nullopt;
  std::error_code ignored;
  const auto file = static_cast<std::int64_t>(fs::file_size(image, ignored));
  const bool compares = selection.equal || selection.max_difference;
  const std::int64_t needed = whole_image_bytes(source->extent, source->format, compares, ignored ? 0 : file);
  if (needed > available) {
    return SlabReason{image + " takes about " + describe_bytes(needed) + " of memory, and " +
                          describe_bytes(available) + " are available",
                      available / 2};
  }
  if (source->extent.elements() <= static_cast<std::int64_t>(host::max_pixels)) return std::nullopt;
  return SlabReason{image + " has " + std::to_string(source->extent.elements()) + " elements, and up to " +
                        std::to_string(host::max_pixels) + " are labeled at once",
                    available / 2};
}

}  // namespace glccl::tools
