// Paths and views made by hand, to drive one piece of a search without a program.
#pragma once

#include <initializer_list>
#include <vector>

#include "search/engine/choice.hpp"
#include "search/engine/path.hpp"

namespace heddle::search {

// A path whose present state is set by the test.  Not copyable: the path points into it.
class HandMadePath {
 public:
  explicit HandMadePath(std::vector<ThreadView> threads) : threads_(std::move(threads)) { show(); }
  HandMadePath(const HandMadePath&) = delete;
  HandMadePath& operator=(const HandMadePath&) = delete;

  void step(Decision decision, std::vector<ThreadView> after) {
    path_.push(decision);
    threads_ = std::move(after);
    show();
  }

  void truncate(std::uint32_t depth, std::vector<ThreadView> there) {
    path_.truncate(depth);
    threads_ = std::move(there);
    show();
  }

  Path& path() { return path_; }

 private:
  void show() {
    view_.threads = threads_;
    view_.last = path_.last();
    path_.arrive(view_);
  }

  std::vector<ThreadView> threads_;
  StateView view_;
  Path path_;
};

inline ThreadView thread(std::size_t id, std::uint16_t alternatives = 1, bool yielding = false) {
  ThreadView view;
  view.id = thread_id(id);
  view.alternatives = alternatives;
  view.yielding = yielding;
  return view;
}

inline Decision decide(std::size_t thread, std::uint16_t alternative = 0) {
  return {thread_id(thread), alternative};
}

}  // namespace heddle::search
