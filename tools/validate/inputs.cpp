#include "tools/validate/inputs.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "glccl/host/generate.hpp"
#include "glccl/host/image_files.hpp"
#include "glccl/spec.hpp"
#include "tools/glccl/text.hpp"
#include "tools/validate/fuzz.hpp"

namespace glccl::tools {
namespace {

namespace fs = std::filesystem;

/// The selections for a file without a criterion on the command line.
std::vector<Selection> usual_selections() {
  return {{}, {.threshold = Threshold{.otsu = true}}, {.equal = true}, {.max_difference = 8.0}};
}

/// As words of the command line, each after a space.
std::string arguments_of(const Selection& selection) {
  std::string text;
  if (selection.threshold) {
    const Threshold& range = *selection.threshold;
    text += " --threshold " + (range.otsu ? "otsu" : to_argument(range.low, range.high));
  }
  if (selection.inverted) text += " --invert";
  if (selection.equal) text += " --equal";
  if (selection.max_difference) text += " --max-difference " + to_string(*selection.max_difference);
  if (selection.measure) text += " --measure " + std::string(name_of(*selection.measure));
  if (!selection.background) return text;
  text += " --background ";
  if (selection.background->empty()) return text + "none";
  for (const double value : *selection.background) text += (text.back() == ' ' ? "" : ",") + to_string(value);
  return text;
}

Result<void> list_path(const std::string& path, const InputPlan& plan, std::vector<InputRequest>& requests) {
  std::error_code error;
  std::vector<std::string> files = {path};
  const bool folder = fs::is_directory(path, error);
  if (folder) {
    const Result<std::vector<fs::path>> found = host::list_images(path);
    if (!found) return found.error();
    files.assign(found->begin(), found->end());
  } else if (!fs::exists(path, error) && !host::parse_npz_name(path)) {
    return Error{ErrorCode::file, "cannot read " + path + ": there is no such file or folder"};
  }
  const bool usual = !plan.selection;
  const std::vector<Selection> selections = usual ? usual_selections() : std::vector<Selection>{*plan.selection};
  for (const std::string& file : files) {
    for (const Selection& selection : selections) {
      requests.emplace_back(FileInput{file, selection, folder, usual, plan.raw, plan.read});
    }
  }
  return {};
}

Result<ValidateInput> labeled(std::string name, const host::Image& image, const Selection& selection,
                              std::string arguments) {
  Result<SelectedImage> selected = select(image, selection);
  if (!selected) return selected.error();
  const std::string words = arguments_of(selection);
  return ValidateInput{std::move(name) + words, std::nullopt, std::move(selected->image), selected->criterion,
                       std::move(arguments) + words};
}

Result<ValidateInput> make_dataset(const DatasetInput& input) {
  const auto& [dataset, extent] = input.dataset;
  const Result<host::Image> image = host::generate(dataset->kind, extent, dataset->options);
  if (!image) return image.error();
  const std::string size = to_string(extent);
  return labeled(dataset->name + " " + size, *image, input.selection,
                 "--datasets " + dataset->name + " --sizes " + size);
}

/// All images or volumes of one size, with a gutter behind each.
struct Atlas {
  Extent tile;
  int values;         ///< That an element can have: 0 and up.
  int tiles;          ///< Along each axis: one for each image.
  std::uint8_t step;  ///< From one value to the next.
  std::uint8_t gutter;
  const char* name;
};

constexpr Atlas all_images = {{4, 4}, 2, 256, 255, 0, "all 4x4 images"};
constexpr Atlas all_images_of_values = {{4, 3}, 3, 729, 1, 9, "all 4x3 images of three values"};
constexpr Atlas all_volumes = {{3, 3, 2}, 2, 64, 255, 0, "all 3x3x2 volumes"};
constexpr Atlas all_volumes_of_values = {{3, 2, 2}, 3, 81, 1, 9, "all 3x2x2 volumes of three values"};

Result<ValidateInput> make_atlas(const AtlasInput& input) {
  const bool compares = input.selection.equal || input.selection.max_difference;
  const Atlas& atlas = input.of_volumes ? (compares ? all_volumes_of_values : all_volumes)
                                        : (compares ? all_images_of_values : all_images);
  const Extent& tile = atlas.tile;
  const int slices = input.of_volumes ? atlas.tiles : 1;
  const Extent cell = {tile.width + 1, tile.height + 1, input.of_volumes ? tile.depth + 1 : 1};
  host::Image drawn{{atlas.tiles * cell.width, atlas.tiles * cell.height, slices * cell.depth}, PixelFormat::u8, {}};
  drawn.bytes.resize(static_cast<std::size_t>(drawn.extent.elements()), atlas.gutter);
  for (int image = 0; image < atlas.tiles * atlas.tiles * slices; ++image) {
    for (int i = 0, rest = image; i < tile.elements(); ++i, rest /= atlas.values) {
      const int x = image % atlas.tiles * cell.width + i % tile.width;
      const int y = image / atlas.tiles % atlas.tiles * cell.height + i / tile.width % tile.height;
      const int z = image / atlas.tiles / atlas.tiles * cell.depth + i / tile.width / tile.height;
      const std::size_t row = static_cast<std::size_t>(z) * drawn.extent.height + y;
      drawn.bytes[row * drawn.extent.width + x] = static_cast<std::uint8_t>(rest % atlas.values * atlas.step);
    }
  }
  std::string arguments = "--atlas";
  if (input.of_volumes) arguments += " --max-size " + to_string(tile);
  return labeled("atlas of " + std::string(atlas.name), drawn, input.selection, std::move(arguments));
}

}  // namespace

Result<std::vector<InputRequest>> list_inputs(const InputPlan& plan) {
  std::vector<InputRequest> requests;
  for (const std::string& path : plan.paths) {
    if (const Result<void> status = list_path(path, plan, requests); !status) return status.error();
  }
  for (const SizedDataset& dataset : plan.datasets) {
    requests.emplace_back(DatasetInput{dataset, plan.selection.value_or(Selection{})});
  }
  if (plan.atlas) {
    requests.emplace_back(AtlasInput{plan.selection.value_or(Selection{}), plan.max_size.is_volume()});
  }
  for (std::uint32_t i = 0; i < plan.fuzz; ++i) requests.emplace_back(FuzzInput{plan.seed + i, plan.max_size});
  if (requests.empty()) {
    return Error{ErrorCode::invalid_argument,
                 "there is nothing to label: name images or folders, or give --datasets LIST, --atlas or --fuzz N"};
  }
  return requests;
}

Result<ValidateInput> InputMaker::make(const InputRequest& request) {
  if (const auto* file = std::get_if<FileInput>(&request)) return make_from_file(*file);
  last_file_.reset();
  if (const auto* dataset = std::get_if<DatasetInput>(&request)) return make_dataset(*dataset);
  if (const auto* fuzz = std::get_if<FuzzInput>(&request)) return make_fuzz_input(fuzz->seed, fuzz->max_size);
  return make_atlas(std::get<AtlasInput>(request));
}

Result<ValidateInput> InputMaker::make_from_file(const FileInput& file) {
  if (!last_file_ || path_ != file.path) {
    last_file_.reset();  // Frees the memory first.
    last_file_ = file.raw ? host::read_raw(file.path, *file.raw) : host::read_image(file.path, file.read);
    path_ = file.path;
  }
  const Result<host::Image>& image = *last_file_;
  if (!image) return image.error();
  std::string layout;
  if (file.raw) {
    layout = " --shape " + to_shape(file.raw->extent) + " --type " + std::string(traits_of(file.raw->format).name);
  }
  if (file.read.channel) layout += " --channel " + std::to_string(*file.read.channel);
  if (file.read.frame) layout += " --frame " + std::to_string(*file.read.frame);
  if (file.read.palette_indices) layout += " --palette-indices";
  return labeled(file.path, *image, file.selection, quoted(file.path) + layout);
}

std::string to_arguments(const Criterion& criterion) {
  if (const auto* equal = std::get_if<Equal>(&criterion)) {
    return equal->background == Equal{}.background ? "--equal"
                                                   : "--equal --background " + to_argument(equal->background);
  }
  if (const auto* difference = std::get_if<Difference>(&criterion)) {
    const std::string measure = " --measure " + std::string(name_of(difference->measure));
    return "--max-difference " + to_string(difference->largest) + (difference->measure == Measure::sum ? "" : measure) +
           (difference->background ? " --background " + to_argument(difference->background) : "");
  }
  const auto& foreground = std::get<Foreground>(criterion);
  std::string text;
  if (foreground.low != 0.0 || !std::isinf(foreground.high)) {
    text = "--threshold " + to_argument(foreground.low, foreground.high);
  }
  if (foreground.inverted) text += std::string(text.empty() ? "" : " ") + "--invert";
  return text;
}

std::string quoted(const std::string& word) {
  const auto plain = [](unsigned char letter) {
    return std::isalnum(letter) != 0 ||
           std::string_view("/._-+=:,@%").find(static_cast<char>(letter)) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return word;
  std::string text = "'";
  for (const char letter : word) text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return text + "'";
}

}  // namespace glccl::tools
