#include "host/files/tiff/rows.hpp"

#include <zlib.h>

#include <array>

namespace glccl::host {
namespace {

/// Whether deflated bytes give more than `most`. What ends too early or is damaged does not: libtiff says so.
bool inflates_beyond(FileBytes packed, std::uint64_t most) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return false;
  stream.next_in = const_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  std::array<std::uint8_t, 1 << 15> inflated;
  int result = Z_OK;
  while (result == Z_OK && stream.total_out <= most) {
    stream.next_out = inflated.data();
    stream.avail_out = static_cast<uInt>(inflated.size());
    result = inflate(&stream, Z_NO_FLUSH);
  }
  inflateEnd(&stream);
  return stream.total_out > most;
}

}  // namespace

bool TiffRows::has_part() const {
  const std::uint64_t begin = TIFFGetStrileOffset(pages_.tiff(), part_);
  const std::uint64_t size = pages_.input().size;
  return begin <= size && TIFFGetStrileByteCount(pages_.tiff(), part_) <= size - begin;
}

bool TiffRows::fits_tile(const TiffPage& page, std::uint64_t bytes) const {
  const bool deflated = page.compression == COMPRESSION_ADOBE_DEFLATE || page.compression == COMPRESSION_DEFLATE;
  if (!deflated || page.fill_order != FILLORDER_MSB2LSB) return true;
  const std::uint64_t count = TIFFGetStrileByteCount(pages_.tiff(), part_);
  constexpr std::uint64_t most_at_once = std::uint64_t{1} << 30;  // zlib counts in 32 bits
  if (count > most_at_once) return true;
  std::vector<std::uint8_t> packed(count);
  return pages_.input().read(TIFFGetStrileOffset(pages_.tiff(), part_), packed) && !inflates_beyond(packed, bytes);
}

bool TiffRows::read_plain(const TiffPage& page, std::uint64_t offset, std::vector<std::uint8_t>& bytes) const {
  TIFF* const tiff = pages_.tiff();
  const std::uint64_t strip = pages_.offset_of(part_);
  const std::uint64_t count = TIFFGetStrileByteCount(tiff, part_);
  const std::uint64_t size = pages_.input().size;
  if (strip > size || offset > count || bytes.size() > count - offset || offset + bytes.size() > size - strip) {
    return false;
  }
  if (!pages_.are_stacked() && !has_part()) return false;
  if (!pages_.input().read(strip + offset, bytes)) return false;
  if (page.fill_order == FILLORDER_LSB2MSB) TIFFReverseBits(bytes.data(), static_cast<tmsize_t>(bytes.size()));
  if (page.bits % 8 == 0 && TIFFIsByteSwapped(tiff) != 0) swap_bytes(bytes, page.bits / 8U);
  return !pages_.failed();
}

}  // namespace glccl::host
