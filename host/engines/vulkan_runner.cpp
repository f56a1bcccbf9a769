#include "host/engines/vulkan_runner.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "glccl/vulkan/labeler.hpp"
#include "host/engines/part.hpp"
#include "host/engines/runner_errors.hpp"
#include "host/engines/vulkan_copies.hpp"
#include "host/engines/vulkan_device.hpp"

namespace glccl::engines {
namespace {

constexpr const char* engine_name = "vulkan";

/// What the pipelines, the memory and the descriptors of a Runner are for.
struct Wanted {
  InputFormats formats;
  Extent extent;
  LabelingSpec spec;
  std::uint32_t table_rows = 0;
};

bool operator==(const Wanted& a, const Wanted& b) {
  return a.formats.image == b.formats.image && a.formats.mask == b.formats.mask &&
         a.formats.intensity == b.formats.intensity && a.extent == b.extent && a.spec == b.spec &&
         a.table_rows == b.table_rows;
}

/// An image that label() reads, as an image or in a buffer. Of the view, extent and format count: its memory may be
/// gone.
struct Uploaded {
  ImageView view;
  VulkanImage image = {};
  VulkanBuffer buffer = {};
};

/// A part of an image in a buffer without gaps.
vulkan::PitchedBuffer part_of(const Uploaded& source, const Rectangle& part) {
  const auto& [width, height, depth] = source.view.extent;
  const VkDeviceSize element = bytes_per_pixel(source.view.format);
  const VkDeviceSize row_bytes = static_cast<VkDeviceSize>(width) * element;
  const VkDeviceSize slice_bytes = static_cast<VkDeviceSize>(height) * row_bytes;
  return {source.buffer.buffer, source.buffer.bytes,
          static_cast<VkDeviceSize>(part.x0) * element + static_cast<VkDeviceSize>(part.y0) * row_bytes +
              static_cast<VkDeviceSize>(part.z0) * slice_bytes,
          row_bytes, slice_bytes};
}

class VulkanRunner : public Runner {
 public:
  VulkanRunner(std::unique_ptr<VulkanDevice> device, vulkan::Labeler labeler, bool in_buffers)
      : device_(std::move(device)), labeler_(std::move(labeler)), in_buffers_(in_buffers) {}
  ~VulkanRunner() override {
    forget_results();
    for (std::optional<Uploaded>* const source : {&image_, &mask_, &intensity_}) forget(*source);
  }

  std::string engine() const override { return std::string(engine_name) + (in_buffers_ ? "+buffer" : ""); }
  std::string device() const override { return device_->name(); }
  bool is_on_gpu() const override { return device_->is_gpu(); }
  std::int64_t pipelines() const override { return static_cast<std::int64_t>(labeler_.pipelines()); }

  Result<void> upload(std::span<const ImageView> images) override {
    for (std::optional<Uploaded>* const source : {&mask_, &intensity_}) forget(*source);
    if (Result<void> status = check_one_image(engine_name, images); !status) return status;
    return copy_to_gpu(images.front(), image_);
  }

  Result<void> upload_second_images(const SecondImages& images) override {
    for (const auto& [from, to] : {std::pair(&images.mask, &mask_), std::pair(&images.intensity, &intensity_)}) {
      forget(*to);
      if (!*from) continue;
      if (Result<void> status = copy_to_gpu(**from, *to); !status) return status;
    }
    return {};
  }

  Result<void> prepare(const LabelingSpec& spec, const RunOptions& options) override {
    if (!image_) return no_image();
    Result<void> status = check_single(engine_name, options.submission);
    if (status) status = check_no_frame_tools(engine_name, options);
    const Extent& whole = image_->view.extent;
    const Rectangle part = options.rectangle.value_or(rectangle_of(whole));
    if (status) status = check_rectangle(part, whole, "the image");
    return status ? prepare_part(part, spec, options.table_rows) : status;
  }

