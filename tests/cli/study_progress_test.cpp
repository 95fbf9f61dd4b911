// What a study tells about itself.
#include "cli/study_progress.hpp"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

TEST(StudyProgress, DurationsAreRounded) {
  EXPECT_EQ(duration_text(-1), "0 s");
  EXPECT_EQ(duration_text(44.2), "45 s");
  EXPECT_EQ(duration_text(100), "2 min");
  EXPECT_EQ(duration_text(3600.0 * 3 + 60 * 20), "3 h 20 min");
}

TEST(StudyProgress, TellsWhatIsLeft) {
  study::StudyProgress progress;
  progress.made = 1312;
  progress.cells = 48;
  progress.cells_finished = 12;
  progress.runs_left = 99.7;
  EXPECT_EQ(study_progress_text(progress), "1,312 runs, about 100 to go  12 of 48 cells");
  progress.seconds_left = 240;
  progress.subject = "daisy";
  progress.configuration = "dfs";
  EXPECT_EQ(study_progress_text(progress),
            "1,312 runs, about 100 to go  12 of 48 cells  about 4 min left  daisy, dfs");
}

TEST(StudyProgress, TheLastLineCountsFinds) {
  std::vector<study::Run> runs(3);
  runs[1].found = true;
  EXPECT_EQ(study_result_text(runs, 2, "a.db"), "a.db: 3 runs (2 new), 1 found an error.");
}

}  // namespace
}  // namespace heddle::cli
