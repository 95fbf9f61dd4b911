// The frames of a thread that is paused: which function owns which part of its stack, and which
// words are registers that a function saved for its callers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/ids.hpp"

namespace heddle::native {

struct PausedFrame {
  Site code = kNoSite;       // where the function goes on
  std::uintptr_t begin = 0;  // its stack pointer; the frame ends where the next one begins
};

// A register that some function saved on behalf of the frame with that number, whose function uses
// it.  Functions between the two leave it alone.
struct SavedRegister {
  std::uintptr_t address = 0;
  std::uint32_t frame = 0;
  std::string_view name;
};

// A register as a function left it.
struct KeptRegister {
  int number = 0;  // of the debug format
  std::uintptr_t address = 0;
  bool is_dead = false;  // nobody reads it before it is written again
};

struct PausedStack {
  std::vector<PausedFrame> frames;  // innermost first, our own among them
  std::vector<SavedRegister> saved;
  std::uintptr_t end = 0;  // of the last frame
  // Where the innermost frame that is not ours begins, and where the registers are kept that its
  // function expects to find as they were.  0 and empty when all frames are ours.
  std::uintptr_t program = 0;
  std::vector<KeptRegister> program_registers;
  // Where that function's place to return to is kept, if it depends on its caller which of them are
  // dead; otherwise 0.
  std::uintptr_t deciding_caller = 0;

  // The frame that holds the address.  REQUIRES: frames[0].begin <= address < end.
  std::size_t frame_at(std::uintptr_t address) const;
  // Null when the word is none.
  const SavedRegister* register_at(std::uintptr_t address) const;
  // Whether the word is a register that is dead.
  bool is_dead(std::uintptr_t address) const;
};

// Walks the stack from inside: the unwinder runs on it, below what is alive, and everything is as
// before when this returns.  REQUIRES: called by the engine; the thread is paused and stacks are
// kept clean.
PausedStack paused_stack(ThreadId thread);

// Appends the return addresses of the program's calls that the thread is in, innermost first, and
// no more than `most`.  REQUIRES: as of paused_stack, but stacks need not be kept clean.
void add_paused_calls(ThreadId thread, std::size_t most, std::vector<std::uintptr_t>& into);

// As paused_stack, for a thread that will never go on from its context.  Its dead stack is left
// dirty.
PausedStack abandoned_stack(ThreadId thread, void* context);

}  // namespace heddle::native
