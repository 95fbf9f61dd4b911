// heddle: --max-steps 2000
// Bug: a lock made of two flags and no turn: once both are raised, both wait politely for ever.
#include <atomic>
#include <thread>

std::atomic<bool> wants[2];
std::atomic<int> visits{0};

void visit(int me) {
  wants[me] = true;
  while (wants[1 - me]) std::this_thread::yield();
  visits.fetch_add(1);
  wants[me] = false;
}

int main() {
  std::thread first(visit, 0);
  std::thread second(visit, 1);
  first.join();
  second.join();
}
