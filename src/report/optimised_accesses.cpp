#include "report/optimised_accesses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/kept_accesses.hpp"
#include "report/joined_texts.hpp"
#include "symbolize/names.hpp"

namespace heddle::report {
namespace {

// The last -O flag among the words of a command line; empty when there is none.
std::string_view optimisation_level(std::string_view words) {
  constexpr std::string_view kLevels = "0123sgz";
  std::string_view level;
  while (!words.empty()) {
    const std::size_t blank = std::min(words.find(' '), words.size());
    const std::string_view word = words.substr(0, blank);
    words.remove_prefix(std::min(blank + 1, words.size()));
    const std::string_view value = word.substr(std::min<std::size_t>(2, word.size()));
    const bool is_level = value == "fast" || value.empty() ||
                          (value.size() == 1 && kLevels.find(value) != std::string_view::npos);
    if (word.starts_with("-O") && is_level) level = word;
  }
  return level;
}

}  // namespace

Accesses accesses_of(std::string_view producer) {
  if (producer.find("-fsanitize=thread") == std::string_view::npos) return Accesses::foreign;
  const std::string_view level = optimisation_level(producer);
  const bool keeps = std::any_of(
      kAccessesKept.begin(), kAccessesKept.end(),
      [&](std::string_view flag) { return producer.find(flag) != std::string_view::npos; });
  return keeps || level.empty() || level == "-O0" ? Accesses::written : Accesses::compiled;
}

void tell_optimised_accesses(result::RunResult& result, symbolize::Symbolizer& symbolizer) {
  std::vector<std::string> compiled;
  std::vector<std::string> unknown;
  bool has_clang = false;
  for (const std::string& module : result.not_seen.modules) {
    bool is_known = false;
    for (const symbolize::CompiledUnit& unit : symbolizer.units(module)) {
      const Accesses accesses = accesses_of(unit.producer);
      is_known |= accesses != Accesses::foreign;
      if (accesses != Accesses::compiled) continue;
      has_clang |= unit.producer.find("clang version") != std::string::npos;
      add_new(compiled, fmt::format("{} ({})", symbolize::base_name(unit.file),
                                    optimisation_level(unit.producer)));
    }
    if (!is_known) add_new(unknown, std::string(symbolize::base_name(module)));
  }
  if (result.not_seen.modules.empty()) return;
  result.accesses = !compiled.empty() ? "as compiled" : !unknown.empty() ? "unknown" : "as written";
  if (!compiled.empty()) {
    result.unwatched.push_back(
        "accesses to plain variables that the optimiser removed were not explored (compile with "
        "g++, or with --accesses=written, to keep them): " +
        joined(compiled));
    if (has_clang) {
      result.unwatched.emplace_back(
          "accesses of a function to members and elements of its own local variables were not "
          "explored in code that clang++ compiled with --accesses=compiled");
    }
  }
  if (!unknown.empty()) {
    result.unwatched.push_back(
        "accesses to plain variables that the optimiser removed, if any, were not explored; "
        "without debug information Heddle cannot tell: " +
        joined(unknown));
  }
}

}  // namespace heddle::report
