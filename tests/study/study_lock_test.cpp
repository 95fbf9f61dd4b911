// One study at a time writes a database.
#include "study/study_lock.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "study/database.hpp"
#include "temporary_folder.hpp"

namespace heddle::study {
namespace {

using testing::HasSubstr;

TEST(StudyLock, KeepsOutOtherStudiesButNotReaders) {
  const TemporaryFolder folder;
  const std::string path = folder.file("study.db");
  {
    const Result<StudyLock> lock = StudyLock::take(path);
    ASSERT_TRUE(lock.ok()) << lock.sentence();
    ASSERT_TRUE(Database::create(path).ok());
    EXPECT_THAT(StudyLock::take(path).sentence(), HasSubstr("Another study is writing"));
    EXPECT_TRUE(Database::open(path).ok());
  }
  EXPECT_TRUE(StudyLock::take(path).ok());
  EXPECT_THAT(StudyLock::take(folder.file("no/study.db")).sentence(),
              HasSubstr("cannot be opened"));
}

}  // namespace
}  // namespace heddle::study
