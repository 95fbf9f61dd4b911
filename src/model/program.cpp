#include "model/program.hpp"

#include <algorithm>

namespace heddle::model {
namespace {

enum class Kind : std::uint8_t { none, cell, mutex, condition, semaphore, rwlock };

Kind kind_of_object(Code code) {
  switch (code) {
    case Code::read:
    case Code::write:
    case Code::add:
    case Code::exchange:
    case Code::compare_exchange:
    case Code::await:
      return Kind::cell;
    case Code::lock:
    case Code::unlock:
    case Code::try_lock:
      return Kind::mutex;
    case Code::cond_wait:
    case Code::cond_signal:
    case Code::cond_broadcast:
      return Kind::condition;
    case Code::sem_post:
    case Code::sem_wait:
      return Kind::semaphore;
    case Code::read_lock:
    case Code::write_lock:
    case Code::try_read_lock:
    case Code::try_write_lock:
    case Code::rw_unlock:
      return Kind::rwlock;
    default:
      return Kind::none;
  }
}

std::size_t count(const Program& program, Kind kind) {
  std::size_t result = 0;
  for (const auto& thread : program.threads) {
    for (const Instruction& instruction : thread) {
      if (kind_of_object(instruction.code) == kind) {
        result = std::max<std::size_t>(result, instruction.object + std::size_t{1});
      }
      if (kind == Kind::mutex && instruction.code == Code::cond_wait) {
        result = std::max<std::size_t>(result, instruction.second + std::size_t{1});
      }
    }
  }
  return result;
}

}  // namespace

Instruction read(std::uint16_t cell) { return {Code::read, cell}; }
Instruction write(std::uint16_t cell, std::uint32_t value) {
  return {Code::write, cell, 0, 0, value};
}
Instruction add(std::uint16_t cell) { return {Code::add, cell}; }
Instruction exchange(std::uint16_t cell, std::uint32_t value) {
  return {Code::exchange, cell, 0, 0, value};
}
Instruction compare_exchange(std::uint16_t cell, std::uint16_t expected, std::uint32_t value) {
  return {Code::compare_exchange, cell, 0, expected, value};
}
Instruction await(std::uint16_t cell, std::uint32_t value) {
  return {Code::await, cell, 0, 0, value};
}
Instruction lock(std::uint16_t mutex) { return {Code::lock, mutex}; }
Instruction unlock(std::uint16_t mutex) { return {Code::unlock, mutex}; }
Instruction try_lock(std::uint16_t mutex, std::uint16_t skip) {
  return {Code::try_lock, mutex, 0, skip};
}
Instruction cond_wait(std::uint16_t condition, std::uint16_t mutex) {
  return {Code::cond_wait, condition, mutex};
}
Instruction cond_signal(std::uint16_t condition) { return {Code::cond_signal, condition}; }
Instruction cond_broadcast(std::uint16_t condition) { return {Code::cond_broadcast, condition}; }
Instruction sem_post(std::uint16_t semaphore) { return {Code::sem_post, semaphore}; }
Instruction sem_wait(std::uint16_t semaphore) { return {Code::sem_wait, semaphore}; }
Instruction read_lock(std::uint16_t rwlock) { return {Code::read_lock, rwlock}; }
Instruction write_lock(std::uint16_t rwlock) { return {Code::write_lock, rwlock}; }
Instruction try_read_lock(std::uint16_t rwlock, std::uint16_t skip) {
  return {Code::try_read_lock, rwlock, 0, skip};
}
Instruction try_write_lock(std::uint16_t rwlock, std::uint16_t skip) {
  return {Code::try_write_lock, rwlock, 0, skip};
}
Instruction rw_unlock(std::uint16_t rwlock) { return {Code::rw_unlock, rwlock}; }
Instruction barrier_wait(std::uint16_t barrier, std::uint16_t count) {
  return {Code::barrier_wait, barrier, 0, count};
}
Instruction choose(std::uint16_t count) { return {Code::choose, 0, 0, count}; }
Instruction yield() { return {Code::yield}; }
Instruction skip_if(std::uint32_t value, std::uint16_t count) {
  return {Code::skip_if, 0, 0, count, value};
}
Instruction jump_back_if(std::uint32_t value, std::uint16_t count) {
  return {Code::jump_back_if, 0, 0, count, value};
}
Instruction fail_if(std::uint32_t value) { return {Code::fail_if, 0, 0, 0, value}; }

std::size_t Program::cells() const { return count(*this, Kind::cell); }
std::size_t Program::mutexes() const { return count(*this, Kind::mutex); }
std::size_t Program::conditions() const { return count(*this, Kind::condition); }
std::size_t Program::semaphores() const { return count(*this, Kind::semaphore); }
std::size_t Program::rwlocks() const { return count(*this, Kind::rwlock); }

}  // namespace heddle::model
