#include "cli/study_arguments.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <string_view>

#include "config/nearest.hpp"

namespace heddle::cli {
namespace {

Error unknown_option(const std::string& word, const StudyArguments& known) {
  const std::string name = word.substr(0, word.find('='));
  std::vector<std::string_view> names;
  for (const auto& [option, value] : known.values) names.push_back(option);
  for (const auto& [flag, value] : known.flags) names.push_back(flag);
  const std::size_t dashes = std::min(name.find_first_not_of('-'), name.size());
  const std::string_view meant = config::nearest(name.substr(dashes), names);
  if (!meant.empty()) {
    return Error{fmt::format("Unknown option {}; did you mean --{}?", name, meant)};
  }
  return Error{fmt::format("Unknown option {}; `heddle help study` lists the options.", name)};
}

}  // namespace

Result<StudyArguments> parse_study_arguments(const Arguments& arguments,
                                             const std::vector<std::string>& options,
                                             const std::vector<std::string>& flags) {
  StudyArguments parsed;
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  for (const std::string& name : options) {
    app.add_option("--" + name, parsed.values[name])->take_last();
  }
  for (const std::string& name : flags) app.add_flag("--" + name, parsed.flags[name]);
  try {
    app.parse(Arguments(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    const std::string what = error.what();
    return Error{fmt::format("{} needs a value.", what.substr(0, what.find(':')))};
  }
  parsed.rest = app.remaining();
  for (const std::string& word : parsed.rest) {
    if (word.substr(0, 1) == "-") return unknown_option(word, parsed);
  }
  return parsed;
}

}  // namespace heddle::cli
