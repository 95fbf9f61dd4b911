// What is said of an instruction against what the processor does: registers that it is said not to
// read are given another value, and nothing else may change.
#include "snapshot/liveness/instruction.hpp"

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
    ::sigaction(SIGBUS, &action, &old_misaligned_);
  }
  ~Processor() {
    ::sigaction(SIGILL, &old_illegal_, nullptr);
    ::sigaction(SIGSEGV, &old_fault_, nullptr);
    ::sigaction(SIGBUS, &old_misaligned_, nullptr);
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
        ".irp n, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18\n"
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
          "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x30",
          "cc", "memory");
  }

  std::uint32_t* code_ = nullptr;
  struct sigaction old_illegal_ {};
  struct sigaction old_fault_ {};
  struct sigaction old_misaligned_ {};
};

Instruction described(std::uint32_t word) {
  const std::array<std::uint32_t, 2> memory = {word, 0};
  const auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
  const auto found = instruction_at(begin, begin + sizeof memory);
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
    // An exclusive store may fail at any time, so two executions of it may differ.
    if ((word & 0x3fc00000U) == 0x08000000U) continue;
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
  const auto described_at = [&](std::size_t i) {
    return instruction_at(at(i), at(0) + sizeof code);
  };
  const auto call = described_at(0);
  EXPECT_TRUE(call->is_call && call->goes_on);
  EXPECT_EQ(call->target, at(4));
  EXPECT_EQ(call->next, at(1));
  const auto jump = described_at(1);
  EXPECT_FALSE(jump->goes_on);
  EXPECT_EQ(jump->target, at(0));
  EXPECT_EQ(described_at(2)->target, at(4));
  EXPECT_TRUE(described_at(2)->goes_on);
  EXPECT_EQ(described_at(3)->reads, x(19));
  EXPECT_TRUE(described_at(4)->returns);
  EXPECT_FALSE(described_at(5).has_value());
}

}  // namespace
}  // namespace heddle::native

#else

#include <cstdint>
#include <vector>

namespace heddle::native {
namespace {

constexpr RegisterSet kRbx = 1U << 3;
constexpr RegisterSet kR12 = 1U << 12;
constexpr RegisterSet kR15 = 1U << 15;

class Code {
 public:
  Code(std::initializer_list<std::uint8_t> bytes) : bytes_(bytes) {}
  std::uintptr_t begin() const { return reinterpret_cast<std::uintptr_t>(bytes_.data()); }
  std::optional<Instruction> described() const {
    return instruction_at(begin(), begin() + bytes_.size());
  }

 private:
  std::vector<std::uint8_t> bytes_;
};

TEST(Instruction, KnowsWhatCompilersMakeOfFunctions) {
  const auto is = [](const Code& code, RegisterSet reads, RegisterSet writes) {
    const auto found = code.described();
    return found && found->reads == reads && found->writes == writes && found->goes_on;
  };
  EXPECT_TRUE(is({0x53}, kRbx, 0));                                    // push rbx
  EXPECT_TRUE(is({0x5b}, 0, kRbx));                                    // pop rbx
  EXPECT_TRUE(is({0x41, 0x5c}, 0, kR12));                              // pop r12
  EXPECT_TRUE(is({0x8b, 0x1f}, 0, kRbx));                              // mov ebx, [rdi]
  EXPECT_TRUE(is({0x8b, 0x1b}, kRbx, 0));                              // mov ebx, [rbx]
  EXPECT_TRUE(is({0x8a, 0x1f}, kRbx, 0));                              // mov bl, [rdi]
  EXPECT_TRUE(is({0x89, 0x1f}, kRbx, 0));                              // mov [rdi], ebx
  EXPECT_TRUE(is({0x83, 0xc3, 0x01}, kRbx, 0));                        // add ebx, 1
  EXPECT_TRUE(is({0x31, 0xdb}, 0, kRbx));                              // xor ebx, ebx
  EXPECT_TRUE(is({0x44, 0x31, 0xfb}, kRbx | kR15, 0));                 // xor ebx, r15d
  EXPECT_TRUE(is({0x4d, 0x8d, 0x64, 0x1f, 0x08}, kR15 | kRbx, kR12));  // lea r12, [r15+rbx+8]
  EXPECT_TRUE(is({0x48, 0x0f, 0x44, 0xdf}, kRbx, 0));                  // cmove rbx, rdi
}

TEST(Instruction, KnowsWhereBranchesGo) {
  const Code call{0xe8, 0x10, 0, 0, 0};
  EXPECT_TRUE(call.described()->is_call);
  EXPECT_EQ(call.described()->target, call.begin() + 0x15);
  const Code jump{0xeb, 0xfe};
  EXPECT_EQ(jump.described()->target, jump.begin());
  EXPECT_FALSE(jump.described()->goes_on);
  const Code conditional{0x74, 0x02};
  EXPECT_EQ(conditional.described()->target, conditional.begin() + 4);
  EXPECT_TRUE(conditional.described()->goes_on);
  EXPECT_TRUE((Code{0xc3}.described()->returns));
  EXPECT_TRUE((Code{0xff, 0xd3}.described()->is_call));  // call rbx
  EXPECT_EQ((Code{0xff, 0xd3}.described()->reads), kRbx);
  EXPECT_FALSE((Code{0xff, 0xe3}.described().has_value()));  // jmp rbx
  EXPECT_FALSE((Code{0x0f, 0x0b}.described().has_value()));  // ud2
  EXPECT_FALSE((Code{0x48}.described().has_value()));        // no end
}

}  // namespace
}  // namespace heddle::native

#endif
