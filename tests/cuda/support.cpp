#include "tests/cuda/support.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <string>

#include "glccl/cuda/devices.hpp"
#include "tests/support/skip.hpp"

namespace glccl::tests {
namespace {

/// Bytes before and behind labels and tables that have to stay as they are.
constexpr std::size_t guard = 256;

/// Bytes from a row to the next, with gaps where the layout has them.
std::size_t row_bytes_in(Layout layout, std::size_t row, std::size_t pixel) {
  return layout == Layout::pitched ? row + 3 * pixel : row;
}

bool is_rubbish(std::span<const unsigned char> bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](unsigned char byte) { return byte == DeviceMemory::rubbish; });
}

/// An image on the device.
struct DevicePixels {
  std::optional<DeviceMemory> memory;
  std::optional<DeviceArray> array;
  cuda::SourceImage image;
};

DevicePixels upload_pixels(const host::Image& image, Layout layout) {
  DevicePixels on_device;
  const std::size_t pixel = bytes_per_pixel(image.format);
  const std::size_t row = pixel * static_cast<std::size_t>(image.extent.width);
  const auto height = static_cast<std::size_t>(image.extent.height);
  REQUIRE(image.bytes.size() == row * height);
  if (layout == Layout::arrays) {
    on_device.array.emplace(channels_of(image.format), image.extent);
    require_cuda(cudaMemcpy2DToArray(on_device.array->get(), 0, 0, image.bytes.data(), row, row, height,
                                     cudaMemcpyHostToDevice));
    on_device.image = cuda::ArrayImage{on_device.array->get(), image.format};
    return on_device;
  }
  const std::size_t row_bytes = row_bytes_in(layout, row, pixel);
  on_device.memory.emplace(row_bytes * height);
  require_cuda(
      cudaMemcpy2D(on_device.memory->data(), row_bytes, image.bytes.data(), row, row, height, cudaMemcpyHostToDevice));
  on_device.image = cuda::DeviceImage{{on_device.memory->data(), image.format, image.extent, row_bytes}};
  return on_device;
}

/// Labels on the device, filled with rubbish.
struct DeviceTarget {
  std::optional<DeviceMemory> memory;
  std::optional<DeviceArray> array;
  std::size_t row_bytes = 0;
  cuda::Target target;
};

DeviceTarget make_target(Extent extent, Layout layout) {
  DeviceTarget made;
  const std::size_t row = 4 * static_cast<std::size_t>(extent.width);
  made.row_bytes = row_bytes_in(layout, row, 4);
  if (layout == Layout::arrays) {
    made.array.emplace(channels_of(PixelFormat::u32), extent, cudaArraySurfaceLoadStore);
    made.target = cuda::ArrayLabels{made.array->get()};
  } else {
    made.memory.emplace(guard + made.row_bytes * static_cast<std::size_t>(extent.height) + guard);
    made.target = cuda::DeviceLabels{made.memory->data() + guard, made.row_bytes};
  }
  return made;
}

void read_labels(const DeviceTarget& from, Extent extent, DeviceOutcome& outcome) {
  const std::size_t row = 4 * static_cast<std::size_t>(extent.width);
  const auto height = static_cast<std::size_t>(extent.height);
  outcome.labels = {extent, std::vector<std::uint32_t>(static_cast<std::size_t>(extent.elements()))};
  auto* to = reinterpret_cast<unsigned char*>(outcome.labels.values.data());
  if (from.array) {
    require_cuda(cudaMemcpy2DFromArray(to, row, from.array->get(), 0, 0, row, height, cudaMemcpyDeviceToHost));
    return;
  }
  const std::vector<unsigned char> all = from.memory->read();
  const std::span<const unsigned char> bytes(all);
  outcome.rest_untouched = outcome.rest_untouched && is_rubbish(bytes.first(guard)) && is_rubbish(bytes.last(guard));
  for (std::size_t y = 0; y < height; ++y) {
    const auto line = bytes.subspan(guard + y * from.row_bytes, from.row_bytes);
    std::copy_n(line.begin(), row, to + y * row);
    outcome.rest_untouched = outcome.rest_untouched && is_rubbish(line.subspan(row));
  }
}

