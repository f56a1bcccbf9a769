// Files without a header.
#include <system_error>

#include "host/files/formats.hpp"

namespace glccl::host {

Result<void> check_raw(std::uint64_t bytes, const RawLayout& layout, std::uint64_t most) {
  const Extent& extent = layout.extent;
  const std::string name(traits_of(layout.format).name);
  if (extent.width < 1 || extent.height < 1 || extent.depth < 1 || bytes_per_pixel(layout.format) == 0) {
    return Error{ErrorCode::invalid_argument, "no file has " + to_string(extent) + " elements of " + name +
                                                  "; name sides from 1 and a format of files"};
  }
  const auto side = [](int length) { return static_cast<std::uint64_t>(length); };
  const Result<void> size = check_size(side(extent.width), side(extent.height), side(extent.depth), most);
  if (!size) return size;
  const std::uint64_t expected = static_cast<std::uint64_t>(extent.elements()) * bytes_per_pixel(layout.format);
  if (bytes == expected) return {};
  return Error{ErrorCode::file, "it has " + std::to_string(bytes) + " bytes, and " + to_string(extent) +
                                    " elements of " + name + " are " + std::to_string(expected) +
                                    "; name the extent and the format of what it holds"};
}

Result<Image> decode_raw(FileBytes file, const RawLayout& layout) {
  if (Result<void> status = check_raw(file.size(), layout); !status) return status.error();
  return Image{layout.extent, layout.format, {file.begin(), file.end()}};
}

Result<Image> read_raw(const std::filesystem::path& path, const RawLayout& layout) {
  // A file of another size is refused before it is in memory.
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(path, error);
  const Result<void> status = error ? Result<void>() : check_raw(bytes, layout);
  if (!status) return cannot_read(path, status.error());
  return read_file(path, [&](FileBytes file) { return decode_raw(file, layout); });
}

}  // namespace glccl::host
