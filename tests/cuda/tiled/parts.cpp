// Labeling of images that lie in parts on devices, against cpu-serial on the whole: labels, numbers, count and every
// row.
#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "glccl/host/device_parts.hpp"
#include "glccl/host/slabs.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/host/cpu/criteria.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

using host::DeviceParts;
using host::Image;
using host::PartsReport;

constexpr std::size_t guard_bytes = 64;

/// The part of a memory from `offset` on.
std::vector<unsigned char> bytes_from(const DeviceMemory& memory, std::size_t offset, std::size_t bytes) {
  const std::vector<unsigned char> all = memory.read();
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(offset);
  return {begin, begin + static_cast<std::ptrdiff_t>(bytes)};
}

/// Whether all bytes are rubbish still.
bool is_rubbish(const std::vector<unsigned char>& bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](unsigned char byte) { return byte == DeviceMemory::rubbish; });
}

/// An image in parts of so many planes, with labels and tables that are full of rubbish, and bytes behind them.
class ImageInParts {
 public:
  /// Tables of so many rows each; 0: no tables.
  ImageInParts(const Image& image, const std::vector<int>& planes, std::uint32_t table_rows)
      : columns_(table_columns_of(image.extent)), table_rows_(table_rows) {
    image_.extent = image.extent;
    image_.format = image.format;
    const auto plane = static_cast<std::size_t>(host::slab_of(image.extent, 1).elements());
    const std::uint8_t* next = image.bytes.data();
    for (const int count : planes) {
      const std::size_t elements = plane * static_cast<std::size_t>(count);
      const std::size_t bytes = elements * bytes_per_pixel(image.format);
      elements_.emplace_back(bytes);
      require_cuda(cudaMemcpy(elements_.back().data(), next, bytes, cudaMemcpyHostToDevice));
      next += bytes;
      labels_.emplace_back(elements * sizeof(std::uint32_t) + guard_bytes);
      tables_.emplace_back(table_bytes(table_rows, columns_) + guard_bytes);
      host::DevicePart part{.planes = count,
                            .elements = elements_.back().data(),
                            .labels = reinterpret_cast<std::uint32_t*>(labels_.back().data())};
      if (table_rows > 0) part.table = {tables_.back().data(), table_rows};
      image_.parts.push_back(part);
    }
  }

  const DeviceParts& image() const { return image_; }

  /// The labels of all parts.
  LabelImage labels() const {
    LabelImage all{image_.extent, {}};
    for (const DeviceMemory& part : labels_) {
      const std::size_t bytes = part.bytes() - guard_bytes;
      const std::vector<unsigned char> own = bytes_from(part, 0, bytes);
      const std::size_t before = all.values.size();
      all.values.resize(before + bytes / sizeof(std::uint32_t));
      std::memcpy(all.values.data() + before, own.data(), bytes);
    }
    return all;
  }

  /// The header of a part's table.
  ComponentTableHeader header(std::size_t part) const {
    ComponentTableHeader header;
    std::memcpy(&header, tables_[part].read().data(), sizeof header);
    return header;
  }

  /// The rows of all tables.
  std::vector<Component> rows() const {
    std::vector<Component> all;
    for (std::size_t part = 0; part < tables_.size(); ++part) {
      const std::vector<unsigned char> bytes = tables_[part].read();
      for (std::uint32_t i = 0; i < header(part).rows; ++i) {
        all.push_back(read_row(&bytes[table_bytes(i, columns_)], columns_));
      }
    }
    return all;
  }

  /// Whether the bytes behind labels and rows are as they were.
  bool rest_untouched() const {
    bool untouched = true;
    for (std::size_t part = 0; part < labels_.size(); ++part) {
      const std::size_t label_bytes = labels_[part].bytes() - guard_bytes;
      untouched = untouched && is_rubbish(bytes_from(labels_[part], label_bytes, guard_bytes));
      const std::size_t used = table_rows_ > 0 ? table_bytes(header(part).rows, columns_) : 0;
      untouched = untouched && is_rubbish(bytes_from(tables_[part], used, tables_[part].bytes() - used));
    }
    return untouched;
  }

 private:
  DeviceParts image_;
  std::uint32_t columns_;
  std::uint32_t table_rows_;
  std::vector<DeviceMemory> elements_;
  std::vector<DeviceMemory> labels_;
  std::vector<DeviceMemory> tables_;
};

/// So many parts of nearly equal thickness: those of the first ones are thinner here.
std::vector<int> cut(int planes, int parts) {
  std::vector<int> counts(static_cast<std::size_t>(parts), planes / parts);
  counts.back() += planes % parts;
  return counts;
}

