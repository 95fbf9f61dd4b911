// A read whose value is not used races with a write, though an optimiser deletes it.
// heddle: --races error
#include <thread>

class Account {
 public:
  int get() const { return balance_; }
  void set(int balance) { balance_ = balance; }

 private:
  int balance_ = 0;
};

Account account;

int use() { return account.get(); }

int main() {
  std::thread writer([] { account.set(1); });
  use();
  writer.join();
}
