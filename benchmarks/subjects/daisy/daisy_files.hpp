// Files by the number of their inode.  Operations give 0 or a negative status.
#ifndef HEDDLE_SUBJECTS_DAISY_DAISY_FILES_HPP
#define HEDDLE_SUBJECTS_DAISY_DAISY_FILES_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include "daisy_disk.hpp"
#include "lock_manager.hpp"

namespace status {
inline constexpr int ok = 0;
inline constexpr int no_entry = -2;
inline constexpr int exists = -17;
inline constexpr int too_big = -27;
inline constexpr int no_space = -28;
}  // namespace status

class DaisyFiles {
 public:
  explicit DaisyFiles(bool locks_bits) : disk_(locks_bits) {}

  // The number of a new, empty file, or a status.
  int create() {
    for (int number = 0; number < DaisyDisk::inodes; ++number) {
      Inode inode = get(number);
      if (!inode.used) {
        inode.block = allocate_block();
        inode.size = 0;
        inode.used = inode.block >= 0;
        put(number, inode);
        return inode.used ? number : status::no_space;
      }
      put(number, inode);
    }
    return status::no_space;
  }

  int remove(int number) {
    Inode inode = get(number);
    const bool was_used = inode.used;
    if (was_used) free_block(inode.block);
    inode.used = false;
    put(number, inode);
    return was_used ? status::ok : status::no_entry;
  }

  // Appends up to `count` bytes from the beginning of the file to `data`.
  int read(int number, int count, std::string& data) {
    const Inode inode = get(number);
    if (inode.used) {
      for (int i = 0; i < count && i < inode.size; ++i) {
        data.push_back(static_cast<char>(disk_.read_byte(inode.block, i)));
      }
    }
    put(number, inode);
    return inode.used ? status::ok : status::no_entry;
  }

  // Makes `data` the contents of the file.
  int write(int number, std::string_view data) {
    if (data.size() > DaisyDisk::block_size) return status::too_big;
    Inode inode = get(number);
    if (inode.used) {
      inode.size = static_cast<int>(data.size());
      for (int i = 0; i < inode.size; ++i) {
        disk_.write_byte(inode.block, i, static_cast<std::uint8_t>(data[i]));
      }
    }
    put(number, inode);
    return inode.used ? status::ok : status::no_entry;
  }

  // Whether exactly the blocks of files are allocated.  REQUIRES: nobody else uses the disk.
  bool blocks_are_those_of_files() {
    bool wanted[DaisyDisk::blocks] = {};
    for (int number = 0; number < DaisyDisk::inodes; ++number) {
      const Inode inode = disk_.read_inode(number);
      if (!inode.used) continue;
      if (wanted[inode.block]) return false;
      wanted[inode.block] = true;
    }
    for (int block = 0; block < DaisyDisk::blocks; ++block) {
      if (disk_.is_allocated(block) != wanted[block]) return false;
    }
    return true;
  }

 private:
  static int block_lock(int block) { return DaisyDisk::inodes + block; }

  // Locks the inode until put.
  Inode get(int number) {
    locks_.acquire(number);
    return disk_.read_inode(number);
  }

  void put(int number, const Inode& inode) {
    disk_.write_inode(number, inode);
    locks_.release(number);
  }

  int allocate_block() {
    for (int block = 0; block < DaisyDisk::blocks; ++block) {
      locks_.acquire(block_lock(block));
      const bool is_free = !disk_.is_allocated(block);
      if (is_free) disk_.set_allocated(block, true);
      locks_.release(block_lock(block));
      if (is_free) return block;
    }
    return -1;
  }

  void free_block(int block) {
    locks_.acquire(block_lock(block));
    disk_.set_allocated(block, false);
    locks_.release(block_lock(block));
  }

  DaisyDisk disk_;
  LockManager<DaisyDisk::inodes + DaisyDisk::blocks> locks_;
};

#endif
