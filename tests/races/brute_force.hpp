// The definition of a data race, word for word: two accesses to the same byte by different threads,
// one of which writes and one of which is plain, that happens-before does not order.
// Happens-before is computed by transitive closure over the edges that the C++ standard names.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "races/synchronisation.hpp"

namespace heddle::races::brute_force {

enum class SideEffect : std::uint8_t {
  plain_read,
  plain_write,
  load,
  store,
  update,
  fence,
  lock,
  unlock,
  read_lock,
  read_unlock,
  create,
  join,
};

struct Event {
  SideEffect side_effect = SideEffect::fence;
  std::size_t thread = 0;
  std::size_t object = 0;  // address, lock or thread
  std::size_t size = 0;
  std::uint32_t order = 5;
};

inline bool is_access(const Event& event) { return event.side_effect <= SideEffect::update; }
inline bool is_atomic(const Event& event) {
  return is_access(event) && event.side_effect >= SideEffect::load;
}
inline bool reads_atomically(const Event& e) {
  return e.side_effect == SideEffect::load || e.side_effect == SideEffect::update;
}
inline bool writes_atomically(const Event& e) {
  return e.side_effect == SideEffect::store || e.side_effect == SideEffect::update;
}
inline bool writes(const Event& e) {
  return e.side_effect == SideEffect::plain_write || writes_atomically(e);
}

class Order {
 public:
  explicit Order(const std::vector<Event>& events) : events_(events) {
    before_.assign(events.size(), std::vector<bool>(events.size(), false));
    for (std::size_t later = 0; later < events.size(); ++later) {
      for (std::size_t earlier = 0; earlier < later; ++earlier) {
        if (!is_edge(earlier, later)) continue;
        before_[later][earlier] = true;
        for (std::size_t i = 0; i < earlier; ++i) {
          if (before_[earlier][i]) before_[later][i] = true;
        }
      }
    }
  }

  bool is_before(std::size_t earlier, std::size_t later) const { return before_[later][earlier]; }

 private:
  bool is_edge(std::size_t a, std::size_t b) const {
    const Event& x = events_[a];
    const Event& y = events_[b];
    if (x.thread == y.thread) return true;
    if (x.side_effect == SideEffect::create && x.object == y.thread) return true;
    if (y.side_effect == SideEffect::join && y.object == x.thread) return true;
    // A thread that did nothing.
    if (x.side_effect == SideEffect::create && y.side_effect == SideEffect::join &&
        x.object == y.object)
      return true;
    const bool gives =
        x.side_effect == SideEffect::unlock || x.side_effect == SideEffect::read_unlock;
    const bool takes = y.side_effect == SideEffect::lock || y.side_effect == SideEffect::read_lock;
    if (gives && takes && x.object == y.object) {
      return x.side_effect == SideEffect::unlock || y.side_effect == SideEffect::lock;
    }
    return synchronises(a, b);
  }

  // [atomics.order] and [atomics.fences]: a release operation, or a fence before an atomic write,
  // with an acquire operation, or a fence after an atomic read, that reads from its sequence.
  bool synchronises(std::size_t a, std::size_t b) const {
    for (const std::size_t head : heads_behind(a)) {
      for (const std::size_t read : reads_before(b)) {
        if (head < read && reads_from_sequence(head, read)) return true;
      }
    }
    return false;
  }

  std::vector<std::size_t> heads_behind(std::size_t a) const {
    const Event& x = events_[a];
    if (!releases(x.order)) return {};
    if (writes_atomically(x)) return {a};
    std::vector<std::size_t> heads;
    for (std::size_t i = a + 1; x.side_effect == SideEffect::fence && i < events_.size(); ++i) {
      if (events_[i].thread == x.thread && writes_atomically(events_[i])) heads.push_back(i);
    }
    return heads;
  }

  std::vector<std::size_t> reads_before(std::size_t b) const {
    const Event& y = events_[b];
    if (!acquires(y.order)) return {};
    if (reads_atomically(y)) return {b};
    std::vector<std::size_t> reads;
    for (std::size_t i = 0; y.side_effect == SideEffect::fence && i < b; ++i) {
      if (events_[i].thread == y.thread && reads_atomically(events_[i])) reads.push_back(i);
    }
    return reads;
  }

  bool reads_from_sequence(std::size_t head, std::size_t read) const {
    if (events_[head].object != events_[read].object) return false;
    for (std::size_t i = head + 1; i < read; ++i) {
      const bool ends =
          events_[i].side_effect == SideEffect::store && events_[i].object == events_[head].object;
      if (ends) return false;
    }
    return true;
  }

  const std::vector<Event>& events_;
  std::vector<std::vector<bool>> before_;
};

inline std::set<std::size_t> racing_bytes(const std::vector<Event>& events) {
  const Order order(events);
  std::set<std::size_t> bytes;
  for (std::size_t b = 0; b < events.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      const Event& x = events[a];
      const Event& y = events[b];
      if (!is_access(x) || !is_access(y) || x.thread == y.thread) continue;
      if (!writes(x) && !writes(y)) continue;
      if (is_atomic(x) && is_atomic(y)) continue;
      if (order.is_before(a, b)) continue;
      const std::size_t begin = std::max(x.object, y.object);
      const std::size_t end = std::min(x.object + x.size, y.object + y.size);
      for (std::size_t byte = begin; byte < end; ++byte) bytes.insert(byte);
    }
  }
  return bytes;
}

}  // namespace heddle::races::brute_force
