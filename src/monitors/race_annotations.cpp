#include "monitors/race_annotations.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "monitors/race_watch.hpp"
#include "runtime/engine_scope.hpp"
#include "runtime/engine_thread.hpp"
#include "runtime/memory_layout.hpp"

namespace heddle::native {
namespace {

struct Counts {
  std::uint32_t reads = 0;
  std::uint32_t writes = 0;
  std::uint32_t edges = 0;
};
struct Range {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};

struct Mutex {
  std::uintptr_t address = 0;
  std::uint32_t word = 0;
};

struct Mutexes {
  std::vector<std::uintptr_t> from_start;  // before the exploration
  std::vector<Mutex> of_execution;
};

struct Ranges {
  std::vector<Range> from_start;  // before the exploration
  std::vector<Range> of_execution;
};

}  // namespace

struct IgnoredAccesses {
  std::array<Counts, kMaxThreads> counts{};
  bool has_counts = false;  // whether a count is not zero
};

struct RaceAnnotations {
  Mutexes mutexes;
  Ranges ranges;
};

struct AnnotationsOfExecution {
  IgnoredAccesses ignored;
  std::vector<Range> ranges;
  std::vector<Mutex> mutexes;
};

namespace {

IgnoredAccesses& ignored() { return static_part(runtime().ignored_accesses); }
Mutexes& mutexes() { return allocated_part(runtime().race_annotations).mutexes; }
Ranges& ranges() { return allocated_part(runtime().race_annotations).ranges; }

std::span<std::uint32_t Counts::*const> counts_of(Ignored what) {
  using Count = std::uint32_t Counts::*;
  static constexpr Count kAll[] = {&Counts::reads, &Counts::writes, &Counts::edges};
  switch (what) {
    case Ignored::reads:
      return {kAll, 1};
    case Ignored::writes:
      return {kAll + 1, 1};
    case Ignored::accesses:
      return {kAll, 2};
    case Ignored::edges:
      return {kAll + 2, 1};
    case Ignored::all:
      break;
  }
  return kAll;
}

std::uint32_t word_at(std::uintptr_t address) {
  return *reinterpret_cast<const volatile std::uint32_t*>(address);
}

bool holds(const std::vector<Range>& all, std::uintptr_t address) {
  return std::any_of(all.begin(), all.end(), [address](const Range& one) {
    return address >= one.begin && address < one.end;
  });
}

}  // namespace

void begin_ignoring(ThreadId thread, Ignored what) {
  ignored().has_counts = true;
  for (const auto count : counts_of(what)) ++(ignored().counts[index(thread)].*count);
}

void end_ignoring(ThreadId thread, Ignored what) {
  for (const auto member : counts_of(what)) {
    std::uint32_t& count = ignored().counts[index(thread)].*member;
    if (count > 0) --count;
  }
}

bool is_ignored(ThreadId thread, bool writes) {
  if (!ignored().has_counts) return false;
  const Counts& counts = ignored().counts[index(thread)];
  return (writes ? counts.writes : counts.reads) > 0;
}

bool ignores_edges(ThreadId thread) {
  return ignored().has_counts && ignored().counts[index(thread)].edges > 0;
}

void allow_races(std::uintptr_t address, std::size_t size) {
  const Range range{address, address + size};
  if (!flags().exploring) {
    const EngineScope engine;
    ranges().from_start.push_back(range);
    return;
  }
  const EngineThread engine;
  ranges().of_execution.push_back(range);
}

bool allows_races(std::uintptr_t address) {
  return holds(ranges().from_start, address) || holds(ranges().of_execution, address);
}

void announce_mutex(std::uintptr_t address) {
  if (!flags().exploring) {
    const EngineScope engine;
    mutexes().from_start.push_back(address);
    return;
  }
  const EngineThread engine;
  mutexes().of_execution.push_back({address, word_at(address)});
  flags().has_announced_mutexes = true;
}

void forget_mutexes(std::uintptr_t address, std::size_t size) {
  if (!flags().has_announced_mutexes) return;
  const EngineThread engine;
  std::erase_if(mutexes().of_execution,
                [&](const Mutex& mutex) { return mutex.address - address < size; });
  flags().has_announced_mutexes = !mutexes().of_execution.empty();
}

void look_at_mutexes(ThreadId thread) {
  for (Mutex& mutex : mutexes().of_execution) {
    const std::uint32_t word = word_at(mutex.address);
    if (word == mutex.word) continue;
    mutex.word = word;
    race_watch::acquire(thread, annotated(mutex.address));
    race_watch::release(thread, annotated(mutex.address));
  }
}

std::shared_ptr<const AnnotationsOfExecution> annotations_of_execution() {
  return std::make_shared<const AnnotationsOfExecution>(
      AnnotationsOfExecution{ignored(), ranges().of_execution, mutexes().of_execution});
}

void restore_annotations(const AnnotationsOfExecution& annotations) {
  ignored() = annotations.ignored;
  ranges().of_execution = annotations.ranges;
  mutexes().of_execution = annotations.mutexes;
  flags().has_announced_mutexes = !mutexes().of_execution.empty();
}

void forget_annotations() {
  if (ignored().has_counts) ignored().counts = {};
  ignored().has_counts = false;
  ranges().of_execution.clear();
  mutexes().of_execution.clear();
  for (const std::uintptr_t address : mutexes().from_start) {
    mutexes().of_execution.push_back({address, word_at(address)});
  }
  flags().has_announced_mutexes = !mutexes().of_execution.empty();
}

}  // namespace heddle::native
