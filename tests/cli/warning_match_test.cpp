// A finding confirms a warning only if it is the predicted error at the predicted places.
#include "cli/warning_match.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/site_finder.hpp"

namespace heddle::cli {
namespace {

using guidance::Site;
using guidance::SiteKind;
using guidance::Warning;
using guidance::WarningKind;
using symbolize::Frame;

Frame frame(int line, const std::string& file = "/src/a.cpp") {
  return {.function = "f", .file = file, .line = line, .module = "/prog"};
}

Site site(std::uint64_t line, SiteKind kind = SiteKind::any) {
  return {.file = "a.cpp", .line = line, .function = {}, .kind = kind};
}

Warning race(std::vector<Site> sites, std::string variable = "") {
  return {.kind = WarningKind::race,
          .title = "data race",
          .sites = std::move(sites),
          .variable = std::move(variable)};
}

RacingStacks found(Frames earlier, Frames later, std::string variable = "") {
  return {std::move(earlier), std::move(later), std::move(variable)};
}

TEST(WarningMatch, ComparesTheEndOfThePath) {
  EXPECT_TRUE(is_at(frame(3), site(3)));
  EXPECT_FALSE(is_at(frame(4), site(3)));
  EXPECT_FALSE(is_at(frame(3, "/src/aa.cpp"), site(3)));
  EXPECT_FALSE(is_at(frame(3, "/other/a.cpp"), {.file = "src/a.cpp", .line = 3}));
  EXPECT_FALSE(is_at(Frame{}, Site{}));
}

TEST(WarningMatch, ARaceNeedsBothSitesInEitherOrder) {
  const Warning warning = race({site(3), site(7)});
  EXPECT_TRUE(is_race_of(warning, found({frame(3)}, {frame(7)})));
  EXPECT_TRUE(is_race_of(warning, found({frame(7)}, {frame(3)})));
  EXPECT_FALSE(is_race_of(warning, found({frame(3)}, {frame(3)})));
  EXPECT_FALSE(is_race_of(warning, found({frame(3)}, {frame(8)})));
  EXPECT_TRUE(is_race_of(race({site(3)}), found({frame(9)}, {frame(3)})));
  EXPECT_FALSE(is_race_of(race({}), found({frame(9)}, {frame(3)})));
}

TEST(WarningMatch, AWarningMayNameACallerOfTheAccess) {
  const Warning warning = race({site(30), site(70)});
  EXPECT_TRUE(is_race_of(warning, found({frame(3), frame(30)}, {frame(4), frame(70), frame(90)})));
  EXPECT_FALSE(is_race_of(warning, found({frame(3), frame(30)}, {frame(4), frame(71)})));
}

TEST(WarningMatch, CallsTellWarningsInOneHelperApart) {
  Site helper = site(3);
  helper.calls = {{"/elsewhere/a.cpp", 20}};
  const Warning warning = race({helper, helper});
  EXPECT_TRUE(is_race_of(warning, found({frame(3), frame(20)}, {frame(3), frame(9), frame(20)})));
  EXPECT_FALSE(is_race_of(warning, found({frame(3), frame(21)}, {frame(3), frame(21)})));
  EXPECT_FALSE(is_race_of(warning, found({frame(20), frame(3)}, {frame(3), frame(20)})));
  EXPECT_TRUE(may_hide(warning, found({frame(3), frame(21)}, {frame(3), frame(21)})));
}

TEST(WarningMatch, TemplateArgumentsTellWarningsApart) {
  Site set = site(3);
  set.function = "Box<long>::set(long)";
  Frame other = frame(3);
  other.function = "Box<int>::set(int)";
  Frame same = frame(3);
  same.function = "void Box<long>::set(long)";
  EXPECT_FALSE(is_race_of(race({set}), found({other}, {other})));
  EXPECT_TRUE(is_race_of(race({set}), found({other}, {same})));
  EXPECT_TRUE(is_race_of(race({set}), found({frame(3)}, {frame(9)}))) << "without any";
}

TEST(WarningMatch, VariablesTellWarningsApart) {
  const Warning warning = race({site(3), site(7)}, "box");
  EXPECT_TRUE(is_race_of(warning, found({frame(3)}, {frame(7)}, "box.v")));
  EXPECT_TRUE(is_race_of(warning, found({frame(3)}, {frame(7)}, "shop::box[2]")));
  EXPECT_TRUE(is_race_of(warning, found({frame(3)}, {frame(7)}, "a block of 4 bytes")));
  EXPECT_FALSE(is_race_of(warning, found({frame(3)}, {frame(7)}, "chest.v")));
}

TEST(WarningMatch, ANearRaceMayHideAWarning) {
  const Warning warning = race({site(30), site(70)}, "hits");
  EXPECT_TRUE(may_hide(warning, found({frame(30)}, {frame(90)}, "other")));
  EXPECT_TRUE(may_hide(warning, found({frame(2), frame(30)}, {frame(90)}, "other")));
  EXPECT_TRUE(may_hide(warning, found({frame(69)}, {frame(31)}, "hits")));
  EXPECT_TRUE(may_hide(warning, found({frame(69)}, {frame(31)})));
  EXPECT_FALSE(may_hide(warning, found({frame(69)}, {frame(31)}, "total")));
  EXPECT_FALSE(may_hide(warning, found({frame(69)}, {frame(90)}, "hits")));
  EXPECT_TRUE(may_hide(race({site(30), site(70)}), found({frame(69)}, {frame(31)}, "total")));
}

// A trace whose places are lines of one file.
struct Recorded {
  trace::Trace trace;
  report::SymbolizedTrace symbols;

