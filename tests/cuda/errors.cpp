// What the CUDA engines refuse, and that a refusal changes nothing and leaves no CUDA error behind.
#include <functional>
#include <string>

#include "glccl/cuda/devices.hpp"
#include "tests/cuda/support.hpp"
#include "tests/support/catch.hpp"

namespace glccl::tests {
namespace {

/// A labeling that works, of 8x4 pixels, for a case to spoil.
struct Request {
  DeviceMemory pixels{4096};
  DeviceMemory labels{4096};
  DeviceMemory table{64 + 64 * 32};
  std::vector<unsigned char> host = std::vector<unsigned char>(4096);
  cuda::DeviceImage image{pixels.data(), 8, {8, 4}, PixelFormat::u8};
  cuda::DeviceLabels target{labels.data(), 32};
  cuda::Options options{.table = {table.data(), 32}};
};

struct ErrorCase {
  const char* name;
  std::function<void(Request&)> spoil;
  ErrorCode code;
  const char* part;  ///< of the message
};

const ErrorCase error_cases[] = {
    {"no width", [](Request& r) { r.image.extent.width = 0; }, ErrorCode::invalid_argument, "0x4 pixels"},
    {"negative height", [](Request& r) { r.image.extent.height = -1; }, ErrorCode::invalid_argument, "8x-1 pixels"},
    {"too wide", [](Request& r) { r.image.extent.width = 32769; }, ErrorCode::too_large, "32769x4"},
    {"null pixels", [](Request& r) { r.image.pixels = nullptr; }, ErrorCode::invalid_argument,
     "the pixels are at a null pointer"},
    {"pixels on the host", [](Request& r) { r.image.pixels = r.host.data(); }, ErrorCode::invalid_argument,
     "the pixels lie in host memory"},
    {"pixel pitch too small", [](Request& r) { r.image.pitch = 7; }, ErrorCode::invalid_argument,
     "a pitch of 7 bytes, but a row of 8 takes 8"},
    {"pixel pitch unaligned",
     [](Request& r) {
       r.image.format = PixelFormat::u16;
       r.image.pitch = 17;
     },
     ErrorCode::invalid_argument, "has to be a multiple of 2"},
    {"pixels unaligned",
     [](Request& r) {
       r.image = {r.pixels.data() + 4, 64, {8, 4}, PixelFormat::rgba16f};
     },
     ErrorCode::invalid_argument, "no multiple of 8"},
    {"null labels", [](Request& r) { r.target.values = nullptr; }, ErrorCode::invalid_argument,
     "the labels are at a null pointer"},
    {"labels on the host", [](Request& r) { r.target.values = r.host.data(); }, ErrorCode::invalid_argument,
     "the labels lie in host memory"},
    {"label pitch too small", [](Request& r) { r.target.pitch = 28; }, ErrorCode::invalid_argument,
     "a pitch of 28 bytes, but a row of 8 takes 32"},
    {"label pitch unaligned", [](Request& r) { r.target.pitch = 34; }, ErrorCode::invalid_argument,
     "has to be a multiple of 4"},
    {"labels unaligned", [](Request& r) { r.target.values = r.labels.data() + 2; }, ErrorCode::invalid_argument,
     "no multiple of 4"},
    {"labels over the image", [](Request& r) { r.target.values = r.pixels.data() + 16; }, ErrorCode::invalid_argument,
     "the labels overlap the image"},
    {"table over the labels",
     [](Request& r) {
       r.options.table = {r.labels.data() + 112, 1};
     },
     ErrorCode::invalid_argument, "the table overlaps the labels"},
    {"table over the image",
     [](Request& r) {
       r.options.table = {r.pixels.data(), 1};
     },
     ErrorCode::invalid_argument, "the table overlaps the image"},
    {"a table without memory", [](Request& r) { r.options.table.data = nullptr; }, ErrorCode::invalid_argument,
     "a table of 32 rows is at a null pointer"},
    {"a table without rows", [](Request& r) { r.options.table.rows = 0; }, ErrorCode::invalid_argument, "0 rows"},
    {"table unaligned",
     [](Request& r) {
       r.options.table = {r.table.data() + 8, 1};
     },
     ErrorCode::invalid_argument, "no multiple of 16"},
    {"table on the host",
     [](Request& r) {
       const auto address = (reinterpret_cast<std::uintptr_t>(r.host.data()) + 15) / 16 * 16;
       r.options.table = {reinterpret_cast<void*>(address), 1};
     },
     ErrorCode::invalid_argument, "the table's rows lie in host memory"},
    {"a table of roots", [](Request& r) { r.options.numbering = Numbering::root; }, ErrorCode::invalid_argument,
     "needs Numbering::raster"},
    {"difference", [](Request& r) { r.options.criterion = Difference{3.0F}; }, ErrorCode::unsupported,
     "cuda-stava has no criterion Difference"},
    {"no block", [](Request& r) { r.options.block_side = 0; }, ErrorCode::invalid_argument,
     "blocks of 0x0 threads: block_side has to be 4, 8, 16 or 32"},
    {"an odd block", [](Request& r) { r.options.block_side = 12; }, ErrorCode::invalid_argument,
     "blocks of 12x12 threads"},
    {"too large a block", [](Request& r) { r.options.block_side = 64; }, ErrorCode::invalid_argument,
     "blocks of 64x64 threads"},
    {"equal floats",
     [](Request& r) {
       r.image = {r.pixels.data(), 32, {8, 4}, PixelFormat::f32};
       r.options.criterion = Equal{};
     },
     ErrorCode::unsupported, "not for f32"},
};

void check_error(const Result<cuda::Launched>& result, ErrorCode code, const char* part) {
  REQUIRE_FALSE(result);
  CHECK(result.error().code == code);
  CHECK_THAT(result.error().message, contains(part));
  CHECK(result.error().message.find('\n') == std::string::npos);
  CHECK(cudaPeekAtLastError() == cudaSuccess);
}

}  // namespace

TEST_CASE("cuda: a machine without a device says why", "[cuda]") {
  const std::string reason = cuda::why_no_device();
  CAPTURE(reason, cuda::describe_versions());
  if (reason.empty()) {
    REQUIRE_FALSE(cuda::list_devices().empty());
    for (const cuda::CudaDevice& device : cuda::list_devices()) {
      CHECK_FALSE(device.name.empty());
      CHECK(device.memory > 0);
    }
    return;
  }
  CHECK_THAT(reason, contains("CUDA device"));
  const Result<cuda::Labeler> labeler = cuda::Labeler::create();
  REQUIRE_FALSE(labeler);
  CHECK(labeler.error().code == ErrorCode::no_device);
  CHECK(labeler.error().message == reason);
}

TEST_CASE("cuda: no such device", "[cuda]") {
  if (skip_without_cuda()) return;
  for (const int device : {-2, 1000}) {
    const Result<cuda::Labeler> labeler = cuda::Labeler::create(cuda::Method::stava, device);
    REQUIRE_FALSE(labeler);
    CHECK(labeler.error().code == ErrorCode::no_device);
    CHECK_THAT(labeler.error().message, contains("no CUDA device " + std::to_string(device)));
  }
}

TEST_CASE("cuda: what is wrong is named, and nothing is written", "[cuda]") {
  if (skip_without_cuda()) return;
  for (const ErrorCase& c : error_cases) {
    CAPTURE(c.name);
    Request request;
    c.spoil(request);
    check_error(shared_labeler().label(request.image, request.target, request.options), c.code, c.part);
    CHECK(request.pixels.is_untouched());
    CHECK(request.labels.is_untouched());
    CHECK(request.table.is_untouched());
  }
  Request right;
  CHECK(shared_labeler().label(right.image, right.target, right.options));
  CHECK(shared_labeler().wait());
}

TEST_CASE("cuda: what an algorithm has not is named with it", "[cuda]") {
  if (skip_without_cuda()) return;
  for (const cuda::Method algorithm : algorithms) {
    const std::string engine(cuda::name_of(algorithm));
    CAPTURE(engine);
    Request request;
    request.image = {request.pixels.data(), 32, {8, 4}, PixelFormat::f32};
    request.options.criterion = Equal{};
    const std::string floats = engine + " has criterion Equal for u8, u16, u32 and rgba8, not for f32";
    check_error(shared_labeler(algorithm).label(request.image, request.target, request.options), ErrorCode::unsupported,
                floats.c_str());
    if (algorithm == cuda::Method::links || algorithm == cuda::Method::fast) continue;
    request.options.criterion = Difference{3.0F};
    const std::string difference = engine + " has no criterion Difference: it has Foreground and Equal";
    check_error(shared_labeler(algorithm).label(request.image, request.target, request.options), ErrorCode::unsupported,
                difference.c_str());
    CHECK(request.labels.is_untouched());
    CHECK(request.table.is_untouched());
  }
}

TEST_CASE("cuda: algorithms by name", "[cuda]") {
  CHECK(cuda::name_of(cuda::Method::stava) == "cuda-stava");
  CHECK(cuda::name_of(cuda::Method::links) == "cuda-links");
  CHECK(cuda::name_of(cuda::Method::jung) == "cuda-jung");
  CHECK(cuda::name_of(cuda::Method::jung_surface) == "cuda-jung-surface");
  CHECK(cuda::name_of(cuda::Method::qin) == "cuda-qin");
  CHECK(cuda::name_of(cuda::Method::hawick) == "cuda-hawick");
  CHECK(cuda::name_of(cuda::Method::fast) == "cuda-fast");
  // Said on every machine, with and without a device.
  const auto unknown = static_cast<cuda::Method>(99);
  CHECK(cuda::name_of(unknown) == "cuda-unknown");
  const Result<cuda::Labeler> labeler = cuda::Labeler::create(unknown);
  REQUIRE_FALSE(labeler);
  CHECK(labeler.error().code == ErrorCode::invalid_argument);
  CHECK_THAT(labeler.error().message, contains("no such CUDA algorithm"));
}

TEST_CASE("cuda: arrays that do not fit", "[cuda]") {
  if (skip_without_cuda()) return;
  using Format = PixelFormat;
  const DeviceArray bytes(channels_of(Format::u8), {8, 4});
  const DeviceArray words(channels_of(Format::u32), {8, 4}, cudaArraySurfaceLoadStore);
  const DeviceArray other_size(channels_of(Format::u32), {8, 5}, cudaArraySurfaceLoadStore);
  const DeviceArray no_surface(channels_of(Format::u32), {8, 4});
  const DeviceArray line(channels_of(Format::u8), {8, 0});
  const cuda::ArrayLabels target{words.get()};
  cuda::Labeler& labeler = shared_labeler();
  constexpr auto invalid = ErrorCode::invalid_argument;
  check_error(labeler.label(cuda::ArrayImage{nullptr, Format::u8}, target), invalid, "a null array");
  check_error(labeler.label(cuda::ArrayImage{bytes.get(), Format::u16}, target), invalid, "not the format u16");
  check_error(labeler.label(cuda::ArrayImage{bytes.get(), Format::rgba8}, target), invalid, "not the format rgba8");
  check_error(labeler.label(cuda::ArrayImage{line.get(), Format::u8}, target), invalid, "not two-dimensional");
  const cuda::ArrayImage image{bytes.get(), Format::u8};
  check_error(labeler.label(image, cuda::ArrayLabels{}), invalid, "a null array");
  check_error(labeler.label(image, cuda::ArrayLabels{bytes.get()}), invalid, "not the format u32");
  check_error(labeler.label(image, cuda::ArrayLabels{other_size.get()}), invalid, "8x5, the image is 8x4");
  check_error(labeler.label(cuda::ArrayImage{words.get(), Format::u32}, target), invalid, "the same array");
  check_error(labeler.label(image, cuda::ArrayLabels{no_surface.get()}), invalid, "cudaArraySurfaceLoadStore");
  CHECK(labeler.label(image, target));
  CHECK(labeler.wait());
}

TEST_CASE("cuda: an error of CUDA's is reported by name and does not last", "[cuda]") {
  if (skip_without_cuda()) return;
  // Labels with gaps need 4 bytes of scratch memory a pixel: more than what is left.
  const Extent extent{8192, 8192};
  const DeviceMemory pixels(static_cast<std::size_t>(extent.elements()));
  const DeviceMemory labels(static_cast<std::size_t>(extent.height) * (4 * 8192 + 4));
  const cuda::DeviceImage image{pixels.data(), 8192, extent, PixelFormat::u8};
  const cuda::DeviceLabels target{labels.data(), 4 * 8192 + 4};
  Result<cuda::Labeler> labeler = cuda::Labeler::create();
  REQUIRE(labeler);
  std::vector<void*> hoard;
  for (std::size_t chunk = std::size_t{1} << 36U; chunk >= std::size_t{1} << 26U;) {
    void* memory = nullptr;
    if (cudaMalloc(&memory, chunk) == cudaSuccess) {
      hoard.push_back(memory);
    } else {
      chunk /= 2;
    }
  }
  static_cast<void>(cudaGetLastError());
  const Result<cuda::Launched> refused = labeler->label(image, target);
  for (void* memory : hoard) require_cuda(cudaFree(memory));
  check_error(refused, ErrorCode::gpu, "cudaErrorMemoryAllocation");
  CHECK_THAT(refused.error().message, contains("cudaMalloc of 268435456 bytes"));
  CHECK(labels.is_untouched());
  CHECK(labeler->label(image, target));
  CHECK(labeler->wait());
}

TEST_CASE("cuda: an error the caller left behind is not taken for ours", "[cuda]") {
  if (skip_without_cuda()) return;
  Request request;
  void* memory = nullptr;
  REQUIRE(cudaMalloc(&memory, ~std::size_t{0} / 2) != cudaSuccess);
  CHECK(shared_labeler().label(request.image, request.target, request.options));
  CHECK(shared_labeler().wait());
  static_cast<void>(cudaGetLastError());
}

}  // namespace glccl::tests
