#include "glccl/host/contact_files.hpp"

#include <cstddef>
#include <string>

#include "host/files/file_ending.hpp"

namespace glccl::host {

Result<void> check_contacts_path(const std::filesystem::path& path) {
  return check_ending(path, {".csv", ".json"}, "contacts");
}

Result<void> write_contacts(OutputFile& file, std::span<const Contact> contacts) {
  if (Result<void> status = check_contacts_path(file.path()); !status) return status;
  const bool is_csv = ending_of(file.path()) == ".csv";
  std::string text = is_csv ? "first,second,length\n" : "[";
  constexpr std::size_t most_text = 1 << 16;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const std::string first = std::to_string(contacts[i].first);
    const std::string second = std::to_string(contacts[i].second);
    const std::string length = std::to_string(contacts[i].length);
    if (is_csv) {
      text.append(first).append(1, ',').append(second).append(1, ',').append(length).append(1, '\n');
    } else {
      text.append(i == 0 ? "\n{\"first\":" : ",\n{\"first\":").append(first).append(",\"second\":").append(second);
      text.append(",\"length\":").append(length).append(1, '}');
    }
    if (text.size() < most_text) continue;
    if (Result<void> status = file.write(text.data(), text.size()); !status) return status;
    text.clear();
  }
  if (!is_csv) text += contacts.empty() ? "]\n" : "\n]\n";
  return file.write(text.data(), text.size());
}

}  // namespace glccl::host
