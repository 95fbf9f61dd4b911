// Everything is freed, or still pointed to at the end: from data, from a key, from another block,
// from the stack of a thread that is still there.
// heddle: --leaks error
#include <pthread.h>

#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

struct Registry {
  std::list<std::string> names;
};

Registry* registry = new Registry;
std::mutex mutex;
auto& changed = *new std::condition_variable;
bool started = false;

void wait_for_ever() {
  const auto own = std::make_unique<std::string>("a name that is too long for the string itself");
  std::unique_lock lock(mutex);
  started = true;
  changed.notify_one();
  for (;;) changed.wait(lock);
}

int main() {
  pthread_key_t key;
  pthread_key_create(&key, nullptr);
  pthread_setspecific(key, new int(1));
  registry->names.push_back("another name that is too long for the string itself");
  std::thread(wait_for_ever).detach();
  std::unique_lock lock(mutex);
  changed.wait(lock, [] { return started; });
}
