#include "core/file_journal.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <utility>

namespace heddle {
namespace {

constexpr int kMostFolders = 1000;
constexpr const char* kFileName = "/changes";

// The kinds of records, and their numbers of fields.
constexpr char kMade = 'n';
constexpr char kContent = 'c';
constexpr char kFolder = 'd';
constexpr char kLink = 's';
constexpr char kRenamed = 'r';
constexpr char kMode = 'm';

std::size_t fields_of(char kind) {
  switch (kind) {
    case kMade:
      return 1;
    case kContent:
      return 7;
    case kFolder:
    case kLink:
    case kRenamed:
    case kMode:
      return 2;
    default:
      return 0;
  }
}

struct Record {
  char kind = 0;
  std::vector<std::string> fields;

  long number(std::size_t field) const { return std::strtol(fields[field].c_str(), nullptr, 10); }
};

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }
  bool is_open() const { return number_ >= 0; }

 private:
  int number_;
};

bool write_all(int file, const char* from, std::size_t size) {
  while (size > 0) {
    const ssize_t part = ::write(file, from, size);
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0) return false;
    from += part;
    size -= static_cast<std::size_t>(part);
  }
  return true;
}

std::string read_all(int file) {
  std::string text;
  std::array<char, 65536> part;
  for (off_t at = 0;;) {
    const ssize_t got = ::pread(file, part.data(), part.size(), at);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(part.data(), static_cast<std::size_t>(got));
    at += got;
  }
}

bool copy(int from, int to) {
  std::array<char, 65536> part;
  for (off_t at = 0;;) {
    const ssize_t got = ::pread(from, part.data(), part.size(), at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return false;
    if (got == 0) return ::ftruncate(to, at) == 0;
    if (!write_all(to, part.data(), static_cast<std::size_t>(got))) return false;
    at += got;
  }
}

// Without one that was not written to its end: its change was not made.
std::vector<Record> parse(const std::string& text) {
  std::vector<Record> records;
  for (std::size_t at = 0; at < text.size();) {
    Record record{text[at++], {}};
    const std::size_t wanted = fields_of(record.kind);
    while (record.fields.size() < wanted) {
      const std::size_t end = text.find('\0', at);
      if (end == std::string::npos) return records;
      record.fields.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    if (wanted == 0) return records;
    records.push_back(std::move(record));
  }
  return records;
}

void remove_whatever(const std::string& path) {
  struct stat facts {};
  if (::lstat(path.c_str(), &facts) != 0) return;
  S_ISDIR(facts.st_mode) ? ::rmdir(path.c_str()) : ::unlink(path.c_str());
}

bool exists(const std::string& path) {
  struct stat facts {};
  return ::lstat(path.c_str(), &facts) == 0;
}

void restore_content(const std::string& folder, const Record& record) {
  const std::string& path = record.fields[0];
  const Descriptor content(::open((folder + "/" + record.fields[1]).c_str(), O_RDONLY | O_CLOEXEC));
  if (!content.is_open()) return;  // copied before the record was written
  struct stat facts {};
  const bool is_there = ::lstat(path.c_str(), &facts) == 0;
  if (is_there && !S_ISREG(facts.st_mode)) remove_whatever(path);
  if (is_there && (facts.st_mode & S_IWUSR) == 0) ::chmod(path.c_str(), facts.st_mode | S_IWUSR);
  const Descriptor file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!file.is_open() || !copy(content.get(), file.get())) return;
  const auto owner = static_cast<uid_t>(record.number(3));
  const auto group = static_cast<gid_t>(record.number(4));
  if (::fstat(file.get(), &facts) == 0 && (facts.st_uid != owner || facts.st_gid != group)) {
    (void)!::fchown(file.get(), owner, group);
  }
  ::fchmod(file.get(), static_cast<mode_t>(record.number(2)));
  const timespec times[2] = {{.tv_sec = 0, .tv_nsec = UTIME_OMIT},
                             {.tv_sec = record.number(5), .tv_nsec = record.number(6)}};
  ::futimens(file.get(), times);
}

void undo_record(const std::string& folder, const Record& record) {
  const std::string& path = record.fields[0];
  switch (record.kind) {
    case kMade:
      remove_whatever(path);
      break;
    case kContent:
      restore_content(folder, record);
      break;
    case kFolder:
      // An undo that was killed may have left the folder without its mode.
      ::mkdir(path.c_str(), S_IRWXU);
      ::chmod(path.c_str(), static_cast<mode_t>(record.number(1)));
      break;
    case kLink:
      if (!exists(path)) (void)!::symlink(record.fields[1].c_str(), path.c_str());
      break;
    case kRenamed:
      // Later changes are undone first, so anything created there since is gone.  If the path
      // exists, the rename never happened.
      if (!exists(path)) (void)!::rename(record.fields[1].c_str(), path.c_str());
      break;
    case kMode:
      ::chmod(path.c_str(), static_cast<mode_t>(record.number(1)));
      break;
  }
}

void undo_all(const std::string& folder, int file) {
  const std::vector<Record> records = parse(read_all(file));
  for (auto at = records.rbegin(); at != records.rend(); ++at) undo_record(folder, *at);
  (void)!::ftruncate(file, 0);
}

void remove_folder(const std::string& folder) {
  if (DIR* const opened = ::opendir(folder.c_str())) {
    while (const dirent* entry = ::readdir(opened)) {
      const std::string name = entry->d_name;
      if (name != "." && name != "..") ::unlink((folder + "/" + name).c_str());
    }
    ::closedir(opened);
  }
  ::rmdir(folder.c_str());
}

}  // namespace

