#include <cassert>
#include <thread>

#include "tickets.hpp"

int main() {
  std::thread other(buy_ticket);
  buy_ticket();
  other.join();
  assert(tickets_sold() == 1);
}
