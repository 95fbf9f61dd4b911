// Counts new reads-from pairs and happens-before classes of sampled executions.  They measure the
// yield of a sampling search, as new states measure that of a search with a visited set.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "search/engine/flat_table.hpp"
#include "search/por/path_analysis.hpp"
#include "search/strategy/abstract_event.hpp"

namespace heddle::search {

// The pairs and classes of all executions so far.  Several searches of one program may share it.
class Discoveries {
 public:
  // Returns whether it is new.
  bool add_pair(std::uint64_t hash) { return add(pairs_, hash); }
  bool add_class(std::uint64_t hash) { return add(classes_, hash); }

 private:
  static bool add(FlatSet<std::uint64_t>& known, std::uint64_t hash) {
    return known.insert(hash == FreeKey<std::uint64_t>::kValue ? 0 : hash).second;
  }

  FlatSet<std::uint64_t> pairs_;
  FlatSet<std::uint64_t> classes_;
};

// Compares each execution of a search with the earlier ones.  REQUIRES: the search executes whole
// schedules from the initial state.
//
// An execution is identified by the write that each access follows, in any order: executions that
// differ only in the order of independent steps are equal.  An operation that changes nothing, like
// a compare-exchange that fails, counts as a write.  Threads that a step wakes and overlapping
// accesses of different addresses are not considered.
class DiscoveryWatch final : public PathAnalysis {
 public:
  struct News {
    bool has_pair = false;
    bool is_class = false;
  };

  explicit DiscoveryWatch(std::shared_ptr<Discoveries> known) : known_(std::move(known)) {}

  // Called at the end of an execution.  Returns what no earlier execution had.
  News run_ended();

  void stepping(const Path& path, Decision decision) override;
  void stepped(const Path&) override {}
  void rewound(const Path& path) override;

 private:
  // Hashes of the last write of an object: of its place in the code, and of its place in the
  // execution.
  struct LastWrite {
    std::uint64_t event = 0;
    std::uint64_t instance = 0;
  };

  std::shared_ptr<Discoveries> known_;
  EventList events_;
  // The members below describe the present execution.
  std::unordered_map<ObjectId, LastWrite> objects_;
  std::vector<std::uint64_t> steps_;  // by thread index
  std::uint64_t class_ = 0;           // a sum: the order of the accesses does not matter
  std::uint32_t depth_ = 0;
  bool has_pair_ = false;
};

}  // namespace heddle::search
