// The disk: bytes, read and written one at a time; integers of eight bytes at once.
#ifndef HEDDLE_SUBJECTS_DAISY_PETAL_HPP
#define HEDDLE_SUBJECTS_DAISY_PETAL_HPP

#include <array>
#include <cstdint>
#include <cstring>
#include <mutex>

template <int bytes>
class Petal {
 public:
  std::uint8_t read(int address) {
    std::lock_guard lock(mutex_);
    return data_[address];
  }

  void write(int address, std::uint8_t value) {
    std::lock_guard lock(mutex_);
    data_[address] = value;
  }

  std::int64_t read_integer(int address) {
    std::lock_guard lock(mutex_);
    std::int64_t value = 0;
    std::memcpy(&value, &data_[address], sizeof value);
    return value;
  }

  void write_integer(int address, std::int64_t value) {
    std::lock_guard lock(mutex_);
    std::memcpy(&data_[address], &value, sizeof value);
  }

 private:
  std::mutex mutex_;
  std::array<std::uint8_t, bytes> data_{};
};

#endif
