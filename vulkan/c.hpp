// What the files of the C face of glccl_vulkan share: the objects behind its pointers, and conversions.
#pragma once

#include "engine/c/convert.hpp"
#include "engine/c/guard.hpp"
#include "glccl/vulkan/labeler.h"
#include "glccl/vulkan/labeler.hpp"
#include "glccl/vulkan/labels.h"

struct glccl_vulkan_labeler {
  glccl::vulkan::Labeler labeler;
};
struct glccl_vulkan_binding {
  glccl::vulkan::Binding binding;
};

namespace glccl::vulkan {

inline PitchedBuffer from_c(const glccl_vulkan_buffer& from) {
  return {from.buffer, from.bytes, from.offset, from.row_bytes, from.slice_bytes};
}

inline SourceImage from_c(const glccl_vulkan_source& from) { return {from.view, from.layout, from_c(from.buffer)}; }

inline BufferRange from_c(const glccl_vulkan_range& from) { return {from.buffer, from.offset, from.bytes}; }

inline TargetImage from_c(const glccl_vulkan_target& from) { return {from.view, from_c(from.buffer)}; }

inline Labels from_c(const glccl_vulkan_labels& from) {
  return {from_c(from.image), c_api::from_c(from.extent), from_c(from.table)};
}

/// Sets `*to` to a new binding.
inline c_api::Outcome keep(Result<Binding> made, glccl_vulkan_binding** to) {
  if (!made) return c_api::Failure(made.error());
  *to = new glccl_vulkan_binding{*std::move(made)};
  return {};
}

/// The outcome of recording.
inline c_api::Outcome outcome_of(const Result<void>& status) {
  if (!status) return c_api::Failure(status.error());
  return {};
}

}  // namespace glccl::vulkan
