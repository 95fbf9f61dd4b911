// A queue of messages without locks: a linked list whose first node is a dummy (Michael and Scott).
#ifndef HEDDLE_SUBJECTS_PORT_PORT_HPP
#define HEDDLE_SUBJECTS_PORT_PORT_HPP

#include <atomic>
#include <optional>

enum class Bug {
  none,
  link,  // a sender links its message without looking whether another one has done so
  move,  // a receiver moves the head without looking whether another one has done so
};

class Port {
 public:
  explicit Port(Bug bug) : bug_(bug) {}
  Port(const Port&) = delete;
  Port& operator=(const Port&) = delete;

  ~Port() {
    for (Node* node = first_; node != nullptr;) {
      Node* next = node->next.load();
      delete node;
      node = next;
    }
  }

  // Not inlined, so that searches can name the methods (--priority method=enqueue).
  [[gnu::noinline]] void enqueue(int message) {
    Node* node = new Node(message);
    while (true) {
      Node* last = tail_.load();
      Node* next = last->next.load();
      if (next != nullptr) {
        tail_.compare_exchange_strong(last, next);
      } else if (link(*last, node)) {
        tail_.compare_exchange_strong(last, node);
        return;
      }
    }
  }

  [[gnu::noinline]] std::optional<int> try_dequeue() {
    while (true) {
      Node* first = head_.load();
      Node* last = tail_.load();
      Node* next = first->next.load();
      if (next == nullptr) return std::nullopt;
      if (first == last) {
        tail_.compare_exchange_strong(last, next);
      } else if (move(first, next)) {
        return next->message;
      }
    }
  }

 private:
  struct Node {
    explicit Node(int message) : message(message) {}
    const int message;
    std::atomic<Node*> next{nullptr};
  };

  bool link(Node& last, Node* node) {
    if (bug_ == Bug::link) {
      last.next.store(node);
      return true;
    }
    Node* none = nullptr;
    return last.next.compare_exchange_strong(none, node);
  }

  bool move(Node* first, Node* next) {
    if (bug_ == Bug::move) {
      head_.store(next);
      return true;
    }
    return head_.compare_exchange_strong(first, next);
  }

  Node* const first_ = new Node(0);  // nodes live as long as the port
  std::atomic<Node*> head_{first_};
  std::atomic<Node*> tail_{first_};
  const Bug bug_;
};

#endif
