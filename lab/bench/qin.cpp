// F. Qin and B. Fang measured on a GeForce 9800GT, and two CPU algorithms on a Core 2 Duo E7400 at 2.8 GHz.
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "glccl/host/cpu.hpp"
#include "host/engines/record_reader.hpp"
#include "lab/bench/papers.hpp"
#include "lab/cuda/methods.hpp"
#include "tools/glccl/registry.hpp"

namespace glccl::tools {
namespace {

/// A row of table 1: components, and times in ms.
struct QinRow {
  Extent size;
  double components;
  double general;
  double opencv;
  double gpu;
};

constexpr std::array<QinRow, 6> published_rows = {{
    {{600, 399}, 143, 10, 1, 6},
    {{600, 399}, 492, 15, 7, 6},
    {{1503, 1000}, 709, 375, 28, 9},
    {{1503, 1000}, 8235, 1972, 152, 11},
    {{4256, 2832}, 4115, 7631, 189, 28},
    {{4256, 2832}, 81619, 17551, 751, 47},
}};

constexpr std::span<const QinRow> published_span = published_rows;

/// Images of the published sizes with nearly as many components: discs, and sparse blocks.
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
    const QinRow& row = published_rows[i];
    all.push_back(
        {std::to_string(i + 1) + "  " + std::to_string(row.size.width) + "x" + std::to_string(row.size.height),
         datasets[i], row.size});
  }
  return all;
}

/// The components of an image by the CPU, and those whose extents the records of cuda-qin have too.
struct RecordAgreement {
  double components = 0.0;
  std::optional<double> agreeing;
};

/// Components whose first pixel's record has the width and the height of their box, and where it begins.
double count_agreeing(const std::vector<Component>& components, const std::vector<lab::QinRecord>& records, int width) {
  const auto agrees = [&](const Component& component) {
    const auto first_x = static_cast<int>(component.first % static_cast<std::uint64_t>(width));
    const lab::QinRecord& record = records[component.first];
    return record.code == static_cast<std::int64_t>(component.first) &&
           record.width == component.box.x1 - component.box.x0 &&
           record.height == component.box.y1 - component.box.y0 && record.flag == component.box.x0 - first_x;
  };
  return static_cast<double>(std::count_if(components.begin(), components.end(), agrees));
}

/// Requires a Runner of cuda-qin.
Result<std::vector<lab::QinRecord>> records_of(engines::Runner& cuda, const host::Image& image) {
  if (Result<void> status = cuda.upload(image.view()); !status) return status.error();
  if (Result<void> status = cuda.label({.numbering = Numbering::root}); !status) return status.error();
  std::vector<lab::QinRecord> records(static_cast<std::size_t>(image.extent.elements()));
  const Result<void> status =
      dynamic_cast<engines::RecordReader&>(cuda).read_records(std::as_writable_bytes(std::span(records)));
  if (!status) return status.error();
  return records;
}

Result<RecordAgreement> compare_extents(engines::Runner* cuda, const PaperImage& one) {
  const Result<host::Image> image = host::generate(one.dataset.kind, one.size, one.dataset.options);
  if (!image) return image.error();
  const Result<LabelImage> labels = host::label_serial(image->view(), {});
  if (!labels) return labels.error();
  const Result<std::vector<Component>> components = host::measure_components(*labels);
  if (!components) return components.error();
  RecordAgreement found{static_cast<double>(components->size()), {}};
  if (cuda == nullptr) return found;
  const Result<std::vector<lab::QinRecord>> records = records_of(*cuda, *image);
  if (!records) return records.error();
  found.agreeing = count_agreeing(*components, *records, one.size.width);
  return found;
}

PaperTable make_components(PaperBench& bench, const std::vector<PaperImage>& images) {
  PaperTable table{"Table 1: components, and those whose extents in the records of cuda-qin are the component table's",
                   "components",
                   0,
                   "image",
                   names_of(images),
                   {published("components", published_span, &QinRow::components)}};
  PaperColumn components{"components", Origin::here, Cells(images.size())};
  PaperColumn agreeing{"same extents", Origin::here, Cells(images.size())};
  const Result<std::unique_ptr<engines::Runner>> cuda = registry().make("cuda-qin");
  for (std::size_t i = 0; i < images.size(); ++i) {
    if (bench.is_too_large(images[i].size)) continue;
    const Result<RecordAgreement> found = compare_extents(cuda ? cuda->get() : nullptr, images[i]);
    if (!found) {
      bench.fail(found.error());
      break;
    }
    components.cells[i] = found->components;
    agreeing.cells[i] = found->agreeing;
  }
  table.columns.push_back(std::move(components));
  table.columns.push_back(std::move(agreeing));
  table.note =
      "the published images are not available; measured instead: discs (1, 3, 5) and sparse square blocks (2, 4, 6)";
  return table;
}

}  // namespace

std::vector<PaperTable> qin_tables(PaperBench& bench) {
  const std::vector<PaperImage> all = images();
  PaperTable times{"Table 1: time", "ms", 2, "image", names_of(all), {}};
  times.columns.push_back(published("general, CPU", published_span, &QinRow::general));
  for (const char* const engine : {"cpu-serial", "cpu-wu"}) times.columns.push_back(bench.time({engine}, all));
  times.columns.push_back(published("OpenCV", published_span, &QinRow::opencv));
  times.columns.push_back(bench.time({"opencv"}, all));
  times.columns.push_back(published("GPU", published_span, &QinRow::gpu));
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
