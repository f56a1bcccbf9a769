// What the CUDA engines refuse, and that a refusal changes nothing and leaves no CUDA error behind.
#include <cmath>
#include <functional>
#include <string>

#include "glccl/cuda/devices.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"

namespace glccl::tests {
namespace {

/// A labeling that works, of 8x4 pixels, for a case to spoil.
struct DeviceJob {
  DeviceMemory pixels{4096};
  DeviceMemory labels{4096};
  DeviceMemory table{64 + 64 * 32};
  std::vector<unsigned char> host = std::vector<unsigned char>(4096);
  ImageView image{pixels.data(), PixelFormat::u8, {8, 4}, 8};
  cuda::DeviceLabels target{labels.data(), 32};
  LabelingSpec spec;
  cuda::DeviceTable rows{table.data(), 32};

  Result<cuda::Labels> label(cuda::Method method = cuda::Method::stava) const {
    return label_item(shared_labeler(method), {{image}, target, rows}, spec);
  }
};

struct ErrorCase {
  const char* name;
  std::function<void(DeviceJob&)> spoil;
  ErrorCode code;
  const char* part;  ///< of the message
};

const ErrorCase error_cases[] = {
    {"no width", [](DeviceJob& job) { job.image.extent.width = 0; }, ErrorCode::invalid_argument,
     "the image is 0x4: it needs at least one pixel"},
    {"negative height", [](DeviceJob& job) { job.image.extent.height = -1; }, ErrorCode::invalid_argument,
     "the image is 8x-1"},
    {"too many pixels",
     [](DeviceJob& job) {
       job.image.extent = {65536, 65536};
     },
     ErrorCode::too_large, "65536x65536, 4294967296 elements"},
    {"a limit that is no number", [](DeviceJob& job) { job.spec.criterion = Foreground{std::nan("")}; },
     ErrorCode::invalid_argument, "pass a high above low"},
    {"a connectivity that is none", [](DeviceJob& job) { job.spec.connectivity = Connectivity{5}; },
     ErrorCode::invalid_argument, "the connectivity is 5: its enumeration has the values 0, 4, 8, 6, 18 and 26"},
    {"null pixels", [](DeviceJob& job) { job.image.data = nullptr; }, ErrorCode::invalid_argument,
     "the pixels are at a null pointer"},
    {"pixels on the host", [](DeviceJob& job) { job.image.data = job.host.data(); }, ErrorCode::invalid_argument,
     "the pixels lie in host memory"},
    {"pixel pitch too small", [](DeviceJob& job) { job.image.row_bytes = 7; }, ErrorCode::invalid_argument,
     "a pitch of 7 bytes, but a row takes 8"},
    {"pixel pitch unaligned",
     [](DeviceJob& job) {
       job.image.format = PixelFormat::u16;
       job.image.row_bytes = 17;
     },
     ErrorCode::invalid_argument, "has to be a multiple of 2"},
    {"pixels unaligned",
     [](DeviceJob& job) {
       job.image = {job.pixels.data() + 4, PixelFormat::rgba16f, {8, 4}, 64};
     },
     ErrorCode::invalid_argument, "no multiple of 8"},
    {"null labels", [](DeviceJob& job) { job.target.values = nullptr; }, ErrorCode::invalid_argument,
     "the labels are at a null pointer"},
    {"labels on the host", [](DeviceJob& job) { job.target.values = job.host.data(); }, ErrorCode::invalid_argument,
     "the labels lie in host memory"},
    {"label pitch too small", [](DeviceJob& job) { job.target.row_bytes = 28; }, ErrorCode::invalid_argument,
     "a pitch of 28 bytes, but a row takes 32"},
    {"label pitch unaligned", [](DeviceJob& job) { job.target.row_bytes = 34; }, ErrorCode::invalid_argument,
     "has to be a multiple of 4"},
    {"labels unaligned", [](DeviceJob& job) { job.target.values = job.labels.data() + 2; }, ErrorCode::invalid_argument,
     "no multiple of 4"},
    {"labels over the image", [](DeviceJob& job) { job.target.values = job.pixels.data() + 16; },
     ErrorCode::invalid_argument, "the labels overlap the image"},
    {"table over the labels",
     [](DeviceJob& job) {
       job.rows = {job.labels.data() + 112, 1};
     },
     ErrorCode::invalid_argument, "the table overlaps the labels"},
    {"table over the image",
     [](DeviceJob& job) {
       job.rows = {job.pixels.data(), 1};
     },
     ErrorCode::invalid_argument, "the table overlaps the image"},
    {"a table without memory", [](DeviceJob& job) { job.rows.data = nullptr; }, ErrorCode::invalid_argument,
     "a table of 32 rows is at a null pointer"},
    {"a table without rows", [](DeviceJob& job) { job.rows.rows = 0; }, ErrorCode::invalid_argument, "0 rows"},
    {"table unaligned",
     [](DeviceJob& job) {
       job.rows = {job.table.data() + 8, 1};
     },
     ErrorCode::invalid_argument, "no multiple of 16"},
    {"table on the host",
     [](DeviceJob& job) {
       const auto address = (reinterpret_cast<std::uintptr_t>(job.host.data()) + 15) / 16 * 16;
       job.rows = {reinterpret_cast<void*>(address), 1};
     },
     ErrorCode::invalid_argument, "the table's rows lie in host memory"},
    {"a table of roots", [](DeviceJob& job) { job.spec.numbering = Numbering::root; }, ErrorCode::invalid_argument,
     "use Numbering::raster"},
    {"difference", [](DeviceJob& job) { job.spec.criterion = Difference{3.0F}; }, ErrorCode::unsupported,
     "cuda-stava has no criterion difference: it has foreground and equal"},
    {"equal floats",
     [](DeviceJob& job) {
       job.image = {job.pixels.data(), PixelFormat::f32, {8, 4}, 32};
       job.spec.criterion = Equal{};
     },
     ErrorCode::unsupported, "f32 (R32F) has none"},
};

}  // namespace

TEST_CASE("why_no_device() says why there is no CUDA device", "[cuda]") {
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

TEST_CASE("cuda::Labeler::create() refuses a device that does not exist", "[cuda]") {
  if (skip_without_cuda()) return;
  for (const int device : {-2, 1000}) {
    const Result<cuda::Labeler> labeler = cuda::Labeler::create(cuda::Method::stava, device);
    REQUIRE_FALSE(labeler);
    CHECK(labeler.error().code == ErrorCode::no_device);
    CHECK_THAT(labeler.error().message, contains("no CUDA device " + std::to_string(device)));
  }
}

TEST_CASE("cuda::Labeler::label() names the fault and writes nothing", "[cuda]") {
  if (skip_without_cuda()) return;
  for (const ErrorCase& c : error_cases) {
    CAPTURE(c.name);
    DeviceJob job;
    c.spoil(job);
    check_refused(job.label(), c.code, c.part);
    CHECK(job.pixels.is_untouched());
    CHECK(job.labels.is_untouched());
    CHECK(job.table.is_untouched());
  }
  DeviceJob right;
  CHECK(right.label());
  CHECK(shared_labeler().wait());
}

TEST_CASE("a CUDA method names itself and what it has when it refuses a criterion", "[cuda]") {
  if (skip_without_cuda()) return;
  for (const cuda::Method method : all_methods()) {
    const std::string engine(cuda::name_of(method));
    CAPTURE(method);
    DeviceJob job;
    job.image = {job.pixels.data(), PixelFormat::f32, {8, 4}, 32};
    job.spec.criterion = Equal{};
    check_refused(job.label(method), ErrorCode::unsupported, "it works on u8, u16, u32, i8, i16, i32");
    if (method == cuda::Method::links || method == cuda::Method::fast) continue;
    job.spec.criterion = Difference{3.0F};
    const std::string difference = engine + " has no criterion difference: it has foreground and equal";
    check_refused(job.label(method), ErrorCode::unsupported, difference.c_str());
    CHECK(job.labels.is_untouched());
    CHECK(job.table.is_untouched());
  }
}

TEST_CASE("cuda::name_of() names every method", "[cuda]") {
  CHECK(cuda::name_of(cuda::Method::stava) == "cuda-stava");
  CHECK(cuda::name_of(cuda::Method::links) == "cuda-links");
  CHECK(cuda::name_of(cuda::Method::fast) == "cuda-fast");
}

TEST_CASE("cuda::Labeler::label() refuses arrays that do not fit", "[cuda]") {
  if (skip_without_cuda()) return;
  using Format = PixelFormat;
  const DeviceArray bytes(channels_of(Format::u8), {8, 4});
  const DeviceArray words(channels_of(Format::u32), {8, 4}, cudaArraySurfaceLoadStore);
  const DeviceArray other_size(channels_of(Format::u32), {8, 5}, cudaArraySurfaceLoadStore);
  const DeviceArray no_surface(channels_of(Format::u32), {8, 4});
  const DeviceArray line(channels_of(Format::u8), {8, 0});
  const cuda::ArrayLabels target{words.get()};
  cuda::Labeler& labeler = shared_labeler();
  check_refused(label_item(labeler, {{cuda::ArrayImage{nullptr, Format::u8}}, target}), invalid, "a null array");
  check_refused(label_item(labeler, {{cuda::ArrayImage{bytes.get(), Format::u16}}, target}), invalid,
                "not the format u16");
  check_refused(label_item(labeler, {{cuda::ArrayImage{bytes.get(), Format::rgba8}}, target}), invalid,
                "not the format rgba8");
  check_refused(label_item(labeler, {{cuda::ArrayImage{line.get(), Format::u8}}, target}), invalid,
                "8x0x0 that has one dimension");
  const cuda::ArrayImage image{bytes.get(), Format::u8};
  check_refused(label_item(labeler, {{image}, cuda::ArrayLabels{}}), invalid, "a null array");
  check_refused(label_item(labeler, {{image}, cuda::ArrayLabels{bytes.get()}}), invalid, "not the format u32");
  check_refused(label_item(labeler, {{image}, cuda::ArrayLabels{other_size.get()}}), invalid, "8x5, the image is 8x4");
  check_refused(label_item(labeler, {{cuda::ArrayImage{words.get(), Format::u32}}, target}), invalid, "the same array");
  check_refused(label_item(labeler, {{image}, cuda::ArrayLabels{no_surface.get()}}), invalid,
                "cudaArraySurfaceLoadStore");
  CHECK(label_item(labeler, {{image}, target}));
  CHECK(labeler.wait());
}

TEST_CASE("cuda::Labeler::label() reports a CUDA error by name and leaves none behind", "[cuda]") {
  if (skip_without_cuda()) return;
  // cuda-stava needs 4 bytes of scratch memory per pixel for labels with gaps: more than what is left.
  const Extent extent{8192, 8192};
  const DeviceMemory pixels(static_cast<std::size_t>(extent.elements()));
  const DeviceMemory labels(static_cast<std::size_t>(extent.height) * (4 * 8192 + 4));
  const cuda::DeviceImage image{pixels.data(), PixelFormat::u8, extent, 8192};
  const cuda::DeviceLabels target{labels.data(), 4 * 8192 + 4};
  Result<cuda::Labeler> labeler = cuda::Labeler::create(cuda::Method::stava);
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
  const Result<cuda::Labels> refused = label_item(*labeler, {{image}, target});
  for (void* memory : hoard) require_cuda(cudaFree(memory));
  check_refused(refused, ErrorCode::gpu, "cudaErrorMemoryAllocation");
  CHECK_THAT(refused.error().message, contains("cudaMalloc of 268435456 bytes"));
  CHECK(labels.is_untouched());
  CHECK(label_item(*labeler, {{image}, target}));
  CHECK(labeler->wait());
}

TEST_CASE("cuda::Labeler::label() ignores a CUDA error that the caller left behind", "[cuda]") {
  if (skip_without_cuda()) return;
  DeviceJob job;
  void* memory = nullptr;
  REQUIRE(cudaMalloc(&memory, ~std::size_t{0} / 2) != cudaSuccess);
  CHECK(job.label());
  CHECK(shared_labeler().wait());
  static_cast<void>(cudaGetLastError());
}

}  // namespace glccl::tests
