// Bug: the way out for a result that is there already drops the worker without joining it.
// expect-message: a std::thread was destroyed while still joinable (thread 1
// expect-message: thread_destroyed_unjoined.cpp:14
#include <atomic>
#include <thread>

std::atomic<int> result{0};

void compute() { result = 42; }

[[gnu::noinline]] void drop(std::thread* worker) { delete worker; }

int answer() {
  auto* const worker = new std::thread(compute);
  if (result == 0) worker->join();
  drop(worker);
  return result;
}

int main() { return answer() == 42 ? 0 : 1; }
