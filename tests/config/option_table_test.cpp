// Each option takes its values and refuses every other with a sentence that says what to do.
#include "config/option_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

namespace heddle::config {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

std::string refusal(std::string_view name, std::string_view value) {
  RunOptions options;
  const Status status = set(options, name, value);
  EXPECT_EQ(options, RunOptions{}) << "a refused value must change nothing";
  return status.ok() ? "accepted" : status.sentence();
}

TEST(OptionTable, NamesAreUniqueAndDefaultsAreAccepted) {
  std::set<std::string_view> names;
  for (const OptionSpec& option : option_table()) {
    EXPECT_TRUE(names.insert(option.name).second) << option.name;
    EXPECT_FALSE(option.help.empty()) << option.name;
    const std::string value = default_text(option);
    if (value.empty()) continue;
    RunOptions options;
    EXPECT_TRUE(set(options, option.name, value).ok()) << option.name;
    EXPECT_EQ(options, RunOptions{}) << option.name;
  }
}

TEST(OptionTable, EveryOptionRefusesABadValueAndNamesItself) {
  for (const OptionSpec& option : option_table()) {
    const bool free_text = option.syntax == "FILE" || option.syntax == "DIR" ||
                           option.syntax == "COMMAND" || option.syntax == "LOCATION,..." ||
                           option.syntax.starts_with("FUNCTION");
    EXPECT_THAT(refusal(option.name, free_text ? "" : "?!"),
                HasSubstr("--" + std::string(option.name)));
    EXPECT_NE(refusal(option.name, ""), "accepted");
  }
}

TEST(OptionTable, SentencesSayWhatToDo) {
  EXPECT_EQ(refusal("search", "dsf"),
            "--search does not accept 'dsf'; use one of: auto, dfs, bfs, best-first, guided, "
            "iterative-deepening, mixed, prss, random, pct, pos, urw, surw, rff.");
  EXPECT_EQ(refusal("max-steps", "0"),
            "--max-steps does not accept '0'; use a whole number, 1 or more.");
  EXPECT_EQ(refusal("time", "5x"),
            "--time does not accept '5x'; use a duration such as 30s, 5m or 500ms, or none.");
}

TEST(OptionTable, PlannedNamesAreCalledSo) {
  EXPECT_EQ(refusal("report", "a"), "--report is not available yet in this version.");
}

TEST(OptionTable, LocationsAreJoinedByCommasOrSemicolons) {
  RunOptions options;
  ASSERT_TRUE(set(options, "via", "a.cpp:1, f+write(x)").ok());
  EXPECT_EQ(options.guided.via, (std::vector<std::string>{"a.cpp:1", "f+write(x)"}));
  ASSERT_TRUE(set(options, "via", "f(int, int);").ok());
  EXPECT_EQ(options.guided.via, std::vector<std::string>{"f(int, int)"});
  EXPECT_EQ(find_option("via")->get(options), "f(int, int);");
  ASSERT_TRUE(set(options, "heuristic", "prefer-thread=1,3").ok());
  EXPECT_EQ(options.guided.heuristic.threads, (std::vector<std::uint64_t>{1, 3}));
  EXPECT_EQ(find_option("heuristic")->get(options), "prefer-thread=1,3");
}

TEST(OptionTable, UnknownNamesGetTheNearestOne) {
  EXPECT_EQ(refusal("serch", "dfs"), "Unknown option --serch; did you mean --search?");
  EXPECT_EQ(refusal("max_steps", "3"), "Unknown option --max_steps; did you mean --max-steps?");
  EXPECT_THAT(refusal("frobnicate", "3"), HasSubstr("`heddle help run` lists the options"));
  EXPECT_THAT(refusal("", ""), HasSubstr("Unknown option"));
}

TEST(OptionTable, DurationsHaveUnits) {
  const std::pair<const char*, milliseconds> cases[] = {{"30s", milliseconds(30'000)},
                                                        {"5m", milliseconds(300'000)},
                                                        {"500ms", milliseconds(500)},
                                                        {"2h", milliseconds(7'200'000)},
                                                        {"7", milliseconds(7'000)}};
  for (const auto& [text, expected] : cases) {
    RunOptions options;
    ASSERT_TRUE(set(options, "time", text).ok()) << text;
    EXPECT_EQ(options.time, expected) << text;
  }
  for (const char* bad : {"0", "0s", "-1s", "1.5s", "s", "99999999999h", "5 m"}) {
    EXPECT_NE(refusal("time", bad), "accepted") << bad;
  }
}

TEST(OptionTable, BoundsComeInAnyOrderButOnce) {
  RunOptions options;
  ASSERT_TRUE(set(options, "bound", "depth=9,preemptions=2").ok());
  EXPECT_EQ(options.bound, (Bound{.preemptions = 2, .delays = std::nullopt, .depth = 9}));
  EXPECT_EQ(to_map(options)["bound"], "preemptions=2,depth=9");
  ASSERT_TRUE(set(options, "bound", "delays=3").ok());
  EXPECT_EQ(options.bound.delays, 3U);
  for (const char* bad : {"preemptions", "preemptions=1,", "preemptions=1,preemptions=2", "depth=0",
                          "2", "delay=1", ","}) {
    EXPECT_NE(refusal("bound", bad), "accepted") << bad;
  }
}

TEST(OptionTable, PrioritiesAreNamedOnceEach) {
  RunOptions options;
  ASSERT_TRUE(set(options, "priority", "mdpor,pb").ok());
  EXPECT_EQ(options.priority,
            (std::vector<Priority>{{.kind = Priority::Kind::mdpor}, {.kind = Priority::Kind::pb}}));
  EXPECT_EQ(to_map(options)["priority"], "mdpor,pb");
  ASSERT_TRUE(set(options, "priority", "method=Queue::push,pop*,pb,var=head").ok());
  ASSERT_EQ(options.priority.size(), 3U);
  EXPECT_EQ(options.priority[0].names, (std::vector<std::string>{"Queue::push", "pop*"}));
  EXPECT_EQ(to_map(options)["priority"], "method=Queue::push,pop*,pb,var=head");
  EXPECT_EQ(refusal("priority", "bp"),
            "--priority does not accept 'bp'; use names joined by commas: pb, dpor, mdpor, ss, "
            "rand, distance, method=NAME or var=NAME.");
  EXPECT_THAT(refusal("priority", "pb,rand,pb"), HasSubstr("name each priority only once"));
  for (const char* bad : {"", ",", "pb,", ",pb", "pb rand", "method", "var=", "pb=2"}) {
    EXPECT_NE(refusal("priority", bad), "accepted") << bad;
  }
}

TEST(OptionTable, SizesHaveUnits) {
  const std::pair<const char*, std::uint64_t> cases[] = {
      {"64MiB", 64ULL << 20}, {"1GiB", 1ULL << 30}, {"3KiB", 3072}, {"7B", 7}, {"4096", 4096}};
  for (const auto& [text, expected] : cases) {
    RunOptions options;
    ASSERT_TRUE(set(options, "max-memory", text).ok()) << text;
    EXPECT_EQ(options.max_memory, (MemoryLimit{MemoryLimit::Kind::bytes, expected})) << text;
    ASSERT_TRUE(set(options, "visited", "bitstate=" + std::string(text)).ok()) << text;
    EXPECT_EQ(options.visited, (Visited{Visited::Kind::bitstate, expected})) << text;
  }
  for (const char* bad : {"0", "0MiB", "64MB", "1.5GiB", "-1", "MiB", "99999999999TiB"}) {
    EXPECT_NE(refusal("max-memory", bad), "accepted") << bad;
    EXPECT_NE(refusal("visited", "bitstate=" + std::string(bad)), "accepted") << bad;
  }
  EXPECT_NE(refusal("visited", "bitstate"), "accepted");
}

TEST(OptionTable, OrdersMayNameAThread) {
  RunOptions options;
  ASSERT_TRUE(set(options, "order", "prefer-thread=3").ok());
  EXPECT_EQ(options.order, (Order{Order::Kind::prefer_thread, 3}));
  EXPECT_EQ(to_map(options)["order"], "prefer-thread=3");
  for (const char* bad : {"prefer-thread", "prefer-thread=", "prefer-thread=70000", "Random"}) {
    EXPECT_NE(refusal("order", bad), "accepted") << bad;
  }
}

TEST(OptionTable, JobsAreAbsentOneOrMoreOrOnePerCore) {
  RunOptions options;
  EXPECT_EQ(options.jobs, std::nullopt);
  EXPECT_EQ(to_map(options)["jobs"], "");
  ASSERT_TRUE(set(options, "jobs", "auto").ok());
  EXPECT_EQ(options.jobs, kOnePerCore);
  ASSERT_TRUE(set(options, "jobs", "7").ok());
  EXPECT_EQ(options.jobs, 7U);
  for (const char* bad : {"0", "129", "many", "-1"}) {
    EXPECT_THAT(refusal("jobs", bad), HasSubstr("from 1 to 128, or auto")) << bad;
  }
}

TEST(OptionTable, ShardsAreNumberedFromOne) {
  RunOptions options;
  EXPECT_EQ(to_map(options)["shard"], "");
  ASSERT_TRUE(set(options, "shard", "2/5").ok());
  EXPECT_EQ(options.shard, (Shard{2, 5}));
  EXPECT_EQ(to_map(options)["shard"], "2/5");
  for (const char* bad : {"", "2", "/", "0/5", "6/5", "1/0", "1/2/3", "one/two", "1/100001"}) {
    EXPECT_THAT(refusal("shard", bad), HasSubstr("1/4 to 4/4")) << bad;
  }
}

TEST(OptionTable, LaunchersAreSplitAtBlanks) {
  RunOptions options;
  ASSERT_TRUE(set(options, "launcher", " qemu-x86_64  -L /x ").ok());
  EXPECT_EQ(options.launcher, (std::vector<std::string>{"qemu-x86_64", "-L", "/x"}));
}

TEST(OptionTable, BothSpellingsOfColourWork) {
  RunOptions options;
  ASSERT_TRUE(set(options, "color", "never").ok());
  EXPECT_EQ(options.colour, Colour::never);
}

TEST(OptionTable, TheMapHoldsEveryOption) {
  EXPECT_EQ(to_map(RunOptions{}).size(), option_table().size());
  EXPECT_EQ(to_map(RunOptions{})["time"], "1m");
  EXPECT_EQ(to_map(RunOptions{})["early-timeouts"], "auto");
}

}  // namespace
}  // namespace heddle::config
