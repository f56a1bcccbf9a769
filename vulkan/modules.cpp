#include "vulkan/modules.hpp"

#include <zlib.h>

#include <algorithm>
#include <span>

#include "vulkan/shaders/packed_modules.hpp"

// shaders/modules.S
extern "C" const unsigned char glccl_vulkan_modules[];

namespace glccl::vulkan {

std::optional<std::vector<std::uint32_t>> find_module(const std::string& text) {
  const std::uint64_t hash = hash_of(text);
  const auto* header = reinterpret_cast<const PackedHeader*>(glccl_vulkan_modules);
  const std::span modules(reinterpret_cast<const PackedModule*>(header + 1), header->count);
  const auto found =
      std::lower_bound(modules.begin(), modules.end(), hash,
                       [](const PackedModule& module, std::uint64_t value) { return module.hash < value; });
  if (found == modules.end() || found->hash != hash) return std::nullopt;
  std::vector<std::uint32_t> words(found->bytes / sizeof(std::uint32_t));
  uLongf bytes = found->bytes;
  if (uncompress(reinterpret_cast<Bytef*>(words.data()), &bytes, glccl_vulkan_modules + found->offset,
                 found->packed_bytes) != Z_OK) {
    return std::nullopt;
  }
  return words;
}

}  // namespace glccl::vulkan
