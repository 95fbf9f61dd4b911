// Rings that Heddle's functions and libstdc++'s link by the same random operations are equal.
#include <gtest/gtest.h>

#include <array>
#include <list>
#include <random>
#include <vector>

namespace std::__detail {

// A node with Heddle's functions, beside that of libstdc++.
struct HeddleNode {
  HeddleNode* _M_next;
  HeddleNode* _M_prev;
  static void swap(HeddleNode& one, HeddleNode& other) noexcept;
  void _M_transfer(HeddleNode* first, HeddleNode* last) noexcept;
  void _M_reverse() noexcept;
  void _M_hook(HeddleNode* position) noexcept;
  void _M_unhook() noexcept;
};

}  // namespace std::__detail

#define _List_node_base HeddleNode
#include "cpp_library/list.cpp"
#undef _List_node_base

namespace {

using Ours = std::__detail::HeddleNode;
using Theirs = std::__detail::_List_node_base;

constexpr std::size_t kNodes = 12;

// Two lists, the first nodes, and other nodes that are in one of them.
template <typename Node>
struct Lists {
  Lists() {
    for (Node& node : nodes) node._M_next = node._M_prev = &node;
    for (std::size_t i = 2; i < kNodes; ++i) nodes[i]._M_hook(&nodes[i % 2]);
  }

  void act(std::size_t what, std::size_t at, std::size_t other) {
    switch (what) {
      case 0:
        nodes[at]._M_reverse();
        break;
      case 1:
        Node::swap(nodes[0], nodes[1]);
        break;
      case 2:
        if (at < 2 || at == other) break;
        nodes[at]._M_unhook();
        nodes[at]._M_hook(&nodes[other]);
        break;
      default: {  // all of one list to the front of the other
        const std::size_t to = at % 2;
        Node& from = nodes[1 - to];
        if (from._M_next != &from) nodes[to]._M_next->_M_transfer(from._M_next, &from);
      }
    }
  }

  std::vector<long> numbers() const {
    std::vector<long> all;
    for (const Node& node : nodes) {
      all.push_back(node._M_next - nodes.data());
      all.push_back(node._M_prev - nodes.data());
    }
    return all;
  }

  std::array<Node, kNodes> nodes;
};

TEST(CppLibraryList, EqualsThatOfTheLibrary) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    std::mt19937 random(seed);
    Lists<Ours> ours;
    Lists<Theirs> theirs;
    for (int step = 0; step < 100; ++step) {
      const std::size_t what = random() % 4;
      const std::size_t at = random() % kNodes;
      const std::size_t other = random() % kNodes;
      ours.act(what, at, other);
      theirs.act(what, at, other);
      ASSERT_EQ(ours.numbers(), theirs.numbers()) << "seed " << seed << ", step " << step;
    }
  }
}

}  // namespace
