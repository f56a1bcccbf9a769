// Channels, frames and stacks in one directory of TIFF files: ImageJ and OME-TIFF.
#include <tiffio.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "glccl/host/slab_sources.hpp"
#include "tests/host/files/file_bytes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using host::Image;
using host::ReadOptions;
using Bytes = std::vector<std::uint8_t>;

/// How the pages of stack_of() are.
struct Stack {
  int pages = 1;
  std::string description = {};
  int depth = 1;    ///< The tag ImageDepth.
  int samples = 1;  ///< Of a pixel: 1 grey, 3 RGB.
  std::uint16_t compression = COMPRESSION_NONE;
};

/// A TIFF file of pages of 3x2 pixels, whose samples are the number of the page.
fs::path stack_of(const Stack& stack) {
  const fs::path path = scratch_file("stack.tif");
  TIFF* file = TIFFOpen(path.c_str(), "w");
  REQUIRE(file != nullptr);
  for (int page = 0; page < stack.pages; ++page) {
    TIFFSetField(file, TIFFTAG_IMAGEWIDTH, 3);
    TIFFSetField(file, TIFFTAG_IMAGELENGTH, 2);
    TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(file, TIFFTAG_SAMPLESPERPIXEL, stack.samples);
    TIFFSetField(file, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(file, TIFFTAG_PHOTOMETRIC, stack.samples == 1 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB);
    TIFFSetField(file, TIFFTAG_COMPRESSION, stack.compression);
    if (page == 0 && !stack.description.empty()) {
      TIFFSetField(file, TIFFTAG_IMAGEDESCRIPTION, stack.description.c_str());
    }
    if (stack.depth > 1) TIFFSetField(file, TIFFTAG_IMAGEDEPTH, stack.depth);
    Bytes row(static_cast<std::size_t>(3 * stack.samples), static_cast<std::uint8_t>(page));
    for (std::uint32_t y = 0; y < 2; ++y) TIFFWriteScanline(file, row.data(), y, 0);
    TIFFWriteDirectory(file);
  }
  TIFFClose(file);
  return path;
}

/// A file with one directory of ImageJ, big-endian, and `samples` behind it: 3x2 pixels of so many bytes.
fs::path one_directory(const std::string& description, const std::string& samples, int bytes = 1) {
  const auto big_endian = [](std::uint32_t value, int count) {
    std::string text = little_endian(value, count);
    return std::string(text.rbegin(), text.rend());
  };
  std::string file = std::string("MM\0*", 4) + big_endian(8, 4);
  struct Entry {
    int tag;
    int type;
    std::uint32_t count;
    std::uint32_t value;
  };
  const auto length = static_cast<std::uint32_t>(description.size() + 1);
  constexpr std::uint32_t text = 8 + 2 + 9 * 12 + 4;
  const std::vector<Entry> entries = {{256, 4, 1, 3},
                                      {257, 4, 1, 2},
                                      {258, 3, 1, static_cast<std::uint32_t>(8 * bytes)},
                                      {259, 3, 1, 1},
                                      {262, 3, 1, 1},
                                      {270, 2, length, text},
                                      {273, 4, 1, text + length},
                                      {278, 4, 1, 2},
                                      {279, 4, 1, static_cast<std::uint32_t>(6 * bytes)}};
  file += big_endian(static_cast<std::uint32_t>(entries.size()), 2);
  for (const Entry& entry : entries) {
    file +=
        big_endian(static_cast<std::uint32_t>(entry.tag), 2) + big_endian(static_cast<std::uint32_t>(entry.type), 2);
    file += big_endian(entry.count, 4);
    file += entry.type == 3 ? big_endian(entry.value, 2) + std::string(2, '\0') : big_endian(entry.value, 4);
  }
  file += std::string(4, '\0') + description + std::string(1, '\0') + samples;
  const fs::path path = scratch_file("one.tif");
  std::ofstream(path, std::ios::binary) << file;
  return path;
}

/// The image of a file, which both ways of reading have to give. Fails the test case where one refuses it.
Image read_both(const fs::path& path, const ReadOptions& options) {
  const Result<Image> whole = host::read_image(path, options);
  INFO((whole ? std::string() : whole.error().message));
  REQUIRE(whole);
  const Result<host::SlabSource> source = host::open_slabs(path.string(), options);
  REQUIRE(source);
  Image slabs{source->extent, source->format, Bytes(whole->bytes.size())};
  for (int pass = 0; pass < 2; ++pass) {  // the second one goes back to the first slice
    for (int plane = 0; plane < host::planes_of(slabs.extent); ++plane) {
      const std::size_t size = slabs.bytes.size() / static_cast<std::size_t>(host::planes_of(slabs.extent));
      REQUIRE(source->read(plane, 1, &slabs.bytes[static_cast<std::size_t>(plane) * size]));
    }
    CHECK(slabs == *whole);
  }
  return *whole;
}

/// The numbers of the pages that are the slices.
std::vector<int> pages_read(const fs::path& path, const ReadOptions& options) {
  const Image image = read_both(path, options);
  const std::size_t slice = image.bytes.size() / static_cast<std::size_t>(image.extent.depth);
  std::vector<int> pages;
  for (std::size_t z = 0; z < static_cast<std::size_t>(image.extent.depth); ++z) {
    pages.push_back(image.bytes[z * slice]);
    CHECK(image.extent.width == 3);
  }
  return pages;
}

/// The reason of the refusal, which both ways of reading have to give.
std::string refused_tiff(const fs::path& path, const ReadOptions& options = {}) {
  const Result<Image> whole = host::read_image(path, options);
  const Result<host::SlabSource> source = host::open_slabs(path.string(), options);
  REQUIRE_FALSE(whole);
  REQUIRE_FALSE(source);
  CHECK(whole.error().code == ErrorCode::file);
  CHECK(source.error().message == whole.error().message);
  const std::string begin = "cannot read " + path.string() + ": ";
  CHECK(whole.error().message.starts_with(begin));
  return whole.error().message.substr(begin.size());
}

ReadOptions channel(std::uint32_t number) { return {.channel = number}; }
ReadOptions frame(std::uint32_t number) { return {.frame = number}; }

std::string ome(const std::string& attributes, const std::string& inside = "") {
  return "<?xml version=\"1.0\"?><OME xmlns=\"x\"><Image><Pixels ID=\"p\" " + attributes + ">" + inside +
         "</Pixels></Image></OME>";
}

using Pages = std::vector<int>;

}  // namespace

