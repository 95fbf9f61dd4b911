// The frames of a paused thread: which function owns which part of its stack, and which words are
// callee-saved registers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/ids.hpp"

namespace heddle::native {

struct PausedFrame {
  Site code = kNoSite;       // where the function resumes
  std::uintptr_t begin = 0;  // its stack pointer; the frame ends where the next one begins
};

// A register that some function saved on behalf of the frame with that number, whose function uses
// it.  Functions between the two do not modify it.
struct SavedRegister {
  std::uintptr_t address = 0;
  std::uint32_t frame = 0;
  std::string_view name;
};

// A register as a function left it.
struct KeptRegister {
  int number = 0;  // of the debug format
  std::uintptr_t address = 0;
  bool is_dead = false;  // written before it is read again
};

struct PausedStack {
  std::vector<PausedFrame> frames;  // innermost first, including runtime frames
  std::vector<SavedRegister> saved;
  std::uintptr_t end = 0;  // of the last frame
  // Where the innermost program frame begins, and where the registers are saved that its function
  // expects to be preserved. 0 and empty when all frames are the runtime's.
  std::uintptr_t program = 0;
  std::vector<KeptRegister> program_registers;

  // Returns the frame that holds the address.  REQUIRES: frames[0].begin <= address < end.
  std::size_t frame_at(std::uintptr_t address) const;
  // Returns the saved register at the address; null when there is none.
  const SavedRegister* register_at(std::uintptr_t address) const;
  // Returns whether the word is a dead register.
  bool is_dead(std::uintptr_t address) const;
};

// Walks the stack from inside: the unwinder runs on it, below its live part, and everything is
// restored before this returns.  REQUIRES: called by the engine; the thread is paused and stacks
// are kept clean.
PausedStack paused_stack(ThreadId thread);

// Appends the return addresses of the thread's active program calls, innermost first, and no more
// than `most`.  REQUIRES: as for paused_stack, but stacks need not be kept clean.
void add_paused_calls(ThreadId thread, std::size_t most, std::vector<std::uintptr_t>& into);

// Does the same as paused_stack for a thread that never resumes from its context.  Its dead stack
// is left dirty.
PausedStack abandoned_stack(ThreadId thread, void* context);

}  // namespace heddle::native
