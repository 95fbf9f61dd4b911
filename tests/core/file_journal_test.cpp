// What a journal of file changes says is undone: by the one who wrote it, by another process,
// twice.
#include "core/file_journal.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace heddle {
namespace {

namespace files = std::filesystem;

class FileJournalTest : public testing::Test {
 protected:
  FileJournalTest() {
    std::string name = files::temp_directory_path() / "journal_test_XXXXXX";
    folder_ = ::mkdtemp(name.data());
    EXPECT_TRUE(journal_.open(path("journal")));
  }
  ~FileJournalTest() override {
    ::close(journal_.file());
    files::remove_all(folder_);
  }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
  }

  std::string content(const std::string& name) const {
    std::ifstream file(path(name));
    std::string text;
    std::getline(file, text, '\0');
    return text;
  }

  void change(const std::string& name, const std::string& text) {
    struct stat facts {};
    ASSERT_EQ(::stat(path(name).c_str(), &facts), 0);
    ASSERT_TRUE(journal_.will_change(path(name), facts));
    write(name, text);
  }

  void make(const std::string& name, const std::string& text) {
    ASSERT_TRUE(journal_.will_make(path(name)));
    write(name, text);
  }

  void rename(const std::string& from, const std::string& to) {
    ASSERT_TRUE(journal_.will_rename(path(from), path(to)));
    files::rename(path(from), path(to));
  }

  void remove(const std::string& name) {
    struct stat facts {};
    ASSERT_EQ(::stat(path(name).c_str(), &facts), 0);
    ASSERT_TRUE(journal_.will_change(path(name), facts));
    files::remove(path(name));
  }

  FileJournal journal_;
  std::string folder_;
};

TEST_F(FileJournalTest, RestoresContentModeAndTime) {
  write("file", "before");
  files::permissions(path("file"), files::perms::owner_read | files::perms::owner_write);
  const auto time = files::last_write_time(path("file"));
  change("file", "and after it");
  files::permissions(path("file"), files::perms::owner_read);
  journal_.undo();
  EXPECT_EQ(content("file"), "before");
  EXPECT_EQ(files::last_write_time(path("file")), time);
  EXPECT_EQ(files::status(path("file")).permissions(),
            files::perms::owner_read | files::perms::owner_write);
  EXPECT_TRUE(journal_.is_empty());
}

TEST_F(FileJournalTest, UndoesTheLastChangeFirst) {
  write("a", "a");
  write("b", "b");
  remove("b");
  rename("a", "b");
  make("a", "new");
  remove("a");
  rename("b", "c");
  remove("c");
  journal_.undo();
  EXPECT_EQ(content("a"), "a");
  EXPECT_EQ(content("b"), "b");
  EXPECT_FALSE(files::exists(path("c")));
}

TEST_F(FileJournalTest, RestoresFoldersAndLinks) {
  files::create_directory(path("folder"));
  files::create_symlink("nowhere", path("link"));
  ASSERT_TRUE(journal_.will_remove_folder(path("folder"), 0750));
  files::remove(path("folder"));
  ASSERT_TRUE(journal_.will_remove_link(path("link")));
  files::remove(path("link"));
  ASSERT_TRUE(journal_.will_make(path("made")));
  files::create_directory(path("made"));
  make("made/file", "text");
  journal_.undo();
  EXPECT_TRUE(files::is_directory(path("folder")));
  EXPECT_EQ(files::read_symlink(path("link")), "nowhere");
  EXPECT_FALSE(files::exists(path("made")));
}

TEST_F(FileJournalTest, WhatWasNotDoneIsNotUndone) {
  write("a", "a");
  write("b", "b");
  ASSERT_TRUE(journal_.will_make(path("never")));
  ASSERT_TRUE(journal_.will_rename(path("a"), path("b")));  // which then fails
  journal_.undo();
  EXPECT_EQ(content("a"), "a");
  EXPECT_EQ(content("b"), "b");
}

TEST_F(FileJournalTest, AnotherProcessUndoesItAndCleansUp) {
  write("file", "before");
  change("file", "after");
  make("made", "made");
  undo_journals(path("journal"), 0);
  EXPECT_EQ(content("file"), "before");
  EXPECT_FALSE(files::exists(path("made")));
  EXPECT_FALSE(files::exists(journal_.folder()));
}

// Killed while it undid the changes, it is followed by another one.
TEST_F(FileJournalTest, UndoingTwiceIsUndoingOnce) {
  write("a", "a");
  write("b", "b");
  remove("b");
  rename("a", "b");
  std::ifstream records(journal_.folder() + "/changes");
  std::string text((std::istreambuf_iterator<char>(records)), {});
  // The copies must be there the second time: the folder stays.
  journal_.undo();
  std::ofstream(journal_.folder() + "/changes") << text;
  undo_journal(journal_.folder());
  EXPECT_EQ(content("a"), "a");
  EXPECT_EQ(content("b"), "b");
}

TEST_F(FileJournalTest, AFolderGetsItsModeAfterAnUndoThatWasKilled) {
  files::create_directory(path("folder"));
  ASSERT_TRUE(journal_.will_remove_folder(path("folder"), 0750));
  files::remove(path("folder"));
  ASSERT_EQ(::mkdir(path("folder").c_str(), S_IRWXU), 0);  // the last action of that undo
  undo_journal(journal_.folder());
  EXPECT_EQ(files::status(path("folder")).permissions(), files::perms{0750});
}

TEST_F(FileJournalTest, ARecordThatWasCutCountsAsNotWritten) {
  write("file", "before");
  std::ofstream(journal_.folder() + "/changes", std::ios::app) << 'n' << path("file");
  undo_journals(path("journal"), 0);
  EXPECT_EQ(content("file"), "before");
}

TEST_F(FileJournalTest, CopiesOneContentOnce) {
  write("file", "before");
  for (int i = 0; i < 3; ++i) {
    change("file", "after");
    journal_.undo();
  }
  const auto entries = files::directory_iterator(journal_.folder());
  EXPECT_EQ(std::distance(begin(entries), end(entries)), 2);  // the list and one copy
}

TEST_F(FileJournalTest, RefusesMoreThanItCanKeep) {
  write("file", "");
  files::resize_file(path("file"), FileJournal::kMostBytes + 1);
  struct stat facts {};
  ASSERT_EQ(::stat(path("file").c_str(), &facts), 0);
  EXPECT_FALSE(journal_.will_change(path("file"), facts));
  EXPECT_EQ(errno, EFBIG);
}

}  // namespace
}  // namespace heddle
