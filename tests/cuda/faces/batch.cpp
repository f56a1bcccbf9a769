// Batches of cuda-fast: every image of one as if it were labeled alone.
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "glccl/host/generate.hpp"
#include "tests/cuda/support/batch_support.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

constexpr std::size_t most_images = 70;

/// Labels the first `count` images in one batch.
void check_batch(const std::vector<Expected>& all, std::size_t count, Layout layout, LabelingSpec spec,
                 const BatchRequest& request) {
  spec.numbering = request.numbering;
  std::vector<host::Image> images;
  std::vector<std::uint32_t> rows;
  for (std::size_t i = 0; i < count; ++i) {
    images.push_back(all[i].image);
    if (request.table) rows.push_back(rows_for(all[i]));
  }
  const std::vector<DeviceOutcome> outcomes = label_batch_on_device(images, layout, spec, rows);
  for (std::size_t i = 0; i < count; ++i) {
    CAPTURE(i, count, all[i].image.extent, layout, spec, request.table);
    check_outcome(outcomes[i], all[i], request);
  }
}

/// Two images of 8x4 pixels that can be labeled together, for a case to spoil.
struct Pair {
  DeviceMemory pixels{4096};
  DeviceMemory labels{4096};
  DeviceMemory tables{4096};
  std::vector<cuda::BatchItem> items;
  LabelingSpec spec;
  cuda::Outputs outputs;
  cuda::Method method = cuda::Method::fast;

  Pair() {
    for (const std::size_t i : {0U, 1U}) {
      items.push_back({{cuda::DeviceImage{pixels.data() + 1024 * i, PixelFormat::u8, {8, 4}, 8}},
                       cuda::DeviceLabels{labels.data() + 1024 * i, 32},
                       {tables.data() + 2048 * i, 16}});
    }
  }

  ImageView& image(std::size_t i) { return std::get<cuda::DeviceImage>(items[i].inputs.image); }
  cuda::DeviceLabels& target(std::size_t i) { return std::get<cuda::DeviceLabels>(items[i].target); }
};

struct BatchErrorCase {
  const char* name;
  std::function<void(Pair&)> spoil;
  ErrorCode code;
  const char* part;  ///< of the message
};

const BatchErrorCase batch_error_cases[] = {
    {"no images", [](Pair& pair) { pair.items.clear(); }, invalid, "a batch of 0 images"},
    {"another size",
     [](Pair& pair) {
       pair.image(1).extent = {8, 3};
     },
     invalid, "images of 8x4 and 8x3"},
    {"another format",
     [](Pair& pair) {
       pair.image(1) = {pair.pixels.data() + 1024, PixelFormat::u16, {8, 4}, 16};
     },
     invalid, "images in u8 and u16"},
    {"a table for one", [](Pair& pair) { pair.items[1].table = {}; }, invalid, "1 of 2 images of a batch have a table"},
    {"a target in the outputs", [](Pair& pair) { pair.outputs.target = pair.items[0].target; }, invalid,
     "Outputs::target and table are of one image"},
    {"a table in the outputs",
     [](Pair& pair) {
       pair.outputs.table = {pair.tables.data(), 1};
     },
     invalid, "Outputs::target and table are of one image"},
    {"rows in the outputs", [](Pair& pair) { pair.outputs.table.rows = 1; }, invalid,
     "Outputs::target and table are of one image"},
    {"tables of roots", [](Pair& pair) { pair.spec.numbering = Numbering::root; }, invalid,
     "image 0 of the batch: a component table and Numbering::root contradict each other"},
    {"a null pointer", [](Pair& pair) { pair.image(1).data = nullptr; }, invalid,
     "image 1 of the batch: the pixels are at a null pointer"},
    {"a pitch too small", [](Pair& pair) { pair.target(1).row_bytes = 28; }, invalid,
     "image 1 of the batch: the labels have a pitch of 28 bytes"},
    {"labels over their own image", [](Pair& pair) { pair.target(1).values = pair.pixels.data() + 1040; }, invalid,
     "image 1 of the batch: the labels overlap the image"},
    {"labels over labels", [](Pair& pair) { pair.target(1).values = pair.labels.data() + 124; }, invalid,
     "the labels of image 0 of the batch and the labels of image 1 share memory"},
    {"the same labels", [](Pair& pair) { pair.target(0).values = pair.target(1).values; }, invalid,
     "the labels of image 0 of the batch and the labels of image 1 share memory"},
    {"labels over the other image", [](Pair& pair) { pair.target(0).values = pair.pixels.data() + 1052; }, invalid,
     "the pixels of image 1 of the batch and the labels of image 0 share memory"},
    {"a table over the other's",
     [](Pair& pair) {
       pair.items[1].table = {pair.tables.data() + 1024, 1};
     },
     invalid, "the table of image 0 of the batch and the table of image 1 share memory"},
    {"a table over the other's labels",
     [](Pair& pair) {
       pair.items[0].table = {pair.labels.data() + 960, 1};
     },
     invalid, "the table of image 0 of the batch and the labels of image 1 share memory"},
    {"a table over the other image",
     [](Pair& pair) {
       pair.items[1].table = {pair.pixels.data(), 1};
     },
     invalid, "the pixels of image 0 of the batch and the table of image 1 share memory"},
    {"another method", [](Pair& pair) { pair.method = cuda::Method::stava; }, ErrorCode::unsupported,
     "cuda-stava labels one image at a time: cuda-fast has batches"},
    {"equal floats",
     [](Pair& pair) {
       for (const std::size_t i : {0U, 1U})
         pair.image(i) = {pair.pixels.data() + 1024 * i, PixelFormat::f32, {8, 4}, 32};
       pair.spec.criterion = Equal{};
     },
     ErrorCode::unsupported, "f32 (R32F) has none"},
};

