// The images of a TIFF file by what ImageJ and OME-TIFF say of its pages: slices, channels and frames.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "glccl/result.hpp"

namespace glccl::host {

/// The images that a program says a file has.
struct Hyperstack {
  const char* writer = "";       ///< "ImageJ" or "OME-XML".
  std::uint64_t images = 1;      ///< What the writer counts: at least one for each slice of each channel and frame.
  std::uint64_t slices = 1;      ///< At least 1, as channels and frames.
  std::uint64_t channels = 1;    ///< Images of their own: not the samples of a pixel.
  std::uint64_t frames = 1;      ///< Points in time.
  std::uint64_t samples = 1;     ///< Of a pixel, which OME-XML counts as channels.
  std::string_view order = {};   ///< "CZT": the axes from the fastest one on.
  std::string_view places = {};  ///< The elements TiffData of OME-XML, which say where images are.

  bool is_imagej() const { return std::string_view(writer) == "ImageJ"; }
  bool has_several() const { return channels > 1 || frames > 1; }
  /// Whether there are as many images as slices, channels and frames, of which there is at least one each.
  bool has_images(std::uint64_t count) const {
    return slices <= count && channels <= count && frames <= count && slices * channels <= count &&
           slices * channels * frames == count;
  }
};

/// What the description of a file whose pixels have so many samples says: that of ImageJ, or the XML of OME-TIFF
/// (docs.openmicroscopy.org/ome-model). None where no such program has written it. Valid as long as the text is.
std::optional<Hyperstack> read_hyperstack(std::string_view description, int samples);

/// The slices of the channel and frame that are picked, as places among the `count` images of a file. Empty: all images
/// are slices, in the order of the file. Error `file`: several channels or frames and none is picked, a pick that the
/// file does not have, or places that contradict each other.
Result<std::vector<int>> pick_slices(const std::optional<Hyperstack>& stack, int count, const ReadOptions& options);

}  // namespace glccl::host
