// Bug: a worker asks whether there is work and takes it in two separate steps.
// expect-message: out_of_range
#include <map>
#include <mutex>
#include <thread>

class Jobs {
 public:
  bool contains(int id) {
    std::lock_guard lock(mutex_);
    return jobs_.count(id) > 0;
  }
  int take(int id) {
    std::lock_guard lock(mutex_);
    const int job = jobs_.at(id);
    jobs_.erase(id);
    return job;
  }

 private:
  std::mutex mutex_;
  std::map<int, int> jobs_{{7, 49}};
};

int main() {
  Jobs jobs;
  auto work = [&] {
    if (jobs.contains(7)) jobs.take(7);
  };
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
}
