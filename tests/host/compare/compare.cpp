// Comparing labels and tables, drawing where they differ, comparing textures on the GPU, and shrinking images.
#include "glccl/host/compare.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "glccl/host/compare_textures.hpp"
#include "glccl/host/shrink.hpp"
#include "glccl/host/texture.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

using host::LabelFault;

/// Labels from rows of digits.
LabelImage labels(const std::vector<std::string>& rows) {
  LabelImage image{{static_cast<int>(rows.front().size()), static_cast<int>(rows.size())}, {}};
  for (const std::string& row : rows) {
    for (const char digit : row) image.values.push_back(static_cast<std::uint32_t>(digit - '0'));
  }
  return image;
}

std::uint64_t count_set(const host::Image& image) {
  return static_cast<std::uint64_t>(
      std::count_if(image.bytes.begin(), image.bytes.end(), [](std::uint8_t byte) { return byte != 0; }));
}

std::vector<std::uint8_t> color_at(const host::Image& image, int x, int y) {
  const auto at = image.bytes.begin() + 4 * (std::ptrdiff_t{y} * image.extent.width + x);
  return {at, at + 3};
}

}  // namespace

TEST_CASE("compare_labels() finds no difference in equal labels", "[host][compare]") {
  CHECK_FALSE(host::compare_labels(labels({"102", "102"}), labels({"102", "102"})));
  CHECK_FALSE(host::compare_labels({}, {}));
}

TEST_CASE("compare_labels() names the fault of wrong labels", "[host][compare]") {
  struct WrongLabels {
    const char* name;
    LabelFault fault;
    std::vector<std::string> actual;
    std::vector<std::string> expected;
    std::uint64_t pixels, split, joined, missing, extra;  ///< The counts of LabelDifference.
    std::vector<std::string> words;                       ///< Parts of the description.
  };
  const std::vector<WrongLabels> cases = {
      {"a component in three parts",
       LabelFault::split,
       {"1102", "1203"},
       {"1101", "1101"},
       3,
       1,
       0,
       0,
       0,
       {"split: first at (3, 0): 2 instead of 1", "3 pixels differ", "1 component split", "3 labels instead of 1"}},
      {"two components with one label",
       LabelFault::joined,
       {"1101", "0000"},
       {"1102", "0000"},
       1,
       0,
       1,
       0,
       0,
       {"joined", "(3, 0): 1 instead of 2"}},
      {"a pixel of another component",
       LabelFault::split_and_joined,
       {"1102", "1102", "1100"},
       {"1102", "1101", "1100"},
       1,
       1,
       1,
       0,
       0,
       {"split and joined", "(3, 1): 2 instead of 1", "1 pixel differs"}},
      {"two labels exchanged",
       LabelFault::renumbered,
       {"2201", "0000"},
       {"1102", "0000"},
       3,
       0,
       0,
       0,
       0,
       {"renumbered", "2 instead of 1"}},
      {"a pixel missing and one too many",
       LabelFault::background,
       {"1000", "0003"},
       {"1100", "0000"},
       2,
       0,
       0,
       1,
       1,
       {"background", "1 pixel missing", "1 pixel of background"}},
      {"a row moved by a pixel",
       LabelFault::shifted,
       {"1022", "0102", "1022"},
       {"1022", "1022", "1022"},
       2,
       0,
       0,
       0,
       0,
       {"shifted by (1, 0)"}},
      {"rows moved by several pixels",
       LabelFault::shifted,
       {"0001", "0100", "1002"},
       {"0001", "1002", "1002"},
       0,
       0,
       0,
       0,
       0,
       {"shifted"}},
      {"an image of another extent",
       LabelFault::extent,
       {"10", "20"},
       {"10"},
       0,
       0,
       0,
       0,
       0,
       {"size", "2 labels instead of 1"}},
  };
  for (const WrongLabels& one : cases) {
    const auto difference = host::compare_labels(labels(one.actual), labels(one.expected));
    REQUIRE(difference);
    INFO(one.name << ": " << host::describe(*difference));
    CHECK(host::name_of(difference->fault) == host::name_of(one.fault));
    for (const std::string& word : one.words) CHECK_THAT(host::describe(*difference), contains(word));
    if (one.fault == LabelFault::shifted || one.fault == LabelFault::extent) continue;
    CHECK(difference->pixels == one.pixels);
    CHECK(difference->split == one.split);
    CHECK(difference->joined == one.joined);
    CHECK(difference->missing == one.missing);
    CHECK(difference->extra == one.extra);
  }
}

