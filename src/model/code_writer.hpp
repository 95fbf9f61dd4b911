// Writes random code for one thread after another: the common base of random program generators.
#pragma once

#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "model/program.hpp"

namespace heddle::model {

class CodeWriter {
 protected:
  explicit CodeWriter(Random& random) : random_(random) {}

  // Starts a new thread, which receives all instructions added from now on.
  void begin_thread(Program& program) {
    program.threads.emplace_back();
    code_ = &program.threads.back();
  }

  void add(Instruction instruction) { code_->push_back(instruction); }
  const std::vector<Instruction>& code() const { return *code_; }

  std::uint64_t below(std::uint64_t n) { return random_.below(n); }
  std::uint16_t pick(std::uint16_t n) { return static_cast<std::uint16_t>(random_.below(n)); }
  bool coin(std::uint64_t n) { return random_.below(n) == 0; }

  // Adds a read of the cell, and maybe an instruction that depends on the value.
  void add_read(std::uint16_t cell) {
    add(read(cell));
    if (coin(3)) add(skip_if(0, 1));
    if (coin(6)) add(fail_if(2));
  }

 private:
  Random& random_;
  std::vector<Instruction>* code_ = nullptr;
};

}  // namespace heddle::model
