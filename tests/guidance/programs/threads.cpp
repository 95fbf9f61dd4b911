// Paths follow created threads: those of std::thread, std::async and pthread_create.
#include <pthread.h>

#include <cstdio>
#include <future>
#include <thread>

[[gnu::noinline]] void work() { std::puts("work"); }    // tag: work
[[gnu::noinline]] void other() { std::puts("other"); }  // tag: other

[[gnu::noinline]] int compute() {
  std::puts("compute");  // tag: compute
  return 1;
}

[[gnu::noinline]] void* plain(void*) {
  std::puts("plain");  // tag: plain
  return nullptr;
}

[[gnu::noinline]] void start_standard() {
  std::thread thread([] { work(); });
  thread.join();
}

[[gnu::noinline]] void start_other() {
  std::thread thread(other);
  thread.join();
}

[[gnu::noinline]] int start_async() {
  std::future<int> result = std::async(std::launch::async, compute);
  return result.get();
}

[[gnu::noinline]] void start_plain() {
  pthread_t thread;
  pthread_create(&thread, nullptr, plain, nullptr);
  pthread_join(thread, nullptr);
}

int main() {
  std::puts("start");  // tag: start
  start_standard();
  start_plain();
  const int result = start_async();
  std::puts("middle");  // tag: middle
  start_other();
  std::puts("end");  // tag: end
  return result;
}
// within: start_standard work
// within: start_other other
// within: start_async compute
// within: start_plain plain
// not within: start_plain work
// reachable: start work
// reachable: start plain
// closer: middle start other
// unreachable: end other
