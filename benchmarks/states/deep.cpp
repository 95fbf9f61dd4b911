// A choice at a depth: `deep [DEPTH [CHOICES]]` takes DEPTH steps one way and then goes on in
// CHOICES ways of one step each, so that a search goes back one step, CHOICES - 1 times.
#include <heddle/heddle.hpp>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <thread>

namespace {

std::atomic<int> steps;
std::mutex mutex;

}  // namespace

int main(int argc, char** argv) {
  const int depth = argc > 1 ? std::atoi(argv[1]) : 10;
  const int choices = argc > 2 ? std::atoi(argv[2]) : 1000;
  std::unique_lock lock(mutex);
  // A thread that is there but cannot move: the steps of a thread alone are not single ones.
  std::thread blocked([] { const std::lock_guard wait(mutex); });
  for (int i = 0; i < depth; ++i) steps.fetch_add(1);
  (void)heddle::choose(choices);
  lock.unlock();
  blocked.join();
}
