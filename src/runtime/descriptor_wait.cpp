#include "runtime/descriptor_wait.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstring>

#include "runtime/cancellation.hpp"
#include "runtime/kernel_state.hpp"
#include "runtime/real_functions.hpp"
#include "runtime/root.hpp"
#include "runtime/scheduler.hpp"

namespace heddle::native {
namespace {

bool is_ready(const pollfd* wanted, std::size_t count) {
  constexpr std::size_t kBatch = 64;
  for (std::size_t first = 0; first < count; first += kBatch) {
    const std::size_t size = count - first < kBatch ? count - first : kBatch;
    pollfd copies[kBatch];
    std::memcpy(copies, wanted + first, size * sizeof(pollfd));
    const timespec at_once{};
    const long found = raw_syscall(SYS_ppoll, reinterpret_cast<long>(copies),
                                   static_cast<long>(size), reinterpret_cast<long>(&at_once));
    if (found != 0) return true;
  }
  return false;
}

}  // namespace

bool is_possible(const Operation& operation) {
  const auto* const wait = reinterpret_cast<const DescriptorWait*>(operation.value);
  return wait->count == 0 || is_ready(wait->wanted, wait->count);
}

Wake wait_for_descriptors(const DescriptorWait& wait, std::uint64_t deadline, Site site) {
  note_kernel_call("wait", wait.count);
  current_thread().deadline = deadline;
  Thread& self = cancellation_point(
      {.kind = OpKind::sleep,
       .object = kKernel,
       .second = arguments(reinterpret_cast<std::uintptr_t>(wait.wanted), wait.count, deadline),
       .value = reinterpret_cast<std::uintptr_t>(&wait),
       .site = site});
  runtime().events.ordered_after(kKernel);
  const Wake wake = take_wake(self);
  self.deadline = kNever;
  if (wake == Wake::timed_out) note_outcome(Outcome::timed_out);
  return wake;
}

void wait_for_descriptor(int descriptor, short events, Site site) {
  note_kernel_call("use", static_cast<std::uint64_t>(descriptor));
  struct stat facts {};
  if (::fstat(descriptor, &facts) != 0 || S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode)) return;
  const pollfd wanted{descriptor, events, 0};
  if (descriptor == STDIN_FILENO && !can_reread_input()) scheduler().refuse(kInputSentence);
  if (S_ISCHR(facts.st_mode) && ::isatty(descriptor) == 0) return;
  const bool blocks = (::fcntl(descriptor, F_GETFL) & O_NONBLOCK) == 0;
  wait_for_descriptors({&wanted, blocks ? std::size_t{1} : std::size_t{0}}, kNever, site);
}

}  // namespace heddle::native