/// What is wrong with the numbers of the parts; empty: nothing.
std::string differs_in_numbers(const PartsReport& report, const std::vector<int>& planes,
                               const LabeledImage& expected) {
  const auto plane = static_cast<std::uint64_t>(host::slab_of(expected.labels.extent, 1).elements());
  if (report.components != expected.components.size()) return "another count";
  if (report.parts.size() != planes.size()) return "another number of parts";
  std::uint64_t end = 0;
  std::uint64_t before = 0;
  for (std::size_t part = 0; part < planes.size(); ++part) {
    end += plane * static_cast<std::uint64_t>(planes[part]);
    const auto behind =
        static_cast<std::uint64_t>(std::count_if(expected.components.begin(), expected.components.end(),
                                                 [end](const Component& component) { return component.first < end; }));
    if (report.parts[part].before != before) return "another number before part " + std::to_string(part);
    if (report.parts[part].count != behind - before) return "another number in part " + std::to_string(part);
    before = behind;
  }
  return "";
}

/// The first difference from cpu-serial of a labeling in parts of so many planes, and with tables.
std::string differs_in(host::PartsLabeler& labeler, const Image& image, const LabelingSpec& spec,
                       const LabeledImage& expected, const std::vector<int>& planes, int most_planes, bool has_tables) {
  const auto rows = static_cast<std::uint32_t>(expected.components.size()) + 2;
  const ImageInParts parts(image, planes, has_tables ? rows : 0);
  const Result<PartsReport> report = labeler.label(parts.image(), spec, most_planes);
  if (!report) return report.error().message;
  std::string difference = first_difference(parts.labels(), expected.labels);
  if (difference.empty() && has_tables) difference = first_difference(parts.rows(), expected.components);
  if (difference.empty()) difference = differs_in_numbers(*report, planes, expected);
  if (difference.empty() && !parts.rest_untouched()) difference = "something else was written";
  return difference.empty() ? difference : std::to_string(planes.size()) + " parts: " + difference;
}

/// The same for 1, 2, 3 and 7 parts, of one slab each and of thin ones.
std::string differs_in_parts(const Image& image, const LabelingSpec& spec) {
  const LabeledImage expected = reference(image, spec);
  const int all = host::planes_of(image.extent);
  host::PartsLabeler labeler;
  for (const int parts : {1, 2, 3, 7}) {
    if (parts > all) continue;
    for (const int most_planes : {0, 2}) {
      const bool has_tables = parts != 2 || most_planes == 0;
      const std::string difference =
          differs_in(labeler, image, spec, expected, cut(all, parts), most_planes, has_tables);
      if (!difference.empty()) return difference + ", slabs of up to " + std::to_string(most_planes) + " planes";
    }
  }
  return "";
}

}  // namespace

TEST_CASE("parts on devices have the labels and rows of cpu-serial", "[cuda][tiled][parts][on_cpu]") {
  if (skip_without_cuda()) return;
  for (unsigned index = 0; index < 5; ++index) {
    std::mt19937 random(index);
    const auto side = [&](unsigned least, unsigned most) { return static_cast<int>(least + random() % most); };
    const bool is_volume = index % 2 != 0;
    const Extent extent = is_volume ? Extent{side(1, 40), side(1, 9), side(2, 18)} : Extent{side(1, 150), side(1, 40)};
    const Image image = random_values(extent, PixelFormat::u8, 2 + index % 3, index);
    const LabelingSpec spec{
        .connectivity = is_volume ? connectivities_of_space[index / 2 % 3] : connectivities[index / 2 % 2],
        .criterion = criteria()[index % criteria().size()]};
    CAPTURE(index, extent, spec);
    CHECK(differs_in_parts(image, spec) == "");
  }
}

TEST_CASE("parts on devices are exact where borders are at their worst", "[cuda][tiled][parts][on_cpu][slow]") {
  if (skip_without_cuda()) return;
  host::PartsLabeler labeler;  // one for all: its memory is used again
  for (const char* kind : {"comb", "spiral", "serpentine", "checkerboard", "full", "empty"}) {
    const Image image = make_image(kind, {33, 20}, {.granularity = 1});
    for (const Connectivity connectivity : connectivities) {
      CAPTURE(kind, connectivity);
      const LabelingSpec spec{connectivity};
      const LabeledImage expected = reference(image, spec);
      CHECK(differs_in(labeler, image, spec, expected, {1, 12, 1, 6}, 5, true) == "");
      if (connectivity == Connectivity::four) {
        CHECK(differs_in(labeler, image, spec, expected, std::vector<int>(20, 1), 0, true) == "");
      }
    }
  }
  const Image lattice = corner_lattice({7, 8, 11});
  for (const Connectivity connectivity : connectivities_of_space) {
    CAPTURE(connectivity);
    const LabelingSpec spec{connectivity};
    const LabeledImage expected = reference(lattice, spec);
    CHECK(differs_in(labeler, lattice, spec, expected, std::vector<int>(11, 1), 0, true) == "");
    CHECK(differs_in(labeler, lattice, spec, expected, {4, 7}, 3, true) == "");
  }
}

