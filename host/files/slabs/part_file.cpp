#include "host/files/slabs/part_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "host/files/decode.hpp"

namespace glccl::host {

namespace fs = std::filesystem;

PartFile::~PartFile() { ::close(descriptor_); }

Result<std::shared_ptr<PartFile>> PartFile::open(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    return cannot_read(
        path, {ErrorCode::file, "there is no such file; name a .npy, TIFF or HDF5 file, or one without a header"});
  }
  if (status.type() == fs::file_type::none) return cannot_read(path, {ErrorCode::file, error.message()});
  if (!fs::is_regular_file(status)) {
    return cannot_read(path, {ErrorCode::file, "it is no regular file, which can be read in parts; name one"});
  }
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return cannot_read(path, {ErrorCode::file, std::generic_category().message(errno)});
  return std::make_shared<PartFile>(path, descriptor);
}

std::uint64_t PartFile::size() const {
  const off_t end = ::lseek(descriptor_, 0, SEEK_END);
  return end < 0 ? 0 : static_cast<std::uint64_t>(end);
}

Result<void> PartFile::read(std::uint64_t offset, std::span<std::uint8_t> to) const {
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

}  // namespace glccl::host
