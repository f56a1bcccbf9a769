#include "engine/extracts/list_passes.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "engine/current_context.hpp"
#include "engine/gl/memory.hpp"
#include "engine/gl/work_groups.hpp"
#include "glsl/shared/extracts.h"
#include "glsl/shared/locations.h"

namespace glccl::extracts {
namespace {

constexpr GLuint table_binding = 0;
constexpr GLuint first_binding = 1;
constexpr GLuint runs_binding = 4;
constexpr GLuint sorted_runs_binding = 5;

static_assert(shared::DIGITS == shared::EXTRACT_GROUP, "sort_runs has an invocation for each digit");

constexpr std::array buffer_labels = {"glccl lists", "glccl places of lists", "glccl counts of lists", "glccl runs",
                                      "glccl sorted runs"};

std::int64_t tiles_of(const Extent& extent) { return gl::groups_for(extent.elements(), shared::LIST_TILE); }

/// "NAME valueu", of numbers that need not fit an int.
std::string define_unsigned(const char* name, std::int64_t value) { return define(name, value) + "u"; }

}  // namespace

Status ListPasses::make_buffers(const Extent& extent, const ExtractorOptions& options) {
  constexpr std::int64_t word = sizeof(GLuint);
  const std::int64_t runs = runs_of(options, extent);
  const std::int64_t digits = std::int64_t{shared::DIGITS} * gl::groups_for(runs, shared::SORT_CHUNK);
  const std::int64_t counts =
      std::max({2 * tiles_of(extent), digits, std::int64_t{gl::groups_for(runs, shared::EXTRACT_GROUP)}});
  const std::array<std::int64_t, buffers> bytes = {
      static_cast<std::int64_t>(lists_bytes(options.max_components)), word * elements_of(options, extent),
      word * (1 + shared::DIGITS + counts), 2 * word * runs, 2 * word * runs};
  const std::int64_t largest = largest_storage_block();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::string what = "lists of " + std::to_string(options.max_components) + " components, " +
                             std::to_string(elements_of(options, extent)) + " elements and " + std::to_string(runs) +
                             " runs: ";
    if (bytes[i] > largest) {
      return Error{ErrorCode::too_large, what + "a buffer of " + std::to_string(bytes[i]) +
                                             " bytes, and this context can bind " + std::to_string(largest) +
                                             " (GL_MAX_SHADER_STORAGE_BLOCK_SIZE)"};
    }
    buffers_[i] = gl::try_make_buffer(bytes[i], buffer_labels[i]);
    if (!buffers_[i]) return Error{ErrorCode::gpu, what + "no GPU memory: ask for fewer"};
    bytes_ += bytes[i];
  }
  return {};
}

Status ListPasses::make_passes(const Extent& extent, const ExtractorOptions& options) {
  const std::vector<std::string> files = {"common/component_count.glsl", "extracts/lists.glsl"};
  const std::vector<std::string> sums = {"common/component_count.glsl", "extracts/lists.glsl", "compute/prefix.glsl"};
  std::vector<std::string> counted = sums;
  counted.emplace_back("extracts/sum_counts.glsl");
  const std::vector<std::string> defines = {define("TILES", tiles_of(extent)),
                                            define_unsigned("ELEMENTS", extent.elements()),
                                            define_unsigned("MAX_COMPONENTS", options.max_components),
                                            define_unsigned("MAX_ELEMENTS", elements_of(options, extent)),
                                            define_unsigned("MAX_RUNS", runs_of(options, extent))};
  const std::int64_t runs = runs_of(options, extent);
  const std::int64_t run_groups = gl::groups_for(runs, shared::EXTRACT_GROUP);
  const std::int64_t sort_groups = gl::groups_for(runs, shared::SORT_CHUNK);
  const std::vector<std::pair<PassSource, std::int64_t>> sources = {
      {{"count_runs", files, defines}, tiles_of(extent)}, {{"sum_runs", counted, defines}, 1},
      {{"list_runs", sums, defines}, tiles_of(extent)},   {{"count_digits", files, defines}, sort_groups},
      {{"sum_digits", counted, defines}, shared::DIGITS}, {{"sort_runs", sums, defines}, sort_groups},
      {{"count_elements", sums, defines}, run_groups},    {{"sum_elements", counted, defines}, 1},
      {{"write_lists", sums, defines}, run_groups},
  };
  for (const auto& [source, groups] : sources) {
    Result<Pass> pass = make_pass(extent, source, groups);
    if (!pass) return pass.error();
    passes_.push_back(*std::move(pass));
  }
  const int bits = std::bit_width(options.max_components - 1);
  digits_ = (bits + shared::DIGIT_BITS - 1) / shared::DIGIT_BITS;
  return {};
}

Result<ListPasses> ListPasses::create(const Extent& extent, const ExtractorOptions& options) {
  ListPasses passes;
  if (const Status status = passes.make_buffers(extent, options); !status) return status.error();
  if (const Status status = passes.make_passes(extent, options); !status) return status.error();
  return passes;
}

void ListPasses::run(GLuint table, gl::PassMarks& marks) {
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, table_binding, table);
  for (GLuint i = 0; i < runs_buffer; ++i) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, first_binding + i, buffers_[i].name());
  }
  GLuint from = buffers_[runs_buffer].name();
  GLuint to = buffers_[sorted_runs_buffer].name();
  const auto bind_runs = [&] {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, runs_binding, from);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, sorted_runs_binding, to);
  };
  bind_runs();
  for (const PassIndex pass : {count_runs, sum_runs, list_runs}) dispatch(passes_[pass], marks);
  std::swap(from, to);
  for (int digit = 0; digit < digits_; ++digit) {
    bind_runs();
    const GLint shift = shared::LENGTH_BITS + digit * shared::DIGIT_BITS;
    for (const PassIndex pass : {count_digits, sum_digits, sort_runs}) {
      if (pass != sum_digits) glProgramUniform1i(passes_[pass].program.name(), shared::AT_ARGUMENT, shift);
      dispatch(passes_[pass], marks);
    }
    std::swap(from, to);
  }
  bind_runs();
  for (const PassIndex pass : {count_elements, sum_elements, write_lists}) dispatch(passes_[pass], marks);
}

}  // namespace glccl::extracts
