#include "tickets.hpp"

#include <atomic>

namespace {
constexpr int kSeats = 1;
std::atomic<int> sold{0};
}  // namespace

// Bug: two callers may both see the last seat free.
bool buy_ticket() {
  if (sold == kSeats) return false;
  ++sold;
  return true;
}

int tickets_sold() { return sold; }
