#include "cli/scope_file.hpp"

#include "guidance/find_scope.hpp"

namespace heddle::cli {

Status ScopeFile::make(const std::string& program, config::RunOptions& options) {
  options.scope.clear();
  const std::string& start = options.start.empty() ? options.window.function : options.start;
  if (options.focus.empty() && start.empty()) return Done{};
  const Result<guidance::CodeScope> scope = guidance::find_scope(program, options.focus, start);
  if (!scope) return scope.error();
  if (Status written = file_.write("scope", scope->encode()); !written.ok()) return written;
  options.scope = file_.path();
  return Done{};
}

}  // namespace heddle::cli
