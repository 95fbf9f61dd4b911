// Collects the memory around the objects of one recorded execution, see core/memory_excerpt.hpp.
// Only a reader with debug information can tell which pointers are meant, so everything that looks
// like a pointer counts, as in leak_check.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "core/memory_excerpt.hpp"
#include "monitors/step_recorder.hpp"
#include "runtime/memory_regions.hpp"

namespace heddle::native {

class MemoryExcerpts {
 public:
  explicit MemoryExcerpts(const StepRecorder& recorder)
      : recorder_(recorder), data_(program_data()) {}

  // Returns the memory around an object on a stack or on the heap; empty for other objects, and
  // once too much memory was read.  REQUIRES: called by the engine while all threads are paused.
  MemoryExcerpt around(ObjectId object);

  // Returns a number that differs between objects that had the same address at different times, as
  // far as the name of the object may differ.
  std::uint64_t incarnation(ObjectId object) const;

 private:
  // Limits of all excerpts together.  They count work, not time, so that one execution has one
  // trace.
  static constexpr std::size_t kMostObjects = 8'192;
  static constexpr std::size_t kMostBytes = std::size_t{512} << 20;
  // Larger heap blocks hold data rather than pointers to it.
  static constexpr std::size_t kLargestBlock = std::size_t{1} << 20;

  struct Word {
    std::uint64_t value;
    std::uint64_t at;

    friend auto operator<=>(const Word&, const Word&) = default;
  };

  // The memory around a large array is not read for each of its elements.
  static constexpr std::size_t kReadsOfBlock = 16;
  struct KnownBlock {
    std::uint64_t number = 0;  // of the block, among those that had its address
    std::size_t reads = 0;
    MemoryExcerpt around;
  };

  MemoryExcerpt read_around(std::uint64_t address);
  void read(std::uint64_t begin, std::uint64_t end);
  void read_all();

  const StepRecorder& recorder_;
  std::vector<MemoryRegion> data_;
  std::size_t objects_ = 0;
  std::size_t bytes_ = 0;
  std::map<std::uint64_t, KnownBlock> known_;
  std::vector<Word> words_;  // that hold an address of a stack or the heap, in order of value
};

}  // namespace heddle::native
