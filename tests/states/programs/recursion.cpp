// heddle: --points sync
// Two threads descend recursively and count on the way down and on the way up.
#include <atomic>
#include <thread>

std::atomic<int> entered;
std::atomic<int> left;

void visit(int depth) {
  if (depth == 0) return;
  entered.fetch_add(1);
  visit(depth - 1);
  left.fetch_add(depth);
}

int main() {
  std::thread first(visit, 4);
  std::thread second(visit, 3);
  first.join();
  second.join();
}
