#include "cli/command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "config/nearest.hpp"

namespace heddle::cli {

std::span<const Command* const> commands() {
  static constexpr std::array<const Command*, 16> kAll{
      &kCxxCommand,    &kCcCommand,     &kRunCommand,     &kTestCommand,
      &kReplayCommand, &kShowCommand,   &kReportCommand,  &kExportCommand,
      &kStatesCommand, &kGraphCommand,  &kConfirmCommand, &kCheckCoverageCommand,
      &kMergeCommand,  &kStatusCommand, &kStudyCommand,   &kHelpCommand};
  return kAll;
}

const Command* find_command(std::string_view name) {
  for (const Command* command : commands()) {
    if (command->name == name) return command;
  }
  return name == kTellCommand.name ? &kTellCommand : nullptr;
}

std::string unknown_command(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Command* command : commands()) names.push_back(command->name);
  const std::string_view meant = config::nearest(name, names);
  if (meant.empty()) {
    return fmt::format("Unknown command '{}'; `heddle help` lists the commands.", name);
  }
  return fmt::format("Unknown command '{}'; did you mean `heddle {}`?", name, meant);
}

std::string help_page(const Command& command) {
  return fmt::format("{}\n\n{}", command.usage, command.help());
}

std::string overview() {
  std::string text =
      "Heddle explores the thread schedules of a concurrent C++ program, finds those that\n"
      "fail, and replays them.\n\n";
  std::size_t width = 0;
  for (const Command* command : commands()) width = std::max(width, command->usage.size());
  for (const Command* command : commands()) {
    text += fmt::format("  {:<{}}  {}\n", command->usage, width, command->summary);
  }
  text +=
      "  heddle --version\n\n"
      "`heddle help COMMAND` explains one command.  A first session:\n\n"
      "  heddle c++ -O1 -g queue_test.cpp -o queue_test\n"
      "  heddle run ./queue_test\n";
  return text;
}

}  // namespace heddle::cli
