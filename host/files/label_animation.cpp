// GIF89a: one palette for all frames; a frame holds the pixels that differ from the frame before, the others are
// transparent. Long runs of one value are what LZW codes well, and elements of a component have one value.
#include "glccl/host/label_animation.hpp"

#include <gif_lib.h>

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "glccl/host/output_file.hpp"
#include "host/files/file_ending.hpp"
#include "host/files/label_colour.hpp"

namespace glccl::host {
namespace {

// Entries of the palette. Those between white and transparent are hues.
constexpr int palette_entries = 256;
constexpr GifPixelType black = 0;
constexpr GifPixelType white = 1;
constexpr GifPixelType transparent = 255;
constexpr std::uint32_t hues = transparent - white - 1;

GifPixelType entry_of(std::uint32_t label) {
  return label == 0 ? black : static_cast<GifPixelType>(white + 1 + (label - 1) % hues);
}

std::array<GifColorType, palette_entries> make_palette() {
  std::array<GifColorType, palette_entries> palette{};
  palette[white] = {255, 255, 255};
  for (std::uint32_t hue = 1; hue <= hues; ++hue) {
    const Colour colour = colour_of(hue);
    const auto byte = [&](std::size_t channel) { return static_cast<GifByteType>(colour[channel]); };
    palette[entry_of(hue)] = {byte(0), byte(1), byte(2)};
  }
  return palette;
}

struct CloseGif {
  void operator()(GifFileType* gif) const { EGifCloseFile(gif, nullptr); }
};

struct FreeMap {
  void operator()(ColorMapObject* map) const { GifFreeMapObject(map); }
};

/// The extension of Netscape 2.0: how often the frames are repeated, 0 for ever.
bool put_endless_loop(GifFileType* gif) {
  const GifByteType forever[] = {1, 0, 0};
  return EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE) != GIF_ERROR &&
         EGifPutExtensionBlock(gif, 11, "NETSCAPE2.0") != GIF_ERROR &&
         EGifPutExtensionBlock(gif, sizeof forever, forever) != GIF_ERROR && EGifPutExtensionTrailer(gif) != GIF_ERROR;
}

void draw_mark(std::vector<GifPixelType>& pixels, const Extent& extent, const Box& box) {
  for (int x = box.x0; x <= box.x1; ++x) {
    for (const int y : {box.y0, box.y1}) pixels[static_cast<std::size_t>(place_of({x, y}, extent))] = white;
  }
  for (int y = box.y0; y <= box.y1; ++y) {
    for (const int x : {box.x0, box.x1}) pixels[static_cast<std::size_t>(place_of({x, y}, extent))] = white;
  }
}

Result<void> check_animation(const std::filesystem::path& path, const Extent& extent, int hundredths) {
  if (const Result<void> status = check_animation_path(path); !status) return status;
  if (extent.width < 1 || extent.height < 1 || extent.is_volume()) {
    return Error{ErrorCode::invalid_argument,
                 "an animation of " + to_string(extent) + ": frames are images of 1x1 pixel or more"};
  }
  if (extent.width > LabelAnimation::largest_side || extent.height > LabelAnimation::largest_side) {
    return Error{ErrorCode::too_large, "an animation of " + to_string(extent) + ": a GIF has sides of at most " +
                                           std::to_string(LabelAnimation::largest_side)};
  }
  if (hundredths < 1 || hundredths > 65535) {
    return Error{ErrorCode::invalid_argument,
                 "frames of " + std::to_string(hundredths) + " hundredths of a second: 1 to 65535 are possible"};
  }
  return {};
}

}  // namespace

struct LabelAnimation::State {
  State(OutputFile output, const Extent& of, int time)
      : file(std::move(output)), extent(of), hundredths(time), shown(static_cast<std::size_t>(of.elements())) {}

  /// Writes what comes before the frames.
  Result<void> begin();

  /// Writes `row`, which has a palette entry for each pixel of a frame.
  Result<void> put_frame(std::vector<GifPixelType>& row);

  /// What giflib calls, with this object as its user.
  static int write_bytes(GifFileType* of, const GifByteType* bytes, int count) {
    auto& state = *static_cast<State*>(of->UserData);
    state.written = state.file.write(bytes, static_cast<std::size_t>(count));
    return state.written ? count : 0;
  }

  /// Why bytes could not be written, or what the library complains of.
  Error failure() const {
    if (!written) return written.error();
    const char* reason = gif == nullptr ? nullptr : GifErrorString(gif->Error);
    return file.failure(reason != nullptr ? reason : "the GIF cannot be encoded");
  }

