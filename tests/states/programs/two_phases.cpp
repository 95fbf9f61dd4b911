// heddle: --points sync
// Two threads meet three times by means of flags.
#include <array>
#include <atomic>
#include <thread>

std::array<std::atomic<int>, 2> phase;
std::atomic<int> work_done;

void run(std::size_t me) {
  for (int round = 1; round <= 3; ++round) {
    work_done.fetch_add(round);
    work_done.fetch_add(10);
    work_done.fetch_add(100);
    phase[me].store(round);
    while (phase[1 - me].load() < round) std::this_thread::yield();
  }
}

int main() {
  std::thread first(run, 0);
  std::thread second(run, 1);
  first.join();
  second.join();
}
