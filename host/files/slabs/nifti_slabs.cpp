// NIfTI files as sources of slabs. Files that gzip has compressed are inflated in order, once in each pass.
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "glccl/host/slab_sources.hpp"
#include "host/files/formats.hpp"
#include "host/files/gzip.hpp"
#include "host/files/nifti/nifti_volume.hpp"
#include "host/files/slabs/part_file.hpp"

namespace glccl::host {
namespace {

namespace fs = std::filesystem;

/// Bytes of a gzip file, which are read forwards. Going back begins anew.
class GzipPart {
 public:
  explicit GzipPart(const fs::path& path) : file_(gzopen(path.c_str(), "rbe")) {
    if (file_ != nullptr) gzbuffer(file_, 1 << 17);
  }
  GzipPart(const GzipPart&) = delete;
  GzipPart& operator=(const GzipPart&) = delete;
  ~GzipPart() {
    if (file_ != nullptr) gzclose(file_);
  }

  /// Reads the bytes from `offset` on of what was compressed. Error `file`: with the byte of the file where it fails.
  Result<void> read(std::uint64_t offset, std::span<std::uint8_t> to) {
    if (file_ == nullptr) return Error{ErrorCode::file, "it cannot be opened again"};
    if (offset < position_) {
      gzrewind(file_);
      position_ = 0;
    }
    const Result<void> status = skip_to(offset);
    return status ? next(to) : status;
  }

  /// Whether the data ends at `end`, with the right checksum. Error `file`.
  Result<void> finish(std::uint64_t end) {
    if (Result<void> status = skip_to(end); !status) return status;
    std::uint8_t byte = 0;
    const int count = gzread(file_, &byte, 1);
    if (count > 0) return damaged("its gzip data goes on behind the voxels");
    int code = Z_OK;
    gzerror(file_, &code);  // Z_BUF_ERROR where the file ends within the checksum
    return count == 0 && code == Z_OK ? Result<void>() : failure("its checksum");
  }

 private:
  Result<void> skip_to(std::uint64_t offset) {
    std::array<std::uint8_t, 1 << 14> skipped;
    while (position_ < offset) {
      const std::uint64_t count = std::min<std::uint64_t>(offset - position_, skipped.size());
      if (Result<void> status = next(std::span(skipped).first(count)); !status) return status;
    }
    return {};
  }

  Result<void> next(std::span<std::uint8_t> to) {
    while (!to.empty()) {
      const auto most = static_cast<unsigned>(std::min<std::size_t>(to.size(), 1 << 30));  // zlib counts in 32 bits
      const int count = gzread(file_, to.data(), most);
      if (count <= 0) return failure();
      position_ += static_cast<std::uint64_t>(count);
      to = to.subspan(static_cast<std::size_t>(count));
    }
    return {};
  }

  Error failure(const char* what = "its voxels") const {
    int code = Z_OK;
    const std::string text = gzerror(file_, &code);  // "FILE: REASON"
    const std::string place = " at byte " + std::to_string(gzoffset(file_)) + " of the file";
    if (code == Z_OK || code == Z_BUF_ERROR)
      return truncated("its gzip data ends within " + std::string(what) + "," + place);
    const std::size_t reason = text.rfind(": ");
    return damaged("its gzip data cannot be inflated" + place + " (" +
                   (reason == std::string::npos ? text : text.substr(reason + 2)) + ")");
  }

  gzFile file_;
  std::uint64_t position_ = 0;
};

/// A volume of which planes are read. Errors have the name of the file.
class NiftiSlabs {
 public:
  explicit NiftiSlabs(std::shared_ptr<PartFile> file) : file_(std::move(file)) {}