  Result<void> label(const LabelingSpec& spec, const RunOptions& options) override {
    if (Result<void> status = prepare(spec, options); !status) return status;
    const Result<VkCommandBuffer> commands = device_->begin();
    if (!commands) return commands.error();
    if (!in_buffers_) {
      order_image(device_->functions(), *commands, labels_.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    }
    device_->begin_time(*commands);
    prepared_->record(*commands, *binding_);
    device_->end_time(*commands);
    timing_ = options.timing;
    is_labeled_ = true;
    return device_->run(*commands);
  }

  Result<void> wait() override { return {}; }

  Result<void> read_labels(LabelImage& labels) override;

  Result<std::vector<Component>> components() override { return read_table(read_row); }

  Result<std::vector<Measurements>> measurements() override {
    if (is_labeled_ && wanted_->spec.columns == 0) return no_measurements();
    return read_table(read_measurements);
  }

  Result<std::uint64_t> found() override {
    if (!has_table()) return no_table();
    const Result<ComponentTableHeader> header = read_header();
    return header ? Result<std::uint64_t>(join_words(header->found)) : header.error();
  }

  Result<std::vector<StageTime>> times() override {
    if (!is_labeled_ || timing_ == TimingDetail::none) return std::vector<StageTime>();
    return std::vector<StageTime>{{"labeling", "", device_->milliseconds()}};
  }

  std::optional<std::int64_t> scratch_bytes() const override { return prepared_ ? prepared_->scratch_bytes() : 0; }

 private:
  /// Copies an image to the device. What was prepared for another image of its extent and format stays, if that is in
  /// a buffer.
  Result<void> copy_to_gpu(const ImageView& image, std::optional<Uploaded>& to);

  /// What a labeling of a part of a source reads: the source itself, or a copy of the part.
  Result<vulkan::SourceImage> read_part(const Uploaded& source, const Rectangle& part);

  /// Makes the target of labels and the table.
  Result<vulkan::Outputs> make_outputs(const Wanted& wanted);

  /// Makes pipelines, memory and descriptors, unless they are there.
  Result<void> prepare_part(const Rectangle& part, const LabelingSpec& spec, std::uint32_t table_rows);

  bool has_table() const { return is_labeled_ && wanted_->table_rows > 0; }

  Result<ComponentTableHeader> read_header() {
    ComponentTableHeader header;
    if (Result<void> status = read_buffer(*device_, table_, std::as_writable_bytes(std::span(&header, 1))); !status) {
      return status.error();
    }
    return header;
  }

  template <class Row>
  Result<std::vector<Row>> read_table(Row (*read_one)(const void* row, std::uint32_t columns)) {
    if (!has_table()) return no_table();
    const Result<ComponentTableHeader> header = read_header();
    if (!header) return header.error();
    if (join_words(header->count) > header->rows) return too_few_rows(join_words(header->count), header->rows);
    std::vector<std::byte> table(sizeof(*header) + std::size_t{header->rows} * header->row_bytes);
    if (Result<void> status = read_buffer(*device_, table_, table); !status) return status.error();
    std::vector<Row> rows;
    for (std::size_t at = sizeof(*header); at < table.size(); at += header->row_bytes) {
      rows.push_back(read_one(&table[at], header->columns));
    }
    return rows;
  }

  /// Frees a source, and what was prepared for it.
  void forget(std::optional<Uploaded>& source) {
    if (!source) return;
    forget_results();
    device_->destroy(source->image);
    device_->destroy(source->buffer);
    source.reset();
  }

  /// Frees what prepare_part() made.
  void forget_results() {
    is_labeled_ = false;
    wanted_.reset();
    binding_.reset();
    prepared_.reset();
    device_->destroy(labels_);
    device_->destroy(label_buffer_);
    device_->destroy(table_);
    for (VulkanImage& part : parts_) device_->destroy(part);
    parts_.clear();
  }

  std::unique_ptr<VulkanDevice> device_;
  vulkan::Labeler labeler_;
  bool in_buffers_;  ///< Images and labels are in buffers.
  std::optional<Uploaded> image_;
  std::optional<Uploaded> mask_;
  std::optional<Uploaded> intensity_;
  // Of prepare_part():
  std::optional<Wanted> wanted_;
  std::optional<Rectangle> part_;
  std::vector<VulkanImage> parts_;  ///< Copies of parts of the sources.
  VulkanImage labels_;
  VulkanBuffer label_buffer_;  ///< In place of `labels_`.
  VulkanBuffer table_;
  std::optional<vulkan::Prepared> prepared_;
  std::optional<vulkan::Binding> binding_;
  // Of the last label():
  bool is_labeled_ = false;
  TimingDetail timing_ = TimingDetail::none;
};

Result<void> VulkanRunner::copy_to_gpu(const ImageView& image, std::optional<Uploaded>& to) {
  is_labeled_ = false;
  const bool is_alike = to && to->view.extent == image.extent && to->view.format == image.format;
  if (in_buffers_ && is_alike) {
    Result<void> status = write_buffer(*device_, image, to->buffer);
    if (!status) forget(to);
    return status;
  }
  forget(to);
  if (Result<void> status = check_extent(image.extent, vulkan::capabilities()); !status) return status;
  Uploaded uploaded{image};
  if (in_buffers_) {
    const Result<VulkanBuffer> made = upload_buffer(*device_, image);
    if (!made) return made.error();
    uploaded.buffer = *made;
  } else {
    const Result<VulkanImage> made = upload_image(*device_, image);
    if (!made) return made.error();
    uploaded.image = *made;
  }
  to = uploaded;
  return {};
}

Result<vulkan::SourceImage> VulkanRunner::read_part(const Uploaded& source, const Rectangle& part) {
  if (in_buffers_) return vulkan::SourceImage{.buffer = part_of(source, part)};
  if (part == rectangle_of(source.view.extent)) {
    return vulkan::SourceImage{source.image.view, VK_IMAGE_LAYOUT_GENERAL};
  }
  const Result<VulkanImage> copy = copy_part(*device_, source.image, source.view.format, part);
  if (!copy) return copy.error();
  parts_.push_back(*copy);
  return vulkan::SourceImage{copy->view, VK_IMAGE_LAYOUT_GENERAL};
}

Result<vulkan::Outputs> VulkanRunner::make_outputs(const Wanted& wanted) {
  vulkan::Outputs outputs;
  if (in_buffers_) {
    const auto words = static_cast<VkDeviceSize>(wanted.extent.elements() + 3) / 4 * 4;
    const Result<VulkanBuffer> labels = device_->make_buffer(words * sizeof(std::uint32_t), false);
    if (!labels) return labels.error();
    label_buffer_ = *labels;
    outputs.label_buffer = {label_buffer_.buffer, label_buffer_.bytes};
  } else {
    const Result<VulkanImage> labels =
        device_->make_image(wanted.extent, VK_FORMAT_R32_UINT,
                            VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
    if (!labels) return labels.error();
    labels_ = *labels;
    outputs.labels = labels_.view;
  }
  const std::uint32_t columns = table_columns_of(wanted.extent, wanted.spec.columns);
  const Result<VulkanBuffer> table =
      device_->make_buffer(wanted.table_rows == 0 ? 0 : table_bytes(wanted.table_rows, columns), false);
  if (!table) return table.error();
  table_ = *table;
  outputs.table = {table_.buffer, 0, table_.bytes};
  return outputs;
}

Result<void> VulkanRunner::prepare_part(const Rectangle& part, const LabelingSpec& spec, std::uint32_t table_rows) {
  const auto view_of = [](const std::optional<Uploaded>& source) {
    return source ? std::optional(source->view) : std::nullopt;
  };
  Result<void> status =
      check_second_images(spec, view_of(mask_), view_of(intensity_), image_->view.extent, vulkan::capabilities());
  if (!status) return status;
  const auto format_of = [](const std::optional<Uploaded>& source) {
    return source ? std::optional(source->view.format) : std::nullopt;
  };
  const Extent extent = extent_of(part);
  const Wanted wanted{{image_->view.format, format_of(mask_), format_of(intensity_)}, extent, spec, table_rows};
  if (wanted_ == wanted && part_ == part) return {};
  Result<vulkan::Prepared> prepared =
      labeler_.prepare(wanted.formats, extent, spec, table_rows, {in_buffers_, in_buffers_, in_buffers_, in_buffers_});
  if (!prepared) return prepared.error();
  forget_results();
  prepared_ = *std::move(prepared);
  vulkan::Inputs inputs;
  for (const auto& [from, to] : {std::pair(&image_, &inputs.image), std::pair(&mask_, &inputs.mask),
                                 std::pair(&intensity_, &inputs.intensity)}) {
    if (!*from) continue;
    const Result<vulkan::SourceImage> source = read_part(**from, part);
    if (!source) return source.error();
    *to = *source;
  }
  const Result<vulkan::Outputs> outputs = make_outputs(wanted);
  if (!outputs) return outputs.error();
  Result<vulkan::Binding> binding = prepared_->bind(inputs, *outputs);
  if (!binding) return binding.error();
  binding_ = *std::move(binding);
  wanted_ = wanted;
  part_ = part;
  return {};
}

Result<void> VulkanRunner::read_labels(LabelImage& labels) {
  if (!is_labeled_) return no_labels();
  labels.extent = wanted_->extent;
  labels.values.resize(static_cast<std::size_t>(labels.extent.elements()));
  const std::span<std::byte> to = std::as_writable_bytes(std::span(labels.values));
  return in_buffers_ ? read_buffer(*device_, label_buffer_, to) : read_image(*device_, labels_, to);
}

}  // namespace

Result<std::unique_ptr<Runner>> make_vulkan_runner(const DeviceChoice& device, bool in_buffers) {
  Result<std::unique_ptr<VulkanDevice>> opened = VulkanDevice::open(device.index, device.graphics_queue);
  if (!opened) return opened.error();
  Result<vulkan::Labeler> labeler = vulkan::Labeler::create((*opened)->device());
  if (!labeler) return labeler.error();
  return std::unique_ptr<Runner>(std::make_unique<VulkanRunner>(*std::move(opened), *std::move(labeler), in_buffers));
}

std::string why_no_vulkan() {
  const Result<std::unique_ptr<VulkanDevice>> opened = VulkanDevice::open(-1);
  return opened ? std::string() : opened.error().message;
}

}  // namespace glccl::engines
