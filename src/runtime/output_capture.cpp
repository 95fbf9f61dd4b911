#include "runtime/output_capture.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

#include "core/check.hpp"
#include "runtime/hidden_descriptors.hpp"
#include "runtime/kernel_state.hpp"
#include "runtime/real_functions.hpp"

namespace heddle::native {

void OutputCapture::take_over(bool show) {
  ::setvbuf(stdout, nullptr, _IONBF, 0);
  ::setvbuf(stderr, nullptr, _IONBF, 0);
  for (int i = 0; i < 2; ++i) original_[i] = ::fcntl(i + 1, F_DUPFD_CLOEXEC, kFirstHidden);
  if (show) return;
  const int opened = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  HEDDLE_CHECK(opened >= 0, "/dev/null cannot be opened");
  nowhere_ = ::fcntl(opened, F_DUPFD_CLOEXEC, kFirstHidden);
  ::close(opened);
  for (int i = 0; i < 2; ++i) ::dup2(nowhere_, i + 1);
}

void OutputCapture::give_back() const {
  for (int i = 0; i < 2; ++i) {
    if (original_[i] != i + 1) ::dup2(original_[i], i + 1);
  }
}

void OutputCapture::record() {
  for (int i = 0; i < 2; ++i) {
    const int made = ::memfd_create("heddle-output", MFD_CLOEXEC);
    HEDDLE_CHECK(made >= 0, "no memory file for the program's output");
    kept_[i] = ::fcntl(made, F_DUPFD_CLOEXEC, kFirstHidden);
    ::close(made);
    hide_descriptor(kept_[i]);
    ::dup2(kept_[i], i + 1);
  }
  recapture_outputs();
}

OutputPosition OutputCapture::position() const {
  OutputPosition position{};
  for (std::size_t i = 0; i < 2; ++i) {
    if (kept_[i] < 0) continue;
    const long at = raw_syscall(SYS_lseek, kept_[i], 0, SEEK_CUR);
    if (at > 0) position[i] = static_cast<std::uint64_t>(at);
  }
  return position;
}

std::string OutputCapture::take(int descriptor, std::uint64_t end) {
  const auto which = static_cast<std::size_t>(descriptor - 1);
  const std::uint64_t begin = taken_[which];
  if (kept_[which] < 0 || end <= begin) return {};
  taken_[which] = end;
  std::string text(std::min<std::uint64_t>(end - begin, kMost), '\0');
  const ssize_t got = ::pread(kept_[which], text.data(), text.size(), static_cast<off_t>(begin));
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return text;
}

}  // namespace heddle::native
