#include "cli/scope_file.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "guidance/find_scope.hpp"

namespace heddle::cli {

ScopeFile::~ScopeFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
}

Status ScopeFile::make(const std::string& program, config::RunOptions& options) {
  options.scope.clear();
  const std::string& start = options.start.empty() ? options.window.function : options.start;
  if (options.focus.empty() && start.empty()) return Done{};
  const Result<guidance::CodeScope> scope = guidance::find_scope(program, options.focus, start);
  if (!scope) return scope.error();
  std::error_code failed;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(failed);
  std::string name = (failed ? std::filesystem::path("/tmp") : folder) / "heddle-scope-XXXXXX";
  const int file = ::mkstemp(name.data());
  if (file < 0) {
    return Error{"Cannot write a temporary file in '" + name + "'; set TMPDIR to another folder."};
  }
  path_ = name;
  ::close(file);
  std::ofstream out(path_, std::ios::binary);
  out << scope->encode();
  out.close();
  if (!out) return Error{"Cannot write '" + path_ + "'; make room there, or set TMPDIR."};
  options.scope = path_;
  return Done{};
}

}  // namespace heddle::cli
