#include "worker/explored_scope.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "config/scope_text.hpp"
#include "core/number_text.hpp"
#include "core/random.hpp"
#include "guidance/code_scope.hpp"
#include "runtime/memory_regions.hpp"
#include "runtime/scope.hpp"

namespace heddle::worker {
namespace {

constexpr const char* kExploreFromHere = "heddle_explore_from_here";
// A window that never opens counts the operations.
constexpr std::uint64_t kCountAll = native::kNever / 2;

bool names_code(const config::RunOptions& options) {
  return !options.focus.empty() || !options.start.empty() || !options.window.function.empty();
}

Result<guidance::CodeScope> read_scope(const config::RunOptions& options) {
  if (!names_code(options)) return guidance::CodeScope{};
  if (options.scope.empty()) {
    return Error{config::scope_option(options) +
                 " needs the command, which looks up the names; use `heddle run PROG`."};
  }
  std::ifstream in(options.scope, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  if (!in) return Error{"Cannot read '" + options.scope + "'; leave out --scope."};
  return guidance::CodeScope::decode(text.str());
}

std::vector<native::ScopeRange> placed(const std::vector<guidance::CodePiece>& code,
                                       std::uintptr_t base) {
  std::vector<native::ScopeRange> ranges;
  for (const guidance::CodePiece& piece : code) {
    ranges.push_back({base + piece.begin, base + piece.end});
  }
  return ranges;
}

bool is_scope_of(const guidance::CodeScope& code, const native::LoadedModule& loaded) {
  if (!code.build_id.empty() && code.build_id == loaded.build_id) return true;
  std::error_code ignored;
  return code.module == loaded.path ||
         std::filesystem::equivalent(code.module, loaded.path, ignored);
}

const std::string& start_name(const config::RunOptions& options) {
  return options.start.empty() ? options.window.function : options.start;
}

// Returns where the explored part begins: "the first call of push".
std::string start_text(const config::RunOptions& options) {
  const std::string& name = start_name(options);
  return name.empty() ? "heddle::explore_from_here" : "the first call of " + name;
}

// "a", "a and b", "a, b and c".
std::string joined_names(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  return text;
}

}  // namespace

Status apply_scope(const config::RunOptions& options) {
  const Result<guidance::CodeScope> code = read_scope(options);
  if (!code.ok()) return code.error();
  native::ScopeOptions scope;
  scope.has_focus = !options.focus.empty();
  scope.has_start = !start_name(options).empty() || native::program_names(kExploreFromHere);
  scope.skips = options.window.begin.value_or(0);
  if (options.window.count > 0) scope.window = options.window.count;
  bool is_loaded = !names_code(options);
  for (const native::LoadedModule& module : native::loaded_modules()) {
    if (module.instrumented) scope.instrumented.push_back({module.begin, module.end});
    if (is_loaded || !is_scope_of(*code, module)) continue;
    is_loaded = true;
    scope.focus = placed(code->focus, module.base);
    scope.start = placed(code->start, module.base);
  }
  if (!is_loaded) {
    return Error{"The program that runs is not '" + code->module +
                 "', whose names --focus, --start "
                 "and --window use; run that program itself."};
  }
  std::sort(scope.instrumented.begin(), scope.instrumented.end(),
            [](const auto& left, const auto& right) { return left.begin < right.begin; });
  native::set_scope(scope);
  return Done{};
}

void settle_scope(native::NativeSystem& system, config::RunOptions& options) {
  if (!native::flags().has_scope) return;
  native::ScopeOptions scope = native::current_scope();
  const bool has_ended = system.view().verdict != Verdict::running;
  if (native::awaits_start() && has_ended && start_name(options).empty()) {
    // The program calls the function elsewhere: in another test, for example.
    scope.has_start = false;
    native::set_scope(scope);
    system.restart();
  }
  const config::Window& window = options.window;
  if (window.count == 0 || window.begin || scope.has_start) return;
  native::ScopeOptions counting = scope;
  counting.skips = kCountAll;
  native::set_scope(counting);
  system.restart();
  const std::uint64_t length = kCountAll + 1 - native::world().before_window;
  const std::uint64_t places = length > window.count ? length - window.count + 1 : 1;
  constexpr std::uint64_t kPlaceStream = 0x77696e64;
  options.window.begin = Random(options.seed).split(kPlaceStream).below(places);
  scope.skips = *options.window.begin;
  native::set_scope(scope);
  system.restart();
}

std::string unreached_start(const native::NativeSystem& system, const config::RunOptions& options) {
  if (!native::flags().has_scope || system.view().verdict != Verdict::finished) return "";
  if (native::awaits_start()) {
    return "nothing was explored: the default schedule ended without " + start_text(options);
  }
  if (native::world().before_window == 0) return "";
  return "nothing was explored: the default schedule ended before operation " +
         grouped(options.window.begin.value_or(0)) + "; use a smaller number with --window";
}

std::vector<std::string> scope_notes(const config::RunOptions& options) {
  std::vector<std::string> notes;
  if (!native::flags().has_scope) return notes;
  const native::ScopeOptions& scope = native::current_scope();
  if (scope.has_focus) {
    notes.push_back("only operations in " + joined_names(options.focus) +
                    " were scheduling points");
  }
  if (scope.has_start) {
    notes.push_back("the schedule before " + start_text(options) + " was fixed");
  }
  if (options.window.count > 0) {
    const std::string from = scope.has_start && scope.skips == 0
                                 ? start_text(options)
                                 : "operation " + grouped(scope.skips + 1) +
                                       (scope.has_start ? " after " + start_text(options) : "");
    notes.push_back("only a window of " + grouped(options.window.count) +
                    (options.window.count == 1 ? " operation" : " operations") + " from " + from +
                    " on was explored");
  }
  return notes;
}

std::vector<std::string> scope_exceptions(const config::RunOptions& options) {
  std::vector<std::string> sentences;
  if (!native::flags().has_scope) return sentences;
  const native::ScopeOptions& scope = native::current_scope();
  if (scope.has_focus) {
    sentences.push_back("operations outside " + joined_names(options.focus) +
                        " were not scheduling points (--focus): errors that need a context switch "
                        "there may be missed");
  }
  if (scope.has_start) {
    sentences.push_back("other schedules before " + start_text(options) +
                        " were not explored: errors that need one may be missed");
  }
  if (options.window.count > 0) {
    sentences.emplace_back(
        "other schedules outside the window were not explored (--window): errors that need one may "
        "be missed");
  }
  return sentences;
}

}  // namespace heddle::worker
