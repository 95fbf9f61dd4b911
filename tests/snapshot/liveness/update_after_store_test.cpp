// Stores to bit-fields are recognized by the code behind the call that announces them: that of
// aarch64 on every machine, that of this machine as its compiler has just written it.
#include "snapshot/liveness/update_after_store.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace heddle::native {
namespace {

std::optional<MemoryUse> decode_aarch64(std::uintptr_t address, std::uintptr_t end) {
  std::uint32_t word = 0;
  if (end - address < sizeof word) return std::nullopt;
  std::memcpy(&word, reinterpret_cast<const void*>(address), sizeof word);
  return aarch64_memory_use(word, address);
}

constexpr std::uint32_t kCall = 0x94000000;  // bl

bool updates(std::vector<std::uint32_t> words, UpdateOf memory = UpdateOf::any_memory) {
  const auto begin = reinterpret_cast<std::uintptr_t>(words.data());
  return has_update_after_store(begin, begin + words.size() * sizeof words.front(), memory,
                                decode_aarch64);
}

TEST(UpdateAfterStoreOfAarch64, StoresToBitFields) {
  EXPECT_TRUE(updates({0xb9400660,     // ldr w0, [x19, #4]
                       0x52800061,     // mov w1, #3
                       0x331c0c20,     // bfi w0, w1, #4, #4
                       0xb9000660}));  // str w0, [x19, #4]
  EXPECT_TRUE(updates({0x90000000,     // adrp x0
                       0x91004000,     // add x0, x0, #16
                       0x79402001,     // ldrh w1, [x0, #16]
                       0x32000021,     // orr w1, w1, #1
                       0x79002001}));  // strh w1, [x0, #16]
  EXPECT_TRUE(updates({0xb8419260,     // ldur w0, [x19, #25]
                       0x33003280,     // bfxil w0, w20, #0, #13
                       0xb8019260}));  // stur w0, [x19, #25]
}

TEST(UpdateAfterStoreOfAarch64, APointerLoadedTwice) {
  EXPECT_TRUE(updates({0xf9400fa0,      // ldr x0, [x29, #24]
                       0x39402001,      // ldrb w1, [x0, #8]
                       0x121c6c21,      // and w1, w1, #0xfffffff0
                       0xf9400fa0,      // ldr x0, [x29, #24]
                       0x39002001}));   // strb w1, [x0, #8]
  EXPECT_FALSE(updates({0xf9400fa0,     // ldr x0, [x29, #24]
                        0xf9400001,     // ldr x1, [x0]
                        0xf94013a0,     // ldr x0, [x29, #32]
                        0xf9000001}));  // str x1, [x0]
}

TEST(UpdateAfterStoreOfAarch64, Copies) {
  EXPECT_FALSE(updates({0xa9400660,     // ldp x0, x1, [x19]
                        0xa9010660}));  // stp x0, x1, [x19, #16]
  EXPECT_FALSE(updates({0xf85f8260,     // ldur x0, [x19, #-8]
                        0xf81f0260}));  // stur x0, [x19, #-16]
}

TEST(UpdateAfterStoreOfAarch64, TheNextCallEndsTheStore) {
  EXPECT_FALSE(updates({kCall, 0xb9400660, 0xb9000660}));
  EXPECT_FALSE(updates({0xb9400660, kCall, 0xb9000660}));
}

#if defined(__aarch64__)

TEST(UpdateAfterStore, VariablesOnTheStackMayBeOthers) {
  const std::vector<std::uint32_t> counts = {0xb9401ba0,   // ldr w0, [x29, #24]
                                             0x11000400,   // add w0, w0, #1
                                             0xb9001ba0};  // str w0, [x29, #24]
  EXPECT_FALSE(updates(counts, UpdateOf::other_memory));
  EXPECT_TRUE(updates(counts, UpdateOf::any_memory));
}

#endif

struct Unit {
  unsigned low : 4, high : 4;
};

// The code of this machine, up to its return.
[[gnu::noinline, gnu::used]] void store_to_bit_field(Unit* unit, unsigned value) {
  unit->high = value & 15;
}
[[gnu::noinline, gnu::used]] void store_to_variable(int* variable, const int* value) {
  *variable = *value;
}

template <typename Function>
bool updates(Function* function, UpdateOf memory = UpdateOf::other_memory) {
  const auto begin = reinterpret_cast<std::uintptr_t>(function);
  return has_update_after_store(begin, begin + 256, memory);
}

TEST(UpdateAfterStore, OfThisMachine) {
  EXPECT_TRUE(updates(&store_to_bit_field));
  EXPECT_FALSE(updates(&store_to_variable));
}

}  // namespace
}  // namespace heddle::native
