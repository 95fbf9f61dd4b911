// Parallel algorithms run on two threads each and compute the same as the sequential ones.
#include <algorithm>
#include <cassert>
#include <execution>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

namespace {

using Numbers = std::vector<int>;
const Numbers kNumbers{5, 3, 9, 3, 1, 8, 2};

// Calls an algorithm with a policy and without, and compares the two results.
template <typename Algorithm>
void compare(Algorithm algorithm) {
  Numbers parallel = kNumbers;
  Numbers sequential = kNumbers;
  algorithm(std::execution::par, parallel);
  algorithm(std::execution::seq, sequential);
  assert(parallel == sequential);
}

// Concatenation is associative, but not commutative.
void reduce_in_order() {
  const std::vector<std::string> words{"a", "b", "c", "d", "e"};
  const std::string all =
      std::transform_reduce(std::execution::par, words.begin(), words.end(), std::string(">"),
                            std::plus<>(), [](const std::string& word) { return word + "."; });
  assert(all == ">a.b.c.d.e.");
}

}  // namespace

int main() {
  compare([](auto policy, Numbers& v) {
    std::for_each(policy, v.begin(), v.end(), [](int& x) { x *= 2; });
  });
  compare([](auto policy, Numbers& v) { v.push_back(std::reduce(policy, v.begin(), v.end(), 7)); });
  compare(
      [](auto policy, Numbers& v) { std::inclusive_scan(policy, v.begin(), v.end(), v.begin()); });
  compare([](auto policy, Numbers& v) {
    Numbers sums(v.size());
    std::exclusive_scan(policy, v.begin(), v.end(), sums.begin(), 100);
    v = sums;
  });
  compare([](auto policy, Numbers& v) { std::sort(policy, v.begin(), v.end()); });
  compare([](auto policy, Numbers& v) {
    std::stable_sort(policy, v.begin(), v.end(), std::greater<>());
  });
  compare([](auto policy, Numbers& v) {
    std::partial_sort(policy, v.begin(), v.begin() + 3, v.end());
    v.resize(3);
  });
  compare([](auto policy, Numbers& v) {
    Numbers merged(14);
    std::sort(v.begin(), v.end());
    std::merge(policy, v.begin(), v.end(), v.begin(), v.end(), merged.begin());
    v = merged;
  });
  compare([](auto policy, Numbers& v) {
    Numbers odd(v.size());
    odd.erase(
        std::copy_if(policy, v.begin(), v.end(), odd.begin(), [](int x) { return x % 2 != 0; }),
        odd.end());
    v = odd;
  });
  compare([](auto policy, Numbers& v) {
    v.push_back(static_cast<int>(std::find(policy, v.begin(), v.end(), 3) - v.begin()));
    v.push_back(static_cast<int>(std::min_element(policy, v.begin(), v.end()) - v.begin()));
    v.push_back(std::any_of(policy, v.begin(), v.end(), [](int x) { return x == 8; }) ? 1 : 0);
  });
  reduce_in_order();
}
