// A vector and a hash table that contain each other: `deadlock [--fixed] [VECTOR [TABLE]]`.  An
// operation locks its container and then, through its elements, the other one; two threads that
// begin at different ends lock in opposite orders.
#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "../common/arguments.hpp"
#include "../common/threads.hpp"

namespace {

// A container of containers, each with its own lock.
class Container {
 public:
  virtual ~Container() = default;

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return elements().size();
  }

  // How many elements the elements have.
  std::size_t size_of_elements() const {
    std::lock_guard lock(mutex_);
    return sum_of_sizes(elements());
  }

  // The same, asking the elements after the lock was given up.
  std::size_t size_of_elements_unlocked() const {
    std::vector<const Container*> copy;
    {
      std::lock_guard lock(mutex_);
      copy = elements();
    }
    return sum_of_sizes(copy);
  }

 protected:
  // REQUIRES: the caller holds mutex_.
  virtual std::vector<const Container*> elements() const = 0;

  mutable std::mutex mutex_;

 private:
  static std::size_t sum_of_sizes(const std::vector<const Container*>& containers) {
    std::size_t sum = 0;
    for (const Container* container : containers) sum += container->size();
    return sum;
  }
};

class Vector final : public Container {
 public:
  void add(const Container& element) {
    std::lock_guard lock(mutex_);
    elements_.push_back(&element);
  }

 private:
  std::vector<const Container*> elements() const override { return elements_; }

  std::vector<const Container*> elements_;
};

class Hashtable final : public Container {
 public:
  void put(const std::string& key, const Container& value) {
    std::lock_guard lock(mutex_);
    values_[key] = &value;
  }

 private:
  std::vector<const Container*> elements() const override {
    std::vector<const Container*> values;
    for (const auto& [key, value] : values_) values.push_back(value);
    return values;
  }

  std::unordered_map<std::string, const Container*> values_;
};

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[VECTOR [TABLE]]");
  const int on_vector = arguments.number(1);
  const int on_table = arguments.number(9);
  arguments.end();
  Vector vector;
  Hashtable table;
  vector.add(table);
  table.put("vector", vector);
  const auto operation =
      arguments.fixed() ? &Container::size_of_elements_unlocked : &Container::size_of_elements;
  subjects::Threads threads;
  threads.start(on_vector, [&](int) { (vector.*operation)(); });
  threads.start(on_table, [&](int) { (table.*operation)(); });
}
