// One thread uses objects of every kind; main then finds the queue used.
#include <atomic>
#include <cassert>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

enum class Mode { idle, busy };

struct Account {
  std::mutex m;
  int balance = 0;
  std::atomic<bool> is_open{false};
  std::atomic<Mode> mode{Mode::idle};
  Account* next = nullptr;
};

class Queue {
 public:
  void push(int item) {
    const std::lock_guard lock(m_);
    items_.push_back(item);
    ++count_;
  }
  int count() const { return count_; }

 private:
  std::mutex m_;
  std::list<int> items_;
  std::atomic<int> count_{0};
};

struct Base {
  std::atomic<int> first{0};
};
struct Derived : Base {
  std::atomic<int> second{0};
};

Account* global_account = nullptr;

void use_derived(Base* base) { static_cast<Derived*>(base)->second = 1; }

int main() {
  std::atomic<int> ready{0};
  int counter = 0;
  const std::shared_ptr<Account> shared = std::make_shared<Account>();
  const std::unique_ptr<Account> unique = std::make_unique<Account>();
  std::vector<std::atomic<int>> numbers(3);
  const std::unique_ptr<std::atomic<int>[]> slots(new std::atomic<int>[4]);
  std::string text = "a string that is too long for the object itself";
  Queue queue;
  const std::unique_ptr<Queue> heap_queue = std::make_unique<Queue>();
  global_account = new Account;
  global_account->next = new Account;
  std::atomic<std::size_t> left{0};
  std::atomic<Account*> head{nullptr};
  std::list<std::atomic<int>> list(1);
  Base* const base = new Derived;
  std::thread other([&, copy = 3]() mutable {
    numbers[1] = copy;
    slots[2] = 1;
    shared->is_open = true;
    ready = 1;
    counter++;
    unique->mode = Mode::busy;
    queue.push(1);
    heap_queue->push(2);
    global_account->is_open = true;
    global_account->next->balance++;
    left--;
    head = shared.get();
    list.front() = 5;
    use_derived(base);
    text[1] = 'b';
  });
  assert(heap_queue->count() == 0);
  assert(counter == 0 && global_account->next->balance == 0 && text[1] == ' ');
  other.join();
}
