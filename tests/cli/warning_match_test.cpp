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

Warning race(std::vector<Site> sites, std::string title = "data race") {
  return {.kind = WarningKind::race, .title = std::move(title), .sites = std::move(sites)};
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
  EXPECT_TRUE(is_race_of(warning, {frame(3), frame(7)}));
  EXPECT_TRUE(is_race_of(warning, {frame(7), frame(3)}));
  EXPECT_FALSE(is_race_of(warning, {frame(3), frame(3)}));
  EXPECT_FALSE(is_race_of(warning, {frame(3), frame(8)}));
  EXPECT_TRUE(is_race_of(race({site(3)}), {frame(9), frame(3)}));
  EXPECT_FALSE(is_race_of(race({}), {frame(9), frame(3)}));
}

TEST(WarningMatch, ANearRaceMayHideAWarning) {
  const Warning warning = race({site(30), site(70)}, "data race on global 'hits'");
  EXPECT_TRUE(may_hide(warning, {frame(30), frame(90)}, "other"));
  EXPECT_TRUE(may_hide(warning, {frame(69), frame(31)}, "hits"));
  EXPECT_TRUE(may_hide(warning, {frame(69), frame(31)}, ""));
  EXPECT_FALSE(may_hide(warning, {frame(69), frame(31)}, "total"));
  EXPECT_FALSE(may_hide(warning, {frame(69), frame(90)}, "hits"));
  EXPECT_TRUE(may_hide(race({site(30), site(70)}), {frame(69), frame(31)}, "total"));
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
  bool matches(const Warning& warning) const { return is_failure_of(warning, trace, symbols); }
};

Warning cycle(std::vector<std::uint64_t> wanted) {
  Warning warning{.kind = WarningKind::lock_cycle, .title = "cycle"};
  for (const std::uint64_t line : wanted) warning.cycle.push_back({std::nullopt, site(line)});
  return warning;
}

TEST(WarningMatch, ALockCycleNeedsADeadlockOfItsThreads) {
  Recorded found;
  found.fail(FailureKind::deadlock, 1);
  found.block(0, 1, 99);  // joins
  found.block(1, 2, 11);
  found.block(2, 1, 17);
  EXPECT_TRUE(found.matches(cycle({11, 17})));
  EXPECT_TRUE(found.matches(cycle({17, 11})));
  EXPECT_FALSE(found.matches(cycle({11, 18})));
  EXPECT_FALSE(found.matches(cycle({11, 11})));
  EXPECT_FALSE(found.matches(cycle({11, 17, 17})));
  EXPECT_FALSE(found.matches(cycle({99, 11})));
  EXPECT_FALSE(found.matches(cycle({})));
  EXPECT_TRUE(found.matches(cycle({11})));
  EXPECT_FALSE(found.matches(cycle({99})));
  EXPECT_FALSE(found.matches(race({site(11), site(17)})));
}

TEST(WarningMatch, TheThreadsOfALockCycleBlockEachOther) {
  Recorded found;
  found.fail(FailureKind::deadlock, 1);
  found.block(1, 3, 11);
  found.block(2, 3, 17);
  found.block(3, 1, 30);
  EXPECT_FALSE(found.matches(cycle({11, 17})));
  EXPECT_TRUE(found.matches(cycle({11, 30})));
}

TEST(WarningMatch, SeveralThreadsMayBlockOnOneLine) {
  Recorded found;
  found.fail(FailureKind::deadlock, 1);
  found.block(1, 3, 15);
  found.block(2, 3, 15);
  found.block(3, 2, 15);
  EXPECT_TRUE(found.matches(cycle({15, 15})));
}

TEST(WarningMatch, AThreadThatBlocksItselfIsNoCycle) {
  Recorded found;
  found.fail(FailureKind::deadlock, 1);
  found.block(1, 1, 11);
  EXPECT_FALSE(found.matches(cycle({11})));
}

TEST(WarningMatch, AUseAfterFreeNeedsUseAndRelease) {
  Recorded found;
  found.fail(FailureKind::memory, 13);
  found.trace.failure->accounts = {{"heap block allocated by", ThreadId{0}, found.at(5)},
                                   {"heap block freed by", ThreadId{0}, found.at(19)}};
  const auto use = [](std::vector<Site> sites) {
    return Warning{.kind = WarningKind::use_after_free, .title = "", .sites = std::move(sites)};
  };
  EXPECT_TRUE(found.matches(use({site(19, SiteKind::release), site(13)})));
  EXPECT_TRUE(found.matches(use({site(13)})));
  EXPECT_FALSE(found.matches(use({site(5, SiteKind::release), site(13)})));
  EXPECT_FALSE(found.matches(use({site(19, SiteKind::release), site(14)})));
  EXPECT_TRUE(found.matches(race({site(19, SiteKind::release), site(13)})));
  EXPECT_FALSE(found.matches(race({site(19), site(13)})));
}

TEST(WarningMatch, ARaceFailureHasTwoAccesses) {
  Recorded found;
  found.fail(FailureKind::race, 17);
  found.trace.failure->accounts = {{"memory written by", ThreadId{1}, found.at(10)}};
  EXPECT_TRUE(found.matches(race({site(10), site(17)})));
  EXPECT_FALSE(found.matches(race({site(11), site(17)})));
  found.trace.failure->accounts.clear();
  EXPECT_FALSE(found.matches(race({site(10), site(17)})));
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
