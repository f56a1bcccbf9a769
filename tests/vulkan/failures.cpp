// What vulkan::Labeler, and what it prepares, does where a function of Vulkan fails: each of them, in each of its
// calls.
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "glccl/table.hpp"
#include "glccl/vulkan/labeler.hpp"
#include "host/engines/vulkan_copies.hpp"
#include "host/engines/vulkan_device.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"
#include "tests/support/skip.hpp"

namespace glccl::tests {
namespace {

using engines::VulkanDevice;
using engines::VulkanImage;

/// The call that fails: `at`, from 1, of a function.
struct Fault {
  std::string function;
  int at = 0;
  VkResult result = VK_SUCCESS;
  int calls = 0;
};

Fault fault;
int live = 0;  ///< Objects that were made and not destroyed.

/// In place of a function of a device: one that can fail, or one that destroys.
template <class Function, class Tag>
struct Stub;

template <class... Arguments, class Tag>
struct Stub<VkResult(VKAPI_PTR*)(Arguments...), Tag> {
  static inline std::string name;
  static inline VkResult(VKAPI_PTR* real)(Arguments...) = nullptr;

  static VKAPI_ATTR VkResult VKAPI_CALL call(Arguments... arguments) {
    if (fault.function == name && ++fault.calls == fault.at) return fault.result;
    const VkResult result = real(arguments...);
    const bool makes = name.starts_with("vkCreate") || name == "vkAllocateMemory";
    if (makes && result == VK_SUCCESS) ++live;
    return result;
  }
};

template <class Handle, class Tag>
struct Stub<void(VKAPI_PTR*)(VkDevice, Handle, const VkAllocationCallbacks*), Tag> {
  static inline std::string name;
  static inline void(VKAPI_PTR* real)(VkDevice, Handle, const VkAllocationCallbacks*) = nullptr;

