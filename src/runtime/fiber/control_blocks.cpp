#include "runtime/fiber/control_blocks.hpp"

#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstring>

#include "core/check.hpp"
#include "runtime/fiber/fiber_stack.hpp"
#include "runtime/fiber/thread_pointer.hpp"
#include "runtime/late_variables.hpp"
#include "runtime/memory_layout.hpp"
#include "runtime/real_functions.hpp"

namespace heddle::native {
namespace {

// Stack size of a parked thread, beyond its thread_local variables.
constexpr std::size_t kParkedStackSize = std::size_t{512} << 10;
constexpr std::size_t kPage = std::size_t{64} << 10;  // at most

// Stack that a fiber may need to start a real thread.
constexpr std::size_t kStartingDepth = std::size_t{16} << 10;

struct Newborn {
  std::atomic<void*> pointer{nullptr};
};

// Start routine of a real thread: publishes the address of its block and never runs again.
void* park_for_ever(void* argument) {
  auto* newborn = static_cast<Newborn*>(argument);
  newborn->pointer.store(thread_pointer(), std::memory_order_release);
  for (;;) raw_pause();
}

int widen(dl_phdr_info* info, std::size_t, void* data) {
  auto* extent = static_cast<TlsExtent*>(data);
  if (info->dlpi_tls_data == nullptr) return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_TLS) continue;
    if (!is_beside_control_block(info->dlpi_tls_data, thread_pointer())) continue;
    const std::ptrdiff_t offset =
        static_cast<const char*>(info->dlpi_tls_data) - static_cast<const char*>(thread_pointer());
    extent->begin = std::min(extent->begin, offset);
    extent->end = std::max(extent->end, offset + static_cast<std::ptrdiff_t>(header.p_memsz));
  }
  return 0;
}

}  // namespace

void ControlBlocks::adopt_main() {
  // Start from an empty interval at the first variable, not at the control block itself, which
  // belongs to the C library.
#if defined(__aarch64__)
  extent_ = {16, 16};
#endif
  ::dl_iterate_phdr(widen, &extent_);
  pointer_[index(kMainThread)] = thread_pointer();
  handle_[index(kMainThread)] = real().pthread_self();
  save_variables(kMainThread);
}

void* ControlBlocks::block(ThreadId thread) {
  void*& pointer = pointer_[index(thread)];
  if (pointer != nullptr) return pointer;

  const std::uintptr_t base = kControlBlockBase + index(thread) * kControlBlockStride;
  const std::size_t size = (kParkedStackSize + extent_.size() + kPage - 1) & ~(kPage - 1);
  HEDDLE_CHECK(size <= kControlBlockStride, "more thread_local variables than were let in");
  void* const stack = map_fixed(base, size, PROT_READ | PROT_WRITE);
  pthread_attr_t attributes;
  real().pthread_attr_init(&attributes);
  real().pthread_attr_setstack(&attributes, stack, size);

  // With signals blocked, here and in pthread_create, the faults by which a stack grows are fatal.
  enable_stack_page(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) - kStartingDepth);
  // A parked thread must never be the one that a signal of the process is delivered to.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  real().pthread_sigmask(SIG_SETMASK, &all, &before);
  Newborn newborn;
  const int error =
      real().pthread_create(&handle_[index(thread)], &attributes, park_for_ever, &newborn);
  real().pthread_sigmask(SIG_SETMASK, &before, nullptr);
  HEDDLE_CHECK(error == 0, "no thread could be started to lend its control block");
  while ((pointer = newborn.pointer.load(std::memory_order_acquire)) == nullptr) raw_yield();
  save_variables(thread);
  return pointer;
}

void ControlBlocks::save_variables(ThreadId thread) {
  auto*& copy = saved_[index(thread)];
  copy = new std::byte[extent_.size()];
  std::memcpy(copy, static_cast<std::byte*>(pointer_[index(thread)]) + extent_.begin,
              extent_.size());
}

void ControlBlocks::restore_variables(ThreadId thread) {
  std::memcpy(static_cast<std::byte*>(pointer_[index(thread)]) + extent_.begin,
              saved_[index(thread)], extent_.size());
}

}  // namespace heddle::native