TEST_CASE("channels and frames of TIFF files are picked", "[host][files][volume]") {
  const fs::path channels = stack_of({8, "ImageJ=1.54f\nimages=8\nchannels=2\nslices=4\n"});
  CHECK(pages_read(channels, channel(0)) == Pages{0, 2, 4, 6});
  CHECK(pages_read(channels, channel(1)) == Pages{1, 3, 5, 7});
  CHECK(pages_read(channels, {.channel = 1, .frame = 0}) == Pages{1, 3, 5, 7});
  CHECK(pages_read(channels, {.channel = 1, .where_several = true}) == Pages{1, 3, 5, 7});
  const fs::path frames = stack_of({6, "ImageJ=1.54f\nimages=6\nframes=6\n"});
  CHECK(pages_read(frames, frame(4)) == Pages{4});
  const fs::path both = stack_of({12, "ImageJ=1.54f\nimages=12\nchannels=2\nslices=3\nframes=2\n"});
  CHECK(pages_read(both, {.channel = 1, .frame = 0}) == Pages{1, 3, 5});
  CHECK(pages_read(both, {.channel = 0, .frame = 1}) == Pages{6, 8, 10});
  const fs::path packed = stack_of(
      {.pages = 4, .description = "ImageJ=1\nimages=4\nchannels=2\nslices=2\n", .compression = COMPRESSION_LZW});
  CHECK(pages_read(packed, channel(1)) == Pages{1, 3});
  const fs::path slices = stack_of({4, "ImageJ=1.54f\nimages=4\nslices=4\n"});
  CHECK(pages_read(slices, {}) == Pages{0, 1, 2, 3});
  CHECK(pages_read(slices, channel(0)) == Pages{0, 1, 2, 3});
  CHECK(pages_read(stack_of({4, "channels=2"}), {}) == Pages{0, 1, 2, 3});
  CHECK(pages_read(stack_of({4, "channels=2"}), {.channel = 1, .where_several = true}) == Pages{0, 1, 2, 3});

  const std::string sizes = "SizeX=\"3\" SizeY=\"2\" SizeC=\"2\" SizeZ=\"3\" SizeT=\"2\"";
  const fs::path by_channels = stack_of({12, ome("DimensionOrder=\"XYCZT\" " + sizes)});
  CHECK(pages_read(by_channels, {.channel = 1, .frame = 1}) == Pages{7, 9, 11});
  const fs::path by_slices = stack_of({12, ome("DimensionOrder=\"XYZTC\" " + sizes, "<TiffData/>")});
  CHECK(pages_read(by_slices, {.channel = 1, .frame = 0}) == Pages{6, 7, 8});
  const std::string turned =
      "<TiffData FirstC='1' IFD='0' PlaneCount='2'/><TiffData IFD='3'/><TiffData FirstZ='1' IFD='2'/>";
  const fs::path placed = stack_of({4, ome("DimensionOrder='XYZCT' SizeC='2' SizeZ='2' SizeT='1'", turned)});
  CHECK(pages_read(placed, channel(0)) == Pages{3, 2});
  CHECK(pages_read(placed, channel(1)) == Pages{0, 1});
  // The samples of a pixel count as channels, which are no images of their own.
  const fs::path colours = stack_of({.pages = 2, .description = ome("SizeC='3' SizeZ='2' SizeT='1'"), .samples = 3});
  CHECK(pages_read(colours, {}) == Pages{0, 1});
  const fs::path more_colours =
      stack_of({.pages = 2, .description = ome("SizeC='6' SizeZ='1' SizeT='1'"), .samples = 3});
  CHECK(pages_read(more_colours, channel(1)) == Pages{1});
  CHECK(pages_read(stack_of({1, ome("SizeC='2' SizeZ='1' SizeT='1'")}), {}) == Pages{0});
}

