// Steps inside the standard library are shown as the calls that the user wrote.
#include "report/library_calls.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "report/trace_builder.hpp"

namespace heddle::report {
namespace {

constexpr std::uint64_t kWord = 10;
constexpr std::uint64_t kPool = 20;

class LibraryCalls : public testing::Test {
 protected:
  LibraryCalls() {
    made_.thread(0);
    made_.thread(1);
    made_.variable(kWord, "ready");
    made_.variable(kPool, "std::__detail::__waiter_pool_base::_S_for(void const*)::__w+64");
  }

  // A step of the function's, which the user calls at this line.
  trace::Step& inside(const char* function, int thread, OpKind kind, std::uint64_t object,
                      std::uint64_t before, std::uint64_t after, int line) {
    trace::Step& step = made_.memory(thread, kind, object, before, after, made_.at(line, "work()"));
    step.stack = {made_.in_library("std::__atomic_base<int>::load(std::memory_order) const"),
                  made_.in_library(function), made_.at(line, "work()")};
    return step;
  }

  // "0-3: ready.acquire()" for each segment.
  std::vector<std::string> calls() {
    const SymbolizedTrace& symbols = made_.symbols();
    const trace::ObjectNames names(made_.trace(), [&symbols](ObjectId object) {
      const auto found = symbols.variables.find(object);
      return found == symbols.variables.end() ? std::string() : found->second;
    });
    std::vector<std::string> texts;
    for (const CallSegment& call : library_calls(made_.trace(), symbols, names)) {
      texts.push_back(std::to_string(call.begin) + "-" + std::to_string(call.end) + ": " +
                      call.text);
    }
    return texts;
  }

  TraceBuilder made_;
};

using Texts = std::vector<std::string>;
constexpr const char* kAcquire = "std::counting_semaphore<4l>::acquire()";
constexpr const char* kRelease = "std::counting_semaphore<4l>::release(long)";

TEST_F(LibraryCalls, ACallThatWaitsAndGoesOn) {
  inside(kAcquire, 0, OpKind::atomic_load, kWord, 0, 0, 5);
  inside(kAcquire, 0, OpKind::atomic_load, kWord, 0, 0, 5);
  inside(kAcquire, 0, OpKind::futex_wait, kWord, 0, 0, 5).operation.value = 0;
  inside(kRelease, 1, OpKind::atomic_update, kWord, 0, 1, 9);
  inside(kRelease, 1, OpKind::futex_wake, kWord, 0, 0, 9).operation.size = 0;
  inside(kAcquire, 0, OpKind::futex_wake_up, kWord, 0, 0, 5).operation.size = 0;
  inside(kAcquire, 0, OpKind::atomic_compare_exchange, kWord, 1, 0, 5);
  EXPECT_EQ(calls(),
            (Texts{"0-3: ready.acquire(): waits, the value is 0", "3-5: ready.release() 0 -> 1",
                   "5-7: ready.acquire() goes on, 1 -> 0"}));
}

TEST_F(LibraryCalls, ACallMayWaitAtAnotherValueThanItReadLast) {
  inside(kAcquire, 0, OpKind::atomic_load, kWord, 0, 0, 5);
  inside(kAcquire, 0, OpKind::futex_wait, kWord, 1, 1, 5).operation.value = 1;
  EXPECT_EQ(calls(), (Texts{"0-2: ready.acquire(): waits, the value is 1"}));
}

TEST_F(LibraryCalls, TheObjectIsNotThePoolOfWaiters) {
  inside("std::latch::wait() const", 0, OpKind::atomic_update, kPool, 0, 1, 5);
  inside("std::latch::wait() const", 0, OpKind::atomic_load, kWord, 2, 2, 5);
  EXPECT_EQ(calls(), (Texts{"0-2: ready.wait() = 2"}));
}

TEST_F(LibraryCalls, AnObjectWithoutNameIsNamedByItsClass) {
  inside("std::future<std::vector<int> >::get()", 0, OpKind::atomic_load, 77, 0, 0, 5);
  EXPECT_EQ(calls(), (Texts{"0-1: future.get()"}));
}

TEST_F(LibraryCalls, EveryUpdateOfALoopIsACallOfItsOwn) {
  const trace::Step first = inside(kRelease, 0, OpKind::atomic_update, kWord, 0, 1, 5);
  inside(kRelease, 0, OpKind::atomic_update, kWord, 1, 2, 5).stack = first.stack;
  EXPECT_EQ(calls(), (Texts{"0-1: ready.release() 0 -> 1", "1-2: ready.release() 1 -> 2"}));
}

TEST_F(LibraryCalls, OtherLinesAreOtherCalls) {
  inside(kAcquire, 0, OpKind::atomic_load, kWord, 1, 1, 5);
  inside(kAcquire, 0, OpKind::atomic_load, kWord, 1, 1, 6);
  EXPECT_EQ(calls().size(), 2U);
}

TEST_F(LibraryCalls, StepsOfTheUserAndOfMutexesStay) {
  made_.step(0, OpKind::mutex_lock, kWord, made_.at(3, "work()"));
  made_.memory(0, OpKind::write, kWord, 0, 1, made_.at(4, "work()")).stack = {
      made_.at(4, "std_like::future::get()")};
  inside("std::vector<int>::push_back(int const&)", 0, OpKind::write, kWord, 0, 1, 5);
  inside("std::atomic<int>::store(int, std::memory_order)", 0, OpKind::atomic_store, kWord, 0, 1,
         5);
  EXPECT_EQ(calls(), Texts{});
}

TEST_F(LibraryCalls, AScopedLockListsWhatItHolds) {
  constexpr const char* kLock =
      "std::scoped_lock<std::mutex, std::mutex>::scoped_lock(std::mutex&)";
  made_.variable(31, "a");
  made_.variable(32, "b");
  inside(kLock, 0, OpKind::mutex_lock, 31, 0, 0, 5);
  inside(kLock, 0, OpKind::mutex_trylock, 32, 0, 0, 5).outcome = Outcome::refused;
  inside(kLock, 0, OpKind::mutex_unlock, 31, 0, 0, 5);
  inside(kLock, 0, OpKind::mutex_lock, 32, 0, 0, 5);
  inside(kLock, 0, OpKind::mutex_trylock, 31, 0, 0, 5);
  EXPECT_EQ(calls(), (Texts{"0-5: scoped_lock(b, a)"}));
  made_.memory(1, OpKind::read, kWord, 0, 0, made_.at(9, "work()"));
  inside(kLock, 0, OpKind::mutex_lock, 31, 0, 0, 5);
  EXPECT_EQ(calls(), Texts{}) << "interrupted: the steps show what is held";
}

TEST_F(LibraryCalls, CountsOfOwners) {
  inside("std::shared_ptr<Account>::~shared_ptr()", 0, OpKind::atomic_update, 88, 2, 1, 5);
  EXPECT_EQ(calls(), (Texts{"0-1: shared_ptr count 2 -> 1"}));
}

}  // namespace
}  // namespace heddle::report
