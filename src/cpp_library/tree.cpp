// The functions of std::map, std::set and their multi variants that libstdc++ keeps in its shared
// library: iteration and balance of a red-black tree.  Same results, node by node; the deletion is
// that of Cormen, Leiserson, Rivest and Stein, Introduction to Algorithms, with the children of a
// missing node passed along instead of a sentinel.
//
// The header is a red node: its parent is the root, its children are the leftmost and the rightmost
// node.
#include <map>

namespace std {
namespace {

using Node = _Rb_tree_node_base;

template <typename Base>
Base* successor(Base* node) {
  if (node->_M_right != nullptr) {
    node = node->_M_right;
    while (node->_M_left != nullptr) node = node->_M_left;
    return node;
  }
  Base* parent = node->_M_parent;
  while (node == parent->_M_right) {
    node = parent;
    parent = parent->_M_parent;
  }
  // The root without a right child climbs to the header and back.
  return node->_M_right != parent ? parent : node;
}

template <typename Base>
Base* predecessor(Base* node) {
  const bool is_header = node->_M_color == _S_red && node->_M_parent->_M_parent == node;
  if (is_header) return node->_M_right;
  if (node->_M_left != nullptr) {
    node = node->_M_left;
    while (node->_M_right != nullptr) node = node->_M_right;
    return node;
  }
  Base* parent = node->_M_parent;
  while (node == parent->_M_left) {
    node = parent;
    parent = parent->_M_parent;
  }
  return parent;
}

// Puts `above` where `below` is in the parent of `below`.
void replace_child(Node* below, Node* above, Node& header) {
  Node* const parent = below->_M_parent;
  if (header._M_parent == below) {
    header._M_parent = above;
  } else if (parent->_M_left == below) {
    parent->_M_left = above;
  } else {
    parent->_M_right = above;
  }
}

void rotate_left(Node* node, Node& header) {
  Node* const above = node->_M_right;
  node->_M_right = above->_M_left;
  if (above->_M_left != nullptr) above->_M_left->_M_parent = node;
  above->_M_parent = node->_M_parent;
  replace_child(node, above, header);
  above->_M_left = node;
  node->_M_parent = above;
}

void rotate_right(Node* node, Node& header) {
  Node* const above = node->_M_left;
  node->_M_left = above->_M_right;
  if (above->_M_right != nullptr) above->_M_right->_M_parent = node;
  above->_M_parent = node->_M_parent;
  replace_child(node, above, header);
  above->_M_right = node;
  node->_M_parent = above;
}

bool is_black(const Node* node) { return node == nullptr || node->_M_color == _S_black; }

// One side of the two mirrored cases.
struct Left {
  static Node*& near(Node* node) { return node->_M_left; }
  static Node*& far(Node* node) { return node->_M_right; }
  static void rotate_to_near(Node* node, Node& header) { rotate_left(node, header); }
  static void rotate_to_far(Node* node, Node& header) { rotate_right(node, header); }
};
struct Right {
  static Node*& near(Node* node) { return node->_M_right; }
  static Node*& far(Node* node) { return node->_M_left; }
  static void rotate_to_near(Node* node, Node& header) { rotate_right(node, header); }
  static void rotate_to_far(Node* node, Node& header) { rotate_left(node, header); }
};

// The red node's parent is red, and the near child of its own parent.  Returns the node at which to
// go on.
template <typename Side>
Node* repair_red(Node* node, Node& header) {
  Node* parent = node->_M_parent;
  Node* const grandparent = parent->_M_parent;
  Node* const uncle = Side::far(grandparent);
  if (!is_black(uncle)) {
    parent->_M_color = _S_black;
    uncle->_M_color = _S_black;
    grandparent->_M_color = _S_red;
    return grandparent;
  }
  if (node == Side::far(parent)) {
    node = parent;
    Side::rotate_to_near(node, header);
    parent = node->_M_parent;
  }
  parent->_M_color = _S_black;
  grandparent->_M_color = _S_red;
  Side::rotate_to_far(grandparent, header);
  return node;
}

// The paths through the near child, which may be missing, lack a black node.
struct Lack {
  Node* node;
  Node* parent;
};

// Returns where a black node is still lacking; no parent: nowhere.
template <typename Side>
Lack repair_black(Lack lack, Node& header) {
  Node* const parent = lack.parent;
  Node* sibling = Side::far(parent);
  if (sibling->_M_color == _S_red) {
    sibling->_M_color = _S_black;
    parent->_M_color = _S_red;
    Side::rotate_to_near(parent, header);
    sibling = Side::far(parent);
  }
  if (is_black(Side::near(sibling)) && is_black(Side::far(sibling))) {
    sibling->_M_color = _S_red;
    return {parent, parent->_M_parent};
  }
  if (is_black(Side::far(sibling))) {
    Side::near(sibling)->_M_color = _S_black;
    sibling->_M_color = _S_red;
    Side::rotate_to_far(sibling, header);
    sibling = Side::far(parent);
  }
  sibling->_M_color = parent->_M_color;
  parent->_M_color = _S_black;
  if (Side::far(sibling) != nullptr) Side::far(sibling)->_M_color = _S_black;
  Side::rotate_to_near(parent, header);
  return {nullptr, nullptr};
}

void repair_blacks(Lack lack, Node& header) {
  while (lack.parent != nullptr && lack.node != header._M_parent && is_black(lack.node)) {
    lack = lack.node == lack.parent->_M_left ? repair_black<Left>(lack, header)
                                             : repair_black<Right>(lack, header);
  }
  if (lack.node != nullptr) lack.node->_M_color = _S_black;
}

// Takes out a node with at most one child.  Returns where a black node may be lacking.
Lack take_out(Node* node, Node& header) {
  Node* const child = node->_M_left != nullptr ? node->_M_left : node->_M_right;
  Node* const parent = node->_M_parent;
  if (child != nullptr) child->_M_parent = parent;
  replace_child(node, child, header);
  if (header._M_left == node) {
    header._M_left = child == nullptr ? parent : Node::_S_minimum(child);
  }
  if (header._M_right == node) {
    header._M_right = child == nullptr ? parent : Node::_S_maximum(child);
  }
  return {child, parent};
}

// Takes out a node with two children: its successor gets its place and its colour, and the node the
// colour of the successor.
Lack take_out_inner(Node* node, Node& header) {
  Node* const next = Node::_S_minimum(node->_M_right);
  Node* const child = next->_M_right;
  Node* parent = next;
  node->_M_left->_M_parent = next;
  next->_M_left = node->_M_left;
  if (next != node->_M_right) {
    parent = next->_M_parent;
    if (child != nullptr) child->_M_parent = parent;
    parent->_M_left = child;
    next->_M_right = node->_M_right;
    node->_M_right->_M_parent = next;
  }
  replace_child(node, next, header);
  next->_M_parent = node->_M_parent;
  swap(next->_M_color, node->_M_color);
  return {child, parent};
}

}  // namespace

// Weak, so that a static libstdc++ may define them too.
[[gnu::weak]] _Rb_tree_node_base* _Rb_tree_increment(_Rb_tree_node_base* node) throw() {
  return successor(node);
}
[[gnu::weak]] const _Rb_tree_node_base* _Rb_tree_increment(const _Rb_tree_node_base* node) throw() {
  return successor(const_cast<Node*>(node));
}
[[gnu::weak]] _Rb_tree_node_base* _Rb_tree_decrement(_Rb_tree_node_base* node) throw() {
  return predecessor(node);
}
[[gnu::weak]] const _Rb_tree_node_base* _Rb_tree_decrement(const _Rb_tree_node_base* node) throw() {
  return predecessor(const_cast<Node*>(node));
}

[[gnu::weak]] void _Rb_tree_insert_and_rebalance(const bool to_left, _Rb_tree_node_base* node,
                                                 _Rb_tree_node_base* parent,
                                                 _Rb_tree_node_base& header) throw() {
  node->_M_parent = parent;
  node->_M_left = nullptr;
  node->_M_right = nullptr;
  node->_M_color = _S_red;
  if (to_left) {
    parent->_M_left = node;  // of the header: the leftmost
    if (parent == &header) {
      header._M_parent = node;
      header._M_right = node;
    } else if (parent == header._M_left) {
      header._M_left = node;
    }
  } else {
    parent->_M_right = node;
    if (parent == header._M_right) header._M_right = node;
  }
  while (node != header._M_parent && node->_M_parent->_M_color == _S_red) {
    node = node->_M_parent == node->_M_parent->_M_parent->_M_left ? repair_red<Left>(node, header)
                                                                  : repair_red<Right>(node, header);
  }
  header._M_parent->_M_color = _S_black;
}

// Returns the node, which the caller frees.
[[gnu::weak]] _Rb_tree_node_base* _Rb_tree_rebalance_for_erase(_Rb_tree_node_base* const node,
                                                               _Rb_tree_node_base& header) throw() {
  const bool is_inner = node->_M_left != nullptr && node->_M_right != nullptr;
  const Lack lack = is_inner ? take_out_inner(node, header) : take_out(node, header);
  if (node->_M_color == _S_black) repair_blacks(lack, header);
  return node;
}

[[gnu::weak]] unsigned int _Rb_tree_black_count(const _Rb_tree_node_base* node,
                                                const _Rb_tree_node_base* root) throw() {
  unsigned int count = 0;
  for (; node != nullptr; node = node->_M_parent) {
    if (node->_M_color == _S_black) ++count;
    if (node == root) break;
  }
  return count;
}

}  // namespace std
