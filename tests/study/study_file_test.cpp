// Study files: what they ask for, and how their mistakes are refused.
#include "study/study_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/options_text.hpp"

namespace heddle::study {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

constexpr const char* kSubject = "[[subject]]\nname = 'a'\nprogram = 'bin/a'\n";
constexpr const char* kConfiguration = "[[configuration]]\nname = 'dfs'\n";

Plan plan_of(const std::string& text, const std::string& size = "") {
  Result<Plan> plan = parse_study(text, "/s/f.toml", size);
  EXPECT_TRUE(plan.ok()) << (plan.ok() ? "" : plan.sentence());
  return plan.ok() ? std::move(*plan) : Plan{};
}

std::string refusal(const std::string& text, const std::string& size = "") {
  const Result<Plan> plan = parse_study(text, "/s/f.toml", size);
  return plan.ok() ? "accepted" : plan.sentence();
}

// A study of one cell with `top` above its tables.
PlannedCell cell_of(const std::string& top, const std::string& subject = "",
                    const std::string& configuration = "") {
  const Plan plan =
      plan_of(top + "\n" + kSubject + subject + "\n" + kConfiguration + configuration);
  return plan.cells.empty() ? PlannedCell{} : plan.cells.front();
}

TEST(StudyFile, TheSmallestStudyIsOneRun) {
  const Plan plan = plan_of(std::string(kSubject) + kConfiguration);
  ASSERT_THAT(plan.cells, SizeIs(1));
  EXPECT_THAT(plan.cells[0].seeds, ElementsAre(1U));
  EXPECT_EQ(plan.cells[0].options, config::RunOptions{});
  EXPECT_EQ(plan.subjects[0].program, "/s/bin/a");
  EXPECT_EQ(plan.measure, "states");
  EXPECT_EQ(plan.folder, "/s");
}

TEST(StudyFile, ListsOfOptionsAreMultipliedOut) {
  const Plan plan = plan_of(std::string(kSubject) + R"toml(
[[configuration]]
name = "({threshold}, {backtrack}, {ratio})"
[configuration.options]
search = "dfs"
backtrack = ["fixed", "luby"]
threshold = [5, 10]
ratio = [0.9, "1-d/20"]
)toml");
  ASSERT_THAT(plan.configurations, SizeIs(8));
  EXPECT_EQ(plan.configurations[0].name, "(5, fixed, 0.9)");
  EXPECT_EQ(plan.configurations[7].name, "(10, luby, 1-d/20)");
  EXPECT_EQ(plan.configurations[7].options, "search=dfs:backtrack=luby:threshold=10:ratio=1-d/20");
  EXPECT_THAT(plan.cells, SizeIs(8));
}

TEST(StudyFile, ParametersGoIntoOptionsAndArguments) {
  const Plan plan = plan_of(R"(
[[subject]]
name = "a"
sources = ["{n}.cpp"]
flags = ["-DN={n}"]
args = ["{n}", 2, 0.5]
matrix = { n = [1, 2] }
[[configuration]]
name = "b"
options = "--search dfs --bound preemptions={k}"
matrix = { k = [1, 2, 3] }
)");
  ASSERT_THAT(plan.subjects, SizeIs(2));
  EXPECT_EQ(plan.subjects[1].name, "a n=2");
  EXPECT_THAT(plan.subjects[1].sources, ElementsAre("/s/2.cpp"));
  EXPECT_THAT(plan.subjects[1].flags, ElementsAre("-DN=2"));
  EXPECT_THAT(plan.subjects[1].arguments, ElementsAre("2", "2", "0.5"));
  ASSERT_THAT(plan.cells, SizeIs(6));
  EXPECT_EQ(plan.configurations[2].name, "b k=3");
  EXPECT_EQ(config::to_text(plan.cells[5].options), "search=dfs:bound=preemptions=3");
}

TEST(StudyFile, TheNearerTableDecides) {
  const std::string top = "seeds = 3\nbudget = { time = '1s', max-states = 10 }";
  EXPECT_THAT(cell_of(top).seeds, ElementsAre(1U, 2U, 3U));
  const PlannedCell cell = cell_of(top, "budget = { max-states = 20 }\nseeds = [9, 4]",
                                   "budget = { time = '2s' }\noptions = '--search random'");
  EXPECT_EQ(config::to_text(cell.options), "search=random:time=2s:max-states=20");
  EXPECT_THAT(cell.seeds, ElementsAre(4U, 9U));
  EXPECT_THAT(cell_of(top, "seeds = 2", "seeds = 1").seeds, ElementsAre(1U));
}

TEST(StudyFile, StopRules) {
  const PlannedCell cell = cell_of("[stop]\nuntil_found = 10\nat_most = 100");
  EXPECT_THAT(cell.seeds, SizeIs(100));
  EXPECT_EQ(cell.until_found, 10U);
  EXPECT_THAT(cell_of("[stop]\nat_most = 2", "", "seeds = [5, 6, 7]").seeds, ElementsAre(5U, 6U));
  EXPECT_THAT(refusal(std::string("[stop]\nuntil_found = 1\n") + kSubject + kConfiguration),
              HasSubstr("might not terminate"));
}

TEST(StudyFile, ConfigurationsMayBeForSomeSubjects) {
  const Plan plan = plan_of(std::string(kSubject) + "[[subject]]\nname='b'\nprogram='b'\n" +
                            kConfiguration + "subjects = ['b']");
  ASSERT_THAT(plan.cells, SizeIs(1));
  EXPECT_EQ(plan.cells[0].subject, 1U);
  EXPECT_THAT(refusal(std::string(kSubject) + kConfiguration + "subjects = ['bb']"),
              HasSubstr("names the unknown subject 'bb'"));
}

TEST(StudyFile, TheQuickVersionIsSmaller) {
  const std::string text = std::string("seeds = 100\nbudget = { time = '60s' }\n") + kSubject +
                           "[[subject]]\nname='b'\nprogram='b'\n" +
                           "[[configuration]]\nname = 'r'\noptions = { search = 'dfs', threshold = "
                           "[5, 10, 20], backtrack = 'random' }\n" +
                           "[[configuration]]\nname = 'once'\nseeds = 1\n" +
                           "[quick]\nseeds = 4\nsubjects = ['b']\nbudget = { time = '1s' }\n" +
                           "matrix = { threshold = [10] }\n";
  EXPECT_THAT(plan_of(text).cells, SizeIs(8));
  const Plan quick = plan_of(text, "quick");
  ASSERT_THAT(quick.cells, SizeIs(2));
  EXPECT_THAT(quick.cells[0].seeds, SizeIs(4));
  EXPECT_THAT(quick.cells[1].seeds, SizeIs(1));
  EXPECT_EQ(config::to_text(quick.cells[1].options), "time=1s");
  EXPECT_THAT(refusal(std::string(kSubject) + kConfiguration, "quick"),
              HasSubstr("no quick version; add a table [quick]"));
}

TEST(StudyFile, ASizeAddsNoRuns) {
  const std::string text = std::string(kSubject) + kConfiguration +
                           "[[configuration]]\nname = 'r'\nseeds = 10\n" +
                           "[size.hour]\nseeds = 5\n";
  const Plan plan = plan_of(text, "hour");
  ASSERT_THAT(plan.cells, SizeIs(2));
  EXPECT_THAT(plan.cells[0].seeds, SizeIs(1));
  EXPECT_THAT(plan.cells[1].seeds, SizeIs(5));
}

TEST(StudyFile, AStudyMayHaveSeveralSizes) {
  const std::string text = std::string("seeds = 1000\n") + kSubject + kConfiguration +
                           "[quick]\nseeds = 2\n[size.hour]\nseeds = 200\n";
  EXPECT_THAT(plan_of(text).cells[0].seeds, SizeIs(1000));
  EXPECT_THAT(plan_of(text, "quick").cells[0].seeds, SizeIs(2));
  EXPECT_THAT(plan_of(text, "hour").cells[0].seeds, SizeIs(200));
  EXPECT_THAT(refusal(text, "day"), HasSubstr("no day version; add a table [size.day]"));
  EXPECT_THAT(refusal(text + "subjects = ['zzz']", "hour"),
              HasSubstr("[size.hour] names the unknown subject 'zzz'"));
}

// Text after the smallest study, and what the refusal must say.
TEST(StudyFile, MistakesAreRefusedInOneSentence) {
  const std::string good = std::string(kSubject) + kConfiguration;
  const std::vector<std::pair<std::string, std::string>> mistakes = {
      {"x = ", "is not TOML (line "},
      {good + "x = 1979-05-27", "has a date or a time"},
      {"mesure = 'states'\n" + good, "did you mean 'measure'"},
      {"measure = 'time'\n" + good, "'time' is not a measure"},
      {kSubject, "has no configuration"},
      {kConfiguration, "has no subject"},
      {"[subject]\nname = 'a'\n" + std::string(kConfiguration), "write [[subject]]"},
      {good + "optoins = ''", "did you mean 'options'"},
      {good + "options = 3", "needs a string or a table for 'options'"},
      {good + "options = '--search fds'", "--search does not accept 'fds'"},
      {good + "options = { serach = 'dfs' }", "did you mean --search"},
      {good + "options = '--seed 3'", "A study sets --seed itself"},
      {good + "options = '--ratio 0.5'", "add --backtrack"},
      {good + "budget = { tmie = '3s' }", "did you mean 'time'"},
      {good + "budget = { time = 'soon' }", "--time does not accept 'soon'"},
      {good + "seeds = 0", "1 or more, for 'seeds'"},
      {good + "seeds = [1, 1]", "the same seed twice"},
      {good + "seeds = 2000000", "at most 1000000"},
      {good + "stop = { until = 3 }", "has an unknown key 'until'"},
      {good + "[[configuration]]\nname = 'dfs'", "Two configurations are named 'dfs'"},
      {good + "[[subject]]\nname = 'c'", "either a 'program' or its 'sources'"},
      {good + "[[subject]]\nprogram = 'c'", "needs a 'name'"},
      {good + "[[subject]]\nname = 'c'\nprogram = 'c'\nflags = ['-O2']", "but no 'sources'"},
      {good + "[quick]\nsubjects = 3\nseed = 2", "did you mean 'seeds'"},
      {good + "[size.hour]\nseed = 2", "[size.hour] has an unknown key 'seed'"},
      {good + "[size]\nseeds = 2", "needs a table for 'seeds' in [size]"},
  };
  for (const auto& [text, sentence] : mistakes) {
    const std::string said = refusal(text);
    EXPECT_THAT(said, HasSubstr(sentence)) << text;
    EXPECT_EQ(said.find('\n'), std::string::npos) << said;
  }
  EXPECT_THAT(refusal(good + "[quick]\nsubjects = ['zzz']", "quick"), HasSubstr("'zzz'"));
}

TEST(StudyFile, MissingFilesAreRefused) {
  EXPECT_THAT(read_study("/nowhere/f.toml", "").sentence(), HasSubstr("does not exist"));
  EXPECT_THAT(read_study("/", "").sentence(), HasSubstr("cannot be read"));
}

}  // namespace
}  // namespace heddle::study
