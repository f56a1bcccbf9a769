// A device of Vulkan, images and buffers in its memory.
#pragma once

// Without constructors, members of Vulkan's structures are written by name.
#define VULKAN_HPP_NO_CONSTRUCTORS
#include <cstdint>
#include <vulkan/vulkan_raii.hpp>

/// A device with one queue that draws and computes.
struct Gpu {
  vk::raii::Context context;
  vk::raii::Instance instance = nullptr;
  vk::raii::PhysicalDevice physical = nullptr;
  vk::raii::Device device = nullptr;
  std::uint32_t queue_family = 0;
  vk::raii::Queue queue = nullptr;
};

/// Opens the first device of Vulkan 1.3; where there are several, a GPU rather than the CPU.
Gpu open_gpu();

/// An image, its memory and a view of it.
struct Image {
  vk::raii::DeviceMemory memory = nullptr;
  vk::raii::Image image = nullptr;
  vk::raii::ImageView view = nullptr;
};

/// Makes an image of one level.
Image make_image(const Gpu& gpu, vk::Extent2D extent, vk::Format format, vk::ImageUsageFlags usage);

/// A buffer and its memory.
struct Buffer {
  vk::raii::DeviceMemory memory = nullptr;
  vk::raii::Buffer buffer = nullptr;
};

/// Makes a buffer; `memory` says where.
Buffer make_buffer(const Gpu& gpu, vk::DeviceSize bytes, vk::BufferUsageFlags usage, vk::MemoryPropertyFlags memory);

/// How commands use an image: in which layout, at which stages, and how they access it.
struct ImageUse {
  vk::ImageLayout layout;
  vk::PipelineStageFlags2 stages;
  vk::AccessFlags2 access;
};

/// Not at all: what the image has is lost.
inline constexpr ImageUse not_used = {vk::ImageLayout::eUndefined, {}, {}};

/// Records that commands before use the image as `before`, commands behind as `after`.
void order(const vk::raii::CommandBuffer& commands, const Image& image, const ImageUse& before, const ImageUse& after);

/// Records that commands behind see in buffers what commands before have written.
void order(const vk::raii::CommandBuffer& commands, const vk::MemoryBarrier2& barrier);
