#include "study/study_lock.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace heddle::study {

Result<StudyLock> StudyLock::take(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor < 0) {
    return Error{
        fmt::format("'{}' cannot be opened ({}); name another file.", path, std::strerror(errno))};
  }
  StudyLock lock(descriptor);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    return Error{fmt::format(
        "Another study is writing '{}'; wait until it ends, or name another file with --database.",
        path)};
  }
  return lock;
}

StudyLock::~StudyLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace heddle::study
