#include "cli/output_files.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "trace/trace_file.hpp"

namespace heddle::cli {
namespace {

Error cannot_write(const std::string& path, int reason) {
  return Error{
      fmt::format("'{}' cannot be written ({}); name another file.", path, std::strerror(reason))};
}

}  // namespace

Status check_writable(const std::string& path) {
  const int existing = open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (existing >= 0) {
    close(existing);
    return Done{};
  }
  // A pipe that nobody reads yet.
  if (errno == ENXIO) return Done{};
  if (errno != ENOENT) return cannot_write(path, errno);
  const int created = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (created < 0) return cannot_write(path, errno);
  close(created);
  unlink(path.c_str());
  return Done{};
}

std::string default_trace_path(const std::string& program) {
  const std::string stem = "heddle-" + std::filesystem::path(program).filename().string();
  for (int number = 1;; ++number) {
    std::string path = number == 1 ? stem + ".trace" : fmt::format("{}-{}.trace", stem, number);
    std::error_code error;
    if (!std::filesystem::exists(path, error) || trace::read_partial_trace(path).ok()) return path;
  }
}

Status write_file(const std::string& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!file) return cannot_write(path, errno);
  return Done{};
}

}  // namespace heddle::cli
