// Views of the live threads of a state, computed on demand: a search at a visited state usually
// needs none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/ids.hpp"
#include "core/operation.hpp"

namespace heddle {

struct ThreadView {
  ThreadId id = kNoThread;
  // The number of ways in which the thread may perform `next` now; 0 while it is blocked.
  // Decision::alternative is below this number.
  std::uint16_t alternatives = 0;
  // The thread announced that it cannot make progress by itself (yield, sleep): a context switch
  // away from it is not a preemption.
  bool yielding = false;
  Operation next;

  bool enabled() const { return alternatives > 0; }
};

// Computes the thread views of the present state.
class ThreadSource {
 public:
  // Valid until the state changes.
  virtual std::span<const ThreadView> look_at_threads() const = 0;
  // Returns the pending operation of a live thread, without computing the other views.
  virtual const Operation& announced(ThreadId thread) const = 0;

 protected:
  ~ThreadSource() = default;
};

// A span of views that is filled on first use.
class ThreadViews {
 public:
  ThreadViews() = default;
  template <typename Threads>
  requires requires(const Threads& threads) { std::span<const ThreadView>(threads); }
  ThreadViews(const Threads& threads) : all_(threads) {}  // NOLINT(google-explicit-constructor)
  ThreadViews(const ThreadView* threads, std::size_t count) : all_(threads, count) {}
  explicit ThreadViews(const ThreadSource& source) : source_(&source) {}

  std::span<const ThreadView> all() const {
    if (source_ != nullptr) [[unlikely]] {
      all_ = source_->look_at_threads();
      source_ = nullptr;
    }
    return all_;
  }

  auto begin() const { return all().begin(); }
  auto end() const { return all().end(); }
  std::size_t size() const { return all().size(); }
  bool empty() const { return all().empty(); }
  const ThreadView& operator[](std::size_t i) const { return all()[i]; }
  const ThreadView& back() const { return all().back(); }

  // Returns the live thread with that id, or null.
  const ThreadView* find(ThreadId id) const {
    // Until a thread ends, threads stand at the places of their ids.
    if (index(id) < all().size() && all_[index(id)].id == id) return &all_[index(id)];
    for (const ThreadView& thread : all_) {
      if (thread.id == id) return &thread;
    }
    return nullptr;
  }

  // Returns the thread's pending operation.  REQUIRES: it is live.
  const Operation& next_of(ThreadId id) const {
    return source_ != nullptr ? source_->announced(id) : find(id)->next;
  }

 private:
  mutable const ThreadSource* source_ = nullptr;  // null: `all_` is valid
  mutable std::span<const ThreadView> all_;
};

}  // namespace heddle