  OutputFile file;
  Result<void> written = {};  ///< Of the last bytes.
  Extent extent;
  int hundredths;
  std::vector<GifPixelType> shown;  ///< Palette entries that a viewer shows after the last frame.
  bool has_frames = false;
  std::unique_ptr<GifFileType, CloseGif> gif;  ///< Writes to `file`, so it is closed first.
};

Result<void> LabelAnimation::State::begin() {
  gif.reset(EGifOpen(this, write_bytes, nullptr));
  if (gif == nullptr) return failure();
  EGifSetGifVersion(gif.get(), true);
  const auto colours = make_palette();
  const std::unique_ptr<ColorMapObject, FreeMap> palette(GifMakeMapObject(palette_entries, colours.data()));
  if (palette == nullptr) return failure();
  const bool begun = EGifPutScreenDesc(gif.get(), extent.width, extent.height, 8, black, palette.get()) != GIF_ERROR &&
                     put_endless_loop(gif.get());
  return begun ? Result<void>() : failure();
}

Result<void> LabelAnimation::State::put_frame(std::vector<GifPixelType>& row) {
  const GraphicsControlBlock control{DISPOSE_DO_NOT, false, hundredths,
                                     has_frames ? transparent : NO_TRANSPARENT_COLOR};
  GifByteType extension[4] = {};
  EGifGCBToExtension(&control, extension);
  if (EGifPutExtension(gif.get(), GRAPHICS_EXT_FUNC_CODE, sizeof extension, extension) == GIF_ERROR ||
      EGifPutImageDesc(gif.get(), 0, 0, extent.width, extent.height, false, nullptr) == GIF_ERROR) {
    return failure();
  }
  const auto width = static_cast<std::size_t>(extent.width);
  for (std::size_t at = 0; at < row.size(); at += width) {
    if (EGifPutLine(gif.get(), &row[at], extent.width) == GIF_ERROR) return failure();
  }
  return {};
}

Result<void> check_animation_path(const std::filesystem::path& path) {
  return check_ending(path, {".gif"}, "an animation");
}

LabelAnimation::LabelAnimation(std::unique_ptr<State> state) : state_(std::move(state)) {}
LabelAnimation::LabelAnimation(LabelAnimation&&) noexcept = default;
LabelAnimation& LabelAnimation::operator=(LabelAnimation&&) noexcept = default;
LabelAnimation::~LabelAnimation() = default;

Result<LabelAnimation> LabelAnimation::create(const std::filesystem::path& path, const Extent& extent, int hundredths) {
  if (const Result<void> status = check_animation(path, extent, hundredths); !status) return status.error();
  Result<OutputFile> file = OutputFile::create(path);
  if (!file) return file.error();
  auto state = std::make_unique<State>(*std::move(file), extent, hundredths);
  if (const Result<void> status = state->begin(); !status) return status.error();
  return LabelAnimation(std::move(state));
}

Result<void> LabelAnimation::add(std::span<const std::uint32_t> labels, std::span<const Box> marks) {
  State& state = *state_;
  if (labels.size() != state.shown.size()) {
    return Error{ErrorCode::invalid_argument,
                 std::to_string(labels.size()) + " labels for a frame of " + to_string(state.extent) + " pixels"};
  }
  std::vector<GifPixelType> pixels(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) pixels[i] = entry_of(labels[i]);
  for (const Box& mark : marks) draw_mark(pixels, state.extent, mark);
  std::vector<GifPixelType> frame = pixels;
  for (std::size_t i = 0; i < frame.size() && state.has_frames; ++i) {
    if (frame[i] == state.shown[i]) frame[i] = transparent;
  }
  if (const Result<void> status = state.put_frame(frame); !status) return status;
  state.shown = std::move(pixels);
  state.has_frames = true;
  return {};
}

Result<void> LabelAnimation::commit() {
  State& state = *state_;
  if (!state.has_frames) {
    return Error{ErrorCode::invalid_argument, "cannot write " + state.file.path().string() + ": there is no frame"};
  }
  int code = 0;
  if (state.gif != nullptr && EGifCloseFile(state.gif.release(), &code) == GIF_ERROR) {
    if (!state.written) return state.written;
    const char* reason = GifErrorString(code);
    return state.file.failure(reason != nullptr ? reason : "the GIF cannot be ended");
  }
  return state.file.commit();
}

}  // namespace glccl::host
