#include "cli/man_page.hpp"

#include <fmt/format.h>

#include <string_view>

#include "cli/option_parser.hpp"
#include "config/option_table.hpp"

namespace heddle::cli {
namespace {

// Escapes the characters that roff interprets.
std::string roff(std::string_view text) {
  std::string escaped;
  bool begins_line = true;
  for (const char c : text) {
    if (begins_line && (c == '.' || c == '\'')) escaped += "\\&";
    begins_line = c == '\n';
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string man_head(std::string_view name, std::string_view summary) {
  return fmt::format(".TH {0} 1 \"\" \"Heddle {1}\"\n.SH NAME\n{0} \\- {2}\n", roff(name),
                     HEDDLE_VERSION, roff(summary));
}

// Keeps the lines as they are: the help is laid out by hand.
std::string verbatim(std::string_view text) {
  while (text.starts_with('\n')) text.remove_prefix(1);
  while (text.ends_with('\n')) text.remove_suffix(1);
  return text.empty() ? "" : fmt::format(".nf\n{}\n.fi\n", roff(text));
}

std::string man_options() {
  std::string text = ".SH OPTIONS\n";
  for (const config::OptionSpec& option : config::option_table()) {
    text += fmt::format(".TP\n\\fB\\-\\-{}\\fR", roff(option.name));
    if (!option.is_flag) text += fmt::format(" \\fI{}\\fR", roff(option.syntax));
    text += "\n" + roff(option.help);
    const std::string value = config::default_text(option);
    if (!option.is_flag && !value.empty()) text += fmt::format(" (default {})", roff(value));
    text += '\n';
  }
  return text;
}

std::string see_also(std::string_view except) {
  std::string text = ".SH SEE ALSO\n";
  std::string separator = except.empty() ? "" : "\\fBheddle\\fR(1)";
  text += separator;
  for (const Command* command : commands()) {
    if (command->name == except) continue;
    text += fmt::format("{}\\fBheddle\\-{}\\fR(1)", text.ends_with('\n') ? "" : ", ",
                        roff(command->name));
  }
  return text + "\n";
}

}  // namespace

std::string man_page() {
  return man_head("heddle", "explore the thread schedules of concurrent C++ programs") +
         ".SH SYNOPSIS\n\\fBheddle\\fR \\fICOMMAND\\fR ...\n.SH DESCRIPTION\n" +
         verbatim(overview()) + see_also("");
}

std::string man_page(const Command& command) {
  std::string text = man_head(fmt::format("heddle-{}", command.name), command.summary);
  text += fmt::format(".SH SYNOPSIS\n{}\n.SH DESCRIPTION\n", roff(command.usage));
  const std::string help = command.help();
  const std::string options = options_help();
  const std::size_t found = help.find(options);
  if (found == std::string::npos) return text + verbatim(help) + see_also(command.name);
  return text + verbatim(help.substr(0, found)) + man_options() + ".SH EXIT STATUS\n" +
         verbatim(help.substr(found + options.size())) + see_also(command.name);
}

}  // namespace heddle::cli
