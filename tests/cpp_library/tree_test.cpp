// Trees that Heddle's functions and libstdc++'s build from the same random operations are equal,
// node by node.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <vector>

// Heddle's functions under other names, beside those of libstdc++.
#define _Rb_tree_increment heddle_increment
#define _Rb_tree_decrement heddle_decrement
#define _Rb_tree_insert_and_rebalance heddle_insert
#define _Rb_tree_rebalance_for_erase heddle_erase
#define _Rb_tree_black_count heddle_black_count
#include "cpp_library/tree.cpp"
#undef _Rb_tree_increment
#undef _Rb_tree_decrement
#undef _Rb_tree_insert_and_rebalance
#undef _Rb_tree_rebalance_for_erase
#undef _Rb_tree_black_count

namespace {

using Node = std::_Rb_tree_node_base;

struct Keyed : Node {
  int key = 0;
};

// A tree with a header, in nodes that are found by their key.
struct Tree {
  explicit Tree(int keys) : nodes(static_cast<std::size_t>(keys)) {
    for (int i = 0; i < keys; ++i) nodes[static_cast<std::size_t>(i)].key = i;
    header._M_color = std::_S_red;
    header._M_parent = nullptr;
    header._M_left = &header;
    header._M_right = &header;
  }

  // Where a key is inserted: its parent and the side.
  std::pair<Node*, bool> place_of(int key) {
    Node* parent = &header;
    bool is_left = true;
    for (Node* at = header._M_parent; at != nullptr;) {
      parent = at;
      is_left = key < static_cast<Keyed*>(at)->key;
      at = is_left ? at->_M_left : at->_M_right;
    }
    return {parent, is_left};
  }

  // A node as a number: its key, -1 for the header, -2 for none.
  int number(const Node* node) const {
    if (node == nullptr) return -2;
    return node == &header ? -1 : static_cast<const Keyed*>(node)->key;
  }

  std::vector<int> numbers() const {
    std::vector<int> all;
    const auto add = [&](const Node& node) {
      for (const Node* link : {node._M_parent, node._M_left, node._M_right}) {
        all.push_back(number(link));
      }
      all.push_back(node._M_color == std::_S_red ? 1 : 0);
    };
    add(header);
    for (const Keyed& node : nodes) add(node);
    return all;
  }

  std::vector<Keyed> nodes;
  Node header;
};

void expect_same_walks(Tree& ours, Tree& theirs) {
  std::vector<int> forward;
  for (Node* at = ours.header._M_left; at != &ours.header; at = std::heddle_increment(at)) {
    forward.push_back(ours.number(at));
  }
  std::vector<int> expected;
  for (Node* at = theirs.header._M_left; at != &theirs.header; at = std::_Rb_tree_increment(at)) {
    expected.push_back(theirs.number(at));
  }
  ASSERT_EQ(forward, expected);
  std::vector<int> backward;
  const Node* at = &ours.header;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    at = std::heddle_decrement(at);
    backward.push_back(ours.number(at));
  }
  std::reverse(backward.begin(), backward.end());
  ASSERT_EQ(backward, expected);
  for (const int key : expected) {
    const auto i = static_cast<std::size_t>(key);
    ASSERT_EQ(std::heddle_black_count(&ours.nodes[i], ours.header._M_parent),
              std::_Rb_tree_black_count(&theirs.nodes[i], theirs.header._M_parent));
  }
}

TEST(CppLibraryTree, EqualsThatOfTheLibrary) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    std::mt19937 random(seed);
    const int keys = 1 + static_cast<int>(random() % 40);
    Tree ours(keys);
    Tree theirs(keys);
    std::vector<bool> is_inside(static_cast<std::size_t>(keys), false);
    for (int step = 0; step < 200; ++step) {
      const int key = static_cast<int>(random() % static_cast<unsigned>(keys));
      const auto i = static_cast<std::size_t>(key);
      if (is_inside[i]) {
        EXPECT_EQ(std::heddle_erase(&ours.nodes[i], ours.header), &ours.nodes[i]);
        std::_Rb_tree_rebalance_for_erase(&theirs.nodes[i], theirs.header);
        // Links of a node that is outside mean nothing.
        static_cast<Node&>(ours.nodes[i]) = Node{};
        static_cast<Node&>(theirs.nodes[i]) = Node{};
      } else {
        const auto [our_parent, our_side] = ours.place_of(key);
        std::heddle_insert(our_side, &ours.nodes[i], our_parent, ours.header);
        const auto [their_parent, their_side] = theirs.place_of(key);
        std::_Rb_tree_insert_and_rebalance(their_side, &theirs.nodes[i], their_parent,
                                           theirs.header);
      }
      is_inside[i] = !is_inside[i];
      ASSERT_EQ(ours.numbers(), theirs.numbers()) << "seed " << seed << ", step " << step;
    }
    expect_same_walks(ours, theirs);
  }
}

}  // namespace
