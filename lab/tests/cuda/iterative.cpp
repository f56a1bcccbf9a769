// The methods of the laboratory: their rounds, their options, the extents of qin, and the images that take the most
// rounds.
#include <string>
#include <vector>

#include "glccl/host/generate.hpp"
#include "lab/tests/cuda/records.hpp"
#include "tests/cuda/support/graphs_support.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

using lab::QinRecord;

constexpr const char* long_ways[] = {"spiral", "serpentine", "comb"};

/// The foreground pixels with dx^2 a^2 + dy^2 b^2 <= r^2 around the middle: a disc where a and b are 1.
host::Image ellipse_image(int side, int a, int b, int radius) {
  host::Image image{{side, side}, PixelFormat::u8, {}};
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const int dx = (x - side / 2) * a;
      const int dy = (y - side / 2) * b;
      image.bytes.push_back(dx * dx + dy * dy <= radius * radius ? 255 : 0);
    }
  }
  return image;
}

/// The names of the kernels of one labeling.
std::string kernels_of(cuda::Method method, const host::Image& image) {
  label_on_device(image, Layout::tight, {}, {.method = method, .outputs = {.timing = TimingDetail::passes}});
  const auto times = shared_labeler(method).times();
  REQUIRE(times);
  std::string names;
  for (const StageTime& time : *times) names += time.stage + " ";
  return names;
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("iterative methods end their rounds when nothing changes", "[cuda]") {
  if (skip_without_cuda()) return;
  const std::string numbering = "count_roots scan_counts number_roots write_labels ";
  const host::Image empty = make_image("empty", {40, 30});
  const host::Image full = make_image("full", {40, 30});
  // Step 3 follows the chains and so solves a full image: the first round finds no two labels that differ.
  const std::string jung = "init_labels scan_forward find_roots update_roots update_labels ";
  CHECK(kernels_of(lab::jung, empty) == jung + numbering);
  CHECK(kernels_of(lab::jung, full) == jung + numbering);
  CHECK(kernels_of(lab::jung_surface, full) == jung + "copy_labels " + numbering);
  const std::string hawick = "scan_labels analyze_labels relabel_pixels ";
  CHECK(kernels_of(lab::hawick, empty) == "init_labels " + hawick + numbering);
  CHECK(kernels_of(lab::hawick, full) == "init_labels " + repeated(hawick, 2) + numbering);
  const std::string qin = "spread_labels spread_extents ";
  CHECK(kernels_of(lab::qin, empty) == "init_records " + qin + "write_forest " + numbering);
  // The host reads the flag after 1, 2, 4, ... rounds. A pixel beside the first one changes in round 1.
  CHECK(kernels_of(lab::qin, make_image("full", {2, 1})) ==
        "init_records " + repeated(qin, 2) + "write_forest " + numbering);
}

TEST_CASE("cuda-jung labels with blocks of every size", "[cuda]") {
  if (skip_without_cuda()) return;
  const host::Image images[] = {make_image("noise", {333, 257}), make_image("noise", {1, 1000}, {.density = 0.9}),
                                make_image("full", {1000, 1}), make_image("spiral", {200, 190}),
                                make_image("noise", {3, 3})};
  for (const cuda::Method method : {lab::jung, lab::jung_surface}) {
    for (const int side : {4, 8, 16, 32}) {
      for (const Connectivity connectivity : connectivities) {
        CAPTURE(side);
        for (const host::Image& image : images) {
          check_against_host(image, Layout::tight, {.connectivity = connectivity}, method, {.tuning = side});
        }
      }
    }
  }
  // 8192 blocks one above the other.
  check_against_host(make_image("noise", {5, 32768}), Layout::tight, {}, lab::jung, {.tuning = 4});
}

TEST_CASE("cuda-qin writes the records of a small image", "[cuda]") {
  if (skip_without_cuda()) return;
  const host::Image image = draw({"..#.##",  //
                                  "###..#",  //
                                  "#....."});
  const DeviceOutcome outcome =
      label_on_device(image, Layout::pitched, {.connectivity = Connectivity::four}, {.method = lab::qin});
  const QinRecord none{-1, 0, 0, 0};
  const QinRecord left{2, 2, 2, -2};  // 3x3 pixels, which begin two columns left of the top pixel
  const QinRecord below_left{2, 2, 0, 1};
  const QinRecord right{4, 1, 1, 0};
  const QinRecord below_right{4, 4, 0, 1};
  const std::vector<QinRecord> expected = {none,       none,       left,       none, right, below_right,  //
                                           below_left, below_left, below_left, none, none,  below_right,  //
                                           below_left, none,       none,       none, none,  none};
  CHECK(read_records(outcome.records, image.extent) == expected);
  CHECK(label_on_device(image, Layout::tight, {}, {.method = lab::hawick}).records == nullptr);
}

TEST_CASE("cuda-qin measures rectangles and round shapes", "[cuda]") {
  if (skip_without_cuda()) return;
  using lab::qin;
  // A disc of radius r is 2r + 1 pixels wide and high, and its top pixel stands alone in the middle.
  for (const int radius : {1, 2, 7, 40, 255}) {
    const int side = 2 * radius + 3;
    CAPTURE(radius);
    const DeviceOutcome outcome =
        label_on_device(ellipse_image(side, 1, 1, radius), Layout::tight, {}, {.method = qin});
    const auto top = static_cast<std::size_t>(side + side / 2);
    CHECK(read_records(outcome.records, {side, side})[top] ==
          QinRecord{static_cast<int>(top), 2 * radius, 2 * radius, -radius});
  }
  for (const Extent extent : {Extent{1, 1}, Extent{700, 1}, Extent{1, 700}, Extent{300, 200}}) {
    const DeviceOutcome outcome = label_on_device(make_image("full", extent), Layout::tight, {}, {.method = qin});
    CHECK(read_records(outcome.records, extent)[0] == QinRecord{0, extent.width - 1, extent.height - 1, 0});
  }
  // Many shapes at a time: convex ones, and some whose boxes overlap.
  for (const Connectivity connectivity : connectivities) {
    check_against_host(ellipse_image(301, 2, 3, 290), Layout::tight, {.connectivity = connectivity}, qin);
    for (const char* kind : {"objects", "circles", "text", "noise"}) {
      check_against_host(make_image(kind, {640, 480}), Layout::tight, {.connectivity = connectivity}, qin);
    }
  }
}

// Hidden, because every image takes half a million rounds.
TEST_CASE("cuda-qin labels long paths of 1024x1024 pixels", "[.][long]") {
  if (skip_without_cuda()) return;
  for (const char* kind : long_ways) {
    const host::Image image = make_image(kind, {1024, 1024});
    check_against_host(image, Layout::tight, {}, lab::qin);
  }
}

TEST_CASE("cuda-jung refuses blocks of other sizes", "[cuda]") {
  if (skip_without_cuda()) return;
  const host::Image image = make_image("noise", {8, 4});
  const DeviceItem on_device(image, Layout::tight, 0);
  const auto item = on_device.item();
  for (const cuda::Method method : {lab::jung, lab::jung_surface}) {
    for (const int side : {12, 64}) {
      check_refused(
          label_item(shared_labeler(method), item, {}, {.tuning = side}), invalid,
          "blocks of " + to_string(Extent{side, side}) + " threads: Options::tuning has to be 4, 8, 16 or 32");
    }
  }
}

TEST_CASE("methods of the laboratory cannot be captured", "[cuda]") {
  if (skip_without_cuda()) return;
  const TestStream stream;
  const DeviceItem on_device(make_image("noise", {140, 70}), Layout::tight, 0);
  const auto item = on_device.item();
  for (const cuda::Method method : lab::cuda_methods) {
    cuda::Labeler labeler = make_labeler(method);
    require_empty_capture(stream, [&] {
      check_refused(label_item(labeler, item, {}, {}, stream.get()), ErrorCode::unsupported,
                    std::string(cuda::name_of(method)) + " reads a flag back");
    });
    CHECK(label_item(labeler, item, {}, {}, stream.get()));
    CHECK(labeler.wait());
  }
}

TEST_CASE("cuda::name_of() names the methods of the laboratory", "[cuda]") {
  CHECK(cuda::name_of(lab::jung) == "cuda-jung");
  CHECK(cuda::name_of(lab::jung_surface) == "cuda-jung-surface");
  CHECK(cuda::name_of(lab::qin) == "cuda-qin");
  CHECK(cuda::name_of(lab::hawick) == "cuda-hawick");
}

// As tests/cuda/methods/tall.cpp. A CUDA array has at most 65536 rows, so cuda-jung-surface is left out. Grids of
// cuda-hawick and cuda-jung are folded above 524280 rows, those of cuda-qin above 1048560.
TEST_CASE("methods of the laboratory label 70000 and 1100000 rows", "[cuda]") {
  if (skip_without_cuda()) return;
  for (const host::Image& image :
       {make_image("noise", {3, 70000}), make_image("noise", {1, 1100000}, {.density = 0.9})}) {
    for (const cuda::Method method : {lab::jung, lab::qin, lab::hawick}) {
      for (const Connectivity connectivity : connectivities) {
        check_against_host(image, Layout::tight, {.connectivity = connectivity}, method);
      }
    }
  }
}

}  // namespace glccl::tests