TEST_CASE("channels and frames of TIFF files are no slices", "[host][files][volume][errors]") {
  struct Refused {
    Stack stack;
    ReadOptions options;
    std::string words;
  };
  const std::string four_pages = "ImageJ=1.54f\nimages=8\nchannels=2\nslices=4\n";
  const std::vector<Refused> cases = {
      {{.pages = 1, .depth = 4}, {}, "it has 4 slices in one directory (the tag ImageDepth); save it with a directory"},
      {{2, "ImageJ=1.54f\nimages=5\nslices=5\n"},
       {},
       "ImageJ says that it has 5 images, and it has 2 directories; save"},
      {{8, four_pages},
       {},
       "its 8 pages are 2 channels and 1 frame, not slices of one volume; --channel N picks one of the 2 channels, "
       "from "
       "0 to 1"},
      {{6, "ImageJ=1.54f\nimages=6\nframes=6\n"},
       {},
       "its 6 pages are 1 channel and 6 frames, not slices of one volume; --frame N picks one of the 6 frames, from 0 "
       "to 5"},
      {{12, "ImageJ=1\nimages=12\nchannels=2\nslices=3\nframes=2\n"},
       {},
       "--channel N picks one of the 2 channels, from 0 to 1, and --frame N picks one of the 2 frames, from 0 to 1"},
      {{12, "ImageJ=1\nimages=12\nchannels=2\nslices=3\nframes=2\n"},
       channel(1),
       "not slices of one volume; --frame N picks one of the 2 frames, from 0 to 1"},
      {{8, four_pages},
       {.where_several = true},
       "not slices of one volume; save the one that is meant as a file of its own"},
      {{8, four_pages}, channel(2), "it has 2 channels and no --channel 2; numbers go from 0 to 1"},
      {{8, four_pages}, {.channel = 0, .frame = 1}, "it has 1 frame and no --frame 1; leave the option out"},
      {{4, ome("SizeC=\"2\" SizeZ=\"2\" SizeT=\"1\"")}, {}, "its 4 pages are 2 channels and 1 frame"},
      {{4, ome("SizeT=\"4\" SizeZ=\"1\" SizeC=\"1\"")}, {}, "its 4 pages are 1 channel and 4 frames"},
      {{6, "ImageJ=1\nimages=6\nchannels=2\nslices=4\n"},
       channel(0),
       "ImageJ says that it has 4 slices, 2 channels and 1 frame, and it has 6 pages; save it with a page for each"},
      {{2, ome("SizeC='1' SizeZ='1' SizeT='1'")},
       {},
       "OME-XML says that it has 1 slice, 1 channel and 1 frame, and it has 2 pages; save it with a page for each"},
      {{1, ome("SizeC='2' SizeZ='1' SizeT='1'")}, channel(0), "2 channels and 1 frame, and it has 1 page; save"},
      {{2, ome("SizeC='2' SizeZ='1' SizeT='1'", "<TiffData IFD='0'/><TiffData IFD='1'/>")},
       channel(0),
       "its OME-XML places images twice or beyond its pages; save it with the channels and frames in order"},
      {{2, ome("SizeC='2' SizeZ='1' SizeT='1'", "<TiffData IFD='0' PlaneCount='3'/>")}, channel(0), "beyond its pages"},
      {{2, ome("DimensionOrder='XYZZT' SizeC='2'")}, channel(0), "beyond its pages"},
      {{4, "channels=2"},
       channel(0),
       "neither ImageJ nor OME-TIFF says which of its pages are channels and frames; leave out --channel"},
      {{1, ""}, {.palette_indices = true}, "it has no palette; --palette-indices is for files with one, leave it out"},
  };
  for (const Refused& one : cases) {
    CAPTURE(one.words);
    CHECK_THAT(refused_tiff(stack_of(one.stack), one.options), contains(one.words));
  }
  const fs::path array = file_with(as_file(random_bytes({3, 2}, PixelFormat::u8), "a.npy"), "a.npy");
  CHECK(refused_tiff(array, frame(0)) ==
        "it is no ImageJ, OME-TIFF or NIfTI file, whose frames can be picked; leave out --frame");
  CHECK(refused_tiff(array, {.palette_indices = true}) ==
        "it has no palette; --palette-indices is for files with one, leave it out");
  CHECK(read_both(array, {.channel = 3, .where_several = true}).extent == Extent{3, 2});
}