  static VKAPI_ATTR void VKAPI_CALL call(VkDevice device, Handle handle, const VkAllocationCallbacks* callbacks) {
    if (handle != Handle{}) --live;
    real(device, handle, callbacks);
  }
};

using Interpose = PFN_vkVoidFunction (*)(const char* name, PFN_vkVoidFunction real);

template <class Function, class Tag>
PFN_vkVoidFunction interpose(const char* name, PFN_vkVoidFunction real) {
  using One = Stub<Function, Tag>;
  One::name = name;
  One::real = reinterpret_cast<Function>(real);
  return reinterpret_cast<PFN_vkVoidFunction>(One::call);
}

// clang-format off
#define GLCCL_STUB(function) {"vk" #function, interpose<PFN_vk##function, struct function##Tag>}
// clang-format on

const std::map<std::string, Interpose> failing = {GLCCL_STUB(AllocateDescriptorSets),
                                                  GLCCL_STUB(AllocateMemory),
                                                  GLCCL_STUB(BindBufferMemory),
                                                  GLCCL_STUB(CreateBuffer),
                                                  GLCCL_STUB(CreateComputePipelines),
                                                  GLCCL_STUB(CreateDescriptorPool),
                                                  GLCCL_STUB(CreateDescriptorSetLayout),
                                                  GLCCL_STUB(CreatePipelineLayout),
                                                  GLCCL_STUB(CreateSampler),
                                                  GLCCL_STUB(CreateShaderModule)};

const std::map<std::string, Interpose> destroying = {GLCCL_STUB(DestroyBuffer),
                                                     GLCCL_STUB(DestroyDescriptorPool),
                                                     GLCCL_STUB(DestroyDescriptorSetLayout),
                                                     GLCCL_STUB(DestroyPipeline),
                                                     GLCCL_STUB(DestroyPipelineLayout),
                                                     GLCCL_STUB(DestroySampler),
                                                     GLCCL_STUB(DestroyShaderModule),
                                                     GLCCL_STUB(FreeMemory)};

PFN_vkGetInstanceProcAddr real_of_instance = nullptr;
PFN_vkGetDeviceProcAddr real_of_device = nullptr;

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL find_in_device(VkDevice device, const char* name) {
  const PFN_vkVoidFunction real = real_of_device(device, name);
  for (const auto* const table : {&failing, &destroying}) {
    if (const auto found = table->find(name); found != table->end()) return found->second(name, real);
  }
  return real;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL find_in_instance(VkInstance instance, const char* name) {
  const PFN_vkVoidFunction real = real_of_instance(instance, name);
  if (std::string(name) != "vkGetDeviceProcAddr") return real;
  real_of_device = reinterpret_cast<PFN_vkGetDeviceProcAddr>(real);
  return reinterpret_cast<PFN_vkVoidFunction>(find_in_device);
}

/// An image on the device, its labels and their table.
struct OnDeviceImages {
  const host::Image image = make_image("noise", {70, 50});
  VulkanImage source = {};
  VulkanImage labels = {};
  engines::VulkanBuffer table = {};
  engines::VulkanBuffer contacts = {};

  vulkan::BufferRange contacts_range() const { return {contacts.buffer, 0, contacts.bytes}; }
  vulkan::BufferRange table_range() const { return {table.buffer, 0, table.bytes}; }
  vulkan::Labels labeled() const { return {{labels.view, VK_IMAGE_LAYOUT_GENERAL}, image.extent, table_range()}; }
};

/// Prepares, binds, records and runs a labeling, and checks its labels.
Result<void> label(VulkanDevice& device, vulkan::Labeler& labeler, const OnDeviceImages& images) {
  const LabelingSpec spec;
  Result<vulkan::Prepared> prepared = labeler.prepare({images.image.format}, images.image.extent, spec, 1);
  if (!prepared) return prepared.error();
  const Result<vulkan::Binding> binding = prepared->bind({.image = {images.source.view, VK_IMAGE_LAYOUT_GENERAL}},
                                                         {.labels = images.labels.view, .table = images.table_range()});
  if (!binding) return binding.error();
  const Result<VkCommandBuffer> commands = device.begin();
  REQUIRE(commands);
  order_image(device.functions(), *commands, images.labels.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
  prepared->record(*commands, *binding);
  REQUIRE(device.run(*commands));
  LabelImage found{images.image.extent,
                   std::vector<std::uint32_t>(static_cast<std::size_t>(images.image.extent.elements()))};
  REQUIRE(read_image(device, images.labels, std::as_writable_bytes(std::span(found.values))));
  CHECK(first_difference(found, reference(images.image, spec).labels) == "");
  return {};
}

/// Prepares a Tracker, binds, records and runs a frame of the labels, and checks its header.
Result<void> follow(VulkanDevice& device, vulkan::Labeler& labeler, const OnDeviceImages& images) {
  Result<vulkan::Tracker> tracker = labeler.prepare_tracker(images.image.extent, {.max_components = 4096});
  if (!tracker) return tracker.error();
  const Result<vulkan::Binding> binding = tracker->bind(images.labeled());
  if (!binding) return binding.error();
  const Result<VkCommandBuffer> commands = device.begin();
  REQUIRE(commands);
  REQUIRE(tracker->record(*commands, *binding));
  REQUIRE(device.run(*commands));
  TracksHeader header;
  REQUIRE(read_buffer(device, {.buffer = tracker->tracks().buffer}, std::as_writable_bytes(std::span(&header, 1))));
  CHECK(header.births == reference(images.image).components.size());
  return {};
}

/// Prepares Regions, binds, records and runs contacts of the labels, which have none, and checks their header.
Result<void> find_contacts(VulkanDevice& device, vulkan::Labeler& labeler, const OnDeviceImages& images) {
  Result<vulkan::Regions> regions = labeler.prepare_regions(images.image.extent, {.max_contacts = 8});
  if (!regions) return regions.error();
  const Result<vulkan::Binding> binding = regions->bind(images.labeled(), {.contacts = images.contacts_range()});
  if (!binding) return binding.error();
  const Result<VkCommandBuffer> commands = device.begin();
  REQUIRE(commands);
  REQUIRE(regions->contacts(*commands, *binding, Connectivity::eight));
  REQUIRE(device.run(*commands));
  ContactsHeader header;
  REQUIRE(read_buffer(device, images.contacts, std::as_writable_bytes(std::span(&header, 1))));
  CHECK(header.max_contacts == 8);
  CHECK(header.found == 0);
  return {};
}

/// Lets the call fail. Returns whether it was made.
bool check_failure(VulkanDevice& device, const vulkan::Device& stubbed, const OnDeviceImages& images) {
  Result<vulkan::Labeler> labeler = vulkan::Labeler::create(stubbed);
  Result<void> done = labeler ? label(device, *labeler, images) : labeler.error();
  if (done) done = follow(device, *labeler, images);
  if (done) done = find_contacts(device, *labeler, images);
  if (fault.calls < fault.at) {
    CHECK(done);
    return false;
  }
  REQUIRE_FALSE(done);
  CHECK(done.error().code == ErrorCode::gpu);
  const std::string word = fault.result == VK_ERROR_DEVICE_LOST ? "VK_ERROR_DEVICE_LOST" : "VK_ERROR_OUT_OF_DEVICE";
  CHECK_THAT(done.error().message, Catch::Contains(fault.function + " returned " + word));
  fault.at = 0;
  if (labeler) {  // as if nothing had been
    CHECK(label(device, *labeler, images));
    CHECK(follow(device, *labeler, images));
    CHECK(find_contacts(device, *labeler, images));
  }
  return true;
}

}  // namespace

TEST_CASE("where a function of Vulkan fails, nothing leaks and the Labeler goes on", "[vulkan]") {
  const Result<std::unique_ptr<VulkanDevice>> device = VulkanDevice::open(-1);
  if (skip_gently(device ? "" : device.error().message)) return;
  OnDeviceImages images;
  Result<VulkanImage> source = upload_image(**device, images.image.view());
  REQUIRE(source);
  images.source = *source;
  Result<VulkanImage> labels =
      (*device)->make_image(images.image.extent, VK_FORMAT_R32_UINT,
                            VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
  REQUIRE(labels);
  images.labels = *labels;
  const Result<engines::VulkanBuffer> table = (*device)->make_buffer(table_bytes(1), false);
  REQUIRE(table);
  images.table = *table;
  const Result<engines::VulkanBuffer> contacts = (*device)->make_buffer(contacts_bytes(8), false);
  REQUIRE(contacts);
  images.contacts = *contacts;

  vulkan::Device stubbed = (*device)->device();
  real_of_instance = stubbed.get_instance_proc_addr;
  stubbed.get_instance_proc_addr = find_in_instance;
  live = 0;
  for (const auto& [function, stub] : failing) {
    int at = 1;
    for (bool failed = true; failed; ++at) {
      CAPTURE(function, at);
      fault = {function, at, at % 2 == 0 ? VK_ERROR_DEVICE_LOST : VK_ERROR_OUT_OF_DEVICE_MEMORY};
      failed = check_failure(**device, stubbed, images);
      REQUIRE(live == 0);
    }
    CHECK(at > 2);  // it is called
  }
  (*device)->destroy(images.contacts);
  (*device)->destroy(images.table);
  (*device)->destroy(images.labels);
  (*device)->destroy(images.source);
}

}  // namespace glccl::tests
