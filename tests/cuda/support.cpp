#include "tests/cuda/support.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <optional>
#include <string>

#include "glccl/cuda/devices.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/images.hpp"
#include "tests/support/reference.hpp"

namespace glccl::tests {
namespace {

/// Rows of `row_bytes` with gaps between them.
std::size_t pitch_of(Layout layout, std::size_t row_bytes, std::size_t bytes) {
  return layout == Layout::pitched ? row_bytes + 3 * bytes : row_bytes;
}

struct DevicePixels {
  std::optional<DeviceMemory> memory;
  std::optional<DeviceArray> array;
  cuda::SourceImage image;
};

DevicePixels upload_pixels(const Pixels& pixels, Layout layout) {
  DevicePixels on_device;
  const std::size_t bytes = bytes_per_pixel(pixels.format);
  const std::size_t row = bytes * static_cast<std::size_t>(pixels.extent.width);
  const auto height = static_cast<std::size_t>(pixels.extent.height);
  REQUIRE(pixels.bytes.size() == row * height);
  if (layout == Layout::arrays) {
    on_device.array.emplace(channels_of(pixels.format), pixels.extent);
    require_cuda(cudaMemcpy2DToArray(on_device.array->get(), 0, 0, pixels.bytes.data(), row, row, height,
                                     cudaMemcpyHostToDevice));
    on_device.image = cuda::ArrayImage{on_device.array->get(), pixels.format};
    return on_device;
  }
  const std::size_t pitch = pitch_of(layout, row, bytes);
  on_device.memory.emplace(pitch * height);
  require_cuda(
      cudaMemcpy2D(on_device.memory->data(), pitch, pixels.bytes.data(), row, row, height, cudaMemcpyHostToDevice));
  on_device.image = cuda::DeviceImage{on_device.memory->data(), pitch, pixels.extent, pixels.format};
  return on_device;
}

/// Labels on the device, filled with rubbish.
struct DeviceTarget {
  std::optional<DeviceMemory> memory;
  std::optional<DeviceArray> array;
  std::size_t pitch = 0;
  cuda::Target target;
};

DeviceTarget make_target(Extent extent, Layout layout) {
  DeviceTarget made;
  const std::size_t row = 4 * static_cast<std::size_t>(extent.width);
  made.pitch = pitch_of(layout, row, 4);
  if (layout == Layout::arrays) {
    made.array.emplace(channels_of(PixelFormat::u32), extent, cudaArraySurfaceLoadStore);
    made.target = cuda::ArrayLabels{made.array->get()};
  } else {
    made.memory.emplace(made.pitch * static_cast<std::size_t>(extent.height));
    made.target = cuda::DeviceLabels{made.memory->data(), made.pitch};
  }
  return made;
}

void read_labels(const DeviceTarget& from, Extent extent, Outcome& outcome) {
  const std::size_t row = 4 * static_cast<std::size_t>(extent.width);
  const auto height = static_cast<std::size_t>(extent.height);
  outcome.labels = {extent, std::vector<std::uint32_t>(static_cast<std::size_t>(extent.elements()))};
  auto* to = reinterpret_cast<unsigned char*>(outcome.labels.values.data());
  if (from.array) {
    require_cuda(cudaMemcpy2DFromArray(to, row, from.array->get(), 0, 0, row, height, cudaMemcpyDeviceToHost));
    return;
  }
  const std::vector<unsigned char> bytes = from.memory->read();
  for (std::size_t y = 0; y < height; ++y) {
    const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(y * from.pitch);
    const auto gap = begin + static_cast<std::ptrdiff_t>(row);
    std::copy(begin, gap, to + y * row);
    const auto untouched = [](unsigned char byte) { return byte == DeviceMemory::rubbish; };
    if (!std::all_of(gap, begin + static_cast<std::ptrdiff_t>(from.pitch), untouched)) outcome.rest_untouched = false;
  }
}

std::vector<QinRecord> read_records(const cuda::Launched& labels) {
  if (labels.records == nullptr) return {};
  std::vector<QinRecord> records(static_cast<std::size_t>(labels.extent.elements()));
  require_cuda(cudaMemcpy(records.data(), labels.records, sizeof(QinRecord) * records.size(), cudaMemcpyDeviceToHost));
  return records;
}

/// The record of pixel (x, y) of a component.
QinRecord record_of(const Component& component, int x, int y, int width) {
  const int code = component.first_y * width + component.first_x;
  if (x != component.first_x || y != component.first_y) return {code, component.first_x, component.first_y, 1};
  const Box& box = component.box;
  return {code, box.x1 - box.x0, box.y1 - box.y0, box.x0 - component.first_x};
}

void check_records(const std::vector<QinRecord>& records, const LabelImage& labels,
                   const std::vector<Component>& components) {
  REQUIRE(records.size() == labels.values.size());
  std::size_t i = 0;
  for (int y = 0; y < labels.extent.height; ++y) {
    for (int x = 0; x < labels.extent.width; ++x, ++i) {
      const std::uint32_t label = labels.values[i];
      const QinRecord expected =
          label == 0 ? QinRecord{-1, 0, 0, 0} : record_of(components[label - 1], x, y, labels.extent.width);
      const QinRecord& found = records[i];
      if (found == expected) continue;
      CAPTURE(x, y, found.code, expected.code, found.width, expected.width, found.height, expected.height, found.flag,
              expected.flag);
      FAIL_CHECK("the first record that differs");
      return;
    }
  }
}

/// A table for so many rows; null for none.
std::optional<DeviceMemory> make_table(std::uint32_t rows) {
  if (rows == 0) return std::nullopt;
  return DeviceMemory(sizeof(ComponentTableHeader) + sizeof(ComponentRow) * std::size_t{rows});
}

/// All that is on the device, the count at its device address.
Outcome read_outcome(Extent extent, const DeviceTarget& target, const std::optional<DeviceMemory>& table,
                     const void* count) {
  Outcome outcome;
  read_labels(target, extent, outcome);
  if (table) read_table(table->read(), outcome);
  if (count != nullptr) require_cuda(cudaMemcpy(&outcome.count, count, 4, cudaMemcpyDeviceToHost));
  return outcome;
}

void require_done(cuda::Labeler& labeler) {
  const Status done = labeler.wait();
  INFO((done ? "" : done.error().message));
  REQUIRE(done);
}

}  // namespace

void read_table(std::span<const unsigned char> bytes, Outcome& outcome) {
  std::memcpy(&outcome.header, bytes.data(), sizeof(outcome.header));
  std::size_t at = sizeof(outcome.header);
  for (std::uint32_t i = 0; i < outcome.header.rows && at < bytes.size(); ++i, at += sizeof(ComponentRow)) {
    ComponentRow row;
    std::memcpy(&row, &bytes[at], sizeof(row));
    outcome.components.push_back(read_row(&row));
  }
  for (; at < bytes.size(); ++at) {
    if (bytes[at] != DeviceMemory::rubbish) outcome.rest_untouched = false;
  }
}

void check_table(const Outcome& outcome, const std::vector<Component>& components) {
  const auto count = static_cast<std::uint32_t>(components.size());
  CHECK(outcome.count == count);
  CHECK(outcome.header.count == count);
  CHECK(outcome.header.rows == count);
  CHECK(outcome.header.vertices == 4);
  CHECK(outcome.header.groups_x == (count + 63) / 64);
  CHECK(outcome.rest_untouched);
  REQUIRE(outcome.components.size() == components.size());
  for (std::size_t i = 0; i < components.size(); ++i) {
    if (outcome.components[i] == components[i]) continue;
    CAPTURE(i, outcome.components[i].area, components[i].area, outcome.components[i].sum_x, components[i].sum_x,
            outcome.components[i].value, components[i].value);
    FAIL_CHECK("the first row that differs");
    break;
  }
}

bool skip_without_cuda() {
  const std::string reason = cuda::why_no_device();
  if (reason.empty()) return false;
  const char* required = std::getenv("GLCCL_REQUIRE_GPU");
  if (required != nullptr && std::string(required) == "1") FAIL("GLCCL_REQUIRE_GPU=1, but " << reason);
  std::cout << "skipped: " << reason << '\n';
  return true;
}

void require_cuda(cudaError_t status) {
  INFO(cudaGetErrorName(status));
  REQUIRE(status == cudaSuccess);
}

DeviceMemory::DeviceMemory(std::size_t bytes) : bytes_(bytes) {
  require_cuda(cudaMalloc(&data_, bytes));
  require_cuda(cudaMemset(data_, rubbish, bytes));
}

std::vector<unsigned char> DeviceMemory::read() const {
  require_cuda(cudaDeviceSynchronize());
  std::vector<unsigned char> bytes(bytes_);
  require_cuda(cudaMemcpy(bytes.data(), data_, bytes_, cudaMemcpyDeviceToHost));
  return bytes;
}

bool DeviceMemory::is_untouched() const {
  const std::vector<unsigned char> bytes = read();
  return std::all_of(bytes.begin(), bytes.end(), [](unsigned char byte) { return byte == rubbish; });
}

DeviceArray::DeviceArray(const cudaChannelFormatDesc& channels, Extent extent, unsigned flags) {
  require_cuda(cudaMallocArray(&array_, &channels, static_cast<std::size_t>(extent.width),
                               static_cast<std::size_t>(extent.height), flags));
}

cudaChannelFormatDesc channels_of(PixelFormat format) {
  switch (format) {
    case PixelFormat::u16:
      return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindUnsigned);
    case PixelFormat::u32:
      return cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindUnsigned);
    case PixelFormat::f32:
      return cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    case PixelFormat::rgba8:
      return cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsigned);
    case PixelFormat::rgba16f:
      return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
    default:
      return cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindUnsigned);
  }
}

