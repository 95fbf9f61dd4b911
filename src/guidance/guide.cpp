#include "guidance/guide.hpp"

#include <algorithm>
#include <utility>

#include "core/check.hpp"

namespace heddle::guidance {
namespace {

// A node has a dozen bytes on average, so a bucket holds few of them.
constexpr unsigned kBucketBits = 5;
constexpr std::uint32_t kNoNode = 0xffffffff;

}  // namespace

Guide::Guide(std::vector<Location> locations, std::vector<GuideModule> modules, Weights weights)
    : locations_(std::move(locations)), modules_(std::move(modules)), weights_(weights) {
  index_.resize(modules_.size());
  for (std::size_t module = 0; module < modules_.size(); ++module) {
    HEDDLE_CHECK(modules_[module].costs.size() == locations_.size(), "a module lacks costs");
    if (!modules_[module].nodes.empty()) index(module);
  }
}

void Guide::index(std::size_t module) {
  const std::vector<GuideNode>& nodes = modules_[module].nodes;
  HEDDLE_CHECK(nodes.back().kind == GuideNode::gap, "a module has no end");
  Index& index = index_[module];
  index.first = nodes.front().begin;
  index.last = nodes.back().begin;
  const std::uint64_t size = std::uint64_t{index.last} - index.first;
  index.shift = kBucketBits;
  while ((size >> index.shift) > 4 * nodes.size() + 16) ++index.shift;
  const std::uint64_t buckets = (size >> index.shift) + 2;
  index.buckets.reserve(buckets);
  std::uint32_t node = 0;
  for (std::uint64_t bucket = 0; bucket < buckets; ++bucket) {
    const std::uint64_t begin = index.first + (bucket << index.shift);
    while (node + 1 < nodes.size() && nodes[node + 1].begin <= begin) ++node;
    index.buckets.push_back(node);
  }
}

void Guide::place(std::size_t module, std::uintptr_t base) { index_[module].base = base; }

bool Guide::find(std::uintptr_t address, Place& place) const {
  for (std::uint32_t m = 0; m < index_.size(); ++m) {
    const Index& index = index_[m];
    const std::uintptr_t relative = address - index.base;
    if (relative < index.first || relative >= index.last) continue;
    const std::vector<GuideNode>& nodes = modules_[m].nodes;
    const std::uint32_t* const bucket = &index.buckets[(relative - index.first) >> index.shift];
    // The node begins at or after the first of this bucket, at or before the first of the next.
    std::uint32_t node = bucket[0];
    std::uint32_t after = bucket[1] + 1;
    while (after - node > 1) {
      const std::uint32_t middle = node + (after - node) / 2;
      (nodes[middle].begin <= relative ? node : after) = middle;
    }
    if (nodes[node].kind == GuideNode::gap) return false;
    place = {m, node};
    return true;
  }
  return false;
}

Cost Guide::distance(std::size_t k, std::span<const std::uintptr_t> stack) const {
  // The innermost frame is left to the tables: its operation may be behind the location's.
  const std::span<const std::uintptr_t> callers = stack.empty() ? stack : stack.subspan(1);
  Place top{};
  const bool inside_library =
      !callers.empty() && (locations_[k].with_callees || !find(stack[0] - 1, top) ||
                           modules_[top.module].nodes[top.node].kind != GuideNode::user);
  if (inside_library && stands_at(locations_[k], callers)) return 0;
  Cost best = kUnreachable;
  Cost arrival = 0;
  bool innermost = true;
  for (const std::uintptr_t address : stack) {
    Place place{};
    Cost leaving = plus(arrival, weights_.external);
    if (find(address - 1, place)) {
      const std::vector<GuideNode>& nodes = modules_[place.module].nodes;
      const std::vector<Cost>& costs = modules_[place.module].costs[k];
      const std::uint32_t going_on = innermost ? place.node : nodes[place.node].resume;
      leaving = kUnreachable;
      if (going_on != kNoNode) {
        best = std::min(best, plus(arrival, costs[going_on]));
        leaving = plus(arrival, nodes[going_on].to_exit);
      }
      const std::uint32_t caught = innermost ? kNoNode : nodes[place.node].landing_pad;
      if (caught != kNoNode) {
        best = std::min(best, plus(weights_.exception, costs[caught]));
        leaving = std::min(leaving, plus(weights_.exception, nodes[caught].to_exit));
      }
    }
    arrival = plus(leaving, weights_.ret);
    innermost = false;
  }
  return best;
}

Cost Guide::distance_from_entry(std::size_t k, std::uintptr_t entry) const {
  const std::uintptr_t call = entry + 1;
  return distance(k, std::span(&call, 1));
}

bool Guide::at(const Location& location, std::uintptr_t call) const {
  return std::any_of(location.code.begin(), location.code.end(), [&](const CodeRange& range) {
    const std::uintptr_t relative = call - index_[range.module].base;
    return relative >= range.begin && relative < range.end;
  });
}

bool Guide::matches(std::size_t k, Wanted operation, Touched touched,
                    std::span<const std::uintptr_t> stack) const {
  const Location& location = locations_[k];
  if (!fits(location.wanted, operation)) return false;
  if (location.variable) {
    const std::uintptr_t begin = location.variable->begin + index_[location.variable->module].base;
    const std::uintptr_t size = location.variable->end - location.variable->begin;
    if (touched.size == 0) return false;
    if (touched.begin >= begin ? touched.begin - begin >= size
                               : begin - touched.begin >= touched.size) {
      return false;
    }
  }
  return stands_at(location, stack);
}

bool Guide::stands_at(const Location& location, std::span<const std::uintptr_t> stack) const {
  for (const std::uintptr_t address : stack) {
    if (at(location, address - 1)) return true;
    if (location.with_callees) continue;
    Place place{};
    const bool user = find(address - 1, place) &&
                      modules_[place.module].nodes[place.node].kind == GuideNode::user;
    if (user) return false;
  }
  return false;
}

bool operator==(const Guide& left, const Guide& right) {
  return left.locations_ == right.locations_ && left.modules_ == right.modules_;
}

}  // namespace heddle::guidance
