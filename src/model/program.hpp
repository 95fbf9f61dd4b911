// A small concurrent program as data: per thread a list of instructions over cells, mutexes,
// condition variables, semaphores, read-write locks and barriers.
//
// Written form, threads separated by '/', instructions by ';':
//
//   R x        read a cell               L m       lock              CW c m    wait
//   W x v      write (v is 1 if absent)  U m       unlock            CS c      signal
//   A x        add 1, reading the old    TL m k    try to lock; on   CB c      broadcast
//   AW x v     wait until x is v                   failure skip k    SP s      post
//   X x v      exchange for v            C x e v   if x is e, write v; reads the old
//   CH n       choose 0..n-1             Y         yield             SW s      acquire
//   RL r       lock for reading          WL r      lock for writing  RU r      unlock
//   TRL r k    try to; on failure skip   TWL r k   likewise          BW b n    wait for n at a
//   barrier
//
// and, within the step before them, on the value last read (or chosen):
//
//   SKZ k      skip the next k if it is 0          SKE v k   skip the next k if it is v
//   JB v k     go back k if it is v                AS v      fail if it is v
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace heddle::model {

enum class Code : std::uint8_t {
  read,
  write,
  add,
  exchange,
  compare_exchange,
  await,
  lock,
  unlock,
  try_lock,
  cond_wait,
  cond_signal,
  cond_broadcast,
  sem_post,
  sem_wait,
  read_lock,
  write_lock,
  try_read_lock,
  try_write_lock,
  rw_unlock,
  barrier_wait,
  choose,
  yield,
  skip_if,
  jump_back_if,
  fail_if,
};

// Whether the instruction runs inside the step before it: it touches nothing shared.
constexpr bool is_local(Code code) { return code >= Code::skip_if; }

struct Instruction {
  Code code = Code::yield;
  std::uint16_t object = 0;  // number of the cell, mutex, condition, ...
  std::uint16_t second = 0;  // the mutex of a wait
  // How far to skip or jump; how many to choose from or to wait for; the value that is expected.
  std::uint16_t count = 0;
  std::uint32_t value = 0;  // to write, to wait for, to compare with

  friend bool operator==(const Instruction&, const Instruction&) = default;
};

Instruction read(std::uint16_t cell);
Instruction write(std::uint16_t cell, std::uint32_t value);
Instruction add(std::uint16_t cell);
Instruction exchange(std::uint16_t cell, std::uint32_t value);
Instruction compare_exchange(std::uint16_t cell, std::uint16_t expected, std::uint32_t value);
Instruction await(std::uint16_t cell, std::uint32_t value);
Instruction lock(std::uint16_t mutex);
Instruction unlock(std::uint16_t mutex);
Instruction try_lock(std::uint16_t mutex, std::uint16_t skip);
Instruction cond_wait(std::uint16_t condition, std::uint16_t mutex);
Instruction cond_signal(std::uint16_t condition);
Instruction cond_broadcast(std::uint16_t condition);
Instruction sem_post(std::uint16_t semaphore);
Instruction sem_wait(std::uint16_t semaphore);
Instruction read_lock(std::uint16_t rwlock);
Instruction write_lock(std::uint16_t rwlock);
Instruction try_read_lock(std::uint16_t rwlock, std::uint16_t skip);
Instruction try_write_lock(std::uint16_t rwlock, std::uint16_t skip);
Instruction rw_unlock(std::uint16_t rwlock);
Instruction barrier_wait(std::uint16_t barrier, std::uint16_t count);
Instruction choose(std::uint16_t count);
Instruction yield();
Instruction skip_if(std::uint32_t value, std::uint16_t count);
Instruction jump_back_if(std::uint32_t value, std::uint16_t count);
Instruction fail_if(std::uint32_t value);

struct Program {
  std::vector<std::vector<Instruction>> threads;

  // How many of each the instructions mention.
  std::size_t cells() const;
  std::size_t mutexes() const;
  std::size_t conditions() const;
  std::size_t semaphores() const;
  std::size_t rwlocks() const;

  friend bool operator==(const Program&, const Program&) = default;
};

// Names of any spelling, numbered per kind by first appearance.
Result<Program> parse_program(std::string_view text);

// The written form with the names x0, m0, c0, s0, r0, b0, ...; parse_program's inverse up to names.
std::string to_text(const Program& program);

}  // namespace heddle::model