Pixels pixels_of(const host::Image& image) {
  Pixels pixels{image.extent, PixelFormat::u8, image.bytes};
  if (image.format == PixelFormat::u16) pixels.format = PixelFormat::u16;
  if (image.format == PixelFormat::rgba8) pixels.format = PixelFormat::rgba8;
  return pixels;
}

cuda::Labeler& shared_labeler(cuda::Method algorithm) {
  static std::map<cuda::Method, cuda::Labeler> labelers;
  auto found = labelers.find(algorithm);
  if (found == labelers.end()) {
    Result<cuda::Labeler> made = cuda::Labeler::create(algorithm);
    INFO((made ? "" : made.error().message));
    REQUIRE(made);
    found = labelers.emplace(algorithm, *std::move(made)).first;
  }
  return found->second;
}

Outcome label_on_device(const Pixels& pixels, Layout layout, cuda::Options options, std::uint32_t table_rows,
                        cuda::Method algorithm) {
  const DevicePixels source = upload_pixels(pixels, layout);
  const DeviceTarget target = make_target(pixels.extent, layout);
  const std::optional<DeviceMemory> table = make_table(table_rows);
  options.table = {};
  if (table) options.table = {table->data(), table_rows};
  cuda::Labeler& labeler = shared_labeler(algorithm);
  const Result<cuda::Launched> labels = labeler.label(source.image, target.target, options);
  INFO((labels ? "" : labels.error().message));
  REQUIRE(labels);
  CHECK(labels->extent == pixels.extent);
  require_done(labeler);
  Outcome outcome = read_outcome(pixels.extent, target, table, labels->count);
  outcome.records = read_records(*labels);
  CHECK(cudaPeekAtLastError() == cudaSuccess);
  return outcome;
}

