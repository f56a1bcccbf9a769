#include "host/files/tiff/rows.hpp"

namespace glccl::host {

bool TiffRows::read_plain(const TiffPage& page, std::uint64_t offset, std::vector<std::uint8_t>& bytes) const {
  TIFF* const tiff = pages_.tiff();
  const std::uint64_t begin = pages_.offset_of(part_) + offset;
  const std::uint64_t size = pages_.input().size;
  if (offset + bytes.size() > TIFFGetStrileByteCount(tiff, part_) || begin > size || bytes.size() > size - begin) {
    return false;
  }
  if (!pages_.input().read(begin, bytes)) return false;
  if (page.fill_order == FILLORDER_LSB2MSB) TIFFReverseBits(bytes.data(), static_cast<tmsize_t>(bytes.size()));
  if (page.bits % 8 == 0 && TIFFIsByteSwapped(tiff) != 0) swap_bytes(bytes, page.bits / 8U);
  return !pages_.failed();
}

}  // namespace glccl::host
