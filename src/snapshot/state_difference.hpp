// What of a state lies where, and in which words two states differ: for people who want to know
// why two states are not one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/ids.hpp"
#include "snapshot/memory_image.hpp"
#include "snapshot/paused_stack.hpp"

namespace heddle::native {

// What a word of memory is.
struct MemoryPlace {
  enum class Kind : std::uint8_t { global, heap, thread_local_variable, stack, scheduler };
  Kind kind = Kind::global;
  ThreadId thread = kNoThread;  // whose arena, variable, stack or record
  Site code = kNoSite;          // of a stack: where its frame goes on
  // Of a global its address; otherwise from the beginning of the arena, the variables, the frame or
  // the record.
  std::uint64_t offset = 0;
  std::string_view name;  // of a saved register or of a field; may be empty

  friend auto operator<=>(const MemoryPlace&, const MemoryPlace&) = default;
};

using Stacks = std::map<ThreadId, std::shared_ptr<const PausedStack>>;  // of the paused threads

// The word at an address, with the stacks of the state.
MemoryPlace place_of(std::uintptr_t address, const Stacks& stacks);

struct WordDifference {
  std::uintptr_t address = 0;
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};

// By ascending address.  What does not tell states apart is left out, such as what is dead on the
// stacks of both.
struct MemoryAndStacks {
  const MemoryTree& memory;
  const Stacks& stacks;
};
std::vector<WordDifference> words_that_differ(const MemoryAndStacks& first,
                                              const MemoryAndStacks& second);

// The present state without what stacks hold, except for where each frame goes on.
class StateOutline {
 public:
  // REQUIRES: the memory image has seen the present state.
  Fingerprint outline();
  // Of the state that was outlined last.
  const Stacks& stacks() const { return stacks_; }

 private:
  void find_stack_pages();

  std::size_t pages_seen_ = 1;
  std::map<ThreadId, std::vector<std::uint32_t>> stack_pages_;
  // Walks that were made, by the content of the stack.
  struct ByLow {
    std::size_t operator()(const Fingerprint& hash) const { return hash.low; }
  };
  std::unordered_map<Fingerprint, std::shared_ptr<const PausedStack>, ByLow> walked_;
  Stacks stacks_;
};

}  // namespace heddle::native