std::vector<CopiedQinRecord> read_records(const cuda::Launched& labels) {
  if (labels.records == nullptr) return {};
  std::vector<CopiedQinRecord> records(static_cast<std::size_t>(labels.extent.elements()));
  require_cuda(
      cudaMemcpy(records.data(), labels.records, sizeof(CopiedQinRecord) * records.size(), cudaMemcpyDeviceToHost));
  return records;
}

/// The record of the pixel at linear place `place` of a component.
CopiedQinRecord record_of(const Component& component, std::uint64_t place, const Extent& extent) {
  const Position first = position_of(component.first, extent);
  const int code = static_cast<int>(component.first);
  if (place != component.first) return {code, first.x, first.y, 1};
  const Box& box = component.box;
  return {code, box.x1 - box.x0, box.y1 - box.y0, box.x0 - first.x};
}

void check_records(const std::vector<CopiedQinRecord>& records, const LabelImage& labels,
                   const std::vector<Component>& components) {
  REQUIRE(records.size() == labels.values.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    const std::uint32_t label = labels.values[i];
    const CopiedQinRecord expected =
        label == 0 ? CopiedQinRecord{-1, 0, 0, 0} : record_of(components[label - 1], i, labels.extent);
    const CopiedQinRecord& found = records[i];
    if (found == expected) continue;
    CAPTURE(position_of(i, labels.extent), found.code, expected.code, found.width, expected.width, found.height,
            expected.height, found.flag, expected.flag);
    FAIL_CHECK("the first record that differs");
    return;
  }
}

/// Memory for a table of so many rows, between guards; none for 0 rows.
std::optional<DeviceMemory> make_table(std::uint32_t rows) {
  if (rows == 0) return std::nullopt;
  return DeviceMemory(guard + table_bytes(rows) + guard);
}

cuda::DeviceTable table_in(const std::optional<DeviceMemory>& memory, std::uint32_t rows) {
  if (!memory) return {};
  return {memory->data() + guard, rows};
}

/// Reads back labels, table, and the count at its device address.
DeviceOutcome read_outcome(Extent extent, const DeviceTarget& target, const std::optional<DeviceMemory>& table,
                           const void* count) {
  DeviceOutcome outcome;
  read_labels(target, extent, outcome);
  if (table) {
    const std::vector<unsigned char> bytes = table->read();
    read_table(std::span<const unsigned char>(bytes).subspan(guard), outcome);
    outcome.rest_untouched = outcome.rest_untouched && is_rubbish(std::span<const unsigned char>(bytes).first(guard));
  }
  if (count != nullptr) require_cuda(cudaMemcpy(&outcome.count, count, 4, cudaMemcpyDeviceToHost));
  return outcome;
}

void require_done(cuda::Labeler& labeler) {
  const Status done = labeler.wait();
  INFO((done ? "" : done.error().message));
  REQUIRE(done);
}

}  // namespace

void read_table(std::span<const unsigned char> bytes, DeviceOutcome& outcome) {
  std::memcpy(&outcome.header, bytes.data(), sizeof(outcome.header));
  std::size_t at = sizeof(outcome.header);
  for (std::uint32_t i = 0; i < outcome.header.rows && at < bytes.size(); ++i, at += sizeof(ComponentRow)) {
    outcome.components.push_back(read_row(&bytes[at]));
  }
  outcome.rest_untouched = outcome.rest_untouched && is_rubbish(bytes.subspan(at));
}

void check_table(const DeviceOutcome& outcome, const std::vector<Component>& components) {
  const auto count = static_cast<std::uint32_t>(components.size());
  CHECK(outcome.count == count);
  CHECK(join_words(outcome.header.count) == count);
  CHECK(outcome.header.rows == count);
  CHECK(outcome.header.vertices == 4);
  CHECK(outcome.header.groups_x == (count + 63) / 64);
  CHECK(outcome.header.row_bytes == 64);
  CHECK(outcome.header.columns == table_column_base);
  CHECK(outcome.header.width == static_cast<std::uint32_t>(outcome.labels.extent.width));
  CHECK(outcome.header.height == static_cast<std::uint32_t>(outcome.labels.extent.height));
  CHECK(outcome.header.depth == 1);
  CHECK(outcome.rest_untouched);
  CHECK(first_difference(outcome.components, components) == "");
}