TEST_CASE("compare_labels() takes labels up to 2^32 - 1", "[host][compare]") {
  const auto difference = host::compare_labels({{2, 1}, {4000000000U, 7}}, {{2, 1}, {1, 1}});
  REQUIRE(difference);
  CHECK(difference->fault == LabelFault::split);
  CHECK(difference->first.actual == 4000000000U);
}

TEST_CASE("list_faults() names components and labels with their first pixels", "[host][compare]") {
  struct ListedFaults {
    std::vector<std::string> actual;
    std::vector<std::string> expected;
    std::vector<std::string> faults;
  };
  const std::vector<ListedFaults> cases = {
      {{"102", "102"}, {"102", "102"}, {}},
      {{"201", "201"}, {"102", "102"}, {}},
      {{"1102", "1203"}, {"1101", "1101"}, {"split: component 1 at (0, 0) has labels 1, 2, 3"}},
      {{"1101", "0000"}, {"1102", "0000"}, {"joined: components 1, 2 at (0, 0) have label 1"}},
      {{"1000", "0003"},
       {"1100", "0000"},
       {"missing: component 1 at (1, 0) lacks 1 of 2 pixels",
        "extra: label 3 at (3, 1) has 1 of 1 pixels on background"}},
      {{"00", "12"},
       {"11", "11"},
       {"missing: component 1 at (0, 0) lacks 2 of 4 pixels", "split: component 1 at (0, 1) has labels 1, 2"}},
      {{"1234567890"},
       {"1111111111"},
       {"split: component 1 at (0, 0) has labels 1, 2, 3, 4, 5, 6, 7, 8 and 1 more",
        "missing: component 1 at (9, 0) lacks 1 of 10 pixels"}},
  };
  for (const ListedFaults& one : cases) {
    INFO(one.actual.front());
    std::vector<std::string> lines;
    for (const host::FaultyComponent& fault : host::list_faults(labels(one.actual), labels(one.expected))) {
      lines.push_back(host::describe(fault));
    }
    CHECK(lines == one.faults);
  }
}

TEST_CASE("rename_labels() gives labels of any numbering the numbers of the components", "[host][compare]") {
  using Values = std::vector<std::int64_t>;
  const LabelImage expected = labels({"1102", "0002", "3300"});
  struct RenamedCase {
    std::string name;
    Values values;
    std::vector<std::string> renamed;
    Values names;
  };
  const std::vector<RenamedCase> cases = {
      {"equal", {1, 1, 0, 2, 0, 0, 0, 2, 3, 3, 0, 0}, {"1102", "0002", "3300"}, {0, 1, 2, 3}},
      {"other numbers",
       {-5, -5, 0, 1, 0, 0, 0, 1, 5000000000, 5000000000, 0, 0},
       {"1102", "0002", "3300"},
       {0, -5, 1, 5000000000}},
      {"another background, and a component 0",
       {0, 0, -1, 2, -1, -1, -1, 2, 7, 7, -1, -1},
       {"1102", "0002", "3300"},
       {-1, 0, 2, 7}},
      {"a split component keeps its number for the largest part",
       {1, 1, 0, 8, 0, 0, 0, 2, 9, 3, 0, 0},
       {"1102", "0004", "3500"},
       {0, 1, 8, 9, 2, 3}},
      {"joined components have the number of one",
       {4, 4, 0, 4, 0, 0, 0, 4, 3, 3, 0, 0},
       {"1101", "0001", "3300"},
       {0, 4, 0, 3}},
      {"a label on background has a number of its own",
       {1, 1, 6, 2, 0, 0, 0, 2, 3, 3, 0, 0},
       {"1142", "0002", "3300"},
       {0, 1, 2, 3, 6}},
  };
  for (const RenamedCase& one : cases) {
    INFO(one.name);
    const host::RenamedLabels renamed = host::rename_labels(one.values, expected, true);
    CHECK(renamed.labels == labels(one.renamed));
    CHECK(renamed.names == one.names);
  }
  // Without background 0 is a label like any other.
  const host::RenamedLabels full = host::rename_labels({0, 0, 4}, labels({"112"}), false);
  CHECK(full.labels == labels({"112"}));
  CHECK(full.names == Values{0, 0, 4});
}

