// Bug: the reader loads the pointer under the lock but uses it after the owner may have deleted it.
// expect-message: read after it was freed
#include <mutex>
#include <thread>

struct Session {
  int user = 7;
};

std::mutex mutex;
Session* session = new Session;

int user_of_session() {
  Session* current;
  {
    const std::lock_guard lock(mutex);
    current = session;
  }
  return current != nullptr ? current->user : 0;
}

void close_session() {
  const std::lock_guard lock(mutex);
  delete session;
  session = nullptr;
}

int main() {
  std::thread closer(close_session);
  const int user = user_of_session();
  closer.join();
  return user == 7 || user == 0 ? 0 : 1;
}
