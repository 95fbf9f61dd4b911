// Two threads take locks in opposite orders.  Only pointers and references reach the locks.
#include <array>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

struct Account {
  long balance = 0;
  std::mutex m;
};

struct Table {
  std::vector<std::unique_ptr<Account>> accounts;
  std::array<std::mutex, 2> stripes;
};

void transfer(Account& from, Account& to) {
  const std::scoped_lock first(from.m);
  const std::scoped_lock second(to.m);
  --from.balance;
  ++to.balance;
}

void nest(std::mutex& outer, std::mutex& inner) {
  const std::scoped_lock first(outer);
  const std::scoped_lock second(inner);
}

}  // namespace

int main(int, char** arguments) {
  const std::string what = arguments[1];
  const auto giro = std::make_unique<Account>();
  const auto savings = std::make_unique<Account>();
  const auto table = std::make_unique<Table>();
  table->accounts.push_back(std::make_unique<Account>());
  table->accounts.push_back(std::make_unique<Account>());
  std::mutex local;
  std::mutex other;
  const auto both = [&](bool is_forward) {
    if (what == "members") {
      is_forward ? transfer(*giro, *savings) : transfer(*savings, *giro);
    } else if (what == "elements") {
      auto& stripes = table->stripes;
      is_forward ? nest(stripes[0], stripes[1]) : nest(stripes[1], stripes[0]);
    } else {
      is_forward ? nest(local, other) : nest(other, local);
    }
  };
  std::thread one(both, true);
  both(false);
  one.join();
}
