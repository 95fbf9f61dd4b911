// The threads of a subject: started one by one, joined together.
#ifndef HEDDLE_SUBJECTS_COMMON_THREADS_HPP
#define HEDDLE_SUBJECTS_COMMON_THREADS_HPP

#include <thread>
#include <utility>
#include <vector>

namespace subjects {

class Threads {
 public:
  Threads() = default;
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() { join(); }

  template <typename Function>
  void start(Function function) {
    threads_.emplace_back(std::move(function));
  }

  // Starts `count` threads that run `function(0)`, `function(1)`, ...
  template <typename Function>
  void start(int count, Function function) {
    for (int i = 0; i < count; ++i) threads_.emplace_back(function, i);
  }

  void join() {
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  std::vector<std::thread> threads_;
};

}  // namespace subjects

#endif
