// The problem of the queens on a chess board, by workers with a queue of tasks:
// `task_queue [--fixed | --bug early_end|one_wakeup|total] [WORKERS [SIZE]]`.  Each row is a task.
// early_end: all are told that the work is done before it is.  one_wakeup: a worker sleeps when all
// is done.  total: solutions are counted without a lock.
#include "task_queue.hpp"

#include <cassert>
#include <mutex>

#include "../common/arguments.hpp"
#include "../common/field.hpp"
#include "../common/threads.hpp"
#include "board.hpp"

namespace {

class Queens {
 public:
  Queens(int size, Bug bug)
      : size_(size), bug_(bug), queue_([this](const Board& board) { place(board); }, bug) {
    queue_.submit({});
  }

  // What each worker does.  The solutions so far are its own, and those of workers that were
  // faster.
  int work() {
    queue_.work();
    std::lock_guard lock(mutex_);
    return solutions_.get();
  }

 private:
  void place(const Board& board) {
    if (board.row == size_) {
      std::unique_lock<std::mutex> lock;
      if (bug_ != Bug::total) lock = std::unique_lock(mutex_);
      solutions_.add(1);
      return;
    }
    for (int column = 0; column < size_; ++column) {
      if (board.allows(column)) queue_.submit(board.with(column));
    }
  }

  const int size_;
  const Bug bug_;
  std::mutex mutex_;
  subjects::Field<int> solutions_;
  TaskQueue<Board> queue_;
};

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[WORKERS [SIZE]]",
                                {"early_end", "one_wakeup", "total"});
  const int workers = arguments.number(3, 1);
  const int size = arguments.number(4, 0, 8);
  arguments.end();
  Queens queens(size, arguments.has_bug("early_end")    ? Bug::early_end
                      : arguments.has_bug("one_wakeup") ? Bug::one_wakeup
                      : arguments.has_bug("total")      ? Bug::total
                                                        : Bug::none);
  const int expected = count_solutions(size);
  subjects::Threads threads;
  // A worker is sent home when all is done, not before.
  threads.start(workers, [&](int) { assert(queens.work() == expected); });
}
