// Which code an address belongs to.
#include "runtime/code_around.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace heddle::native {
namespace {

std::uintptr_t as_number(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

TEST(CodeAround, IsTheFileThatAFunctionWasLoadedFrom) {
  const auto own = reinterpret_cast<std::uintptr_t>(&code_around);
  const auto library = reinterpret_cast<std::uintptr_t>(&std::qsort);
  EXPECT_TRUE(code_around(own).holds(own));
  EXPECT_TRUE(code_around(library).holds(library));
  EXPECT_FALSE(code_around(library).holds(own));
}

TEST(CodeAround, EndsWhereTheCodeEnds) {
  const CodeRange code = code_around(reinterpret_cast<std::uintptr_t>(&code_around));
  EXPECT_EQ(code_around(code.begin).end, code.end);
  EXPECT_EQ(code_around(code.end - 1).begin, code.begin);
  EXPECT_NE(code_around(code.end).end, code.end);
}

TEST(CodeAround, IsEmptyForWhatIsNoCode) {
  static int data = 0;
  int local = 0;
  for (const std::uintptr_t address : {as_number(&data), as_number(&local), std::uintptr_t{0}}) {
    EXPECT_EQ(code_around(address).end, 0U);
  }
}

}  // namespace
}  // namespace heddle::native
