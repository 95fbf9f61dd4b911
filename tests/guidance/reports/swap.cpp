// A real deadlock: both threads acquire their second lock on the same line.
#include <mutex>
#include <thread>

struct Account {
  std::mutex lock;
  int balance = 10;
};

Account alice;
Account bob;

void move(Account& from, Account& to) {
  const std::lock_guard<std::mutex> first(from.lock);
  const std::lock_guard<std::mutex> second(to.lock);
  from.balance--;
  to.balance++;
}

int main() {
  std::thread one([] { move(alice, bob); });
  std::thread other([] { move(bob, alice); });
  one.join();
  other.join();
  return alice.balance + bob.balance == 20 ? 0 : 1;
}
