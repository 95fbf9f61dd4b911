#include "cli/input_file.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <limits>

#include "result/certificate.hpp"

namespace heddle::cli {

Result<std::string> read_input(const std::string& path, std::string_view what,
                               std::size_t largest) {
  const Error unreadable{fmt::format("Cannot read the {} '{}'; name a file.", what, path)};
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return unreadable;
  std::ifstream file(path, std::ios::binary);
  if (!file.is_open()) return unreadable;
  std::string text;
  std::string part(std::size_t{1} << 20U, '\0');
  while (file.read(part.data(), static_cast<std::streamsize>(part.size())) || file.gcount() > 0) {
    text.append(part, 0, static_cast<std::size_t>(file.gcount()));
    if (text.size() > largest) {
      return Error{fmt::format("The {} '{}' is larger than {} MiB; name a smaller one.", what, path,
                               largest >> 20U)};
    }
  }
  if (file.bad()) return unreadable;
  return text;
}

std::string content_hash(const std::string& path) {
  const Result<std::string> content =
      read_input(path, "program", std::numeric_limits<std::size_t>::max());
  return content.ok() ? result::hash_text(*content) : "";
}

}  // namespace heddle::cli
