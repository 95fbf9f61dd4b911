// Memory that a worker shares with the process that watches it.  The schedule being executed is
// always readable here, so that a worker that dies still yields a trace.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "core/decision.hpp"
#include "core/result.hpp"

namespace heddle::fleet {

// The layout.  Both sides come from one build of Heddle; `magic` catches when they do not.
struct ChannelMemory {
  static constexpr std::uint64_t kMagic = 0x3530656c64646568;  // "heddle05"
  static constexpr std::size_t kDecisions = std::size_t{1} << 20;
  static constexpr std::size_t kTextSize = std::size_t{64} << 10;
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

  std::uint64_t magic;
  std::atomic<bool> has_begun;  // set by the worker: it has loaded Heddle's library
  std::atomic<bool> stop;       // set by the watcher: end with the result so far
  std::atomic<bool>
      reports;  // set by the worker: the search is over, the result is being put together
  std::atomic<std::uint32_t> errors;  // that were found so far, each outlined in the file of traces
  std::atomic<std::int64_t> deadline;  // nanoseconds of the steady clock; kNever: none
  std::atomic<std::uint64_t> executions;
  std::atomic<std::uint64_t> states;
  std::atomic<std::uint64_t> transitions;
  std::atomic<std::uint64_t> max_depth;
  std::atomic<std::uint32_t> races;  // that were noted so far
  // The estimated number of schedules with its interval; 0: none yet.
  std::atomic<double> schedules;
  std::atomic<double> schedules_low;
  std::atomic<double> schedules_high;
  std::atomic<std::uint32_t> length;  // of the schedule being executed
  std::atomic<std::uint32_t> thread_count;
  std::atomic<std::uint32_t> heartbeat;  // raised while the worker waits for other workers
  // If several workers share a search: the number of this worker and of all; 0: not shared.
  std::uint32_t split_worker;
  std::uint32_t split_workers;
  std::uint64_t split_bytes;       // of the shared memory
  std::atomic<bool> counts_all;    // the result has the counts and the coverage of all workers
  std::atomic<bool> cannot_split;  // one process has to explore all
  // The descriptor of the campaign's folder; -1: no campaign.  If `campaign_continues`, the worker
  // continues from the checkpoint in it.
  std::int32_t campaign_folder;
  bool campaign_continues;
  std::uint64_t campaign_identity;         // that is written to checkpoints
  std::atomic<std::uint64_t> checkpoints;  // written so far
  char phase[120];                         // phase of the search, for the status line
  char options[kTextSize];                 // for the worker
  struct ThreadPath {
    std::uint16_t parent;
    std::uint16_t ordinal;
  };
  ThreadPath threads[1024];  // by id, so that a schedule's numbers can be understood elsewhere
  // What are scheduling points, so that a schedule's steps can be understood elsewhere: whether
  // plain accesses are, and which cells of stacks are shared, one per line.
  std::atomic<std::uint8_t> plain_points;  // a native::PlainPoints
  char shared_cells[kTextSize];
  Decision decisions[kDecisions];
};

// Files in memory that the worker inherits, and their numbers in the worker.
struct ChannelFiles {
  int memory = -1;
  int result = -1;  // the worker's result, as JSON
  int trace = -1;   // lines of the trace, as they happen
  int replay = -1;  // a trace to be run once; -1: a search
  int split = -1;   // memory that all workers of one search share; -1: none
};

// Memory that all workers of one search share, as a file.  Zeros at first, and only the pages that
// are used exist.
class SplitFile {
 public:
  static Result<SplitFile> create(std::uint64_t bytes, std::uint32_t workers);
  SplitFile(SplitFile&& other) noexcept;
  SplitFile& operator=(SplitFile&&) = delete;
  ~SplitFile();

  int file() const { return file_; }
  std::uint64_t bytes() const { return bytes_; }
  std::uint32_t workers() const { return workers_; }

 private:
  SplitFile() = default;
  int file_ = -1;
  std::uint64_t bytes_ = 0;
  std::uint32_t workers_ = 0;
};

class Channel {
 public:
  // THROWS nothing; a machine without memory files is an Error.
  static Result<Channel> create(bool with_replay);
  // In the worker: from the text of the environment variable.  The variable is trusted as far as
  // the magic.
  static Result<Channel> open(std::string_view text);

  Channel(Channel&& other) noexcept;
  Channel& operator=(Channel&&) = delete;
  ~Channel();

  ChannelMemory& memory() { return *memory_; }
  const ChannelMemory& memory() const { return *memory_; }
  const ChannelFiles& files() const { return files_; }

  // Gives the worker a part in a search that several workers share.  The file stays the caller's.
  void share(const SplitFile& split, std::uint32_t worker);

  // Makes the worker's search a part of a campaign.  The folder stays the caller's.
  void join_campaign(int folder, std::uint64_t identity, bool continues);

  // Leaves the files open when this object goes: they will be opened again by their numbers.
  void release() { files_ = {}; }

  // In a worker to be: the files stay open in the program that it becomes.
  void keep_over_exec() const;

  // The numbers of the files, for the environment variable.
  std::string text() const;

  static constexpr const char* kVariable = "HEDDLE_CHANNEL";

 private:
  Channel() = default;
  ChannelMemory* memory_ = nullptr;
  ChannelFiles files_;
};

// Everything in a memory file, from its beginning.
std::string read_all(int descriptor);
// False when not everything could be written.
bool write_all(int descriptor, std::string_view text);

}  // namespace heddle::fleet
