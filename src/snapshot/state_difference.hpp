// Locates the parts of a state in memory and finds the words in which two states differ.  Users
// see with it why two states are not equal.
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

// The meaning of a word of memory.
struct MemoryPlace {
  enum class Kind : std::uint8_t { global, heap, thread_local_variable, stack, scheduler };
  Kind kind = Kind::global;
  ThreadId thread = kNoThread;  // owner of the arena, variable, stack or record
  Site code = kNoSite;          // for a stack: where its frame resumes
  // The address of a global.  Otherwise the offset from the beginning of the arena, the variables,
  // the frame or the record.
  std::uint64_t offset = 0;
  std::string_view name;  // of a saved register or of a field; may be empty

  friend auto operator<=>(const MemoryPlace&, const MemoryPlace&) = default;
};

using Stacks = std::map<ThreadId, std::shared_ptr<const PausedStack>>;  // of the paused threads

// Returns the meaning of the word at an address, given the stacks of the state.
MemoryPlace place_of(std::uintptr_t address, const Stacks& stacks);

struct WordDifference {
  std::uintptr_t address = 0;
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};

// The memory of a state with the stacks of its paused threads.
struct MemoryAndStacks {
  const MemoryTree& memory;
  const Stacks& stacks;
};
// Returns the differing words by ascending address.  Omits words that do not distinguish states,
// such as dead words on the stacks of both.
std::vector<WordDifference> words_that_differ(const MemoryAndStacks& first,
                                              const MemoryAndStacks& second);

// Fingerprints the present state without the contents of stacks, except for where each frame
// resumes.
class StateOutline {
 public:
  // Returns the fingerprint.  REQUIRES: the memory image is up to date.
  Fingerprint outline();
  // Returns the stacks of the state that was outlined last.
  const Stacks& stacks() const { return stacks_; }

 private:
  void find_stack_pages();

  std::size_t pages_seen_ = 1;
  std::map<ThreadId, std::vector<std::uint32_t>> stack_pages_;
  // Results of earlier stack walks, by the content of the stack.
  struct ByLow {
    std::size_t operator()(const Fingerprint& hash) const { return hash.low; }
  };
  std::unordered_map<Fingerprint, std::shared_ptr<const PausedStack>, ByLow> walked_;
  Stacks stacks_;
};

}  // namespace heddle::native
