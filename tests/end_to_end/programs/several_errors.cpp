// Errors that a search with --keep-going must tell apart, or must not: the argument selects a case.
#include <atomic>
#include <cassert>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <heddle/heddle.hpp>

namespace {

std::mutex locks[4];
std::atomic<int> counter{0};
int plain = 0;

void nest(int outer, int inner) {
  std::scoped_lock first(locks[outer]);
  std::scoped_lock second(locks[inner]);
}

// Each choice leads to its own deadlock, with equal text.
void two_deadlocks() {
  const int pair = 2 * heddle::choose(2);
  std::thread other([pair] { nest(pair, pair + 1); });
  nest(pair + 1, pair);
  other.join();
}

// One deadlock of any two of three threads; the third one is blocked, has ended, or has not begun.
void one_deadlock() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([] {
      nest(0, 1);
      ++counter;
    });
  }
  threads.emplace_back([] { nest(1, 0); });
  for (std::thread& thread : threads) thread.join();
}

[[gnu::noinline]] void check(bool ok) { heddle::assert_that(ok, "not ok"); }

// Equal texts, and equal innermost places.
void eight_assertions() {
  std::thread other([] { counter += 2; });
  const bool ok = counter.load() > 2;
  switch (heddle::choose(8)) {
    case 0:
      check(ok);
      break;
    case 1:
      check(ok);
      ++plain;
      break;
    case 2:
      check(ok);
      plain += 2;
      break;
    case 3:
      check(ok);
      plain += 3;
      break;
    case 4:
      check(ok);
      plain += 4;
      break;
    case 5:
      check(ok);
      plain += 5;
      break;
    case 6:
      check(ok);
      plain += 6;
      break;
    default:
      check(ok);
      plain += 7;
      break;
  }
  other.join();
}

// One assertion, in whichever thread and with whatever value.
void one_assertion() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([] {
      const int value = counter++;
      heddle::assert_that(value == 0, ("the value is " + std::to_string(value)).c_str());
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// The step that fails first creates the thread whose write it should have observed.
template <typename Fail>
void hidden(Fail fail) {
  std::thread other([] {
    std::scoped_lock lock(locks[0]);
    plain = 5;
  });
  if (plain == 0) fail("A");
  fail("B");
  other.join();
}

}  // namespace

int main(int, char** arguments) {
  const auto is = [&](const char* name) { return std::strcmp(arguments[1], name) == 0; };
  if (is("two_deadlocks")) two_deadlocks();
  if (is("one_deadlock")) one_deadlock();
  if (is("eight_assertions")) eight_assertions();
  if (is("one_assertion")) one_assertion();
  if (is("assertion")) hidden([](const char* text) { heddle::assert_that(false, text); });
  if (is("exception")) hidden([](const char* text) { throw std::runtime_error(text); });
  if (is("crash")) hidden([](const char*) { *static_cast<volatile int*>(nullptr) = 0; });
  if (is("exit")) hidden([](const char* text) { std::exit(*text - 'A' + 1); });
}
