// heddle help [COMMAND | supported], and the pages that an installation has.
#include <fmt/core.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "cli/command.hpp"
#include "cli/complaint.hpp"
#include "cli/completion.hpp"
#include "cli/exit_code.hpp"
#include "cli/man_page.hpp"
#include "cli/output_files.hpp"
#include "cli/supported.hpp"

namespace heddle::cli {
namespace {

std::string help_command_help() {
  return "Lists all commands, or explains one.\n"
         "`heddle help supported` lists the supported threading and synchronisation functions.\n\n"
         "  --completion SHELL  print the completions for bash, zsh or fish\n"
         "  --man [COMMAND]     print the manual page of heddle, or of one command\n"
         "  --pages DIR         write all manual pages and completions below DIR, e.g.\n"
         "                      /usr/local/share\n";
}

int print_completion(const Arguments& arguments) {
  constexpr const char* kAdvice = "use one of: bash, zsh, fish.";
  if (arguments.size() != 2)
    return complain(fmt::format("--completion needs a shell; {}", kAdvice));
  const std::optional<std::string> script = completion_script(arguments[1]);
  if (!script) {
    return complain(fmt::format("--completion does not accept '{}'; {}", arguments[1], kAdvice));
  }
  fmt::print("{}", *script);
  return kExitOk;
}

int print_man_page(const Arguments& arguments) {
  if (arguments.size() > 2) return complain("`heddle help --man` accepts one command.");
  const Command* command = arguments.size() == 2 ? find_command(arguments[1]) : nullptr;
  if (arguments.size() == 2 && command == nullptr) return complain(unknown_command(arguments[1]));
  fmt::print("{}", command == nullptr ? man_page() : man_page(*command));
  return kExitOk;
}

Status write_help_page(const std::filesystem::path& path, const std::string& text) {
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  return write_file(path.string(), text);
}

int write_pages(const Arguments& arguments) {
  if (arguments.size() != 2 || arguments[1].empty()) {
    return complain("--pages needs a folder: heddle help --pages DIR.");
  }
  const std::filesystem::path folder = arguments[1];
  const std::filesystem::path manual = folder / "man" / "man1";
  Status written = write_help_page(manual / "heddle.1", man_page());
  for (const Command* command : commands()) {
    const std::string name = fmt::format("heddle-{}.1", command->name);
    if (written.ok()) written = write_help_page(manual / name, man_page(*command));
  }
  for (const auto& [shell, path] : {std::pair("bash", "bash-completion/completions/heddle"),
                                    std::pair("zsh", "zsh/site-functions/_heddle"),
                                    std::pair("fish", "fish/vendor_completions.d/heddle.fish")}) {
    if (written.ok())
      written = write_help_page(folder / path, completion_script(shell).value_or(""));
  }
  return written.ok() ? kExitOk : complain(written.sentence());
}

int help_command(const Arguments& arguments) {
  if (arguments.empty()) {
    fmt::print("{}", overview());
    return kExitOk;
  }
  const std::string& first = arguments.front();
  if (first == "--completion") return print_completion(arguments);
  if (first == "--man") return print_man_page(arguments);
  if (first == "--pages") return write_pages(arguments);
  if (arguments.size() > 1) return complain("`heddle help` accepts one command.");
  if (arguments.front() == "supported") {
    fmt::print("{}", supported_page());
    return kExitOk;
  }
  const Command* command = find_command(arguments.front());
  if (command == nullptr) return complain(unknown_command(arguments.front()));
  fmt::print("{}", help_page(*command));
  return kExitOk;
}

}  // namespace

const Command kHelpCommand{"help", "heddle help [COMMAND | supported]", "explain the commands",
                           help_command_help, help_command};

}  // namespace heddle::cli