std::vector<Outcome> label_batch_on_device(const std::vector<Pixels>& images, Layout layout,
                                           const cuda::Options& options, const std::vector<std::uint32_t>& table_rows) {
  std::vector<DevicePixels> sources;
  std::vector<DeviceTarget> targets;
  std::vector<std::optional<DeviceMemory>> tables;
  std::vector<cuda::BatchItem> items;
  for (std::size_t i = 0; i < images.size(); ++i) {
    const std::uint32_t rows = table_rows.empty() ? 0 : table_rows[i];
    sources.push_back(upload_pixels(images[i], layout));
    targets.push_back(make_target(images[i].extent, layout));
    tables.push_back(make_table(rows));
    items.push_back({sources.back().image, targets.back().target, {}});
    if (tables.back()) items.back().table = {tables.back()->data(), rows};
  }
  cuda::Labeler& labeler = shared_labeler(cuda::Method::fast);
  const Result<cuda::LaunchedBatch> labels = labeler.label_batch(items, options);
  INFO((labels ? "" : labels.error().message));
  REQUIRE(labels);
  CHECK(labels->extent == images.front().extent);
  CHECK((labels->counts == nullptr) == (options.numbering == Numbering::root));
  require_done(labeler);
  std::vector<Outcome> outcomes;
  for (std::size_t i = 0; i < images.size(); ++i) {
    const auto* counts = static_cast<const std::uint32_t*>(labels->counts);
    outcomes.push_back(read_outcome(images[i].extent, targets[i], tables[i], counts == nullptr ? nullptr : counts + i));
  }
  CHECK(cudaPeekAtLastError() == cudaSuccess);
  return outcomes;
}

void check_against_host(const host::Image& image, Layout layout, const cuda::Options& options,
                        const Criterion& host_criterion, cuda::Method algorithm) {
  const LabelImage expected = reference_labels(image, options.connectivity, host_criterion);
  const Result<std::vector<Component>> measured = host::measure_components(expected);
  REQUIRE(measured);
  std::vector<Component> components = *measured;
  if (std::holds_alternative<Equal>(host_criterion)) host::read_values(image, components);
  const auto rows = static_cast<std::uint32_t>(components.size()) + 3;
  const Outcome outcome = label_on_device(pixels_of(image), layout, options, rows, algorithm);
  const std::string engine(cuda::name_of(algorithm));
  CAPTURE(engine, image.extent, options.connectivity, layout);
  CHECK(first_difference(outcome.labels, expected) == "");
  check_table(outcome, components);
  if (algorithm == cuda::Method::qin) check_records(outcome.records, expected, components);
}

host::Image make_image(const std::string& kind, Extent extent, const host::GenerateOptions& options) {
  Result<host::Image> image = host::generate(kind, extent, options);
  REQUIRE(image);
  return *std::move(image);
}

}  // namespace glccl::tests