Result<cuda::BatchLabels> label(Pair& pair) {
  return shared_labeler(pair.method).label_batch(pair.items, pair.spec, pair.outputs);
}

}  // namespace

TEST_CASE("cuda-fast labels every image of a batch as if alone", "[cuda]") {
  if (skip_without_cuda()) return;
  for (const Extent extent : {Extent{1, 1}, {31, 33}, {129, 65}, {256, 256}, {300, 200}}) {
    const std::vector<Expected> images = make_noise(extent, most_images, {});
    for (const BatchRequest& request : requests) {
      for (std::size_t i = 0; i < images.size(); ++i) {
        CAPTURE(i, extent, request.numbering, request.table);
        const std::uint32_t rows = request.table ? rows_for(images[i]) : 0;
        const DeviceOutcome alone = label_on_device(images[i].image, Layout::tight, {.numbering = request.numbering},
                                                    {.table_rows = rows, .method = cuda::Method::fast});
        check_outcome(alone, images[i], request);
      }
      for (const Layout layout : layouts) {
        for (const std::size_t count : {1, 2, 31, 32, 33, 64, 70}) check_batch(images, count, layout, {}, request);
      }
    }
  }
}

TEST_CASE("cuda-fast labels batches by 4-connectivity, of equal and of similar values", "[cuda]") {
  if (skip_without_cuda()) return;
  const LabelingSpec four{.connectivity = Connectivity::four};
  const std::vector<Expected> noise = make_noise({129, 65}, 33, four);
  for (const BatchRequest& request : requests) check_batch(noise, noise.size(), Layout::tight, four, request);
  for (const Criterion& criterion : {Criterion(Equal{}), Criterion(Difference{1.0F})}) {
    const LabelingSpec spec{.criterion = criterion};
    const std::vector<Expected> segments = make_segments({150, 70}, 33, spec);
    for (const BatchRequest& request : requests) {
      for (const Layout layout : layouts) check_batch(segments, segments.size(), layout, spec, request);
    }
  }
}

TEST_CASE("cuda-fast labels batches whose images are the same or lie in each other's gaps", "[cuda]") {
  if (skip_without_cuda()) return;
  // Both halves of one image of 64x40 twice.
  const host::Image whole = make_image("noise", {64, 40}, {.seed = 9});
  const DeviceMemory pixels(whole.bytes.size());
  require_cuda(cudaMemcpy(pixels.data(), whole.bytes.data(), whole.bytes.size(), cudaMemcpyHostToDevice));
  const DeviceMemory labels(4 * 4 * 32 * 40);
  std::vector<cuda::BatchItem> items;
  for (std::size_t i = 0; i < 4; ++i) {
    items.push_back({{cuda::DeviceImage{pixels.data() + 32 * (i % 2), PixelFormat::u8, {32, 40}, 64}},
                     cuda::DeviceLabels{labels.data() + i * 4 * 32 * 40, 4 * 32},
                     {}});
  }
  REQUIRE(shared_labeler(cuda::Method::fast).label_batch(items));
  const std::vector<unsigned char> bytes = labels.read();
  for (std::size_t i = 0; i < 4; ++i) {
    host::Image half{{32, 40}, PixelFormat::u8, {}};
    for (std::size_t y = 0; y < 40; ++y) {
      const auto row = whole.bytes.begin() + static_cast<std::ptrdiff_t>(64 * y + 32 * (i % 2));
      half.bytes.insert(half.bytes.end(), row, row + 32);
    }
    LabelImage found{half.extent, std::vector<std::uint32_t>(32 * 40)};
    std::memcpy(found.values.data(), &bytes[i * 4 * 32 * 40], std::size_t{4} * 32 * 40);
    CAPTURE(i);
    CHECK(first_difference(found, reference_labels(half, Connectivity::eight, Foreground{})) == "");
  }
}

