#include "study/option_words.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "config/option_table.hpp"
#include "config/option_value_text.hpp"

namespace heddle::study {
namespace {

constexpr std::array<std::string_view, 12> kOwn = {"seed",  "json",   "trace",       "junit",
                                                   "html",  "sarif",  "perfetto",    "github",
                                                   "quiet", "colour", "certificate", "show-output"};

}  // namespace

Result<OptionWords> split_options(std::string_view text) {
  OptionWords words;
  const std::vector<std::string> parts = config::split_at_blanks(text);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].substr(0, 2) != "--" || parts[i].size() == 2) {
      return Error{fmt::format("'{}' is not an option; write --name value.", parts[i])};
    }
    const std::size_t equals = parts[i].find('=');
    const std::string name = parts[i].substr(2, equals == std::string::npos ? equals : equals - 2);
    const config::OptionSpec* option = config::find_option(name);
    if (option == nullptr) return config::refuse_name(name);
    if (equals != std::string::npos) {
      words.emplace_back(name, parts[i].substr(equals + 1));
    } else if (option->is_flag) {
      words.emplace_back(name, "true");
    } else if (i + 1 < parts.size()) {
      words.emplace_back(name, parts[++i]);
    } else {
      return Error{fmt::format("--{} needs a value: --{} {}.", name, name, option->syntax)};
    }
  }
  return words;
}

Status apply_options(const OptionWords& words, config::RunOptions& into) {
  for (const auto& [name, value] : words) {
    const config::OptionSpec* option = config::find_option(name);
    if (option == nullptr) return config::refuse_name(name);
    if (std::find(kOwn.begin(), kOwn.end(), option->name) != kOwn.end()) {
      return Error{fmt::format("A study sets --{} itself; leave it out.", name)};
    }
    if (Status status = config::set(into, name, value); !status) return status;
  }
  return Done{};
}

std::vector<std::string> arguments_of(const config::RunOptions& options) {
  std::vector<std::string> arguments;
  for (const config::OptionSpec& option : config::option_table()) {
    const std::string value = option.get(options);
    if (value == config::default_text(option)) continue;
    arguments.push_back(fmt::format("--{}={}", option.name, value));
  }
  return arguments;
}

}  // namespace heddle::study
