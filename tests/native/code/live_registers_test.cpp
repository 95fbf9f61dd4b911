// Registers that matter after a call, in functions written for the purpose.
#include "native/code/live_registers.hpp"

#include <gtest/gtest.h>

#if defined(__aarch64__)

// Each function calls `nothing` once; the label is where the call returns to.
asm(R"(
  .text
  .macro begin name
  .type \name, %function
\name:
  .cfi_startproc
  stp x29, x30, [sp, #-64]!
  .cfi_def_cfa_offset 64
  .cfi_offset 29, -64
  .cfi_offset 30, -56
  stp x19, x20, [sp, #16]
  stp x21, x22, [sp, #32]
  bl live_test_nothing
  .endm
  .macro after label
  .global \label
  .hidden \label
\label:
  .endm
  .macro finish
  ldp x19, x20, [sp, #16]
  ldp x21, x22, [sp, #32]
  ldp x29, x30, [sp], #64
  ret
  .cfi_endproc
  .endm

  .type live_test_nothing, %function
live_test_nothing:
  .cfi_startproc
  ret
  .cfi_endproc

  begin live_test_straight
  after live_test_straight_after
  add x19, x19, #1
  ldr x20, [sp]
  finish

  begin live_test_branch
  after live_test_branch_after
  cbz x0, 1f
  mov x19, #1
  b 2f
1:
  add x0, x19, x21
2:
  mov x20, x19
  finish

  begin live_test_loop
  after live_test_loop_after
1:
  ldr w21, [x19]
  str w21, [x19]
  bl live_test_nothing
  cbnz w0, 1b
  finish

  begin live_test_forever
  after live_test_forever_after
1:
  mov x21, #1
  bl live_test_nothing
  b 1b
  .cfi_endproc

  begin live_test_computed
  after live_test_computed_after
  mov x21, #1
  br x17
  .cfi_endproc

  begin live_test_last_call
  after live_test_last_call_after
  mov x19, #1
  bl live_test_nothing
  .cfi_endproc
  mov x0, x21
  mov x0, x19
)");

extern "C" {
extern const char live_test_straight_after[];
extern const char live_test_branch_after[];
extern const char live_test_loop_after[];
extern const char live_test_forever_after[];
extern const char live_test_computed_after[];
extern const char live_test_last_call_after[];
}

namespace heddle::native {
namespace {

RegisterSet x(int number) { return RegisterSet{1} << number; }
const RegisterSet kUntouched = x(23) | x(24) | x(25) | x(26) | x(27) | x(28);

LiveRegisters live(const char* after) {
  return live_registers(reinterpret_cast<std::uintptr_t>(after));
}

TEST(LiveRegisters, ThatAreReadBeforeTheyAreWritten) {
  EXPECT_EQ(live(live_test_straight_after).own, x(19));
  EXPECT_EQ(live(live_test_straight_after).passed, kUntouched);
}

TEST(LiveRegisters, ThatAreReadOnOneWay) {
  EXPECT_EQ(live(live_test_branch_after).own, x(19) | x(21));
}

TEST(LiveRegisters, NotTheLastValueInALoop) {
  EXPECT_EQ(live(live_test_loop_after).own, x(19));
  EXPECT_EQ(live(live_test_loop_after).passed, kUntouched);
}

// Whether others were saved cannot be known: an exception may still come to a caller who needs
// them.
TEST(LiveRegisters, AllThatAnEndlessLoopDoesNotWrite) {
  EXPECT_EQ(live(live_test_forever_after).own, kKeptRegisters & ~x(21));
  EXPECT_EQ(live(live_test_forever_after).passed, 0U);
}

TEST(LiveRegisters, AllWhereNobodyKnowsWhatFollows) {
  EXPECT_EQ(live(live_test_computed_after).own, kKeptRegisters & ~x(21));
}

TEST(LiveRegisters, NothingComesAfterACallAtTheVeryEnd) {
  EXPECT_EQ(live(live_test_last_call_after).own, kKeptRegisters & ~x(19));
}

TEST(LiveRegisters, AllOutsideOfFunctions) {
  int variable = 0;
  EXPECT_EQ(live(reinterpret_cast<const char*>(&variable)).own, kKeptRegisters);
}

}  // namespace
}  // namespace heddle::native

#endif
