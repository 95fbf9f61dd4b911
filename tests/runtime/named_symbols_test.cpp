// Names as in the source are found among the names of symbols.
#include "runtime/named_symbols.hpp"

#include <gtest/gtest.h>

namespace heddle::native {
namespace {

TEST(NamedSymbols, ParametersDoNotMatter) {
  EXPECT_TRUE(fits_name("push", "push(int)"));
  EXPECT_TRUE(fits_name("Queue::push", "Queue::push(int) const"));
  EXPECT_TRUE(fits_name("Queue::push", "Queue::push(std::function<void (int)>) [clone .cold]"));
  EXPECT_TRUE(fits_name("main", "main"));
}

TEST(NamedSymbols, ScopesMayBeLeftOut) {
  EXPECT_TRUE(fits_name("push", "library::Queue<int>::push(int)"));
  EXPECT_TRUE(fits_name("visit<int>", "void visit<int>(int)"));
  EXPECT_TRUE(fits_name("counter", "bump()::counter"));
  EXPECT_FALSE(fits_name("ush", "library::Queue::push(int)"));
  EXPECT_FALSE(fits_name("Queue", "Queue::push(int)"));
}

TEST(NamedSymbols, WildcardsStandForAnything) {
  EXPECT_TRUE(fits_name("Queue*::p?sh", "Queue<int>::push(int)"));
  EXPECT_TRUE(fits_name("*", "anything(at, all)"));
  EXPECT_FALSE(fits_name("Queue*::pop", "Queue<int>::push(int)"));
}

}  // namespace
}  // namespace heddle::native
