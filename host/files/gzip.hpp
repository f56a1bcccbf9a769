// gzip files (RFC 1952) through zlib.
#pragma once

#include <zlib.h>

#include <span>

#include "glccl/host/output_file.hpp"
#include "host/files/decode.hpp"

namespace glccl::host {

/// The most bytes that a byte of deflated data gives.
inline constexpr std::uint64_t deflate_expansion = 1032;

/// Whether a file begins as gzip files do.
inline bool is_gzip(FileBytes file) { return starts_with(file, "\x1F\x8B\x08"); }

/// Decompresses a gzip file in memory, one member after the other, only as far as it is asked to.
class Gunzip {
 public:
  explicit Gunzip(FileBytes file);
  ~Gunzip() { inflateEnd(&stream_); }
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;

  /// Gives the next bytes, which are those of `what`. Error `file`: the data ends before, or is damaged.
  Result<void> read(std::span<std::uint8_t> to, const std::string& what);

  /// Whether the data ends here, with the right checksum. Error `file`.
  Result<void> finish();

 private:
  enum class Step { more, end, damaged };
  Step inflate_into(std::span<std::uint8_t>& to);
  bool next_member();

  FileBytes rest_;  ///< Bytes that are not in the stream yet.
  z_stream stream_{};
  bool ended_ = false;  ///< A member has ended, with the right checksum.
};

/// Compresses what is written to a file.
class Gzip {
 public:
  explicit Gzip(OutputFile& file);
  ~Gzip() { deflateEnd(&stream_); }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  /// Appends bytes. Error `file`.
  Result<void> write(std::span<const std::uint8_t> bytes) { return deflate_all(bytes, Z_NO_FLUSH); }

  /// Writes what is left and the checksum. Error `file`.
  Result<void> finish() { return deflate_all({}, Z_FINISH); }

 private:
  Result<void> deflate_all(std::span<const std::uint8_t> bytes, int flush);

  OutputFile& file_;
  z_stream stream_{};
};

}  // namespace glccl::host
