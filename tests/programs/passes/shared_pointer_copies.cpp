// heddle: --search bfs --states memory --points all
// Two threads copy shared pointers.  A breadth-first search restores a deep scheduling point after
// a shallow one of the same stack, which needs all bytes between them.
#include <pthread.h>

#include <atomic>
#include <memory>

namespace {
std::atomic<int> y{0};
int result[2];

void* copy(void* number) {
  const int me = *static_cast<int*>(number);
  int c = 2;
  {
    const auto owner = std::make_shared<int>(me);
    const auto copied = owner;
    c += *copied + y.load();
  }
  result[me] = c;
  return nullptr;
}
int numbers[] = {0, 1};
}  // namespace

int main() {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], nullptr, copy, &numbers[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], nullptr);
}
