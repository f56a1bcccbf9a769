// Numbers and lists as the programs print and read them.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

namespace glccl::tools {

/// A number as people write it, 40 or 0.5: the shortest text that reads as the same number.
inline std::string to_string(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
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
