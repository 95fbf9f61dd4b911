// Instructions are read for the memory that they access: those of aarch64 on every machine, those
// of this machine as its compiler has just written them.
#include "snapshot/liveness/memory_use.hpp"

#include <gtest/gtest.h>

namespace heddle::native {
namespace {

constexpr std::uintptr_t kHere = 0x10000;

MemoryUse read(std::uint32_t word) {
  const std::optional<MemoryUse> use = aarch64_memory_use(word, kHere);
  EXPECT_TRUE(use.has_value()) << std::hex << word;
  return use.value_or(MemoryUse{});
}

TEST(MemoryUseOfAarch64, ClocksAndRandomNumbers) {
  EXPECT_TRUE(read(0xd53be040).reads_source);   // mrs x0, cntvct_el0
  EXPECT_TRUE(read(0xd53be023).reads_source);   // mrs x3, cntpct_el0
  EXPECT_TRUE(read(0xd53b2405).reads_source);   // mrs x5, rndr
  EXPECT_FALSE(read(0xd53be000).reads_source);  // mrs x0, cntfrq_el0, which is constant
  EXPECT_FALSE(read(0xd53bd040).reads_source);  // mrs x0, tpidr_el0
}

TEST(MemoryUseOfAarch64, PlainAccesses) {
  const MemoryUse load = read(0xb9400420);  // ldr w0, [x1, #4]
  EXPECT_EQ(load.use, Use::read);
  EXPECT_EQ(load.at.base, 1);
  EXPECT_EQ(load.at.offset, 4U);
  EXPECT_EQ(load.overwritten, 1U);
  EXPECT_FALSE(load.is_indivisible);
  const MemoryUse store = read(0xf90007e2);  // str x2, [sp, #8]
  EXPECT_EQ(store.use, Use::write);
  EXPECT_EQ(store.at.base, 31);
  EXPECT_EQ(store.overwritten, 0U);
  EXPECT_EQ(read(0xa9bf7bfd).use, Use::write);  // stp x29, x30, [sp, #-16]!
  const MemoryUse pair = read(0xa94153f3);      // ldp x19, x20, [sp, #16]
  EXPECT_EQ(pair.use, Use::read);
  EXPECT_EQ(pair.overwritten, 1U << 19 | 1U << 20);
  const MemoryUse indexed = read(0xb8627820);  // ldr w0, [x1, x2, lsl #2]
  EXPECT_EQ(indexed.use, Use::read);
  EXPECT_EQ(indexed.at.base, 1);
  EXPECT_EQ(read(0x3dc00020).use, Use::read);  // ldr q0, [x1]
  EXPECT_EQ(read(0xf9800020).use, Use::none);  // prfm pldl1keep, [x1]
  const MemoryUse literal = read(0x58000040);  // ldr x0, pc + 8
  EXPECT_EQ(literal.use, Use::read);
  EXPECT_EQ(literal.at.base, kNoRegister);
  EXPECT_EQ(literal.at.offset, kHere + 8);
}

TEST(MemoryUseOfAarch64, IndivisibleAccesses) {
  for (const std::uint32_t word : {0x885f7c20U,     // ldxr w0, [x1]
                                   0x88027c20U,     // stxr w2, w0, [x1]
                                   0x88dffc20U,     // ldar w0, [x1]
                                   0x889ffc20U}) {  // stlr w0, [x1]
    EXPECT_TRUE(read(word).is_indivisible) << std::hex << word;
    EXPECT_EQ(read(word).at.base, 1) << std::hex << word;
  }
  for (const std::uint32_t word : {0xb8e00020U,     // ldaddal w0, w0, [x1]
                                   0x88e0fc22U,     // casal w0, w2, [x1]
                                   0xb8e08020U}) {  // swpal w0, w0, [x1]
    EXPECT_TRUE(read(word).is_indivisible) << std::hex << word;
    EXPECT_EQ(read(word).use, Use::update) << std::hex << word;
  }
}

TEST(MemoryUseOfAarch64, DiscardedReads) {
  for (const std::uint32_t word : {0x88dffc3fU,     // ldar wzr, [x1]
                                   0xb8bfc03fU,     // ldapr wzr, [x1]
                                   0x9940403fU}) {  // ldapur wzr, [x1, #4]
    EXPECT_TRUE(read(word).is_discarded) << std::hex << word;
  }
  for (const std::uint32_t word : {0x88dffc20U,     // ldar w0, [x1]
                                   0x889ffc3fU,     // stlr wzr, [x1]
                                   0x885f7c3fU,     // ldxr wzr, [x1]
                                   0xb8e0003fU}) {  // ldaddal w0, wzr, [x1]
    EXPECT_FALSE(read(word).is_discarded) << std::hex << word;
  }
}

TEST(MemoryUseOfAarch64, Addresses) {
  const MemoryUse page = read(0xb0000000);  // adrp x0, the next page
  EXPECT_EQ(page.target, 0);
  EXPECT_EQ(page.made.base, kNoRegister);
  EXPECT_EQ(page.made.offset, kHere + 0x1000);
  const MemoryUse sum = read(0x91004020);  // add x0, x1, #16
  EXPECT_EQ(sum.target, 0);
  EXPECT_EQ(sum.made.base, 1);
  EXPECT_EQ(sum.made.offset, 16U);
  const MemoryUse move = read(0xaa0103e0);  // mov x0, x1
  EXPECT_EQ(move.target, 0);
  EXPECT_EQ(move.made.base, 1);
  const MemoryUse zero = read(0xaa1f03e0);  // mov x0, xzr
  EXPECT_EQ(zero.target, kNoRegister);
  EXPECT_EQ(zero.overwritten, 1U);
  const MemoryUse thread = read(0xd53bd040);  // mrs x0, tpidr_el0
  EXPECT_EQ(thread.target, 0);
  EXPECT_TRUE(thread.made.is_thread_own);
}

TEST(MemoryUseOfAarch64, JumpsAndCalls) {
  const MemoryUse call = read(0x94000002);  // bl pc + 8
  EXPECT_TRUE(call.is_call);
  EXPECT_TRUE(call.goes_on);
  EXPECT_EQ(call.goes_to, kHere + 8);
  const MemoryUse jump = read(0x17ffffff);  // b pc - 4
  EXPECT_FALSE(jump.is_call);
  EXPECT_FALSE(jump.goes_on);
  EXPECT_EQ(jump.goes_to, kHere - 4);
  EXPECT_EQ(read(0x54000040).goes_to, kHere + 8);  // b.eq pc + 8
  EXPECT_TRUE(read(0x54000040).goes_on);
  EXPECT_EQ(read(0xb4000040).goes_to, kHere + 8);  // cbz x0, pc + 8
  EXPECT_EQ(read(0x36000040).goes_to, kHere + 8);  // tbz w0, #0, pc + 8
  EXPECT_FALSE(read(0xd65f03c0).goes_on);          // ret
  EXPECT_TRUE(read(0xd63f0020).is_call);           // blr x1
}

int g_shared = 0;
[[gnu::noinline, gnu::used]] int read_shared(const int* from) { return *from + g_shared; }

// The first access of a real function that is neither to its stack nor to constants.
TEST(MemoryUse, FindsAnAccessOfThisMachine) {
  auto at = reinterpret_cast<std::uintptr_t>(&read_shared);
  bool has_read = false;
  for (int i = 0; i < 64; ++i) {
    const std::optional<MemoryUse> use = memory_use_at(at, at + 64);
    ASSERT_TRUE(use.has_value());
    has_read |= use->use == Use::read && use->at.base != kStackRegister;
    if (!use->goes_on) break;
    at = use->next;
  }
  EXPECT_TRUE(has_read);
}

#if defined(__x86_64__)

MemoryUse read_bytes(std::initializer_list<unsigned char> bytes) {
  static unsigned char code[16];
  std::copy(bytes.begin(), bytes.end(), code);
  const auto at = reinterpret_cast<std::uintptr_t>(code);
  const std::optional<MemoryUse> use = memory_use_at(at, at + bytes.size());
  EXPECT_TRUE(use.has_value());
  return use.value_or(MemoryUse{});
}

TEST(MemoryUseOfX86, TellsUpdatesFromTests) {
  EXPECT_EQ(read_bytes({0xff, 0x00}).use, Use::update);                        // inc dword [rax]
  EXPECT_EQ(read_bytes({0xf7, 0x00, 0xfd, 0xff, 0xff, 0xff}).use, Use::read);  // test [rax], -3
  EXPECT_EQ(read_bytes({0x83, 0x38, 0x02}).use, Use::read);                    // cmp dword [rax], 2
  EXPECT_EQ(read_bytes({0x89, 0x08}).use, Use::write);                         // mov [rax], ecx
  const MemoryUse locked = read_bytes({0xf0, 0x0f, 0xc1, 0x08});  // lock xadd [rax], ecx
  EXPECT_EQ(locked.use, Use::update);
  EXPECT_TRUE(locked.is_indivisible);
  EXPECT_TRUE(read_bytes({0x87, 0x08}).is_indivisible);              // xchg [rax], ecx
  const MemoryUse lea = read_bytes({0x48, 0x8d, 0x44, 0x24, 0x08});  // lea rax, [rsp + 8]
  EXPECT_EQ(lea.use, Use::none);
  EXPECT_EQ(lea.target, 0);
  EXPECT_EQ(lea.made.base, kStackRegister);
  EXPECT_TRUE(read_bytes({0x0f, 0x31}).reads_source);                                  // rdtsc
  EXPECT_TRUE(read_bytes({0x0f, 0x01, 0xf9}).reads_source);                            // rdtscp
  EXPECT_TRUE(read_bytes({0x48, 0x0f, 0xc7, 0xf0}).reads_source);                      // rdrand rax
  EXPECT_TRUE(read_bytes({0x0f, 0xc7, 0xf8}).reads_source);                            // rdseed eax
  EXPECT_FALSE(read_bytes({0x0f, 0xa2}).reads_source);                                 // cpuid
  const MemoryUse canary = read_bytes({0x64, 0x48, 0x8b, 0x04, 0x25, 0x28, 0, 0, 0});  // fs:0x28
  EXPECT_TRUE(canary.at.is_thread_own);
}

#endif

}  // namespace
}  // namespace heddle::native
