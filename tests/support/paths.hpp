// Where the tests read and write files.
#pragma once

#include <filesystem>
#include <string>

namespace glccl::tests {

/// A file of tests/data. The environment variable GLCCL_TEST_DATA names that folder where the tests run on another
/// machine than the one that built them.
std::filesystem::path test_data(const std::string& name);

/// A fresh, empty directory that is removed when the program ends.
std::filesystem::path scratch_directory();

/// A path in a fresh scratch directory. The file does not exist yet.
std::filesystem::path scratch_file(const std::string& name);

}  // namespace glccl::tests
