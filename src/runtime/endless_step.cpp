#include "runtime/endless_step.hpp"

#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "core/xxh3.hpp"
#include "runtime/engine_scope.hpp"
#include "runtime/fiber/fiber_stack.hpp"
#include "runtime/memory_regions.hpp"
#include "runtime/number_of.hpp"
#include "runtime/pretended_call.hpp"
#include "runtime/real_functions.hpp"
#include "runtime/scheduler.hpp"
#include "runtime/world.hpp"

namespace heddle::native {
namespace {

// A sample of the step.  `data` is compared from the second occurrence of `quick` on.
struct Sample {
  std::uint64_t quick = 0;  // registers and stack
  std::uint64_t data = 0;
  unsigned times = 0;
};

// A loop is interrupted at any of its instructions: enough samples to meet one of them again.
constexpr std::size_t kSamples = 64;

}  // namespace

struct StepSamples {
  std::array<Sample, kSamples> samples{};
  unsigned next = 0;
  MemoryChange noted = MemoryChange::none;
  EndlessLoop loop = EndlessLoop::seen;
  bool has_timer = false;  // of this process, for good
};

namespace {

StepSamples& step() { return static_part(runtime().step_samples); }

void forget_samples() {
  step().samples = {};
  step().next = 0;
}

class Hash {
 public:
  Hash() { XXH3_64bits_reset(&state_); }
  void add(const void* begin, std::size_t size) { XXH3_64bits_update(&state_, begin, size); }
  std::uint64_t value() const { return XXH3_64bits_digest(&state_); }

 private:
  XXH3_state_t state_;
};

#if defined(__aarch64__)

std::uintptr_t stack_pointer(const mcontext_t& machine) { return machine.sp; }

// Vectors and floating point are records of their own; what follows the last one is left over from
// other signals.
void add_vectors(Hash& hash, const mcontext_t& machine) {
  const auto* const records = machine.__reserved;
  _aarch64_ctx record{};
  for (std::size_t at = 0; at + sizeof record <= sizeof machine.__reserved; at += record.size) {
    std::memcpy(&record, records + at, sizeof record);
    if (record.magic == 0 || record.size == 0) return;
    hash.add(records + at, std::min<std::size_t>(record.size, sizeof machine.__reserved - at));
  }
}

void add_registers(Hash& hash, const mcontext_t& machine) {
  hash.add(machine.regs, sizeof machine.regs);
  hash.add(&machine.pc, sizeof machine.pc);
  hash.add(&machine.pstate, sizeof machine.pstate);
  add_vectors(hash, machine);
}

#else

// Below the stack pointer lies what a leaf function keeps without moving it.
constexpr std::uintptr_t kRedZone = 128;

std::uintptr_t stack_pointer(const mcontext_t& machine) {
  return static_cast<std::uintptr_t>(machine.gregs[REG_RSP]) - kRedZone;
}

// Vectors wider than those of SSE follow the old layout, as its last bytes say.
void add_vectors(Hash& hash, const _libc_fpstate& old) {
  constexpr std::size_t kNotes = 464;
  constexpr std::uint32_t kExtended = 0x46505853;  // FP_XSTATE_MAGIC1
  const auto* const bytes = reinterpret_cast<const std::byte*>(&old);
  hash.add(bytes, kNotes);
  struct {
    std::uint32_t magic;
    std::uint32_t extended_size;
    std::uint64_t features;
    std::uint32_t size;
  } notes;
  std::memcpy(&notes, bytes + kNotes, sizeof notes);
  if (notes.magic == kExtended && notes.size > sizeof old) {
    hash.add(bytes + sizeof old, notes.size - sizeof old);
  }
}

void add_registers(Hash& hash, const mcontext_t& machine) {
  hash.add(machine.gregs, sizeof(greg_t) * (REG_EFL + 1));
  if (machine.fpregs != nullptr) add_vectors(hash, *machine.fpregs);
}

#endif

// The interrupted code never goes on, so its registers may change.
#if !defined(__aarch64__)
[[gnu::force_align_arg_pointer]]
#endif
void leave_endless_step() {
  scheduler().end_endless_step(step().loop);
}

// Counts the time that the process computes.  Created at the first endless step of a process.
void start_timer(int signal, int value) {
  if (step().has_timer) return;
  step().has_timer = true;
  constexpr long kInterval = 2'000'000;  // nanoseconds
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = signal;
  event.sigev_value.sival_int = value;
  event._sigev_un._tid = static_cast<pid_t>(raw_syscall(SYS_gettid));
  const itimerspec often{{0, kInterval}, {0, kInterval}};
  int timer = 0;
  const auto address = [](const auto& object) {
    return static_cast<long>(reinterpret_cast<std::uintptr_t>(&object));
  };
  if (raw_syscall(SYS_timer_create, CLOCK_PROCESS_CPUTIME_ID, address(event), address(timer)) !=
      0) {
    return;  // the watching process interrupts the program, too
  }
  raw_syscall(SYS_timer_settime, timer, 0, address(often), 0);
}

std::uint64_t hash_of_data() {
  Hash hash;
  for (const MemoryRegion& region : writable_data()) {
    hash.add(reinterpret_cast<const void*>(region.begin), region.end - region.begin);
  }
  // Virtual time, for one: a loop that reads the clock ends.
  hash.add(&static_cast<const WorldHead&>(world()), sizeof(WorldHead));
  hash.add(&current_thread(), sizeof(Thread));
  return hash.value();
}

}  // namespace

void begin_watched_step() {
  step().noted = MemoryChange::none;
  if (step().next > 0) forget_samples();
}

void forget_watched_states() {
  if (step().next > 0) forget_samples();
}

MemoryChange change_noted_by_watchdog() { return step().noted; }

bool state_repeats(const void* context) {
  const EngineScope engine;
  // Reported by the instrumentation itself: also of memory that is not looked at below.
  if (flags().memory_change != MemoryChange::none) {
    if (flags().memory_change < step().noted) step().noted = flags().memory_change;
    flags().memory_change = MemoryChange::none;
    forget_samples();
    return false;
  }
  const mcontext_t& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
  const std::uintptr_t stack = stack_pointer(machine);
  if (!is_on_stack(world().current, stack)) return false;
  Hash hash;
  const std::size_t depth = scheduler().depth();  // steps of one script follow each other unseen
  hash.add(&depth, sizeof depth);
  add_registers(hash, machine);
  hash.add(reinterpret_cast<const void*>(stack),
           number_of(fiber_stack_top(world().current)) - stack);
  const std::uint64_t quick = hash.value();
  for (Sample& sample : step().samples) {
    if (sample.times == 0 || sample.quick != quick) continue;
    const std::uint64_t data = hash_of_data();
    if (sample.times++ > 1 && sample.data == data) return true;
    sample.data = data;
    return false;
  }
  step().samples[step().next++ % kSamples] = {quick, 0, 1};
  return false;
}

void pause_endless_step(void* context, EndlessLoop loop, int timer_signal, int timer_value) {
  forget_samples();
  step().loop = loop;
  start_timer(timer_signal, timer_value);
  pretend_call(context, leave_endless_step);
}

}  // namespace heddle::native
