// What programs build of spinning: spinning_locks WHICH [wrong].  A wrong one lets two in at once,
// or lets one go on too early.
#include <atomic>
#include <cassert>
#include <cstring>
#include <string>
#include <thread>

bool wrong = false;
std::atomic<int> inside{0};
std::atomic<int> visits{0};

void visit() {
  assert(inside.fetch_add(1) == 0);
  ++visits;
  inside.fetch_sub(1);
}

std::atomic_flag flag = ATOMIC_FLAG_INIT;
void test_and_set(int) {
  while (flag.test_and_set(std::memory_order_acquire)) {
    if (wrong) break;
  }
  visit();
  flag.clear(std::memory_order_release);
}

std::atomic<bool> taken{false};
void compare_exchange(int) {
  bool expected = false;
  while (!taken.compare_exchange_weak(expected, true)) {
    if (wrong) break;
    expected = false;
    std::this_thread::yield();
  }
  visit();
  taken = false;
}

std::atomic<int> next{0};
std::atomic<int> serving{0};
void ticket(int) {
  const int mine = wrong ? next.load() : next.fetch_add(1);
  if (wrong) next = mine + 1;
  while (serving.load() != mine) {
  }
  visit();
  serving.fetch_add(1);
}

std::atomic<bool> wants[2];
std::atomic<int> turn{0};
void peterson(int me) {
  wants[me] = true;
  turn = wrong ? me : 1 - me;
  while (wants[1 - me] && turn == 1 - me) {
  }
  visit();
  wants[me] = false;
}

// Each sees what both wrote before.
std::atomic<int> arrived{0};
std::atomic<bool> sense{false};
std::atomic<int> written[2];
void barrier(int me) {
  for (const bool round : {true, false}) {
    written[me] = written[me] + 1;
    if (arrived.fetch_add(1) == 1) {
      if (!wrong) arrived = 0;
      sense = round;
      if (wrong) arrived = 0;
    } else {
      while (sense != round) {
      }
    }
    assert(written[1 - me] >= written[me]);
  }
}

// Looks three times and gives up, which is no spinning: a fourth look would be another thing.
std::atomic<bool> ready{false};
void bounded(int me) {
  if (me == 0) {
    ready = true;
    return;
  }
  int looks = 0;
  while (looks < 3 && !ready) ++looks;
  if (wrong) assert(looks < 3);
}

struct Kind {
  const char* name;
  void (*run)(int);
};

int main(int count, char** arguments) {
  wrong = count > 2;
  const Kind kinds[] = {{"test_and_set", test_and_set},
                        {"compare_exchange", compare_exchange},
                        {"ticket", ticket},
                        {"peterson", peterson},
                        {"barrier", barrier},
                        {"bounded", bounded}};
  for (const Kind& kind : kinds) {
    if (std::strcmp(kind.name, arguments[1]) != 0) continue;
    std::thread first(kind.run, 0);
    std::thread second(kind.run, 1);
    first.join();
    second.join();
  }
}
