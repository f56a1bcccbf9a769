// A file that is read in parts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <utility>

#include "glccl/result.hpp"

namespace glccl::host {

/// A file that is open for reading in parts.
class PartFile {
 public:
  PartFile(std::filesystem::path path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;
  ~PartFile();

  /// Opens a regular file. Error `file`.
  static Result<std::shared_ptr<PartFile>> open(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return path_; }

  /// Bytes of the file.
  std::uint64_t size() const;

  /// Reads the bytes from `offset` on. Error `file`: with the offset of the first byte that cannot be read.
  Result<void> read(std::uint64_t offset, std::span<std::uint8_t> to) const;

 private:
  std::filesystem::path path_;
  int descriptor_;
};

}  // namespace glccl::host
