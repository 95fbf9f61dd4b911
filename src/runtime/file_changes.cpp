#include "runtime/file_changes.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <set>
#include <string>
#include <utility>

#include "core/file_journal.hpp"
#include "runtime/child_processes.hpp"
#include "runtime/engine_scope.hpp"
#include "runtime/file_guardian.hpp"
#include "runtime/kernel_state.hpp"
#include "runtime/root.hpp"
#include "runtime/scheduler.hpp"

namespace heddle::native {
namespace {

constexpr int kMostLinks = 40;  // followed one after another, as by the kernel

using FileNumber = std::pair<dev_t, ino_t>;

}  // namespace

struct FileChanges {
  FileJournal journal;
  std::string prefix;
  // Since the execution began.
  std::set<FileNumber> made;
  std::set<std::string> saved;
  bool may_have_made = false;  // by the opening that is under way
  int lock = -1;               // the folder of the command in /proc: searches have it in common
  bool is_held = false;
};

namespace {

FileChanges& changes() { return allocated_part(runtime().file_changes); }

FileNumber file_number(const struct stat& facts) { return {facts.st_dev, facts.st_ino}; }

[[noreturn]] void refuse_change(const std::string& path, const char* reason) {
  char sentence[900];
  ::snprintf(sentence, sizeof sentence,
             "the program changes '%.600s': Heddle cannot restore it after each execution: %s",
             path.c_str(), reason);
  scheduler().refuse(sentence);
}

void check(bool written, const std::string& path) {
  if (written) return;
  refuse_change(path, errno == EFBIG ? "the changed files are larger than 256 MiB in total"
                                     : ::strerror(errno));
}

// The journal of the changes.  Heddle's descriptors do not exist for the program.
FileJournal& journal(const std::string& path) {
  if (is_child_process()) {
    scheduler().refuse(
        "a child process changes files, which its parent may read: Heddle follows one process at a "
        "time; run this part without Heddle");
  }
  FileJournal& journal = changes().journal;
  hold_files();
  if (journal.is_open()) return journal;
  check(journal.open(changes().prefix), path);
  journal.file() = hidden_copy(journal.file());
  start_file_guardian(journal.folder(), changes().lock);
  return journal;
}

std::string path_of(int file) {
  char target[4096];
  const std::string link = "/proc/self/fd/" + std::to_string(file);
  const ssize_t length = ::readlink(link.c_str(), target, sizeof target);
  return length > 0 ? std::string(target, static_cast<std::size_t>(length)) : std::string();
}

std::string real_path(const std::string& path) {
  char* const found = ::realpath(path.c_str(), nullptr);
  if (found == nullptr) return {};
  std::string text = found;
  ::free(found);
  return text;
}

// The absolute path without links in its folders; empty when a folder does not exist.
std::string place_of(int folder, const char* path) {
  std::string text = path;
  if (text.empty()) return {};
  if (text[0] != '/' && folder != AT_FDCWD) text = path_of(folder) + "/" + text;
  while (text.size() > 1 && text.back() == '/') text.pop_back();
  const std::size_t slash = text.rfind('/');
  const std::string name = slash == std::string::npos ? text : text.substr(slash + 1);
  const std::string parent = real_path(slash == std::string::npos ? "."
                                       : slash == 0               ? "/"
                                                                  : text.substr(0, slash));
  if (parent.empty()) return {};
  if (name == "." || name == ".." || name.empty()) return real_path(parent + "/" + name);
  return (parent == "/" ? "" : parent) + "/" + name;
}

// The same, where a link leads to in the end.
std::string target_of(int folder, const char* path) {
  std::string place = place_of(folder, path);
  for (int i = 0; i < kMostLinks && !place.empty(); ++i) {
    struct stat facts {};
    if (::lstat(place.c_str(), &facts) != 0 || !S_ISLNK(facts.st_mode)) return place;
    char target[4096];
    const ssize_t length = ::readlink(place.c_str(), target, sizeof target);
    if (length <= 0) return {};
    std::string next(target, static_cast<std::size_t>(length));
    if (next[0] != '/') next = place.substr(0, place.rfind('/') + 1) + next;
    place = place_of(AT_FDCWD, next.c_str());
  }
  return {};
}

// Whether the kernel makes up what is in the file.
bool is_of_kernel(const std::string& path) {
  struct statfs facts {};
  if (::statfs(path.c_str(), &facts) != 0) return true;
  return facts.f_type == PROC_SUPER_MAGIC || facts.f_type == SYSFS_MAGIC ||
         facts.f_type == CGROUP2_SUPER_MAGIC || facts.f_type == CGROUP_SUPER_MAGIC;
}

// Reads the path while the program is in charge: a wild pointer is its failure.
bool has_path(const char* path) {
  if (path == nullptr) return false;
  note_kernel_call(path);
  return true;
}

void save_content(const std::string& path, const struct stat& facts) {
  if (changes().made.contains(file_number(facts)) || changes().saved.contains(path)) return;
  if (is_of_kernel(path)) return;
  check(journal(path).will_change(path, facts), path);
  changes().saved.insert(path);
}

void save_removed(const std::string& path, const struct stat& facts) {
  if (S_ISREG(facts.st_mode)) save_content(path, facts);
  if (S_ISDIR(facts.st_mode)) check(journal(path).will_remove_folder(path, facts.st_mode), path);
  if (S_ISLNK(facts.st_mode)) check(journal(path).will_remove_link(path), path);
}

}  // namespace

void hold_files() {
  FileChanges& all = changes();
  if (all.is_held) return;
  all.is_held = true;
  const EngineScope engine;
  if (all.lock < 0) {
    const std::string command = "/proc/" + std::to_string(::getppid());
    const int opened = ::open(command.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) return;
    all.lock = hidden_copy(opened);
  }
  while (::flock(all.lock, LOCK_EX) != 0 && errno == EINTR) {
  }
}

void before_opening(int folder, const char* path, int flags) {
  changes().may_have_made = false;
  const bool writes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_TRUNC) != 0;
  const bool makes = (flags & O_CREAT) != 0;
  if (!has_path(path) || (!writes && !makes) || (flags & O_TMPFILE) == O_TMPFILE) return;
  const EngineScope engine;
  const std::string place = target_of(folder, path);
  if (place.empty()) return;
  struct stat facts {};
  if (::stat(place.c_str(), &facts) != 0) {
    if (!makes) return;
    check(journal(place).will_make(place), place);
    changes().may_have_made = true;
  } else if (writes && S_ISREG(facts.st_mode) && (!makes || (flags & O_EXCL) == 0)) {
    save_content(place, facts);
  }
}

