#include "races/lock_order.hpp"

#include <algorithm>
#include <utility>

namespace heddle::races {
namespace {

// All cycles of so many threads are found; longer ones are too many.
constexpr std::size_t kLongest = 4;
// The search for a longer cycle visits each edge once, at each new edge.
constexpr std::uint64_t kMostVisits = 5'000'000;
constexpr std::size_t kMostCycles = 100;

bool same_take(const LockTake& a, const LockTake& b) {
  return a.lock == b.lock && a.is_shared == b.is_shared && a.stack == b.stack;
}

}  // namespace

void LockOrder::reset() {
  execution_.threads_.reset();
  execution_.held_.clear();
  execution_.edges_.clear();
  execution_.in_cycles_.clear();
}

void LockOrder::taken(ThreadId thread, const LockTake& take) {
  std::vector<LockTake>& held = execution_.held_[index(thread)];
  if (take.waits) {
    for (const LockTake& one : held) {
      Edge edge;
      edge.step = {thread, one, take};
      edge.time = execution_.threads_.time(thread);
      edge.clock = execution_.threads_.clock(thread);
      for (const LockTake& any : held) edge.held.push_back({any.lock, any.is_shared});
      if (is_known(edge)) continue;
      // References into the map's lists must outlive the search.
      std::vector<Edge>& list = execution_.edges_[one.lock];
      list.push_back(std::move(edge));
      std::vector<const Edge*> path = {&list.back()};
      if (!search(path)) search_longer(list.back());
    }
  }
  held.push_back(take);
}

void LockOrder::released(ThreadId thread, ObjectId lock) {
  std::vector<LockTake>& held = execution_.held_[index(thread)];
  const auto last = std::find_if(held.rbegin(), held.rend(),
                                 [&](const LockTake& take) { return take.lock == lock; });
  if (last != held.rend()) held.erase(std::next(last).base());
}

void LockOrder::forget(ObjectId begin, ObjectId end) {
  if (execution_.edges_.empty()) return;
  const auto is_in = [&](ObjectId lock) { return lock >= begin && lock < end; };
  std::erase_if(execution_.edges_, [&](const auto& from) { return is_in(from.first); });
  for (auto& [from, list] : execution_.edges_) {
    std::erase_if(list, [&](const Edge& edge) {
      return is_in(edge.step.wanted.lock) ||
             std::any_of(edge.held.begin(), edge.held.end(),
                         [&](const Held& held) { return is_in(held.lock); });
    });
  }
}

bool LockOrder::is_known(const Edge& edge) const {
  const auto found = execution_.edges_.find(edge.step.held.lock);
  if (found == execution_.edges_.end()) return false;
  return std::any_of(found->second.begin(), found->second.end(), [&](const Edge& known) {
    const auto same_lock = [](const Held& a, const Held& b) {
      return a.lock == b.lock && a.is_shared == b.is_shared;
    };
    return known.step.thread == edge.step.thread && known.time == edge.time &&
           same_take(known.step.held, edge.step.held) &&
           same_take(known.step.wanted, edge.step.wanted) &&
           std::equal(known.held.begin(), known.held.end(), edge.held.begin(), edge.held.end(),
                      same_lock);
  });
}

// Whether two threads can be at these points at the same time: a lock that both hold keeps them
// apart.
bool LockOrder::may_meet(const Edge& a, const Edge& b) {
  if (a.step.thread == b.step.thread) return false;
  if (b.clock.at(a.step.thread) >= a.time || a.clock.at(b.step.thread) >= b.time) return false;
  return std::none_of(a.held.begin(), a.held.end(), [&](const Held& one) {
    return std::any_of(b.held.begin(), b.held.end(), [&](const Held& other) {
      return one.lock == other.lock && !(one.is_shared && other.is_shared);
    });
  });
}

// Whether the path can go on with this edge: no thread or lock is in it twice.
bool LockOrder::fits(const std::vector<const Edge*>& path, const Edge& next) {
  if (path.back()->step.wanted.is_shared && next.step.held.is_shared) return false;
  return std::all_of(path.begin(), path.end(), [&](const Edge* before) {
    return may_meet(*before, next) && before->step.held.lock != next.step.held.lock;
  });
}

// Goes on from what the last one wants until that is what the first one holds.  Returns whether
// there is a cycle.
bool LockOrder::search(std::vector<const Edge*>& path) {
  if (cycles_.size() >= kMostCycles) return true;
  const LockTake& wanted = path.back()->step.wanted;
  const LockTake& first = path.front()->step.held;
  if (path.size() > 1 && wanted.lock == first.lock) {
    const bool is_cycle = !(wanted.is_shared && first.is_shared);
    if (is_cycle) note(path);
    return is_cycle;
  }
  const auto next = execution_.edges_.find(wanted.lock);
  if (path.size() == kLongest || next == execution_.edges_.end()) return false;
  bool found = false;
  for (const Edge& edge : next->second) {
    if (!fits(path, edge)) continue;
    path.push_back(&edge);
    found |= search(path);
    path.pop_back();
  }
  return found;
}

// Looks breadth first for a shortest cycle of any length through an edge.  Each edge is visited on
// the first path that leads to it.  A component that has a cycle is left out.
void LockOrder::search_longer(const Edge& closing) {
  struct Visit {
    const Edge* edge;
    std::size_t from;  // the visit before; its own number at the first
  };
  if (execution_.in_cycles_.contains(closing.step.held.lock)) return;
  const auto path_to = [](const std::vector<Visit>& visits, std::size_t at) {
    std::vector<const Edge*> path = {visits[at].edge};
    for (; visits[at].from != at; at = visits[at].from)
      path.push_back(visits[visits[at].from].edge);
    std::reverse(path.begin(), path.end());
    return path;
  };
  std::vector<Visit> visits = {{&closing, 0}};
  std::unordered_set<const Edge*> visited = {&closing};
  for (std::size_t at = 0; at < visits.size() && visits_ < kMostVisits; ++at) {
    const auto next = execution_.edges_.find(visits[at].edge->step.wanted.lock);
    if (next == execution_.edges_.end()) continue;
    const std::vector<const Edge*> path = path_to(visits, at);
    for (const Edge& edge : next->second) {
      ++visits_;
      if (visited.contains(&edge) || !fits(path, edge)) continue;
      visited.insert(&edge);
      visits.push_back({&edge, at});
      const LockTake& wanted = edge.step.wanted;
      const LockTake& first = closing.step.held;
      if (wanted.lock != first.lock || (wanted.is_shared && first.is_shared)) continue;
      return note(path_to(visits, visits.size() - 1));
    }
  }
}

void LockOrder::note(const std::vector<const Edge*>& path) {
  std::vector<std::vector<Site>> places;
  LockCycle cycle;
  for (const Edge* edge : path) {
    places.push_back(edge->step.held.stack);
    places.push_back(edge->step.wanted.stack);
    cycle.push_back(edge->step);
    execution_.in_cycles_.insert(edge->step.held.lock);
  }
  std::sort(places.begin(), places.end());
  if (known_.insert(places).second) cycles_.push_back(std::move(cycle));
}

}  // namespace heddle::races
