// Two threads race on memory that only pointers and references reach.
#include <memory>
#include <thread>
#include <vector>

namespace {

struct Account {
  long id = 7;
  int balance = 0;
};

struct Bank {
  Account* first;
  std::vector<int> rates;
};

}  // namespace

int main() {
  const auto account = std::make_unique<Account>();
  std::vector<int> v(4);
  Bank* const bank = new Bank{account.get(), {1, 2, 3}};
  int local = 0;
  const auto change = [&](int by) {
    account->balance = by;
    v[1] = by;
    bank->rates[2] = by;
    local = by;
  };
  std::thread one(change, 1);
  std::thread two(change, 2);
  one.join();
  two.join();
  delete bank;
}
