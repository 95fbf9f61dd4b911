// Journal of a program's file system changes, and their undo.  Each change is recorded before it is
// made, in a separate folder with copies of the data that it destroys.  So another process can undo
// the changes when the process that made them was killed.  Undo is idempotent, and harmless for
// changes that were never made.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

class FileJournal {
 public:
  // The limit for the total size of the copied files.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;

  // Creates the folder `prefix.N` with the first free number, accessible only to this user.
  // Returns false, with the error in errno, when that fails.
  bool open(const std::string& prefix);
  bool is_open() const { return file_ >= 0; }
  // Returns the descriptor of the journal file; the caller may replace it by a copy.
  int& file() { return file_; }
  const std::string& folder() const { return folder_; }

  // Records that something will be created under the path, where nothing exists.
  bool will_make(const std::string& path);
  // Records that the file there will be written or removed.
  bool will_change(const std::string& path, const struct stat& facts);
  bool will_remove_folder(const std::string& path, mode_t mode);
  bool will_remove_link(const std::string& path);
  bool will_rename(const std::string& from, const std::string& to);
  bool will_change_mode(const std::string& path, mode_t mode);

  bool is_empty() const { return records_ == 0; }
  // Undoes all changes, the last one first.
  void undo();

 private:
  // A copy of a file's content, and the identity of that version.
  struct Copy {
    std::string path;
    std::uint64_t number = 0;
    ino_t file = 0;
    off_t size = 0;
    timespec time{};

    bool is_of(const std::string& place, const struct stat& facts) const;
  };

  bool write_record(char kind, std::initializer_list<std::string_view> fields);
  bool copy_content(const std::string& path, const struct stat& facts, std::uint64_t& number);
  void forget_copies();

  std::string folder_;
  int file_ = -1;
  std::size_t records_ = 0;
  std::uint64_t copies_made_ = 0;
  std::uint64_t bytes_ = 0;
  std::vector<Copy> copies_;  // kept where the next execution finds the same again
};

// Returns the common prefix of the names of a process's folders.
std::string journal_prefix(const std::string& temporary_folder, pid_t process);

// Undoes the changes recorded in a folder and removes it.  Waits while another process does so.
void undo_journal(const std::string& folder);

// The same for all folders with that prefix that this user created, at that time or later.
void undo_journals(const std::string& prefix, time_t since);

}  // namespace heddle
