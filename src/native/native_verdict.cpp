// Judges how an execution ended.
#include <cxxabi.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <string>
#include <tuple>
#include <vector>

#include "monitors/leak_check.hpp"
#include "monitors/race_watch.hpp"
#include "monitors/step_recorder.hpp"
#include "native/native_system.hpp"
#include "runtime/child_processes.hpp"
#include "runtime/fork_guard.hpp"
#include "runtime/root.hpp"
#include "runtime/wait_cycle.hpp"

namespace heddle::native {
namespace {

// Number of executions between two counts of the process's children, which cost a system call.
constexpr std::uint64_t kExecutionsPerChildCount = 64;

// The memory that is searched for pointers more than once, in bytes: some milliseconds.
constexpr std::size_t kMostScanned = std::size_t{16} << 20U;

}  // namespace

// An execution that leaves a process does not see it free its memory.
void NativeSystem::judge_leaks() {
  if (native::is_left_process()) return;
  const Leaks leaks =
      known_leaks_ ? *known_leaks_ : find_leaks(scheduler().last_context(), options_.regions);
  if (leaks.blocks == 0) return;
  view_.verdict = Verdict::failed;
  failure_ = {};
  failure_.kind = FailureKind::memory;
  failure_.message =
      leaks.blocks == 1
          ? "a heap block of " + std::to_string(leaks.bytes) + " bytes was never freed"
          : std::to_string(leaks.blocks) + " heap blocks of " + std::to_string(leaks.bytes) +
                " bytes in total were never freed";
  failure_.message +=
      std::string(leaks.blocks == 1 ? " and is" : " and are") + " unreachable at the end";
  if (recorder_) failure_.accounts = recorder_->blocks().accounts(leaks.first);
  identify(failure_);
}

// Counts after the executions 1, 2, 4, 8, ...: a search of a million ends 20 times with a count.  A
// large heap is searched once.
void NativeSystem::count_leaks() {
  if (native::is_left_process() || !std::has_single_bit(++executions_finished_)) return;
  if (most_leaks_.scanned > kMostScanned) return;
  Leaks leaks = find_leaks(scheduler().last_context(), options_.regions);
  leaks.threads = unjoined_threads();
  if (leaks.blocks > most_leaks_.blocks) {
    std::tie(most_leaks_.blocks, most_leaks_.bytes) = std::tie(leaks.blocks, leaks.bytes);
  }
  most_leaks_.scanned = std::max(most_leaks_.scanned, leaks.scanned);
  most_leaks_.threads = std::max(most_leaks_.threads, leaks.threads);
}

// Threads that wait for each other, while others go on.
bool NativeSystem::judge_wait_cycle() {
  const std::vector<ThreadId> cycle = wait_cycle();
  if (cycle.empty()) return false;
  view_.verdict = Verdict::deadlock;
  failure_ = {};
  failure_.kind = FailureKind::deadlock;
  failure_.is_partial = true;
  failure_.message = cycle.size() == 1
                         ? "a thread waits for itself"
                         : std::to_string(cycle.size()) + " threads wait for each other in a cycle";
  identify(failure_, waits_of_deadlock(cycle));
  return true;
}

void NativeSystem::judge_end() {
  if (executions_ended_++ % kExecutionsPerChildCount == 0 && has_new_children()) {
    view_.verdict = Verdict::failed;
    refusal_ = kForkSentence;
    failure_ = {};
    failure_.message = refusal_;
    return;
  }
  if (view_.verdict == Verdict::finished) {
    if (judge_wait_cycle()) return;
    if (options_.report_leaks) judge_leaks();
    if (options_.count_leaks) count_leaks();
    return;
  }
  if (view_.verdict != Verdict::failed) return;
  const Scheduler::FailureRecord& failure_record = scheduler().failure_record();
  if (scheduler().refused()) refusal_ = failure_record.text;
  failure_ = failure_of(failure_record);
  if (failure_.kind == FailureKind::race) failure_.accounts = race_accounts();
}

Failure NativeSystem::failure_of(const Scheduler::FailureRecord& failure_record) const {
  Failure failure;
  failure.kind = failure_record.kind;
  failure.thread = failure_record.thread;
  failure.address = failure_record.address;
  failure.stack.assign(failure_record.stack, failure_record.stack + failure_record.frames);
  failure.message = failure_record.text;
  if (recorder_ && ManagedHeap::owns(reinterpret_cast<const void*>(failure_record.address))) {
    failure.accounts = recorder_->blocks().accounts(heap().locate(failure_record.address).block);
  }
  if (failure_record.exception_type != nullptr) {
    int status = 0;
    char* name = abi::__cxa_demangle(failure_record.exception_type, nullptr, nullptr, &status);
    const std::string type = status == 0 ? name : failure_record.exception_type;
    std::free(name);
    failure.message = type + (failure.message.empty() ? "" : ": ") + failure.message;
  }
  identify(failure);
  return failure;
}

void NativeSystem::judge_deadlock() {
  view_.verdict = Verdict::deadlock;
  failure_ = {};
  failure_.kind = FailureKind::deadlock;
  failure_.message = view_.threads.size() == 1 ? "the only live thread is blocked"
                                               : "all " + std::to_string(view_.threads.size()) +
                                                     " live threads are blocked";
  identify(failure_, waits_of_deadlock(wait_cycle()));
}

}  // namespace heddle::native
