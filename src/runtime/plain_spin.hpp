// Detection of threads that wait for a plain variable to change: `while (!flag) {}`.  Plain
// accesses may not be scheduling points, or the flag may not be known as shared yet.  Such a
// thread would then never let another one run.  A thread is paused if it reads the same cell
// repeatedly and its writes change nothing from one iteration to the next.  A loop such as `while
// (!pop(value)) {}` writes to its own stack, or writes values that were there before.
//
// A loop whose writes do change something may wait as well: `while (!flag) ++rounds;`.  After very
// many reads of a cell that keeps its value, it is paused, too, if other threads can write the
// cell.
//
// A superfluous pause is one more scheduling point and no error, but a loop that computes should
// not have one.  Not rolled back: it only counts since the thread was last paused.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/ids.hpp"
#include "core/operation.hpp"

namespace heddle::native {

class PlainSpin {
 public:
  // Records an access that is about to be made; returns whether the thread waits.  `step` is the
  // number of the present step.
  bool waits(ThreadId thread, std::uint64_t step, std::uintptr_t address, std::size_t size,
             OpKind kind) {
    if (thread != thread_ || step != step_) begin(thread, step);
    if (kind == OpKind::write) {
      if (looks_ >= free_looks_) note_write(address, size);
      return false;
    }
    if (address == cell_) return ++looks_ >= free_looks_ && look_again(size);
    // A loop may read several cells: stay with the first, but not indefinitely.
    if (cell_ == 0 || ++others_ >= kMostOthers) {
      choose(address);
    }
    return false;
  }

  // Does the same for an access that certainly does not wait.  Returns false, and records nothing,
  // if that takes a closer look.
  bool passes(ThreadId thread, std::uint64_t step, std::uintptr_t address, OpKind kind) {
    if (thread != thread_ || step != step_) return false;
    if (kind == OpKind::write) return looks_ < free_looks_;
    if (address == cell_) {
      if (looks_ + 1 >= free_looks_) return false;
      ++looks_;
      return true;
    }
    if (cell_ == 0 || others_ + 1 >= kMostOthers) return false;
    ++others_;
    return true;
  }

  // Returns whether the thread that waits also makes progress: it was only paused because it read a
  // cell so often.  Valid after waits() returned true.
  bool lost_patience() const { return lost_patience_; }

  // Drops all accesses: the next one begins a step.
  void reset() { begin(kNoThread, 0); }

 private:
  struct Written {
    std::uintptr_t address = 0;
    std::uint32_t size = 0;
    // Written before it was announced again: reading it cannot fault earlier than the program
    // would.
    bool is_done = false;
  };

  void begin(ThreadId thread, std::uint64_t step) {
    thread_ = thread;
    step_ = step;
    free_looks_ = kFewLooks;
    same_looks_ = 0;
    lost_patience_ = false;
    choose(0);
  }
  void choose(std::uintptr_t cell) {
    if (cell != cell_) same_looks_ = 0;
    cell_ = cell;
    looks_ = 0;
    others_ = 0;
    written_count_ = 0;
    has_anchor_ = false;
  }

  [[gnu::noinline, gnu::cold]] void note_write(std::uintptr_t address, std::size_t size);
  [[gnu::noinline, gnu::cold]] bool look_again(std::size_t size);
  bool is_patience_over(std::size_t size);
  std::uint64_t contents() const;
  void go_on();

  // Reads of a cell that are free.  Then the loop's writes are monitored for as many reads again.
  // If they change nothing, the loop waits for another thread.
  static constexpr std::uint32_t kFewLooks = 500;
  // Reads of a cell with one value, after which the loop is paused although it computes.
  static constexpr std::uint32_t kPatience = 20'000;
  // A loop that computes is monitored ever more rarely, because that costs time.
  static constexpr std::uint32_t kManyLooks = 1'000'000;
  static constexpr std::uint32_t kMostOthers = 64'000;

  ThreadId thread_ = kNoThread;
  std::uint64_t step_ = 0;
  std::uintptr_t cell_ = 0;
  std::uint32_t looks_ = 0;
  std::uint32_t others_ = 0;
  std::uint32_t free_looks_ = kFewLooks;
  // The loop's writes while it is monitored.  A loop that writes more cells computes.
  std::array<Written, 32> written_ = {};
  std::uint32_t written_count_ = 0;
  std::uint64_t anchor_ = 0;  // the contents of all these cells at an earlier read
  bool has_anchor_ = false;
  std::uint32_t same_looks_ = 0;  // at the cell while it had this value
  std::uint64_t value_ = 0;       // of the cell, at the end of its last free reads
  bool lost_patience_ = false;
};

}  // namespace heddle::native
