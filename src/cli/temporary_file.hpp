// A file that other processes read while the command runs.
#pragma once

#include <string>

#include "core/result.hpp"

namespace heddle::cli {

// Removes its file in the end.
class TemporaryFile {
 public:
  TemporaryFile() = default;
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  // Creates a file whose name contains `purpose`.  REQUIRES: it is called once.
  Status write(const std::string& purpose, const std::string& text);

  // Empty before `write`.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace heddle::cli
