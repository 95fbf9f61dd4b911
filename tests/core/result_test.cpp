// A result holds a value or a sentence.
#include "core/result.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace heddle {
namespace {

TEST(Result, HoldsAValueEvenIfItCannotBeCopied) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(3);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(**result, 3);
}

TEST(Result, HoldsASentence) {
  const Result<int> result = Error{"give a number"};
  EXPECT_FALSE(result.ok());
  EXPECT_FALSE(static_cast<bool>(result));
  EXPECT_EQ(result.sentence(), "give a number");
  EXPECT_EQ(result.error().sentence, "give a number");
}

}  // namespace
}  // namespace heddle
