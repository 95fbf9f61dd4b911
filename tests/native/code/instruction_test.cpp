// What is said of an instruction against what the processor does: registers that it is said not to
// read are given another value, and nothing else may change.
#include "native/code/instruction.hpp"

#include <gtest/gtest.h>

#if defined(__aarch64__)

#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <vector>

namespace heddle::native {
namespace {

constexpr int kFirst = 19;
constexpr int kCount = 10;
using Registers = std::array<std::uint64_t, kCount>;

struct Outcome {
  Registers registers{};
  std::uint64_t flags = 0;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

sigjmp_buf g_not_executed;
void give_up(int) { ::siglongjmp(g_not_executed, 1); }

// One instruction that may be executed, between one that loads x19 to x28 and one that stores them.
class Processor {
 public:
  Processor() {
    code_ = static_cast<std::uint32_t*>(::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (code_ == MAP_FAILED) code_ = nullptr;
    struct sigaction action {};
    action.sa_handler = give_up;
    action.sa_flags = SA_NODEFER;
    ::sigaction(SIGILL, &action, &old_illegal_);
    ::sigaction(SIGSEGV, &action, &old_fault_);
  }
  ~Processor() {
    ::sigaction(SIGILL, &old_illegal_, nullptr);
    ::sigaction(SIGSEGV, &old_fault_, nullptr);
    if (code_ != nullptr) ::munmap(code_, 4096);
  }
  Processor(const Processor&) = delete;
  Processor& operator=(const Processor&) = delete;

  bool may_execute() const { return code_ != nullptr; }

  void put(std::uint32_t word) {
    code_[0] = word;
    code_[1] = 0xd65f03c0;  // ret
    __builtin___clear_cache(reinterpret_cast<char*>(code_), reinterpret_cast<char*>(code_ + 2));
  }

  // False when there is no such instruction.
  bool execute(const Registers& before, Outcome& after) {
    if (::sigsetjmp(g_not_executed, 0) != 0) return false;
    Outcome outcome;
    outcome.registers = before;
    run(outcome.registers.data(), &outcome.flags, code_);
    after = outcome;
    return true;
  }

 private:
  static void run(std::uint64_t* registers, std::uint64_t* flags, const void* code) {
    register std::uint64_t* r0 asm("x0") = registers;
    register std::uint64_t* r1 asm("x1") = flags;
    register const void* r2 asm("x2") = code;
    asm volatile(
        "stp x0, x1, [sp, #-16]!\n"
        "ldp x19, x20, [x0]\n"
        "ldp x21, x22, [x0, #16]\n"
        "ldp x23, x24, [x0, #32]\n"
        "ldp x25, x26, [x0, #48]\n"
        "ldp x27, x28, [x0, #64]\n"
        ".irp n, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17\n"
        "mov x\\n, #\\n\n"
        ".endr\n"
        "msr nzcv, xzr\n"
        "blr x2\n"
        "ldp x0, x1, [sp], #16\n"
        "stp x19, x20, [x0]\n"
        "stp x21, x22, [x0, #16]\n"
        "stp x23, x24, [x0, #32]\n"
        "stp x25, x26, [x0, #48]\n"
        "stp x27, x28, [x0, #64]\n"
        "mrs x2, nzcv\n"
        "str x2, [x1]\n"
        : "+r"(r0), "+r"(r1), "+r"(r2)
        :
        : "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16",
          "x17", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x30", "cc",
          "memory");
  }

  std::uint32_t* code_ = nullptr;
  struct sigaction old_illegal_ {};
  struct sigaction old_fault_ {};
};

Instruction described(std::uint32_t word) {
  const std::array<std::uint32_t, 2> memory = {word, 0};
  const auto found = instruction_at(reinterpret_cast<std::uintptr_t>(memory.data()));
  return found.value_or(Instruction{.reads = kKeptRegisters});
}

class AgainstTheProcessor : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!processor_.may_execute()) GTEST_SKIP() << "no memory that can be written and executed";
  }

  // Every register gets another value in turn.  Returns whether the instruction exists.
  bool check(std::uint32_t word, const Registers& before) {
    processor_.put(word);
    Outcome outcome;
    if (!processor_.execute(before, outcome)) return false;
    const Instruction instruction = described(word);
    for (int i = 0; i < kCount; ++i) {
      const RegisterSet bit = RegisterSet{1} << (kFirst + i);
      if ((instruction.reads & bit) != 0) continue;
      Registers other = before;
      other[static_cast<std::size_t>(i)] ^= 0x8000'4000'1001'0101;
      Outcome expected = outcome;
      if ((instruction.writes & bit) == 0) {
        // Left alone.
        expected.registers[static_cast<std::size_t>(i)] = other[static_cast<std::size_t>(i)];
      }
      Outcome now;
      if (!processor_.execute(other, now)) now = {};
      EXPECT_EQ(now, expected) << std::hex << word << " x" << std::dec << kFirst + i;
      if (HasFailure()) break;
    }
    return true;
  }

