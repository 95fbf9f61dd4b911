// The file of a checkpoint: the memory of an explored process with the few facts that the kernel
// keeps about it.
//
//   header | regions | runs of pages | the pages of these runs
//
// The header has a hash of itself and a hash of the rest, so a damaged file is detected before
// anything is restored from it.
#pragma once

#include <cstdint>

namespace heddle::campaign {

enum class RegionKind : std::uint32_t {
  anonymous,
  heap,    // ends at the program break
  stack,   // grows downwards
  file,    // a file or a part of one; pages that were written to are the process's own
  shared,  // memory that other processes see
  kernel,  // made by the kernel, such as [vdso]
  own,     // used to write and to restore checkpoints
};

// A part of the address space with one protection.
struct Region {
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  RegionKind kind = RegionKind::anonymous;
  std::uint32_t protection = 0;  // as for mprotect
  std::uint64_t offset = 0;      // in the file
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t stamp = 0;  // changes with the size and the time of the file
};

// Consecutive pages that are in the file.
struct PageRun {
  std::uint64_t address = 0;
  std::uint64_t pages = 0;
};

// As the kernel's system call reads and writes it.
struct SignalAction {
  std::uint64_t words[4];
};

struct SignalStack {
  std::uint64_t words[3];
};

struct CheckpointHeader {
  static constexpr std::uint64_t kMagic = 0x3154'504b'4344'4548;  // "HEDCKPT1"
  static constexpr std::size_t kSignals = 64;
  static constexpr std::size_t kMostFiles = 64;

  std::uint64_t magic = 0;
  std::uint64_t header_hash = 0;  // of the header with a zero here
  std::uint64_t body_hash = 0;
  std::uint64_t length = 0;    // of the file
  std::uint64_t campaign = 0;  // that it belongs to, see CampaignIdentity
  std::uint64_t number = 0;    // of checkpoints of this campaign until here
  std::uint64_t page = 0;      // bytes
  std::uint64_t regions = 0;
  std::uint64_t runs = 0;
  std::uint64_t pages = 0;  // of all runs
  // Where the process continues.
  std::uint64_t context = 0;
  std::uint64_t thread_pointer = 0;
  std::uint64_t program_break = 0;
  SignalAction signals[kSignals] = {};
  SignalStack signal_stack = {};
  std::uint64_t signal_mask = 0;
  std::int32_t channel = -1;  // descriptor of the channel's memory
  std::uint32_t file_count = 0;
  std::int32_t files[kMostFiles] = {};  // open descriptors, ascending
};

// Where the regions begin.
inline constexpr std::uint64_t kCheckpointBody = 4096;
static_assert(sizeof(CheckpointHeader) <= kCheckpointBody);

}  // namespace heddle::campaign
