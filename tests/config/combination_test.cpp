// What makes no sense together is refused in one sentence; what does is not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "config/combination.hpp"
#include "config/options_text.hpp"

namespace heddle::config {
namespace {

using testing::HasSubstr;

TEST(Combination, MeaninglessMixesAreRefused) {
  const std::pair<const char*, const char*> cases[] = {
      {"search=random:time=none", "cannot run without a limit"},
      {"search=dfs:portfolio=coverage", "--portfolio coverage needs the sampling searches"},
      {"portfolio=sampling:bound=preemptions=1",
       "--portfolio sampling needs the sampling searches"},
      {"portfolio=coverage:reduce=dpor", "--portfolio coverage needs the sampling searches"},
      {"states=none:visited=bitstate=1MiB", "--visited cannot be combined with --states none"},
      {"states=none:visited=exact128", "--visited cannot be combined with --states none"},
      {"search=random:states=memory", "--search random cannot be combined with --states"},
      {"search=random:visited=exact128", "--search random cannot be combined with --visited"},
      {"search=random:order=switch", "--search random cannot be combined with --order"},
      {"search=prss:order=prefer-thread=1", "--search prss cannot be combined with --order"},
      {"search=random:backtrack=luby", "--backtrack cannot be combined with --search random"},
      {"points=racing:races=ignore", "--points racing needs the data races"},
      {"points=racing:races=error", "--points racing needs the data races"},
      {"search=pct:time=none", "--search pct cannot run without a limit"},
      {"search=pos:states=memory", "--search pos cannot be combined with --states"},
      {"search=surw:order=switch", "--search surw cannot be combined with --order"},
      {"search=rff:time=none", "--search rff cannot run without a limit"},
      {"search=rff:states=memory", "--search rff cannot be combined with --states"},
      {"search=rff:visited=exact128", "--search rff cannot be combined with --visited"},
      {"search=rff:order=switch", "--search rff cannot be combined with --order"},
      {"search=rff:backtrack=luby", "--backtrack cannot be combined with --search rff"},
      {"search=rff:restarts=5", "--search rff cannot be combined with --restarts"},
      {"search=rff:pct-depth=2", "--pct-depth cannot be used without --search pct"},
      {"search=urw:backtrack=luby", "--backtrack cannot be combined with --search urw"},
      {"search=pct:restarts=5", "--search pct cannot be combined with --restarts"},
      {"pct-depth=2", "--pct-depth cannot be used without --search pct"},
      {"ratio=0.5", "--ratio cannot be used without randomized backtracking"},
      {"switch-ratio=0.5", "--switch-ratio cannot be used without randomized backtracking"},
      {"threshold=5", "--threshold cannot be used without randomized backtracking"},
      {"search=mixed:ratio=0.5", "--ratio cannot be used without randomized backtracking"},
      {"backtrack-variant=clip=no",
       "--backtrack-variant cannot be used without randomized backtracking"},
      {"complete", "--complete cannot be used without randomized backtracking"},
      {"backtrack=exhaustive:complete", "add --backtrack fixed, random or luby"},
      {"return-chance=0.5", "--return-chance cannot be used without randomized backtracking"},
      {"restarts=100", "--restarts cannot be used with a deterministic search"},
      {"search=random:restarts=100", "leave out --restarts"},
      {"quiet:progress=json", "--progress json cannot be combined with --quiet"},
      {"order=switch", "--order switch cannot be combined with --search auto"},
      {"search=bfs:backtrack=random:switch-ratio=0.5",
       "--switch-ratio cannot be combined with --search bfs"},
      {"search=bfs:backtrack=random:complete", "--complete cannot be combined with --search bfs"},
      {"search=bfs:backtrack=random:return-chance=0.5",
       "--return-chance cannot be combined with --search bfs"},
      {"search=bfs:backtrack=luby:complete", "--complete cannot be combined with --search bfs"},
      {"search=bfs:backtrack=luby:backtrack-variant=clip=no",
       "--backtrack-variant cannot be combined with --search bfs"},
      {"search=mixed:complete", "--complete cannot be used without randomized backtracking"},
      {"search=bfs:restarts=100", "--restarts cannot be used with a deterministic search"},
      {"search=random:order=distance:via=f", "--search random cannot be combined with --order"},
      {"search=prss:order=distance:via=f", "--search prss cannot be combined with --order"},
      {"backtrack-states=5", "--backtrack-states needs --search guided"},
      {"focus=f:reduce=dpor", "--focus cannot be combined with --reduce dpor"},
      {"window=5:reduce=sleep", "--window cannot be combined with --reduce sleep"},
      {"focus=f:states=happens-before", "--focus cannot be combined with --states happens-before"},
      {"start=f:window=5@g", "--start cannot be combined with --window N@FUNCTION"},
      {"backtrack=random:complete:restarts=100", "may never complete"},
      {"search=dfs:visited=bitstate=1MiB", "cannot be combined with a stateless search"},
      {"search=dfs:visited=exact128",
       "--visited exact128 cannot be combined with a stateless search: it stores no states; add "
       "--states memory"},
      {"search=best-first:visited=exact128", "leave out --visited"},
      {"reduce=source:visited=bitstate=1MiB", "cannot be combined with a stateless search"},
      {"states=none:snapshots=always:no-snapshots=true", "leave out one of the two"},
      {"states=memory:snapshots=always", "use --states none"},
      {"no-simplify:simplify-time=5s", "leave out one of the two"},
      {"visited=bitstate=7B", "needs at least 8 bytes"},
  };
  for (const auto& [text, expected] : cases) {
    const Result<RunOptions> options = parse_options(text);
    ASSERT_FALSE(options.ok()) << text;
    EXPECT_THAT(options.sentence(), HasSubstr(expected)) << text;
    EXPECT_EQ(options.sentence().back(), '.') << text;
  }
}

TEST(Combination, UsefulMixesAreAccepted) {
  for (const char* text :
       {"search=random:time=none:max-states=9", "visited=bitstate=1MiB",
        "search=random:states=none", "search=mixed:threshold=5",
        "search=bfs:backtrack=random:ratio=0.5", "search=bfs:backtrack=luby:restarts=9",
        "search=mixed:backtrack=fixed:complete", "search=mixed:restarts=luby=9",
        "search=iterative-deepening:backtrack=luby:restarts=9:return-chance=0.1",
        "search=dfs:order=switch", "points=racing", "search=dfs:points=racing:reduce=source",
        "backtrack=random:threshold=20:ratio=1-d/100:switch-ratio=0.5:complete:"
        "return-chance=0.25:restarts=luby=100:backtrack-variant=clip=no",
        "backtrack=random:complete:restarts=luby=100", "search=prss:restarts=100",
        "order=random:restarts=100", "search=prss:order=random",
        "states=happens-before:visited=exact128", "search=iterative-deepening:states=memory"}) {
    const Result<RunOptions> options = parse_options(text);
    EXPECT_TRUE(options.ok()) << text << ": " << (options.ok() ? "" : options.sentence());
  }
}

TEST(Combination, WorkersShareASearchThatHasTheSameExecutionsInAnyOrder) {
  const auto can_split = [](const char* text) {
    const Result<RunOptions> options = parse_options(text);
    EXPECT_TRUE(options.ok()) << text;
    return can_be_split(resolved(*options));
  };
  for (const char* text :
       {"search=dfs:states=none", "search=dfs:states=memory", "search=dfs:bound=preemptions=2",
        "search=dfs:reduce=sleep", "reduce=sleep", "search=dfs:reduce=sleep:order=switch",
        "search=best-first", "search=best-first:bound=preemptions=2,depth=9",
        "search=best-first:priority=pb,ss"}) {
    EXPECT_TRUE(can_split(text)) << text;
  }
  for (const char* text :
       {"search=auto", "search=dfs:reduce=dpor", "reduce=source", "search=dfs:reduce=optimal",
        "search=dfs:reduce=sleep:states=memory", "search=dfs:reduce=sleep:order=random",
        "search=prss", "search=best-first:reduce=sleep", "search=best-first:priority=pb,rand",
        "search=bfs", "search=random", "search=dfs:states=memory:visited=bitstate=1MiB"}) {
    EXPECT_FALSE(can_split(text)) << text;
  }
}

TEST(Combination, AShardDoesNotDependOnTheOthers) {
  for (const char* text : {"shard=1/2:search=dfs:states=none", "shard=1/2:search=random"}) {
    EXPECT_TRUE(parse_options(text).ok()) << text;
  }
  for (const char* text : {"shard=1/2:search=dfs:reduce=sleep", "shard=1/2:search=best-first",
                           "shard=1/2:search=dfs:order=random"}) {
    const Result<RunOptions> options = parse_options(text);
    ASSERT_FALSE(options.ok()) << text;
    EXPECT_THAT(options.sentence(), HasSubstr("whose parts do not depend on each other")) << text;
  }
}

TEST(Combination, AReductionIsRefusedWhereItWouldLoseSchedules) {
  for (const Reduce reduce : {Reduce::sleep, Reduce::dpor, Reduce::source, Reduce::optimal}) {
    SCOPED_TRACE(static_cast<int>(reduce));
    const auto is_accepted = [&](SearchOptions options) {
      options.reduce = reduce;
      return check_search(options).ok();
    };
    EXPECT_TRUE(is_accepted({}));
    EXPECT_EQ(is_accepted({.states = States::memory}), reduce == Reduce::sleep);
    EXPECT_FALSE(is_accepted({.states = States::happens_before}));
    EXPECT_FALSE(is_accepted({.bound = {.depth = 3}}));
    EXPECT_FALSE(is_accepted({.bound = {.delays = 1}}));
    EXPECT_EQ(is_accepted({.bound = {.preemptions = 1}}), reduce == Reduce::dpor);
    EXPECT_FALSE(is_accepted({.search = Search::bfs}));
    EXPECT_FALSE(is_accepted({.backtrack = {.jump = Jump::random}}));
    EXPECT_FALSE(is_accepted({.states = States::memory,
                              .visited = {.kind = Visited::Kind::bitstate, .bytes = 1 << 20}}));
    EXPECT_EQ(is_accepted({.search = Search::best_first}), reduce != Reduce::optimal);
  }
}

TEST(Combination, BestFirstSearchGoesByItsPriorityAlone) {
  const auto is_accepted = [](SearchOptions options) {
    options.search = Search::best_first;
    return check_search(options).ok();
  };
  EXPECT_TRUE(is_accepted({.bound = {.preemptions = 2, .depth = 9}}));
  EXPECT_TRUE(is_accepted({.bound = {.preemptions = 2}, .reduce = Reduce::dpor}));
  EXPECT_FALSE(is_accepted({.bound = {.preemptions = 2}, .reduce = Reduce::source}));
  EXPECT_FALSE(is_accepted({.states = States::memory}));
  EXPECT_FALSE(is_accepted({.order = {.kind = Order::Kind::random}}));
  EXPECT_FALSE(is_accepted({.restarts = {.every = 5}}));
  EXPECT_FALSE(is_accepted({.backtrack = {.jump = Jump::random}}));
}

}  // namespace
}  // namespace heddle::config
