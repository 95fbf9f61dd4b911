#include "runtime/kernel_state.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <grp.h>
#include <libintl.h>
#include <locale.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "runtime/conversions.hpp"
#include "runtime/engine_scope.hpp"
#include "runtime/file_changes.hpp"
#include "runtime/hidden_descriptors.hpp"
#include "runtime/real_functions.hpp"
#include "runtime/root.hpp"
#include "runtime/timers.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

namespace {

// The files of the channel have these numbers and higher ones.
constexpr int kFirstOfChannel = 220;

struct Descriptor {
  int number = -1;
  int copy = -1;  // the same, should the program close it
  off_t position = -1;
  bool is_used = false;  // by the program: the position may be another one
};

}  // namespace

struct KernelState {
  std::vector<Descriptor> descriptors;
  int folder = -1;
  mode_t mask = 0;
  std::string locale;
  std::string text_domain;
  bool is_changed = false;  // since the last restore
  bool can_reread_input = true;
  bool has_input = false;  // there is something to read, which the C library may do alone
};

namespace {

KernelState& kept() { return allocated_part(runtime().kernel_state); }

std::vector<int> open_descriptors() {
  std::vector<int> numbers;
  DIR* const folder = ::opendir("/proc/self/fd");
  if (folder == nullptr) return numbers;
  while (const dirent* entry = ::readdir(folder)) {
    const int number = std::atoi(entry->d_name);
    if (entry->d_name[0] != '.' && number != ::dirfd(folder)) numbers.push_back(number);
  }
  ::closedir(folder);
  return numbers;
}

Descriptor* find(int number) {
  for (Descriptor& descriptor : kept().descriptors) {
    if (descriptor.number == number || descriptor.copy == number) return &descriptor;
  }
  return nullptr;
}

bool is_file(int number) {
  struct stat facts {};
  return ::fstat(number, &facts) == 0 && S_ISREG(facts.st_mode);
}

// Restores a descriptor.  The program may have replaced a standard descriptor; streams may have
// closed other ones.
void bring_back(const Descriptor& descriptor) {
  if (descriptor.copy < 0) return;
  if (descriptor.number <= STDERR_FILENO) {
    ::dup2(descriptor.copy, descriptor.number);
  } else if (::fcntl(descriptor.number, F_GETFD) < 0) {
    ::dup3(descriptor.copy, descriptor.number, O_CLOEXEC);
  }
}

// Gives the program's standard input its own file position, independent of other readers of the
// file.
void adopt_input() {
  struct stat facts {};
  if (::fstat(STDIN_FILENO, &facts) != 0) return;
  const bool is_device = S_ISCHR(facts.st_mode) && ::isatty(STDIN_FILENO) == 0;
  kept().can_reread_input = S_ISREG(facts.st_mode) || is_device;
  if (!S_ISREG(facts.st_mode) || facts.st_size == 0) return;
  const off_t position = ::lseek(STDIN_FILENO, 0, SEEK_CUR);
  const int own = ::open("/proc/self/fd/0", O_RDONLY | O_CLOEXEC);
  if (own < 0) return;
  ::lseek(own, position, SEEK_SET);
  ::dup2(own, STDIN_FILENO);
  ::close(own);
  kept().has_input = true;
  flags().kernel_is_used = true;
  runtime().events.kernel_first_used();
}

}  // namespace

void note_kernel_call(std::string_view what, std::uint64_t a, std::uint64_t b, CallOrder order) {
  // A read from a pipe is ordered after the write to it.  Kernel objects are not distinguished:
  // all kernel calls are ordered.
  if (order != CallOrder::before) runtime().events.ordered_after(kKernel);
  runtime().events.ordered_before(kKernel);
  note_coming_call(what, a, b);
}

void note_coming_call(std::string_view what, std::uint64_t a, std::uint64_t b) {
  std::uint64_t& hash = world().kernel_calls;
  for (const char letter : what) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  const std::uint64_t caller = index(world().current);
  for (const std::uint64_t number : {a, b, caller}) hash = (hash ^ number) * 0x9e3779b97f4a7c15ULL;
  kept().is_changed = true;
  if (flags().kernel_is_used) return;
  flags().kernel_is_used = true;
  // System calls that write into a protected page would fail.
  const EngineScope engine;
  runtime().events.kernel_first_used();
}

void capture_kernel_state() {
  prepare_file_changes();
  adopt_input();
  for (const int number : open_descriptors()) {
    Descriptor descriptor{number, -1, ::lseek(number, 0, SEEK_CUR)};
    // Those of Heddle need no copy, and a search that is continued may write to another file.
    const bool may_be_closed = number < kFirstHidden || number >= kFirstOfChannel;
    if (number <= STDERR_FILENO || (may_be_closed && is_file(number))) {
      descriptor.copy = ::fcntl(number, F_DUPFD_CLOEXEC, kFirstHidden);
    }
    kept().descriptors.push_back(descriptor);
  }
  kept().folder = ::open(".", O_PATH | O_CLOEXEC);
  if (kept().folder >= 0) {
    const int low = kept().folder;
    kept().folder = ::fcntl(low, F_DUPFD_CLOEXEC, kFirstHidden);
    ::close(low);
    kept().descriptors.push_back({kept().folder, -1, -1});
  }
  kept().mask = ::umask(0);
  ::umask(kept().mask);
  kept().locale = ::setlocale(LC_ALL, nullptr);
  kept().text_domain = ::textdomain(nullptr);
}

void recapture_outputs() {
  for (Descriptor& descriptor : kept().descriptors) {
    if (descriptor.number != 1 && descriptor.number != 2) continue;
    ::dup2(descriptor.number, descriptor.copy);
    descriptor.position = -1;
  }
}

void restore_kernel_state() {
  if (!kept().is_changed && !kept().has_input) return;
  kept().is_changed = false;
  for (const int number : open_descriptors()) {
    if (find(number) == nullptr) ::close(number);
  }
  for (const Descriptor& descriptor : kept().descriptors) {
    bring_back(descriptor);
    const bool may_have_moved = descriptor.number == STDIN_FILENO || descriptor.is_used;
    if (descriptor.position >= 0 && may_have_moved) {
      ::lseek(descriptor.number, descriptor.position, SEEK_SET);
    }
  }
  forget_timers();
  undo_file_changes();
  if (kept().folder >= 0) (void)!::fchdir(kept().folder);
  ::umask(kept().mask);
  if (kept().locale != ::setlocale(LC_ALL, nullptr)) ::setlocale(LC_ALL, kept().locale.c_str());
  if (kept().text_domain != ::textdomain(nullptr)) ::textdomain(kept().text_domain.c_str());
  close_conversions();
  ::endpwent();
  ::endgrent();
}

bool kernel_state_is_initial() { return !kept().is_changed && !kept().has_input; }

bool can_reread_input() { return kept().can_reread_input; }

void hide_descriptor(int descriptor) { kept().descriptors.push_back({descriptor, -1, -1}); }

int hidden_copy(int descriptor) {
  const int copy = ::fcntl(descriptor, F_DUPFD_CLOEXEC, kFirstHidden);
  if (copy < 0) {  // no such numbers: the user limited them
    hide_descriptor(descriptor);
    return descriptor;
  }
  ::close(descriptor);
  hide_descriptor(copy);
  return copy;
}

void note_position_use(int descriptor) {
  if (descriptor <= STDERR_FILENO) return;
  if (Descriptor* const known = find(descriptor)) known->is_used = true;
}

bool is_hidden(int descriptor) {
  const Descriptor* const known = find(descriptor);
  return known != nullptr && descriptor > 2;
}

}  // namespace heddle::native
