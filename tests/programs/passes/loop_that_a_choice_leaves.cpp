// A choice that is made again and again comes out either way in the end: the loop is no livelock.
#include <heddle/heddle.hpp>

#include <atomic>
#include <thread>

std::atomic<bool> done{false};

int main() {
  std::thread other([] {
    while (heddle::choose(3) != 1) {
    }
    done = true;
  });
  while (!done) {
  }
  other.join();
}
