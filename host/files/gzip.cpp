#include "host/files/gzip.hpp"

#include <algorithm>
#include <array>

namespace glccl::host {
namespace {

constexpr int gzip_window = 16 + MAX_WBITS;    // zlib adds 16 for gzip
constexpr std::size_t most_at_once = 1 << 30;  // zlib counts in 32 bits

/// The pointer that zlib takes for bytes that it only reads.
Bytef* input(FileBytes bytes) { return const_cast<Bytef*>(bytes.data()); }

}  // namespace

Gunzip::Gunzip(FileBytes file) : rest_(file) {
  if (inflateInit2(&stream_, gzip_window) != Z_OK) throw std::bad_alloc();
}

/// Whether another member follows. What else follows is padding.
bool Gunzip::next_member() {
  const FileBytes in_stream(stream_.next_in, stream_.avail_in);
  rest_ = FileBytes(rest_.data() - in_stream.size(), rest_.size() + in_stream.size());
  stream_.avail_in = 0;
  if (!is_gzip(rest_)) return false;
  ended_ = false;
  return inflateReset(&stream_) == Z_OK;
}

/// Inflates into `to`, which becomes what is not filled yet.
Gunzip::Step Gunzip::inflate_into(std::span<std::uint8_t>& to) {
  if (ended_ && !next_member()) return Step::end;
  if (stream_.avail_in == 0) {
    const FileBytes next = rest_.first(std::min(rest_.size(), most_at_once));
    stream_.next_in = input(next);
    stream_.avail_in = static_cast<uInt>(next.size());
    rest_ = rest_.subspan(next.size());
  }
  const std::size_t room = std::min(to.size(), most_at_once);
  stream_.next_out = to.data();
  stream_.avail_out = static_cast<uInt>(room);
  const int result = inflate(&stream_, Z_NO_FLUSH);
  to = to.subspan(room - stream_.avail_out);
  ended_ = result == Z_STREAM_END;
  if (ended_ || result == Z_OK) return Step::more;
  return result == Z_BUF_ERROR ? Step::end : Step::damaged;
}

Result<void> Gunzip::read(std::span<std::uint8_t> to, const std::string& what) {
  while (!to.empty()) {
    const Step step = inflate_into(to);
    if (step == Step::end) return truncated("its gzip data ends within " + what);
    if (step == Step::damaged) {
      return damaged("its gzip data cannot be inflated (" + std::string(stream_.msg != nullptr ? stream_.msg : "") +
                     ")");
    }
  }
  return {};
}

Result<void> Gunzip::finish() {
  std::uint8_t byte = 0;
  const Result<void> more = read({&byte, 1}, "its checksum");
  if (more) return damaged("its gzip data goes on behind the voxels");
  return ended_ ? Result<void>() : more;
}

Gzip::Gzip(OutputFile& file) : file_(file) {
  if (deflateInit2(&stream_, Z_BEST_SPEED, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
}

Result<void> Gzip::deflate_all(std::span<const std::uint8_t> bytes, int flush) {
  std::array<std::uint8_t, 1 << 16> packed{};
  do {
    const FileBytes next = bytes.first(std::min(bytes.size(), most_at_once));
    bytes = bytes.subspan(next.size());
    stream_.next_in = input(next);
    stream_.avail_in = static_cast<uInt>(next.size());
    do {
      stream_.next_out = packed.data();
      stream_.avail_out = static_cast<uInt>(packed.size());
      deflate(&stream_, flush);  // fails only where it is called wrongly
      if (Result<void> status = file_.write(packed.data(), packed.size() - stream_.avail_out); !status) return status;
    } while (stream_.avail_out == 0);
  } while (!bytes.empty());
  return {};
}

}  // namespace glccl::host
