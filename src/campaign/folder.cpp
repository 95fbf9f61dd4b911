#include "campaign/folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include "campaign/file_names.hpp"

namespace heddle::campaign {
namespace {

// Above the descriptors that programs use, as those of the channel.
constexpr int kFirstNumber = 220;

// A worker whose watcher was killed ends soon and gives the lock back then.
constexpr std::chrono::seconds kPatience{10};
constexpr std::chrono::milliseconds kPause{20};

Error damaged(const std::string& path, const std::string& file) {
  return {"The campaign in '" + path + "' is damaged (" + file +
          "); restore the folder from a copy, or begin another campaign in a new folder."};
}

Error unwritable(const std::string& path) {
  return {"'" + path + "' cannot be written: " + std::strerror(errno) +
          "; check the folder's rights and the space on the disk."};
}

bool lock(int descriptor) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(kPause);
  }
  return true;
}

// Returns the name of a file that is not of a campaign; empty: none.
std::string foreign_file(const std::string& path) {
  DIR* const folder = ::opendir(path.c_str());
  if (folder == nullptr) return {};
  std::string found;
  bool is_campaign = false;
  while (const dirent* entry = ::readdir(folder)) {
    const std::string name = entry->d_name;
    if (name == kIdentityName) is_campaign = true;
    const bool may_be_left = name == std::string(kIdentityName) + ".new";
    if (name != "." && name != ".." && !may_be_left) found = name;
  }
  ::closedir(folder);
  return is_campaign ? "" : found;
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t put = ::write(file, text.data(), text.size());
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

}  // namespace

Result<Folder> Folder::open(const std::string& path) {
  const bool is_made = ::mkdir(path.c_str(), 0777) == 0;
  if (!is_made && errno != EEXIST) {
    return Error{"'" + path + "' cannot be created: " + std::strerror(errno) +
                 "; name a folder for the campaign."};
  }
  const int opened = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0) return Error{"'" + path + "' is not a folder; name a folder for the campaign."};
  const int descriptor = ::fcntl(opened, F_DUPFD_CLOEXEC, kFirstNumber);
  ::close(opened);
  if (descriptor < 0) return Error{"Too many files are open; raise the limit (ulimit -n)."};
  Folder folder(path, descriptor, is_made);
  if (!lock(descriptor)) {
    return Error{"The campaign in '" + path + "' is running; wait for its end, or stop it."};
  }
  if (const std::string name = foreign_file(path); !name.empty()) {
    return Error{"'" + path + "' holds other files, such as '" + name +
                 "'; name a new folder for the campaign."};
  }
  return folder;
}

Folder::Folder(Folder&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      is_made_(other.is_made_) {}

Folder::~Folder() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<std::optional<CampaignIdentity>> Folder::identity() const {
  const std::optional<std::string> text = read(kIdentityName);
  if (!text) return std::optional<CampaignIdentity>();
  std::optional<CampaignIdentity> identity = from_file(*text);
  if (!identity) return damaged(path_, kIdentityName);
  return identity;
}

Status Folder::write_identity(const CampaignIdentity& identity) const {
  return write(kIdentityName, to_file(identity));
}

Result<std::optional<CheckpointFacts>> Folder::checkpoint(const CampaignIdentity& identity) const {
  const int file = ::openat(descriptor_, kCheckpointName, O_RDONLY | O_CLOEXEC);
  if (file < 0 && errno == ENOENT) return std::optional<CheckpointFacts>();
  if (file < 0) return damaged(path_, kCheckpointName);
  std::optional<CheckpointFacts> facts = check_checkpoint(file, number_of(identity));
  ::close(file);
  if (!facts) return damaged(path_, kCheckpointName);
  return facts;
}

Status Folder::remove_checkpoint() const {
  if (::unlinkat(descriptor_, kCheckpointName, 0) != 0 && errno != ENOENT) return unwritable(path_);
  return Done{};
}

void Folder::abandon() const {
  for (const char* const name : {kIdentityName, kStatusName}) ::unlinkat(descriptor_, name, 0);
  if (is_made_) ::rmdir(path_.c_str());
}

Status Folder::write(const std::string& name, std::string_view text) const {
  const std::string temporary = name + ".new";
  const int file =
      ::openat(descriptor_, temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return unwritable(path_);
  const bool is_written = write_all(file, text) && ::fsync(file) == 0;
  ::close(file);
  if (!is_written || ::renameat(descriptor_, temporary.c_str(), descriptor_, name.c_str()) != 0) {
    return unwritable(path_);
  }
  return Done{};
}

std::optional<std::string> Folder::read(const std::string& name) const {
  const int file = ::openat(descriptor_, name.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  std::string text;
  char part[65536];
  ssize_t got = 0;
  while ((got = ::read(file, part, sizeof part)) > 0)
    text.append(part, static_cast<std::size_t>(got));
  ::close(file);
  return text;
}

bool is_running(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool is_locked = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0;
  ::close(descriptor);
  return is_locked;
}

}  // namespace heddle::campaign
