#include "tests/cuda/support/support.hpp"

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

/// Bytes from a row or slice of `bytes` bytes to the next, with a gap where the layout has gaps.
std::size_t pitch_in(Layout layout, std::size_t bytes, std::size_t gap) {
  return layout == Layout::pitched ? bytes + gap : bytes;
}

bool is_rubbish(std::span<const unsigned char> bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](unsigned char byte) { return byte == DeviceMemory::rubbish; });
}

void require_done(cuda::Labeler& labeler) {
  const Result<void> done = labeler.wait();
  INFO((done ? "" : done.error().message));
  REQUIRE(done);
}

}  // namespace

void read_table(std::span<const unsigned char> bytes, DeviceOutcome& outcome) {
  std::memcpy(&outcome.header, bytes.data(), sizeof(outcome.header));
  std::size_t at = sizeof(outcome.header);
  const std::size_t row = outcome.header.row_bytes;
  for (std::uint32_t i = 0; i < outcome.header.rows && at + row <= bytes.size(); ++i, at += row) {
    outcome.components.push_back(read_row(&bytes[at], outcome.header.columns));
    outcome.measurements.push_back(read_measurements(&bytes[at], outcome.header.columns));
  }
  outcome.rest_untouched = outcome.rest_untouched && is_rubbish(bytes.subspan(at));
}

