// The functions of std::list that libstdc++ keeps in its shared library: links of a ring of nodes,
// one of which is the list itself.
#include <list>

namespace std::__detail {
namespace {

void link(_List_node_base* node, _List_node_base* next) {
  node->_M_next = next;
  next->_M_prev = node;
}

// Puts `to` where `from` is in its ring.
void take_place(_List_node_base& to, _List_node_base& from) {
  link(from._M_prev, &to);
  link(&to, from._M_next);
}

}  // namespace

// Weak, so that a static libstdc++ may define them too.
[[gnu::weak]] void _List_node_base::_M_hook(_List_node_base* const position) noexcept {
  link(position->_M_prev, this);
  link(this, position);
}

[[gnu::weak]] void _List_node_base::_M_unhook() noexcept { link(_M_prev, _M_next); }

[[gnu::weak]] void _List_node_base::_M_transfer(_List_node_base* const first,
                                                _List_node_base* const last) noexcept {
  if (this == last) return;
  _List_node_base* const back = last->_M_prev;
  _List_node_base* const before = _M_prev;
  link(first->_M_prev, last);
  link(before, first);
  link(back, this);
}

[[gnu::weak]] void _List_node_base::_M_reverse() noexcept {
  _List_node_base* node = this;
  do {
    _List_node_base* const next = node->_M_next;
    node->_M_next = node->_M_prev;
    node->_M_prev = next;
    node = next;
  } while (node != this);
}

[[gnu::weak]] void _List_node_base::swap(_List_node_base& one, _List_node_base& other) noexcept {
  const bool one_is_empty = one._M_next == &one;
  const bool other_is_empty = other._M_next == &other;
  if (one_is_empty && other_is_empty) return;
  if (other_is_empty) {
    take_place(other, one);
    link(&one, &one);
  } else if (one_is_empty) {
    take_place(one, other);
    link(&other, &other);
  } else {
    std::swap(one._M_next, other._M_next);
    std::swap(one._M_prev, other._M_prev);
    one._M_prev->_M_next = &one;
    one._M_next->_M_prev = &one;
    other._M_prev->_M_next = &other;
    other._M_next->_M_prev = &other;
  }
}

}  // namespace std::__detail
