// Numbers and lists as the programs print and read them.
#pragma once

#include <cstdint>
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

namespace glccl::tools {

/// A number as people write it: 40, 0.5.
inline std::string to_string(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

/// A number with so many decimals: "0.500".
inline std::string fixed(double value, int decimals) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(decimals) << value;
  return text.str();
}

/// The words of a list, which may be empty.
inline std::vector<std::string> split(const std::string& list, char separator = ',') {
  std::vector<std::string> words;
  std::istringstream text(list + separator);
  for (std::string word; std::getline(text, word, separator);) words.push_back(word);
  return words;
}

/// The names of a table's rows with commas between them.
template <class Table>
std::string join_names(const Table& table) {
  std::string text;
  for (const auto& row : table) text += (text.empty() ? "" : ", ") + std::string(row.name);
  return text;
}

}  // namespace glccl::tools
