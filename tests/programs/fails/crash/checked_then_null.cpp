// Bug: the pointer is checked, then loaded again after it was cleared.
// expect-message: SIGSEGV
#include <atomic>
#include <thread>

struct Session {
  int user = 1;
};

Session session;
std::atomic<Session*> current{&session};

int user() {
  if (current.load() == nullptr) return 0;
  return current.load()->user;
}

int main() {
  int seen = 0;
  std::thread reader([&] { seen = user(); });
  std::thread closer([] { current.store(nullptr); });
  reader.join();
  closer.join();
  return seen > 1;
}
