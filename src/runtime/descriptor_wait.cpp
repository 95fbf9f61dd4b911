#include "runtime/descriptor_wait.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "runtime/cancellation.hpp"
#include "runtime/kernel_state.hpp"
#include "runtime/real_functions.hpp"
#include "runtime/root.hpp"
#include "runtime/scheduler.hpp"
#include "runtime/scheduling_point.hpp"
#include "runtime/timers.hpp"

namespace heddle::native {
namespace {

bool waits_for_descriptors(const Thread& thread) {
  return thread.life == Life::announced && thread.pending.kind == OpKind::sleep &&
         thread.pending.object == kKernel;
}

const DescriptorWait& wait_of(const Operation& operation) {
  return *reinterpret_cast<const DescriptorWait*>(operation.value);
}

}  // namespace

bool is_ready(const DescriptorWait& wait) {
  constexpr std::size_t kBatch = 64;
  for (std::size_t first = 0; first < wait.count; first += kBatch) {
    const std::size_t size = wait.count - first < kBatch ? wait.count - first : kBatch;
    pollfd copies[kBatch];
    std::memcpy(copies, wait.wanted + first, size * sizeof(pollfd));
    const timespec at_once{};
    const long found = raw_syscall(SYS_ppoll, reinterpret_cast<long>(copies),
                                   static_cast<long>(size), reinterpret_cast<long>(&at_once));
    if (found != 0) return true;
  }
  return false;
}

bool is_possible(const Operation& operation) {
  const DescriptorWait& wait = wait_of(operation);
  return !wait.blocks || is_ready(wait);
}

bool polls_in_vain(const Operation& operation) {
  const DescriptorWait& wait = wait_of(operation);
  return (!wait.blocks || wait.deadline != kNever) && !is_ready(wait);
}

Wake wait_for_descriptors(const DescriptorWait& wait, Site site) {
  for (;;) {
    note_coming_call("wait", wait.count);
    current_thread().deadline = std::min(wait.deadline, next_expiry());
    Thread& self =
        cancellation_point({.kind = OpKind::sleep,
                            .object = kKernel,
                            .second = arguments(reinterpret_cast<std::uintptr_t>(wait.wanted),
                                                wait.count, wait.deadline),
                            .value = reinterpret_cast<std::uintptr_t>(&wait),
                            .site = site});
    runtime().events.ordered_after(kKernel);
    const Wake wake = take_wake(self);
    self.deadline = kNever;
    // Calls of other threads during the pause come before this one.
    note_kernel_call("wait", wait.count);
    if (wake != Wake::timed_out) return wake;
    if (is_ready(wait)) return Wake::woken;  // by a timer
    if (wait.deadline <= world().now) {
      note_outcome(Outcome::timed_out);
      return wake;
    }
  }
}

void use_descriptors(std::string_view call, Site site, std::uint64_t a, std::uint64_t b,
                     CallOrder order) {
  note_coming_call(call, a, b);
  // No sleep, for which a thread would let others go first.
  scheduling_point({.kind = OpKind::atomic_update,
                    .object = kKernel,
                    .second = arguments(a, b, call.size()),
                    .site = site});
  // Calls of other threads during the pause come before this one.
  note_kernel_call(call, a, b, order);
  note_atomic_change(MemoryChange::some);
}

void look_at_descriptors(ObjectId others, Site site) {
  note_coming_call("ask");
  scheduling_point(
      {.kind = OpKind::atomic_load, .object = kKernel, .second = others, .site = site});
  note_kernel_call("ask");
}

void update_descriptor_waits() {
  const World& world = native::world();
  for (std::uint32_t i = 0; i < world.threads_seen; ++i) {
    const Thread& thread = world.threads[i];
    if (!waits_for_descriptors(thread)) continue;
    writable_thread(thread.id).deadline = std::min(wait_of(thread.pending).deadline, next_expiry());
  }
}

void wait_for_descriptor(int descriptor, short events, Site site, bool asks_at_once) {
  const auto number = static_cast<std::uint64_t>(descriptor);
  struct stat facts {};
  if (::fstat(descriptor, &facts) != 0 || S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode)) {
    return note_kernel_call("use", number);
  }
  const pollfd wanted{descriptor, events, 0};
  if (descriptor == STDIN_FILENO && !can_reread_input()) scheduler().refuse(kInputSentence);
  if (S_ISCHR(facts.st_mode) && ::isatty(descriptor) == 0) {
    return note_kernel_call("use", number);
  }
  note_coming_call("use", number);
  const bool blocks = (::fcntl(descriptor, F_GETFL) & O_NONBLOCK) == 0;
  wait_for_descriptors({.wanted = &wanted, .count = 1, .blocks = blocks && !asks_at_once}, site);
}

}  // namespace heddle::native