TEST_CASE("label_batch() names the fault of a batch and writes nothing", "[cuda]") {
  if (skip_without_cuda()) return;
  for (const BatchErrorCase& c : batch_error_cases) {
    CAPTURE(c.name);
    Pair pair;
    c.spoil(pair);
    const Result<cuda::BatchLabels> refused = label(pair);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == c.code);
    CHECK_THAT(refused.error().message, contains(c.part));
    CHECK(refused.error().message.find('\n') == std::string::npos);
    CHECK(cudaPeekAtLastError() == cudaSuccess);
    for (const DeviceMemory* memory : {&pair.pixels, &pair.labels, &pair.tables}) CHECK(memory->is_untouched());
  }
  Pair right;
  CHECK(label(right));
  CHECK(shared_labeler(cuda::Method::fast).wait());
}

TEST_CASE("label_batch() refuses arrays that would be written twice", "[cuda]") {
  if (skip_without_cuda()) return;
  using Format = PixelFormat;
  const DeviceArray images[] = {{channels_of(Format::u32), {8, 4}, cudaArraySurfaceLoadStore},
                                {channels_of(Format::u32), {8, 4}, cudaArraySurfaceLoadStore}};
  const DeviceArray targets[] = {{channels_of(Format::u32), {8, 4}, cudaArraySurfaceLoadStore},
                                 {channels_of(Format::u32), {8, 4}, cudaArraySurfaceLoadStore}};
  const auto refuse = [](const DeviceArray& second_image, const DeviceArray& first_target,
                         const DeviceArray& second_target, const DeviceArray& first_image, const char* part) {
    const std::vector<cuda::BatchItem> items = {
        {{cuda::ArrayImage{first_image.get(), Format::u32}}, cuda::ArrayLabels{first_target.get()}, {}},
        {{cuda::ArrayImage{second_image.get(), Format::u32}}, cuda::ArrayLabels{second_target.get()}, {}}};
    const Result<cuda::BatchLabels> labels = shared_labeler(cuda::Method::fast).label_batch(items);
    if (part == nullptr) {
      CHECK(labels);
      return;
    }
    REQUIRE_FALSE(labels);
    CHECK(labels.error().code == invalid);
    CHECK_THAT(labels.error().message, contains(part));
  };
  refuse(images[1], targets[0], targets[0], images[0], "share memory");
  refuse(images[1], targets[0], images[0], images[0], "share memory");
  refuse(images[0], targets[0], targets[1], images[0], nullptr);
  CHECK(shared_labeler(cuda::Method::fast).wait());
}

TEST_CASE("poll() tells whether the GPU is done, and never waits", "[cuda]") {
  if (skip_without_cuda()) return;
  Result<cuda::Labeler> labeler = cuda::Labeler::create(cuda::Method::fast);
  REQUIRE(labeler);
  CHECK(labeler->poll());
  const host::Image image = make_image("noise", {2048, 2048}, {});
  const DeviceItem item(image, Layout::tight, 0);
  require_cuda(cudaDeviceSynchronize());
  bool was_busy = false;
  for (int i = 0; i < 50; ++i) {
    REQUIRE(label_item(*labeler, item.item()));
    was_busy = was_busy || !labeler->poll();
  }
  CHECK(was_busy);
  REQUIRE(labeler->wait());
  CHECK(labeler->poll());
  CHECK(cudaPeekAtLastError() == cudaSuccess);
}

TEST_CASE("a batch has times, and needs memory for its images", "[cuda]") {
  if (skip_without_cuda()) return;
  Result<cuda::Labeler> labeler = cuda::Labeler::create(cuda::Method::fast);
  REQUIRE(labeler);
  CHECK(labeler->scratch_bytes() == 0);
  const Pair pair;
  const cuda::BatchItem& first = pair.items[0];
  REQUIRE(label_item(*labeler, first));
  const std::int64_t bytes = labeler->scratch_bytes();
  CHECK(bytes > 0);
  REQUIRE(labeler->label_batch(pair.items, {}, {.timing = TimingDetail::whole}));
  CHECK(labeler->scratch_bytes() > bytes);
  const auto whole = labeler->times();
  REQUIRE(whole);
  REQUIRE(whole->size() == 1);
  CHECK(whole->front().stage == "labeling");
  CHECK(whole->front().milliseconds > 0.0);
  REQUIRE(labeler->label_batch(pair.items, {}, {.timing = TimingDetail::passes}));
  CHECK(labeler->times()->size() > 1);
  REQUIRE(labeler->label_batch(pair.items));
  CHECK(labeler->times()->empty());
}

}  // namespace glccl::tests
