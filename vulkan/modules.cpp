#include "vulkan/modules.hpp"

#include <lzma.h>

#include <algorithm>
#include <span>

#include "vulkan/shaders/packed_modules.hpp"

// shaders/modules.S
extern "C" const unsigned char glccl_vulkan_modules[];

namespace glccl::vulkan {

std::optional<std::vector<std::uint32_t>> find_module(const std::string& text) {
  const std::uint64_t hash = hash_of(text);
  const auto* header = reinterpret_cast<const PackedHeader*>(glccl_vulkan_modules);
  const std::span modules(reinterpret_cast<const PackedModule*>(header + 1), header->modules);
  const std::span blocks(reinterpret_cast<const PackedBlock*>(modules.data() + modules.size()), header->blocks);
  const auto found =
      std::lower_bound(modules.begin(), modules.end(), hash,
                       [](const PackedModule& module, std::uint64_t value) { return module.hash < value; });
  if (found == modules.end() || found->hash != hash) return std::nullopt;
  const PackedBlock& block = blocks[found->block];
  // What is needed of the block is its begin: the rest is not decompressed.
  std::vector<std::uint32_t> words((found->offset + found->bytes) / sizeof(std::uint32_t));
  lzma_stream stream = LZMA_STREAM_INIT;
  if (lzma_stream_decoder(&stream, UINT64_MAX, 0) != LZMA_OK) return std::nullopt;
  stream.next_in = glccl_vulkan_modules + block.offset;
  stream.avail_in = block.packed_bytes;
  stream.next_out = reinterpret_cast<std::uint8_t*>(words.data());
  stream.avail_out = found->offset + found->bytes;
  while (stream.avail_out > 0 && lzma_code(&stream, LZMA_RUN) == LZMA_OK) {
  }
  const bool complete = stream.avail_out == 0;
  lzma_end(&stream);
  if (!complete) return std::nullopt;
  words.erase(words.begin(), words.begin() + found->offset / sizeof(std::uint32_t));
  return words;
}

}  // namespace glccl::vulkan
