// Saves this process in a file and continues from such a file in another process.
//
// An explored process is almost only memory: its threads are fibers at fixed addresses, and the
// memory layout is not randomized.  So a search continues exactly where it was if a process that
// began in the same way gets the same memory.  No part of the search needs code of its own for it.
//
// The kernel's part is small: the new process opens the same descriptors when it starts, and signal
// handlers are in the file.  A program that changed more of the kernel's state, such as files,
// cannot be saved at that moment.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace heddle::checkpoint {

enum class Continuation : std::uint8_t {
  saved,    // the file is written, the process goes on
  failed,   // the file could not be written
  resumed,  // this is another process, which continues from the file
};

class ProcessCheckpoint {
 public:
  // `channel`: descriptor of the shared memory that is mapped again instead of being saved.
  // `pulse` is raised while a file is written, which may take long; it lies in that memory.
  ProcessCheckpoint(int channel, std::atomic<std::uint32_t>& pulse)
      : channel_(channel), pulse_(pulse) {}

  // Examines this process before the first checkpoint.  Returns a sentence that says why it cannot
  // be saved; empty: it can.  REQUIRES: called by the engine, once in each process.
  std::string prepare();

  // Returns whether the process has only the descriptors and the libraries that it had when
  // `prepare` was called.
  bool is_ready() const;

  // Writes this process to a file.  REQUIRES: is_ready().
  Continuation save(int file, std::uint64_t campaign, std::uint64_t number);

  // Becomes the process in the file, where `save` then returns `resumed`.  Returns only if that is
  // impossible, with a sentence that says why.  REQUIRES: the file is not damaged, and prepare()
  // was called.
  std::string restore(int file);

 private:
  int channel_;
  std::atomic<std::uint32_t>& pulse_;
};

}  // namespace heddle::checkpoint
