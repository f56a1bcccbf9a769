#include "host/engines/vulkan_runner.hpp"

#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "glccl/vulkan/labeler.hpp"
#include "host/engines/part.hpp"
#include "host/engines/runner_errors.hpp"
#include "host/engines/vulkan_device.hpp"

namespace glccl::engines {
namespace {

constexpr const char* engine_name = "vulkan";

void order_image(const HostVulkan& vk, VkCommandBuffer commands, VkImage image, VkImageLayout from, VkImageLayout to) {
  VkImageMemoryBarrier barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
  barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.oldLayout = from;
  barrier.newLayout = to;
  barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.image = image;
  barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  vk.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, nullptr,
                        0, nullptr, 1, &barrier);
}

VkBufferImageCopy copy_of(const Extent& extent) {
  VkBufferImageCopy copy{};
  copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  copy.imageExtent = {static_cast<std::uint32_t>(extent.width), static_cast<std::uint32_t>(extent.height),
                      static_cast<std::uint32_t>(extent.depth)};
  return copy;
}

/// What the last label() was for.
struct LastLabeling {
  Extent extent;
  std::uint32_t table_rows = 0;
  std::uint32_t columns = 0;
  TimingDetail timing = TimingDetail::none;
};

class VulkanRunner : public Runner {
 public:
  VulkanRunner(std::unique_ptr<VulkanDevice> device, vulkan::Labeler labeler)
      : device_(std::move(device)), labeler_(std::move(labeler)) {}
  ~VulkanRunner() override { forget(); }

  std::string engine() const override { return engine_name; }
  std::string device() const override { return device_->name(); }
  bool is_on_gpu() const override { return device_->is_gpu(); }

  Result<void> upload(std::span<const ImageView> images) override {
    image_.reset();
    second_images_ = {};
    if (Result<void> status = check_one_image(engine_name, images); !status) return status;
    if (vulkan_format_of(images.front().format) == VK_FORMAT_UNDEFINED) {
      return Error{ErrorCode::unsupported, "engine vulkan does not read " +
                                               std::string(traits_of(images.front().format).name) + ": use compute"};
    }
    image_ = images.front();
    return {};
  }

  Result<void> upload_second_images(const SecondImages& images) override {
    second_images_ = images;
    return {};
  }

  Result<void> label(const LabelingSpec& spec, const RunOptions& options) override;

  Result<void> wait() override { return {}; }

  Result<void> read_labels(LabelImage& labels) override {
    if (!last_) return no_labels();
    labels.extent = last_->extent;
    labels.values = labels_;
    return {};
  }

  Result<std::vector<Component>> components() override { return read_table(read_row); }

  Result<std::vector<Measurements>> measurements() override {
    if (last_ && last_->columns == 0) return no_measurements();
    return read_table(read_measurements);
  }

  Result<std::uint64_t> found() override {
    if (!last_ || last_->table_rows == 0) return no_table();
    return join_words(header().found);
  }

  Result<std::vector<StageTime>> times() override {
    if (!last_ || last_->timing == TimingDetail::none) return std::vector<StageTime>();
    return std::vector<StageTime>{{"labeling", "", device_->milliseconds()}};
  }

  std::optional<std::int64_t> scratch_bytes() const override { return labeler_.scratch_bytes(); }

 private:
  /// An image of the device with the content of one of the CPU.
  Result<VulkanImage> copy_to_gpu(const ImageView& image);

  /// Labels what is on the GPU, and copies labels and table to the CPU.
  Result<void> label_on_gpu(const vulkan::Inputs& inputs, const VulkanImage& labels, const VulkanBuffer& table);

  ComponentTableHeader header() const {
    ComponentTableHeader found;
    std::memcpy(&found, table_.data(), sizeof(found));
    return found;
  }

  template <class Row>
  Result<std::vector<Row>> read_table(Row (*read)(const void* row, std::uint32_t columns)) {
    if (!last_ || last_->table_rows == 0) return no_table();
    const ComponentTableHeader found = header();
    if (join_words(found.count) > found.rows) return too_few_rows(join_words(found.count), found.rows);
    std::vector<Row> rows;
    for (std::uint32_t i = 0; i < found.rows; ++i) {
      rows.push_back(read(&table_[sizeof(found) + std::size_t{i} * found.row_bytes], found.columns));
    }
    return rows;
  }

  /// Frees images and buffers of a labeling.
  void forget() {
    for (VulkanImage& image : images_) device_->destroy(image);
    for (VulkanBuffer& buffer : buffers_) device_->destroy(buffer);
    images_.clear();
    buffers_.clear();
  }

