// The pages of each thread: its record in the World, its thread_local variables and its stack.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/ids.hpp"
#include "runtime/world.hpp"
#include "snapshot/image_pages.hpp"

namespace heddle::native {

// A piece of memory and its contents at the last comparison.
struct Watched {
  const std::byte* live = nullptr;
  const std::byte* kept = nullptr;
  std::size_t bytes = 0;
};

// The segments of a thread's main page.
enum ThreadPart : std::size_t { kArena, kVariables, kStack };

// The pages of one thread. 0 is no page.
struct ThreadPages {
  std::uint32_t main = 0;            // segments by ThreadPart
  std::vector<std::uint32_t> rest;   // thread_local variables that do not fit there
  std::vector<std::uint32_t> stack;  // the part below, from the top down
  bool ran = true;                   // since the last scan
  bool is_compared = false;          // its variables and its stack match the image
  std::uintptr_t frames = 0;         // where the hashed part of the stack began
  std::uint32_t living = 0;          // blocks of the main page that the thread has while it lives
  Watched record;
  bool is_unsettled = false;  // its record or its stack was restored
  bool is_small = true;       // all of it but the heap is in the main page
  Watched variables;          // those in the main page...
  Watched top;                // ...the stack there...
  Watched program;            // ...and the program's frames on it

  // Returns whether no part of the thread is expected to have changed.
  bool rests() const { return !ran && is_compared && is_small; }
  void set_frames(std::uintptr_t begin) {
    frames = begin;
    const auto at = reinterpret_cast<std::uintptr_t>(top.live);
    const std::size_t from = begin > at ? begin - at : 0;
    program = {top.live + from, top.kept + from, top.bytes - from};
  }
};

class ImageThreads {
 public:
  explicit ImageThreads(ImagePages& pages) : pages_(pages) {}

  // Sets whether spin histories distinguish states.  REQUIRES: only the present state is restored
  // later, or those after it.
  void set_spin_history_counts(bool counts);

  // Adds the threads that were born since.
  void add_new() {
    if (world().threads_seen > threads_.size()) add_threads();
  }

  // The number of threads that were added.
  std::size_t size() const { return threads_.size(); }
  ThreadPages& operator[](ThreadId thread) { return threads_[index(thread)]; }
  const ThreadPages& operator[](ThreadId thread) const { return threads_[index(thread)]; }
  std::vector<ThreadPages>& all() { return threads_; }

  // Records that the thread has run since the last scan or restore.
  void note_run(ThreadId thread) {
    if (index(thread) >= threads_.size()) add_threads();
    threads_[index(thread)].ran = true;
  }

  // Returns the thread with its pages, which are added first if it has none.
  ThreadPages& with_pages(ThreadId thread) {
    if (index(thread) >= threads_.size()) add_threads();
    if (threads_[index(thread)].main == 0) add_pages(thread);
    return threads_[index(thread)];
  }
  // Adds a page for the next part of the stack, which begins at `begin`.
  void add_stack_page(ThreadId thread, std::uintptr_t begin);

  // Return the page and the segment of the thread's record.  REQUIRES: the thread was added.
  std::uint32_t record_page(ThreadId thread) const {
    return records_[index(thread) / kRecordsPerPage];
  }
  const Segment& record(ThreadId thread) const {
    return pages_[record_page(thread)].segments[index(thread) % kRecordsPerPage];
  }
  // Returns a part of the thread's main page.  REQUIRES: the thread has pages.
  const Segment& segment(const ThreadPages& thread, ThreadPart part) const {
    return pages_[thread.main].segments[part];
  }

 private:
  static constexpr std::size_t kRecordsPerPage = kImagePage / sizeof(Thread);
  static_assert(sizeof(Thread) % kBlockSize == 0);

  std::uint32_t hashed_end_of_record() const;
  void rehash(const ImagePage& page, const Segment& record);
  void add_threads();
  void add_records();
  void add_pages(ThreadId thread);

  ImagePages& pages_;
  std::vector<std::uint32_t> records_;  // several to a page
  std::vector<ThreadPages> threads_;    // those that were ever born
  bool spin_history_counts_ = false;
};

}  // namespace heddle::native
