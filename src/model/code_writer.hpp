// Writes the code of one thread after another, by chance: what generators of random programs have
// in common.
#pragma once

#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "model/program.hpp"

namespace heddle::model {

class CodeWriter {
 protected:
  explicit CodeWriter(Random& random) : random_(random) {}

  // What is added from now on belongs to a new thread.
  void begin_thread(Program& program) {
    program.threads.emplace_back();
    code_ = &program.threads.back();
  }

  void add(Instruction instruction) { code_->push_back(instruction); }
  const std::vector<Instruction>& code() const { return *code_; }

  std::uint64_t below(std::uint64_t n) { return random_.below(n); }
  std::uint16_t pick(std::uint16_t n) { return static_cast<std::uint16_t>(random_.below(n)); }
  bool coin(std::uint64_t n) { return random_.below(n) == 0; }

  // Reads the cell, and may do something about what it read.
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
