// Uses that instructions make of the frame.
#include "snapshot/liveness/frame_use.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>

namespace heddle::native {
namespace {

constexpr std::uintptr_t kCodeAddress = 0x10000;

FrameUse use_of(std::uint32_t word) {
  const std::optional<FrameUse> use = aarch64_frame_use(word, kCodeAddress);
  EXPECT_TRUE(use.has_value());
  return use.value_or(FrameUse{});
}

TEST(FrameUseOfAarch64, AccessesHaveAnOffsetAndASize) {
  const FrameUse store = use_of(0xb90017e8);  // str w8, [sp, #20]
  ASSERT_EQ(store.access_count, 1U);
  EXPECT_EQ(store.accesses[0].at.base, FrameBase::stack_pointer);
  EXPECT_EQ(store.accesses[0].at.offset, 20);
  EXPECT_EQ(store.accesses[0].bytes, 4U);
  EXPECT_TRUE(store.accesses[0].only_writes);
  const FrameUse load = use_of(0x385ef3a8);  // ldurb w8, [x29, #-17]
  ASSERT_EQ(load.access_count, 1U);
  EXPECT_EQ(load.accesses[0].at.base, FrameBase::frame_pointer);
  EXPECT_EQ(load.accesses[0].at.offset, -17);
  EXPECT_EQ(load.accesses[0].bytes, 1U);
  EXPECT_FALSE(load.accesses[0].only_writes);
  const FrameUse vector = use_of(0x3d8007e0);  // str q0, [sp, #16]
  ASSERT_EQ(vector.access_count, 1U);
  EXPECT_EQ(vector.accesses[0].at.offset, 16);
  EXPECT_EQ(vector.accesses[0].bytes, 16U);
}

TEST(FrameUseOfAarch64, PairsMoveTheStackPointer) {
  const FrameUse begin = use_of(0xa9bd7bfd);  // stp x29, x30, [sp, #-48]!
  ASSERT_EQ(begin.access_count, 2U);
  EXPECT_EQ(begin.accesses[0].at.offset, -48);
  EXPECT_EQ(begin.accesses[1].at.offset, -40);
  EXPECT_EQ(begin.accesses[1].preserved, kReturnAddress);
  EXPECT_EQ(begin.stack_pointer.offset, -48);
  EXPECT_TRUE(begin.uses_frame_pointer);
  const FrameUse end = use_of(0xa8c37bfd);  // ldp x29, x30, [sp], #48
  EXPECT_EQ(end.accesses[0].at.offset, 0);
  EXPECT_FALSE(end.accesses[0].only_writes);
  EXPECT_EQ(end.stack_pointer.offset, 48);
  EXPECT_TRUE(end.loses_frame_pointer);
}

TEST(FrameUseOfAarch64, AddressesAreFormed) {
  const FrameUse above = use_of(0x910103e0);  // add x0, sp, #64
  EXPECT_EQ(above.formed.base, FrameBase::stack_pointer);
  EXPECT_EQ(above.formed.offset, 64);
  const FrameUse below = use_of(0xd10063a0);  // sub x0, x29, #24
  EXPECT_EQ(below.formed.base, FrameBase::frame_pointer);
  EXPECT_EQ(below.formed.offset, -24);
  EXPECT_TRUE(use_of(0xaa1d03e0).uses_frame_pointer);  // mov x0, x29
  EXPECT_TRUE(use_of(0xf8616be0).uses_stack_pointer);  // ldr x0, [sp, x1]
  EXPECT_TRUE(use_of(0xf900001d).uses_frame_pointer);  // str x29, [x0]
  EXPECT_TRUE(use_of(0x8b2063e0).uses_stack_pointer);  // add x0, sp, x0
}

TEST(FrameUseOfAarch64, TheTwoRegistersChange) {
  EXPECT_EQ(use_of(0xd10103ff).stack_pointer.offset, -64);                     // sub sp, sp, #64
  EXPECT_EQ(use_of(0x910003bf).stack_pointer.base, FrameBase::frame_pointer);  // mov sp, x29
  EXPECT_EQ(use_of(0x9100c3fd).frame_pointer.offset, 48);                      // add x29, sp, #48
  EXPECT_TRUE(use_of(0xcb2063ff).loses_stack_pointer);                         // sub sp, sp, x0
  EXPECT_TRUE(use_of(0x927cec1f).loses_stack_pointer);                         // and sp, x0, #-16
  EXPECT_TRUE(use_of(0xd280001d).loses_frame_pointer);                         // mov x29, #0
}

TEST(FrameUseOfAarch64, UpdatesInPlaceCountAsReads) {
  const FrameUse atomic = use_of(0xb82003e1);  // ldadd w0, w1, [sp]
  ASSERT_EQ(atomic.access_count, 1U);
  EXPECT_FALSE(atomic.accesses[0].only_writes);
  const FrameUse ordered = use_of(0xc89fffe0);  // stlr x0, [sp]
  ASSERT_EQ(ordered.access_count, 1U);
  EXPECT_FALSE(ordered.accesses[0].only_writes);
}

TEST(FrameUseOfAarch64, JumpsAndCalls) {
  EXPECT_TRUE(use_of(0x94000002).is_call);  // bl
  EXPECT_EQ(use_of(0x54000040).target, kCodeAddress + 8);
  EXPECT_TRUE(use_of(0xd61f0100).is_computed_jump);  // br x8
  EXPECT_TRUE(use_of(0xd65f03c0).returns);
  EXPECT_FALSE(use_of(0xd4200020).goes_on);  // brk #1
  EXPECT_FALSE(aarch64_frame_use(0, kCodeAddress).has_value());
}

#if defined(__x86_64__)

FrameUse use_of_bytes(std::initializer_list<unsigned char> bytes) {
  static unsigned char code[16];
  std::copy(bytes.begin(), bytes.end(), code);
  const auto at = reinterpret_cast<std::uintptr_t>(code);
  const std::optional<FrameUse> use = frame_use_at(at, at + bytes.size());
  EXPECT_TRUE(use.has_value());
  return use.value_or(FrameUse{});
}

TEST(FrameUseOfX86, Accesses) {
  const FrameUse store = use_of_bytes({0x89, 0x45, 0xe8});  // mov [rbp - 24], eax
  ASSERT_EQ(store.access_count, 1U);
  EXPECT_EQ(store.accesses[0].at.offset, -24);
  EXPECT_EQ(store.accesses[0].bytes, 4U);
  EXPECT_TRUE(store.accesses[0].only_writes);
  EXPECT_FALSE(use_of_bytes({0x83, 0x45, 0xe8, 0x01}).accesses[0].only_writes);  // add [..], 1
  EXPECT_FALSE(use_of_bytes({0x8b, 0x45, 0xe8}).accesses[0].only_writes);        // mov eax, [..]
  EXPECT_TRUE(use_of_bytes({0x0f, 0x94, 0x45, 0xff}).accesses[0].only_writes);   // sete [rbp - 1]
  EXPECT_TRUE(use_of_bytes({0x8b, 0x44, 0x85, 0xe8}).uses_frame_pointer);        // indexed
}

// An argument on the stack may have been stored by an instruction that the decoder does not know.
TEST(FrameUseOfX86, StoresThatAreNotKnown) {
  const FrameUse x87 = use_of_bytes({0xdb, 0x7d, 0xe0});  // fstp tbyte ptr [rbp - 32]
  ASSERT_EQ(x87.access_count, 1U);
  EXPECT_EQ(x87.accesses[0].bytes, 10U);
  EXPECT_FALSE(x87.accesses[0].only_writes);
  EXPECT_TRUE(x87.accesses[0].may_write);
  EXPECT_FALSE(use_of_bytes({0xdb, 0x6d, 0xe0}).accesses[0].may_write);        // fld tbyte ptr [..]
  EXPECT_FALSE(use_of_bytes({0x8b, 0x45, 0xe8}).accesses[0].may_write);        // mov eax, [..]
  EXPECT_FALSE(use_of_bytes({0x83, 0x45, 0xe8, 0x01}).accesses[0].may_write);  // add [..], 1
  EXPECT_TRUE(use_of_bytes({0x0f, 0xae, 0x45, 0xa0}).uses_frame_pointer);      // fxsave [rbp - 96]
}

TEST(FrameUseOfX86, TheTwoRegistersChange) {
  const FrameUse push = use_of_bytes({0x53});  // push rbx
  EXPECT_EQ(push.stack_pointer.offset, -8);
  EXPECT_EQ(push.accesses[0].at.offset, -8);
  EXPECT_EQ(push.accesses[0].preserved, 3);
  EXPECT_TRUE(use_of_bytes({0x5b}).accesses[0].pops);                           // pop rbx
  EXPECT_EQ(use_of_bytes({0x48, 0x83, 0xec, 0x30}).stack_pointer.offset, -48);  // sub rsp, 48
  EXPECT_EQ(use_of_bytes({0x48, 0x89, 0xe5}).frame_pointer.base,                // mov rbp, rsp
            FrameBase::stack_pointer);
  EXPECT_EQ(use_of_bytes({0xc9}).stack_pointer.base, FrameBase::frame_pointer);  // leave
  EXPECT_EQ(use_of_bytes({0x48, 0x8d, 0x45, 0xe0}).formed.offset, -32);          // lea rax, ..
  EXPECT_TRUE(use_of_bytes({0x48, 0x89, 0xe8}).uses_frame_pointer);              // mov rax, rbp
}

TEST(FrameUseOfX86, UnknownChangesOfTheStackPointerAreNotDecoded) {
  static unsigned char code[] = {0x48, 0x83, 0xe4, 0xe0};  // and rsp, -32
  const auto at = reinterpret_cast<std::uintptr_t>(code);
  EXPECT_FALSE(frame_use_at(at, at + sizeof code).has_value());
}

#endif

}  // namespace
}  // namespace heddle::native
