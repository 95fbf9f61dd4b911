#include "native/output_capture.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/check.hpp"
#include "native/kernel_state.hpp"

namespace heddle::native {
namespace {

// Above what programs usually get, so that descriptor numbers inside the program stay what they
// were.
constexpr int kFirstHidden = 200;

}  // namespace

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

std::string OutputCapture::take(int descriptor) {
  const int kept = kept_[descriptor - 1];
  const off_t size = kept < 0 ? 0 : ::lseek(kept, 0, SEEK_CUR);
  if (size <= 0) return {};
  std::string text(std::min(static_cast<std::size_t>(size), kMost), '\0');
  const ssize_t got = ::pread(kept, text.data(), text.size(), 0);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  ::lseek(kept, 0, SEEK_SET);
  (void)!::ftruncate(kept, 0);
  return text;
}

}  // namespace heddle::native
