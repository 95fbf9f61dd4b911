// Completions and manual pages have every option and command, and quote hostile text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "cli/completion.hpp"
#include "cli/man_page.hpp"
#include "config/option_table.hpp"

namespace heddle::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Completion, EveryOptionAndCommandIsInEveryScript) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const std::string script = completion_script(shell).value();
    for (const config::OptionSpec& option : config::option_table()) {
      const std::string name(option.name);
      EXPECT_THAT(script, HasSubstr(shell == std::string("fish") ? "-l " + name : "--" + name));
    }
    for (const Command* command : commands()) {
      EXPECT_THAT(script, HasSubstr(std::string(command->name)));
    }
  }
  EXPECT_FALSE(completion_script("tcsh").has_value());
}

TEST(Completion, ValuesAreWordsFilesOrFolders) {
  const std::string bash = completion_script("bash").value();
  EXPECT_THAT(bash, HasSubstr("--races) _heddle_reply -W 'report error ignore'"));
  EXPECT_THAT(bash, HasSubstr("--visited) _heddle_reply -W 'exact exact128 bitstate='"));
  EXPECT_THAT(bash, HasSubstr("--sarif) _heddle_reply -f"));
  EXPECT_THAT(bash, HasSubstr("--traces) _heddle_reply -d"));
  EXPECT_THAT(bash, HasSubstr("--seed) return"));
  EXPECT_THAT(bash, Not(HasSubstr("--github)")));
}

TEST(ManPage, OptionsHaveTheirDefaults) {
  const std::string page = man_page(kRunCommand);
  EXPECT_THAT(page, HasSubstr(".TH heddle\\-run 1"));
  EXPECT_THAT(page, HasSubstr(".TP\n\\fB\\-\\-races\\fR \\fIreport|error|ignore\\fR\n"));
  EXPECT_THAT(page, HasSubstr("(default report)"));
  EXPECT_THAT(page, HasSubstr(".SH EXIT STATUS\n"));
  // The help text lists the options a second time.
  EXPECT_THAT(page, Not(HasSubstr("\n  \\-\\-races")));
}

TEST(ManPage, NoLineOfTextIsARequest) {
  for (const Command* command : commands()) {
    const std::string page = man_page(*command);
    for (std::size_t at = page.find("\n."); at != std::string::npos;
         at = page.find("\n.", at + 1)) {
      const std::string request = page.substr(at + 2, 2);
      EXPECT_THAT((std::vector<std::string>{"SH", "TP", "nf", "fi"}), testing::Contains(request));
    }
  }
  EXPECT_THAT(man_page(), HasSubstr("heddle\\-run"));
}

}  // namespace
}  // namespace heddle::cli
