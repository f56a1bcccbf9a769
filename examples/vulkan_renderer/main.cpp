// A renderer that labels its own id target. One command buffer draws a picture and ids, labels the ids, and draws the
// boxes of the components over the picture. The CPU reads back the result alone.
#include <cstring>
#include <fstream>
#include <glccl/table.hpp>
#include <glccl/vulkan/labeler.hpp>
#include <iostream>
#include <span>
#include <stdexcept>
#include <string>

#include "gpu.hpp"
#include "renderer.hpp"

namespace {

constexpr vk::Extent2D extent = {960, 540};
constexpr std::uint32_t table_rows = 4096;
constexpr const char* usage = "usage: vulkan_renderer [PICTURE.ppm [IDS.pgm]]\n";

// How commands use images.
constexpr ImageUse labels_written = {vk::ImageLayout::eGeneral, vk::PipelineStageFlagBits2::eComputeShader,
                                     vk::AccessFlagBits2::eShaderWrite};
constexpr ImageUse ids_read = {vk::ImageLayout::eShaderReadOnlyOptimal, vk::PipelineStageFlagBits2::eComputeShader,
                               vk::AccessFlagBits2::eShaderRead};
constexpr ImageUse copied = {vk::ImageLayout::eTransferSrcOptimal, vk::PipelineStageFlagBits2::eCopy,
                             vk::AccessFlagBits2::eTransferRead};

// Where each result lies in the buffer that the CPU reads.
constexpr std::size_t pixels = std::size_t{extent.width} * extent.height;
constexpr std::size_t picture_at = sizeof(glccl::ComponentTableHeader);
constexpr std::size_t ids_at = picture_at + 4 * pixels;
constexpr std::size_t result_bytes = ids_at + pixels;

template <class T>
T value_of(glccl::Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return *std::move(result);
}

/// Labels the ids of a Renderer: neighbours with equal ids are connected, 0 is background.
struct Labeling {
  Labeling(const Gpu& gpu, const Renderer& renderer, const Buffer& table)
      : labels(make_image(gpu, extent, vk::Format::eR32Uint, vk::ImageUsageFlagBits::eStorage)),
        labeler(value_of(glccl::vulkan::Labeler::create(
            {.instance = *gpu.instance,
             .physical_device = *gpu.physical,
             .device = *gpu.device,
             .get_instance_proc_addr = gpu.context.getDispatcher()->vkGetInstanceProcAddr}))),
        prepared(value_of(labeler.prepare({glccl::PixelFormat::u8}, {extent.width, extent.height},
                                          {.criterion = glccl::Equal{}}, table_rows))),
        binding(value_of(
            prepared.bind({.image = {*renderer.ids().view, VkImageLayout(ids_read.layout)}},
                          {.labels = *labels.view, .table = {*table.buffer, 0, glccl::table_bytes(table_rows)}}))) {}

  Image labels;
  glccl::vulkan::Labeler labeler;
  glccl::vulkan::Prepared prepared;
  glccl::vulkan::Binding binding;
};

/// Records a frame, which ends with the copy of its results.
void record(const vk::raii::CommandBuffer& commands, const Renderer& renderer, const Labeling& labeling,
            const Buffer& table, const Buffer& results) {
  renderer.draw_scene(commands);
  order(commands, renderer.ids(), Renderer::drawn, ids_read);
  order(commands, labeling.labels, not_used, labels_written);
  labeling.prepared.record(*commands, labeling.binding);
  using Stage = vk::PipelineStageFlagBits2;
  using Access = vk::AccessFlagBits2;
  order(commands, {.srcStageMask = Stage::eComputeShader,
                   .srcAccessMask = Access::eShaderWrite,
                   .dstStageMask = Stage::eDrawIndirect | Stage::eVertexShader | Stage::eCopy,
                   .dstAccessMask = Access::eIndirectCommandRead | Access::eShaderRead | Access::eTransferRead});
  renderer.draw_boxes(commands);

  order(commands, renderer.picture(), Renderer::drawn, copied);
  order(commands, renderer.ids(), ids_read, copied);
  const auto copy = [&](const Image& image, std::size_t offset) {
    const vk::BufferImageCopy region{.bufferOffset = offset,
                                     .imageSubresource = {vk::ImageAspectFlagBits::eColor, 0, 0, 1},
                                     .imageExtent = {extent.width, extent.height, 1}};
    commands.copyImageToBuffer(*image.image, copied.layout, *results.buffer, region);
  };
  commands.copyBuffer(*table.buffer, *results.buffer, vk::BufferCopy{.size = picture_at});
  copy(renderer.picture(), picture_at);
  copy(renderer.ids(), ids_at);
  order(commands, {.srcStageMask = Stage::eCopy,
                   .srcAccessMask = Access::eTransferWrite,
                   .dstStageMask = Stage::eHost,
                   .dstAccessMask = Access::eHostRead});
}

/// Writes a PGM or PPM, with one or three of the channels of each pixel.
void write_pnm(const std::string& path, const char* pixel, std::size_t written, std::size_t channels) {
  std::ofstream file(path, std::ios::binary);
  file << (written == 1 ? "P5 " : "P6 ") << extent.width << ' ' << extent.height << " 255\n";
  for (std::size_t i = 0; i < pixels; ++i) file.write(pixel + i * channels, static_cast<std::streamsize>(written));
  if (!file.flush()) throw std::runtime_error(path + " cannot be written");
}

void run(std::span<char*> paths) {
  using Usage = vk::BufferUsageFlagBits;
  using Memory = vk::MemoryPropertyFlagBits;
  const Gpu gpu = open_gpu();
  const Buffer table =
      make_buffer(gpu, glccl::table_bytes(table_rows),
                  Usage::eStorageBuffer | Usage::eIndirectBuffer | Usage::eTransferSrc, Memory::eDeviceLocal);
  const Buffer results =
      make_buffer(gpu, result_bytes, Usage::eTransferDst, Memory::eHostVisible | Memory::eHostCoherent);
  const Renderer renderer(gpu, extent, table);
  const Labeling labeling(gpu, renderer, table);

  const vk::raii::CommandPool pool(gpu.device, {.queueFamilyIndex = gpu.queue_family});
  const vk::raii::CommandBuffers commands(gpu.device, {.commandPool = *pool, .commandBufferCount = 1});
  commands[0].begin({.flags = vk::CommandBufferUsageFlagBits::eOneTimeSubmit});
  record(commands[0], renderer, labeling, table, results);
  commands[0].end();
  const vk::CommandBufferSubmitInfo submitted{.commandBuffer = *commands[0]};
  gpu.queue.submit2(vk::SubmitInfo2{.commandBufferInfoCount = 1, .pCommandBufferInfos = &submitted});
  gpu.queue.waitIdle();

  const char* const bytes = static_cast<const char*>(results.memory.mapMemory(0, VK_WHOLE_SIZE));
  glccl::ComponentTableHeader header;
  std::memcpy(&header, bytes, sizeof(header));
  std::cout << glccl::join_words(header.count) << " components of " << Renderer::objects << " objects\n";
  if (!paths.empty()) write_pnm(paths[0], bytes + picture_at, 3, 4);
  if (paths.size() > 1) write_pnm(paths[1], bytes + ids_at, 1, 1);
}

}  // namespace

int main(int count, char** words) {
  if (count > 3) {
    std::cerr << usage;
    return 1;
  }
  try {
    run(std::span(words + 1, static_cast<std::size_t>(count - 1)));
  } catch (const std::exception& error) {
    std::cerr << "vulkan_renderer: " << error.what() << "\n";
    return 1;
  }
  return 0;
}
