// Shared by the writers of files, where the ending of a path decides the format.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "glccl/host/output_file.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// The ending of a path with its dot, in small letters; empty where there is none. That of a compressed file is the
/// ending of what it holds too: ".nii.gz".
inline std::string ending_of(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  if (ending == ".gz" || ending == ".GZ") ending.insert(0, path.stem().extension().string());
  for (char& c : ending) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return ending;
}

/// Whether the ending of a path is among `known`. Error `invalid_argument`: "cannot write x.jpg as an image: ...".
inline Result<void> check_ending(const std::filesystem::path& path, const std::vector<const char*>& known,
                                 const char* what) {
  const std::string ending = ending_of(path);
  std::string list;
  for (const char* one : known) {
    if (ending == one) return {};
    list += (list.empty() ? "" : one == known.back() ? " or " : ", ") + std::string(one);
  }
  return Error{ErrorCode::invalid_argument,
               "cannot write " + path.string() + " as " + what + ": " +
                   (ending.empty() ? "its name has no ending" : "the ending " + ending + " is not known") + "; use " +
                   list};
}

/// Whether a file of this ending holds so many slices. Error `invalid_argument`: a volume in a .png.
inline Result<void> check_slices(const std::filesystem::path& path, const Extent& extent) {
  if (!extent.is_volume() || ending_of(path) != ".png") return {};
  return Error{ErrorCode::invalid_argument,
               "cannot write " + path.string() + ": it is a volume and PNG holds one slice; use .npy or .tif"};
}

/// Where the checks of a path have found no error, creates the file, calls `write` to fill it, and commits it.
template <class Write>
Result<void> write_and_commit(const std::filesystem::path& path, Result<void> checked, Write&& write) {
  if (!checked) return checked;
  Result<OutputFile> file = OutputFile::create(path);
  if (!file) return file.error();
  if (Result<void> status = std::forward<Write>(write)(*file); !status) return status;
  return file->commit();
}

}  // namespace glccl::host
