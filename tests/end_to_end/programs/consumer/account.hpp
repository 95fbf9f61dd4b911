// An account, and a transfer that locks two of them.
#pragma once

#include <mutex>

struct Account {
  std::mutex lock;
  int balance = 10;
};

void transfer(Account& from, Account& to, int amount);
