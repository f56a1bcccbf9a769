// Memory: what a Labeler keeps on the GPU, what a thousand labelings leave behind, and images that do not fit.
#include <GL/glew.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "engine/gl/objects.hpp"
#include "glccl/host/context.hpp"
#include "glccl/host/resources.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/gl_objects.hpp"
#include "tests/support/gl/textures.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/sanitizers.hpp"

namespace glccl::tests {
namespace {

/// As long as it lives, the process can take at most this many more bytes of address space.
class AddressSpaceLimit {
 public:
  explicit AddressSpaceLimit(std::size_t bytes) {
    REQUIRE(::getrlimit(RLIMIT_AS, &before_) == 0);
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    rlimit limit = before_;
    limit.rlim_cur = pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) + bytes;
    REQUIRE(::setrlimit(RLIMIT_AS, &limit) == 0);
  }
  ~AddressSpaceLimit() { ::setrlimit(RLIMIT_AS, &before_); }
  AddressSpaceLimit(const AddressSpaceLimit&) = delete;
  AddressSpaceLimit& operator=(const AddressSpaceLimit&) = delete;

 private:
  rlimit before_{};
};

}  // namespace

TEST_CASE_METHOD(GlFixture, "compute keeps at most four bytes per pixel besides its results",
                 "[engine][slow][memory]") {
  constexpr Extent extent{1024, 512};
  const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_R8UI, extent);
  for (const Connectivity connectivity : {Connectivity::four, Connectivity::eight}) {
    for (const Criterion& criterion : {Criterion(Foreground{}), Criterion(Equal{}), Criterion(Difference{})}) {
      CAPTURE(connectivity, criterion);
      Result<Labeler> labeler = Labeler::create(Engine::compute);
      REQUIRE(labeler);
      CHECK(labeler->scratch_bytes() == 0);
      LabelingSpec spec{.connectivity = connectivity, .criterion = criterion, .numbering = Numbering::root};
      REQUIRE(labeler->label(texture.name(), spec));
      const std::int64_t roots = labeler->scratch_bytes();
      CHECK(roots > extent.elements() / 2);
      spec.numbering = Numbering::raster;
      REQUIRE(labeler->label(texture.name(), spec, {.table_rows = 100}));
      CHECK(labeler->scratch_bytes() > roots);
      CHECK(labeler->scratch_bytes() <= 4 * extent.elements());
    }
  }
}

TEST_CASE_METHOD(GlFixture, "compute keeps buffers that are large enough for another specification",
                 "[engine][slow][memory]") {
  constexpr Extent extent{256, 256};
  const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_R8UI, extent);
  Result<Labeler> labeler = Labeler::create(Engine::compute);
  REQUIRE(labeler);
  REQUIRE(labeler->label(texture.name(), {.criterion = Equal{}}));
  const std::int64_t most = labeler->scratch_bytes();
  REQUIRE(labeler->label(texture.name(), {.numbering = Numbering::root}));
  CHECK(labeler->scratch_bytes() == most);
  const gl::Texture smaller = make_texture(GL_TEXTURE_2D, GL_R8UI, {128, 128});
  REQUIRE(labeler->label(smaller.name(), {.criterion = Equal{}}));
  CHECK(labeler->scratch_bytes() < most / 2);
}

TEST_CASE_METHOD(GlFixture, "raster keeps about 18 bytes per pixel", "[engine][memory]") {
  constexpr Extent extent{512, 512};
  const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_R8UI, extent);
  Result<Labeler> labeler = Labeler::create(Engine::raster);
  REQUIRE(labeler);
  CHECK(labeler->scratch_bytes() == 0);
  REQUIRE(labeler->label(texture.name()));
  CHECK(labeler->scratch_bytes() > 17 * extent.elements());
  CHECK(labeler->scratch_bytes() < 19 * extent.elements());
}

