// The images and volumes that glccl validate labels: files, generated ones, the atlas of all small images, and random
// ones.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/host/image_files.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "tools/bench/cases.hpp"
#include "tools/glccl/options/selection.hpp"

namespace glccl::tools {

/// An image, and what is asked of it.
struct ValidateInput {
  std::string name;                   ///< For people: "coins.png --equal", "fuzz 17: maze 33x1".
  std::optional<std::uint32_t> seed;  ///< Of a random image.
  host::Image image;
  Criterion criterion;
  std::string arguments;  ///< Arguments of glccl validate that make this input again.
  /// What is asked of a random image; engines that meet its needs label once more. Its criterion and connectivity do
  /// not count: `criterion` and those of the plan do.
  LabelingSpec spec = {};
  std::optional<host::Image> mask = {};       ///< Of a random image; nothing: no mask.
  std::optional<host::Image> intensity = {};  ///< With table_column_intensity.
  bool contacts = false;  ///< Of a random image; engines that find contacts do so for its first labeling.
};

/// A file, with a criterion.
struct FileInput {
  std::string path;
  Selection selection;
  bool from_folder = false;  ///< It was found in a folder, and may be no image.
  bool is_usual = false;     ///< One of the usual selections, which may not apply to the format of the file.
  std::optional<host::RawLayout> raw = {};  ///< Of a file without a header.
  host::ReadOptions read = {};              ///< Of a file with one.
};

/// An image or volume made by host::generate().
struct DatasetInput {
  SizedDataset dataset;
  Selection selection;
};

/// All 65536 binary images of 4x4 pixels side by side, with a gutter of background between them: 1280x1280. With a
/// criterion that compares values, all 531441 images of 4x3 pixels with the values 0 to 2, and a gutter of 9:
/// 3645x2916. Of volumes all 262144 binary ones of 3x3x2 voxels, 256x256x192, or all 531441 of 3x2x2 voxels with three
/// values, 324x243x243.
struct AtlasInput {
  Selection selection;
  bool of_volumes = false;
};

/// The random image of a seed: fuzz.hpp.
struct FuzzInput {
  std::uint32_t seed = 0;
  Extent max_size;
};

/// An image that has not been read or made yet.
using InputRequest = std::variant<FileInput, DatasetInput, AtlasInput, FuzzInput>;

/// The inputs that the command line names.
struct InputPlan {
  std::vector<std::string> paths;           ///< Images, and folders whose own images are taken, by name.
  std::optional<host::RawLayout> raw = {};  ///< What `paths` hold, where they have no header.
  host::ReadOptions read = {};              ///< How they are read, where they have one.
  std::vector<SizedDataset> datasets;
  bool atlas = false;
  std::uint32_t fuzz = 0;  ///< Number of random images, with the seeds from `seed` on.
  std::uint32_t seed = 1;
  Extent max_size = {1025, 769};  ///< Of random images; with several slices they are volumes, and so is the atlas.
  /// The criterion for files and generated images. Without: non-zero pixels; for files also pixels above Otsu's
  /// threshold, equal values, and differences up to 8.
  std::optional<Selection> selection;
};

/// In the order above. Errors: `invalid_argument` (nothing is asked for), `file` (no such file, a folder without
/// images).
Result<std::vector<InputRequest>> list_inputs(const InputPlan& plan);

/// Reads or makes inputs. A file is read once for consecutive requests that name it.
class InputMaker {
 public:
  /// Errors: those of host::read_image(), host::read_raw() and host::generate(), and `invalid_argument` (a selection
  /// that the format does not have).
  Result<ValidateInput> make(const InputRequest& request);

 private:
  Result<ValidateInput> make_from_file(const FileInput& file);

  std::string path_;                              ///< Of the last file.
  std::optional<Result<host::Image>> last_file_;  ///< Its image, or why it cannot be read.
};

/// The options of glccl label and glccl validate that ask for a criterion: "--threshold 3 --invert", or nothing.
std::string to_arguments(const Criterion& criterion);

/// The word quoted for a shell where it needs to be.
std::string quoted(const std::string& word);

}  // namespace glccl::tools
