#include "glccl/host/overlay.hpp"

#include <algorithm>

#include "glccl/region_results.hpp"
#include "host/files/label_colour.hpp"

namespace glccl::host {
Colour colour_of(std::uint32_t label) {
  const std::uint32_t colour = colour_of_label(label);
  const auto channel = [&](int i) { return static_cast<int>(colour >> 8 * i & 255U); };
  return {channel(0), channel(1), channel(2)};
}

namespace {

/// Element `i` of the source as 8-bit RGB.
Colour source_colour(const Image& source, std::size_t i, unsigned white) {
  if (source.format == PixelFormat::rgba8)
    return {source.bytes[4 * i], source.bytes[4 * i + 1], source.bytes[4 * i + 2]};
  const auto width = static_cast<std::size_t>(source.extent.width);
  const int grey =
      static_cast<int>(source.grey_at(static_cast<int>(i % width), static_cast<int>(i / width)) * 255 / white);
  return {grey, grey, grey};
}

void put(Image& image, std::size_t i, const Colour& colour) {
  for (std::size_t c = 0; c < 3; ++c) image.bytes[4 * i + c] = static_cast<std::uint8_t>(colour[c]);
  image.bytes[4 * i + 3] = 255;
}

Image blank(const Extent& extent) {
  return {extent, PixelFormat::rgba8, std::vector<std::uint8_t>(static_cast<std::size_t>(extent.elements()) * 4)};
}

void draw_rectangle(Image& image, const Box& box, const Colour& colour) {
  for (int x = box.x0; x <= box.x1; ++x) {
    for (const int y : {box.y0, box.y1}) put(image, place_of({x, y}, image.extent), colour);
  }
  for (int y = box.y0; y <= box.y1; ++y) {
    for (const int x : {box.x0, box.x1}) put(image, place_of({x, y}, image.extent), colour);
  }
}

/// Draws one slice. `white` is that of the whole source, so that slices are equally bright.
Image draw_slice(const Image& source, const LabelImage& labels, const std::vector<Component>& components,
                 const Slice& slice, unsigned white) {
  Image image = blank(extent_of(slice, source.extent));
  for (int y = 0; y < image.extent.height; ++y) {
    for (int x = 0; x < image.extent.width; ++x) {
      const auto place = static_cast<std::size_t>(place_of(element_at(slice, {x, y}), source.extent));
      const std::uint32_t label = labels.values[place];
      const Colour from = source_colour(source, place, white);
      const Colour tint = colour_of(label);
      Colour to{};
      for (std::size_t c = 0; c < 3; ++c) to[c] = label == 0 ? from[c] * 2 / 5 : (from[c] + tint[c]) / 2;
      put(image, static_cast<std::size_t>(place_of({x, y}, image.extent)), to);
    }
  }
  for (const Component& component : components) {
    if (has_slice(component.box, slice))
      draw_rectangle(image, box_in(slice, component.box), colour_of(component.label));
  }
  return image;
}

/// The places of slices on a contact sheet.
struct Sheet {
  int step = 1;     ///< Every so many rows and columns of a slice are drawn.
  Extent tile;      ///< Of a slice as it is drawn.
  int columns = 1;  ///< Slices side by side.
  int slices = 1;
};

constexpr int sheet_gap = 2;  ///< Pixels between slices.

int most_slices(int tile) { return (contact_sheet_side + sheet_gap) / (tile + sheet_gap); }

/// At most 36 slices, in a sheet that is about as wide as high.
Sheet lay_out(const Extent& volume) {
  Sheet sheet;
  sheet.step = (std::max(volume.width, volume.height) - 1) / contact_sheet_side + 1;
  sheet.tile = {(volume.width - 1) / sheet.step + 1, (volume.height - 1) / sheet.step + 1};
  const int across = most_slices(sheet.tile.width);
  const int down = most_slices(sheet.tile.height);
  sheet.slices = static_cast<int>(std::min<std::int64_t>({volume.depth, 36, std::int64_t{across} * down}));
  const auto rows = [&] { return (sheet.slices - 1) / sheet.columns + 1; };
  const auto is_tall = [&] {
    return std::int64_t{sheet.columns} * sheet.tile.width < std::int64_t{rows()} * sheet.tile.height;
  };
  while (sheet.columns < std::min(across, sheet.slices) && (is_tall() || rows() > down)) ++sheet.columns;
  return sheet;
}

}  // namespace

Image draw_overlay(const Image& source, const LabelImage& labels, const std::vector<Component>& components) {
  Image image = blank(source.extent);
  const unsigned white = source.white();
  auto to = image.bytes.begin();
  for (int z = 0; z < source.extent.depth; ++z) {
    const Image slice = draw_slice(source, labels, components, {Axis::z, z}, white);
    to = std::copy(slice.bytes.begin(), slice.bytes.end(), to);
  }
  return image;
}

Image draw_overlay(const Image& source, const LabelImage& labels, const std::vector<Component>& components,
                   const Slice& slice) {
  return draw_slice(source, labels, components, slice, source.white());
}

std::vector<int> contact_sheet_slices(const Extent& volume) {
  const int count = lay_out(volume).slices;
  std::vector<int> slices;
  for (std::int64_t i = 0; i < count; ++i) {
    slices.push_back(static_cast<int>((2 * i + 1) * volume.depth / (2 * std::int64_t{count})));
  }
  return slices;
}

Image draw_contact_sheet(const Image& source, const LabelImage& labels, const std::vector<Component>& components) {
  const Sheet sheet = lay_out(source.extent);
  const int rows = (sheet.slices - 1) / sheet.columns + 1;
  const int across = sheet.tile.width + sheet_gap;
  const int down = sheet.tile.height + sheet_gap;
  Image image = blank({sheet.columns * across - sheet_gap, rows * down - sheet_gap});
  for (std::size_t i = 0; i < image.bytes.size() / 4; ++i) put(image, i, {255, 255, 255});
  const unsigned white = source.white();
  const std::vector<int> slices = contact_sheet_slices(source.extent);
  for (int i = 0; i < sheet.slices; ++i) {
    const Image slice = draw_slice(source, labels, components, {Axis::z, slices[static_cast<std::size_t>(i)]}, white);
    for (int y = 0; y < sheet.tile.height; ++y) {
      for (int x = 0; x < sheet.tile.width; ++x) {
        const Position at{i % sheet.columns * across + x, i / sheet.columns * down + y};
        const std::uint8_t* from = &slice.bytes[4 * place_of({x * sheet.step, y * sheet.step}, slice.extent)];
        std::copy_n(from, 4, &image.bytes[4 * place_of(at, image.extent)]);
      }
    }
  }
  return image;
}

}  // namespace glccl::host
