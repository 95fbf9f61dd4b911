// heddle: --points sync
// A queue of tasks that worker threads wait for; an empty task tells a worker to stop.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

class Tasks {
 public:
  void post(int task) {
    {
      std::lock_guard lock(mutex_);
      waiting_.push_back(task);
    }
    posted_.notify_one();
  }
  int take() {
    std::unique_lock lock(mutex_);
    posted_.wait(lock, [this] { return !waiting_.empty(); });
    const int task = waiting_.front();
    waiting_.pop_front();
    return task;
  }

 private:
  std::mutex mutex_;
  std::condition_variable posted_;
  std::deque<int> waiting_;
};

int main() {
  Tasks tasks;
  std::mutex mutex;
  int done = 0;
  const auto work = [&] {
    for (int task = tasks.take(); task != 0; task = tasks.take()) {
      std::lock_guard lock(mutex);
      done += task;
    }
  };
  std::thread first(work);
  std::thread second(work);
  tasks.post(3);
  tasks.post(4);
  tasks.post(0);
  tasks.post(0);
  first.join();
  second.join();
  return done == 7 ? 0 : 1;
}