TEST_CASE("parts that cuda-stava labels have the labels and rows of cpu-serial", "[cuda][tiled][parts][on_cpu]") {
  if (skip_without_cuda()) return;
  host::PartsLabeler labeler(cuda::Method::stava);
  for (const Extent extent : {Extent{60, 23}, {12, 9, 11}}) {
    const Image image = random_values(extent, PixelFormat::u8, 2, 8);
    for (const bool most : {false, true}) {
      const LabelingSpec spec{extent.is_volume() ? (most ? Connectivity::twenty_six : Connectivity::six)
                                                 : (most ? Connectivity::eight : Connectivity::four)};
      CAPTURE(extent, spec);
      CHECK(differs_in(labeler, image, spec, reference(image, spec), {1, 5, host::planes_of(extent) - 6}, 4, true) ==
            "");
    }
  }
}

TEST_CASE("parts on devices have every format of cuda-fast", "[cuda][tiled][parts][on_cpu]") {
  if (skip_without_cuda()) return;
  host::PartsLabeler labeler;
  for (const FormatTraits& format : pixel_formats()) {
    if (format.bytes == 0) continue;
    CAPTURE(format.name);
    const Image image = random_values({9, 14}, format.format, 2, 3);
    const LabelingSpec spec{.criterion = Equal{}};
    if (!check(spec, format.format, image.extent, cuda::capabilities_of(cuda::Method::fast))) continue;
    CHECK(differs_in(labeler, image, spec, reference(image, spec), {5, 9}, 0, true) == "");
  }
}

TEST_CASE("parts on devices have more components than their first tables have rows", "[cuda][tiled][parts][on_cpu]") {
  if (skip_without_cuda()) return;
  host::PartsLabeler labeler;
  const Image image = make_image("checkerboard", {64, 100}, {.granularity = 1});
  const LabelingSpec spec{Connectivity::four};
  const LabeledImage expected = reference(image, spec);
  for (int again = 0; again < 2; ++again) {
    CHECK(differs_in(labeler, image, spec, expected, {50, 50}, 0, true) == "");  // 1600 in a part, 1024 rows at first
  }
  CHECK(labeler.device_bytes() > 0);
}

TEST_CASE("tables of parts have the rows that they have room for", "[cuda][tiled][parts][on_cpu]") {
  if (skip_without_cuda()) return;
  const Image image = make_image("noise", {40, 30});
  const LabeledImage expected = reference(image, {});
  const ImageInParts parts(image, {10, 20}, 3);
  host::PartsLabeler labeler;
  const Result<PartsReport> report = labeler.label(parts.image());
  REQUIRE(report);
  REQUIRE(report->parts[0].count > 3);
  REQUIRE(report->parts[1].count > 3);
  const std::vector<Component> rows = parts.rows();
  REQUIRE(rows.size() == 6);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t label = i < 3 ? i : i - 3 + report->parts[1].before;
    CHECK(rows[i] == expected.components[label]);
  }
  for (std::size_t part = 0; part < 2; ++part) {
    const ComponentTableHeader header = parts.header(part);
    CHECK(header.rows == 3);
    CHECK(header.groups_x == 1);
    CHECK(join_words(header.count) == report->parts[part].count);
    CHECK(join_words(header.found) == report->parts[part].count);
    CHECK(header.row_bytes == 64);
    CHECK(header.columns == table_column_base);
    CHECK(Extent{static_cast<int>(header.width), static_cast<int>(header.height), static_cast<int>(header.depth)} ==
          image.extent);
  }
  CHECK(parts.rest_untouched());
}

