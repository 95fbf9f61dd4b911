// SQLite's errors as sentences.
#include "study/sqlite.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "temporary_folder.hpp"

namespace heddle::study {
namespace {

using testing::HasSubstr;

TEST(Sqlite, AFullDiskIsToldAndLosesNothing) {
  const TemporaryFolder folder;
  Result<Sqlite> database = Sqlite::open(folder.file("a.db"), true);
  ASSERT_TRUE(database->execute("CREATE TABLE t (x); INSERT INTO t VALUES (1);").ok());
  ASSERT_TRUE(database->execute("PRAGMA max_page_count = 3").ok());
  const Status full = in_transaction(*database, [&] {
    return database->execute("INSERT INTO t VALUES (2); INSERT INTO t VALUES (zeroblob(100000));");
  });
  ASSERT_FALSE(full.ok());
  EXPECT_THAT(full.sentence(), HasSubstr("the disk is full"));
  EXPECT_EQ(*database->query_number("SELECT count(*) FROM t"), 1);
}

TEST(Sqlite, AnotherWriterIsTold) {
  const TemporaryFolder folder;
  Result<Sqlite> one = Sqlite::open(folder.file("a.db"), true);
  ASSERT_TRUE(one->execute("CREATE TABLE t (x); BEGIN IMMEDIATE;").ok());
  Result<Sqlite> other = Sqlite::open(folder.file("a.db"), false);
  ASSERT_TRUE(other->execute("PRAGMA busy_timeout = 0").ok());
  EXPECT_THAT(other->execute("INSERT INTO t VALUES (1)").sentence(), HasSubstr("is in use"));
}

TEST(Sqlite, ValuesComeBackAsTheyWere) {
  const TemporaryFolder folder;
  Result<Sqlite> database = Sqlite::open(folder.file("a.db"), true);
  ASSERT_TRUE(database->execute("CREATE TABLE t (a, b, c, d, e)").ok());
  const std::string text = std::string("a\0b", 3) + "'";
  {
    Result<Statement> insert = database->prepare("INSERT INTO t VALUES (?, ?, ?, ?, ?)");
    insert->bind(text).bind(std::int64_t{-3}).bind(~std::uint64_t{0}).bind(0.5).bind_null();
    ASSERT_FALSE(*insert->step());
  }
  Result<Statement> row = database->prepare("SELECT a, b, c, d, e FROM t");
  ASSERT_TRUE(*row->step());
  EXPECT_EQ(row->text(0), text);
  EXPECT_EQ(row->number(1), -3);
  EXPECT_EQ(row->unsigned_number(2), ~std::uint64_t{0});
  EXPECT_EQ(row->real(3), 0.5);
  EXPECT_EQ(row->text(4), "");
}

}  // namespace
}  // namespace heddle::study
