// The one-line form of the options: what is written is read back, and nothing that is typed
// crashes.
#include "config/options_text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "config/option_table.hpp"
#include "core/random.hpp"

namespace heddle::config {
namespace {

TEST(OptionsText, DefaultsAreAnEmptyLine) {
  EXPECT_EQ(to_text(RunOptions{}), "");
  EXPECT_EQ(parse_options("").value(), RunOptions{});
  EXPECT_EQ(parse_options("::").value(), RunOptions{});
}

TEST(OptionsText, EveryFieldMakesTheRoundTrip) {
  RunOptions options;
  options.search = Search::prss;
  options.states = States::happens_before;
  options.visited = {Visited::Kind::bitstate, 3 << 20};
  options.order = {Order::Kind::random, 0};
  options.bound = {.preemptions = 0, .delays = 4, .depth = 7};
  options.points = Points::racing;
  options.early_timeouts = 0;
  options.spurious = 3;
  options.livelocks = Livelocks::ignore;
  options.backtrack.jump = Jump::luby;
  options.backtrack.threshold = 20;
  options.backtrack.ratio = {0.9, 100};
  options.backtrack.switch_ratio = Ratio{0.5, std::nullopt};
  options.backtrack.variants.clip = false;
  options.backtrack.variants.length = BacktrackVariants::Length::geometric;
  options.backtrack.complete = true;
  options.backtrack.return_chance = 0.125;
  options.restarts = {1000, true};
  options.leaks = Leaks::error;
  options.no_snapshots = true;
  options.no_simplify = true;
  options.jobs = 3;
  options.max_memory = {MemoryLimit::Kind::bytes, 1 << 30};
  options.seed = 18'446'744'073'709'551'615ULL;
  options.time = std::nullopt;
  options.max_executions = 10;
  options.max_states = 11;
  options.max_steps = 12;
  options.max_step_time = {StepTime::Kind::limit, std::chrono::seconds(90)};
  options.max_errors = 7;
  options.force = true;
  options.keep_going = true;
  options.show_output = true;
  options.suppressions = "known:races.txt";
  options.ignored_races = "a+1/b+2";
  options.json = "a:b\\c=d.json";
  options.trace = "t\\:";
  options.traces = "folder:of/traces";
  options.junit = "a:b.xml";
  options.html = "a:b.html";
  options.sarif = "a:b.sarif";
  options.perfetto = "a:b.perfetto.json";
  options.github = true;
  options.fail_on = FailOn::race;
  options.allow_incomplete = true;
  options.quiet = true;
  options.colour = Colour::never;
  options.launcher = {"qemu-x86_64", "-L", "/usr/x"};
  const Result<RunOptions> again = parse_options(to_text(options));
  ASSERT_TRUE(again.ok()) << again.sentence();
  EXPECT_EQ(*again, options);
}

TEST(OptionsText, FieldsThatExcludeOthersMakeTheRoundTrip) {
  RunOptions options;
  options.search = Search::dfs;
  options.states = States::none;
  options.snapshots = Snapshots::always;
  options.progress = ProgressForm::json;
  options.simplify_time = std::nullopt;
  EXPECT_EQ(parse_options(to_text(options)).value(), options);
  options.shard = {2, 5};
  EXPECT_EQ(parse_options(to_text(options)).value(), options);
  RunOptions ranks;
  ranks.mpi = true;
  EXPECT_EQ(parse_options(to_text(ranks)).value(), ranks);
  for (const char* const text :
       {"mpi=true:jobs=2", "mpi=true:campaign=here", "mpi=true:search=dfs:states=none:shard=1/2"}) {
    EXPECT_FALSE(parse_options(text).ok()) << text;
  }
  RunOptions turns;
  turns.first_turn = 77;
  turns.simplify_time = std::chrono::milliseconds(250);
  EXPECT_EQ(parse_options(to_text(turns)).value(), turns);
  EXPECT_FALSE(parse_options("search=dfs:first-turn=77").ok());
  RunOptions part;
  part.portfolio = Portfolio::sampling;
  EXPECT_EQ(parse_options(to_text(part)).value(), part);
}

TEST(OptionsText, ScopesMakeTheRoundTrip) {
  for (const char* const text :
       {"focus=push", "focus=Queue\\:\\:push,src/queue.cpp,/a,b\\:/,/usr/x.cpp", "start=main",
        "window=7", "window=7@120", "window=7@Queue\\:\\:push", "start=main:window=7@3",
        "scope=/tmp/x"}) {
    const Result<RunOptions> options = parse_options(text);
    ASSERT_TRUE(options.ok()) << options.sentence();
    EXPECT_EQ(to_text(*options), text);
  }
  EXPECT_EQ(parse_options("focus=push,/a,b/,c")->focus,
            (std::vector<std::string>{"push", "/a,b/", "c"}));
  EXPECT_EQ(parse_options("window=7@120")->window.begin, 120U);
  EXPECT_EQ(parse_options("window=7@f")->window.function, "f");
  for (const char* const text :
       {"focus=", "focus=,", "focus=a,", "focus=//", "start=", "window=0", "window=-1", "window=7@",
        "window=@f", "window=7@18446744073709551616", "window=2000000000000"}) {
    EXPECT_FALSE(parse_options(text).ok()) << text;
  }
}

TEST(OptionsText, FlagsNeedNoValueAndOthersDo) {
  EXPECT_TRUE(parse_options("keep-going:quiet")->keep_going);
  EXPECT_FALSE(parse_options("keep-going=0")->keep_going);
  EXPECT_EQ(parse_options("seed").sentence(), "--seed needs a value: seed=N.");
}

TEST(OptionsText, LaterItemsWinAndDefaultsCanBeGiven) {
  RunOptions base;
  base.seed = 5;
  EXPECT_EQ(parse_options("quiet", base)->seed, 5U);
  EXPECT_EQ(parse_options("seed=6:seed=7", base)->seed, 7U);
}

TEST(OptionsText, AnEndlessSearchIsRefused) {
  EXPECT_FALSE(parse_options("search=random:time=none").ok());
  EXPECT_TRUE(parse_options("search=random:time=none:max-executions=5").ok());
  EXPECT_TRUE(parse_options("search=dfs:time=none").ok());
  EXPECT_TRUE(parse_options("search=best-first:priority=ss,mdpor:bound=preemptions=2").ok());
  EXPECT_FALSE(parse_options("priority=pb").ok());
  EXPECT_FALSE(parse_options("search=best-first:states=memory").ok());
  EXPECT_FALSE(parse_options("search=best-first:order=random").ok());
  EXPECT_FALSE(parse_options("search=best-first:backtrack=random").ok());
}

// Pieces that the fuzzer glues together: names, values, separators and noise.
std::string noisy_line(Random& random) {
  const auto table = option_table();
  const char* const noise[] = {"=",
                               ":",
                               "\\",
                               "\\:",
                               ",",
                               "none",
                               "1",
                               "-1",
                               "99999999999999999999",
                               "dfs",
                               "all",
                               "depth=3",
                               "preemptions=2,",
                               "5m",
                               "0s",
                               " ",
                               "true",
                               "\xff",
                               "reduce",
                               "bitstate=64MiB",
                               "prefer-thread=1",
                               "luby=7",
                               "0.5",
                               "1-d/9",
                               "clip=no",
                               "auto",
                               "%n"};
  std::string line;
  for (std::uint64_t parts = random.below(8); parts > 0; --parts) {
    if (random.below(2) == 0) {
      line +=
          std::string(table[random.below(table.size())].name) + (random.below(4) == 0 ? "" : "=");
    } else if (random.below(8) == 0) {
      line += static_cast<char>(random.below(256));
    } else {
      line += noise[random.below(std::size(noise))];
    }
    if (random.below(3) == 0) line += ':';
  }
  return line;
}

TEST(OptionsText, FuzzedLinesAreReadBackOrRefusedWithASentence) {
  Random random(1);
  int accepted = 0;
  for (int i = 0; i < 5000; ++i) {
    const std::string line = noisy_line(random);
    const Result<RunOptions> options = parse_options(line);
    if (!options.ok()) {
      EXPECT_GT(options.sentence().size(), 10U) << line;
      continue;
    }
    ++accepted;
    EXPECT_EQ(parse_options(to_text(*options)).value(), *options) << line;
  }
  EXPECT_GT(accepted, 500);
}

}  // namespace
}  // namespace heddle::config
