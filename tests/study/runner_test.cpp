// The runs of a study, with a stand-in for the heddle command.
#include "study/runner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "study/resume.hpp"
#include "temporary_folder.hpp"

namespace heddle::study {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class StudyRunner : public testing::Test {
 protected:
  StudyRunner() {
    plan_.subjects = {{"a", "/p/a", {}, {}, {"1"}, "id"}};
    plan_.configurations = {{"dfs", "search=dfs"}};
    plan_.cells.emplace_back();
    plan_.cells[0].seeds = {2, 3, 4, 5, 6};
    setting_.scratch = folder_.file("scratch");
    setting_.jobs = 3;
  }
  // A command whose seed is $seed, and which has this to do.
  void command(const std::string& body) {
    setting_.heddle = folder_.file("heddle");
    std::ofstream(setting_.heddle) << "#!/bin/bash\nfor word; do case $word in --seed=*) "
                                      "seed=${word#--seed=};; esac; done\n"
                                   << body << "\n";
    std::filesystem::permissions(setting_.heddle, std::filesystem::perms::owner_all);
  }
  Result<StudyOutcome> run() {
    auto progress = resume(plan_, database_, {});
    EXPECT_TRUE(progress.ok());
    return run_study(plan_, database_, std::move(*progress), setting_,
                     [&](const StudyProgress&) { return ticks_-- > 0; });
  }
  std::vector<std::uint64_t> seeds() {
    std::vector<std::uint64_t> seeds;
    const auto runs = database_.runs();
    for (const auto& run : *runs) seeds.push_back(run.seed);
    return seeds;
  }

  TemporaryFolder folder_;
  Plan plan_;
  Database database_ = std::move(*Database::create(folder_.file("study.db")));
  RunnerSetting setting_;
  int ticks_ = 1'000'000;
};

// Of several runs at once the lower seed ends last, and every run finds the error.
constexpr const char* kFinds =
    "sleep 0.0$((9 - seed))\n"
    "echo '{\"verdict\": \"error\", \"error\": {\"kind\": \"deadlock\", \"depth\": '$seed'}, "
    "\"states\": '$seed'}' > result.json\nexit 1";

TEST_F(StudyRunner, RowsAreThoseOfTheLowestSeeds) {
  command(kFinds);
  plan_.cells[0].until_found = 2;
  const Result<StudyOutcome> outcome = run();
  ASSERT_TRUE(outcome.ok()) << outcome.sentence();
  EXPECT_FALSE(outcome->interrupted);
  EXPECT_THAT(seeds(), ElementsAre(2U, 3U));
  const auto runs = database_.runs();
  EXPECT_EQ(runs->front().states, 2U);
  EXPECT_EQ(runs->front().kind, "deadlock");
  EXPECT_EQ(runs->front().build_id, "id");
  EXPECT_FALSE(std::filesystem::exists(setting_.scratch));
}

TEST_F(StudyRunner, GoesOnAfterAnInterruption) {
  command(kFinds);
  ticks_ = 0;
  EXPECT_TRUE(run()->interrupted);
  ticks_ = 1'000'000;
  EXPECT_EQ(run()->made, 5U);
  EXPECT_EQ(run()->made, 0U);
  EXPECT_THAT(seeds(), ElementsAre(2U, 3U, 4U, 5U, 6U));
}

TEST_F(StudyRunner, TheCommandIsARunWithEverything) {
  command("echo \"$@\" > " + folder_.file("said") +
          "; echo '{\"verdict\": \"complete\"}' > result.json");
  plan_.cells[0].seeds = {7};
  plan_.cells[0].options.search = config::Search::dfs;
  plan_.cells[0].options.max_memory = {config::MemoryLimit::Kind::none, 0};
  ASSERT_TRUE(run().ok());
  std::string said;
  std::getline(std::ifstream(folder_.file("said")), said);
  EXPECT_EQ(
      said,
      "run --search=dfs --seed=7 --max-memory=none --json=result.json --quiet=true -- /p/a 1");
}

TEST_F(StudyRunner, ARefusalEndsTheStudyAndLosesNothing) {
  command("if [ $seed = 5 ]; then echo 'heddle: No.'; exit 2; fi\n" + std::string(kFinds));
  setting_.jobs = 1;
  EXPECT_THAT(run().sentence(), HasSubstr("seed 5 failed: No."));
  EXPECT_THAT(seeds(), ElementsAre(2U, 3U, 4U));
  command(kFinds);
  EXPECT_EQ(run()->made, 2U);
}

TEST_F(StudyRunner, FailuresAreToldAndMadeAgain) {
  command("kill -9 $$");
  const Result<StudyOutcome> outcome = run();
  EXPECT_EQ(outcome->failed, 5U);
  EXPECT_THAT(outcome->first_failure, HasSubstr("killed by signal 9"));
  command(kFinds);
  EXPECT_EQ(run()->failed, 0U);
  EXPECT_EQ(database_.runs()->front().verdict, "error");
}

TEST_F(StudyRunner, TracesAreKeptOnRequest) {
  command(
      std::string("for word; do case $word in --trace=*) touch ${word#--trace=};; esac; done\n") +
      kFinds);
  setting_.traces = folder_.path();
  plan_.cells[0].seeds = {2};
  ASSERT_TRUE(run().ok());
  EXPECT_EQ(database_.runs()->front().trace, folder_.file("a-dfs-2.trace"));
}

}  // namespace
}  // namespace heddle::study
