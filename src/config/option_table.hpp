// The one table of options.  The command line, HEDDLE_OPTIONS, the help and the documentation are
// all made from it.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "config/run_options.hpp"
#include "core/result.hpp"

namespace heddle::config {

enum class OptionGroup : std::uint8_t { search, backtrack, budget, output };

struct OptionSpec {
  std::string_view name;    // without dashes: "max-steps"
  std::string_view syntax;  // of the value: "N", "dfs|random"
  OptionGroup group;
  bool is_flag;           // may be given without a value, which means true
  std::string_view help;  // one line
  // `name` is for the sentence of a refusal.
  Status (*set)(RunOptions& into, std::string_view name, std::string_view value);
  // The value as `set` would read it; empty for what was not given and has no default.
  std::string (*get)(const RunOptions& from);
};

// Every option, in the order of the help.
std::span<const OptionSpec> option_table();

// Null for an unknown name.  "color" finds "colour".
const OptionSpec* find_option(std::string_view name);

// The default as text; empty when there is none.
std::string default_text(const OptionSpec& option);

// Sets one option from text.  Names that are planned are refused as such, for unknown names the
// nearest known one is proposed.
Status set(RunOptions& into, std::string_view name, std::string_view value);

// Explains why `name` is not an option of this version.  `command` is the one whose help lists the
// options.  REQUIRES: find_option(name) is null.
Error refuse_name(std::string_view name, std::string_view command = "run");

// Every option in force, by name.
std::map<std::string, std::string> to_map(const RunOptions& options);

}  // namespace heddle::config
