#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <span>
#include <string>
#include <system_error>
#include <utility>

#include "glccl/host/slab_sources.hpp"
#include "host/files/file_ending.hpp"
#include "host/files/formats.hpp"

namespace glccl::host {
namespace {

namespace fs = std::filesystem;

/// A file that is read in parts.
class PartFile {
 public:
  PartFile(fs::path path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;
  ~PartFile() { ::close(descriptor_); }

  static Result<std::shared_ptr<PartFile>> open(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found) {
      return cannot_read(path, {ErrorCode::file, "there is no such file; name a .npy file, or one without a header"});
    }
    if (!fs::is_regular_file(status)) {
      return cannot_read(path, {ErrorCode::file, "it is no regular file, which can be read in parts; name one"});
    }
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return cannot_read(path, {ErrorCode::file, std::generic_category().message(errno)});
    return std::make_shared<PartFile>(path, descriptor);
  }

  const fs::path& path() const { return path_; }

  /// Bytes of the file.
  std::uint64_t size() const {
    const off_t end = ::lseek(descriptor_, 0, SEEK_END);
    return end < 0 ? 0 : static_cast<std::uint64_t>(end);
  }

  /// Reads the bytes from `offset` on. Error `file`: with the offset of the first byte that cannot be read.
  Status read(std::uint64_t offset, std::span<std::uint8_t> to) const {
    while (!to.empty()) {
      const ssize_t count = ::pread(descriptor_, to.data(), to.size(), static_cast<off_t>(offset));
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) {
        const std::string reason =
            count < 0 ? std::generic_category().message(errno) : "it ends there; it has become shorter, start again";
        return cannot_read(path_, {ErrorCode::file, "at byte " + std::to_string(offset) + ": " + reason});
      }
      offset += static_cast<std::uint64_t>(count);
      to = to.subspan(static_cast<std::size_t>(count));
    }
    return {};
  }

 private:
  fs::path path_;
  int descriptor_;
};

/// The planes of an array that begins at byte `data`.
SlabSource source_of(std::shared_ptr<PartFile> file, const Extent& extent, PixelFormat format, std::uint64_t data,
                     bool swapped) {
  const std::uint64_t plane = static_cast<std::uint64_t>(slab_of(extent, 1).elements()) * bytes_per_pixel(format);
  return {extent, format, [=, file = std::move(file)](int first, int planes, void* elements) -> Status {
            const std::span to(static_cast<std::uint8_t*>(elements), static_cast<std::size_t>(planes) * plane);
            const Status status = file->read(data + static_cast<std::uint64_t>(first) * plane, to);
            if (status && swapped) swap_bytes(to, bytes_per_pixel(format));
            return status;
          }};
}

}  // namespace

Result<SlabSource> open_raw_slabs(const fs::path& path, const RawLayout& layout) {
  Result<std::shared_ptr<PartFile>> file = PartFile::open(path);
  if (!file) return file.error();
  if (Status status = check_raw((*file)->size(), layout, max_slab_elements); !status) {
    return cannot_read(path, status.error());
  }
  return source_of(*std::move(file), layout.extent, layout.format, 0, false);
}

Result<SlabSource> open_npy_slabs(const fs::path& path) {
  Result<std::shared_ptr<PartFile>> file = PartFile::open(path);
  if (!file) return file.error();
  const std::uint64_t size = (*file)->size();
  constexpr std::uint64_t longest_header = 1 << 20;
  std::vector<std::uint8_t> begin(std::min(size, longest_header));
  if (Status status = (*file)->read(0, begin); !status) return status.error();
  if (!is_npy(begin)) {
    return cannot_read(path, {ErrorCode::file,
                              "it is no .npy file; slabs are read from .npy, and from files without "
                              "a header by their shape and type"});
  }
  const Result<NpyHeader> header = parse_npy_header(begin);
  if (!header) return cannot_read(path, header.error());
  const Result<NpyImage> array = npy_image(*header, max_slab_elements);
  if (!array) return cannot_read(path, array.error());
  if (array->channels == 3) {
    return cannot_read(path,
                       {ErrorCode::file, "its colours have no alpha; slabs of colours are read with four channels"});
  }
  const std::uint64_t needed = static_cast<std::uint64_t>(array->extent.elements()) * array->stored_bytes();
  if (size - header->data < needed) {
    return cannot_read(path, truncated("it holds " + std::to_string(size - header->data) + " bytes of the array's " +
                                       std::to_string(needed)));
  }
  const bool swapped = array->format == PixelFormat::u16 && header->is_swapped();
  return source_of(*std::move(file), array->extent, array->format, header->data, swapped);
}

Status check_slab_labels_path(const fs::path& path) {
  return check_ending(path, {".npy", ".raw"}, "labels slab by slab");
}

Status begin_slab_labels(OutputFile& file, const Extent& extent) {
  if (Status status = check_slab_labels_path(file.path()); !status) return status;
  return ending_of(file.path()) == ".npy" ? write_npy_header(file, extent, 1, sizeof(std::uint32_t)) : Status();
}

}  // namespace glccl::host
