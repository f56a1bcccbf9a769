// The C face of glccl::vulkan::Tracker.
#include <memory>
#include <utility>

#include "glccl/vulkan/tracker.h"
#include "vulkan/c.hpp"

struct glccl_vulkan_tracker {
  glccl::vulkan::Tracker tracker;
};

namespace {

namespace c_api = glccl::c_api;
using c_api::guarded;
using c_api::opt;
using c_api::Outcome;
using c_api::read_sized;
using glccl::vulkan::from_c;
using glccl::vulkan::outcome_of;

}  // namespace

glccl_error_code glccl_vulkan_prepare_tracker(glccl_vulkan_labeler* labeler, glccl_extent extent,
                                              const glccl_tracker_options* options, int32_t in_buffers,
                                              glccl_vulkan_tracker** tracker, glccl_error* error) {
  return guarded(error, {{"labeler", labeler}, opt("options", options), {"tracker", tracker}}, [&]() -> Outcome {
    *tracker = nullptr;
    const glccl_tracker_options given = read_sized(options, glccl_default_tracker());
    glccl::Result<glccl::vulkan::Tracker> made =
        labeler->labeler.prepare_tracker(c_api::from_c(extent), c_api::from_c(given), in_buffers != 0);
    if (!made) return made.error();
    *tracker = new glccl_vulkan_tracker{*std::move(made)};
    return {};
  });
}

void glccl_vulkan_tracker_destroy(glccl_vulkan_tracker* tracker) {
  const std::unique_ptr<glccl_vulkan_tracker> end(tracker);
}

glccl_error_code glccl_vulkan_tracker_bind(const glccl_vulkan_tracker* tracker, const glccl_vulkan_labels* labels,
                                           const glccl_vulkan_target* id_labels, glccl_vulkan_binding** binding,
                                           glccl_error* error) {
  return guarded(error, {{"tracker", tracker}, {"labels", labels}, opt("id_labels", id_labels), {"binding", binding}},
                 [&]() -> Outcome {
                   *binding = nullptr;
                   const glccl_vulkan_target ids = id_labels == nullptr ? glccl_vulkan_target{} : *id_labels;
                   return keep(tracker->tracker.bind(from_c(read_sized(labels, {})), from_c(ids)), binding);
                 });
}

glccl_error_code glccl_vulkan_tracker_record(glccl_vulkan_tracker* tracker, const glccl_vulkan_binding* binding,
                                             VkCommandBuffer commands, glccl_error* error) {
  return guarded(error, {{"tracker", tracker}, {"binding", binding}, {"commands", commands}},
                 [&]() -> Outcome { return outcome_of(tracker->tracker.record(commands, binding->binding)); });
}

void glccl_vulkan_tracker_forget(glccl_vulkan_tracker* tracker) {
  if (tracker != nullptr) tracker->tracker.forget();
}

glccl_vulkan_range glccl_vulkan_tracker_tracks(const glccl_vulkan_tracker* tracker) {
  if (tracker == nullptr) return {};
  const glccl::vulkan::BufferRange tracks = tracker->tracker.tracks();
  return {tracks.buffer, tracks.offset, tracks.bytes};
}

int64_t glccl_vulkan_tracker_bytes(const glccl_vulkan_tracker* tracker) {
  return tracker == nullptr ? 0 : tracker->tracker.bytes();
}
