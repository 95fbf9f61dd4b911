// Dead bytes of frames, in functions written for the purpose.  They have no debug information.
#include "snapshot/liveness/frame_flow.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// Each function has a frame of 64 bytes, stores a preserved register in it, and calls `nothing`.
// The label is where the call returns to.  On both machines, slots are numbered from the stack
// pointer on, and the registers are in the upper half.
#if defined(__aarch64__)

asm(R"(
  .text
  .macro frame_begin name
  .type \name, %function
\name:
  .cfi_startproc
  sub sp, sp, #64
  .cfi_def_cfa_offset 64
  stp x29, x30, [sp, #48]
  .cfi_offset 29, -16
  .cfi_offset 30, -8
  str x19, [sp, #40]
  .cfi_offset 19, -24
  .endm
  .macro frame_call label
  bl frame_test_nothing
  .global \label
  .hidden \label
\label:
  .endm
  .macro frame_finish
  ldr x19, [sp, #40]
  ldp x29, x30, [sp, #48]
  add sp, sp, #64
  ret
  .endm
  .macro frame_end
  frame_finish
  .cfi_endproc
  .endm

  .type frame_test_nothing, %function
frame_test_nothing:
  .cfi_startproc
  ret
  .cfi_endproc

  // Loads the lowest slot, so that nothing may be an argument.
  frame_begin frame_test_straight
  frame_call frame_test_straight_after
  ldr x0, [sp]
  str x0, [sp, #8]
  ldr x0, [sp, #8]
  ldr x0, [sp, #16]
  frame_end

  frame_begin frame_test_partial
  frame_call frame_test_partial_after
  ldr x0, [sp]
  str w0, [sp, #8]
  ldr x0, [sp, #8]
  frame_end

  frame_begin frame_test_branch
  frame_call frame_test_branch_after
  ldr x0, [sp]
  cbz x0, 1f
  ldr x1, [sp, #8]
  frame_finish
1:
  str x0, [sp, #8]
  str x0, [sp, #16]
  frame_end

  frame_begin frame_test_loop
1:
  str x0, [sp, #8]
  ldr x0, [sp, #8]
  ldr x0, [sp, #16]
  frame_call frame_test_loop_after
  ldr x0, [sp]
  cbnz x0, 1b
  frame_end

  frame_begin frame_test_argument
  str x0, [sp]
  str x0, [sp, #8]
  frame_call frame_test_argument_after
  ldr x0, [sp, #24]
  frame_end

  frame_begin frame_test_announced
  add x0, sp, #8
  bl __sanitizer_cov_store8
  frame_call frame_test_announced_after
  ldr x0, [sp]
  str x0, [sp, #8]
  frame_end

  frame_begin frame_test_address
  add x0, sp, #24
  frame_call frame_test_address_after
  ldr x0, [sp]
  frame_end

  frame_begin frame_test_index
  ldr x0, [sp, x1]
  frame_call frame_test_index_after
  ldr x0, [sp]
  frame_end

  frame_begin frame_test_computed
  frame_call frame_test_computed_after
  ldr x0, [sp]
  br x0
  .cfi_endproc

  frame_begin frame_test_dynamic
  sub sp, sp, x0
  frame_call frame_test_dynamic_after
  ldr x0, [sp]
  frame_end

  frame_begin frame_test_twice
  bl _setjmp
  frame_call frame_test_twice_after
  ldr x0, [sp]
  frame_end

  frame_begin frame_test_table
  frame_call frame_test_table_after
  ldr x8, [sp]
  str x8, [sp, #8]
  subs x8, x8, #1
  b.hi 3f
  ldr x11, [sp, #8]
  adrp x10, frame_test_entries
  add x10, x10, :lo12:frame_test_entries
4:
  adr x8, 4b
  ldrsw x9, [x10, x11, lsl #2]
  add x8, x8, x9
  br x8
1:
  ldr x0, [sp, #16]
  b 3f
2:
  str x0, [sp, #24]
3:
  frame_end
  .section .rodata
  .balign 4
frame_test_entries:
  .word 1b - 4b
  .word 2b - 4b
  .text

  // Never restores the registers of its caller; an exception does.
  frame_begin frame_test_forever
1:
  ldr x0, [sp]
  mov x19, #1
  frame_call frame_test_forever_after
  b 1b
  .cfi_endproc

  // A part that is entered with a frame.
  .type frame_test_cold, %function
frame_test_cold:
  .cfi_startproc
  .cfi_def_cfa_offset 64
  frame_call frame_test_cold_after
  ldr x0, [sp]
  brk #1
  .cfi_endproc
)");

#else

asm(R"(
  .text
  .macro frame_begin name
  .type \name, @function
\name:
  .cfi_startproc
  push %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset rbp, -16
  push %rbx
  .cfi_def_cfa_offset 24
  .cfi_offset rbx, -24
  sub $40, %rsp
  .cfi_def_cfa_offset 64
  .endm
  .macro frame_call label
  call frame_test_nothing
  .global \label
  .hidden \label
\label:
  .endm
  .macro frame_finish
  add $40, %rsp
  pop %rbx
  pop %rbp
  ret
  .endm
  .macro frame_end
  frame_finish
  .cfi_endproc
  .endm

  .type frame_test_nothing, @function
frame_test_nothing:
  .cfi_startproc
  ret
  .cfi_endproc

  frame_begin frame_test_straight
  frame_call frame_test_straight_after
  mov (%rsp), %rax
  mov %rax, 8(%rsp)
  mov 8(%rsp), %rax
  mov 16(%rsp), %rax
  frame_end

  frame_begin frame_test_partial
  frame_call frame_test_partial_after
  mov (%rsp), %rax
  mov %eax, 8(%rsp)
  mov 8(%rsp), %rax
  frame_end

  frame_begin frame_test_branch
  frame_call frame_test_branch_after
  mov (%rsp), %rax
  test %rax, %rax
  je 1f
  mov 8(%rsp), %rcx
  frame_finish
1:
  mov %rax, 8(%rsp)
  mov %rax, 16(%rsp)
  frame_end

  frame_begin frame_test_loop
1:
  mov %rax, 8(%rsp)
  mov 8(%rsp), %rax
  mov 16(%rsp), %rax
  frame_call frame_test_loop_after
  mov (%rsp), %rax
  test %rax, %rax
  jne 1b
  frame_end

  frame_begin frame_test_argument
  mov %rax, (%rsp)
  mov %rax, 8(%rsp)
  frame_call frame_test_argument_after
  mov 24(%rsp), %rax
  frame_end

  frame_begin frame_test_announced
  lea 8(%rsp), %rdi
  call __sanitizer_cov_store8
  frame_call frame_test_announced_after
  mov (%rsp), %rax
  mov %rax, 8(%rsp)
  frame_end

  // The address is kept for two calls; another value, in a slot that is read for other ends, is not.
  frame_begin frame_test_kept
  lea 8(%rsp), %rdi
  mov %rdi, 16(%rsp)
  call __sanitizer_cov_store8
  mov 16(%rsp), %rdi
  mov %rax, 32(%rsp)
  call __sanitizer_cov_store8
  frame_call frame_test_kept_after
  mov (%rsp), %rax
  mov %rax, 8(%rsp)
  frame_end

  frame_begin frame_test_leaked
  lea 8(%rsp), %rdi
  mov %rdi, 16(%rsp)
  call __sanitizer_cov_store8
  mov 16(%rsp), %rax
  mov %rax, 32(%rsp)
  frame_call frame_test_leaked_after
  mov (%rsp), %rax
  mov %rax, 8(%rsp)
  frame_end

  frame_begin frame_test_passed_on
  lea 8(%rsp), %rdi
  mov %rdi, 16(%rsp)
  call __sanitizer_cov_store8
  mov 16(%rsp), %rdi
  call frame_test_nothing
  frame_call frame_test_passed_on_after
  mov (%rsp), %rax
  mov %rax, 8(%rsp)
  frame_end

  frame_begin frame_test_address
  lea 24(%rsp), %rdi
  frame_call frame_test_address_after
  mov (%rsp), %rax
  frame_end

  frame_begin frame_test_index
  mov (%rsp,%rcx,8), %rax
  frame_call frame_test_index_after
  mov (%rsp), %rax
  frame_end

  frame_begin frame_test_computed
  frame_call frame_test_computed_after
  mov (%rsp), %rax
  jmp *%rax
  .cfi_endproc

  frame_begin frame_test_dynamic
  sub %rax, %rsp
  frame_call frame_test_dynamic_after
  mov (%rsp), %rax
  frame_end

  frame_begin frame_test_twice
  call _setjmp@plt
  frame_call frame_test_twice_after
  mov (%rsp), %rax
  frame_end

  frame_begin frame_test_table
  frame_call frame_test_table_after
  mov (%rsp), %rax
  mov %rax, 8(%rsp)
  sub $1, %eax
  ja 3f
  mov 8(%rsp), %rax
  lea frame_test_entries(%rip), %rcx
  movslq (%rcx,%rax,4), %rax
  add %rcx, %rax
  jmp *%rax
1:
  mov 16(%rsp), %rax
  jmp 3f
2:
  mov %rax, 24(%rsp)
3:
  frame_end
  .section .rodata
  .balign 4
frame_test_entries:
  .long 1b - frame_test_entries
  .long 2b - frame_test_entries
  .text

  frame_begin frame_test_forever
1:
  mov (%rsp), %rax
  mov $1, %ebx
  frame_call frame_test_forever_after
  jmp 1b
  .cfi_endproc

  .type frame_test_cold, @function
frame_test_cold:
  .cfi_startproc
  .cfi_def_cfa_offset 64
  frame_call frame_test_cold_after
  mov (%rsp), %rax
  ud2
  .cfi_endproc
)");

#endif

extern "C" {
// The executable exports it, as libheddle.so does.
[[gnu::visibility("default")]] void __sanitizer_cov_store8(void*) {}

extern const char frame_test_announced_after[];
extern const char frame_test_kept_after[];
extern const char frame_test_leaked_after[];
extern const char frame_test_passed_on_after[];
extern const char frame_test_straight_after[];
extern const char frame_test_partial_after[];
extern const char frame_test_branch_after[];
extern const char frame_test_loop_after[];
extern const char frame_test_argument_after[];
extern const char frame_test_address_after[];
extern const char frame_test_index_after[];
extern const char frame_test_computed_after[];
extern const char frame_test_dynamic_after[];
extern const char frame_test_twice_after[];
extern const char frame_test_table_after[];
extern const char frame_test_forever_after[];
extern const char frame_test_cold_after[];
}

namespace heddle::native {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::int64_t kSize = 64;

std::optional<FrameFlow> flow_of(const char* after) {
  static LocalObjectTable objects;
  const auto part = FunctionPart::around(reinterpret_cast<std::uintptr_t>(after) - 1);
  EXPECT_TRUE(part.has_value());
  return FrameFlow::of(*part, objects);
}

// From the stack pointer on, without the registers in the upper part.
std::vector<ByteRange> dead(const char* after) {
  const auto code = reinterpret_cast<std::uintptr_t>(after);
  const std::optional<FrameFlow> flow = flow_of(after);
  EXPECT_TRUE(flow.has_value());
  EXPECT_EQ(flow->stack_pointer_at(code), -kSize);
  EXPECT_EQ(flow->return_slot(), -8);
  std::vector<ByteRange> ranges = flow->dead_at(code);
  for (ByteRange& range : ranges) range = {range.begin + kSize, range.end + kSize};
  return ranges;
}

TEST(FrameFlow, BytesThatAreWrittenFirstAreDead) {
  EXPECT_THAT(dead(frame_test_straight_after), ElementsAre(ByteRange{8, 16}, ByteRange{24, 40}));
}

TEST(FrameFlow, APartThatIsNotWrittenIsLive) {
  EXPECT_THAT(dead(frame_test_partial_after), ElementsAre(ByteRange{8, 12}, ByteRange{16, 40}));
}

TEST(FrameFlow, ASlotThatOneBranchReadsIsLive) {
  EXPECT_THAT(dead(frame_test_branch_after), ElementsAre(ByteRange{16, 40}));
}

TEST(FrameFlow, TheLastValueInALoopIsDead) {
  EXPECT_THAT(dead(frame_test_loop_after), ElementsAre(ByteRange{8, 16}, ByteRange{24, 40}));
}

TEST(FrameFlow, ArgumentsOfTheCallAreLive) {
  EXPECT_THAT(dead(frame_test_argument_after), ElementsAre(ByteRange{16, 24}, ByteRange{32, 40}));
}

TEST(FrameFlow, NothingIsDeadBesideUnknownObjects) {
  EXPECT_THAT(dead(frame_test_address_after), IsEmpty());
  EXPECT_THAT(dead(frame_test_index_after), IsEmpty());
}

TEST(FrameFlow, AnAddressThatIsOnlyAnnouncedExposesNothing) {
  EXPECT_THAT(dead(frame_test_announced_after), ElementsAre(ByteRange{8, 40}));
}

#if !defined(__aarch64__)
TEST(FrameFlow, NorDoesOneThatIsKeptForSeveralCalls) {
  EXPECT_THAT(dead(frame_test_kept_after), ElementsAre(ByteRange{8, 40}));
  EXPECT_THAT(dead(frame_test_leaked_after), IsEmpty());
  EXPECT_THAT(dead(frame_test_passed_on_after), IsEmpty());
}
#endif

TEST(FrameFlow, NothingIsDeadWhereACallMayReturnAgain) {
  EXPECT_THAT(dead(frame_test_twice_after), IsEmpty());
}

TEST(FrameFlow, RegistersOfTheCallerAreLiveWithoutAReturn) {
  EXPECT_THAT(dead(frame_test_forever_after), ElementsAre(ByteRange{8, 40}));
}

TEST(FrameFlow, JumpsThroughTablesAreFollowed) {
  EXPECT_THAT(dead(frame_test_table_after), ElementsAre(ByteRange{8, 16}, ByteRange{24, 40}));
}

TEST(FrameFlow, IsUnknownWhereTheCodeOrTheFrameIs) {
  EXPECT_FALSE(flow_of(frame_test_computed_after).has_value());
  EXPECT_FALSE(flow_of(frame_test_dynamic_after).has_value());
  EXPECT_FALSE(flow_of(frame_test_cold_after).has_value());
}

TEST(FrameFlow, KnowsWhereRegistersOfTheCallerAre) {
#if defined(__aarch64__)
  constexpr int kRegister = 19;
#else
  constexpr int kRegister = 3;
#endif
  const auto kept = flow_of(frame_test_straight_after)->kept_registers();
  ASSERT_EQ(kept.count(kRegister), 1U);
  EXPECT_EQ(kept.at(kRegister), -24);
}

}  // namespace
}  // namespace heddle::native
