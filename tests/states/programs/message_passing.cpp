// heddle: --points shared
// Plain data, published by an atomic flag.
#include <atomic>
#include <cassert>
#include <thread>

int first_half = 0;
int second_half = 0;
std::atomic<int> published;

void send() {
  first_half = 3;
  second_half = 4;
  published.store(1);
  published.store(2);
}

void receive() {
  while (published.load() == 0) std::this_thread::yield();
  const int sum = first_half + second_half;
  assert(sum == 7);
  published.fetch_add(sum);
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  std::thread another(receive);
  sender.join();
  receiver.join();
  another.join();
}
