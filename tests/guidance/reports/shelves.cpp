// A real deadlock of a reader and a writer: each holds one read-write lock and waits for the other.
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex upper;
std::shared_mutex lower;
int books = 0;

void lend() {
  const std::unique_lock<std::shared_mutex> first(upper);
  const std::shared_lock<std::shared_mutex> second(lower);
  books--;
}

void shelve() {
  const std::unique_lock<std::shared_mutex> first(lower);
  const std::shared_lock<std::shared_mutex> second(upper);
  books++;
}

int main() {
  std::thread reader(lend);
  std::thread librarian(shelve);
  reader.join();
  librarian.join();
  return books;
}