TEST_CASE("compare_tables() looks at every column", "[host][compare]") {
  const std::vector<Component> expected = measure(labels({"1102", "1102", "0000", "3333"}));
  CHECK_FALSE(host::compare_tables(expected, expected));
  struct WrongColumn {
    std::string column;
    void (*damage)(Component& row);
  };
  const std::vector<WrongColumn> cases = {
      {"label", [](Component& row) { ++row.label; }}, {"area", [](Component& row) { ++row.area; }},
      {"x0", [](Component& row) { ++row.box.x0; }},   {"y0", [](Component& row) { ++row.box.y0; }},
      {"x1", [](Component& row) { ++row.box.x1; }},   {"y1", [](Component& row) { ++row.box.y1; }},
      {"sum_x", [](Component& row) { ++row.sum_x; }}, {"sum_y", [](Component& row) { ++row.sum_y; }},
      {"sum_z", [](Component& row) { ++row.sum_z; }}, {"first", [](Component& row) { ++row.first; }},
      {"z0", [](Component& row) { ++row.box.z0; }},   {"z1", [](Component& row) { ++row.box.z1; }},
      {"value", [](Component& row) { ++row.value; }},
  };
  for (const WrongColumn& one : cases) {
    std::vector<Component> actual = expected;
    one.damage(actual[1]);
    const auto difference = host::compare_tables(actual, expected);
    INFO(one.column);
    REQUIRE(difference);
    CHECK(difference->column == one.column);
    CHECK(difference->row == 1);
    CHECK(difference->rows == 1);
    CHECK(difference->actual == difference->expected + 1);
  }
  const auto shorter = host::compare_tables({expected[0]}, expected);
  REQUIRE(shorter);
  CHECK(host::describe(*shorter) == "the table has 1 instead of 3 rows");
}

TEST_CASE("draw_difference() shows where labels differ", "[host][compare]") {
  const host::Image picture =
      host::draw_difference(labels({"110204", "333050", "000006"}), labels({"110330", "222040", "000600"}));
  REQUIRE(picture.format == PixelFormat::rgba8);
  const int scale = picture.extent.width / 6;
  CHECK(scale > 1);
  CHECK(picture.extent == Extent{6 * scale, 3 * scale});
  const auto at = [&](int x, int y) { return color_at(picture, x * scale, y * scale); };
  CHECK(at(0, 0) == std::vector<std::uint8_t>{150, 150, 150});  // right
  CHECK(at(2, 0) == std::vector<std::uint8_t>{24, 24, 24});     // background
  CHECK(at(4, 0) == std::vector<std::uint8_t>{60, 110, 255});   // missing
  CHECK(at(5, 0) == std::vector<std::uint8_t>{255, 225, 40});   // should be background
  CHECK(at(0, 1) == std::vector<std::uint8_t>{255, 150, 50});   // another number
  const host::Image split = host::draw_difference(labels({"12"}), labels({"11"}));
  CHECK(color_at(split, 0, 0) == std::vector<std::uint8_t>{230, 40, 40});
  // Large images keep their size.
  const LabelImage wide{{3000, 1}, std::vector<std::uint32_t>(3000)};
  CHECK(host::draw_difference(wide, wide).extent == wide.extent);
}

