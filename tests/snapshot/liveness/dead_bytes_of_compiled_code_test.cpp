// Dead bytes in the frames of functions that are compiled without optimisation: each function
// pauses, all bytes of its frame that are said to be dead are overwritten, and its result must not
// change.
#include <gtest/gtest.h>

#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "snapshot/liveness/frame_flow.hpp"
#include "snapshot/liveness/function_part.hpp"
#include "snapshot/liveness/local_objects.hpp"

namespace heddle::native {
namespace {

constexpr int kGarbage = 0xa5;

std::size_t g_overwritten = 0;
bool g_overwrites = true;

// Overwrites the dead bytes of its caller, and of that one's caller.
[[gnu::noinline]] void pause() {
  constexpr int kFrames = 2;
  static LocalObjectTable objects;
  auto frame = reinterpret_cast<std::uintptr_t>(__builtin_dwarf_cfa());
  auto after =
      reinterpret_cast<std::uintptr_t>(__builtin_extract_return_addr(__builtin_return_address(0)));
  for (int i = 0; i < kFrames; ++i) {
    const std::optional<FunctionPart> part = FunctionPart::around(after - 1);
    if (!part) return;
    const std::optional<FrameFlow> flow = FrameFlow::of(*part, objects);
    if (!flow || !flow->stack_pointer_at(after) || !flow->return_slot()) return;
    const std::int64_t pointer = *flow->stack_pointer_at(after);
    const auto at = [&](std::int64_t offset) {
      return reinterpret_cast<void*>(frame + static_cast<std::uintptr_t>(offset - pointer));
    };
    for (const ByteRange& dead : flow->dead_at(after)) {
      const auto bytes = static_cast<std::size_t>(dead.end - dead.begin);
      if (g_overwrites) std::memset(at(dead.begin), kGarbage, bytes);
      g_overwritten += bytes;
    }
    std::memcpy(&after, at(*flow->return_slot()), sizeof after);
    frame += static_cast<std::uintptr_t>(-pointer);
  }
}

// Returns the result of a function, which must be the same if nothing is overwritten.
template <typename Function>
int result_of(Function function, int argument) {
  g_overwrites = false;
  const int expected = function(argument);
  g_overwrites = true;
  g_overwritten = 0;
  EXPECT_EQ(function(argument), expected);
  return expected;
}

int overwrites_a_dead_variable(int a) {
  int kept = a * 3;
  int dead = a * 5;
  pause();
  dead = kept + 1;
  return dead * kept;
}

TEST(DeadBytesOfCompiledCode, AVariableThatIsWrittenFirst) {
  result_of(overwrites_a_dead_variable, 7);
  EXPECT_GE(g_overwritten, sizeof(int));
}

int reads_on_a_rare_path(int a) {
  int rare = a * 9;
  pause();
  if (a > 100) return rare;
  rare = 1;
  return rare;
}

TEST(DeadBytesOfCompiledCode, NotAVariableThatOnePathReads) {
  EXPECT_EQ(result_of(reads_on_a_rare_path, 5), 1);
  EXPECT_EQ(result_of(reads_on_a_rare_path, 200), 1800);
}

int reads_by_a_reference(int a) {
  int value = a * 2;
  const auto read = [&] { return value; };
  pause();
  return read() + 1;
}

TEST(DeadBytesOfCompiledCode, NotAVariableThatALambdaRefersTo) {
  EXPECT_EQ(result_of(reads_by_a_reference, 4), 9);
}

[[gnu::noinline]] int sum_of_ten(int a, int b, int c, int d, int e, int f, int g, int h, int i,
                                 int j) {
  pause();
  return a + b + c + d + e + f + g + h + 10 * i + 100 * j;
}

int passes_on_the_stack(int a) { return sum_of_ten(1, 2, 3, 4, 5, 6, 7, 8, a, a + 1); }

TEST(DeadBytesOfCompiledCode, NotArgumentsOnTheStack) {
  EXPECT_EQ(result_of(passes_on_the_stack, 5), 36 + 50 + 600);
}

int sum_of_many(int count, ...) {
  std::va_list arguments;
  va_start(arguments, count);
  pause();
  int sum = 0;
  for (int i = 0; i < count; ++i) sum = sum * 2 + va_arg(arguments, int);
  va_end(arguments);
  return sum;
}

int passes_many(int a) { return sum_of_many(10, a, 2, 3, 4, 5, 6, 7, 8, 9, a); }

TEST(DeadBytesOfCompiledCode, NotVariableArguments) { result_of(passes_many, 6); }

[[gnu::noinline]] void pause_and_throw(int a) {
  pause();
  throw a + 1;
}

int reads_in_a_handler(int a) {
  int value = a * 4;
  try {
    pause_and_throw(a);
    value = 0;
  } catch (int thrown) {
    return value + thrown;
  }
  return value;
}

TEST(DeadBytesOfCompiledCode, NotAVariableThatAHandlerReads) {
  EXPECT_EQ(result_of(reads_in_a_handler, 3), 16);
}

std::jmp_buf g_back;

int reads_after_a_jump(int a) {
  int value = a * 6;
  if (setjmp(g_back) != 0) return value;
  pause();
  std::longjmp(g_back, 1);
}

TEST(DeadBytesOfCompiledCode, NotAVariableThatIsReadAfterAJump) {
  EXPECT_EQ(result_of(reads_after_a_jump, 8), 48);
}

struct Linked {
  int value = 0;
  int link = 0;
};
int* g_link = nullptr;

// Finds the object by the address of its member.
[[gnu::noinline]] int value_of_linked() {
  const char* const begin = reinterpret_cast<const char*>(g_link) - offsetof(Linked, link);
  int value = 0;
  std::memcpy(&value, begin, sizeof value);
  return value;
}

int reads_by_a_member(int a) {
  Linked linked;
  linked.value = a;
  g_link = &linked.link;
  pause();
  return value_of_linked();
}

TEST(DeadBytesOfCompiledCode, NotAnObjectWhoseMemberHasAnAddress) {
  EXPECT_EQ(result_of(reads_by_a_member, 12), 12);
}

int reads_from_the_end(int a) {
  int values[4] = {a, a + 1, a + 2, a + 3};
  const int* at = values + 4;
  pause();
  int sum = 0;
  for (int i = 0; i < 4; ++i) sum = sum * 3 + *--at;
  return sum;
}

TEST(DeadBytesOfCompiledCode, NotAnArrayThatIsReadFromItsEnd) { result_of(reads_from_the_end, 2); }

int reads_in_a_loop(int a) {
  int total = 0;
  for (int i = 0; i < 3; ++i) {
    int term = a + i;
    pause();
    total = total * 2 + term;
    term = 0;
  }
  return total;
}

TEST(DeadBytesOfCompiledCode, NotAVariableOfALoop) { result_of(reads_in_a_loop, 5); }

int reads_in_a_switch(int a) {
  int first = a * 2;
  int second = a * 3;
  int third = a * 5;
  pause();
  switch (a) {
    case 0:
      return first + 1;
    case 1:
      return second + 2;
    case 2:
      return third + 3;
    case 3:
      return first + second;
    case 4:
      return second + third;
    case 5:
      return first + third;
    default:
      return 0;
  }
}

TEST(DeadBytesOfCompiledCode, NotAVariableThatASwitchReads) {
  for (int a = 0; a < 7; ++a) result_of(reads_in_a_switch, a);
}

int has_a_large_frame(int a) {
  char text[301];
  std::memset(text, 0, sizeof text);
  int first = a * 2;
  char small = static_cast<char>(a);
  long second = a * 3;
  short third = static_cast<short>(a * 5);
  text[a] = 'x';
  pause();
  const char* const at = &text[a];
  return first + small + static_cast<int>(second) + third + *at;
}

TEST(DeadBytesOfCompiledCode, NotVariablesOfALargeFrame) { result_of(has_a_large_frame, 11); }

struct Retained {
  explicit Retained(int a);
  int first;
  int second;
};
Retained* g_retained = nullptr;
Retained::Retained(int a) : first(a), second(a * 2) { g_retained = this; }

int binds_parts(int a) {
  auto [first, second] = Retained(a);
  pause();
  const int seen = g_retained->second;
  return first + seen;
}

TEST(DeadBytesOfCompiledCode, NotAPartOfAnObjectThatIsReadByItsAddress) {
  EXPECT_EQ(result_of(binds_parts, 3), 9);
}

int recursion(int depth) {
  int mine = depth * 7;
  const int below = depth == 0 ? 1 : recursion(depth - 1);
  pause();
  int sum = mine + below;
  mine = 0;
  return sum + mine;
}

TEST(DeadBytesOfCompiledCode, NotVariablesOfCallers) { result_of(recursion, 4); }

}  // namespace
}  // namespace heddle::native
