#include "options/option_table.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "options/nearest.hpp"
#include "options/value_text.hpp"
#include "options/words.hpp"

namespace heddle::options {
namespace {

// "--name does not take 'value'; `expected`."
Error bad_value(std::string_view name, std::string_view value, std::string_view expected) {
  return Error{"--" + std::string(name) + " does not take '" + std::string(value) + "'; " +
               std::string(expected) + "."};
}

template <typename Enum>
std::string known_words() {
  std::string list;
  for (const auto& [word, meaning] : Words<Enum>::known) {
    list += (list.empty() ? "" : ", ") + std::string(word);
  }
  return list;
}

template <auto Field>
Status set_word(RunOptions& into, std::string_view name, std::string_view value) {
  auto& field = into.*Field;
  using Enum = std::remove_reference_t<decltype(field)>;
  for (const auto& [word, meaning] : Words<Enum>::known) {
    if (word == value) {
      field = meaning;
      return Done{};
    }
  }
  const auto& planned = Words<Enum>::planned;
  if (std::find(planned.begin(), planned.end(), value) != planned.end()) {
    return Error{"--" + std::string(name) + " " + std::string(value) +
                 " is not available yet in this version; available now: " + known_words<Enum>() +
                 "."};
  }
  return bad_value(name, value, "use one of: " + known_words<Enum>());
}

template <auto Field>
std::string get_word(const RunOptions& from) {
  using Enum = std::remove_cvref_t<decltype(from.*Field)>;
  for (const auto& [word, meaning] : Words<Enum>::known) {
    if (meaning == from.*Field) return std::string(word);
  }
  return {};
}

template <auto Field, std::uint64_t Least = 0>
Status set_number(RunOptions& into, std::string_view name, std::string_view value) {
  const std::optional<std::uint64_t> number = parse_number(value);
  if (!number || *number < Least) {
    return bad_value(name, value, "give a whole number, " + std::to_string(Least) + " or more");
  }
  into.*Field = *number;
  return Done{};
}

template <auto Field>
std::string get_number(const RunOptions& from) {
  return std::to_string(from.*Field);
}

template <auto Field>
Status set_limit(RunOptions& into, std::string_view name, std::string_view value) {
  if (value == "none") {
    (into.*Field).reset();
    return Done{};
  }
  const std::optional<std::uint64_t> number = parse_number(value);
  if (!number || *number == 0) {
    return bad_value(name, value, "give a whole number, 1 or more, or none");
  }
  into.*Field = *number;
  return Done{};
}

template <auto Field>
std::string get_limit(const RunOptions& from) {
  return from.*Field ? std::to_string(*(from.*Field)) : "none";
}

template <auto Field>
Status set_flag(RunOptions& into, std::string_view name, std::string_view value) {
  const std::optional<bool> flag = parse_bool(value);
  if (!flag) return bad_value(name, value, "use true or false");
  into.*Field = *flag;
  return Done{};
}

template <auto Field>
std::string get_flag(const RunOptions& from) {
  return from.*Field ? "true" : "false";
}

template <auto Field>
Status set_path(RunOptions& into, std::string_view name, std::string_view value) {
  if (value.empty() || value.find('\0') != std::string_view::npos) {
    return bad_value(name, "", "give the name of a file");
  }
  into.*Field = value;
  return Done{};
}

template <auto Field>
std::string get_path(const RunOptions& from) {
  return from.*Field;
}

Status set_jobs(RunOptions& into, std::string_view name, std::string_view value) {
  const std::optional<std::uint64_t> number = parse_number(value);
  if (!number || *number == 0) return bad_value(name, value, "give a whole number, 1 or more");
  if (*number > 1) {
    return Error{"--jobs " + std::string(value) +
                 " is not available yet in this version; available now: 1."};
  }
  into.jobs = *number;
  return Done{};
}

Status set_time(RunOptions& into, std::string_view name, std::string_view value) {
  const std::optional<std::chrono::milliseconds> time = parse_duration(value);
  if (!time && value != "none") {
    return bad_value(name, value, "give a duration such as 30s, 5m or 500ms, or none");
  }
  into.time = time;
  return Done{};
}

std::string get_time(const RunOptions& from) { return from.time ? to_text(*from.time) : "none"; }

Status set_bound(RunOptions& into, std::string_view name, std::string_view value) {
  const std::optional<Bound> bound = parse_bound(value);
  if (!bound) {
    return bad_value(name, value,
                     "give preemptions=N, depth=N (1 or more), both joined by a comma, or none");
  }
  into.bound = *bound;
  return Done{};
}

std::string get_bound(const RunOptions& from) { return to_text(from.bound); }

Status set_launcher(RunOptions& into, std::string_view name, std::string_view value) {
  std::vector<std::string> words = split_at_blanks(value);
  if (words.empty() || value.find('\0') != std::string_view::npos) {
    return bad_value(name, "", "give a command and its arguments, separated by blanks");
  }
  into.launcher = std::move(words);
  return Done{};
}

std::string get_launcher(const RunOptions& from) {
  std::string text;
  for (const std::string& word : from.launcher) text += (text.empty() ? "" : " ") + word;
  return text;
}

using enum OptionGroup;
using R = RunOptions;

constexpr OptionSpec kOptions[] = {
    {"search", "auto|dfs|random", search, false, "how the schedules are walked",
     set_word<&R::search>, get_word<&R::search>},
    {"states", "none", search, false, "what makes two states the same; none: remember no states",
     set_word<&R::states>, get_word<&R::states>},
    {"order", "default|random", search, false, "in which order a state's choices are tried",
     set_word<&R::order>, get_word<&R::order>},
    {"bound", "preemptions=N,depth=N", search, false, "leave out schedules beyond these limits",
     set_bound, get_bound},
    {"points", "auto|sync|all", search, false, "what counts as a scheduling point",
     set_word<&R::points>, get_word<&R::points>},
    {"races", "ignore", search, false, "what a data race is", set_word<&R::races>,
     get_word<&R::races>},
    {"early-timeouts", "N", search, false, "timed waits that may time out early, per execution",
     set_number<&R::early_timeouts>, get_number<&R::early_timeouts>},
    {"spurious", "N", search, false, "waits that may wake for nothing, per execution",
     set_number<&R::spurious>, get_number<&R::spurious>},
    {"jobs", "N", search, false, "parallel searches", set_jobs, get_number<&R::jobs>},
    {"seed", "N", search, false, "the root of all randomness", set_number<&R::seed>,
     get_number<&R::seed>},
    {"time", "DURATION|none", budget, false, "end the search after this long, e.g. 30s, 5m, 500ms",
     set_time, get_time},
    {"max-executions", "N|none", budget, false, "end the search after this many executions",
     set_limit<&R::max_executions>, get_limit<&R::max_executions>},
    {"max-states", "N|none", budget, false, "end the search after this many states",
     set_limit<&R::max_states>, get_limit<&R::max_states>},
    {"max-steps", "N", budget, false, "cut an execution that takes more steps than this",
     set_number<&R::max_steps, 1>, get_number<&R::max_steps>},
    {"keep-going", "true|false", budget, true, "do not stop at the first error",
     set_flag<&R::keep_going>, get_flag<&R::keep_going>},
    {"show-output", "true|false", output, true, "show what the program prints during the search",
     set_flag<&R::show_output>, get_flag<&R::show_output>},
    {"json", "FILE", output, false, "write the result as JSON", set_path<&R::json>,
     get_path<&R::json>},
    {"trace", "FILE", output, false, "write the trace of an error here", set_path<&R::trace>,
     get_path<&R::trace>},
    {"quiet", "true|false", output, true, "show no progress", set_flag<&R::quiet>,
     get_flag<&R::quiet>},
    {"colour", "auto|always|never", output, false, "colours on the terminal", set_word<&R::colour>,
     get_word<&R::colour>},
    {"launcher", "COMMAND", output, false, "start the program with this command, e.g. an emulator",
     set_launcher, get_launcher},
};

}  // namespace

std::span<const OptionSpec> option_table() { return kOptions; }

const OptionSpec* find_option(std::string_view name) {
  const std::string_view sought = name == "color" ? "colour" : name;
  for (const OptionSpec& option : kOptions) {
    if (option.name == sought) return &option;
  }
  return nullptr;
}

std::string default_text(const OptionSpec& option) { return option.get(RunOptions{}); }

Status set(RunOptions& into, std::string_view name, std::string_view value) {
  const OptionSpec* option = find_option(name);
  if (option == nullptr) return refuse_name(name);
  return option->set(into, option->name, value);
}

Error refuse_name(std::string_view name) {
  const std::string shown = "--" + std::string(name);
  if (std::find(kPlannedOptions.begin(), kPlannedOptions.end(), name) != kPlannedOptions.end()) {
    return Error{shown + " is not available yet in this version."};
  }
  std::vector<std::string_view> names;
  for (const OptionSpec& option : kOptions) names.push_back(option.name);
  const std::string_view meant = nearest(name, names);
  if (meant.empty()) {
    return Error{"There is no option " + shown + "; `heddle help run` lists the options."};
  }
  return Error{"There is no option " + shown + "; did you mean --" + std::string(meant) + "?"};
}

Status check_combination(const RunOptions& options) {
  const bool endless = !options.time && !options.max_executions && !options.max_states;
  if (options.search == Search::random && endless) {
    return Error{
        "--search random never ends by itself; give it --time, --max-executions or "
        "--max-states."};
  }
  return Done{};
}

std::map<std::string, std::string> to_map(const RunOptions& options) {
  std::map<std::string, std::string> map;
  for (const OptionSpec& option : kOptions) map[std::string(option.name)] = option.get(options);
  return map;
}

}  // namespace heddle::options
