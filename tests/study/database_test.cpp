// The database of a study: what is written comes back, and other files are refused.
#include "study/database.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "temporary_folder.hpp"

namespace heddle::study {
namespace {

using testing::HasSubstr;

Run run_of(const std::string& subject, const std::string& configuration, std::uint64_t seed) {
  Run run;
  run.subject = subject;
  run.configuration = configuration;
  run.seed = seed;
  run.options = "max-states=7:search=dfs";
  run.build_id = "ab12";
  run.verdict = "complete";
  run.states = 10 + seed;
  run.json = "{}";
  return run;
}

class StudyDatabase : public testing::Test {
 protected:
  Database create() {
    Result<Database> database = Database::create(path());
    if (!database) throw std::runtime_error(database.sentence());
    return std::move(*database);
  }
  Database described() {
    Database database = create();
    const Status status = database.describe(
        {{"measure", "states"}}, {{"z", "/p/z", {"1", "two words"}, "ab12"}, {"a", "/p/a", {}, ""}},
        {{"second", "search=dfs"}, {"first", ""}});
    EXPECT_TRUE(status.ok());
    return database;
  }
  std::string path() const { return folder_.file("study.db"); }

  TemporaryFolder folder_;
};

TEST_F(StudyDatabase, RunsComeBackAsTheyWere) {
  Database database = described();
  study::Run run = run_of("z", "first", ~std::uint64_t{0});
  run.verdict = "error";
  run.kind = "deadlock";
  run.message = "it's \"stuck\"";
  run.transitions = 2;
  run.revisits = 3;
  run.executions = 4;
  run.max_depth = 5;
  run.error_depth = 6;
  run.pruned = 7;
  run.seconds = 0.25;
  run.peak_rss = 8;
  run.trace = "t.trace";
  run.exit_code = 1;
  run.found = true;
  run.json = R"({"generated_states": 9})";
  run.generated_states = 9;
  ASSERT_TRUE(database.record(run).ok());
  Result<Database> reader = Database::open(path());
  ASSERT_TRUE(reader.ok()) << reader.sentence();
  const auto runs = reader->runs();
  ASSERT_TRUE(runs.ok()) << runs.sentence();
  ASSERT_EQ(runs->size(), 1U);
  EXPECT_EQ(runs->front(), run);
}

TEST_F(StudyDatabase, OrderIsThatOfTheStudy) {
  Database database = described();
  for (const std::uint64_t seed : {3U, 1U, 2U}) {
    ASSERT_TRUE(database.record(run_of("a", "first", seed)).ok());
    ASSERT_TRUE(database.record(run_of("z", "second", seed)).ok());
  }
  const auto runs = database.runs();
  ASSERT_EQ(runs->size(), 6U);
  EXPECT_EQ((*runs)[0], run_of("z", "second", 1));
  EXPECT_EQ((*runs)[2], run_of("z", "second", 3));
  EXPECT_EQ((*runs)[3], run_of("a", "first", 1));
  const auto subjects = database.subjects();
  ASSERT_EQ(subjects->size(), 2U);
  EXPECT_EQ((*subjects)[0], (SubjectRow{"z", "/p/z", {"1", "two words"}, "ab12"}));
  EXPECT_EQ((*database.configurations())[0], (ConfigurationRow{"second", "search=dfs"}));
  EXPECT_EQ(database.about()->at("measure"), "states");
}

TEST_F(StudyDatabase, ARunIsThereOnceAndSurplusDoesNotCount) {
  Database database = described();
  for (const std::uint64_t seed : {1U, 2U, 3U, 3U}) {
    ASSERT_TRUE(database.record(run_of("z", "first", seed)).ok());
  }
  ASSERT_TRUE(database.record(run_of("a", "first", 9)).ok());
  ASSERT_TRUE(database.settle("z", "first", {1, 2}).ok());
  EXPECT_EQ(database.runs()->size(), 3U);
  EXPECT_EQ(database.all_runs()->size(), 4U);
  ASSERT_TRUE(database.settle("z", "first", {1, 2, 3}).ok());
  EXPECT_EQ(database.runs()->size(), 4U);
}

TEST_F(StudyDatabase, OpeningAgainLosesNothing) {
  ASSERT_TRUE(described().record(run_of("z", "first", 1)).ok());
  EXPECT_EQ(create().runs()->size(), 1U);
}

TEST_F(StudyDatabase, OtherFilesAreRefused) {
  EXPECT_THAT(Database::open(path()).sentence(), HasSubstr("does not exist"));
  EXPECT_THAT(Database::create(folder_.file("none/study.db")).sentence(),
              HasSubstr("cannot be opened"));
  std::ofstream(path()) << std::string(1000, 'x');
  EXPECT_THAT(Database::open(path()).sentence(), HasSubstr("is not a database"));
  EXPECT_THAT(Database::create(path()).sentence(), HasSubstr("is not a database"));
}

TEST_F(StudyDatabase, OtherDatabasesAreRefusedAndLeftAlone) {
  {
    Result<Sqlite> other = Sqlite::open(path(), true);
    ASSERT_TRUE(other->execute("CREATE TABLE t (x); INSERT INTO t VALUES (5);").ok());
  }
  EXPECT_THAT(Database::open(path()).sentence(), HasSubstr("is not the database of a study"));
  EXPECT_THAT(Database::create(path()).sentence(), HasSubstr("is not the database of a study"));
  EXPECT_EQ(*Sqlite::open(path(), false)->query_number("SELECT x FROM t"), 5);
}

TEST_F(StudyDatabase, OtherVersionsAreRefused) {
  described();
  ASSERT_TRUE(Sqlite::open(path(), false)->execute("PRAGMA user_version = 99").ok());
  EXPECT_THAT(Database::open(path()).sentence(), HasSubstr("another version of Heddle"));
  EXPECT_THAT(Database::create(path()).sentence(), HasSubstr("version 99"));
}

}  // namespace
}  // namespace heddle::study
