// Divides the work of a round among searches that take turns, by their yield.
//
// The first search always keeps its share.  Each other search keeps a quarter of its initial share.
// The rest goes to the searches whose last turn led to new states or schedules, in proportion to
// initial share and yield.  If there are none, the round is shorter.  After the first round, the
// others together have no more than the first search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle::search {

// Work of a search, in transitions, and the part of it that led to something new.
struct Yield {
  std::uint64_t work = 0;
  std::uint64_t fresh = 0;

  Yield& operator+=(const Yield& more) {
    work += more.work;
    fresh += more.fresh;
    return *this;
  }
  Yield operator-(const Yield& earlier) const {
    return {work - earlier.work, fresh - earlier.fresh};
  }
};

class Shares {
 public:
  static constexpr std::uint64_t kUnit = 1024;  // a share of 1

  // Each search begins with its own share.
  explicit Shares(const std::vector<std::uint64_t>& initial);

  // Returns the present share, in units of 1 / kUnit.
  std::uint64_t of(std::size_t search) const { return searches_[search].share; }

  // Notes the yield of a search in this round.  Without work, that of its last turn holds.
  void worked(std::size_t search, const Yield& yield);

  // Excludes a search that has ended: its share goes to the others.
  void ended(std::size_t search) { searches_[search].is_over = true; }

  // Divides the next round.
  void divide();

 private:
  struct Search {
    std::uint64_t initial = 0;
    std::uint64_t share = 0;
    std::uint64_t rate = kUnit;  // of work that led to something new
    bool is_over = false;
  };

  std::vector<Search> searches_;
};

}  // namespace heddle::search
