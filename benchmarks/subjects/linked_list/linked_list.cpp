// A list to which several threads append: `linked_list [--fixed] [BUILDERS [ELEMENTS]]`, ELEMENTS
// of all builders together.  The walk to the last node and the link to the new one are outside the
// lock, so two builders append to the same node and one element is lost.
#include <cassert>
#include <mutex>

#include "../common/arguments.hpp"
#include "../common/field.hpp"
#include "../common/threads.hpp"

namespace {

class LinkedList {
 public:
  LinkedList() = default;
  LinkedList(const LinkedList&) = delete;
  LinkedList& operator=(const LinkedList&) = delete;

  ~LinkedList() {
    for (Node* node = header_.next.get(); node != nullptr;) {
      Node* next = node->next.get();
      delete node;
      node = next;
    }
  }

  void add_last(int value) {
    Node* last = last_node();
    Node* node = nullptr;
    {
      std::lock_guard lock(mutex_);
      node = new Node(value, last->next.get());
    }
    last->next.set(node);
  }

  void add_last_locked(int value) {
    std::lock_guard lock(mutex_);
    last_node()->next.set(new Node(value, nullptr));
  }

  int size() const {
    int count = 0;
    for (Node* node = header_.next.get(); node != nullptr; node = node->next.get()) ++count;
    return count;
  }

 private:
  struct Node {
    Node(int value, Node* next) : value(value), next(next) {}
    const int value;
    subjects::Field<Node*> next;
  };

  Node* last_node() {
    Node* node = &header_;
    while (Node* next = node->next.get()) node = next;
    return node;
  }

  Node header_{0, nullptr};
  std::mutex mutex_;
};

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[BUILDERS [ELEMENTS]]");
  const int builders = arguments.number(2, 1);
  const int share = arguments.number(6) / builders;
  arguments.end();
  LinkedList list;
  const auto add = arguments.fixed() ? &LinkedList::add_last_locked : &LinkedList::add_last;
  subjects::Threads threads;
  threads.start(builders, [&](int builder) {
    for (int i = 0; i < share; ++i) (list.*add)(builder * share + i);
  });
  threads.join();
  assert(list.size() == builders * share);
}