TEST_CASE("a PartsLabeler labels images of other extents, parts and devices", "[cuda][tiled][parts][on_cpu]") {
  if (skip_without_cuda()) return;
  host::PartsLabeler labeler;
  for (const Extent extent : {Extent{30, 20}, {60, 50}, {9, 8, 12}, {20, 9}}) {
    for (const int count : {2, 3}) {
      CAPTURE(extent, count);
      const Image image = random_values(extent, PixelFormat::u8, 2, 9);
      const LabelingSpec spec{extent.is_volume() ? Connectivity::six : Connectivity::four};
      const std::vector<int> planes = cut(host::planes_of(extent), count);
      CHECK(differs_in(labeler, image, spec, reference(image, spec), planes, 4, count == 3) == "");
    }
  }
  host::PartsLabeler moved = std::move(labeler);
  const Image image = make_image("noise", {30, 20});
  ImageInParts parts(image, {10, 10}, 0);
  DeviceParts named = parts.image();
  named.parts[1].device = 0;
  REQUIRE(moved.label(named));
  CHECK(first_difference(parts.labels(), reference(image).labels) == "");
}

TEST_CASE("labeling in parts refuses what it cannot do", "[cuda][tiled][parts][on_cpu]") {
  if (skip_without_cuda()) return;
  const Image image = make_image("noise", {20, 30});
  const ImageInParts parts(image, {10, 20}, 5);
  host::PartsLabeler labeler;
  const auto error_of = [&](const auto& change, const LabelingSpec& spec = {}, int most_planes = 0) {
    DeviceParts changed = parts.image();
    change(changed);
    const auto report = labeler.label(changed, spec, most_planes);
    REQUIRE_FALSE(report);
    CHECK(report.error().message.find('\n') == std::string::npos);
    return report.error().message;
  };
  const auto keep = [](DeviceParts&) {};
  CHECK(error_of([](DeviceParts& all) { all.parts.clear(); }) == "no part: pass those of the image");
  CHECK(error_of([](DeviceParts& all) { all.parts[1].planes = 0; }) == "part 1 has 0 planes: pass at least 1");
  CHECK(error_of([](DeviceParts& all) { all.parts[1].elements = nullptr; }) ==
        "part 1 has no elements: pass device memory");
  CHECK(error_of([](DeviceParts& all) { all.parts[0].labels = nullptr; }) ==
        "part 0 has no memory for labels: pass device memory");
  CHECK(error_of([](DeviceParts& all) { all.parts[1].table = {}; }) ==
        "part 1 has no table, unlike part 0: pass a table for each part, or none");
  CHECK(error_of([](DeviceParts& all) { all.parts[0].table = {}; }) ==
        "part 1 has a table, unlike part 0: pass a table for each part, or none");
  CHECK(error_of([](DeviceParts& all) { all.parts[1].planes = 19; }) ==
        "the parts have 29 planes together, and 20x30 has 30: pass all parts of it");
  CHECK(error_of([](DeviceParts& all) { all.extent = {0, 30}; }) != "");
  CHECK(error_of(keep, {}, -1) == "up to -1 planes at once: pass 1 or more, or 0 for all");
  CHECK(error_of(keep, {.filter = {.min_area = 2}}) ==
        "labeling by slabs has no filter: label with compute, cuda-fast or an engine cpu-*");
  CHECK_THAT(error_of(keep, {.columns = table_column_moments}),
             contains("labeling in parts measures area, box and centroid, and neither moments nor quads"));
  CHECK_THAT(error_of([](DeviceParts& all) { all.parts[1].device = 99; }), contains("rows 10 to 29: "));
  CHECK_THAT(error_of([](DeviceParts& all) { all.parts[1].device = 99; }), contains("no CUDA device 99"));
  CHECK_THAT(error_of([](DeviceParts& all) {
               all.parts[1].labels = static_cast<std::uint32_t*>(const_cast<void*>(all.parts[1].elements));
             }),
             contains("rows 10 to 29: the labels overlap the image"));
  CHECK(error_of([](DeviceParts& all) { all.parts[1].table.rows = 0; }) ==
        "part 1 has a table with room for 0 rows: pass 1 or more, or no tables");
  CHECK(error_of([](DeviceParts& all) {
          all.parts[0].table.data = static_cast<unsigned char*>(all.parts[0].table.data) + 8;
        }) == "part 0 has a table at an address that is no multiple of 16");
  CHECK(host::PartsLabeler(cuda::Method::links).label(parts.image()).error().message ==
        "cuda-links asks the GPU after each of its rounds, so slabs do not overlap: use cuda-fast or cuda-stava");
  // It works again after an error.
  REQUIRE(labeler.label(parts.image()));
  CHECK(first_difference(parts.labels(), reference(image).labels) == "");
}

}  // namespace glccl::tests