  std::unique_ptr<VulkanDevice> device_;
  vulkan::Labeler labeler_;
  std::optional<ImageView> image_;
  SecondImages second_images_;
  std::vector<VulkanImage> images_;
  std::vector<VulkanBuffer> buffers_;
  std::optional<LastLabeling> last_;
  std::vector<std::uint32_t> labels_;
  std::vector<std::byte> table_;
};

Result<VulkanImage> VulkanRunner::copy_to_gpu(const ImageView& image) {
  Result<VulkanImage> made = device_->make_image(image.extent, vulkan_format_of(image.format),
                                                 VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  if (!made) return made;
  images_.push_back(*made);
  const std::size_t row_bytes = static_cast<std::size_t>(image.extent.width) * bytes_per_pixel(image.format);
  const Result<VulkanBuffer> staging =
      device_->make_buffer(row_bytes * static_cast<std::size_t>(image.extent.height) * image.extent.depth, true);
  if (!staging) return staging.error();
  buffers_.push_back(*staging);
  auto* to = static_cast<unsigned char*>(staging->mapped);
  for (int z = 0; z < image.extent.depth; ++z) {
    for (int y = 0; y < image.extent.height; ++y, to += row_bytes) std::memcpy(to, image.row(y, z), row_bytes);
  }
  const Result<VkCommandBuffer> commands = device_->begin();
  if (!commands) return commands.error();
  const HostVulkan& vk = device_->functions();
  order_image(vk, *commands, made->image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
  const VkBufferImageCopy copy = copy_of(image.extent);
  vk.CmdCopyBufferToImage(*commands, staging->buffer, made->image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
  order_image(vk, *commands, made->image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
              VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
  if (const Result<void> status = device_->run(*commands); !status) return status.error();
  return made;
}

Result<void> VulkanRunner::label(const LabelingSpec& spec, const RunOptions& options) {
  if (!image_) return no_image();
  if (Result<void> status = check_single(engine_name, options.submission); !status) return status;
  if (Result<void> status = check_no_frame_tools(engine_name, options); !status) return status;
  const Result<ImageView> part = part_of(*image_, options.rectangle);
  if (!part) return part.error();
  const Result<SecondImages> second = parts_of(second_images_, options.rectangle);
  if (!second) return second.error();
  const auto format_of = [](const std::optional<ImageView>& image) {
    return image ? std::optional(image->format) : std::nullopt;
  };
  forget();
  const Extent& extent = part->extent;
  Result<void> status = check_second_images(spec, second->mask, second->intensity, extent, vulkan::capabilities());
  if (!status) return status;
  status = labeler_.prepare({part->format, format_of(second->mask), format_of(second->intensity)}, extent, spec,
                            options.table_rows);
  if (!status) return status;
  vulkan::Inputs inputs;
  for (const auto& [from, to] : {std::pair(std::optional(*part), &inputs.image), std::pair(second->mask, &inputs.mask),
                                 std::pair(second->intensity, &inputs.intensity)}) {
    if (!from) continue;
    const Result<VulkanImage> image = copy_to_gpu(*from);
    if (!image) return image.error();
    to->view = image->view;
  }
  const Result<VulkanImage> labels =
      device_->make_image(extent, VK_FORMAT_R32_UINT, VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
  if (!labels) return labels.error();
  images_.push_back(*labels);
  const std::uint32_t columns = table_columns_of(extent, spec.columns);
  const Result<VulkanBuffer> table =
      device_->make_buffer(options.table_rows == 0 ? 0 : table_bytes(options.table_rows, columns), false);
  if (!table) return table.error();
  buffers_.push_back(*table);
  status = label_on_gpu(inputs, *labels, *table);
  if (!status) return status;
  last_ = {extent, options.table_rows, spec.columns, options.timing};
  return {};
}

Result<void> VulkanRunner::label_on_gpu(const vulkan::Inputs& inputs, const VulkanImage& labels,
                                        const VulkanBuffer& table) {
  const Result<vulkan::Binding> binding =
      labeler_.bind(inputs, {.labels = labels.view, .table = {table.buffer, 0, table.bytes}});
  if (!binding) return binding.error();
  labels_.resize(static_cast<std::size_t>(labels.extent.elements()));
  table_.resize(table.bytes);
  const Result<VulkanBuffer> read_labels = device_->make_buffer(labels_.size() * 4, true);
  if (!read_labels) return read_labels.error();
  buffers_.push_back(*read_labels);
  const Result<VulkanBuffer> read_table = device_->make_buffer(table.bytes, true);
  if (!read_table) return read_table.error();
  buffers_.push_back(*read_table);
  const Result<VkCommandBuffer> commands = device_->begin();
  if (!commands) return commands.error();
  const HostVulkan& vk = device_->functions();
  order_image(vk, *commands, labels.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
  device_->begin_time(*commands);
  labeler_.record(*commands, *binding);
  device_->end_time(*commands);
  order_image(vk, *commands, labels.image, VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_GENERAL);
  VkMemoryBarrier barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT;
  vk.CmdPipelineBarrier(*commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1, &barrier,
                        0, nullptr, 0, nullptr);
  const VkBufferImageCopy copy = copy_of(labels.extent);
  vk.CmdCopyImageToBuffer(*commands, labels.image, VK_IMAGE_LAYOUT_GENERAL, read_labels->buffer, 1, &copy);
  const VkBufferCopy whole{0, 0, table.bytes};
  vk.CmdCopyBuffer(*commands, table.buffer, read_table->buffer, 1, &whole);
  barrier.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
  vk.CmdPipelineBarrier(*commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0,
                        nullptr, 0, nullptr);
  if (const Result<void> status = device_->run(*commands); !status) return status;
  std::memcpy(labels_.data(), read_labels->mapped, labels_.size() * 4);
  std::memcpy(table_.data(), read_table->mapped, table_.size());
  return {};
}

}  // namespace

Result<std::unique_ptr<Runner>> make_vulkan_runner(const Device& device) {
  Result<std::unique_ptr<VulkanDevice>> opened = VulkanDevice::open(device.index);
  if (!opened) return opened.error();
  Result<vulkan::Labeler> labeler = vulkan::Labeler::create((*opened)->device());
  if (!labeler) return labeler.error();
  return std::unique_ptr<Runner>(std::make_unique<VulkanRunner>(*std::move(opened), *std::move(labeler)));
}

}  // namespace glccl::engines
