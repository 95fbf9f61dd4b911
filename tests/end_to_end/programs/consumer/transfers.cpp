// Two threads transfer: in the same direction with the argument `ordered`, otherwise they deadlock.
#include <cassert>
#include <cstring>
#include <thread>

#include "account.hpp"

int main(int argc, char** argv) {
  Account a;
  Account b;
  const bool is_ordered = argc > 1 && std::strcmp(argv[1], "ordered") == 0;
  assert(is_ordered || std::strcmp(argv[1], "in any order") == 0);
  std::thread other([&] { transfer(a, b, 1); });
  if (is_ordered) {
    transfer(a, b, 2);
  } else {
    transfer(b, a, 2);
  }
  other.join();
  assert(a.balance + b.balance == 20);
}
