// The part of a frame that is reachable from the addresses that its function forms.
#include "snapshot/liveness/exposed_bytes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::native {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr ByteRange kWhole{-64, 0};

TEST(ExposedBytes, NothingWithoutAnAddress) {
  EXPECT_THAT(exposed_bytes({{{-16, -8}, true}}, {}, kWhole), IsEmpty());
}

TEST(ExposedBytes, TheObjectThatContainsTheAddress) {
  const std::vector<FrameObject> named = {{{-16, -8}, true}, {{-32, -28}, true}};
  EXPECT_THAT(exposed_bytes(named, {-16}, kWhole), ElementsAre(ByteRange{-16, -8}));
  EXPECT_THAT(exposed_bytes(named, {-13}, kWhole), ElementsAre(ByteRange{-16, -8}));
}

TEST(ExposedBytes, AnObjectThatEndsAtTheAddress) {
  const std::vector<FrameObject> named = {{{-16, -8}, true}, {{-20, -16}, true}};
  EXPECT_THAT(exposed_bytes(named, {-16}, kWhole),
              ElementsAre(ByteRange{-20, -16}, ByteRange{-16, -8}));
}

TEST(ExposedBytes, ArraysAndClassesAlways) {
  const std::vector<FrameObject> named = {{{-16, -8}, true}, {{-48, -32}, false}};
  EXPECT_THAT(exposed_bytes(named, {}, kWhole), ElementsAre(ByteRange{-48, -32}));
}

TEST(ExposedBytes, MemoryWithoutANameUpToTheNextObjects) {
  const std::vector<FrameObject> named = {{{-16, -8}, true}, {{-48, -44}, true}};
  EXPECT_THAT(exposed_bytes(named, {-24}, kWhole), ElementsAre(ByteRange{-44, -16}));
  EXPECT_THAT(exposed_bytes(named, {-60}, kWhole), ElementsAre(ByteRange{-64, -48}));
  EXPECT_THAT(exposed_bytes(named, {-4}, kWhole), ElementsAre(ByteRange{-8, 0}));
}

TEST(ExposedBytes, EverythingIfNothingHasAName) {
  EXPECT_THAT(exposed_bytes({}, {-8}, kWhole), ElementsAre(kWhole));
}

TEST(ExposedBytes, ObjectsThatShareMemoryAreOne) {
  const std::vector<FrameObject> named = {{{-16, -8}, true}, {{-12, -4}, true}};
  EXPECT_THAT(exposed_bytes(named, {-15}, kWhole), ElementsAre(ByteRange{-16, -4}));
}

}  // namespace
}  // namespace heddle::native