  std::vector<trace::Place> at(int line) {
    const trace::Place place{0, static_cast<std::uint64_t>(line)};
    symbols.frames[place] = {frame(line)};
    return {place};
  }
  void fail(FailureKind kind, int line) {
    trace.failure = trace::TraceFailure{.kind = kind, .message = {}, .stack = at(line)};
  }
  void block(std::uint16_t thread, std::uint16_t holder, int line) {
    trace.blocked.push_back({ThreadId{thread}, Operation{}, ThreadId{holder}, at(line)});
  }
  bool matches(const Warning& warning, const std::vector<RacingStacks>& races = {}) const {
    return is_failure_of(warning, trace, symbols, races);
  }
};

Warning cycle(std::vector<std::uint64_t> wanted) {
  Warning warning{.kind = WarningKind::lock_cycle, .title = "cycle"};
  for (const std::uint64_t line : wanted) warning.cycle.push_back({std::nullopt, site(line)});
  return warning;
}

TEST(WarningMatch, ALockCycleNeedsADeadlockOfItsThreads) {
  Recorded run;
  run.fail(FailureKind::deadlock, 1);
  run.block(0, 1, 99);  // joins
  run.block(1, 2, 11);
  run.block(2, 1, 17);
  EXPECT_TRUE(run.matches(cycle({11, 17})));
  EXPECT_TRUE(run.matches(cycle({17, 11})));
  EXPECT_FALSE(run.matches(cycle({11, 18})));
  EXPECT_FALSE(run.matches(cycle({11, 11})));
  EXPECT_FALSE(run.matches(cycle({11, 17, 17})));
  EXPECT_FALSE(run.matches(cycle({99, 11})));
  EXPECT_FALSE(run.matches(cycle({})));
  EXPECT_TRUE(run.matches(cycle({11})));
  EXPECT_FALSE(run.matches(cycle({99})));
  EXPECT_FALSE(run.matches(race({site(11), site(17)})));
}

TEST(WarningMatch, TheThreadsOfALockCycleBlockEachOther) {
  Recorded run;
  run.fail(FailureKind::deadlock, 1);
  run.block(1, 3, 11);
  run.block(2, 3, 17);
  run.block(3, 1, 30);
  EXPECT_FALSE(run.matches(cycle({11, 17})));
  EXPECT_TRUE(run.matches(cycle({11, 30})));
}

TEST(WarningMatch, SeveralThreadsMayBlockOnOneLine) {
  Recorded run;
  run.fail(FailureKind::deadlock, 1);
  run.block(1, 3, 15);
  run.block(2, 3, 15);
  run.block(3, 2, 15);
  EXPECT_TRUE(run.matches(cycle({15, 15})));
}

TEST(WarningMatch, AThreadThatBlocksItselfIsNoCycle) {
  Recorded run;
  run.fail(FailureKind::deadlock, 1);
  run.block(1, 1, 11);
  EXPECT_FALSE(run.matches(cycle({11})));
}

TEST(WarningMatch, AUseAfterFreeNeedsUseAndRelease) {
  Recorded run;
  run.fail(FailureKind::memory, 13);
  run.trace.failure->accounts = {{"heap block allocated by", ThreadId{0}, run.at(5)},
                                 {"heap block freed by", ThreadId{0}, run.at(19)}};
  const auto use = [](std::vector<Site> sites) {
    return Warning{.kind = WarningKind::use_after_free, .title = "", .sites = std::move(sites)};
  };
  EXPECT_TRUE(run.matches(use({site(19, SiteKind::release), site(13)})));
  EXPECT_TRUE(run.matches(use({site(13)})));
  EXPECT_FALSE(run.matches(use({site(5, SiteKind::release), site(13)})));
  EXPECT_FALSE(run.matches(use({site(19, SiteKind::release), site(14)})));
  EXPECT_TRUE(run.matches(race({site(19, SiteKind::release), site(13)})));
  EXPECT_FALSE(run.matches(race({site(19), site(13)})));
}

TEST(WarningMatch, ARaceFailureHasTwoAccesses) {
  Recorded run;
  run.fail(FailureKind::race, 17);
  run.trace.failure->accounts = {{"memory written by", ThreadId{1}, run.at(10)}};
  EXPECT_TRUE(run.matches(race({site(10), site(17)})));
  EXPECT_FALSE(run.matches(race({site(11), site(17)})));
  const RacingStacks box = found({frame(10)}, {frame(17)}, "box");
  const RacingStacks chest = found({frame(10)}, {frame(17)}, "chest");
  EXPECT_FALSE(run.matches(race({site(10), site(17)}, "box"), {chest}));
  EXPECT_TRUE(run.matches(race({site(10), site(17)}, "box"), {chest, box}));
  run.trace.failure->accounts.clear();
  EXPECT_FALSE(run.matches(race({site(10), site(17)})));
}

TEST(WarningMatch, AMisuseIsOneOrADeadlockOfItsThreadAlone) {
  const Warning warning{.kind = WarningKind::misuse, .title = "", .sites = {site(11)}};
  Recorded run;
  run.fail(FailureKind::misuse, 11);
  EXPECT_TRUE(run.matches(warning));
  run.fail(FailureKind::misuse, 12);
  EXPECT_FALSE(run.matches(warning));
  run.fail(FailureKind::deadlock, 1);
  run.block(1, 2, 11);
  EXPECT_FALSE(run.matches(warning));
  run.block(2, 2, 11);
  EXPECT_TRUE(run.matches(warning));
  run.fail(FailureKind::assertion, 11);
  EXPECT_FALSE(run.matches(warning));
}

TEST(WarningMatch, AFailureMayHaveAllLinesOfAWarning) {
  Recorded run;
  run.fail(FailureKind::exception, 17);
  EXPECT_TRUE(has_lines_of(race({site(17)}), run.trace, run.symbols));
  EXPECT_FALSE(has_lines_of(race({site(17), site(10)}), run.trace, run.symbols));
  EXPECT_FALSE(has_lines_of(race({}), run.trace, run.symbols));
}

TEST(SiteFinder, OmitsNamesThatCompilersSpellDifferently) {
  EXPECT_EQ(plain_name("print(Job*)"), "print");
  EXPECT_EQ(plain_name("Queue::push"), "Queue::push");
  EXPECT_EQ(plain_name("Queue<int>::push(int)"), "");
  EXPECT_EQ(plain_name("main::{lambda()#1}::operator()() const"), "");
  EXPECT_EQ(plain_name("main::$_0::operator()() const"), "");
  EXPECT_EQ(plain_name("operator delete(void*)"), "");
  EXPECT_EQ(plain_name(""), "");
}

}  // namespace
}  // namespace heddle::cli
