#include "tools/bench/additions.hpp"

#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "glccl/table.hpp"
#include "tools/glccl/laboratory.hpp"

namespace glccl::tools {
namespace {

using engines::Backend;
using engines::Submission;

bool is_on(const BenchEngine& engine, Backend backend) {
  return engine.info != nullptr && engine.info->backend == backend;
}

bool is_any(const BenchEngine&) { return true; }
bool is_opengl(const BenchEngine& engine) { return is_on(engine, Backend::opengl); }
bool is_vulkan(const BenchEngine& engine) { return is_on(engine, Backend::vulkan); }
bool is_cuda(const BenchEngine& engine) { return is_on(engine, Backend::cuda); }
bool has_frame_tools(const BenchEngine& engine) { return is_opengl(engine) || is_cuda(engine); }
bool is_gpu(const BenchEngine& engine) { return has_frame_tools(engine) || is_vulkan(engine); }
bool is_threaded(const BenchEngine& engine) { return engine.info != nullptr && engine.info->name == "cpu-fast"; }
bool makes_table(const BenchEngine& engine) { return engine.info != nullptr && engine.info->has_table; }
template <Need... needs>
bool meets(const BenchEngine& engine) {
  return engine.info != nullptr && (engine.info->capabilities.has(needs) && ...);
}
bool has_buffers(const BenchEngine& engine) { return engine.info != nullptr && engine.info->place == "buffer"; }
bool is_mpi(const BenchEngine& engine) { return is_on(engine, Backend::mpi); }
bool has_batches(const BenchEngine& engine) { return engine.info != nullptr && engine.info->has_batch; }

template <class... Names>
bool is_named(const BenchEngine& engine, Names... names) {
  return engine.info != nullptr && ((engine.info->name == names) || ...);
}
bool is_links(const BenchEngine& engine) { return is_named(engine, "cuda-links"); }
bool set_threads(BenchEngine& engine, int number) {
  engine.run.threads = number;
  return number >= 1 && number <= 1024;
}

bool set_ranks(BenchEngine& engine, int number) {
  engine.run.ranks = number;
  return number >= 1;
}

template <auto member>
bool set_filter(BenchEngine& engine, int number) {
  engine.filter.*member = static_cast<std::uint64_t>(number);
  return number >= 1;
}

template <std::uint32_t column>
bool set_column(BenchEngine& engine, int) {
  engine.table = true;
  engine.columns |= column;
  return true;
}

bool set_seams(BenchEngine& engine, int number) {
  engine.periodic = true;
  return set_column<table_column_seams>(engine, number);
}

bool set_tracked(BenchEngine& engine, int) {
  engine.table = true;
  engine.tracked = true;
  return true;
}

template <Submission submission>
bool set_images(BenchEngine& engine, int number) {
  engine.run.submission = submission;
  engine.images = number;
  return number >= 1 && number <= 1024;
}

bool set_routing(BenchEngine& engine, int) {
  engine.run.raster.compaction = Compaction::stencil_routing;
  return true;
}

bool set_clobber(BenchEngine& engine, int) {
  engine.run.state_policy = StatePolicy::clobber;
  return true;
}

template <auto member, auto value>
bool set(BenchEngine& engine, int) {
  engine.*member = value;
  return true;
}

template <auto member, auto value>
bool set_links(BenchEngine& engine, int) {
  engine.run.links.*member = value;
  return true;
}

constexpr Addition additions[] = {
    {"transfer", "wall time from the image on the CPU to labels on the CPU", is_any, set<&BenchEngine::transfer, true>},
    {"table", "GPU engines and cpu-fast: with the component table", makes_table, set<&BenchEngine::table, true>},
    {"root", "GPU engines: labels are roots, without numbers", is_gpu, set<&BenchEngine::numbering, Numbering::root>},
    {"moments", "engines that measure: with a table that has second moments", meets<Need::measurements>,
     set_column<table_column_moments>},
    {"quads", "engines that measure: with a table that has counts of 2x2 windows", meets<Need::measurements>,
     set_column<table_column_quads>},
    {"cubes", "engines that measure volumes: with a table that has exposed faces and Euler numbers",
     meets<Need::measurements>, set_column<table_column_cubes>},
    {"intensity",
     "engines that measure: with a table that has what a second image of random floats is in each component",
     meets<Need::measurements>, set_column<table_column_intensity>},
    {"mask", "engines with masks: only the largest ellipse of the image is labeled", meets<Need::mask>,
     set<&BenchEngine::masked, true>},
    {"min-area-", "engines with a filter: components of fewer than N pixels are dropped", meets<Need::filter>,
     set_filter<&Filter::min_area>},
    {"largest-", "engines with a filter: only the N largest components are kept", meets<Need::filter>,
     set_filter<&Filter::largest>},
    {"filled", "engines that fill holes: all holes are filled before the labeling", meets<Need::holes>,
     set<&BenchEngine::fills_holes, true>},
    {"periodic", "engines with periodic axes: all axes are periodic", meets<Need::periodic>,
     set<&BenchEngine::periodic, true>},
    {"seams", "engines with periodic axes that measure: all axes are periodic, with a table that has their seams",
     meets<Need::periodic, Need::measurements>, set_seams},
    {"tracked", "OpenGL, CUDA: with a table, and a Tracker follows the components from labeling to labeling",
     has_frame_tools, set_tracked},
    {"contacts", "OpenGL, CUDA: Regions finds which components touch", has_frame_tools,
     set<&BenchEngine::contacts, true>},
    {"buffer", "compute, vulkan: images and labels are in buffers", has_buffers, set<&BenchEngine::buffers, true>},
    {"graphics-queue", "vulkan: in the first queue family that has compute, where a renderer records", is_vulkan,
     set<&BenchEngine::graphics_queue, true>},
    {"routing", "raster, raster-paper: stencil_routing gathers the roots", is_raster, set_routing},
    {"first", "OpenGL engines: made anew for each labeling, which compiles their programs", is_opengl,
     set<&BenchEngine::start, BenchStart::first>},
    {"prepared", "OpenGL engines: made anew for each labeling, and prepared for it", is_opengl,
     set<&BenchEngine::start, BenchStart::prepared>},
    {"clobber", "OpenGL engines: the state of the context is not preserved", is_opengl, set_clobber},
    {"1-gather", "cuda-links: no links", is_links, set_links<&cuda::LinksOptions::gather, cuda::LinksGather::one>},
    {"max-gather", "cuda-links: no LabelRoot", is_links,
     set_links<&cuda::LinksOptions::gather, cuda::LinksGather::max>},
    {"shared", "cuda-links: shared memory instead of shuffles", is_links,
     set_links<&cuda::LinksOptions::shuffle, false>},
    {"batch-", "cuda-fast, which has batches: one call labels 1 to 1024 images", has_batches,
     set_images<Submission::batch>},
    {"calls-", "CUDA engines: 1 to 1024 images, one call each, on one stream", is_cuda, set_images<Submission::calls>},
    {"threads-", "cpu-fast: at most N threads, N is 1 to 1024; without it as many as the machine runs at once",
     is_threaded, set_threads},
    {"ranks-", "MPI engines: only N ranks of the job take part", is_mpi, set_ranks},
};

std::vector<Addition> all_additions() {
  std::vector<Addition> all(std::begin(additions), std::end(additions));
  all.insert(all.end(), lab_additions().begin(), lab_additions().end());
  return all;
}

/// The addition that a word names, and the number at its end.
std::pair<std::optional<Addition>, int> find_addition(const std::string& word) {
  for (const Addition& one : all_additions()) {
    if (word == one.name && !word.ends_with('-')) return {one, 0};
    if (!one.name.ends_with('-') || !word.starts_with(one.name)) continue;
    const std::string digits = word.substr(one.name.size());
    if (digits.empty() || digits.size() > 6 || digits.find_first_not_of("0123456789") != std::string::npos) continue;
    return {one, std::stoi(digits)};
  }
  return {std::nullopt, 0};
}

std::string list_additions() {
  std::string names;
  for (const Addition& one : all_additions()) {
    names += (names.empty() ? "+" : ", +") + std::string(one.name) + (one.name.ends_with('-') ? "N" : "");
  }
  return names;
}

}  // namespace

bool is_raster(const BenchEngine& engine) { return is_named(engine, "raster", "raster-paper"); }

Result<void> add(BenchEngine& engine, const std::string& word) {
  const auto [addition, number] = find_addition(word);
  if (!addition) {
    return Error{ErrorCode::invalid_argument,
                 "--engines: there is no addition \"+" + word + "\" to an engine: there are " + list_additions()};
  }
  if (!addition->is_for(engine)) {
    return Error{ErrorCode::invalid_argument, "--engines: " + engine.name + ": +" + word + " is for other engines (" +
                                                  std::string(addition->meaning) + ")"};
  }
  if (!addition->apply(engine, number)) {
    return Error{ErrorCode::invalid_argument, "--engines: +" + word + " is not one of the numbers it can be (" +
                                                  std::string(addition->meaning) + ")"};
  }
  return {};
}

std::string describe_additions() {
  std::string text;
  for (const Addition& one : all_additions()) {
    text += "\n  +" + std::string(one.name) + (one.name.ends_with('-') ? "N" : "") + "  " + std::string(one.meaning);
  }
  return text;
}

}  // namespace glccl::tools
