// The C face of glccl_vulkan: every function checks and converts its arguments, and calls C++.
#include "vulkan/c.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/c/convert.hpp"
#include "engine/c/guard.hpp"
#include "glccl/vulkan/formats.hpp"

struct glccl_vulkan_prepared {
  glccl::vulkan::Prepared prepared;
};

namespace {

namespace c_api = glccl::c_api;
using c_api::Failure;
using c_api::guarded;
using c_api::Outcome;
using c_api::read_sized;
using glccl::PixelFormat;
using glccl::Result;
using glccl::vulkan::from_c;

/// VK_FORMAT_UNDEFINED: nothing.
Outcome convert_format(VkFormat format, const char* who, std::optional<PixelFormat>& to) {
  to = glccl::vulkan::pixel_format_of(format);
  if (to || format == VK_FORMAT_UNDEFINED) return {};
  return Failure(GLCCL_ERROR_UNSUPPORTED,
                 std::string(who) + " has VkFormat " + std::to_string(format) + ", of which there are no labels");
}

Outcome convert_formats(const glccl_vulkan_request& from, glccl::InputFormats& to) {
  std::optional<PixelFormat> image;
  Outcome failure = convert_format(from.image, "the image", image);
  if (!failure) failure = convert_format(from.mask, "the mask", to.mask);
  if (!failure) failure = convert_format(from.intensity, "the image of intensities", to.intensity);
  if (failure) return failure;
  if (!image) return Failure(GLCCL_ERROR_INVALID_ARGUMENT, "the format of the image is VK_FORMAT_UNDEFINED");
  to.image = *image;
  return {};
}

}  // namespace

glccl_error_code glccl_vulkan_labeler_create(const glccl_vulkan_device* device, glccl_vulkan_labeler** labeler,
                                             glccl_error* error) {
  return guarded(error, {{"device", device}, {"labeler", labeler}}, [&]() -> Outcome {
    *labeler = nullptr;
    const glccl_vulkan_device given = read_sized(device, {});
    Result<glccl::vulkan::Labeler> made = glccl::vulkan::Labeler::create(
        {given.instance, given.physical_device, given.device, given.get_instance_proc_addr, given.pipeline_cache,
         given.subgroup_size_control != 0});
    if (!made) return made.error();
    *labeler = new glccl_vulkan_labeler{std::move(*made)};
    return {};
  });
}

void glccl_vulkan_labeler_destroy(glccl_vulkan_labeler* labeler) {
  const std::unique_ptr<glccl_vulkan_labeler> end(labeler);
}

glccl_error_code glccl_vulkan_prepare(glccl_vulkan_labeler* labeler, const glccl_vulkan_request* request,
                                      glccl_vulkan_prepared** prepared, glccl_error* error) {
  return guarded(error, {{"labeler", labeler}, {"request", request}, {"prepared", prepared}}, [&]() -> Outcome {
    *prepared = nullptr;
    const glccl_vulkan_request given = read_sized(request, {});
    c_api::LabelingArguments asked;
    if (Outcome failure = c_api::convert(given.spec, nullptr, asked)) return failure;
    glccl::InputFormats formats;
    if (Outcome failure = convert_formats(given, formats)) return failure;
    Result<glccl::vulkan::Prepared> made =
        labeler->labeler.prepare(formats, c_api::from_c(given.extent), asked.spec, given.table_rows,
                                 {given.image_in_buffer != 0, given.mask_in_buffer != 0, given.intensity_in_buffer != 0,
                                  given.labels_in_buffer != 0});
    if (!made) return made.error();
    *prepared = new glccl_vulkan_prepared{std::move(*made)};
    return {};
  });
}

void glccl_vulkan_prepared_destroy(glccl_vulkan_prepared* prepared) {
  const std::unique_ptr<glccl_vulkan_prepared> end(prepared);
}

int64_t glccl_vulkan_scratch_bytes(const glccl_vulkan_prepared* prepared) {
  return prepared == nullptr ? 0 : prepared->prepared.scratch_bytes();
}

int64_t glccl_vulkan_table_bytes(const glccl_vulkan_prepared* prepared) {
  return prepared == nullptr ? 0 : prepared->prepared.table_bytes();
}

glccl_error_code glccl_vulkan_bind(const glccl_vulkan_prepared* prepared, const glccl_vulkan_inputs* inputs,
                                   const glccl_vulkan_outputs* outputs, glccl_vulkan_binding** binding,
                                   glccl_error* error) {
  return guarded(
      error, {{"prepared", prepared}, {"inputs", inputs}, {"outputs", outputs}, {"binding", binding}},
      [&]() -> Outcome {
        *binding = nullptr;
        const glccl_vulkan_inputs from = read_sized(inputs, {});
        const glccl_vulkan_outputs to = read_sized(outputs, {});
        return glccl::vulkan::keep(
            prepared->prepared.bind({from_c(from.image), from_c(from.mask), from_c(from.intensity)},
                                    {to.labels, {to.table, to.table_offset, to.table_bytes}, from_c(to.label_buffer)}),
            binding);
      });
}

void glccl_vulkan_binding_destroy(glccl_vulkan_binding* binding) {
  const std::unique_ptr<glccl_vulkan_binding> end(binding);
}

glccl_error_code glccl_vulkan_record(const glccl_vulkan_prepared* prepared, const glccl_vulkan_binding* binding,
                                     VkCommandBuffer commands, glccl_error* error) {
  return guarded(error, {{"prepared", prepared}, {"binding", binding}, {"commands", commands}}, [&]() -> Outcome {
    prepared->prepared.record(commands, binding->binding);
    return {};
  });
}
