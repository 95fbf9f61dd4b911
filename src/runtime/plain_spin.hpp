// Threads that wait for a plain variable to change: `while (!flag) {}`.  Where plain accesses are
// no scheduling points, or where the flag is not known to be shared yet, such a thread would never
// let another one move.  A thread that reads the same cell over and over, and whose writes change
// nothing from one round to another, is paused there.  A loop such as `while (!pop(value)) {}`
// writes: to its own stack, or what was there before.
//
// A pause too many is one more scheduling point and no error; a loop that computes should not have
// one all the same.  Not rolled back: it only counts since the thread was last paused.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/ids.hpp"
#include "core/operation.hpp"

namespace heddle::native {

class PlainSpin {
 public:
  // Notes an access that is about to be made; whether it is one too many.  `step` is the number of
  // the step in progress.
  bool waits(ThreadId thread, std::uint64_t step, std::uintptr_t address, std::size_t size,
             OpKind kind) {
    if (thread != thread_ || step != step_) begin(thread, step);
    if (kind == OpKind::write) {
      if (looks_ >= free_looks_) note_write(address, size);
      return false;
    }
    if (address == cell_) return ++looks_ >= free_looks_ && look_again();
    // A loop may look at several cells: stay with the first, but not for ever.
    if (cell_ == 0 || ++others_ >= kMostOthers) {
      choose(address);
    }
    return false;
  }

  // Forgets all accesses: the next one begins a step.
  void reset() { begin(kNoThread, 0); }

 private:
  struct Written {
    std::uintptr_t address = 0;
    std::uint32_t size = 0;
    // Written before it was announced again: it can be read without a fault that the program would
    // not have had yet.
    bool is_done = false;
  };

  void begin(ThreadId thread, std::uint64_t step) {
    thread_ = thread;
    step_ = step;
    free_looks_ = kFewLooks;
    choose(0);
  }
  void choose(std::uintptr_t cell) {
    cell_ = cell;
    looks_ = 0;
    others_ = 0;
    written_count_ = 0;
    has_anchor_ = false;
  }

  [[gnu::noinline, gnu::cold]] void note_write(std::uintptr_t address, std::size_t size);
  [[gnu::noinline, gnu::cold]] bool look_again();
  std::uint64_t contents() const;
  void go_on();

  // So many looks at a cell are free.  Then the loop's writes are watched for as many again, and if
  // they change nothing, the loop waits for another thread.
  static constexpr std::uint32_t kFewLooks = 500;
  // A loop that computes is watched ever more rarely, since that costs time.
  static constexpr std::uint32_t kManyLooks = 1'000'000;
  static constexpr std::uint32_t kMostOthers = 64'000;

  ThreadId thread_ = kNoThread;
  std::uint64_t step_ = 0;
  std::uintptr_t cell_ = 0;
  std::uint32_t looks_ = 0;
  std::uint32_t others_ = 0;
  std::uint32_t free_looks_ = kFewLooks;
  // What the loop writes while it is watched.  A loop that writes more cells computes.
  std::array<Written, 32> written_ = {};
  std::uint32_t written_count_ = 0;
  std::uint64_t anchor_ = 0;  // the contents of all that at an earlier look
  bool has_anchor_ = false;
};

[[gnu::visibility("hidden")]] extern constinit PlainSpin g_plain_spin;
inline PlainSpin& plain_spin() { return g_plain_spin; }

}  // namespace heddle::native
