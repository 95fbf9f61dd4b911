#include "checkpoint/kernel_facts.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>

#include "runtime/real_functions.hpp"

namespace heddle::checkpoint {
namespace {

using campaign::CheckpointHeader;
using native::raw_syscall;

constexpr long kMaskBytes = 8;
// Higher numbers are refused by default limits; what a program opens lies below.
constexpr std::int32_t kDescriptors = 1024;

long address_of(const void* value) { return reinterpret_cast<long>(value); }

}  // namespace

bool read_descriptors(CheckpointHeader& into) {
  into.file_count = 0;
  for (std::int32_t number = 0; number < kDescriptors; ++number) {
    if (raw_syscall(SYS_fcntl, number, F_GETFD) < 0) continue;
    if (into.file_count == CheckpointHeader::kMostFiles) return false;
    into.files[into.file_count++] = number;
  }
  return true;
}

bool has_same_descriptors(const CheckpointHeader& a, const CheckpointHeader& b) {
  if (a.file_count != b.file_count) return false;
  for (std::uint32_t i = 0; i < a.file_count; ++i) {
    if (a.files[i] != b.files[i]) return false;
  }
  return true;
}

void read_kernel_facts(CheckpointHeader& into) {
  for (std::size_t i = 0; i < CheckpointHeader::kSignals; ++i) {
    raw_syscall(SYS_rt_sigaction, static_cast<long>(i + 1), 0, address_of(&into.signals[i]),
                kMaskBytes);
  }
  raw_syscall(SYS_sigaltstack, 0, address_of(&into.signal_stack));
  raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, 0, address_of(&into.signal_mask), kMaskBytes);
  into.program_break = static_cast<std::uint64_t>(raw_syscall(SYS_brk, 0));
}

void set_signals(const CheckpointHeader& from) {
  for (std::size_t i = 0; i < CheckpointHeader::kSignals; ++i) {
    raw_syscall(SYS_rt_sigaction, static_cast<long>(i + 1), address_of(&from.signals[i]), 0,
                kMaskBytes);
  }
  raw_syscall(SYS_sigaltstack, address_of(&from.signal_stack), 0);
  raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, address_of(&from.signal_mask), 0, kMaskBytes);
}

void block_signals() {
  const std::uint64_t all = ~std::uint64_t{0};
  raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, address_of(&all), 0, kMaskBytes);
}

}  // namespace heddle::checkpoint
