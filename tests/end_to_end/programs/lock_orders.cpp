// Two locks in two orders; with an argument one comes after the other.
#include <mutex>
#include <thread>

std::mutex accounts;
std::mutex journal;

void book() {
  const std::scoped_lock outer(accounts);
  const std::scoped_lock inner(journal);
}

void audit() {
  const std::scoped_lock outer(journal);
  const std::scoped_lock inner(accounts);
}

int main(int argc, char**) {
  std::thread clerk(book);
  if (argc > 1) clerk.join();
  audit();
  if (argc == 1) clerk.join();
}
