// Prints how long the first labelings of several kinds take: with programs that are compiled, with those of another
// Labeler, and with those of a folder of binaries.
//
//     __GL_SHADER_DISK_CACHE=0 build/bin/first_labels /tmp/programs      # compiles, and fills the folder
//     __GL_SHADER_DISK_CACHE=0 build/bin/first_labels /tmp/programs      # another process: loads from the folder
#include <GL/glew.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/gl/formats.hpp"
#include "engine/gl/objects.hpp"
#include "glccl/host/context.hpp"
#include "glccl/host/program_folder.hpp"
#include "glccl/labeler.hpp"
#include "tests/gl/making_calls.hpp"

namespace glccl::tests {
namespace {

/// A kind of labeling.
struct NamedLabeling {
  const char* name;
  PixelFormat format = PixelFormat::unorm8;
  Extent extent = {512, 512};
  LabelingSpec spec = {};
  Outputs outputs = {};
};

const NamedLabeling labelings[] = {
    {"first: 8 neighbours, r8, 512 squared"},
    {"4 neighbours", PixelFormat::unorm8, {512, 512}, {.connectivity = Connectivity::four}},
    {"equal, r8ui", PixelFormat::u8, {512, 512}, {.criterion = Equal{}}},
    {"difference", PixelFormat::unorm8, {512, 512}, {.criterion = Difference{.largest = 0.1F}}},
    {"min_area", PixelFormat::unorm8, {512, 512}, {.filter = {.min_area = 5}}},
    {"table", PixelFormat::unorm8, {512, 512}, {}, {.table_rows = 1000}},
    {"4096 squared", PixelFormat::unorm8, {4096, 4096}},
    {"r8ui", PixelFormat::u8},
    {"rgba8", PixelFormat::rgba8},
    {"depth", PixelFormat::depth24},
    {"again: 8 neighbours, r8, 512 squared"},
};

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// A column of the table: for each labeling milliseconds, until the GPU is done, and programs that were linked.
struct Column {
  std::string name;
  std::vector<double> ms;
  std::vector<int> linked;
};

/// What every use needs; ends the program where it fails.
template <class Made>
Made or_exit(Result<Made> result) {
  if (result) return *std::move(result);
  std::cerr << result.error().message << "\n";
  std::exit(1);
}

Labeler make_labeler(const ProgramBinaries& kept) {
  return or_exit(Labeler::create({Engine::compute, get_counted_function, kept}));
}

Column measure(const char* name, Labeler& labeler) {
  Column column{name, {}, {}};
  for (const NamedLabeling& one : labelings) {
    GLuint texture = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &texture);
    const gl::Texture source(texture);
    const GLenum format = gl::texture_format_of(one.format).internal_format;
    glTextureStorage2D(texture, 1, format, one.extent.width, one.extent.height);
    glFinish();
    const int linked = CountedLink::calls;
    const Clock::time_point begin = Clock::now();
    or_exit(labeler.label(texture, one.spec, one.outputs));
    glFinish();
    column.ms.push_back(ms_since(begin));
    column.linked.push_back(CountedLink::calls - linked);
  }
  return column;
}

void print(std::span<const Column> columns) {
  std::printf("%-38s", "ms (programs compiled)");
  for (const Column& column : columns) std::printf("%20s", column.name.c_str());
  std::vector<double> sums(columns.size());
  std::vector<int> linked(columns.size());
  for (std::size_t i = 0; i < std::size(labelings); ++i) {
    std::printf("\n%-38s", labelings[i].name);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      std::printf("%15.1f (%2d)", columns[c].ms[i], columns[c].linked[i]);
      sums[c] += columns[c].ms[i];
      linked[c] += columns[c].linked[i];
    }
  }
  std::printf("\n%-38s", "all");
  for (std::size_t c = 0; c < columns.size(); ++c) std::printf("%15.1f (%2d)", sums[c], linked[c]);
  std::printf("\n");
}

/// Prints how long prepare() of all labelings takes to return, and until the programs are ready.
void print_prepared(const Labeler& labeler, double returned, Clock::time_point begin) {
  while (!labeler.is_ready()) {
  }
  std::printf("prepare() of all returned after %.1f ms, was ready after %.1f ms\n", returned, ms_since(begin));
}

int run(const std::filesystem::path& folder) {
  const ProgramBinaries kept = host::keep_programs_in(folder);
  std::vector<Column> columns;
  if (!std::filesystem::exists(folder)) {
    const auto context = or_exit(host::HeadlessContext::create());
    Labeler first = make_labeler({nullptr, kept.store});
    columns.push_back(measure("cold", first));
    Labeler second = make_labeler({});
    columns.push_back(measure("second Labeler", second));
  }
  {
    const auto context = or_exit(host::HeadlessContext::create());
    Labeler labeler = make_labeler({kept.load, nullptr});
    columns.push_back(measure("from the folder", labeler));
  }
  print(columns);
  const auto context = or_exit(host::HeadlessContext::create());
  Labeler labeler = make_labeler({});
  std::vector<ExpectedLabelings> expected;
  for (const NamedLabeling& one : labelings) {
    expected.push_back({{one.format}, one.extent, one.extent, one.spec, one.outputs});
  }
  const Clock::time_point begin = Clock::now();
  if (const Result<void> status = labeler.prepare(expected); !status) return 1;
  print_prepared(labeler, ms_since(begin), begin);
  const Column prepared = measure("after prepare()", labeler);
  print(std::span(&prepared, 1));
  return 0;
}

}  // namespace
}  // namespace glccl::tests

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr
        << "usage: first_labels FOLDER\nFOLDER keeps the binaries of programs. Where it exists, they are loaded.\n";
    return 2;
  }
  return glccl::tests::run(argv[1]);
}
