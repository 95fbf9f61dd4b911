// Transfers between two accounts, given as JSON texts: `ledger [--fixed] [CLERKS]`.  A transfer
// locks the account that it debits first, so two transfers in opposite directions deadlock.  The
// threads spend their time in a parser of 24,000 lines, which a guided search has to leave behind.
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>

#include "../common/arguments.hpp"
#include "../common/threads.hpp"

namespace {

struct Account {
  std::mutex lock;
  long balance = 0;
};

class Ledger {
 public:
  explicit Ledger(bool fixed) : fixed_(fixed) {}

  void post(const std::string& text) {
    const nlohmann::json posting = nlohmann::json::parse(text);
    const std::string kind = posting.at("kind").get<std::string>();
    const long amount = posting.at("lines").at(0).at("amount").get<long>();
    if (kind == "save") {
      transfer(current_, savings_, amount);
    } else if (kind == "spend") {
      transfer(savings_, current_, amount);
    } else {
      std::lock_guard lock(current_.lock);
      current_.balance += posting.value("fee", 0L);
    }
  }

 private:
  void transfer(Account& from, Account& to, long amount) {
    if (fixed_) {
      std::scoped_lock lock(from.lock, to.lock);
      move(from, to, amount);
    } else {
      std::lock_guard debit(from.lock);
      std::lock_guard credit(to.lock);
      move(from, to, amount);
    }
  }

  static void move(Account& from, Account& to, long amount) {
    from.balance -= amount;
    to.balance += amount;
  }

  const bool fixed_;
  Account savings_;
  Account current_;
};

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[CLERKS]");
  const int clerks = arguments.number(8);
  arguments.end();
  Ledger ledger(arguments.fixed());
  subjects::Threads threads;
  threads.start(clerks, [&](int i) {
    const char* const kind = i == 0 ? "save" : i == clerks - 1 ? "spend" : "note";
    ledger.post(std::string(R"({"kind": ")") + kind +
                R"(", "fee": 1, "lines": [{"amount": 5, "text": "a\u00e9b"}]})");
  });
}
