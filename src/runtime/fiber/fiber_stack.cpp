#include "runtime/fiber/fiber_stack.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include "runtime/memory_layout.hpp"
#include "runtime/protect_memory.hpp"

namespace heddle::native {
namespace {

// Cleanings of a stack before its dead pages are released: pages that one deep call needed must
// not be zeroed at every scheduling point.  Getting a page back costs as much as that many
// cleanings.  If the page is needed sooner, it is kept longer the next time.
constexpr std::uint32_t kCleansBeforeShrinking = 16;
constexpr std::uint32_t kSoon = 32;
constexpr std::uint32_t kMostCleansBeforeShrinking = 4096;

// Stacks begin low in a page, because the unused rest of that page is zeroed at every scheduling
// point.  They begin in pages of different colours and at different offsets.  Every step compares
// all of them, so equal offsets would evict each other from the processor's cache.
constexpr std::size_t kFirstPart = 1024;
constexpr std::size_t kPlaces = 8;
constexpr std::size_t kPlace = 128;
constexpr std::size_t kApart = std::size_t{4} << 10;
constexpr std::size_t kSpread = std::size_t{16} << 10;

struct Stack {
  bool mapped = false;
  std::size_t size = kStackSize;
  std::uint32_t cleans = 0;  // since it last shrank or grew
  std::uint32_t cleans_before_shrinking = kCleansBeforeShrinking;
  std::uintptr_t enabled = 0;  // from here on the stack may be written; below, all is zero
};

}  // namespace

struct FiberStacks {
  Stack of[kMaxThreads] = {};
  std::uintptr_t page = 0;  // the size of one
};

namespace {

Stack& stack_of(ThreadId thread) { return static_part(runtime().fiber_stacks).of[index(thread)]; }
std::uintptr_t& page_size() { return static_part(runtime().fiber_stacks).page; }

std::uintptr_t slot(ThreadId thread) { return kStackBase + index(thread) * kStackStride; }

std::uintptr_t top_of(ThreadId thread) {
  const std::size_t colour = index(thread) % (kSpread / kApart);
  const std::size_t within = kFirstPart + index(thread) % kPlaces * kPlace;
  return slot(thread) + kStackStride - (colour + 1) * kApart + within;
}

std::uintptr_t bottom_of(ThreadId thread) {
  return slot(thread) + kStackStride - stack_of(thread).size - kSpread;
}

void shrink(Stack& stack, std::uintptr_t pointer) {
  stack.cleans = 0;
  const std::uintptr_t keep = (pointer - 1) & ~(page_size() - 1);
  if (keep <= stack.enabled) return;
  ::madvise(reinterpret_cast<void*>(stack.enabled), keep - stack.enabled, MADV_DONTNEED);
  protect_memory(stack.enabled, keep - stack.enabled, PROT_NONE);
  stack.enabled = keep;
}

}  // namespace

void* fiber_stack_top(ThreadId thread) {
  Stack& stack = stack_of(thread);
  const std::uintptr_t top = top_of(thread);
  if (!stack.mapped) {
    if (page_size() == 0) page_size() = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const std::uintptr_t end = slot(thread) + kStackStride;
    map_fixed(bottom_of(thread), end - bottom_of(thread), PROT_NONE);
    stack.mapped = true;
    stack.enabled = (top - 1) & ~(page_size() - 1);
    protect_memory(stack.enabled, end - stack.enabled, PROT_READ | PROT_WRITE);
    runtime().threads.stack_is_clean_below[index(thread)] = top;
  }
  return reinterpret_cast<void*>(top);
}

void enlarge_stack(ThreadId thread, std::size_t bytes) {
  Stack& stack = stack_of(thread);
  constexpr std::size_t kGrain = std::size_t{1} << 20;
  const std::size_t wanted = (bytes + kGrain - 1) & ~(kGrain - 1);
  if (wanted <= stack.size) return;
  const std::uintptr_t bottom = bottom_of(thread);
  const std::size_t more = wanted - stack.size;
  stack.size = wanted;
  if (stack.mapped) map_fixed(bottom - more, more, PROT_NONE);
}

std::size_t stack_size(ThreadId thread) { return stack_of(thread).size; }

bool in_stack_guard(ThreadId thread, std::uintptr_t address) {
  return address >= slot(thread) && address < bottom_of(thread);
}

bool enable_stack_page(std::uintptr_t address) {
  if (address < kStackBase || address >= kStackBase + kMaxThreads * kStackStride) return false;
  const ThreadId thread = thread_id((address - kStackBase) / kStackStride);
  Stack& stack = stack_of(thread);
  if (!stack.mapped || address >= stack.enabled || in_stack_guard(thread, address)) return false;
  // Enable everything down to there: memory above the stack pointer may be passed to the kernel,
  // which does not fault.
  const std::uintptr_t page = address & ~(page_size() - 1);
  if (!protect_memory(page, stack.enabled - page, PROT_READ | PROT_WRITE)) return false;
  stack.enabled = page;
  if (stack.cleans < kSoon && stack.cleans_before_shrinking < kMostCleansBeforeShrinking)
    stack.cleans_before_shrinking *= 2;
  stack.cleans = 0;
  return true;
}

void clean_changed_stack(ThreadId thread, std::uintptr_t pointer) {
  Stack& stack = stack_of(thread);
  bool& used = runtime().threads.stack_is_used[index(thread)];
  std::uintptr_t& clean = runtime().threads.stack_is_clean_below[index(thread)];
  const std::uintptr_t dirty = used ? stack.enabled : clean;
  if (dirty < pointer) std::memset(reinterpret_cast<void*>(dirty), 0, pointer - dirty);
  used = false;
  clean = pointer;
  if (++stack.cleans >= stack.cleans_before_shrinking) shrink(stack, pointer);
}

}  // namespace heddle::native