TEST_CASE("the images of a TIFF may lie behind each other in one directory, as ImageJ writes large files",
          "[host][files][volume]") {
  std::string samples;
  for (int i = 0; i < 60; ++i) samples += static_cast<char>(i);
  const Image bytes = read_both(one_directory("ImageJ=1.11a\nimages=10\nslices=10\n", samples), {});
  CHECK(bytes.extent == Extent{3, 2, 10});
  CHECK(std::string(bytes.bytes.begin(), bytes.bytes.end()) == samples);
  const Image shorts = read_both(one_directory("ImageJ=1.11a\nimages=5\nslices=5\n", samples, 2), {});
  CHECK(shorts.extent == Extent{3, 2, 5});
  CHECK(shorts.format == PixelFormat::u16);
  CHECK(Bytes(shorts.bytes.end() - 2, shorts.bytes.end()) == Bytes{59, 58});
  const std::string hyperstack = "ImageJ=1.11a\nimages=10\nchannels=2\nslices=5\nhyperstack=true\n";
  const Image second = read_both(one_directory(hyperstack, samples), channel(1));
  CHECK(second.extent == Extent{3, 2, 5});
  CHECK(Bytes(second.bytes.begin() + 5, second.bytes.begin() + 8) == Bytes{11, 18, 19});
  CHECK_THAT(refused_tiff(one_directory(hyperstack, samples)), contains("its 10 pages are 2 channels and 1 frame"));

  const std::string cut = samples.substr(0, 59);
  CHECK(refused_tiff(one_directory("ImageJ=1.11a\nimages=10\nslices=10\n", cut)) ==
        "ImageJ says that it has 10 images, and it has 1 directory; save it with a directory for each image");
  // The directory behind the first image is none of the others.
  CHECK_THAT(refused_tiff(stack_of({1, "ImageJ=1.54f\nimages=5\nslices=5\n"})),
             contains("it has 5 images, and it has 1 dir"));
  CHECK_THAT(refused_tiff(one_directory("ImageJ=1.11a\nimages=9999999999\n", samples)), contains("9999999999 images"));
}

}  // namespace glccl::tests