void check_table(const DeviceOutcome& outcome, const std::vector<Component>& components, std::uint32_t columns) {
  const auto count = static_cast<std::uint32_t>(components.size());
  CHECK(outcome.count == count);
  CHECK(join_words(outcome.header.count) == count);
  CHECK(outcome.header.rows == count);
  CHECK(outcome.header.vertices == 4);
  CHECK(outcome.header.groups_x == (count + 63) / 64);
  const Extent& extent = outcome.labels.extent;
  CHECK(outcome.header.columns == table_columns_of(extent, columns));
  CHECK(outcome.header.row_bytes == row_bytes_of(outcome.header.columns));
  CHECK(outcome.header.width == static_cast<std::uint32_t>(extent.width));
  CHECK(outcome.header.height == static_cast<std::uint32_t>(extent.height));
  CHECK(outcome.header.depth == static_cast<std::uint32_t>(extent.depth));
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

ImageOnDevice::ImageOnDevice(const host::Image& image)
    : format_(image.format), extent_(image.extent), memory_((row() + gap()) * rows()) {
  require_cuda(
      cudaMemcpy2D(memory_.data(), row() + gap(), image.bytes.data(), row(), row(), rows(), cudaMemcpyHostToDevice));
}

DeviceArray::DeviceArray(const cudaChannelFormatDesc& channels, Extent extent, unsigned flags, bool in_space)
    : extent_(extent), texel_bytes_(static_cast<std::size_t>(channels.x + channels.y + channels.z + channels.w) / 8) {
  const auto width = static_cast<std::size_t>(extent.width);
  const auto height = static_cast<std::size_t>(extent.height);
  require_cuda(
      in_space ? cudaMalloc3DArray(&array_, &channels, {width, height, static_cast<std::size_t>(extent.depth)}, flags)
               : cudaMallocArray(&array_, &channels, width, height, flags));
}

cudaMemcpy3DParms DeviceArray::copy_of_all() const {
  cudaMemcpy3DParms copy = {};
  copy.extent = {static_cast<std::size_t>(extent_.width), static_cast<std::size_t>(extent_.height),
                 static_cast<std::size_t>(extent_.depth)};
  return copy;
}

cudaPitchedPtr DeviceArray::on_cpu(void* texels) const {
  const auto width = static_cast<std::size_t>(extent_.width);
  return {texels, width * texel_bytes_, width, static_cast<std::size_t>(extent_.height)};
}

void DeviceArray::write(const void* texels, cudaStream_t stream) const {
  cudaMemcpy3DParms copy = copy_of_all();
  copy.srcPtr = on_cpu(const_cast<void*>(texels));
  copy.dstArray = array_;
  copy.kind = cudaMemcpyHostToDevice;
  require_cuda(cudaMemcpy3DAsync(&copy, stream));
}

void DeviceArray::read(void* texels) const {
  require_cuda(cudaDeviceSynchronize());
  cudaMemcpy3DParms copy = copy_of_all();
  copy.srcArray = array_;
  copy.dstPtr = on_cpu(texels);
  copy.kind = cudaMemcpyDeviceToHost;
  require_cuda(cudaMemcpy3D(&copy));
}

DeviceItem::DeviceItem(const host::Image& image, Layout layout, std::uint32_t table_rows, std::uint32_t columns)
    : extent_(image.extent),
      format_(image.format),
      pixel_pitch_(pitch_in(layout, pixel_row(), 3 * bytes_per_pixel(format_))),
      label_pitch_(pitch_in(layout, label_row(), 12)),
      // Where label_pitch_ is a multiple of 16, the gap between slices keeps it so.
      pixel_slice_(pitch_in(layout, pixel_pitch_ * height(), 5 * bytes_per_pixel(format_))),
      label_slice_(pitch_in(layout, label_pitch_ * height(), 16)),
      table_rows_(table_rows) {
  if (layout == Layout::arrays) {
    pixel_array_.emplace(channels_of(format_), extent_);
    label_array_.emplace(channels_of(PixelFormat::u32), extent_, cudaArraySurfaceLoadStore);
  } else {
    pixels_.emplace(pixel_slice_ * depth());
    labels_.emplace(guard + label_slice_ * depth() + guard);
  }
  if (table_rows != 0) {
    table_.emplace(guard + table_bytes(table_rows, table_columns_of(extent_, columns)) + guard);
  };
  replace(image);
  // Streams that do not wait for the default stream may use the memory next.
  require_cuda(cudaStreamSynchronize(nullptr));
}

cuda::BatchItem DeviceItem::item() const {
  cuda::BatchItem item;
  if (pixel_array_) {
    item = {{cuda::ArrayImage{pixel_array_->get(), format_}}, cuda::ArrayLabels{label_array_->get()}};
  } else {
    item = {{cuda::DeviceImage{pixels_->data(), format_, extent_, pixel_pitch_, pixel_slice_}},
            cuda::DeviceLabels{labels_->data() + guard, label_pitch_, label_slice_}};
  }
  if (table_) item.table = {table_->data() + guard, table_rows_};
  return item;
}

void DeviceItem::replace(const host::Image& image, cudaStream_t stream) {
  REQUIRE(image.format == format_);
  REQUIRE(image.bytes.size() == pixel_row() * height() * depth());
  if (pixel_array_) {
    pixel_array_->write(image.bytes.data(), stream);
    return;
  }
  for (std::size_t z = 0; z < depth(); ++z) {
    require_cuda(cudaMemcpy2DAsync(pixels_->data() + z * pixel_slice_, pixel_pitch_,
                                   image.bytes.data() + z * pixel_row() * height(), pixel_row(), pixel_row(), height(),
                                   cudaMemcpyHostToDevice, stream));
  }
}

void DeviceItem::spoil(cudaStream_t stream) const {
  for (const auto* memory : {&labels_, &table_}) {
    if (*memory) require_cuda(cudaMemsetAsync((*memory)->data(), DeviceMemory::rubbish, (*memory)->bytes(), stream));
  }
}

DeviceOutcome DeviceItem::read(const void* count) const {
  DeviceOutcome outcome;
  read_labels(outcome);
  if (table_) {
    const std::vector<unsigned char> bytes = table_->read();
    read_table(std::span<const unsigned char>(bytes).subspan(guard), outcome);
    outcome.rest_untouched = outcome.rest_untouched && is_rubbish(std::span<const unsigned char>(bytes).first(guard));
  }
  if (count != nullptr) require_cuda(cudaMemcpy(&outcome.count, count, 4, cudaMemcpyDeviceToHost));
  return outcome;
}

void DeviceItem::read_labels(DeviceOutcome& outcome) const {
  outcome.labels = {extent_, std::vector<std::uint32_t>(static_cast<std::size_t>(extent_.elements()))};
  auto* to = reinterpret_cast<unsigned char*>(outcome.labels.values.data());
  if (label_array_) {
    label_array_->read(to);
    return;
  }
  const std::vector<unsigned char> all = labels_->read();
  const std::span<const unsigned char> bytes(all);
  outcome.rest_untouched = outcome.rest_untouched && is_rubbish(bytes.first(guard)) && is_rubbish(bytes.last(guard));
  for (std::size_t z = 0; z < depth(); ++z) {
    const auto slice = bytes.subspan(guard + z * label_slice_, label_slice_);
    for (std::size_t y = 0; y < height(); ++y, to += label_row()) {
      const auto line = slice.subspan(y * label_pitch_, label_pitch_);
      std::copy_n(line.begin(), label_row(), to);
      outcome.rest_untouched = outcome.rest_untouched && is_rubbish(line.subspan(label_row()));
    }
    outcome.rest_untouched = outcome.rest_untouched && is_rubbish(slice.subspan(label_pitch_ * height()));
  }
}

cudaChannelFormatDesc channels_of(PixelFormat format) {
  const FormatTraits& traits = traits_of(format);
  const int bits = 8 * traits.bytes / traits.channels;
  const int second = traits.channels > 1 ? bits : 0;
  const int others = traits.channels > 2 ? bits : 0;
  return cudaCreateChannelDesc(bits, second, others, others,
                               traits.has_floats() ? cudaChannelFormatKindFloat
                               : traits.is_signed  ? cudaChannelFormatKindSigned
                                                   : cudaChannelFormatKindUnsigned);
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

Result<cuda::Labels> label_item(cuda::Labeler& labeler, const cuda::BatchItem& item, const LabelingSpec& spec,
                                cuda::Outputs outputs, void* stream) {
  outputs.target = item.target;
  outputs.table = item.table;
  return labeler.label(item.inputs, spec, outputs, stream);
}

DeviceOutcome label_on_device(const host::Image& image, Layout layout, const LabelingSpec& spec,
                              const DeviceRequest& request) {
  const DeviceItem on_device(image, layout, request.table_rows, spec.columns);
  cuda::BatchItem item = on_device.item();
  item.inputs.mask = request.mask;
  item.inputs.intensity = request.intensity;
  cuda::Labeler& labeler = shared_labeler(request.method);
  const Result<cuda::Labels> labels = label_item(labeler, item, spec, request.outputs);
  INFO((labels ? "" : labels.error().message));
  REQUIRE(labels);
  CHECK(labels->extent == image.extent);
  require_done(labeler);
  DeviceOutcome outcome = on_device.read(labels->count);
  outcome.records = labels->records;
  CHECK(cudaPeekAtLastError() == cudaSuccess);
  return outcome;
}

std::vector<DeviceOutcome> label_batch_on_device(const std::vector<host::Image>& images, Layout layout,
                                                 const LabelingSpec& spec,
                                                 const std::vector<std::uint32_t>& table_rows) {
  std::vector<DeviceItem> on_device;
  std::vector<cuda::BatchItem> items;
  for (std::size_t i = 0; i < images.size(); ++i) {
    on_device.emplace_back(images[i], layout, table_rows.empty() ? 0 : table_rows[i], spec.columns);
    items.push_back(on_device.back().item());
  }
  cuda::Labeler& labeler = shared_labeler(cuda::Method::fast);
  const Result<cuda::BatchLabels> labels = labeler.label_batch(items, spec);
  INFO((labels ? "" : labels.error().message));
  REQUIRE(labels);
  CHECK(labels->extent == images.front().extent);
  CHECK((labels->counts == nullptr) == (spec.numbering == Numbering::root));
  require_done(labeler);
  std::vector<DeviceOutcome> outcomes;
  for (std::size_t i = 0; i < images.size(); ++i) {
    const auto* counts = static_cast<const std::uint32_t*>(labels->counts);
    outcomes.push_back(on_device[i].read(counts == nullptr ? nullptr : counts + i));
  }
  CHECK(cudaPeekAtLastError() == cudaSuccess);
  return outcomes;
}

void check_against_host(const host::Image& image, Layout layout, const LabelingSpec& spec, cuda::Method method,
                        const cuda::Outputs& outputs) {
  const LabeledImage expected = reference(image, spec);
  const auto rows = static_cast<std::uint32_t>(expected.components.size()) + 3;
  CAPTURE(method, image.extent, spec, layout);
  const DeviceOutcome outcome =
      label_on_device(image, layout, spec, {.table_rows = rows, .method = method, .outputs = outputs});
  CHECK(first_difference(outcome.labels, expected.labels) == "");
  check_table(outcome, expected.components);
  check_records(method, outcome.records, expected.labels, expected.components);
  if (method != cuda::Method::fast || image.extent.is_volume()) return;
  // One launch labels a small image of foreground that is alone; images of a batch take the kernels of large ones.
  for (const DeviceOutcome& one : label_batch_on_device({image, image}, layout, spec, {rows, rows})) {
    CHECK(first_difference(one.labels, expected.labels) == "");
    check_table(one, expected.components);
  }
}

}  // namespace glccl::tests
