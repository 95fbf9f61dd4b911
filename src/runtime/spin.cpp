#include "runtime/spin.hpp"

#include <sys/auxv.h>
#include <sys/syscall.h>

#include <cstring>

#include "runtime/embedded_objects.hpp"
#include "runtime/memory_layout.hpp"
#include "runtime/real_functions.hpp"

namespace heddle::native {
namespace {

// Returns whether the code after a call contains a pause instruction, which marks a spin loop in
// the source.
bool pauses_after(Site site) {
#if defined(__x86_64__)
  constexpr std::size_t kWindow = 96;
  const auto* code = reinterpret_cast<const unsigned char*>(static_cast<std::uintptr_t>(site));
  for (std::size_t i = 0; i + 1 < kWindow; ++i) {
    if (code[i] == 0xf3 && code[i + 1] == 0x90) return true;
  }
#elif defined(__aarch64__)
  constexpr std::size_t kWindow = 24;
  constexpr std::uint32_t kYield = 0xd503203f;
  constexpr std::uint32_t kInstructionBarrier =
      0xd5033fdf;  // isb, which newer spin loops use instead
  const auto* code = reinterpret_cast<const std::uint32_t*>(static_cast<std::uintptr_t>(site));
  for (std::size_t i = 0; i < kWindow; ++i) {
    if (code[i] == kYield || code[i] == kInstructionBarrier) return true;
  }
#endif
  return false;
}

bool same_place(const Operation& a, const Operation& b) {
  return a.kind == b.kind && a.object == b.object && a.site == b.site;
}

// Returns whether the memory is mapped: the program may have given it back.
bool is_mapped(std::uintptr_t address) {
  if (address >= kWorldBase && address < kHeapEnd) return true;
  unsigned char resident = 0;
  const std::uintptr_t page = address & ~(::getauxval(AT_PAGESZ) - 1);
  return raw_syscall(SYS_mincore, static_cast<long>(page), 1, reinterpret_cast<long>(&resident)) ==
         0;
}

// Returns 0 if the operation reads no cell.
std::uint16_t digest_of_cell(const Operation& operation) {
  std::uint64_t value = 0;
  if (!is_memory_access(operation.kind) || operation.size == 0 || operation.size > sizeof value) {
    return 0;
  }
  if (!is_mapped(static_cast<std::uintptr_t>(operation.object))) return 0;
  std::memcpy(&value, address_of(operation.object), operation.size);
  return static_cast<std::uint16_t>((value + 1) * 0x9e3779b97f4a7c15ULL >> 48U);
}

}  // namespace

void note_cell(Thread& self) {
  self.looked_at = passes_time(self) ? digest_of_cell(self.pending) : std::uint16_t{0};
}

bool spins_on(const Thread& thread) {
  return passes_time(thread) && thread.looked_at == digest_of_cell(thread.pending);
}

bool hint_spinning() {
  Thread& self = current_thread();
  if (!self.hinted) {
    self.hinted = true;
    return false;
  }
  if (++self.idle_repeats < kFreeRepeats) return false;
  self.idle_repeats = 0;
  self.hinted = false;
  self.yields = true;
  return true;
}

void judge_hint(Thread& self, const Operation& operation) {
  self.hinted = false;
  self.idle_repeats = 0;
  if (same_announcement(operation, self.pending) || ++self.stray_hints == kStrayHints) {
    self.yields = true;
    self.stray_hints = 0;
  }
}

bool repeats_again(Thread& self, const Operation& operation, std::uint64_t value) {
  if (self.last_value != value || !same_place(self.pending, operation)) {
    self.idle_repeats = 0;
    if (self.idle_changes < kIdleChanges) ++self.idle_changes;
    return false;
  }
  if (!self.hinted && !pauses_after(operation.site)) {
    if (self.idle_repeats < kUnhintedRepeats) ++self.idle_repeats;
    if (self.idle_repeats == kUnhintedRepeats) self.yields = true;
    return false;
  }
  self.hinted = false;
  // Another thread has run since: its step may matter even if this cell is unchanged.
  if (static_cast<std::uint32_t>(world().steps) != self.last_step) {
    self.idle_repeats = 0;
    return false;
  }
  if (self.idle_repeats >= kFreeRepeats) {
    self.idle_repeats = 0;
    self.yields = true;
    return false;
  }
  ++self.idle_repeats;
  return true;
}

}  // namespace heddle::native
