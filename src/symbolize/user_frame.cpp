#include <algorithm>
#include <array>
#include <string_view>

#include "symbolize/symbolizer.hpp"

namespace heddle::symbolize {
namespace {

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(),
                     [text](std::string_view start) { return text.starts_with(start); });
}

// Installed headers, and the C++ library's wherever they were installed: ".../c++/12/...".
bool is_library_file(std::string_view file) {
  if (starts_with_any(file, {"/usr/include/", "/usr/lib/gcc", "/usr/lib/llvm"})) return true;
  if (contains(file, "/include/heddle/")) return true;
  const std::size_t found = file.find("/c++/");
  if (found == std::string_view::npos) return false;
  const std::size_t after = found + std::string_view("/c++/").size();
  return after < file.size() && file[after] >= '0' && file[after] <= '9' &&
         contains(file, "/include/");
}

// The runtime of C and C++, and Heddle's.
bool is_runtime_module(std::string_view module) {
  const std::string_view name = module.substr(module.rfind('/') + 1);
  return starts_with_any(name, {"libstdc++.", "libc++.", "libc++abi.", "libc.", "libc-", "libm.",
                                "libgcc_s.", "libpthread", "libheddle", "ld-linux", "ld-musl"});
}

}  // namespace

bool is_system_library(std::string_view module) {
  const bool is_installed =
      starts_with_any(module, {"/usr/lib/", "/lib/", "/usr/lib64/", "/lib64/"});
  return is_installed && contains(module, ".so") && !is_runtime_module(module);
}

bool is_library_frame(const Frame& frame) {
  return is_runtime_module(frame.module) || is_system_library(frame.module) ||
         is_library_file(frame.file);
}

const Frame* user_frame(std::span<const Frame> stack) {
  // A mere symbol of the user's module is second best to a line of the user's code.
  const Frame* nameless = nullptr;
  for (const Frame& frame : stack) {
    if (is_library_frame(frame)) continue;
    if (!frame.file.empty()) return &frame;
    if (nameless == nullptr) nameless = &frame;
  }
  return nameless;
}

}  // namespace heddle::symbolize
