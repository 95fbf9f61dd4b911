// Peterson's lock for two processes, as a model.  With the argument "swapped", each process
// gives way before it raises its flag: then both can be in the critical section.
#include <heddle/model.hpp>

#include <cstdint>
#include <string>

struct Variables {
  bool flag[2] = {false, false};
  std::uint8_t turn = 0;
};

int main(int argc, char** argv) {
  const bool is_swapped = argc > 1 && std::string(argv[1]) == "swapped";
  heddle::model::Model<Variables> model;
  heddle::model::Location critical[2];
  for (std::uint8_t i = 0; i < 2; ++i) {
    const std::uint8_t other = 1 - i;
    auto& process = model.process("process " + std::to_string(i));
    process.action("raise the flag")
        .from(is_swapped ? "gave way" : "idle")
        .to(is_swapped ? "waiting" : "raised")
        .does([=](Variables& v) { v.flag[i] = true; });
    process.action("give way")
        .from(is_swapped ? "idle" : "raised")
        .to(is_swapped ? "gave way" : "waiting")
        .does([=](Variables& v) { v.turn = other; });
    process.action("enter").from("waiting").to("critical").when([=](const Variables& v) {
      return !v.flag[other] || v.turn == i;
    });
    process.action("leave").from("critical").to("idle").does([=](Variables& v) {
      v.flag[i] = false;
    });
    process.starts_at("idle");
    critical[i] = process.location("critical");
  }
  model.invariant("mutual exclusion", [=](const Variables&, heddle::model::Where where) {
    return !(where.is_at(critical[0]) && where.is_at(critical[1]));
  });
  model.show([](const Variables& v) {
    return "flag={" + std::to_string(v.flag[0]) + "," + std::to_string(v.flag[1]) +
           "} turn=" + std::to_string(v.turn);
  });
  return model.run();
}
