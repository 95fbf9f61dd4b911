// Threads spin while another one sleeps, again and again: spinning takes time, and the sleeper
// wakes up.
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

std::atomic<int> rounds{0};
std::atomic<bool> done{false};

int main() {
  std::thread worker([] {
    for (int i = 0; i < 3; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      ++rounds;
    }
    done = true;
  });
  while (!done) std::this_thread::yield();
  while (rounds != 3) {
  }
  worker.join();
  std::thread late([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    done = false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    rounds = 4;
  });
  while (done || rounds != 4) {
  }
  late.join();
  assert(rounds == 4);
}