TEST_CASE_METHOD(GlFixture, "compute refuses an image that no storage buffer can hold", "[engine][memory][bad-input]") {
  GLint64 largest = 0;
  GLint side = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &largest);
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
  side = std::min(side, 16384);
  // The buffer takes two bytes per pixel with criteria that compare values.
  if (largest >= std::int64_t{side} * side * 2) return;  // this context binds a buffer for every image
  const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_R8UI, {side, side});
  Result<Labeler> labeler = Labeler::create(Engine::compute);
  REQUIRE(labeler);
  const Result<Labels> labels = labeler->label(texture.name(), {.criterion = Equal{}});
  REQUIRE_FALSE(labels);
  CHECK(labels.error().code == ErrorCode::too_large);
  CHECK_THAT(labels.error().message, contains("GL_MAX_SHADER_STORAGE_BLOCK_SIZE") && contains(std::to_string(side)) &&
                                         contains(std::to_string(largest)) && contains("raster"));
  CHECK(labeler->scratch_bytes() == 0);
}

TEST_CASE_METHOD(GlFixture, "a thousand labelings at changing sizes leave no objects behind",
                 "[engine][slow][memory]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  Result<Labeler> labeler = Labeler::create(engine_);
  REQUIRE(labeler);
  const gl::Texture textures[] = {make_texture(GL_TEXTURE_2D, GL_R8UI, {3, 5}),
                                  make_texture(GL_TEXTURE_2D, GL_R8UI, {17, 2}),
                                  make_texture(GL_TEXTURE_2D, GL_R8UI, {33, 9})};
  for (const gl::Texture& texture : textures)
    REQUIRE(labeler->label(texture.name(), {}, {.table_rows = 20, .timing = TimingDetail::stages}));
  const std::vector<int> before = count_objects();
  [[maybe_unused]] const std::int64_t memory = host::resident_bytes();
  CHECK(before[0] > 3);
  for (int i = 0; i < 1000; ++i)
    REQUIRE(labeler->label(textures[i % 3].name(), {}, {.table_rows = 20, .timing = TimingDetail::stages}));
  CHECK(count_objects() == before);
#ifndef GLCCL_WITH_ADDRESS_SANITIZER  // AddressSanitizer keeps freed memory for a while
  // A software driver keeps textures in the process. Those of one labeling, kept a thousand times, would take 80 MB.
  // The driver of a GPU keeps memory of its own for a while.
  const std::int64_t allowed = host::describe_current_context().software ? 16 : 64;
  CHECK(host::resident_bytes() < memory + (allowed << 20));
#endif
}

#ifndef GLCCL_WITH_ADDRESS_SANITIZER  // AddressSanitizer takes address space without limit
// Limits the memory of a software driver, which is that of the process. The driver of a GPU would fall back on the
// memory of the machine.
TEST_CASE_METHOD(GlFixture, "label() reports that memory is out, and labels the next image",
                 "[engine][memory][bad-input]") {
  if (!host::describe_current_context().software) return;
  const host::Image image = draw({"##.#", "...#"});
  const LabelImage before = label(image, {}, {.table_rows = 2});
  const gl::Texture large = make_texture(GL_TEXTURE_2D, GL_R8UI, {8192, 8192});
  std::optional<Result<Labels>> labels;
  {
    const AddressSpaceLimit limit(std::size_t{600} << 20);  // the passes need 19 bytes a pixel: 1.2 GB
    labels = labeler().label(large.name(), {}, {.table_rows = 2});
  }
  forgive_driver_messages();
  REQUIRE_FALSE(*labels);
  CHECK(labels->error().code == ErrorCode::gpu);
  CHECK_THAT(labels->error().message, contains("no GPU memory for the texture") && contains("8192x8192"));
  CHECK(*labeler().readback() == before);
  CHECK(labeler().readback_components()->size() == 2);
  CHECK(label(image) == before);
}
#endif

}  // namespace glccl::tests
