// heddle: --points shared
// Each thread sets its own flag and looks at the other's, twice, with plain variables.
#include <atomic>
#include <thread>

int x = 0;
int y = 0;
std::atomic<int> unseen;

[[gnu::noinline]] void visit(int& mine, const int& other, int round) {
  mine = round;
  if (other < round) unseen.fetch_add(round);
}

void run(int& mine, const int& other) {
  visit(mine, other, 1);
  visit(mine, other, 2);
}

int main() {
  std::thread first([] { run(x, y); });
  std::thread second([] { run(y, x); });
  first.join();
  second.join();
}
