// A coroutine begins in one thread and goes on in another.
#include <cassert>
#include <coroutine>
#include <thread>

struct Job {
  struct promise_type {
    Job get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

Job add_twice(int& value) {
  value += 1;
  co_await std::suspend_always{};
  value += 10;
}

int main() {
  int value = 0;
  const Job job = add_twice(value);
  assert(value == 1);
  std::thread other([&] { job.handle.resume(); });
  other.join();
  assert(value == 11);
  assert(job.handle.done());
  job.handle.destroy();
}
