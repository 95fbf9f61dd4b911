// heddle study: repeats searches many times and keeps every run.
#include "cli/study_command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <vector>

#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "config/nearest.hpp"

namespace heddle::cli {

std::span<const StudyVerb* const> study_verbs() {
  static constexpr std::array<const StudyVerb*, 3> kAll{&kStudyRun, &kStudyTable, &kStudyPlot};
  return kAll;
}

namespace {

std::string study_command_help() {
  std::string text =
      "Runs many searches of many programs, stores every run in a database, and compares the\n"
      "searches.  docs/studies.md describes the study file.\n";
  for (const StudyVerb* verb : study_verbs()) {
    text += fmt::format("\n{}\n{}", verb->usage, verb->options);
  }
  return text;
}

std::string unknown_verb(const std::string& name) {
  std::vector<std::string_view> names;
  std::string list;
  for (const StudyVerb* verb : study_verbs()) {
    names.push_back(verb->name);
    list += fmt::format("{}`heddle study {}`", list.empty() ? "" : ", ", verb->name);
  }
  const std::string_view meant = config::nearest(name, names);
  if (!meant.empty()) {
    return fmt::format("Unknown command `heddle study {}`; did you mean `heddle study {}`?", name,
                       meant);
  }
  return fmt::format("Unknown command `heddle study {}`; the commands are {}.", name, list);
}

int study_command(const Arguments& arguments) {
  const auto asks_help = [](const std::string& word) { return word == "--help" || word == "-h"; };
  if (std::any_of(arguments.begin(), arguments.end(), asks_help)) {
    fmt::print("{}", help_page(kStudyCommand));
    return kExitOk;
  }
  if (arguments.empty()) {
    return complain(
        "Name a study command, e.g. `heddle study run FILE`; `heddle help study` lists them.");
  }
  for (const StudyVerb* verb : study_verbs()) {
    if (verb->name == arguments.front()) {
      return verb->run({arguments.begin() + 1, arguments.end()});
    }
  }
  return complain(unknown_verb(arguments.front()));
}

}  // namespace

const Command kStudyCommand{"study",
                            "heddle study VERB ...",
                            "compare searches over many runs",
                            study_command_help,
                            study_command,
                            true};

}  // namespace heddle::cli
