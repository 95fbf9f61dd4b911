#include "account.hpp"

void transfer(Account& from, Account& to, int amount) {
  const std::lock_guard first(from.lock);
  const std::lock_guard second(to.lock);
  from.balance -= amount;
  to.balance += amount;
}
