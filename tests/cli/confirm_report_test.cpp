// The answers of `heddle confirm`: exit codes, texts, JSON, and the options that it refuses.
#include "cli/confirm_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/exit_code.hpp"
#include "config/option_table.hpp"

namespace heddle::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

Confirmation answered(Answer answer) {
  Confirmation one;
  one.warning = {.kind = guidance::WarningKind::race,
                 .title = "data race on 'hits'",
                 .sites = {{.file = "/src/a.cpp", .line = 3}, {.file = "/src/a.cpp", .line = 7}}};
  one.answer = answer;
  one.attempts = {{"guided", {"a.cpp:3", "a.cpp:7"}, "4 states visited", 4, 1, 0.5}};
  return one;
}

result::FoundError shown(FailureKind kind, const std::string& message, const std::string& trace) {
  result::FoundError error;
  error.kind = kind;
  error.message = message;
  error.trace = trace;
  return error;
}

Confirmation failed(const std::string& internal_error, const std::string& divergence) {
  Confirmation one = answered(Answer::failed);
  one.internal_error = internal_error;
  one.divergence = divergence;
  return one;
}

TEST(ConfirmReport, TheExitCodeIsThatOfTheGravestAnswer) {
  const Confirmation yes = answered(Answer::confirmed);
  const Confirmation no = answered(Answer::refuted);
  const Confirmation open = answered(Answer::not_confirmed);
  EXPECT_EQ(exit_code({}), kExitOk);
  EXPECT_EQ(exit_code({no, no}), kExitOk);
  EXPECT_EQ(exit_code({no, open}), kExitIncomplete);
  EXPECT_EQ(exit_code({no, open, yes}), kExitErrorFound);
  EXPECT_EQ(exit_code({no, failed("", "clock")}), kExitDivergence);
  EXPECT_EQ(exit_code({yes, failed("", "clock")}), kExitErrorFound);
  EXPECT_EQ(exit_code({yes, failed("check", "")}), kExitInternalError);
}

TEST(ConfirmReport, AFailedSearchIsShown) {
  const Confirmation one = failed("a check failed", "");
  EXPECT_THAT(answer_text(1, one), HasSubstr("search failed"));
  EXPECT_THAT(answer_text(1, one), HasSubstr("internal error: a check failed"));
  EXPECT_THAT(answer_text(1, one), Not(HasSubstr("not confirmed")));
  EXPECT_THAT(summary_text({one}), HasSubstr("0 not confirmed, 1 with a failed search"));
  EXPECT_THAT(answer_text(1, failed("", "a clock")),
              HasSubstr("uncontrolled nondeterminism: a clock"));
}

TEST(ConfirmReport, AConfirmedWarningHasItsTrace) {
  Confirmation one = answered(Answer::confirmed);
  one.error = shown(FailureKind::race, "two writes", "a.trace");
  EXPECT_THAT(answer_text(2, one), HasSubstr("warning 2: data race at a.cpp:3, a.cpp:7\n"));
  EXPECT_THAT(answer_text(2, one), HasSubstr("confirmed: two writes\n"));
  EXPECT_THAT(answer_text(2, one), HasSubstr("heddle replay a.trace"));
}

TEST(ConfirmReport, AnOpenWarningListsItsSearches) {
  EXPECT_THAT(answer_text(1, answered(Answer::not_confirmed)),
              HasSubstr("guided search along a.cpp:3, a.cpp:7: 4 states visited"));
}

TEST(ConfirmReport, TextOfAReportStaysOnOneLine) {
  Confirmation one = answered(Answer::not_confirmed);
  one.warning.title = "first\nsecond\x1b[31m";
  EXPECT_THAT(answer_text(1, one), Not(HasSubstr("\nsecond")));
  EXPECT_THAT(answer_text(1, one), Not(HasSubstr("\x1b")));
}

TEST(ConfirmReport, TheJsonHasStableNames) {
  Confirmation one = answered(Answer::refuted);
  one.warning.title = "not UTF-8: \xff";
  one.other_errors = {shown(FailureKind::deadlock, "blocked", "b.trace")};
  const nlohmann::json json = nlohmann::json::parse(to_json("/prog", {one}));
  EXPECT_EQ(json["program"], "/prog");
  EXPECT_EQ(json["refuted"], 1);
  EXPECT_EQ(json["failed"], 0);
  const nlohmann::json& warning = json["warnings"][0];
  EXPECT_EQ(warning["answer"], "refuted");
  EXPECT_EQ(warning["sites"][1]["line"], 7);
  EXPECT_TRUE(warning["error"].is_null());
  EXPECT_EQ(warning["other_errors"][0]["kind"], "deadlock");
  EXPECT_EQ(warning["searches"][0]["via"][0], "a.cpp:3");
}

TEST(ConfirmOptions, RefusesOptionsThatWeakenARefutation) {
  for (const auto& [name, value] :
       {std::pair("bound", "preemptions=1"), std::pair("points", "sync"),
        std::pair("search", "dfs"), std::pair("races", "ignore"), std::pair("reduce", "dpor"),
        std::pair("states", "none"), std::pair("via", "main"), std::pair("keep-going", "true"),
        std::pair("visited", "bitstate=1MiB"), std::pair("order", "random")}) {
    config::RunOptions options;
    ASSERT_TRUE(config::set(options, name, value).ok()) << name;
    EXPECT_THAT(check_confirm_options(options).sentence(), HasSubstr(name)) << name;
  }
}

TEST(ConfirmOptions, AcceptsBudgetAndSeed) {
  config::RunOptions options;
  for (const auto& [name, value] : {std::pair("time", "3s"), std::pair("seed", "7"),
                                    std::pair("heuristic", "random"), std::pair("jobs", "2")}) {
    ASSERT_TRUE(config::set(options, name, value).ok()) << name;
  }
  EXPECT_TRUE(check_confirm_options(options).ok());
}

}  // namespace
}  // namespace heddle::cli