TEST_CASE_METHOD(GlFixture, "TextureComparison counts the texels that differ", "[host][compare][slow]") {
  Result<host::TextureComparison> comparison = host::TextureComparison::create();
  REQUIRE(comparison);
  for (const Extent extent : {Extent{1, 1}, {7, 5}, {64, 33}, {513, 2}, {7, 5, 4}, {33, 2, 17}}) {
    CAPTURE(extent);
    host::Image image{extent, PixelFormat::u8, std::vector<std::uint8_t>(std::size_t(extent.elements()))};
    for (std::size_t i = 0; i < image.bytes.size(); ++i) image.bytes[i] = i % 3 == 0 ? 255 : 0;
    Result<Labeler> first = Labeler::create();
    Result<Labeler> second = Labeler::create();
    REQUIRE(first);
    REQUIRE(second);
    const Result<host::OwnedTexture> source = host::upload(image.view());
    image.bytes.back() = static_cast<std::uint8_t>(255 - image.bytes.back());
    const Result<host::OwnedTexture> other_source = host::upload(image.view());
    REQUIRE(source);
    REQUIRE(other_source);
    const LabelingSpec spec{.connectivity = extent.is_volume() ? Connectivity::six : Connectivity::four};
    const Result<Labels> labeled = first->label(source->name(), spec);
    REQUIRE(labeled);
    const Result<Labels> same = second->label(source->name(), spec);
    REQUIRE(same);
    CHECK(*comparison->count_differences(labeled->texture, same->texture, extent) == 0);
    const Result<Labels> other = second->label(other_source->name(), spec);
    REQUIRE(other);
    const auto by_cpu = host::compare_labels(*second->readback(), *first->readback());
    REQUIRE(by_cpu);
    CHECK(*comparison->count_differences(labeled->texture, other->texture, extent) == by_cpu->pixels);
  }
  const Result<host::OwnedTexture> texture = host::make_label_texture({5, 3});
  REQUIRE(texture);
  CHECK(host::download_labels(*texture).values.size() == 15);
}

TEST_CASE("shrink() keeps the pixels that make an image fail", "[host][compare]") {
  host::Image image{{61, 43}, PixelFormat::u8, std::vector<std::uint8_t>(61 * 43)};
  for (std::size_t i = 0; i < image.bytes.size(); ++i) image.bytes[i] = static_cast<std::uint8_t>(i * 37 % 11 * 20);
  const auto set = [](int pixels) {
    return [pixels](const host::Image& one) { return count_set(one) >= unsigned(pixels); };
  };
  struct FailingImage {
    std::string name;
    std::function<bool(const host::Image&)> fails;
    std::int64_t pixels;  ///< Of the shrunk image.
    std::uint64_t set;    ///< Pixels of it that are not 0.
  };
  const std::vector<FailingImage> cases = {
      {"always", [](const host::Image&) { return true; }, 1, 0},
      {"three pixels", set(3), 3, 3},
      {"wide", [](const host::Image& one) { return one.extent.width >= 17; }, 17, 0},
      {"a value", [](const host::Image& one) { return std::count(one.bytes.begin(), one.bytes.end(), 140) > 1; }, 2, 2},
      {"a corner",
       [](const host::Image& one) {
         return one.extent.width > 4 && one.extent.height > 6 && one.bytes.front() != 0 && one.bytes.back() != 0;
       },
       35, 2},
  };
  for (const FailingImage& one : cases) {
    INFO(one.name);
    image.bytes.front() = 20;
    image.bytes.back() = 20;
    REQUIRE(one.fails(image));
    const host::Image small = host::shrink(image, one.fails);
    CHECK(one.fails(small));
    CHECK(small.extent.elements() == one.pixels);
    CHECK(count_set(small) == one.set);
  }
}

TEST_CASE("shrink() keeps whole pixels of every format and its limit of calls", "[host][compare]") {
  for (const PixelFormat format : {PixelFormat::u16, PixelFormat::rgba8}) {
    const auto bytes = static_cast<std::size_t>(bytes_per_pixel(format));
    host::Image image{{9, 7}, format, std::vector<std::uint8_t>(63 * bytes)};
    image.bytes[bytes * 31 + bytes - 1] = 7;
    image.bytes[bytes * 50] = 9;
    int calls = 0;
    const host::Image small = host::shrink(image, [&](const host::Image& one) {
      ++calls;
      REQUIRE(one.bytes.size() == static_cast<std::size_t>(one.extent.elements()) * bytes);
      return std::count(one.bytes.begin(), one.bytes.end(), 7) == 1;
    });
    CHECK(small.extent == Extent{1, 1});
    CHECK(small.bytes[bytes - 1] == 7);
    CHECK(calls > 3);
    calls = 0;
    const host::Image limited = host::shrink(
        image, [&](const host::Image&) { return ++calls > 0; }, 3);
    CHECK(calls == 3);
    CHECK(limited.extent.elements() < image.extent.elements());
  }
}

}  // namespace glccl::tests
