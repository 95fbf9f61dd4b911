// Registers that matter after a call, in functions written for the purpose.
#include "snapshot/liveness/live_registers.hpp"

#include <gtest/gtest.h>

// Each function calls `nothing` once; the label is where the call returns to.
#if defined(__aarch64__)

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

#else

asm(R"(
  .text
  .macro begin name
  .type \name, @function
\name:
  .cfi_startproc
  push %rbx
  .cfi_def_cfa_offset 16
  .cfi_offset rbx, -16
  push %r12
  .cfi_def_cfa_offset 24
  .cfi_offset r12, -24
  push %r13
  .cfi_def_cfa_offset 32
  .cfi_offset r13, -32
  call live_test_nothing
  .endm
  .macro after label
  .global \label
  .hidden \label
\label:
  .endm
  .macro finish
  pop %r13
  pop %r12
  pop %rbx
  ret
  .cfi_endproc
  .endm

  .type live_test_nothing, @function
live_test_nothing:
  .cfi_startproc
  ret
  .cfi_endproc

  begin live_test_straight
  after live_test_straight_after
  add $1, %rbx
  mov (%rsp), %r12
  finish

  begin live_test_branch
  after live_test_branch_after
  test %rax, %rax
  je 1f
  mov $1, %ebx
  jmp 2f
1:
  lea (%rbx,%r13), %rax
2:
  mov %rbx, %r12
  finish

  begin live_test_loop
  after live_test_loop_after
1:
  mov (%rbx), %r13d
  mov %r13d, (%rbx)
  call live_test_nothing
  test %eax, %eax
  jne 1b
  finish

  begin live_test_forever
  after live_test_forever_after
1:
  mov $1, %r13d
  call live_test_nothing
  jmp 1b
  .cfi_endproc

  begin live_test_computed
  after live_test_computed_after
  mov $1, %r13d
  jmp *%rax
  .cfi_endproc

  begin live_test_last_call
  after live_test_last_call_after
  mov $1, %ebx
  call live_test_nothing
  .cfi_endproc
  mov %r13, %rax
  mov %rbx, %rax

  begin live_test_byte
  after live_test_byte_after
  test %al, %al
  setne %bl
  call live_test_nothing
  .global live_test_byte_kept
  .hidden live_test_byte_kept
live_test_byte_kept:
  mov %ebx, %eax
  finish

  begin live_test_byte_of_word
  mov $0x1234, %ebx
  mov $0x5678, %r12w
  call live_test_nothing
  after live_test_byte_of_word_after
  setne %bl
  mov $1, %r12b
  mov %ebx, %eax
  mov %r12d, %ecx
  finish

  begin live_test_byte_in_loop
1:
  call live_test_nothing
  after live_test_byte_in_loop_after
  mov %al, %bl
  movb 1(%r13), %r13b
  call live_test_nothing
  test %bl, %bl
  jne 1b
  mov %ebx, %eax
  finish
)");

#endif

extern "C" {
extern const char live_test_straight_after[];
extern const char live_test_branch_after[];
extern const char live_test_loop_after[];
extern const char live_test_forever_after[];
extern const char live_test_computed_after[];
extern const char live_test_last_call_after[];
#if defined(__x86_64__)
extern const char live_test_byte_after[];
extern const char live_test_byte_kept[];
extern const char live_test_byte_of_word_after[];
extern const char live_test_byte_in_loop_after[];
#endif
}

namespace heddle::native {
namespace {

// The three registers that the functions save, by the numbers of the debug format, and the others.
#if defined(__aarch64__)
constexpr RegisterSet kFirstFlag = 1U << 19, kSecond = 1U << 20, kThird = 1U << 21;
constexpr RegisterSet kFourth = 1U << 22;
#else
constexpr RegisterSet kFirstFlag = 1U << 3, kSecond = 1U << 12, kThird = 1U << 13, kFourth = 0;
#endif
constexpr RegisterSet kUntouched = kKeptRegisters & ~(kFirstFlag | kSecond | kThird | kFourth);

LiveRegisters live(const char* after) {
  return live_registers(reinterpret_cast<std::uintptr_t>(after));
}

TEST(LiveRegisters, ThatAreReadBeforeTheyAreWritten) {
  EXPECT_EQ(live(live_test_straight_after).own, kFirstFlag);
  EXPECT_EQ(live(live_test_straight_after).passed, kUntouched);
}

TEST(LiveRegisters, ThatAreReadOnOneWay) {
  EXPECT_EQ(live(live_test_branch_after).own, kFirstFlag | kThird);
}

TEST(LiveRegisters, NotTheLastValueInALoop) {
  EXPECT_EQ(live(live_test_loop_after).own, kFirstFlag);
  EXPECT_EQ(live(live_test_loop_after).passed, kUntouched);
}

// Whether others were saved cannot be known: an exception may still come to a caller who needs
// them.
TEST(LiveRegisters, AllThatAnEndlessLoopDoesNotWrite) {
  EXPECT_EQ(live(live_test_forever_after).own, kKeptRegisters & ~kThird);
  EXPECT_EQ(live(live_test_forever_after).passed, 0U);
}

TEST(LiveRegisters, AllWhereNobodyKnowsWhatFollows) {
  EXPECT_EQ(live(live_test_computed_after).own, kKeptRegisters & ~kThird);
}

TEST(LiveRegisters, NothingComesAfterACallAtTheVeryEnd) {
  EXPECT_EQ(live(live_test_last_call_after).own, kKeptRegisters & ~kFirstFlag);
}

#if defined(__x86_64__)

TEST(LiveRegisters, NotThoseWhoseLowestByteIsAllThatMattersAndIsWritten) {
  EXPECT_EQ(live(live_test_byte_after).own, 0U);
  EXPECT_EQ(live(live_test_byte_kept).own, kFirstFlag);
}

TEST(LiveRegisters, ThoseThatWereWrittenBeyondTheByte) {
  EXPECT_EQ(live(live_test_byte_of_word_after).own, kFirstFlag | kSecond);
}

TEST(LiveRegisters, ByTheirBytesAlsoInALoop) {
  EXPECT_EQ(live(live_test_byte_in_loop_after).own, kThird);
}

#endif

TEST(LiveRegisters, AllOutsideOfFunctions) {
  int variable = 0;
  EXPECT_EQ(live(reinterpret_cast<const char*>(&variable)).own, kKeptRegisters);
}

}  // namespace
}  // namespace heddle::native
