// Runs the parallel algorithms of libstdc++ (std::execution) on threads that Heddle controls.
//
// libstdc++ leaves the threads to a backend: TBB, or a serial one.  This header takes the place of
// the serial one, with the same functions.  Each splits its range into two parts; the second part
// runs on a new thread.  The names are those that libstdc++ calls.
#ifndef HEDDLE_PARALLEL_BACKEND_HPP
#define HEDDLE_PARALLEL_BACKEND_HPP

#ifndef _PSTL_PARALLEL_BACKEND_SERIAL_H
#define _PSTL_PARALLEL_BACKEND_SERIAL_H

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

extern "C" __attribute__((weak)) void heddle_runs_parallel_algorithm(void);

namespace heddle::parallel {

// Runs both functions, the second one on a new thread.
template <typename First, typename Second>
void run_both(First&& first, Second&& second) {
  if (heddle_runs_parallel_algorithm != nullptr) heddle_runs_parallel_algorithm();
  std::thread other([&second] { second(); });
  struct Join {
    std::thread& thread;
    ~Join() { thread.join(); }
  } join{other};
  first();
}

}  // namespace heddle::parallel

namespace __pstl::__serial_backend {

template <typename T>
class __buffer {
 public:
  explicit __buffer(std::size_t size) : size_(size), memory_(std::allocator<T>().allocate(size)) {}
  ~__buffer() { std::allocator<T>().deallocate(memory_, size_); }
  __buffer(const __buffer&) = delete;
  __buffer& operator=(const __buffer&) = delete;
  operator bool() const { return memory_ != nullptr; }
  T* get() const { return memory_; }

 private:
  std::size_t size_;
  T* memory_;
};

inline void __cancel_execution() {}

template <class Policy, class Index, class Body>
void __parallel_for(Policy&&, Index first, Index last, Body body) {
  if (last - first < 2) {
    body(first, last);
    return;
  }
  const Index middle = first + (last - first) / 2;
  heddle::parallel::run_both([&] { body(first, middle); }, [&] { body(middle, last); });
}

template <class Policy, class Value, class Index, class Body, class Reduction>
Value __parallel_reduce(Policy&&, Index first, Index last, const Value& identity, const Body& body,
                        const Reduction& reduction) {
  if (first == last) return identity;
  if (last - first < 2) return body(first, last, identity);
  const Index middle = first + (last - first) / 2;
  std::optional<Value> left;
  std::optional<Value> right;
  heddle::parallel::run_both([&] { left.emplace(body(first, middle, identity)); },
                             [&] { right.emplace(body(middle, last, identity)); });
  return reduction(*left, *right);
}

template <class Policy, class Index, class Unary, class Value, class Binary, class Reduce>
Value __parallel_transform_reduce(Policy&&, Index first, Index last, Unary unary, Value initial,
                                  Binary binary, Reduce reduce) {
  if (last - first < 2) return reduce(first, last, initial);
  const Index middle = first + (last - first) / 2;
  std::optional<Value> left;
  std::optional<Value> right;
  // The second part begins with its own first element: there is no neutral one.
  heddle::parallel::run_both(
      [&] { left.emplace(reduce(first, middle, initial)); },
      [&] { right.emplace(reduce(middle + 1, last, static_cast<Value>(unary(middle)))); });
  return binary(*left, *right);
}

template <class Policy, class Index, class Value, class Reduce, class Combine, class Scan,
          class Apex>
void __parallel_strict_scan(Policy&&, Index size, Value initial, Reduce reduce, Combine combine,
                            Scan scan, Apex apex) {
  if (size < 2) {
    Value sum = initial;
    if (size != 0) sum = combine(sum, reduce(Index(0), size));
    apex(sum);
    if (size != 0) scan(Index(0), size, initial);
    return;
  }
  const Index middle = size / 2;
  std::optional<Value> left;
  std::optional<Value> right;
  heddle::parallel::run_both([&] { left.emplace(reduce(Index(0), middle)); },
                             [&] { right.emplace(reduce(middle, size - middle)); });
  const Value before = combine(initial, *left);
  apex(combine(before, *right));
  heddle::parallel::run_both([&] { scan(Index(0), middle, initial); },
                             [&] { scan(middle, size - middle, before); });
}

template <class Policy, class Index, class Unary, class Value, class Binary, class Reduce,
          class Scan>
Value __parallel_transform_scan(Policy&&, Index size, Unary, Value initial, Binary, Reduce reduce,
                                Scan scan) {
  if (size < 2) return scan(Index(0), size, initial);
  const Index middle = size / 2;
  const Value before = reduce(Index(0), middle, initial);
  std::optional<Value> result;
  heddle::parallel::run_both([&] { scan(Index(0), middle, initial); },
                             [&] { result.emplace(scan(middle, size, before)); });
  return *result;
}

// `sorted` elements come out sorted, 0 stands for all.
template <class Policy, class Iterator, class Compare, class Sort>
void __parallel_stable_sort(Policy&&, Iterator first, Iterator last, Compare compare, Sort sort,
                            std::size_t sorted = 0) {
  const auto size = static_cast<std::size_t>(last - first);
  if (size < 2 || (sorted != 0 && sorted < size)) {
    sort(first, last, compare);
    return;
  }
  const Iterator middle = first + (last - first) / 2;
  heddle::parallel::run_both([&] { sort(first, middle, compare); },
                             [&] { sort(middle, last, compare); });
  std::inplace_merge(first, middle, last, compare);
}

template <class Policy, class First, class Second, class Output, class Compare, class Merge>
void __parallel_merge(Policy&&, First first1, First last1, Second first2, Second last2,
                      Output output, Compare compare, Merge merge) {
  if (last1 - first1 < 2) {
    merge(first1, last1, first2, last2, output, compare);
    return;
  }
  const First middle1 = first1 + (last1 - first1) / 2;
  const Second middle2 = std::lower_bound(first2, last2, *middle1, compare);
  const Output behind = output + (middle1 - first1) + (middle2 - first2);
  heddle::parallel::run_both([&] { merge(first1, middle1, first2, middle2, output, compare); },
                             [&] { merge(middle1, last1, middle2, last2, behind, compare); });
}

template <class Policy, class First, class Second>
void __parallel_invoke(Policy&&, First&& first, Second&& second) {
  heddle::parallel::run_both(std::forward<First>(first), std::forward<Second>(second));
}

}  // namespace __pstl::__serial_backend

#endif  // _PSTL_PARALLEL_BACKEND_SERIAL_H
#endif
