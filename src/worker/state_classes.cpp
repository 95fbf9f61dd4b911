#include "worker/state_classes.hpp"

#include <array>
#include <set>

#include "core/xxh3.hpp"
#include "runtime/stack_capture.hpp"
#include "snapshot/memory_image.hpp"

namespace heddle::worker {

StateClasses::Member StateClasses::compare(const Class& with, std::uint64_t number) {
  Member member;
  member.number = number;
  const native::MemoryTree present = native::memory_image().snapshot().memory;
  for (const native::WordDifference& word :
       native::words_that_differ({with.memory, with.stacks}, {present, outline_.stacks()})) {
    // Terms are added up, so each must look random.
    const std::array<std::uint64_t, 2> both = {word.address, word.second};
    const std::uint64_t term = XXH3_64bits(both.data(), sizeof both);
    member.words.push_back(
        {native::place_of(word.address, with.stacks), term, word.first, word.second});
    member.sum += term;
  }
  return member;
}

void StateClasses::add(std::uint64_t number) {
  last_ = outline_.outline();
  const auto [found, is_new] = classes_.try_emplace(last_);
  Class& own = found->second;
  if (is_new) {
    own.number = number;
    own.memory = native::memory_image().snapshot().memory;
    own.stacks = outline_.stacks();
  } else {
    own.others.push_back(compare(own, number));
  }
}

template <typename Ignored>
std::uint64_t StateClasses::left_without(const Class& of, Ignored ignored) {
  std::set<std::uint64_t> left = {0};
  for (const Member& member : of.others) {
    std::uint64_t sum = member.sum;
    for (const Word& word : member.words) {
      if (ignored(word.place)) sum -= word.term;
    }
    left.insert(sum);
  }
  return left.size();
}

std::uint64_t StateClasses::without_ours() const {
  std::uint64_t states = 0;
  for (const auto& [outline, one] : classes_) {
    states += left_without(
        one, [](const native::MemoryPlace& place) { return native::is_ours(place.code); });
  }
  return states;
}

std::map<native::MemoryPlace, Splitter> StateClasses::splitters() const {
  std::map<native::MemoryPlace, Splitter> all;
  for (const auto& [outline, one] : classes_) {
    std::map<native::MemoryPlace, Splitter> here;
    for (const Member& member : one.others) {
      for (const Word& word : member.words) {
        // Other contents of runtime frames are not compared.
        if (native::is_ours(word.place.code)) continue;
        here.try_emplace(word.place,
                         Splitter{0, 0, word.first, word.second, one.number, member.number});
      }
    }
    for (const auto& [place, example] : here) {
      Splitter& splitter = all[place];
      // The earliest example, whatever the order of the classes.
      if (splitter.classes == 0 || example.second_state < splitter.second_state) {
        const Splitter before = splitter;
        splitter = example;
        splitter.classes = before.classes;
        splitter.merged = before.merged;
      }
      ++splitter.classes;
      splitter.merged +=
          one.others.size() + 1 -
          left_without(one, [&at = place](const native::MemoryPlace& word) { return word == at; });
    }
  }
  return all;
}

}  // namespace heddle::worker
