// A lent control block is a thread's own in every respect that compiled code sees.
#include "runtime/fiber/control_blocks.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <exception>
#include <stdexcept>
#include <string>

#include "runtime/fiber/thread_pointer.hpp"
#include "runtime/libraries/libraries.hpp"
#include "runtime/memory_layout.hpp"
#include "runtime/real_functions.hpp"

namespace heddle::native {
namespace {

thread_local int t_number = 7;
thread_local std::string t_word = "unset";

// Compilers may keep the address of a thread_local variable within a function: each access is in
// one of its own.
#define HEDDLE_APART __attribute__((noinline))
HEDDLE_APART int number() { return t_number; }
HEDDLE_APART void set_number(int value) { t_number = value; }
HEDDLE_APART const void* where_number_is() { return &t_number; }
HEDDLE_APART std::string word() { return t_word; }
HEDDLE_APART void set_word(const char* value) { t_word = value; }
HEDDLE_APART int error() { return errno; }
HEDDLE_APART void set_error(int value) { errno = value; }
HEDDLE_APART int library_number() { return libraries::thread_local_number(); }
HEDDLE_APART void set_library_number(int value) { libraries::thread_local_number() = value; }

// One for all tests: a block is parked once per process.  The first call sets the main thread's
// number.
ControlBlocks& blocks() {
  static ControlBlocks* const shared = [] {
    set_number(5);
    auto* const made = new ControlBlocks;
    made->adopt_main();
    return made;
  }();
  return *shared;
}

// A thread whose block nobody has used yet.
ThreadId fresh_thread() {
  static std::size_t next = 10;
  return thread_id(next++);
}

// Runs a function with the thread's block.  Nothing in it may fail a test: that is for afterwards.
template <typename Function>
HEDDLE_APART void on_block(ThreadId thread, Function function) {
  set_thread_pointer(blocks().block(thread));
  function();
  set_thread_pointer(blocks().pointer(kMainThread));
}

TEST(ControlBlocks, AdoptsTheCallerAsMain) {
  EXPECT_TRUE(blocks().has(kMainThread));
  EXPECT_EQ(blocks().pointer(kMainThread), thread_pointer());
  EXPECT_EQ(blocks().block(kMainThread), thread_pointer());
  EXPECT_EQ(blocks().handle(kMainThread), real().pthread_self());
}

TEST(ControlBlocks, AreLeftForTheOneBefore) {
  void* const lent = blocks().block(fresh_thread());
  void* const before = thread_pointer();
  set_thread_pointer(lent);
  void* const during = thread_pointer();
  set_thread_pointer(before);
  void* const after = thread_pointer();
  set_thread_pointer(blocks().pointer(kMainThread));  // so that a failure can be told
  EXPECT_EQ(before, blocks().pointer(kMainThread));
  EXPECT_EQ(during, lent);
  EXPECT_EQ(after, before);
}

TEST(ControlBlocks, LiveAtFixedAddresses) {
  const ThreadId one = fresh_thread();
  const ThreadId two = fresh_thread();
  for (const ThreadId thread : {one, two}) {
    EXPECT_FALSE(blocks().has(thread));
    void* const block = blocks().block(thread);
    EXPECT_TRUE(blocks().has(thread));
    EXPECT_EQ(blocks().block(thread), block) << "the second time";
    const auto address = reinterpret_cast<std::uintptr_t>(block);
    EXPECT_GE(address, kControlBlockBase + index(thread) * kControlBlockStride);
    EXPECT_LT(address, kControlBlockBase + (index(thread) + 1U) * kControlBlockStride);
  }
  EXPECT_NE(blocks().handle(one), blocks().handle(two));
}

TEST(ControlBlocks, HaveVariablesOfTheirOwn) {
  const ThreadId one = fresh_thread();
  const ThreadId two = fresh_thread();
  blocks();
  set_number(1);
  int fresh[2] = {};
  int kept = 0;
  on_block(one, [&] {
    fresh[0] = number();
    set_number(2);
  });
  on_block(two, [&] {
    fresh[1] = number();
    set_number(3);
  });
  on_block(one, [&] { kept = number(); });
  EXPECT_EQ(fresh[0], 7);
  EXPECT_EQ(fresh[1], 7);
  EXPECT_EQ(kept, 2);
  EXPECT_EQ(number(), 1);
}

TEST(ControlBlocks, CoverTheVariablesOfLibraries) {
  const ThreadId one = fresh_thread();
  int fresh = 0;
  int restored = 0;
  set_library_number(1);
  on_block(one, [&] {
    fresh = library_number();
    set_library_number(2);
  });
  blocks().restore_variables(one);
  on_block(one, [&] { restored = library_number(); });
  EXPECT_EQ(fresh, 31);
  EXPECT_EQ(restored, 31);
  EXPECT_EQ(library_number(), 1);
}

TEST(ControlBlocks, HaveAnErrnoOfTheirOwn) {
  const ThreadId one = fresh_thread();
  int fresh = -1;
  int kept = -1;
  set_error(ENOENT);
  on_block(one, [&] {
    fresh = error();
    set_error(EAGAIN);
  });
  EXPECT_EQ(error(), ENOENT);
  on_block(one, [&] { kept = error(); });
  EXPECT_EQ(fresh, 0);
  EXPECT_EQ(kept, EAGAIN);
}

TEST(ControlBlocks, AreWhatTheCLibraryCallsTheThread) {
  const ThreadId one = fresh_thread();
  pthread_t self{};
  on_block(one, [&] { self = real().pthread_self(); });
  EXPECT_EQ(self, blocks().handle(one));
  EXPECT_NE(self, real().pthread_self());
}

TEST(ControlBlocks, ConstructVariablesAtFirstUseOnEachBlock) {
  const ThreadId one = fresh_thread();
  std::string seen[2];
  set_word("main");
  on_block(one, [&] {
    seen[0] = word();
    set_word("changed");
    seen[1] = word();
  });
  EXPECT_EQ(seen[0], "unset");
  EXPECT_EQ(seen[1], "changed");
  EXPECT_EQ(word(), "main");
}

TEST(ControlBlocks, KeepExceptionsInFlightApart) {
  const ThreadId one = fresh_thread();
  int inside = -1;
  std::string caught;
  try {
    throw std::runtime_error("main's");
  } catch (const std::runtime_error&) {
    on_block(one, [&] {
      inside = std::current_exception() != nullptr;
      try {
        throw std::logic_error("the fiber's");
      } catch (const std::logic_error& error) {
        caught = error.what();
      }
    });
    EXPECT_TRUE(std::current_exception() != nullptr);
  }
  EXPECT_EQ(inside, 0);
  EXPECT_EQ(caught, "the fiber's");
}

TEST(ControlBlocks, GetTheirInitialVariablesBack) {
  const ThreadId one = fresh_thread();
  int restored = 0;
  int restored_error = -1;
  on_block(one, [] {
    set_number(99);
    set_error(EAGAIN);
  });
  blocks().restore_variables(one);
  on_block(one, [&] {
    restored = number();
    restored_error = error();
  });
  EXPECT_EQ(restored, 7);
  EXPECT_EQ(restored_error, 0);
}

TEST(ControlBlocks, GiveMainTheVariablesItWasAdoptedWith) {
  blocks();
  set_number(99);
  blocks().restore_variables(kMainThread);
  EXPECT_EQ(number(), 5);
}

TEST(ControlBlocks, KnowWhereVariablesLie) {
  const TlsExtent& extent = blocks().extent();
  const auto offset = static_cast<const char*>(where_number_is()) -
                      static_cast<const char*>(blocks().pointer(kMainThread));
  EXPECT_GE(offset, extent.begin);
  EXPECT_LE(offset + static_cast<std::ptrdiff_t>(sizeof(int)), extent.end);
  EXPECT_EQ(extent.size(), static_cast<std::size_t>(extent.end - extent.begin));
}

}  // namespace
}  // namespace heddle::native
