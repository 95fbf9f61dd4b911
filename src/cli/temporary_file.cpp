#include "cli/temporary_file.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace heddle::cli {

TemporaryFile::~TemporaryFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
}

Status TemporaryFile::write(const std::string& purpose, const std::string& text) {
  std::error_code failed;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(failed);
  std::string name =
      (failed ? std::filesystem::path("/tmp") : folder) / ("heddle-" + purpose + "-XXXXXX");
  const int file = ::mkstemp(name.data());
  if (file < 0) {
    return Error{"Cannot write a temporary file in '" + name + "'; set TMPDIR to another folder."};
  }
  path_ = name;
  ::close(file);
  std::ofstream out(path_, std::ios::binary);
  out << text;
  out.close();
  if (!out) return Error{"Cannot write '" + path_ + "'; make room there, or set TMPDIR."};
  return Done{};
}

}  // namespace heddle::cli
