// heddle: --points shared
// Plain data, published by an atomic flag.
#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <cassert>

int first_half = 0;
int second_half = 0;
std::atomic<int> published;

void* send(void*) {
  first_half = 3;
  second_half = 4;
  published.store(1);
  published.store(2);
  return nullptr;
}

void* receive(void*) {
  while (published.load() == 0) sched_yield();
  const int sum = first_half + second_half;
  assert(sum == 7);
  published.fetch_add(sum);
  return nullptr;
}

int main() {
  pthread_t sender;
  pthread_t receiver;
  pthread_t another;
  pthread_create(&sender, nullptr, send, nullptr);
  pthread_create(&receiver, nullptr, receive, nullptr);
  pthread_create(&another, nullptr, receive, nullptr);
  pthread_join(sender, nullptr);
  pthread_join(receiver, nullptr);
  pthread_join(another, nullptr);
}
