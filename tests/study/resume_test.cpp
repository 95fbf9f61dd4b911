// A study that goes on where it was.
#include "study/resume.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "temporary_folder.hpp"

namespace heddle::study {
namespace {

using testing::HasSubstr;

class Resumed : public testing::Test {
 protected:
  Resumed() {
    plan_.subjects = {{"a", "/p/a", {}, {}, {"1"}, "id"}};
    plan_.configurations = {{"dfs", "search=dfs"}};
    plan_.cells.emplace_back();
    plan_.cells[0].seeds = {1, 2, 3};
    EXPECT_TRUE(resume(plan_, database_, {}).ok());
  }
  study::Run made(std::uint64_t seed, bool found) const {
    study::Run run;
    run.subject = "a";
    run.configuration = "dfs";
    run.seed = seed;
    run.found = found;
    run.verdict = found ? "error" : "complete";
    run.options = option_text(plan_.cells[0]);
    return run;
  }

  TemporaryFolder folder_;
  Plan plan_;
  Database database_ = std::move(*Database::create(folder_.file("study.db")));
};

TEST_F(Resumed, RunsThatAreThereAreNotMadeAgain) {
  ASSERT_TRUE(database_.record(made(1, false)).ok());
  ASSERT_TRUE(database_.record(made(3, true)).ok());
  const auto progress = resume(plan_, database_, {{"measure", "seconds"}});
  ASSERT_TRUE(progress.ok()) << progress.sentence();
  EXPECT_EQ(progress->front().next(false), 2U);
  EXPECT_EQ(progress->front().made(), 2U);
  EXPECT_EQ(database_.about()->at("measure"), "seconds");
}

TEST_F(Resumed, FailuresAreMadeAgain) {
  study::Run failed = made(1, false);
  failed.verdict = "failed";
  ASSERT_TRUE(database_.record(failed).ok());
  EXPECT_EQ(resume(plan_, database_, {})->front().next(false), 1U);
}

TEST_F(Resumed, WhatAShorterStudyLeavesOutDoesNotCount) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    ASSERT_TRUE(database_.record(made(seed, seed == 2)).ok());
  }
  plan_.cells[0].until_found = 1;
  EXPECT_TRUE(resume(plan_, database_, {})->front().finished());
  EXPECT_EQ(database_.runs()->size(), 2U);
  plan_.cells.clear();
  ASSERT_TRUE(resume(plan_, database_, {}).ok());
  EXPECT_EQ(database_.runs()->size(), 0U);
  EXPECT_EQ(database_.all_runs()->size(), 3U);
}

TEST_F(Resumed, OtherProgramsAndOptionsAreRefused) {
  ASSERT_TRUE(database_.record(made(1, false)).ok());
  Plan other = plan_;
  other.subjects[0].build_id = "di";
  EXPECT_THAT(resume(other, database_, {}).sentence(), HasSubstr("of an earlier build"));
  other = plan_;
  other.subjects[0].arguments = {"2"};
  EXPECT_THAT(resume(other, database_, {}).sentence(), HasSubstr("other arguments"));
  other = plan_;
  other.configurations[0].options = "search=bfs";
  EXPECT_THAT(resume(other, database_, {}).sentence(), HasSubstr("other options"));
  other = plan_;
  other.cells[0].options.max_states = 5;
  EXPECT_THAT(resume(other, database_, {}).sentence(), HasSubstr("other budgets"));
  EXPECT_EQ(database_.runs()->size(), 1U);
}

}  // namespace
}  // namespace heddle::study
