// Compares the enumerations and structs of glccl.h with those of C++ when the C face is compiled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "glccl/glccl.h"
#include "glccl/labeler.hpp"
#include "glccl/table.hpp"

namespace glccl::c_api {

/// The code of an error: one more than its ErrorCode, because 0 means success.
constexpr glccl_error_code code_of(ErrorCode code) {
  return static_cast<glccl_error_code>(static_cast<std::int32_t>(code) + 1);
}
static_assert(code_of(ErrorCode::invalid_argument) == GLCCL_ERROR_INVALID_ARGUMENT);
static_assert(code_of(ErrorCode::unsupported) == GLCCL_ERROR_UNSUPPORTED);
static_assert(code_of(ErrorCode::too_large) == GLCCL_ERROR_TOO_LARGE);
static_assert(code_of(ErrorCode::file) == GLCCL_ERROR_FILE);
static_assert(code_of(ErrorCode::no_device) == GLCCL_ERROR_NO_DEVICE);
static_assert(code_of(ErrorCode::gpu) == GLCCL_ERROR_GPU);

template <class A, class B>
constexpr bool same_number(A a, B b) {
  return static_cast<std::int32_t>(a) == static_cast<std::int32_t>(b);
}

static_assert(same_number(Engine::automatic, GLCCL_ENGINE_AUTOMATIC));
static_assert(same_number(Engine::raster, GLCCL_ENGINE_RASTER));
static_assert(same_number(Engine::raster_paper, GLCCL_ENGINE_RASTER_PAPER));
static_assert(same_number(Engine::compute, GLCCL_ENGINE_COMPUTE));
static_assert(same_number(Connectivity::four, GLCCL_CONNECTIVITY_FOUR));
static_assert(same_number(Connectivity::eight, GLCCL_CONNECTIVITY_EIGHT));
static_assert(same_number(Connectivity::six, GLCCL_CONNECTIVITY_SIX));
static_assert(same_number(Connectivity::eighteen, GLCCL_CONNECTIVITY_EIGHTEEN));
static_assert(same_number(Connectivity::twenty_six, GLCCL_CONNECTIVITY_TWENTY_SIX));
static_assert(same_number(Channel::red, GLCCL_CHANNEL_RED));
static_assert(same_number(Channel::green, GLCCL_CHANNEL_GREEN));
static_assert(same_number(Channel::blue, GLCCL_CHANNEL_BLUE));
static_assert(same_number(Channel::alpha, GLCCL_CHANNEL_ALPHA));
static_assert(same_number(Channel::any, GLCCL_CHANNEL_ANY));
static_assert(same_number(CriterionKind::foreground, GLCCL_CRITERION_FOREGROUND));
static_assert(same_number(CriterionKind::equal, GLCCL_CRITERION_EQUAL));
static_assert(same_number(CriterionKind::difference, GLCCL_CRITERION_DIFFERENCE));
static_assert(same_number(Numbering::raster, GLCCL_NUMBERING_RASTER));
static_assert(same_number(Numbering::root, GLCCL_NUMBERING_ROOT));
static_assert(same_number(Compaction::histogram_pyramid, GLCCL_COMPACTION_HISTOGRAM_PYRAMID));
static_assert(same_number(Compaction::stencil_routing, GLCCL_COMPACTION_STENCIL_ROUTING));
static_assert(same_number(StatePolicy::preserve, GLCCL_STATE_PRESERVE));
static_assert(same_number(StatePolicy::clobber, GLCCL_STATE_CLOBBER));
static_assert(same_number(TimingDetail::none, GLCCL_TIMING_NONE));
static_assert(same_number(TimingDetail::whole, GLCCL_TIMING_WHOLE));
static_assert(same_number(TimingDetail::stages, GLCCL_TIMING_STAGES));
static_assert(same_number(TimingDetail::passes, GLCCL_TIMING_PASSES));
static_assert(same_number(StepContents::none, GLCCL_STEP_NONE));
static_assert(same_number(StepContents::source, GLCCL_STEP_SOURCE));
static_assert(same_number(StepContents::ids, GLCCL_STEP_IDS));
static_assert(same_number(StepContents::masks, GLCCL_STEP_MASKS));
static_assert(same_number(StepContents::sums, GLCCL_STEP_SUMS));
static_assert(same_number(StepContents::points, GLCCL_STEP_POINTS));
static_assert(same_number(StepContents::labels, GLCCL_STEP_LABELS));
static_assert(same_number(StepContents::boxes, GLCCL_STEP_BOXES));
static_assert(same_number(StepContents::ranks, GLCCL_STEP_RANKS));
static_assert(same_number(StepContents::roots, GLCCL_STEP_ROOTS));
static_assert(same_number(table_column_base, GLCCL_COLUMN_BASE));
static_assert(same_number(table_column_sum_z, GLCCL_COLUMN_SUM_Z));

template <class A, class B>
constexpr bool same_kind() {
  static_assert(std::is_trivially_copyable_v<A> && std::is_trivially_copyable_v<B>);
  return sizeof(A) == sizeof(B) && alignof(A) == alignof(B);
}

static_assert(same_kind<glccl_extent, Extent>());
static_assert(offsetof(glccl_extent, width) == offsetof(Extent, width));
static_assert(offsetof(glccl_extent, height) == offsetof(Extent, height));
static_assert(offsetof(glccl_extent, depth) == offsetof(Extent, depth));

static_assert(same_kind<glccl_position, Position>());
static_assert(offsetof(glccl_position, x) == offsetof(Position, x));
static_assert(offsetof(glccl_position, y) == offsetof(Position, y));
static_assert(offsetof(glccl_position, z) == offsetof(Position, z));

static_assert(same_kind<glccl_box, Box>());
static_assert(offsetof(glccl_box, x0) == offsetof(Box, x0));
static_assert(offsetof(glccl_box, y0) == offsetof(Box, y0));
static_assert(offsetof(glccl_box, x1) == offsetof(Box, x1));
static_assert(offsetof(glccl_box, y1) == offsetof(Box, y1));
static_assert(offsetof(glccl_box, z0) == offsetof(Box, z0));
static_assert(offsetof(glccl_box, z1) == offsetof(Box, z1));

static_assert(same_kind<glccl_component, Component>());
static_assert(offsetof(glccl_component, label) == offsetof(Component, label));
static_assert(offsetof(glccl_component, area) == offsetof(Component, area));
static_assert(offsetof(glccl_component, box) == offsetof(Component, box));
static_assert(offsetof(glccl_component, sum_x) == offsetof(Component, sum_x));
static_assert(offsetof(glccl_component, sum_y) == offsetof(Component, sum_y));
static_assert(offsetof(glccl_component, sum_z) == offsetof(Component, sum_z));
static_assert(offsetof(glccl_component, first) == offsetof(Component, first));
static_assert(offsetof(glccl_component, value) == offsetof(Component, value));

static_assert(same_kind<glccl_component_table_header, ComponentTableHeader>());
static_assert(offsetof(glccl_component_table_header, vertices) == offsetof(ComponentTableHeader, vertices));
static_assert(offsetof(glccl_component_table_header, rows) == offsetof(ComponentTableHeader, rows));
static_assert(offsetof(glccl_component_table_header, first_vertex) == offsetof(ComponentTableHeader, first_vertex));
static_assert(offsetof(glccl_component_table_header, base_instance) == offsetof(ComponentTableHeader, base_instance));
static_assert(offsetof(glccl_component_table_header, groups_x) == offsetof(ComponentTableHeader, groups_x));
static_assert(offsetof(glccl_component_table_header, groups_y) == offsetof(ComponentTableHeader, groups_y));
static_assert(offsetof(glccl_component_table_header, groups_z) == offsetof(ComponentTableHeader, groups_z));
static_assert(offsetof(glccl_component_table_header, row_bytes) == offsetof(ComponentTableHeader, row_bytes));
static_assert(offsetof(glccl_component_table_header, count) == offsetof(ComponentTableHeader, count));
static_assert(offsetof(glccl_component_table_header, columns) == offsetof(ComponentTableHeader, columns));
static_assert(offsetof(glccl_component_table_header, width) == offsetof(ComponentTableHeader, width));
static_assert(offsetof(glccl_component_table_header, height) == offsetof(ComponentTableHeader, height));
static_assert(offsetof(glccl_component_table_header, depth) == offsetof(ComponentTableHeader, depth));
static_assert(offsetof(glccl_component_table_header, unused) == offsetof(ComponentTableHeader, unused));

static_assert(same_kind<glccl_component_row, ComponentRow>());
static_assert(offsetof(glccl_component_row, label) == offsetof(ComponentRow, label));
static_assert(offsetof(glccl_component_row, value) == offsetof(ComponentRow, value));
static_assert(offsetof(glccl_component_row, area) == offsetof(ComponentRow, area));
static_assert(offsetof(glccl_component_row, x0) == offsetof(ComponentRow, x0));
static_assert(offsetof(glccl_component_row, y0) == offsetof(ComponentRow, y0));
static_assert(offsetof(glccl_component_row, x1) == offsetof(ComponentRow, x1));
static_assert(offsetof(glccl_component_row, y1) == offsetof(ComponentRow, y1));
static_assert(offsetof(glccl_component_row, sum_x) == offsetof(ComponentRow, sum_x));
static_assert(offsetof(glccl_component_row, sum_y) == offsetof(ComponentRow, sum_y));
static_assert(offsetof(glccl_component_row, first) == offsetof(ComponentRow, first));
static_assert(offsetof(glccl_component_row, z0) == offsetof(ComponentRow, z0));
static_assert(offsetof(glccl_component_row, z1) == offsetof(ComponentRow, z1));

}  // namespace glccl::c_api
