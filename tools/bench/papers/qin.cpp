// F. Qin and B. Fang measured on a GeForce 9800GT, and two algorithms of the CPU on a Core 2 Duo E7400 at 2.8 GHz.
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "glccl/host/labeling.hpp"
#include "host/engines/cuda_engine.hpp"
#include "tools/bench/papers/papers.hpp"

namespace glccl::tools {
namespace {

/// A row of table 1: components, and times in ms.
struct Published {
  Extent size;
  double components;
  double general;
  double opencv;
  double gpu;
};

constexpr std::array<Published, 6> published_rows = {{
    {{600, 399}, 143, 10, 1, 6},
    {{600, 399}, 492, 15, 7, 6},
    {{1503, 1000}, 709, 375, 28, 9},
    {{1503, 1000}, 8235, 1972, 152, 11},
    {{4256, 2832}, 4115, 7631, 189, 28},
    {{4256, 2832}, 81619, 17551, 751, 47},
}};

constexpr std::span<const Published> published_span = published_rows;

/// Images of these sizes with nearly as many components as the published ones: discs, and sparse blocks.
std::vector<PaperImage> images() {
  const std::array<Dataset, 6> datasets = {{
      {"circles-1500", "circles", {.circles = 1500}},
      {"noise-0.225-g6", "noise", {.density = 0.225, .granularity = 6}},
      {"circles-798", "circles", {.circles = 798}},
      {"noise-0.295-g3", "noise", {.density = 0.295, .granularity = 3}},
      {"circles-458", "circles", {.circles = 458}},
      {"noise-0.254-g3", "noise", {.density = 0.254, .granularity = 3}},
  }};
  std::vector<PaperImage> all;
  for (std::size_t i = 0; i < datasets.size(); ++i) {
    const Published& row = published_rows[i];
    all.push_back(
        {std::to_string(i + 1) + "  " + std::to_string(row.size.width) + "x" + std::to_string(row.size.height),
         datasets[i], row.size});
  }
  return all;
}

/// What labeling on the CPU finds in an image, and how much of it the records of cuda-qin have.
struct Extents {
  double components = 0.0;
  std::optional<double> agreeing;
};

/// Components whose first pixel's record has the width and the height of their box, and where it begins.
double count_agreeing(const std::vector<Component>& components, const std::vector<QinRecord>& records, int width) {
  const auto agrees = [&](const Component& component) {
    const std::int64_t first = static_cast<std::int64_t>(component.first_y) * width + component.first_x;
    const QinRecord& record = records[static_cast<std::size_t>(first)];
    return record.code == first && record.width == component.box.x1 - component.box.x0 &&
           record.height == component.box.y1 - component.box.y0 && record.flag == component.box.x0 - component.first_x;
  };
  return static_cast<double>(std::count_if(components.begin(), components.end(), agrees));
}

Result<std::vector<QinRecord>> records_of(CudaEngine& cuda, const host::Image& image) {
  if (const Status status = cuda.upload(image); !status) return status.error();
  const Options options{.numbering = Numbering::root};
  if (const Status status = cuda.label(cuda::Algorithm::qin, options); !status) return status.error();
  return cuda.readback_records();
}

Result<Extents> compare_extents(CudaEngine* cuda, const PaperImage& one) {
  const Result<host::Image> image = host::generate(one.dataset.kind, one.size, one.dataset.options);
  if (!image) return image.error();
  const Result<std::vector<Component>> components =
      host::measure_components(host::label_serial(*image, Connectivity::eight, Foreground{}));
  if (!components) return components.error();
  Extents extents{static_cast<double>(components->size()), {}};
  if (cuda == nullptr) return extents;
  const Result<std::vector<QinRecord>> records = records_of(*cuda, *image);
  if (!records) return records.error();
  extents.agreeing = count_agreeing(*components, *records, one.size.width);
  return extents;
}

PaperTable make_components(PaperBench& bench, const std::vector<PaperImage>& images) {
  PaperTable table{"Table 1: components, and those whose extents in the records of cuda-qin are the component table's",
                   "components",
                   0,
                   "image",
                   names_of(images),
                   {published("components", published_span, &Published::components)}};
  PaperColumn components{"components", Origin::here, Cells(images.size())};
  PaperColumn agreeing{"same extents", Origin::here, Cells(images.size())};
  Result<CudaEngine> cuda = CudaEngine::create();
  for (std::size_t i = 0; i < images.size(); ++i) {
    if (bench.is_too_large(images[i].size)) continue;
    const Result<Extents> extents = compare_extents(cuda ? &*cuda : nullptr, images[i]);
    if (!extents) {
      bench.fail(extents.error());
      break;
    }
    components.cells[i] = extents->components;
    agreeing.cells[i] = extents->agreeing;
  }
  table.columns.push_back(std::move(components));
  table.columns.push_back(std::move(agreeing));
  table.note = "the published images were not to be had: here discs (1, 3, 5) and sparse square blocks (2, 4, 6)";
  return table;
}

}  // namespace

std::vector<PaperTable> qin_tables(PaperBench& bench) {
  const std::vector<PaperImage> all = images();
  PaperTable times{"Table 1: time", "ms", 2, "image", names_of(all), {}};
  times.columns.push_back(published("general, CPU", published_span, &Published::general));
  for (const char* const engine : {"cpu-serial", "cpu-wu"}) times.columns.push_back(bench.time({engine}, all));
  times.columns.push_back(published("OpenCV", published_span, &Published::opencv));
  times.columns.push_back(bench.time({"opencv"}, all));
  times.columns.push_back(published("GPU", published_span, &Published::gpu));
  for (const char* const engine : {"cuda-qin+root", "cuda-qin+root+transfer"}) {
    times.columns.push_back(bench.time({engine}, all));
  }
  times.note =
      "the paper does not say whether its times of the GPU have the copies; its general algorithm is not named, and "
      "its "
      "OpenCV function traces contours";
  return {make_components(bench, all), times};
}

}  // namespace glccl::tools