void after_opening(int file) {
  if (file < 0 || !std::exchange(changes().may_have_made, false)) return;
  const EngineScope engine;
  struct stat facts {};
  if (::fstat(file, &facts) == 0) changes().made.insert(file_number(facts));
}

void before_writing(int folder, const char* path) {
  if (!has_path(path)) return;
  const EngineScope engine;
  const std::string place = target_of(folder, path);
  struct stat facts {};
  if (place.empty() || ::stat(place.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return;
  save_content(place, facts);
}

void before_writing(int file) {
  const EngineScope engine;
  if ((::fcntl(file, F_GETFL) & O_ACCMODE) == O_RDONLY) return;
  const std::string place = path_of(file);
  struct stat facts {};
  if (place.empty() || ::stat(place.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return;
  save_content(place, facts);
}

void before_making(int folder, const char* path) {
  if (!has_path(path)) return;
  const EngineScope engine;
  const std::string place = place_of(folder, path);
  struct stat facts {};
  if (place.empty() || ::lstat(place.c_str(), &facts) == 0) return;
  check(journal(place).will_make(place), place);
}

void before_removing(int folder, const char* path) {
  if (!has_path(path)) return;
  const EngineScope engine;
  const std::string place = place_of(folder, path);
  struct stat facts {};
  if (place.empty() || ::lstat(place.c_str(), &facts) != 0) return;
  save_removed(place, facts);
}

void before_renaming(int from_folder, const char* from, int to_folder, const char* to) {
  if (!has_path(from) || !has_path(to)) return;
  const EngineScope engine;
  const std::string source = place_of(from_folder, from);
  const std::string target = place_of(to_folder, to);
  struct stat facts {};
  struct stat there {};
  if (source.empty() || target.empty() || ::lstat(source.c_str(), &facts) != 0) return;
  if (::lstat(target.c_str(), &there) == 0) {
    if (file_number(there) == file_number(facts)) return;  // names of one file: nothing happens
    save_removed(target, there);
  }
  check(journal(source).will_rename(source, target), source);
  // Later contents under these names are not the saved ones.
  changes().saved.erase(source);
  changes().saved.erase(target);
}

void before_changing_mode(int folder, const char* path) {
  if (!has_path(path)) return;
  const EngineScope engine;
  const std::string place = target_of(folder, path);
  struct stat facts {};
  if (place.empty() || ::stat(place.c_str(), &facts) != 0 || is_of_kernel(place)) return;
  check(journal(place).will_change_mode(place, facts.st_mode), place);
}

void before_changing_mode(int file) {
  const EngineScope engine;
  const std::string place = path_of(file);
  struct stat facts {};
  if (place.empty() || ::stat(place.c_str(), &facts) != 0 || is_of_kernel(place)) return;
  check(journal(place).will_change_mode(place, facts.st_mode), place);
}

void prepare_file_changes() {
  const char* const folder = ::getenv("TMPDIR");
  changes().prefix = journal_prefix(folder != nullptr ? folder : P_tmpdir, ::getpid());
}

bool files_were_held() { return changes().lock >= 0; }

void undo_file_changes() {
  FileChanges& all = changes();
  if (!all.journal.is_empty()) {
    all.journal.undo();
    all.made.clear();
    all.saved.clear();
  }
  if (all.is_held && all.lock >= 0) ::flock(all.lock, LOCK_UN);
  all.is_held = false;
}

}  // namespace heddle::native