bool FileJournal::open(const std::string& prefix) {
  for (int i = 0; i < kMostFolders; ++i) {
    folder_ = prefix + "." + std::to_string(i);
    if (::mkdir(folder_.c_str(), S_IRWXU) == 0) {
      file_ = ::open((folder_ + kFileName).c_str(),
                     O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, S_IRUSR | S_IWUSR);
      return file_ >= 0;
    }
    if (errno != EEXIST) return false;
  }
  return false;
}

bool FileJournal::write_record(char kind, std::initializer_list<std::string_view> fields) {
  std::string text(1, kind);
  for (const std::string_view field : fields) {
    text += field;
    text += '\0';
  }
  ++records_;
  return write_all(file_, text.data(), text.size());
}

bool FileJournal::will_make(const std::string& path) { return write_record(kMade, {path}); }

bool FileJournal::Copy::is_of(const std::string& place, const struct stat& facts) const {
  return path == place && size == facts.st_size && time.tv_sec == facts.st_mtim.tv_sec &&
         time.tv_nsec == facts.st_mtim.tv_nsec;
}

bool FileJournal::copy_content(const std::string& path, const struct stat& facts,
                               std::uint64_t& number) {
  for (const Copy& known : copies_) {
    if (known.file != facts.st_ino || !known.is_of(path, facts)) continue;
    number = known.number;
    return true;
  }
  if (bytes_ + static_cast<std::uint64_t>(facts.st_size) > kMostBytes) {
    errno = EFBIG;
    return false;
  }
  number = copies_made_++;
  const Descriptor from(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!from.is_open()) return false;
  const Descriptor to(::open((folder_ + "/" + std::to_string(number)).c_str(),
                             O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!to.is_open() || !copy(from.get(), to.get())) return false;
  bytes_ += static_cast<std::uint64_t>(facts.st_size);
  copies_.push_back({path, number, facts.st_ino, facts.st_size, facts.st_mtim});
  return true;
}

// A copy of what a file holds again is of use; the file may have been made anew.
void FileJournal::forget_copies() {
  std::vector<Copy> kept;
  for (Copy& copy : copies_) {
    struct stat facts {};
    if (::lstat(copy.path.c_str(), &facts) == 0 && copy.is_of(copy.path, facts)) {
      copy.file = facts.st_ino;
      kept.push_back(copy);
    } else {
      ::unlink((folder_ + "/" + std::to_string(copy.number)).c_str());
      bytes_ -= static_cast<std::uint64_t>(copy.size);
    }
  }
  copies_ = std::move(kept);
}

bool FileJournal::will_change(const std::string& path, const struct stat& facts) {
  std::uint64_t number = 0;
  if (!copy_content(path, facts, number)) return false;
  return write_record(
      kContent, {path, std::to_string(number), std::to_string(facts.st_mode & 07777U),
                 std::to_string(facts.st_uid), std::to_string(facts.st_gid),
                 std::to_string(facts.st_mtim.tv_sec), std::to_string(facts.st_mtim.tv_nsec)});
}

bool FileJournal::will_remove_folder(const std::string& path, mode_t mode) {
  return write_record(kFolder, {path, std::to_string(mode & 07777U)});
}

bool FileJournal::will_remove_link(const std::string& path) {
  std::array<char, 4096> target{};
  const ssize_t length = ::readlink(path.c_str(), target.data(), target.size());
  if (length < 0) return false;
  return write_record(kLink, {path, {target.data(), static_cast<std::size_t>(length)}});
}

bool FileJournal::will_rename(const std::string& from, const std::string& to) {
  return write_record(kRenamed, {from, to});
}

bool FileJournal::will_change_mode(const std::string& path, mode_t mode) {
  return write_record(kMode, {path, std::to_string(mode & 07777U)});
}

void FileJournal::undo() {
  if (records_ == 0) return;
  undo_all(folder_, file_);
  forget_copies();
  records_ = 0;
}

std::string journal_prefix(const std::string& temporary_folder, pid_t process) {
  return temporary_folder + "/heddle-files-" + std::to_string(process);
}

void undo_journal(const std::string& folder) {
  const Descriptor file(::open((folder + kFileName).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  if (file.is_open()) {
    while (::flock(file.get(), LOCK_EX) != 0 && errno == EINTR) {
    }
    undo_all(folder, file.get());
  }
  remove_folder(folder);
}

void undo_journals(const std::string& prefix, time_t since) {
  for (int i = 0; i < kMostFolders; ++i) {
    const std::string folder = prefix + "." + std::to_string(i);
    struct stat facts {};
    if (::lstat(folder.c_str(), &facts) != 0) return;
    const bool is_ours = S_ISDIR(facts.st_mode) && facts.st_uid == ::geteuid() &&
                         (facts.st_mode & (S_IRWXG | S_IRWXO)) == 0;
    if (is_ours && facts.st_ctim.tv_sec >= since) undo_journal(folder);
  }
}

}  // namespace heddle
