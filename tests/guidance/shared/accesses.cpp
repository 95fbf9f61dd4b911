// Instrumented accesses and locks; linked as a shared object, because nothing here is run.
#include <mutex>

int balance = 0;
int other = 0;
std::mutex guard;

struct Account {
  int amount_ = 0;
  std::mutex own_;  // apart, so that no compiler merges the accesses to the two numbers
  int fees_ = 0;

  void deposit(int n);
  void charge(int n);
};

void Account::deposit(int n) {
  std::lock_guard hold(own_);  // tag: deposit_lock
  fees_ += 1;
  amount_ += n;  // tag: deposit_add
}

void Account::charge(int n) {
  fees_ += n;  // tag: charge_add
}

void set_balance(int n) {
  other = n;
  balance = n;  // tag: set
}

int get_balance() {
  return balance + other;  // tag: get
}

void locked(int n) {
  guard.lock();  // tag: locked_lock
  set_balance(n);
  guard.unlock();
}

namespace left {
int value = 0;
void touch() { value = 1; }
}  // namespace left
namespace right {
int value = 0;
void touch() { value = 1; }
}  // namespace right

namespace {
class Purse {
 public:
  void fill(int n) {
    coins_ = n;  // tag: fill
  }

 private:
  volatile int coins_ = 0;
};
Purse purse;
}  // namespace

void fill_purse(int n) { purse.fill(n); }
