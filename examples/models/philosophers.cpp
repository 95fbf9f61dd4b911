// Dining philosophers, as a model.  Each takes the left fork first, so all can wait for each other.
// With the argument "ordered", the last one takes the right fork first.
#include <heddle/model.hpp>

#include <cstdint>
#include <string>

constexpr int kPhilosophers = 3;

struct Variables {
  bool taken[kPhilosophers] = {};
  std::uint8_t meals = 0;
};

int main(int argc, char** argv) {
  const bool is_ordered = argc > 1 && std::string(argv[1]) == "ordered";
  heddle::model::Model<Variables> model;
  for (int i = 0; i < kPhilosophers; ++i) {
    const bool is_last = i == kPhilosophers - 1;
    int first = i;
    int second = (i + 1) % kPhilosophers;
    if (is_ordered && is_last) std::swap(first, second);
    auto& philosopher = model.process("philosopher " + std::to_string(i));
    philosopher.action("take the first fork")
        .from("thinking")
        .to("has one fork")
        .when([=](const Variables& v) { return !v.taken[first]; })
        .does([=](Variables& v) { v.taken[first] = true; });
    philosopher.action("take the second fork")
        .from("has one fork")
        .to("eating")
        .when([=](const Variables& v) { return !v.taken[second]; })
        .does([=](Variables& v) { v.taken[second] = true; });
    philosopher.action("put both forks down").from("eating").to("done").does([=](Variables& v) {
      v.taken[first] = v.taken[second] = false;
      ++v.meals;
    });
  }
  model.finally("all have eaten", [](const Variables& v) { return v.meals == kPhilosophers; });
  return model.run();
}
