// heddle: --points shared
// Each thread sets its own flag and looks at the other's, twice, with plain variables.
#include <pthread.h>

#include <atomic>

int x = 0;
int y = 0;
std::atomic<int> unseen;

[[gnu::noinline]] void visit(int& mine, const int& other, int round) {
  mine = round;
  if (other < round) unseen.fetch_add(round);
}

void* run_left(void*) {
  visit(x, y, 1);
  visit(x, y, 2);
  return nullptr;
}

void* run_right(void*) {
  visit(y, x, 1);
  visit(y, x, 2);
  return nullptr;
}

int main() {
  pthread_t left;
  pthread_t right;
  pthread_create(&left, nullptr, run_left, nullptr);
  pthread_create(&right, nullptr, run_right, nullptr);
  pthread_join(left, nullptr);
  pthread_join(right, nullptr);
}
