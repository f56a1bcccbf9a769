// Contacts of components as files.
#pragma once

#include <filesystem>
#include <span>

#include "glccl/contacts.hpp"
#include "glccl/host/output_file.hpp"
#include "glccl/result.hpp"

namespace glccl::host {

/// Writes contacts as .csv or .json, by the ending of the file's path. The columns of .csv are first,second,length: two
/// labels, and the length of their common border. A .json is an array with one object per line, with the same names.
/// The file is neither closed nor committed. Errors: `invalid_argument` (unknown ending), `file`.
Result<void> write_contacts(OutputFile& file, std::span<const Contact> contacts);

/// Whether write_contacts() knows the ending. Error `invalid_argument`: the message lists the endings.
Result<void> check_contacts_path(const std::filesystem::path& path);

}  // namespace glccl::host
