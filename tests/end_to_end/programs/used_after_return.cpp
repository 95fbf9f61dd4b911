// A variable is used by another thread, in time or after its function has returned.  Used in time
// it leads to an error of another kind, in the end.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

std::atomic<int*> published{nullptr};
std::atomic<int> flag{0};
int seen = 0;

// Larger than what is on the stack of a paused thread besides: the return shows.
[[gnu::noinline]] void publish() {
  int values[4096];
  values[0] = 7;
  published.store(values);
  (void)flag.load();
}

void own() {
  publish();
  (void)flag.load();
  (void)flag.load();
}

void use() {
  const int* const value = published.load();
  if (value != nullptr) seen = *value;
}

}  // namespace

int main() {
  std::thread owner(own);
  std::thread user(use);
  owner.join();
  user.join();
  assert(seen != 7);
}