  Result<void> open(const ReadOptions& options) {
    const std::uint64_t size = file_->size();
    std::array<std::uint8_t, 4> begin{};
    if (Result<void> status = file_->read(0, std::span(begin).first(std::min<std::size_t>(size, 4))); !status)
      return status;
    if (is_gzip(begin)) gzip_.emplace(file_->path());
    if (gzip_) {
      if (Result<void> status = read_bytes(0, begin); !status) return status;
    }
    if (nifti_header_bytes(begin) == 0) {
      return refuse({ErrorCode::file, "it is compressed by gzip and no NIfTI file; slabs are read from those"});
    }
    std::vector<std::uint8_t> bytes(nifti_header_bytes(begin));
    if (!gzip_ && size < bytes.size()) {
      return refuse(truncated("the NIfTI file ends within its header, at byte " + std::to_string(size)));
    }
    if (Result<void> status = read_bytes(0, bytes); !status) return status;
    const Result<NiftiHeader> header = read_nifti_header(bytes, max_slab_elements);
    if (!header) return refuse(header.error());
    header_ = *header;
    const Result<std::uint64_t> frame = pick_frame(header_, options);
    if (!frame) return refuse(frame.error());
    begin_ = *frame;
    const Result<void> room = check_room(size, header_.end(), gzip_ ? deflate_expansion : 1);
    return room ? room : refuse(room.error());
  }

  const Extent& extent() const { return header_.extent; }
  PixelFormat format() const { return format_of(header_); }

  /// Reads planes from plane `first` on.
  Result<void> read(int first, int planes, std::uint8_t* elements) {
    const auto plane = static_cast<std::size_t>(slab_of(header_.extent, 1).elements());
    const std::uint64_t place = static_cast<std::uint64_t>(first) * plane;
    const std::size_t count = static_cast<std::size_t>(planes) * plane;
    const bool as_stored = header_.slope == 0.0 && header_.type->format.has_value();
    // Voxels that are converted take the memory of one plane.
    const std::size_t step = as_stored ? count : plane;
    for (std::size_t i = 0; i < count; i += step) {
      const Result<void> status = read_voxels(place + i, step, as_stored, elements + i * bytes_per_pixel(format()));
      if (!status) return status;
    }
    if (!gzip_ || first + planes < planes_of(header_.extent)) return {};
    const Result<void> status = gzip_->finish(header_.end());
    return status ? status : refuse(status.error());
  }

 private:
  Error refuse(const Error& error) const { return cannot_read(file_->path(), error); }

  Result<void> read_bytes(std::uint64_t offset, std::span<std::uint8_t> to) {
    if (!gzip_) return file_->read(offset, to);
    const Result<void> status = gzip_->read(offset, to);
    return status ? status : refuse(status.error());
  }

  Result<void> read_voxels(std::uint64_t place, std::size_t count, bool as_stored, std::uint8_t* elements) {
    const std::size_t bytes = header_.type->bytes;
    if (!as_stored) voxels_.resize(count * bytes);
    const std::span<std::uint8_t> to = as_stored ? std::span(elements, count * bytes) : std::span(voxels_);
    if (Result<void> status = read_bytes(begin_ + place * bytes, to); !status) return status;
    if (header_.swapped) swap_bytes(to, bytes);
    if (as_stored) return {};
    const Result<void> status = convert_voxels(header_, to, place, elements);
    return status ? status : refuse(status.error());
  }

  std::shared_ptr<PartFile> file_;
  std::optional<GzipPart> gzip_;  ///< Where the file is compressed.
  NiftiHeader header_{};
  std::uint64_t begin_ = 0;           ///< Where the voxels of the frame begin.
  std::vector<std::uint8_t> voxels_;  ///< Voxels that are converted.
};

}  // namespace

Result<SlabSource> open_nifti_slabs(const fs::path& path, const ReadOptions& options) {
  Result<std::shared_ptr<PartFile>> file = PartFile::open(path);
  if (!file) return file.error();
  const auto slabs = std::make_shared<NiftiSlabs>(*std::move(file));
  if (Result<void> status = slabs->open(options); !status) return status.error();
  return SlabSource{slabs->extent(), slabs->format(), [slabs](int first, int planes, void* elements) {
                      return slabs->read(first, planes, static_cast<std::uint8_t*>(elements));
                    }};
}

}  // namespace glccl::host