  std::uint32_t random_word() { return static_cast<std::uint32_t>(random_()); }
  // A register of those that are watched.
  std::uint32_t any() { return kFirst + static_cast<std::uint32_t>(random_() % kCount); }

  Processor processor_;
  std::mt19937_64 random_{1};
};

TEST_F(AgainstTheProcessor, InstructionsThatCompute) {
  int exist = 0;
  int write = 0;
  for (int i = 0; i < 60'000 && !HasFailure(); ++i) {
    const bool immediate = i % 2 == 0;
    std::uint32_t word = random_word();
    word = immediate ? (word & ~0x1e000000U) | 0x10000000U : (word & ~0x0e000000U) | 0x0a000000U;
    word = (word & ~0x3ffU) | any() << 5 | any();
    if (i % 4 < 2) word = (word & ~0x1f0000U) | any() << 16;
    if (i % 8 < 4) word = (word & ~0x7c00U) | any() << 10;
    Registers before;
    for (std::uint64_t& value : before) value = random_();
    if (!check(word, before)) continue;
    ++exist;
    write += described(word).writes != 0 ? 1 : 0;
  }
  EXPECT_GT(exist, 20'000);
  EXPECT_GT(write, 15'000);
}

TEST_F(AgainstTheProcessor, InstructionsThatAccessMemory) {
  std::vector<std::uint64_t> memory(16'384);
  for (std::uint64_t& value : memory) value = random_();
  int write = 0;
  for (int i = 0; i < 60'000 && !HasFailure(); ++i) {
    // Any access, at an address that one register gives, with no other one added.
    std::uint32_t word = (random_word() & ~0x0a000000U) | 0x08000000U;
    word = (word & ~0x3ffU) | any() << 5 | any();
    word = (word & ~0x7c00U) | any() << 10;
    word = (word & ~0x1f0000U) | any() << 16;
    if ((word >> 27 & 7) == 0b111 && (word >> 24 & 1) == 0) word &= ~0x200000U;
    Registers before;
    for (std::uint64_t& value : before) {
      value = reinterpret_cast<std::uintptr_t>(&memory[8'192 - 16 * (random_() % 8)]);
    }
    const std::vector<std::uint64_t> kept(memory.begin() + 8'000, memory.begin() + 8'400);
    if (check(word, before)) write += described(word).writes != 0 ? 1 : 0;
    std::copy(kept.begin(), kept.end(), memory.begin() + 8'000);
  }
  EXPECT_GT(write, 2'000);
}

RegisterSet x(int number) { return RegisterSet{1} << number; }

TEST(Instruction, KnowsWhatCompilersMakeOfFunctions) {
  EXPECT_EQ(described(0xa9025bf5).reads, x(21) | x(22));   // stp x21, x22, [sp, #32]
  EXPECT_EQ(described(0xa9425bf5).writes, x(21) | x(22));  // ldp x21, x22, [sp, #32]
  EXPECT_EQ(described(0xb9400275).writes, x(21));          // ldr w21, [x19]
  EXPECT_EQ(described(0xb9400275).reads, x(19));
  EXPECT_EQ(described(0xb9000275).reads, x(19) | x(21));  // str w21, [x19]
  EXPECT_EQ(described(0xaa0003f3).writes, x(19));         // mov x19, x0
  EXPECT_EQ(described(0x11000675).writes, x(21));         // add w21, w19, #1
  EXPECT_EQ(described(0x110006b5).writes, 0U);            // add w21, w21, #1
  EXPECT_EQ(described(0xf2a00033).reads, x(19));          // movk x19, #1, lsl #16
}

TEST(Instruction, KnowsWhereBranchesGo) {
  const std::array<std::uint32_t, 6> code = {
      0x94000004,  // bl +16
      0x17ffffff,  // b -4
      0x54000040,  // b.eq +8
      0xb4000053,  // cbz x19, +8
      0xd65f03c0,  // ret
      0xd61f0220,  // br x17
  };
  const auto at = [&](std::size_t i) { return reinterpret_cast<std::uintptr_t>(&code[i]); };
  const auto call = instruction_at(at(0));
  EXPECT_TRUE(call->is_call && call->goes_on);
  EXPECT_EQ(call->target, at(4));
  EXPECT_EQ(call->next, at(1));
  const auto jump = instruction_at(at(1));
  EXPECT_FALSE(jump->goes_on);
  EXPECT_EQ(jump->target, at(0));
  EXPECT_EQ(instruction_at(at(2))->target, at(4));
  EXPECT_TRUE(instruction_at(at(2))->goes_on);
  EXPECT_EQ(instruction_at(at(3))->reads, x(19));
  EXPECT_TRUE(instruction_at(at(4))->returns);
  EXPECT_FALSE(instruction_at(at(5)).has_value());
}

}  // namespace
}  // namespace heddle::native

#else

TEST(Instruction, IsNotUnderstoodHere) {
  const char code[16] = {};
  EXPECT_FALSE(heddle::native::instruction_at(reinterpret_cast<std::uintptr_t>(code)).has_value());
}

#endif
