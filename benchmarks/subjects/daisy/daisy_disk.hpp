// What is where on the disk: inodes, the bits of allocated blocks, blocks.
#ifndef HEDDLE_SUBJECTS_DAISY_DAISY_DISK_HPP
#define HEDDLE_SUBJECTS_DAISY_DAISY_DISK_HPP

#include <cstdint>
#include <mutex>

#include "petal.hpp"

struct Inode {
  int block = 0;
  int size = 0;
  bool used = false;
};

class DaisyDisk {
 public:
  static constexpr int inodes = 4;
  static constexpr int blocks = 4;
  static constexpr int block_size = 24;

  // `locks_bits`: setting the bit of one block excludes setting that of another.
  explicit DaisyDisk(bool locks_bits) : locks_bits_(locks_bits) {}

  // REQUIRES of the next two: the caller holds the inode's lock.
  Inode read_inode(int number) {
    const int address = number * inode_size;
    return {static_cast<int>(petal_.read_integer(address)),
            static_cast<int>(petal_.read_integer(address + 8)),
            petal_.read_integer(address + 16) != 0};
  }

  void write_inode(int number, const Inode& inode) {
    const int address = number * inode_size;
    petal_.write_integer(address, inode.block);
    petal_.write_integer(address + 8, inode.size);
    petal_.write_integer(address + 16, inode.used ? 1 : 0);
  }

  // REQUIRES of the next two: the caller holds the block's lock.
  bool is_allocated(int block) {
    return (petal_.read(bits_begin + block / 8) >> (block % 8) & 1) != 0;
  }

  // The error: the bits of eight blocks share one byte, and each block has a lock of its own.
  void set_allocated(int block, bool allocated) {
    std::unique_lock<std::mutex> lock;
    if (locks_bits_) lock = std::unique_lock(bits_mutex_);
    const int address = bits_begin + block / 8;
    const unsigned bit = 1U << (block % 8);
    const unsigned old = petal_.read(address);
    petal_.write(address, static_cast<std::uint8_t>(allocated ? old | bit : old & ~bit));
  }

  std::uint8_t read_byte(int block, int offset) { return petal_.read(place(block, offset)); }
  void write_byte(int block, int offset, std::uint8_t value) {
    petal_.write(place(block, offset), value);
  }

 private:
  static constexpr int inode_size = 24;
  static constexpr int bits_begin = inodes * inode_size;
  static constexpr int blocks_begin = bits_begin + (blocks + 7) / 8;

  static constexpr int place(int block, int offset) {
    return blocks_begin + block * block_size + offset;
  }

  Petal<blocks_begin + blocks * block_size> petal_;
  std::mutex bits_mutex_;
  const bool locks_bits_;
};

#endif
