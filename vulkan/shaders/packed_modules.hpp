// The file of all SPIR-V modules: a header, modules sorted by their hashes, blocks, and their words. Modules of a pass
// are alike: compressed together by liblzma they take a third of what they take one by one.
#pragma once

#include <cstdint>
#include <string>

namespace glccl::vulkan {

struct PackedHeader {
  std::uint64_t modules;
  std::uint64_t blocks;
};

struct PackedModule {
  std::uint64_t hash;    ///< hash_of() the text of the shader.
  std::uint32_t block;   ///< Its number.
  std::uint32_t offset;  ///< Of the words in the block, in bytes.
  std::uint32_t bytes;   ///< Of the words.
  std::uint32_t unused;
};

struct PackedBlock {
  std::uint64_t offset;  ///< Of the compressed words, from the begin of the file.
  std::uint32_t packed_bytes;
  std::uint32_t bytes;  ///< Of the words.
};

/// What a shader is found by: FNV-1a of its text.
inline std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001B3U;
  return hash;
}

}  // namespace glccl::vulkan
