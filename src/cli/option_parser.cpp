#include "cli/option_parser.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "config/combination.hpp"
#include "config/option_table.hpp"
#include "config/options_text.hpp"

namespace heddle::cli {
namespace {

using config::OptionGroup;
using config::OptionSpec;

std::vector<std::pair<const OptionSpec*, CLI::Option*>> declare(CLI::App& app) {
  std::vector<std::pair<const OptionSpec*, CLI::Option*>> declared;
  for (const OptionSpec& option : config::option_table()) {
    std::string name = "--" + std::string(option.name);
    if (option.name == "colour") name += ",--color";
    CLI::Option* made = option.is_flag ? app.add_flag(name) : app.add_option(name);
    declared.emplace_back(&option, made->take_last());
  }
  return declared;
}

// "--seed: 1 required  missing" and the like, in our words.
Error translate(const CLI::ParseError& error) {
  const std::string what = error.what();
  const std::string name = what.substr(0, what.find(':'));
  const OptionSpec* option =
      name.size() > 2 ? config::find_option(std::string_view(name).substr(2)) : nullptr;
  if (option == nullptr) return Error{what + "."};
  return Error{fmt::format("{} needs a value: {} {}.", name, name, option->syntax)};
}

const char* title(OptionGroup group) {
  switch (group) {
    case OptionGroup::search:
      return "Search";
    case OptionGroup::backtrack:
      return "Randomized backtracking";
    case OptionGroup::budget:
      return "Budget";
    case OptionGroup::output:
      return "Output";
  }
  return "";
}

}  // namespace

Result<ParsedOptions> parse_run_options(const Arguments& arguments, config::RunOptions base,
                                        std::string_view command, Combination combination) {
  CLI::App app;
  app.prefix_command();
  app.set_help_flag();
  const CLI::Option* help = app.add_flag("--help,-h");
  const auto declared = declare(app);
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    return translate(error);
  }
  ParsedOptions parsed{
      .options = std::move(base), .help = help->count() > 0, .rest = app.remaining()};
  if (parsed.help) return parsed;
  for (const auto& [option, given] : declared) {
    if (given->count() == 0) continue;
    const Status status = config::set(parsed.options, option->name, given->results().back());
    if (!status.ok()) return status.error();
  }
  if (!parsed.rest.empty() && parsed.rest.front() == "--") {
    parsed.rest.erase(parsed.rest.begin());
  } else if (!parsed.rest.empty() && parsed.rest.front().substr(0, 1) == "-") {
    const std::string& unknown = parsed.rest.front();
    const std::size_t start = std::min(unknown.find_first_not_of('-'), unknown.size());
    return config::refuse_name(std::string_view(unknown).substr(start, unknown.find('=') - start),
                               command);
  }
  if (combination == Combination::unchecked) return parsed;
  if (Status status = config::check_combination(parsed.options); !status) return status.error();
  return parsed;
}

Result<config::RunOptions> options_from_environment() {
  const char* text = std::getenv("HEDDLE_OPTIONS");
  if (text == nullptr) return config::RunOptions{};
  Result<config::RunOptions> parsed = config::parse_options(text);
  if (!parsed.ok()) return Error{"HEDDLE_OPTIONS: " + parsed.sentence()};
  return parsed;
}

std::string options_help() {
  constexpr std::size_t kNameColumn = 30;
  std::string text;
  OptionGroup group = OptionGroup::output;
  for (const OptionSpec& option : config::option_table()) {
    if (option.group != group)
      text += fmt::format("{}{}:\n", text.empty() ? "" : "\n", title(option.group));
    group = option.group;
    const std::string name = option.is_flag ? fmt::format("--{}", option.name)
                                            : fmt::format("--{} {}", option.name, option.syntax);
    const std::string value = config::default_text(option);
    const bool has_default = !option.is_flag && !value.empty();
    // A long syntax has a line of its own.
    const std::string gap =
        name.size() > kNameColumn ? fmt::format("\n{:<{}}", "", kNameColumn + 2) : "";
    text += fmt::format("  {:<{}}{}  {}{}\n", name, kNameColumn, gap, option.help,
                        has_default ? fmt::format(" (default {})", value) : "");
  }
  return text;
}

}  // namespace heddle::cli
