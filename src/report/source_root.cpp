#include "report/source_root.hpp"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <utility>

namespace heddle::report {
namespace {

namespace fs = std::filesystem;

}  // namespace

SourceRoot::SourceRoot(std::string folder) : folder_(std::move(folder)) {
  while (folder_.size() > 1 && folder_.ends_with('/')) folder_.pop_back();
}

SourceRoot SourceRoot::around(const std::string& folder) {
  std::error_code error;
  for (fs::path path = folder; path.has_relative_path(); path = path.parent_path()) {
    // A worktree of git has a file of that name.
    if (fs::exists(path / ".git", error)) return SourceRoot(path.string());
  }
  return SourceRoot(folder);
}

std::string SourceRoot::inside(std::string_view file) const {
  if (folder_.empty() || file.empty()) return {};
  const std::string path = fs::path(file).lexically_normal().string();
  const std::string prefix = folder_ == "/" ? folder_ : folder_ + "/";
  return path.starts_with(prefix) ? path.substr(prefix.size()) : std::string();
}

std::string uri_path(std::string_view path) {
  constexpr std::string_view kPermitted = "/-._~";
  std::string text;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain =
        byte < 0x80 && (std::isalnum(byte) != 0 || kPermitted.find(c) != std::string_view::npos);
    text += is_plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return text;
}

}  // namespace heddle::report
