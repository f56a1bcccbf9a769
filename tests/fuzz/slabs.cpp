// Reads any bytes slab by slab: what slabs give, the whole file gives too, and what the whole file refuses, slabs
// refuse. The bytes are a file without a name (memfd_create).
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "glccl/host/slab_sources.hpp"
#include "host/files/formats.hpp"

namespace glccl::tests {
namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz_slabs: %s\n", what);
  std::abort();
}

/// All planes of a source, `at_once` at a time.
Result<host::Image> read_planes(const host::SlabSource& source, int at_once) {
  host::Image image{source.extent, source.format, {}};
  const std::size_t plane = static_cast<std::size_t>(host::slab_of(source.extent, 1).elements()) *
                            static_cast<std::size_t>(bytes_per_pixel(source.format));
  const int all = host::planes_of(source.extent);
  image.bytes.resize(plane * static_cast<std::size_t>(all));
  for (int first = 0; first < all; first += at_once) {
    const Result<void> status = source.read(first, std::min(at_once, all - first),
                                            image.bytes.data() + static_cast<std::size_t>(first) * plane);
    if (!status) return status.error();
  }
  return image;
}

void try_bytes(host::FileBytes bytes, const std::string& path, const host::ReadOptions& options) {
  const Result<host::SlabSource> source = host::open_slabs(path, options);
  constexpr std::int64_t most_elements = 1 << 20;  // that take no time
  if (!source || source->extent.elements() > most_elements) return;
  const Result<host::Image> whole = host::decode_image(bytes, options);
  for (const int at_once : {3, 1, 2}) {  // each begins anew
    const Result<host::Image> slabs = read_planes(*source, at_once);
    require(!slabs || whole, "slabs read what is refused as a whole");
    require(!slabs || *slabs == *whole, "slabs give another image than the whole file");
    if (!slabs) return;
  }
}

}  // namespace
}  // namespace glccl::tests

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using glccl::tests::try_bytes;
  const int file = ::memfd_create("fuzz", 0);
  if (file < 0 || ::write(file, data, size) != static_cast<ssize_t>(size)) std::abort();
  const std::string path = "/proc/self/fd/" + std::to_string(file);
  try_bytes({data, size}, path, {});
  try_bytes({data, size}, path, {.channel = 0, .frame = 1, .where_several = true});
  try_bytes({data, size}, path, {.palette_indices = true});
  ::close(file);
  return 0;
}
