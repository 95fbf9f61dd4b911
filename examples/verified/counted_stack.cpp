// Threads take nodes from a stack and put them back.  Whatever the schedule: in the end every node
// is in exactly one place, on the stack or in somebody's hands.
//
// Arguments: the number of threads, 2 or 3; and "wrong" for a stack that does not count its
// changes.
#include "counted_stack.hpp"

#include <array>
#include <cassert>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t kNodes = 3;

// Takes two nodes and puts the first one back.
template <typename Stack>
void take_two(Stack& stack, std::uint32_t& kept) {
  const std::uint32_t first = stack.pop();
  kept = stack.pop();
  if (first != Stack::kNone) stack.push(first);
}

template <Heads kHeads>
void test(int thread_count) {
  CountedStack<kNodes, kHeads> stack;
  for (std::uint32_t node = 1; node <= kNodes; ++node) stack.push(node);
  std::array<std::uint32_t, 3> kept{};

  std::vector<std::thread> threads;
  for (int i = 1; i < thread_count; ++i) {
    threads.emplace_back([&, i] { kept[i] = stack.pop(); });
  }
  take_two(stack, kept[0]);
  for (std::thread& thread : threads) thread.join();

  std::array<int, kNodes + 1> places{};
  for (const std::uint32_t node : kept) ++places[node];
  for (std::size_t i = 0; i < kNodes + 1; ++i) ++places[stack.pop()];
  for (std::uint32_t node = 1; node <= kNodes; ++node) assert(places[node] == 1);
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 2;
  argc > 2 ? test<Heads::wrong>(threads) : test<Heads::right>(threads);
}