bool skip_without_cuda() { return skip_if(cuda::why_no_device()); }

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

std::vector<cuda::Method> all_methods() {
  std::vector<cuda::Method> methods;
  for (int i = 0; cuda::name_of(static_cast<cuda::Method>(i)) != "cuda-unknown"; ++i) {
    methods.push_back(static_cast<cuda::Method>(i));
  }
  return methods;
}

cuda::Labeler& shared_labeler(cuda::Method method) {
  static std::map<cuda::Method, cuda::Labeler> labelers;
  auto found = labelers.find(method);
  if (found == labelers.end()) {
    Result<cuda::Labeler> made = cuda::Labeler::create(method);
    INFO((made ? "" : made.error().message));
    REQUIRE(made);
    found = labelers.emplace(method, *std::move(made)).first;
  }
  return found->second;
}

DeviceOutcome label_on_device(const host::Image& image, Layout layout, const LabelingSpec& spec,
                              const DeviceRequest& request) {
  const DevicePixels source = upload_pixels(image, layout);
  const DeviceTarget target = make_target(image.extent, layout);
  const std::optional<DeviceMemory> table = make_table(request.table_rows);
  cuda::Options options = request.options;
  options.table = table_in(table, request.table_rows);
  cuda::Labeler& labeler = shared_labeler(request.method);
  const Result<cuda::Launched> labels = labeler.label(source.image, target.target, spec, options);
  INFO((labels ? "" : labels.error().message));
  REQUIRE(labels);
  CHECK(labels->extent == image.extent);
  require_done(labeler);
  DeviceOutcome outcome = read_outcome(image.extent, target, table, labels->count);
  outcome.records = read_records(*labels);
  CHECK(cudaPeekAtLastError() == cudaSuccess);
  return outcome;
}

std::vector<DeviceOutcome> label_batch_on_device(const std::vector<host::Image>& images, Layout layout,
                                                 const LabelingSpec& spec,
                                                 const std::vector<std::uint32_t>& table_rows) {
  std::vector<DevicePixels> sources;
  std::vector<DeviceTarget> targets;
  std::vector<std::optional<DeviceMemory>> tables;
  std::vector<cuda::BatchItem> items;
  for (std::size_t i = 0; i < images.size(); ++i) {
    const std::uint32_t rows = table_rows.empty() ? 0 : table_rows[i];
    sources.push_back(upload_pixels(images[i], layout));
    targets.push_back(make_target(images[i].extent, layout));
    tables.push_back(make_table(rows));
    items.push_back({sources.back().image, targets.back().target, table_in(tables.back(), rows)});
  }
  cuda::Labeler& labeler = shared_labeler(cuda::Method::fast);
  const Result<cuda::LaunchedBatch> labels = labeler.label_batch(items, spec);
  INFO((labels ? "" : labels.error().message));
  REQUIRE(labels);
  CHECK(labels->extent == images.front().extent);
  CHECK((labels->counts == nullptr) == (spec.numbering == Numbering::root));
  require_done(labeler);
  std::vector<DeviceOutcome> outcomes;
  for (std::size_t i = 0; i < images.size(); ++i) {
    const auto* counts = static_cast<const std::uint32_t*>(labels->counts);
    outcomes.push_back(read_outcome(images[i].extent, targets[i], tables[i], counts == nullptr ? nullptr : counts + i));
  }
  CHECK(cudaPeekAtLastError() == cudaSuccess);
  return outcomes;
}

void check_against_host(const host::Image& image, Layout layout, const LabelingSpec& spec, cuda::Method method,
                        const cuda::Options& options) {
  const LabeledImage expected = reference(image, spec);
  const auto rows = static_cast<std::uint32_t>(expected.components.size()) + 3;
  CAPTURE(method, image.extent, spec, layout);
  const DeviceOutcome outcome =
      label_on_device(image, layout, spec, {.table_rows = rows, .method = method, .options = options});
  CHECK(first_difference(outcome.labels, expected.labels) == "");
  check_table(outcome, expected.components);
  if (method == cuda::Method::qin) check_records(outcome.records, expected.labels, expected.components);
}

}  // namespace glccl::tests
